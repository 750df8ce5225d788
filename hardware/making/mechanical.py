"""Everything of wood, paper and plastic: drawings and models from a plan."""

from collections.abc import Iterator

from firmware.plan import BoardPlan
from hardware.making.case import make_lid, make_tray
from hardware.making.dxf import write_dxf
from hardware.making.foot import make_foot
from hardware.making.frame import build_frame, draw_frame
from hardware.making.housing import pi_board
from hardware.making.layout import lay_out
from hardware.making.mechanics import read_mechanics
from hardware.making.panel import lay_out_panel
from hardware.making.papers import draw_overlay, draw_template, draw_underside
from hardware.making.pdf import write_pdf
from hardware.making.plates import draw_carrier, draw_panel, draw_plate
from hardware.making.sheet import Sheet
from hardware.making.solid_picture import draw_solid
from hardware.making.solids import write_stl
from hardware.making.svg import write_svg
from hardware.making.tiles import write_tiled_pdf


def files(plan: BoardPlan) -> dict[str, bytes]:
    """Return every file, by its path below hardware/. Raises BadPlan."""
    return dict(drawings(plan)) | dict(models(plan))


def sheets(plan: BoardPlan) -> dict[str, Sheet]:
    """Return every drawing by its name. Raises BadPlan."""
    mechanics = read_mechanics(plan)
    layout = lay_out(plan, mechanics)
    panel = lay_out_panel(mechanics, plan.power.pi, layout.plate.width)
    return {
        "plate": draw_plate(layout, mechanics),
        "carrier": draw_carrier(layout, mechanics),
        "panel": draw_panel(panel, mechanics),
        "frame": draw_frame(build_frame(layout, panel, mechanics, pi_board(plan.power.pi)), layout, panel, mechanics),
        "drilling-template": draw_template(layout, panel, mechanics),
        "overlay": draw_overlay(layout, mechanics),
        "carrier-from-below": draw_underside(layout, mechanics),
    }


def drawings(plan: BoardPlan) -> Iterator[tuple[str, bytes]]:
    """Yield every drawing's files by their paths. Raises BadPlan."""
    for name, sheet in sheets(plan).items():
        yield f"drawings/{name}.svg", write_svg(sheet)
        yield f"drawings/{name}.dxf", write_dxf(sheet)
        yield f"drawings/{name}.pdf", write_pdf(sheet)
        yield f"drawings/{name}-a4.pdf", write_tiled_pdf(sheet)


def models(plan: BoardPlan) -> Iterator[tuple[str, bytes]]:
    """Yield every part to print, and its picture, by their paths. Raises BadPlan."""
    mechanics = read_mechanics(plan)
    board = pi_board(plan.power.pi)
    solids = {
        "magnet-foot": make_foot(mechanics),
        "pi-case": make_tray(board, mechanics.screw_mm),
        "pi-case-lid": make_lid(board),
    }
    for name, solid in solids.items():
        yield f"models/{name}.stl", write_stl(solid)
        yield f"models/{name}.svg", draw_solid(solid, name.replace("-", " "))
