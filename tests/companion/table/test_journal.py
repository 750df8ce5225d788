"""The journal keeps what was done, whatever happens, and refuses what it cannot keep."""

import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from companion.games.city_chase.actions import Hide, Search
from companion.games.city_chase.pieces import Helicopter
from companion.games.city_chase.seats import BoardSeat, PoliceSeat, ThiefSeat
from companion.games.city_chase.state import NOBODY
from companion.table.actions import Mode, SetAside
from companion.table.database import SCHEMA
from companion.table.deeds import Began, Entry, Handled, Players, SwitchChanged
from companion.table.journal import BadJournal, Count, Journal, NotSaved
from tests.companion.table.opening import WHEN

ENTRIES = (
    Entry(1, WHEN, PoliceSeat("ben"), Began(Mode.CLASSIC, NOBODY)),
    Entry(1, WHEN, PoliceSeat("ben"), Players("Ana", ("Ben", "Chloé"))),
    Entry(1, WHEN, ThiefSeat(), Hide(13)),
    Entry(1, WHEN, BoardSeat(), Handled(13)),
    Entry(1, WHEN, ThiefSeat(), SetAside(8)),
    Entry(1, WHEN, BoardSeat(), SwitchChanged(8)),
    Entry(1, WHEN, BoardSeat(), Search(Helicopter.PINK, 7)),
)
COUNTS = {"public": Count(3, 2, "abc"), "thief": Count(9, 8, "def")}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite3"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    opened = Journal(path)
    yield opened
    opened.close()


def ask(path: Path, question: str) -> list[tuple[object, ...]]:
    """Look into the file as another program does."""
    connection = sqlite3.connect(path)
    try:
        return connection.execute(question).fetchall()
    finally:
        connection.close()


def change(path: Path, statement: str, *values: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute(statement, values)
    connection.commit()
    connection.close()


def fill_disk(journal: Journal) -> None:
    """Let the file grow no further: what SQLite says then is what it says where the disk is full."""
    pages = journal._rows.execute("PRAGMA page_count").fetchone()[0]
    journal._rows.execute(f"PRAGMA max_page_count = {pages}")


def test_what_was_added_is_there_after_opening_the_file_again(path: Path) -> None:
    first = Journal(path)
    first.add(ENTRIES, COUNTS)
    first.close()
    second = Journal(path)
    assert tuple(second.entries(1)) == ENTRIES
    assert second.counts() == COUNTS
    assert second.games() == [1]
    second.close()


def test_one_action_is_one_row(journal: Journal, path: Path) -> None:
    journal.add(ENTRIES, {})
    rows = ask(path, "SELECT number, game, action FROM entries ORDER BY number")
    assert [row[0] for row in rows] == list(range(1, len(ENTRIES) + 1))


def test_every_commit_is_safe_on_disk_before_it_returns(journal: Journal) -> None:
    assert journal._rows.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    full = 2
    assert journal._rows.execute("PRAGMA synchronous").fetchone() == (full,)


def test_what_was_added_can_be_read_by_others_at_once(journal: Journal, path: Path) -> None:
    journal.add(ENTRIES, COUNTS)
    assert ask(path, "SELECT count(*) FROM entries") == [(len(ENTRIES),)]


def test_the_journal_is_private(journal: Journal, path: Path) -> None:
    journal.add(ENTRIES, COUNTS)
    files = sorted(path.parent.iterdir())
    assert [file.name for file in files] == [f"{path.name}", f"{path.name}-shm", f"{path.name}-wal"]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_a_journal_that_others_could_read_is_shut(path: Path) -> None:
    Journal(path).close()
    path.chmod(0o644)
    Journal(path).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_journal_of_a_newer_program_is_refused_and_left_alone(path: Path) -> None:
    Journal(path).close()
    change(path, f"PRAGMA user_version = {SCHEMA + 1}")
    before = ask(path, "SELECT * FROM sqlite_master")
    with pytest.raises(BadJournal, match=r"newer citychase\. Update this one, or name another folder with --data\."):
        Journal(path)
    assert ask(path, "PRAGMA user_version") == [(SCHEMA + 1,)]
    assert ask(path, "SELECT * FROM sqlite_master") == before


@pytest.mark.parametrize("content", [b"no database at all", b"x" * 100_000])
def test_a_file_that_is_no_journal_is_refused_with_a_sentence(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(BadJournal, match=r"cannot be used: .* Move it away to begin a new one") as refused:
        Journal(path)
    assert "\n" not in str(refused.value)
    assert path.read_bytes() == content


def test_a_damaged_page_is_told_with_a_sentence(path: Path) -> None:
    journal = Journal(path)
    journal.add(ENTRIES * 200, COUNTS)
    journal.close()
    damaged = bytearray(path.read_bytes())
    damaged[4096:] = b"\xff" * (len(damaged) - 4096)
    path.write_bytes(bytes(damaged))
    with pytest.raises(BadJournal, match="Move it away"):
        read_all(path)


def read_all(path: Path) -> None:
    journal = Journal(path)
    try:
        journal.entries(1)
    finally:
        journal.close()


@pytest.mark.parametrize("row", ['{"action":"hide","building":99}', "no JSON", '{"action":"dance"}', "{}"])
def test_a_row_that_cannot_be_read_is_named_and_not_shown(path: Path, row: str) -> None:
    journal = Journal(path)
    journal.add(ENTRIES, {})
    journal.close()
    change(path, "UPDATE entries SET action = ? WHERE number = 3", row)
    journal = Journal(path)
    with pytest.raises(BadJournal, match="Row 3 of the journal") as refused:
        journal.entries(1)
    assert row not in str(refused.value), "a row may hold the thief's secret"
    journal.close()


def test_a_full_disk_is_told_and_keeps_all_or_nothing(journal: Journal, path: Path) -> None:
    journal.add(ENTRIES, COUNTS)
    fill_disk(journal)
    with pytest.raises(NotSaved, match=r"cannot be written: database or disk is full\."):
        journal.add(ENTRIES * 500, {"public": Count(4, 4, "new")})
    assert tuple(journal.entries(1)) == ENTRIES
    assert journal.counts() == COUNTS
    assert ask(path, "SELECT count(*) FROM entries") == [(len(ENTRIES),)]


def test_after_a_full_disk_the_journal_goes_on(journal: Journal) -> None:
    fill_disk(journal)
    with pytest.raises(NotSaved):
        journal.add(ENTRIES * 500, {})
    journal._rows.execute("PRAGMA max_page_count = 100000")
    journal.add(ENTRIES, COUNTS)
    assert tuple(journal.entries(1)) == ENTRIES


def test_a_journal_that_another_program_keeps_locked_is_not_saved(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.table.journal.BUSY_S", 0.01)
    journal = Journal(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(NotSaved, match="locked"):
        journal.add(ENTRIES, {})
    other.execute("ROLLBACK")
    journal.add(ENTRIES, {})
    other.close()
    journal.close()


def test_nobody_reads_what_is_not_safe_yet(journal: Journal) -> None:
    """Readers wait for the end of a transaction, or they would show what may never have been."""
    journal.add(ENTRIES, COUNTS)
    read: list[int] = []
    reader = Thread(target=lambda: read.append(len(journal.entries(1))))
    with journal._transaction():
        journal._rows.execute("INSERT INTO entries (game, at, seat, action) SELECT game, at, seat, action FROM entries")
        reader.start()
        # Either it waits, or it has read by now.
        reader.join(0.2)
        journal._rows.execute("DELETE FROM entries WHERE number > ?", (len(ENTRIES),))
    reader.join()
    assert read == [len(ENTRIES)]


def test_on_a_full_disk_nobody_is_told_to_move_good_games_away(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr("companion.table.journal._open_to_write", fail)
    with pytest.raises(BadJournal, match=r"disk I/O error\. Move it away"):
        Journal(path)
    monkeypatch.setattr("companion.table.database.ROOM_BYTES", 2**63)
    with pytest.raises(BadJournal, match=r"cannot be used: the disk is full\. Make room on it\.$"):
        Journal(path)
