"""What the guide says in numbers of wood, plastic and magnets, worked out from the plan: no number is typed twice."""

from firmware.plan import BoardPlan
from hardware.making.foot import frame_mm, opening_mm, pin_length_mm, pocket_mm
from hardware.making.frame import frame_height_mm
from hardware.making.housing import pi_board
from hardware.making.layout import Layout, lay_out
from hardware.making.measures import Mechanics
from hardware.making.mechanics import read_mechanics
from hardware.making.panel import lay_out_panel
from hardware.making.papers import SLACK_MM
from hardware.making.reeds import EARTH_MT, OTHERS_MARGIN, OWN_MARGIN, fields, opening_lift
from hardware.making.sheet import Box

TIMES = "\N{MULTIPLICATION SIGN}"


def figures(plan: BoardPlan) -> dict[str, str]:
    """Return every number by its name, as it is written. Raises BadPlan."""
    mechanics = read_mechanics(plan)
    layout = lay_out(plan, mechanics)
    panel = lay_out_panel(mechanics, plan.power.pi, layout.plate.width)
    return {
        "plate_size": _size(layout.plate),
        "panel_size": _size(panel.outline),
        "frame_height_mm": f"{frame_height_mm(pi_board(plan.power.pi))}",
        "foot_opening": _size(Box(0, 0, *opening_mm(mechanics))),
        **_measures(mechanics),
        **_wires(layout),
        **_magnets(mechanics),
    }


def _size(box: Box) -> str:
    return f"{box.width:.0f} {TIMES} {box.height:.0f} mm"


def _measures(mechanics: Mechanics) -> dict[str, str]:
    measures = {
        "pitch_mm": mechanics.pitch_mm,
        "plate_mm": mechanics.plate_mm,
        "carrier_mm": mechanics.carrier_mm,
        "pin_mm": mechanics.pin_mm,
        "pin_hole_mm": mechanics.pin_hole_mm,
        "led_mm": mechanics.led_mm,
        "led_opening_mm": mechanics.led_opening_mm,
        "button_mm": mechanics.button_mm,
        "screw_mm": mechanics.screw_mm,
        "foot_mm": frame_mm(mechanics),
        "pin_length_mm": pin_length_mm(mechanics),
        "pocket_mm": pocket_mm(mechanics),
        "reed_offset_mm": mechanics.reed.offset_mm,
    }
    return {name: f"{value:g}" for name, value in measures.items()}


def _wires(layout: Layout) -> dict[str, str]:
    wires = layout.wires_mm
    return {
        "longest_wire_mm": f"{max(wires):.0f}",
        "all_wires_m": f"{(sum(wires) + SLACK_MM * (len(wires) + len(layout.dark))) / 1000:.1f}",
    }


def _magnets(mechanics: Mechanics) -> dict[str, str]:
    felt, magnet, reed = fields(mechanics), mechanics.magnet, mechanics.reed
    return {
        "magnet": f"{magnet.diameter_mm:g} {TIMES} {magnet.thickness_mm:g} mm",
        "remanence_t": f"{magnet.remanence_t:g}",
        "own_mt": f"{felt.own:.1f}",
        "needed_mt": f"{OWN_MARGIN * felt.operate:.1f}",
        "operate_at": f"{reed.operate_at:g}",
        "operate_mt": f"{felt.operate:.2f}",
        "release_at": f"{reed.release_at:g}",
        "release_mt": f"{felt.release:.2f}",
        "others_mt": f"{felt.others:.3f}",
        "earth_mt": f"{EARTH_MT:g}",
        "allowed_mt": f"{felt.release / OTHERS_MARGIN:.2f}",
        "opens_at_mm": f"{opening_lift(mechanics, reed.operate_at):.0f}",
        "open_by_mm": f"{opening_lift(mechanics, reed.release_at):.0f}",
    }
