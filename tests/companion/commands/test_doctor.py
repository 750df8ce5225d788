"""`citychase doctor` as a person meets it."""

import json
from pathlib import Path

from companion.table.storage import JOURNAL
from tests.companion.commands.running import run_citychase

CHECKS = (
    *("model", "system", "python", "drivers", "spi", "i2c", "devices", "groups", "plan", "pins"),
    *("folder", "journal", "settings", "space", "memory", "clock", "service", "address", "name", "card", "power"),
)


def test_on_any_machine_every_check_has_its_say(tmp_path: Path) -> None:
    ran = run_citychase("doctor", "--board", "simulated", "--data", tmp_path, "--json")
    lines = [json.loads(line) for line in ran.out.splitlines()]
    assert [line["check"] for line in lines] == list(CHECKS)
    assert all(list(line) == ["check", "verdict", "found", "remedy"] for line in lines)
    assert {line["verdict"] for line in lines} <= {"fine", "note", "problem"}
    assert all(line["found"] for line in lines)
    assert all(line["remedy"] for line in lines if line["verdict"] == "problem")
    assert ran.code == (1 if "problem" in {line["verdict"] for line in lines} else 0)
    assert ran.err == ""


def test_people_get_a_line_each_and_a_last_one_that_sums_up(tmp_path: Path) -> None:
    ran = run_citychase("doctor", "--data", tmp_path, "--config", tmp_path / "none.toml")
    lines = ran.out.splitlines()
    [plan] = [number for number, line in enumerate(lines) if line.startswith("✗ plan")]
    assert lines[plan + 1].startswith("             Put it right: sudo nano")
    assert "problem" in lines[-1]
    assert "\x1b" not in ran.out
    assert ran.code == 1


def test_a_terminal_without_ticks_gets_plain_signs(tmp_path: Path) -> None:
    ran = run_citychase("doctor", "--data", tmp_path, PYTHONIOENCODING="ascii")
    assert "+ plan" in ran.out
    assert "?" not in ran.out


def test_a_broken_journal_is_exit_code_1_and_stays_as_it_is(tmp_path: Path) -> None:
    journal = tmp_path / JOURNAL
    journal.write_text("Dear diary\x1b[31m")
    journal.chmod(0o600)
    ran = run_citychase("doctor", "--data", tmp_path, "--json")
    assert ran.code == 1
    assert journal.read_text() == "Dear diary\x1b[31m"
    [line] = [json.loads(line) for line in ran.out.splitlines() if '"journal"' in line]
    assert line["verdict"] == "problem"


def test_wrong_usage_is_exit_code_2(tmp_path: Path) -> None:
    assert run_citychase("doctor", "--board", "wooden").code == 2
    assert run_citychase("doctor", "--data", tmp_path, "more").code == 2


def test_help_tells_the_exit_codes() -> None:
    assert "Exit code: 0 no problem, 1 a problem, 2 wrong usage." in run_citychase("doctor", "--help").out


def test_the_installed_plan_is_looked_at_where_there_is_one(tmp_path: Path) -> None:
    (tmp_path / "board.toml").write_text("[leds]\n")
    ran = run_citychase("doctor", "--data", tmp_path, CONFIGURATION_DIRECTORY=str(tmp_path))
    assert f"✗ plan     {tmp_path}/board.toml: " in ran.out
