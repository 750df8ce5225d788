"""Journals of every version that was ever written are read, listed and gone on with.

`journals/version-N.sql` is a journal as that version wrote it, with whole games, a classic one among them, one given up
and one that is not over; `.games.json` and `.chase` are what was told about it then. They are never changed.
"""

import re
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.json import encode

from companion.table import database
from companion.table.backup import NoBackup, restore
from companion.table.database import SCHEMA, STEPS, upgrade, version_of
from companion.table.journal import BadJournal, Count, Journal
from companion.table.library import Library
from tests.companion.commands.running import run_citychase
from tests.companion.table.opening import OpenTable

JOURNALS = Path(__file__).parent / "journals"
NEXT = (*STEPS, "ALTER TABLE entries ADD COLUMN witness TEXT NOT NULL DEFAULT 'nobody'")
"""A version that may come one day."""
BROKEN = (*STEPS, "CREATE TABLE witnesses (name TEXT) STRICT; INSERT INTO nowhere VALUES (1)")


def versions() -> list[int]:
    return sorted(int(re.sub(r"\D", "", path.name)) for path in JOURNALS.glob("*.sql"))


@pytest.fixture(params=versions())
def version(request: pytest.FixtureRequest) -> int:
    found: int = request.param
    return found


@pytest.fixture
def folder(version: int, tmp_path: Path) -> Path:
    """Return a table's folder with the journal of a version."""
    folder = tmp_path / "table"
    folder.mkdir(mode=0o700)
    write_journal(folder / "journal.sqlite3", version)
    return folder


def write_journal(path: Path, version: int) -> None:
    with closing(sqlite3.connect(path)) as rows:
        rows.execute("PRAGMA journal_mode = WAL")
        rows.executescript((JOURNALS / f"version-{version}.sql").read_text())


def version_at(path: Path) -> int:
    with closing(sqlite3.connect(path)) as rows:
        return version_of(rows)


def test_there_is_a_journal_of_every_version() -> None:
    assert versions() == list(range(1, SCHEMA + 1))


def test_its_games_are_listed_as_they_were(version: int, folder: Path) -> None:
    before = (folder / "journal.sqlite3").read_bytes()
    assert run_citychase("games", "--json", "--data", folder).out == (
        JOURNALS / f"version-{version}.games.json"
    ).read_text(encoding="utf-8")
    assert (folder / "journal.sqlite3").read_bytes() == before, "who only reads changes nothing"


def test_its_records_are_what_they_were(version: int, folder: Path) -> None:
    with closing(Journal(folder / "journal.sqlite3", is_copy=True)) as journal:
        library = Library(journal)
        written = [play.record() for one in reversed(library.games()) if one.record and (play := library.find(one.id))]
    kept = (JOURNALS / f"version-{version}.chase").read_text(encoding="utf-8")
    assert "".join(written).split() == kept.split()


def test_the_game_that_is_not_over_goes_on(folder: Path) -> None:
    with OpenTable(folder) as opened:
        assert opened.table.scene.is_running
        assert opened.public().round == 3
        assert version_at(folder / "journal.sqlite3") == SCHEMA


def test_a_copy_of_it_can_be_put_back(version: int, folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    write_journal(copy, version)
    assert restore(copy, folder).games == 5
    with OpenTable(folder) as opened:
        assert opened.public().round == 3


# How a later version will come, tried with one that does not exist


def everything(journal: Journal) -> bytes:
    games = journal.games()
    return encode([journal.counts(), [journal.entries(game) for game in games]])


def test_an_older_journal_is_brought_up_to_date_and_kept_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    write_journal(path, 1)
    with closing(Journal(path)) as journal:
        before = everything(journal)
    with closing(Journal(path, steps=NEXT)) as journal:
        assert everything(journal) == before
    kept = tmp_path / "journal-version-1.sqlite3"
    assert (version_at(path), version_at(kept)) == (2, 1)
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    with closing(Journal(kept)) as journal:
        assert everything(journal) == before


def test_a_journal_that_is_up_to_date_is_not_kept_twice(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    Journal(path, steps=NEXT).close()
    Journal(path, steps=NEXT).close()
    assert [one.name for one in tmp_path.iterdir()] == ["journal.sqlite3"]


def test_a_step_that_fails_leaves_the_version_before(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    write_journal(path, 1)
    with pytest.raises(BadJournal, match="nowhere"):
        Journal(path, steps=BROKEN)
    assert version_at(path) == 1
    with closing(Journal(path)) as journal:
        assert len(journal.games()) == 5
        journal.add((), {"public": Count(1000)})


def test_only_a_copy_in_memory_is_brought_up_to_date_for_who_only_reads(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    write_journal(path, 1)
    with closing(Journal(path, is_copy=True, steps=NEXT)) as journal:
        assert len(journal.games()) == 5
    assert version_at(path) == 1
    assert not (tmp_path / "journal-version-1.sqlite3").exists()


def test_a_table_goes_on_writing_while_someone_reads(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    with closing(Journal(path)) as writing:
        writing.add((), {"public": Count(1)})
        with closing(Journal(path, is_copy=True)) as reading:
            writing.add((), {"public": Count(2)})
            assert reading.counts() == {"public": Count(1)}
            assert writing.counts() == {"public": Count(2)}


def test_every_step_can_be_taken_from_every_version() -> None:
    for version in versions():
        with closing(sqlite3.connect(":memory:")) as rows:
            rows.executescript((JOURNALS / f"version-{version}.sql").read_text())
            upgrade(rows)
            assert version_of(rows) == SCHEMA


@pytest.mark.parametrize("version", [0, -1, -1000])
def test_a_file_whose_version_cannot_be_is_no_journal(version: int, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    write_journal(path, 1)
    with closing(sqlite3.connect(path)) as rows:
        rows.execute(f"PRAGMA user_version = {version}")
    for is_copy in (False, True):
        with pytest.raises(BadJournal, match="is no journal of citychase"):
            Journal(path, is_copy=is_copy)
    with pytest.raises(NoBackup, match="is no journal of citychase"):
        restore(path, tmp_path / "table")


def test_a_journal_that_someone_keeps_locked_is_not_waited_for_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_S", 0.1)
    path = tmp_path / "journal.sqlite3"
    write_journal(path, 1)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = DELETE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(BadJournal, match="locked"):
            Journal(path, is_copy=True)
