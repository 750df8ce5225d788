"""Reads `[mechanics]` of a plan, and refuses measures that no board can be built from."""

from msgspec import ValidationError, convert

from companion.games.city_chase.city import SIDE
from companion.games.city_chase.pieces import ROUNDS
from firmware.plan import BadPlan, BoardPlan
from hardware.making.foot import PRESS_MM, RIM_MM, SUNK_MM, pin_length_mm, pocket_mm
from hardware.making.measures import Mechanics
from hardware.making.panel import COLLAR_MM
from hardware.making.reeds import find_reed_problem

WALL_MM = 0.8
"""The thinnest that two lines of a usual printer's nozzle make."""
AIR_BELOW_PIN_MM = 0.5
"""A building is to stand on its frame, not on its pin."""
LEAST_PIN_MM = 1.0
"""A shorter pin would not keep a building in its place."""
LEAST_WEB_MM = 2.0
"""What must be left between two openings in plywood."""


def read_mechanics(plan: BoardPlan) -> Mechanics:
    """Return the measures of a plan. Raises BadPlan, which says which key, what was found and what is possible."""
    try:
        mechanics = convert(plan.mechanics, Mechanics)
    except ValidationError as error:
        raise BadPlan(_in_plain_words(str(error))) from error
    problem = (
        _city_problem(mechanics)
        or _pin_problem(mechanics)
        or _carrier_problem(mechanics)
        or _button_problem(mechanics)
        or _reed_problem(mechanics)
    )
    if problem:
        raise BadPlan(problem)
    return mechanics


def _in_plain_words(complaint: str) -> str:
    what, _, place = complaint.partition(" - at `$")
    *tables, key = place.rstrip("`").split(".")
    section = ".".join(["mechanics", *filter(None, tables)])
    hint = " Check the spelling against hardware/board.toml." if "unknown field" in what else ""
    if hint and key:
        section, key = f"{section}.{key}", ""
    return f"[{section}] {key + ': ' if key else ''}{what[0].lower()}{what[1:]}.{hint}"


def _city_problem(mechanics: Mechanics) -> str | None:
    least = mechanics.building_mm + mechanics.road_mm + 2 * mechanics.least_pavement_mm
    if mechanics.pitch_mm < least:
        return (
            f"[mechanics] pitch_mm: {mechanics.pitch_mm:g} is too small. A building ({mechanics.building_mm:g}), a "
            f"road ({mechanics.road_mm:g}) and two pavements that hold an LED and a number "
            f"({mechanics.least_pavement_mm:g} each) need {least:g}. "
            "Give it that, or make building_mm, road_mm or led_mm smaller."
        )
    if mechanics.road_mm < mechanics.led_mm + 1:
        return (
            f"[mechanics] road_mm: {mechanics.road_mm:g} is too narrow for the LEDs on the crossings; "
            f"it must be {mechanics.led_mm + 1:g} at least."
        )
    return None


def _pin_problem(mechanics: Mechanics) -> str | None:
    magnet = mechanics.magnet
    widest = min(mechanics.building_mm / 2, mechanics.building_mm - 2 * RIM_MM)
    if mechanics.pin_hole_mm > widest:
        return (
            f"[mechanics] pin_mm: a hole of {mechanics.pin_hole_mm:g} is too wide for a building of "
            f"{mechanics.building_mm:g}; {widest:g} is the most."
        )
    longest = mechanics.plate_mm - AIR_BELOW_PIN_MM
    if not LEAST_PIN_MM <= pin_length_mm(mechanics) <= longest:
        fault = "stand on the carrier" if pin_length_mm(mechanics) > longest else "slip out of its hole"
        return (
            f"[mechanics.magnet] depth_mm: at {magnet.depth_mm:g} the pin would {fault}; with a plate_mm "
            f"of {mechanics.plate_mm:g} anything from {LEAST_PIN_MM - SUNK_MM:g} to {longest - SUNK_MM:g} is possible."
        )
    if pocket_mm(mechanics) > mechanics.pin_mm - 2 * WALL_MM:
        return (
            f"[mechanics.magnet] diameter_mm: {magnet.diameter_mm:g} does not fit into a pin of {mechanics.pin_mm:g} "
            f"with walls of {WALL_MM:g}; {mechanics.pin_mm - 2 * WALL_MM - PRESS_MM:g} is the most."
        )
    return None


def _carrier_problem(mechanics: Mechanics) -> str | None:
    between = mechanics.led_offset_mm - mechanics.led_opening_mm / 2 - mechanics.reed.slot_width_mm / 2
    if between < LEAST_WEB_MM:
        return (
            f"[mechanics] led_board_mm: between an LED's opening of {mechanics.led_opening_mm:g} and the reed's slot "
            f"{between:g} are left, and there must be {LEAST_WEB_MM:g}. "
            "Take smaller LED boards or a larger building_mm."
        )
    if mechanics.reed.slot_length_mm + LEAST_WEB_MM > mechanics.pitch_mm:
        return (
            f"[mechanics.reed] length_mm: with its leads a reed of {mechanics.reed.length_mm:g} needs "
            f"{mechanics.reed.slot_length_mm + LEAST_WEB_MM:g}, and there is a building every {mechanics.pitch_mm:g}."
        )
    spacing = SIDE * mechanics.pitch_mm / ROUNDS
    if mechanics.led_opening_mm + LEAST_WEB_MM > spacing:
        return (
            f"[mechanics] led_board_mm: the round track has an LED every {spacing:.1f}, and an opening of "
            f"{mechanics.led_opening_mm:g} leaves less than {LEAST_WEB_MM:g} between two."
        )
    return None


def _reed_problem(mechanics: Mechanics) -> str | None:
    reed = mechanics.reed
    if reed.release_at > reed.operate_at:
        return (
            f"[mechanics.reed] release_at: {reed.release_at:g} is more than operate_at, {reed.operate_at:g}. "
            "A reed opens at fewer ampere-turns than it closes by."
        )
    return find_reed_problem(mechanics)


def _button_problem(mechanics: Mechanics) -> str | None:
    least = max(mechanics.button_mm + 2 * COLLAR_MM, mechanics.helicopter_mm + LEAST_WEB_MM)
    if mechanics.button_pitch_mm < least:
        return (
            f"[mechanics] button_pitch_mm: {mechanics.button_pitch_mm:g} is too small for buttons of "
            f"{mechanics.button_mm:g} and helicopters of {mechanics.helicopter_mm:g}; it must be {least:g} at least."
        )
    return None
