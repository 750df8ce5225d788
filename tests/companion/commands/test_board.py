from importlib.resources import files
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


def test_an_earlier_report_stays_where_the_walk_cannot_begin(tmp_path: Path) -> None:
    report = tmp_path / "report.txt"
    report.write_text("earlier\n")
    assert run_citychase("board", "test", "--board", "pi", "--report", report).code == 2
    assert report.read_text() == "earlier\n"


def test_one_part_can_be_tried_by_itself() -> None:
    run = run_citychase("board", "test", "--board", "simulated", "--part", "buttons")
    assert run.out.count("button is pressed") == 8
    assert "light" not in run.out


def test_only_what_is_built_already_can_be_tried() -> None:
    run = run_citychase("board", "test", "--board", "simulated", "--only", "1-2, P,r11")
    assert run.code == 0
    assert run.out.splitlines()[1:7] == [
        "The light of building 1: on.",
        "The light of building 2: on.",
        "The light of crossing P: on.",
        "The light of round 11: on.",
        "Building 1 is lifted.",
        "Building 2 is lifted.",
    ]
    assert "button" not in run.out


def test_parts_and_what_is_built_of_them_go_together() -> None:
    run = run_citychase("board", "test", "--board", "simulated", "--part", "switches", "--only", "21-25")
    assert run.out.count("is lifted") == 5
    assert "light" not in run.out


def test_a_builder_can_walk_over_a_board_with_expanders() -> None:
    plan = str(files("hardware") / "expanders.toml")
    run = run_citychase("board", "test", "--board", "simulated", "--config", plan)
    assert (run.code, run.err) == (0, "")
    assert run.out.count("is lifted") == 25


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--only", "1-26"), "'1-26' names nothing on the board. Name buildings like 1-5, crossings like A-D"),
        (("--only", ""), "names nothing on the board"),
        (("--part", "switches", "--only", "A-P"), "--only names no building, and nothing else has a switch."),
        (("--board", "pi"), "This is not a Raspberry Pi. To play without it: --board simulated."),
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


def exchanged_plan(tmp_path: Path, wiring: str = "board.toml") -> Path:
    file = tmp_path / "mine.toml"
    switches, leds, rest = (files("hardware") / wiring).read_text().partition("[leds]")
    exchanged = switches.replace(" 7,", " 0,").replace(" 12,", " 7,").replace(" 0,", " 12,")
    file.write_text("".join((exchanged, leds, rest)))
    return file


def built_as(wiring: str = "board.toml") -> tuple[str, str]:
    return ("--built-as", str(files("hardware") / wiring))


def test_a_changed_plan_is_a_changed_simulated_board(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    text = (files("hardware") / "expanders.toml").read_text()
    file.write_text(text.replace("addresses = [0x20, 0x21]", "addresses = [0x27, 0x23]"))
    run = run_citychase("board", "test", "--board", "simulated", "--config", file)
    assert (run.code, run.err) == (0, "")


def test_a_board_is_not_built_by_a_plan_of_another_wiring() -> None:
    run = run_citychase("board", "test", "--board", "simulated", *built_as("expanders.toml"))
    assert run.code == 2
    assert "another wiring" in run.err


@pytest.mark.parametrize("wiring", ["board.toml", "expanders.toml"])
def test_exchanged_wires_are_put_right_and_the_second_run_is_clean(tmp_path: Path, wiring: str) -> None:
    file = exchanged_plan(tmp_path, wiring)
    arguments = ("board", "test", "--board", "simulated", "--part", "switches", "--config", file, *built_as(wiring))
    first = run_citychase(*arguments, given="y\n")
    assert first.code == 1
    assert "building 7: swapped (seen: 12)" in first.out
    assert "Done. Run this again" in first.out
    assert run_citychase(*arguments).code == 0
    assert file.read_text() == (files("hardware") / wiring).read_text()


def test_nothing_is_written_without_a_yes(tmp_path: Path) -> None:
    file = exchanged_plan(tmp_path)
    before = file.read_text()
    assert run_citychase("board", "test", "--board", "simulated", "--config", file, *built_as(), given="n\n").code == 1
    assert file.read_text() == before


def test_a_report_that_cannot_be_saved_is_told_before_the_walk() -> None:
    run = run_citychase("board", "test", "--board", "simulated", "--report", "/nowhere/report.txt")
    assert run.code == 2
    assert run.out == ""
    assert run.err == "citychase: The report cannot be saved to /nowhere/report.txt: No such file or directory.\n"


@pytest.mark.parametrize("patience", ["0", "-5", "nan", "inf", "1e308", "601"])
def test_patience_has_its_limits(patience: str) -> None:
    run = run_citychase("board", "test", "--board", "simulated", "--patience", patience)
    assert run.code == 2
    assert "--patience" in run.err


@pytest.mark.parametrize("text", ["limit_ma = " + "9" * 5000, "[" * 5000, "a = " + "[" * 5000, "\0", "a = nan"])
def test_a_hostile_plan_is_one_sentence(text: str, tmp_path: Path) -> None:
    file = tmp_path / "hostile.toml"
    file.write_text(text)
    run = run_citychase("board", "test", "--config", file)
    assert run.code == 2
    assert run.err.startswith(f"citychase: {file}")
    assert "Traceback" not in run.err


def test_a_wrong_plan_is_told_before_anything_is_tried(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("[switches]\nwiring = 3\n")
    run = run_citychase("board", "test", "--config", file)
    assert run.code == 2
    assert f"{file}: [switches] " in run.err
    assert run.out == ""
