"""The journal's file as SQLite sees it: its tables in every version there was, and the way from one to the next.

A journal of any earlier version is read and brought up to date. Steps that were released are never changed: a new
version is a new step.
"""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path

from companion.table.files import sync

STEPS: tuple[str, ...] = (
    """
CREATE TABLE entries (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL,
    at TEXT NOT NULL,
    seat TEXT NOT NULL,
    action TEXT NOT NULL
) STRICT;
CREATE INDEX entries_by_game ON entries (game, number);
CREATE TABLE versions (
    view TEXT PRIMARY KEY, version INTEGER NOT NULL, game_part INTEGER NOT NULL,
    digest TEXT NOT NULL) STRICT;
""",
)
"""What makes each version out of the one before; the first out of an empty file."""
SCHEMA = len(STEPS)
BUSY_S = 5.0
ROOM_BYTES = 128 * 1024
"""What SQLite wants for the files that it puts beside a journal, and some more."""


def is_out_of_room(path: Path) -> bool:
    """Tell whether a journal's disk is full. SQLite needs room beside it even to read, and says "disk I/O error"."""
    try:
        seen = os.statvfs(path if path.exists() else path.parent)
    except OSError:
        return False
    return seen.f_bavail * seen.f_frsize < ROOM_BYTES


def version_of(rows: sqlite3.Connection) -> int:
    """Return the version of a journal; 0 for an empty file."""
    return int(rows.execute("PRAGMA user_version").fetchone()[0])


def is_journal(rows: sqlite3.Connection) -> bool:
    """Tell whether this is a journal, or an empty file that can become one."""
    tables = {name for (name,) in rows.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    return {"entries", "versions"} <= tables if version_of(rows) >= 1 else not tables and version_of(rows) == 0


def upgrade(rows: sqlite3.Connection, steps: Sequence[str] = STEPS) -> None:
    """Bring a journal up to date, a version at a time. One that fails leaves the version before."""
    for version in range(version_of(rows) + 1, len(steps) + 1):
        try:
            rows.executescript(f"BEGIN IMMEDIATE;{steps[version - 1]};PRAGMA user_version = {version};COMMIT;")
        except sqlite3.Error:
            if rows.in_transaction:
                rows.execute("ROLLBACK")
            raise


def _names_for(path: Path, version: int) -> Iterator[Path]:
    yield path.with_name(f"{path.stem}-version-{version}{path.suffix}")
    # A copy of an earlier upgrade may hold other games: a backup of that version was put back since.
    yield from (path.with_name(f"{path.stem}-version-{version}-{number}{path.suffix}") for number in count(2))


def keep_version(rows: sqlite3.Connection, path: Path) -> Path:
    """Copy a journal before it is brought up to date, for whoever goes back to the program that wrote it."""
    kept = next(name for name in _names_for(path, version_of(rows)) if not name.exists())
    new = kept.with_name(f"{kept.name}.new")
    new.unlink(missing_ok=True)
    # Before anything is in it: until its end a game's secret is, too.
    new.touch(mode=0o600)
    rows.execute("VACUUM INTO ?", (str(new),))
    sync(new)
    new.replace(kept)
    sync(kept.parent)
    return kept


@contextmanager
def open_to_read(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a journal that is only read: also while a table writes it, and on a medium that cannot be written."""
    address = f"{path.resolve().as_uri()}?mode=ro"
    if _is_at_rest(path) and not os.access(path.parent, os.W_OK):
        # SQLite would want to put files beside it, although there is nothing to share.
        address += "&immutable=1"
    with closing(sqlite3.connect(address, timeout=BUSY_S, uri=True)) as rows:
        yield rows


def _is_at_rest(path: Path) -> bool:
    """Tell whether all of a journal is in its one file."""
    wal = path.with_name(f"{path.name}-wal")
    return not wal.exists() or wal.stat().st_size == 0


def copy_to_memory(path: Path) -> sqlite3.Connection:
    """Return all that is in a journal, in memory: whatever is done with it leaves the file as it is."""
    memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    try:
        with open_to_read(path) as rows:
            # Where someone keeps the file locked, this fails after a while; backup() would wait for ever.
            rows.execute("SELECT count(*) FROM sqlite_master").fetchone()
            rows.backup(memory)
    except sqlite3.Error:
        memory.close()
        raise
    return memory
