"""Where everything is on the board: worked out from the plan and its measures, once, for all drawings.

The upper left corner of the plate is the origin, and it is seen from above. Buildings are numbered from the top left.
"""

from itertools import pairwise
from math import dist

from msgspec import Struct

from companion.games.city_chase.city import BUILDINGS, CROSSINGS, ROADS, SIDE, Building, Crossing
from companion.games.city_chase.pieces import ROUNDS
from firmware.plan import BoardPlan
from hardware.making.measures import Mechanics
from hardware.making.sheet import Box, Point, box_around

SCREW_INSET_MM = 8.0
STRIP_MM = 2 * SCREW_INSET_MM
"""How thick the strips of the frame are: a screw is in the middle of its strip."""
TRACK_GAP_MM = 8.0
TRACK_SPOT = 0.62
"""How wide a spot of the round track is, as a part of the way to the next."""
NUMBER_GAP_MM = 2.0
TRACK_BOTTOM_MM = 16.0
"""From the track's numbers to the plate's edge: the screws are there."""
TIE_APART_MM = 8.0
TIE_COLUMNS = (1, 3)


class Layout(Struct, frozen=True):
    """Every place on the plate and on the carrier below it."""

    plate: Box
    pins: dict[Building, Point]
    reeds: dict[Building, Box]
    building_leds: dict[Building, Point]
    crossing_leds: dict[Crossing, Point]
    round_leds: tuple[Point, ...]
    spot_mm: float
    """How wide a spot of the round track is."""
    screws: tuple[Point, ...]
    ties: tuple[Point, ...]
    """Holes for the cable ties that hold the looms below the carrier, in pairs."""
    chain: tuple[tuple[int, Point], ...]
    """Every LED's number in the chain and its place, in the order of the chain."""

    @property
    def dark(self) -> tuple[int, ...]:
        """The places of the chain that light nothing, as before the first LED that is used."""
        lit = {number for number, _ in self.chain}
        return tuple(number for number in range(self.chain[-1][0]) if number not in lit)

    @property
    def leds(self) -> tuple[Point, ...]:
        """All LEDs: buildings, crossings, rounds."""
        return (*self.building_leds.values(), *self.crossing_leds.values(), *self.round_leds)

    @property
    def wires_mm(self) -> tuple[float, ...]:
        """How far it is straight from each LED of the chain to the next that is lit."""
        places = [(point.x, point.y) for _, point in self.chain]
        return tuple(dist(here, there) for here, there in pairwise(places))


def lay_out(plan: BoardPlan, mechanics: Mechanics) -> Layout:
    """Return where everything is."""
    pins = {building: _pin(mechanics, building) for building in BUILDINGS}
    building_leds = {building: Point(pin.x, pin.y + mechanics.led_offset_mm) for building, pin in pins.items()}
    crossing_leds = {crossing: _crossing(mechanics, number) for number, crossing in enumerate(CROSSINGS)}
    round_leds = _rounds(mechanics)
    plate = _plate(mechanics, round_leds)
    lights = (*building_leds.values(), *crossing_leds.values(), *round_leds)
    return Layout(
        plate=plate,
        pins=pins,
        reeds={building: _reed(mechanics, pin) for building, pin in pins.items()},
        building_leds=building_leds,
        crossing_leds=crossing_leds,
        round_leds=round_leds,
        spot_mm=_spot_mm(mechanics),
        screws=around_the_edge(plate),
        ties=_ties(mechanics),
        chain=tuple(sorted(zip(plan.leds.chain, lights, strict=True), key=lambda one: one[0])),
    )


def around_the_edge(plate: Box) -> tuple[Point, ...]:
    """Return where a plate is screwed down: at its corners and in the middle of its sides."""
    inner = Box(
        plate.x + SCREW_INSET_MM,
        plate.y + SCREW_INSET_MM,
        plate.width - 2 * SCREW_INSET_MM,
        plate.height - 2 * SCREW_INSET_MM,
    )
    return tuple(
        Point(x, y)
        for y in (inner.y, inner.centre.y, inner.bottom)
        for x in (inner.x, inner.centre.x, inner.right)
        if (x, y) != (inner.centre.x, inner.centre.y)
    )


def _pin(mechanics: Mechanics, building: Building) -> Point:
    row, column = divmod(building - 1, SIDE)
    return Point(*(mechanics.margin_mm + mechanics.pitch_mm * (place + 0.5) for place in (column, row)))


def _crossing(mechanics: Mechanics, number: int) -> Point:
    row, column = divmod(number, ROADS)
    return Point(*(mechanics.margin_mm + mechanics.pitch_mm * (place + 1) for place in (column, row)))


def _reed(mechanics: Mechanics, pin: Point) -> Box:
    reed = mechanics.reed
    return box_around(Point(pin.x + reed.offset_mm, pin.y), reed.slot_length_mm, reed.slot_width_mm)


def _spot_mm(mechanics: Mechanics) -> float:
    return TRACK_SPOT * SIDE * mechanics.pitch_mm / ROUNDS


def _rounds(mechanics: Mechanics) -> tuple[Point, ...]:
    spacing = SIDE * mechanics.pitch_mm / ROUNDS
    y = mechanics.margin_mm + SIDE * mechanics.pitch_mm + TRACK_GAP_MM + _spot_mm(mechanics) / 2
    return tuple(Point(mechanics.margin_mm + spacing * (place + 0.5), y) for place in range(ROUNDS))


def _plate(mechanics: Mechanics, rounds: tuple[Point, ...]) -> Box:
    below = _spot_mm(mechanics) / 2 + NUMBER_GAP_MM + mechanics.letter_mm + TRACK_BOTTOM_MM
    return Box(0, 0, SIDE * mechanics.pitch_mm + 2 * mechanics.margin_mm, rounds[0].y + below)


def _ties(mechanics: Mechanics) -> tuple[Point, ...]:
    """Return places on the roads from left to right, away from the LEDs and reeds of every pitch."""
    margin, pitch = mechanics.margin_mm, mechanics.pitch_mm
    return tuple(
        Point(margin + pitch * (column + 0.75), margin + pitch * (road + 1) + up)
        for road in range(ROADS)
        for column in TIE_COLUMNS
        for up in (-TIE_APART_MM / 2, TIE_APART_MM / 2)
    )
