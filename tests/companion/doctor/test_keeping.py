import errno
import os
import sqlite3
from contextlib import closing
from importlib.resources import files
from pathlib import Path

import pytest

from companion.doctor import keeping
from companion.doctor.findings import Finding
from companion.doctor.patient import User
from companion.installed import UNIT
from companion.table.journal import Journal
from companion.table.storage import JOURNAL
from tests.companion.doctor.patients import NOBODY, look, make_patient


def check(folder: Path) -> Finding:
    return look("journal", make_patient(folder, data=folder))


def private(path: Path, content: bytes = b"") -> Path:
    path.write_bytes(content)
    path.chmod(0o600)
    return path


def test_no_games_yet_is_fine_and_stays_so(tmp_path: Path) -> None:
    assert check(tmp_path).found == f"There are no games in {tmp_path} yet."
    assert list(tmp_path.iterdir()) == []
    private(tmp_path / JOURNAL)
    assert check(tmp_path).found.endswith("is still empty.")


def test_a_journal_is_checked_while_a_table_has_it_open(tmp_path: Path) -> None:
    journal = Journal(tmp_path / JOURNAL)
    try:
        finding = check(tmp_path)
    finally:
        journal.close()
    assert finding.verdict == "fine"
    assert "is whole: 0 games" in finding.found
    assert check(tmp_path).verdict == "fine"


def filled(folder: Path) -> Path:
    Journal(folder / JOURNAL).close()
    with closing(sqlite3.connect(folder / JOURNAL)) as rows, rows:
        values = [(game, "2026-11-18", "{}", "x" * 500) for game in range(200)]
        rows.executemany("INSERT INTO entries (game, at, seat, action) VALUES (?, ?, ?, ?)", values)
    return folder / JOURNAL


def test_a_damaged_journal_is_a_problem(tmp_path: Path) -> None:
    path = filled(tmp_path)
    assert "200 games" in check(tmp_path).found
    data = bytearray(path.read_bytes())
    data[8192:20000] = os.urandom(20000 - 8192)
    path.write_bytes(data)
    finding = check(tmp_path)
    assert finding.verdict == "problem"
    assert "citychase games restore" in str(finding.remedy)


@pytest.mark.parametrize(
    "content", [b"Dear diary, today we played City Chase. " * 30, b"SQLite format 3\0" + b"\xff" * 5000, b"\0" * 4096]
)
def test_a_journal_that_is_none_is_a_problem(content: bytes, tmp_path: Path) -> None:
    private(tmp_path / JOURNAL, content)
    assert check(tmp_path).verdict == "problem"


def test_a_journal_of_another_program_or_a_later_one_is_a_problem(tmp_path: Path) -> None:
    with closing(sqlite3.connect(private(tmp_path / JOURNAL))) as rows:
        rows.execute("CREATE TABLE recipes (name TEXT)")
        assert "is no journal of citychase" in check(tmp_path).found
        rows.execute("PRAGMA user_version = 99")
    assert "was written by a newer citychase" in check(tmp_path).found


def test_a_folder_in_the_journals_place_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / JOURNAL).mkdir()
    assert check(tmp_path).verdict == "problem"


def test_a_journal_that_others_can_read_is_a_problem(tmp_path: Path) -> None:
    filled(tmp_path).chmod(0o644)
    finding = check(tmp_path)
    assert (finding.verdict, finding.remedy) == ("problem", f"sudo chmod 600 {tmp_path / JOURNAL}")


def test_a_journal_that_takes_too_long_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(tmp_path)
    monkeypatch.setattr(keeping, "PATIENCE_S", -1)
    monkeypatch.setattr(keeping, "STEPS", 1)
    finding = check(tmp_path)
    assert finding.verdict == "note"
    assert "too long to check" in finding.found


def test_looking_leaves_a_journal_that_nobody_has_open_usable(tmp_path: Path) -> None:
    filled(tmp_path)
    check(tmp_path)
    journal = Journal(tmp_path / JOURNAL)
    journal.add([], {})
    assert len(journal.games()) == 200
    journal.close()


def test_a_folder_that_is_not_there_yet_is_fine(tmp_path: Path) -> None:
    assert look("folder", make_patient(tmp_path)).found.endswith("yet: the first table makes it.")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else")
@pytest.mark.parametrize("name", ["", "key", "seats.json", "lock"])
def test_what_the_table_may_not_use_in_its_folder_is_a_problem_that_the_remedy_mends(
    name: str, tmp_path: Path, anyones_folder: Path
) -> None:
    folder = anyones_folder / "games"
    folder.mkdir(mode=0o700)
    for path in (folder, *(private(folder / one) for one in ("key", "seats.json", "lock"))):
        os.chown(path, NOBODY, NOBODY)
    patient = make_patient(tmp_path, data=folder, user=User("root", 0))
    assert look("folder", patient).verdict == "fine"
    os.chown(folder / name, 0 if name else NOBODY, NOBODY)
    (folder / name).chmod(0o500)
    finding = look("folder", patient)
    assert finding.verdict == "problem"
    assert str(folder / name) in finding.found
    assert os.system(str(finding.remedy).replace("sudo ", "")) == 0  # noqa: S605 - the remedy, as a person would run it
    assert look("folder", patient).verdict == "fine"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else")
def test_another_users_folder_is_looked_into_with_sudo(tmp_path: Path, anyones_folder: Path) -> None:
    os.chown(anyones_folder, NOBODY, NOBODY)
    finding = look("folder", make_patient(tmp_path, data=anyones_folder, user=User("ana", 1000)))
    assert (finding.verdict, finding.remedy) == ("note", "sudo citychase doctor")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else")
def test_a_folder_of_another_user_is_seen_with_sudo(tmp_path: Path) -> None:
    filled(tmp_path)
    tmp_path.chmod(0o700)
    os.seteuid(NOBODY)
    try:
        finding = check(tmp_path)
        space = look("space", make_patient(tmp_path, data=tmp_path / "below"))
    finally:
        os.seteuid(0)
    assert (finding.verdict, finding.remedy) == ("note", "sudo citychase doctor")
    assert space.verdict == "fine"


@pytest.mark.parametrize(
    ("free", "verdict"), [(10**10, "fine"), (400_000_000, "note"), (10_000_000, "problem"), (0, "problem")]
)
def test_little_room_is_told_in_time(free: int, verdict: str, tmp_path: Path) -> None:
    seen: list[Path] = []

    def free_bytes(path: Path) -> int:
        seen.append(path)
        return free

    patient = make_patient(tmp_path, data=tmp_path / "not" / "there", free_bytes=free_bytes)
    assert look("space", patient).verdict == verdict
    assert seen == [tmp_path]


def check_settings(folder: Path) -> Finding:
    return look("settings", make_patient(folder, data=folder))


def test_no_settings_are_fine(tmp_path: Path) -> None:
    assert check_settings(tmp_path).verdict == "fine"
    assert check_settings(tmp_path / "not" / "there").verdict == "fine"
    assert list(tmp_path.iterdir()) == []


def test_settings_that_can_be_are_fine(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("# ours\nbrightness = 0.3\n")
    assert check_settings(tmp_path).verdict == "fine"


def test_settings_that_cannot_be_are_told_with_their_lines(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("brightness = 9\n\nsound = 'loud'\n")
    finding = check_settings(tmp_path)
    assert finding.verdict == "problem"
    assert "Line 1: " in finding.found
    assert "Line 3: " in finding.found
    assert finding.remedy == f"sudo nano {tmp_path / 'settings.toml'}"


def test_what_holds_instead_of_a_setting_that_cannot_be_is_the_boards_own(tmp_path: Path) -> None:
    plan = tmp_path / "board.toml"
    plan.write_bytes((files("hardware") / "board.toml").read_bytes().replace(b"brightness = 0.5", b"brightness = 0.3"))
    (tmp_path / "settings.toml").write_text("brightness = 9\n")
    finding = look("settings", make_patient(tmp_path, data=tmp_path, plan_file=plan))
    assert "0.3 is used" in finding.found
    plan.write_text("no plan at all")
    finding = look("settings", make_patient(tmp_path, data=tmp_path, plan_file=plan))
    assert "Line 1: " in finding.found


def test_a_folder_in_the_place_of_the_settings_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").mkdir()
    finding = check_settings(tmp_path)
    assert (finding.verdict, finding.remedy) == ("problem", f"sudo rm -r {tmp_path / 'settings.toml'}")


def test_a_pipe_in_a_files_place_is_told_and_not_waited_for(tmp_path: Path) -> None:
    for name in (JOURNAL, "settings.toml"):
        os.mkfifo(tmp_path / name, 0o600)
    journal, settings = check(tmp_path), check_settings(tmp_path)
    assert (journal.verdict, journal.found) == ("problem", f"{tmp_path / JOURNAL} is a pipe instead of a journal.")
    assert settings.found == f"{tmp_path / 'settings.toml'} is a pipe instead of a file."
    assert settings.remedy == f"sudo rm {tmp_path / 'settings.toml'}"


def test_a_dying_card_costs_nobody_the_settings_or_the_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    private(tmp_path / JOURNAL)
    private(tmp_path / "settings.toml")

    def fail(_: Path) -> os.stat_result:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(keeping, "_try_to_read", fail)
    for finding in (check(tmp_path), check_settings(tmp_path)):
        assert finding.verdict == "problem"
        assert "Input/output error" in finding.found
        assert "The card may be worn out" in str(finding.remedy)
        assert "rm " not in str(finding.remedy)


def test_the_service_is_stopped_while_games_are_put_back(tmp_path: Path) -> None:
    private(tmp_path / JOURNAL, b"Dear diary, " * 100)
    finding = look("journal", make_patient(tmp_path, data=tmp_path, files={UNIT: "[Service]\n"}))
    stop, put_back, *_ = str(finding.remedy).split(" && ")
    assert stop == "sudo systemctl stop citychase.socket citychase.service"
    assert put_back == "sudo citychase games restore FILE"
