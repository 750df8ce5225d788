"""Copies of the journal: made while a table is playing, and put back while none is.

A copy is one file, whole or not there. Putting one back never loses what was there before: it is kept beside it.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from msgspec import Struct

from companion.errors import CityChaseError
from companion.table.journal import SCHEMA
from companion.table.storage import Storage, sync


class NoBackup(CityChaseError):
    """A copy cannot be made or put back. The message says which file and what to do."""


class Restored(Struct, frozen=True):
    """What was put back, and where what was there before is now."""

    games: int
    kept: Path | None


def back_up(journal: Path, file: Path) -> int:
    """Copy a journal, also while a table is writing it, and return how many games it holds. Raises NoBackup."""
    new = file.with_name(f".{file.name}.new")
    try:
        games = _draft(journal, new)
        sync(new)
        new.replace(file)
        sync(file.parent)
    except (sqlite3.Error, OSError) as error:
        raise NoBackup(f"{file} cannot be written: {error}.") from error
    finally:
        new.unlink(missing_ok=True)
    return games


def restore(file: Path, storage: Storage) -> Restored:
    """Put a copy in the place of a table's journal. Raises NoBackup, and then everything is as before.

    The folder must be this program's alone, as an opened storage says.
    """
    journal = storage.journal
    new = journal.with_name(f"{journal.name}.new")
    try:
        games = _draft(file, new)
        kept = _keep(journal)
        if kept:
            _go_on_counting(new, kept)
        sync(new)
        # What is left of a journal that was moved away would be taken for a part of this one.
        for rest in ("-wal", "-shm"):
            journal.with_name(journal.name + rest).unlink(missing_ok=True)
        new.replace(journal)
        sync(journal.parent)
    except (sqlite3.Error, OSError) as error:
        raise NoBackup(f"{file} cannot be put back: {error}.") from error
    finally:
        new.unlink(missing_ok=True)
    return Restored(games, kept)


def _draft(source: Path, new: Path) -> int:
    """Copy a journal to a new file, and return how many games it holds."""
    new.unlink(missing_ok=True)
    # Before anything is in it: until its end a game's secret is, too.
    new.touch(mode=0o600)
    _copy(source, new)
    return _check(new, source)


def _copy(source: Path, target: Path) -> None:
    if not source.is_file():
        raise NoBackup(f"There is no file {source}.")
    with _open(source) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
        # One file, and nothing beside it.
        new.execute("PRAGMA journal_mode = DELETE")


@contextmanager
def _open(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as opened:
        yield opened


def _check(path: Path, source: Path) -> int:
    """Return how many games a copy holds. Raises NoBackup where its source is no journal, or a damaged one."""
    with _open(path) as copy:
        [(version,)] = copy.execute("PRAGMA user_version").fetchall()
        tables = {name for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not {"entries", "versions"} <= tables or version == 0:
            raise NoBackup(f"{source} is no journal of citychase.")
        if version > SCHEMA:
            raise NoBackup(f"{source} was written by a newer citychase. Update this one first.")
        if copy.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
            raise NoBackup(f"{source} is damaged. Use an earlier copy.")
        [(games,)] = copy.execute("SELECT count(DISTINCT game) FROM entries").fetchall()
    return int(games)


def _keep(journal: Path) -> Path | None:
    """Copy the journal that is there to a name that is free, and put all that belongs to it into its one file."""
    if not journal.exists():
        return None
    names = (journal.with_name(f"{journal.stem}-before-restore-{number}.sqlite3") for number in range(1, 10_000))
    kept = next(name for name in names if not name.exists())
    try:
        back_up(journal, kept)
        with closing(sqlite3.connect(journal)) as old:
            old.execute("PRAGMA journal_mode = DELETE")
    except (NoBackup, sqlite3.Error) as error:
        raise NoBackup(f"The journal {journal} cannot be kept: {error} Move it away, then try again.") from error
    return kept


def _go_on_counting(path: Path, kept: Path) -> None:
    """Let no view's version go back: pages that are open know the later ones."""
    with _open(kept) as before, closing(sqlite3.connect(path)) as now, now:
        now.executemany(
            "INSERT INTO versions (view, version, game_part, digest) VALUES (?, ?, ?, '') ON CONFLICT (view) DO UPDATE "
            "SET version = max(version, excluded.version), game_part = max(version, excluded.version), digest = ''",
            before.execute("SELECT view, version, version FROM versions").fetchall(),
        )
