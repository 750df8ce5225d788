"""The printed circuit board: KiCad's own check has nothing to say, and what is joined is what the circuit joins."""

import re
import subprocess
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.json import decode
from msgspec.structs import replace

from firmware.budget import work_out
from firmware.plan import BoardPlan, Matrix
from hardware.making.circuit import Circuit, Place
from hardware.making.design import GND, design
from hardware.making.netlist import write_netlist
from hardware.making.pcb.footprints import NoFootprint, footprint
from hardware.making.pcb.grid import FRONT, Track
from hardware.making.pcb.kicad import write_board
from hardware.making.pcb.layout import Layout, TooMuchCurrent, lay_out
from hardware.making.pcb.placement import HOLES
from hardware.making.pcb.router import CannotRoute, Router
from hardware.making.pcb.rules import POWER_TRACK, TRACK, carries_a
from tests.hardware.plans import matrix_plan, with_exchanged, with_shuffled_pins

INSPECTION = Path(__file__).with_name("pcb_inspection.py")
PYTHON_WITH_PCBNEW = "/usr/bin/python3"


class Inspection(Struct):
    """What KiCad saw."""

    unconnected: int
    nets: dict[str, list[str]]
    size: list[float]
    holes: list[list[float]]
    report: str = ""


@pytest.fixture(scope="module")
def layout() -> Layout:
    return laid_out(matrix_plan())


def laid_out(plan: BoardPlan) -> Layout:
    """A plan's circuit board."""
    assert isinstance(plan.switches, Matrix)
    return lay_out(design(plan), plan.switches, work_out(plan).led_branch.fuse_ma)


def inspect(folder: Path, board: str) -> Inspection:
    """Let KiCad look at a circuit board."""
    path, report = folder / "board.kicad_pcb", folder / "report.txt"
    path.write_text(board)
    command = [PYTHON_WITH_PCBNEW, str(INSPECTION), str(path), str(report)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    seen = decode(done.stdout, type=Inspection)
    seen.report = report.read_text()
    return seen


def nets_on_board(circuit: Circuit) -> dict[str, list[str]]:
    """What the circuit joins on the circuit board."""
    on_board = {part.ref for part in circuit.parts if part.place is Place.BOARD}
    nets = {net.name: sorted(str(node) for node in net.nodes if node.ref in on_board) for net in circuit.nets}
    return {name: nodes for name, nodes in nets.items() if nodes}


@pytest.mark.parametrize(
    "plan",
    [
        pytest.param(matrix_plan(), id="as it comes"),
        pytest.param(with_exchanged(matrix_plan()), id="two exchanged"),
        *(pytest.param(with_shuffled_pins(seed), id=f"shuffle {seed}") for seed in range(3)),
    ],
)
def test_kicads_own_check_finds_nothing_and_joins_what_the_circuit_joins(plan: BoardPlan, tmp_path: Path) -> None:
    seen = inspect(tmp_path, write_board(laid_out(plan), GND))
    assert "Found 0 DRC violations" in seen.report, seen.report
    assert "Found 0 unconnected pads" in seen.report
    assert "Found 0 Footprint errors" in seen.report
    assert seen.unconnected == 0
    assert seen.nets == nets_on_board(design(plan))


def test_the_board_has_the_outline_and_the_holes_of_a_hat(layout: Layout, tmp_path: Path) -> None:
    seen = inspect(tmp_path, write_board(layout, GND))
    assert seen.size == pytest.approx([65.0, 56.5], abs=0.11)
    assert seen.holes == sorted([x, y] for x, y in HOLES)


def test_the_socket_is_where_a_pi_has_its_header(layout: Layout) -> None:
    socket = next(part for part in layout.parts if part.ref == "J1")
    pads = {pad.number: (x, y) for pad, x, y in socket.pads()}
    # In the middle between the holes, even pins nearer to the edge.
    assert pads["1"] == pytest.approx((32.5 - 9.5 * 2.54, 3.5 + 1.27))
    assert pads["2"] == pytest.approx((32.5 - 9.5 * 2.54, 3.5 - 1.27))
    assert pads["40"] == pytest.approx((32.5 + 9.5 * 2.54, 3.5 - 1.27))


def test_a_missing_track_is_noticed(layout: Layout, tmp_path: Path) -> None:
    without = Layout(layout.parts, tuple(one for one in layout.tracks if one.net != "SW7"), layout.vias, layout.nets)
    assert inspect(tmp_path, write_board(without, GND)).unconnected == 1


def test_a_short_is_noticed(layout: Layout, tmp_path: Path) -> None:
    places = {f"{part.ref}.{pad.number}": (x, y) for part in layout.parts for pad, x, y in part.pads()}
    bridge = Track("SW1", FRONT, TRACK, (places["J2.2"], places["J2.3"]))
    shorted = Layout(layout.parts, (*layout.tracks, bridge), layout.vias, layout.nets)
    assert "pad 3 [SW6] of J2" in inspect(tmp_path, write_board(shorted, GND)).report


def test_the_same_plan_gives_the_same_bytes(layout: Layout) -> None:
    assert write_board(laid_out(matrix_plan()), GND) == write_board(layout, GND)


def test_the_leds_current_runs_on_wide_copper(layout: Layout) -> None:
    budget = work_out(matrix_plan())
    wide = {track.net for track in layout.tracks if track.width == POWER_TRACK}
    assert wide == {"+5V", "+5V_LED", "GND"}
    # Wide enough that the fuse goes first.
    assert carries_a(POWER_TRACK) * 1000 > budget.led_branch.fuse_ma


@pytest.mark.parametrize("limit_ma", [2353, 3172])
def test_a_fuse_that_the_tracks_would_go_before_is_refused(limit_ma: int) -> None:
    plan = with_limit(limit_ma)
    with pytest.raises(TooMuchCurrent, match=r"A lets more through than the 3\.95 A .* Lower limit_ma to 2352\."):
        laid_out(plan)
    assert work_out(with_limit(2352)).led_branch.fuse_ma <= carries_a(POWER_TRACK) * 1000


def with_limit(limit_ma: int) -> BoardPlan:
    """The plan with other light, and a supply for it."""
    plan = matrix_plan()
    leds = replace(plan.leds, limit_ma=limit_ma)
    return replace(plan, leds=leds, power=replace(plan.power, supply_ma=8000))


def test_a_board_that_cannot_be_routed_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.making.pcb.router.ROUNDS", 1)
    with pytest.raises(CannotRoute, match=r"No way was found on the circuit board for .*Try these pins on others"):
        laid_out(matrix_plan())


def test_a_walled_in_pad_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Router, "_steps", lambda *_: [])
    with pytest.raises(CannotRoute, match="has no way at all"):
        laid_out(matrix_plan())


def test_a_package_without_a_footprint_is_refused() -> None:
    with pytest.raises(NoFootprint, match="'QFN-48'"):
        footprint("QFN-48")


def test_the_netlist_holds_every_part_and_every_net() -> None:
    circuit = design(matrix_plan())
    text = write_netlist(circuit, "hardware/board.toml").decode()
    assert set(re.findall(r'\(comp \(ref "([^"]+)"', text)) == {part.ref for part in circuit.parts}
    found = {}
    for name, nodes in re.findall(r'\(name "([^"]+)"\)(.*?)\n    \)', text, re.DOTALL):
        found[name] = re.findall(r'\(ref "([^"]+)"\) \(pin "([^"]+)"\)', nodes)
    assert found == {net.name: [(node.ref, node.pin) for node in net.nodes] for net in circuit.nets}
    assert text.count("(") == text.count(")")
