"""Copies of the journal: made while a table is playing, and put back while none is.

A copy is one file, whole or not there. Putting one back never loses what was there before: it is kept beside it.
"""

import secrets
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from msgspec import Struct

from companion.errors import CityChaseError
from companion.table.database import SCHEMA, copy_to_memory, is_journal, is_out_of_room, open_to_read, version_of
from companion.table.files import DRAFT, as_owner_of, give_to_folders_owner, sync
from companion.table.storage import Storage


class NoBackup(CityChaseError):
    """A copy cannot be made or put back. The message says which file and what to do."""


class Restored(Struct, frozen=True):
    """What was put back, and where what was there before is now."""

    games: int
    kept: Path | None


def back_up(journal: Path, file: Path) -> int:
    """Copy a journal, also while a table is writing it, and return how many games it holds. Raises NoBackup."""
    try:
        with as_owner_of(journal.parent):
            source = _read(journal)
    except (sqlite3.Error, OSError) as error:
        reason = "the disk is full" if is_out_of_room(journal) else str(error)
        raise NoBackup(f"The journal {journal} cannot be read: {reason}.") from error
    new = _draft_of(file)
    try:
        games = _draft(source, journal, new)
        sync(new)
        new.replace(file)
        sync(file.parent)
    except (sqlite3.Error, OSError) as error:
        raise NoBackup(f"{file} cannot be written: {_reason(error)}.") from error
    finally:
        source.close()
        _forget(new)
    return games


def is_copy(file: Path) -> bool:
    """Tell whether a file holds games of citychase, so that newer ones may take its place."""
    try:
        with open_to_read(file) as rows:
            return is_journal(rows) and version_of(rows) > 0
    except (sqlite3.Error, OSError):
        return False


def _draft_of(file: Path) -> Path:
    # Others may be writing the same file: each has a draft of its own.
    return file.with_name(f".{file.name}.{secrets.token_hex(4)}{DRAFT}")


def _forget(draft: Path) -> None:
    # What could not be made need not be removed: the folder may be gone, or the name too long.
    with suppress(OSError):
        draft.unlink()


def _reason(error: Exception) -> str:
    return (isinstance(error, OSError) and error.strerror) or str(error)


def restore(file: Path, folder: Path) -> Restored:
    """Put a copy in the place of a table's journal. Raises NoBackup, and then everything is as before.

    No table may be using the folder meanwhile.
    """
    try:
        # The table's own user may not be able to read what its owner has.
        source = _read(file)
    except (sqlite3.Error, OSError) as error:
        raise NoBackup(f"{file} cannot be put back: {_reason(error)}.") from error
    with closing(source), as_owner_of(folder):
        storage = Storage(folder)
        try:
            return _put_back(source, file, storage.journal)
        finally:
            storage.close()


def _put_back(source: sqlite3.Connection, file: Path, journal: Path) -> Restored:
    new = _draft_of(journal)
    try:
        games = _draft(source, file, new)
        kept = _keep(journal)
        # A damaged one does not tell how far it had counted.
        if kept and _is_whole(kept):
            _go_on_counting(new, kept)
        sync(new)
        # What is left of a journal that was moved away would be taken for a part of this one.
        for rest in ("-wal", "-shm"):
            journal.with_name(journal.name + rest).unlink(missing_ok=True)
        new.replace(journal)
        sync(journal.parent)
    except (sqlite3.Error, OSError) as error:
        raise NoBackup(f"{file} cannot be put back: {_reason(error)}.") from error
    finally:
        _forget(new)
    return Restored(games, kept)


def _read(path: Path) -> sqlite3.Connection:
    if not path.is_file():
        raise NoBackup(f"There is no file {path}.")
    return copy_to_memory(path)


def _draft(source: sqlite3.Connection, name: Path, new: Path) -> int:
    """Write a journal to a new file, and return how many games it holds. Its name is what a refusal calls it."""
    # Before anything is in it: until its end a game's secret is, too.
    new.touch(mode=0o600, exist_ok=False)
    give_to_folders_owner(new)
    with closing(sqlite3.connect(new)) as written:
        source.backup(written)
        # One file, and nothing beside it.
        written.execute("PRAGMA journal_mode = DELETE")
    return _check(new, name)


def _check(path: Path, source: Path) -> int:
    """Return how many games a copy holds. Raises NoBackup where its source is no journal, or a damaged one."""
    try:
        with open_to_read(path) as copy:
            version = version_of(copy)
            tables = {name for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if not {"entries", "versions"} <= tables or version < 1:
                raise NoBackup(f"{source} is no journal of citychase.")
            if version > SCHEMA:
                raise NoBackup(f"{source} was written by a newer citychase. Update this one first.")
            is_whole = copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            [(games,)] = copy.execute("SELECT count(DISTINCT game) FROM entries").fetchall()
    except sqlite3.OperationalError:
        # The disk's, not the copy's.
        raise
    except sqlite3.DatabaseError as error:
        raise NoBackup(f"{source} is damaged: {error}.") from error
    if not is_whole:
        raise NoBackup(f"{source} is damaged. Use an earlier copy.")
    return int(games)


def _keep(journal: Path) -> Path | None:
    """Copy the journal that is there to a name that is free, and put all that belongs to it into its one file."""
    if not journal.exists():
        return None
    names = (journal.with_name(f"{journal.stem}-before-restore-{number}.sqlite3") for number in range(1, 10_000))
    kept = next(name for name in names if not name.exists())
    if not _is_whole(journal):
        _keep_as_it_is(journal, kept)
        return kept
    try:
        back_up(journal, kept)
        with closing(sqlite3.connect(journal)) as old:
            old.execute("PRAGMA journal_mode = DELETE")
    except (NoBackup, sqlite3.Error) as error:
        raise NoBackup(f"The journal {journal} cannot be kept: {error} Move it away, then try again.") from error
    return kept


def _is_whole(journal: Path) -> bool:
    try:
        _check(journal, journal)
    except (NoBackup, sqlite3.DatabaseError):
        return False
    return True


def _keep_as_it_is(journal: Path, kept: Path) -> None:
    """Keep a damaged journal byte for byte, with what belongs to it: someone may be able to read more of it."""
    for rest in ("-wal", "-shm", ""):
        part = journal.with_name(journal.name + rest)
        if part.exists():
            copy = kept.with_name(kept.name + rest)
            shutil.copy2(part, copy)
            sync(copy)
    sync(kept.parent)


def _go_on_counting(path: Path, kept: Path) -> None:
    """Let no view's version go back: pages that are open know the later ones."""
    with open_to_read(kept) as before, closing(sqlite3.connect(path)) as now, now:
        now.executemany(
            "INSERT INTO versions (view, version, game_part, digest) VALUES (?, ?, ?, '') ON CONFLICT (view) DO UPDATE "
            "SET version = max(version, excluded.version), game_part = max(version, excluded.version), digest = ''",
            before.execute("SELECT view, version, version FROM versions").fetchall(),
        )
