from pathlib import Path

import pytest

from tests.companion.commands.running import run_citychase


def test_a_new_builder_can_walk_over_the_simulated_board(tmp_path: Path) -> None:
    report = tmp_path / "report.txt"
    run = run_citychase("board", "test", "--board", "simulated", "--report", report)
    assert (run.code, run.err) == (0, "")
    assert run.out.startswith("Trying the simulated board.\nThe light of building 1: on.\n")
    assert run.out.endswith("Report\nAll is well.\n")
    assert report.read_text() == "All is well.\n"


def test_one_part_can_be_tried_by_itself() -> None:
    run = run_citychase("board", "test", "--board", "simulated", "--part", "buttons")
    assert run.out.count("button is pressed") == 8
    assert "light" not in run.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--board", "pi"), "This is not a Raspberry Pi. Use the simulated board: --board simulated."),
        (("--config", "/nowhere/board.toml"), "/nowhere/board.toml cannot be read: No such file or directory."),
        (("--board", "wooden"), "Invalid value for '--board'"),
        (("--part", "wheels"), "Invalid value for '--part'"),
    ],
)
def test_what_cannot_be_tried_is_told_in_one_sentence(arguments: tuple[str, ...], said: str) -> None:
    run = run_citychase("board", "test", *arguments)
    assert run.code == 2
    assert said in run.err
    assert run.err.startswith("citychase: ")
    assert run.err.count("\n") == 1


def test_a_wrong_plan_is_told_before_anything_is_tried(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("[switches]\nwiring = 3\n")
    run = run_citychase("board", "test", "--config", file)
    assert run.code == 2
    assert f"{file}: [switches] " in run.err
    assert run.out == ""
