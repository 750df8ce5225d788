"""All files of the electronics: drawings, wiring table, parts list, netlist and circuit board, from one circuit."""

from pathlib import Path

from msgspec.structs import replace

from firmware.budget import work_out
from firmware.plan import BoardPlan, Expanders, Matrix, read_plan
from hardware.making.bom import parts_list
from hardware.making.circuit import BadCircuit, Circuit
from hardware.making.circuit_sheet import Sheet, write_pdf, write_svg
from hardware.making.design import GND, design
from hardware.making.electrical_rules import check
from hardware.making.lengths import find_places
from hardware.making.netlist import write_netlist
from hardware.making.pcb.assembly import draw_assembly
from hardware.making.pcb.kicad import write_board
from hardware.making.pcb.layout import lay_out
from hardware.making.pcb.project import write_project
from hardware.making.schematic import draw_schematic
from hardware.making.wiring import wiring_table
from hardware.making.wiring_diagram import draw_wiring

MATRIX_SOURCE, EXPANDERS_SOURCE = "hardware/board.toml", "hardware/expanders.toml"
NAME = "city-chase"
VARIANT = Path(__file__).parents[1] / "expanders.toml"
EXPANDERS = "expanders/"
"""The folder of the variant with expanders."""


def files(plan: BoardPlan, source: str = "") -> dict[str, bytes]:
    """Return every file by its path below hardware/. Raises BadPlan, BadCircuit, CannotRoute, TooMuchCurrent.

    `source` is what the sheets say they were made from; the plan that comes with the program unless one is named.
    """
    circuit = design(plan)
    if faults := check(circuit):
        raise BadCircuit(" ".join(faults))
    if isinstance(plan.switches, Matrix):
        source = source or MATRIX_SOURCE
        return _common(plan, circuit, source, "") | _circuit_board(plan, circuit, plan.switches, source)
    return _common(plan, circuit, source or EXPANDERS_SOURCE, EXPANDERS)


def variant_files(plan: BoardPlan, source: str = "") -> dict[str, bytes]:
    """Return the files of the variant with expanders, beside a board with a matrix."""
    if isinstance(plan.switches, Expanders):
        return {}
    return files(variant_plan(plan), f"{source or MATRIX_SOURCE} and {EXPANDERS_SOURCE}")


def variant_plan(plan: BoardPlan) -> BoardPlan:
    """Return a plan with expanders instead of its matrix: all else, from the buttons to the wood, stays as it is.

    No pin can be used twice by this: those of I2C are kept free in every plan.
    """
    return replace(plan, switches=read_plan(VARIANT).switches)


def _common(plan: BoardPlan, circuit: Circuit, source: str, folder: str) -> dict[str, bytes]:
    return {
        f"{folder}bom.csv": parts_list(plan, circuit),
        f"{folder}wiring.csv": wiring_table(circuit, find_places(plan)),
        f"{folder}pcb/{NAME}.net": write_netlist(circuit, source),
        **_drawings(f"{folder}drawings/schematic", draw_schematic(circuit, source)),
        **_drawings(f"{folder}drawings/wiring", draw_wiring(circuit, source)),
    }


def _circuit_board(plan: BoardPlan, circuit: Circuit, matrix: Matrix, source: str) -> dict[str, bytes]:
    layout = lay_out(circuit, matrix, work_out(plan).led_branch.fuse_ma)
    return {
        f"pcb/{NAME}.kicad_pcb": write_board(layout, GND).encode(),
        f"pcb/{NAME}.kicad_pro": write_project(NAME),
        **_drawings("drawings/circuit-board", [draw_assembly(layout, source)]),
    }


def _drawings(path: str, sheets: list[Sheet]) -> dict[str, bytes]:
    """Return one SVG a sheet, and one PDF with all of them."""
    several = len(sheets) > 1
    svgs = {f"{path}{f'-{number}' if several else ''}.svg": write_svg(sheet) for number, sheet in enumerate(sheets, 1)}
    return {**svgs, f"{path}.pdf": write_pdf(sheets, sheets[0].title)}
