from pathlib import Path

import pytest

from firmware.benches import SimulatedBench
from firmware.board import Board
from firmware.bring_up import BringUp, Finding, Part, Problem, put_finding_into_words, swaps
from firmware.contacts import Fault
from firmware.hardware import open_drivers
from firmware.plan import BoardPlan, parse_plan, read_plan
from firmware.replanning import put_right, put_right_in_file
from firmware.scope import read_scope
from tests.firmware.test_plan import TEXT

PLAN = read_plan()


def walk(bench: SimulatedBench, *parts: Part, plan: BoardPlan = PLAN) -> list[Finding]:
    with Board(plan, open_drivers(plan, bench.board)) as board:
        return list(BringUp(board, bench, patience_s=1.0).walk(parts or tuple(Part)))


def silent(_: str) -> None:
    return


def test_a_sound_board_has_no_findings_and_everything_was_tried() -> None:
    said: list[str] = []
    assert walk(SimulatedBench(PLAN, said.append)) == []
    assert sum(sentence.startswith("The light of") for sentence in said) == 52
    assert sum(sentence.endswith("is lifted.") for sentence in said) == 25
    assert sum(sentence.endswith("button is pressed.") for sentence in said) == 8
    assert said[-1] == "The buzzer: heard."


def test_only_the_wanted_parts_are_tried() -> None:
    said: list[str] = []
    walk(SimulatedBench(PLAN, said.append), Part.BUTTONS)
    assert len(said) == 8


def test_of_a_board_that_is_being_built_only_what_is_in_scope_is_tried() -> None:
    said: list[str] = []
    bench = SimulatedBench(PLAN, said.append)
    for building in range(6, 26):
        bench.board.set_fault(building, Fault.STUCK_OPEN)
    with Board(PLAN, open_drivers(PLAN, bench.board)) as board:
        assert list(BringUp(board, bench, 1.0, read_scope("1-5,A")).walk((Part.LEDS, Part.SWITCHES))) == []
    assert len(said) == 5 + 1 + 5


def test_a_switch_that_never_closes_is_missing() -> None:
    bench = SimulatedBench(PLAN, silent)
    bench.board.set_fault(8, Fault.STUCK_OPEN)
    assert walk(bench, Part.SWITCHES) == [Finding(Part.SWITCHES, "building 8", Problem.MISSING)]


def test_a_switch_that_never_opens_is_stuck() -> None:
    bench = SimulatedBench(PLAN, silent)
    bench.board.set_fault(8, Fault.STUCK_CLOSED)
    assert walk(bench, Part.SWITCHES) == [Finding(Part.SWITCHES, "building 8", Problem.STUCK)]


def test_exchanged_wires_are_found_and_can_be_put_right() -> None:
    crossed = {7: 12, 12: 7}
    findings = walk(SimulatedBench(PLAN, silent, swapped=crossed), Part.SWITCHES)
    assert findings == [
        Finding(Part.SWITCHES, "building 7", Problem.SWAPPED, ("12",)),
        Finding(Part.SWITCHES, "building 12", Problem.SWAPPED, ("7",)),
    ]
    assert swaps(findings) == crossed
    mended = parse_plan(put_right(TEXT, swaps(findings)).encode())
    assert walk_mended(mended, crossed) == []


def walk_mended(mended: BoardPlan, crossed: dict[int, int]) -> list[Finding]:
    """Walk with the new plan over the old wires: the hand still moves the switch that the old plan called so."""
    bench = SimulatedBench(PLAN, silent, swapped=crossed)
    with Board(mended, open_drivers(mended, bench.board)) as board:
        return list(BringUp(board, bench, patience_s=1.0).walk((Part.SWITCHES,)))


def test_three_wires_in_a_circle_are_put_right_too() -> None:
    crossed = {1: 2, 2: 3, 3: 1}
    findings = walk(SimulatedBench(PLAN, silent, swapped=crossed), Part.SWITCHES)
    assert walk_mended(parse_plan(put_right(TEXT, swaps(findings)).encode()), crossed) == []


def test_an_exchange_that_does_not_add_up_is_not_offered() -> None:
    lonely = [Finding(Part.SWITCHES, "building 7", Problem.SWAPPED, ("12",))]
    assert swaps(lonely) == {}
    tangled = {7: 12, 12: 7, 3: 9, 4: 12}
    findings = [Finding(Part.SWITCHES, f"building {one}", Problem.SWAPPED, (str(two),)) for one, two in tangled.items()]
    assert swaps(findings) == {7: 12, 12: 7}


def test_a_magnet_that_reaches_its_neighbour_is_crosstalk() -> None:
    findings = walk(SimulatedBench(PLAN, silent, reaching={8: 9}), Part.SWITCHES)
    assert findings == [Finding(Part.SWITCHES, "building 8", Problem.CROSSTALK, ("8", "9"))]


def test_lights_in_another_order_are_found() -> None:
    # The board is wired as one plan says and lit as another.
    exchanged = parse_plan(TEXT.replace("buildings = [0, 1,", "buildings = [1, 0,").encode())
    bench = SimulatedBench(PLAN, silent)
    with Board(exchanged, open_drivers(exchanged, bench.board)) as board:
        findings = list(BringUp(board, bench, patience_s=1.0).walk((Part.LEDS,)))
    assert [finding.what for finding in findings] == ["building 1", "building 2"]


def test_a_muted_buzzer_is_silent() -> None:
    muted = parse_plan(TEXT.replace("muted = false", "muted = true").encode())
    assert walk(SimulatedBench(muted, silent), Part.BUZZER, plan=muted) == [
        Finding(Part.BUZZER, "buzzer", Problem.SILENT)
    ]


def test_exchanged_buttons_are_found() -> None:
    exchanged = parse_plan(TEXT.replace("pink = 4", "pink = 7").replace("yellow = 7", "yellow = 4").encode())
    bench = SimulatedBench(PLAN, silent)
    with Board(exchanged, open_drivers(exchanged, bench.board)) as board:
        findings = list(BringUp(board, bench, patience_s=1.0).walk((Part.BUTTONS,)))
    assert findings == [
        Finding(Part.BUTTONS, "button pink", Problem.SWAPPED, ("yellow",)),
        Finding(Part.BUTTONS, "button yellow", Problem.SWAPPED, ("pink",)),
    ]


@pytest.mark.parametrize(
    "finding",
    [
        Finding(Part.LEDS, "round 3", Problem.DARK),
        Finding(Part.SWITCHES, "building 8", Problem.NOT_BACK),
        Finding(Part.SWITCHES, "building 7", Problem.SWAPPED, ("12",)),
        Finding(Part.BUTTONS, "button pink", Problem.NOT_SEEN),
        Finding(Part.BUZZER, "buzzer", Problem.SILENT),
    ],
)
def test_a_finding_says_what_to_do(finding: Finding) -> None:
    line = put_finding_into_words(finding)
    assert line.startswith(f"{finding.what}: ")
    assert line.endswith(".")
    assert all(seen in line for seen in finding.seen)


def test_putting_right_keeps_comments_and_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(TEXT)
    put_right_in_file(file, {7: 12, 12: 7})
    changed = file.read_text()
    assert "[6, 12, 8, 9, 10]," in changed
    assert [line for line in changed.splitlines() if line.startswith("#")] == [
        line for line in TEXT.splitlines() if line.startswith("#")
    ]
    assert (tmp_path / "mine.toml.bak").read_text() == TEXT


def test_a_second_mending_keeps_the_first_plan(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(TEXT)
    put_right_in_file(file, {7: 12, 12: 7})
    put_right_in_file(file, {1: 2, 2: 1})
    assert (tmp_path / "mine.toml.bak").read_text() == TEXT
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.toml", "mine.toml.bak"]
