"""The journal: every action of every game, in SQLite, one row an action, safe on disk before anyone is told.

Rows are added and never changed. Beside them stand the counts of the views' versions, which go on over a restart; they
are written together with the action that moved them.
"""

import logging
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import RLock
from typing import Any

from msgspec import DecodeError, Struct, ValidationError
from msgspec.json import Decoder, encode

from companion.errors import CityChaseError
from companion.games.city_chase.seats import Seat
from companion.table.database import (
    BUSY_S,
    STEPS,
    copy_to_memory,
    is_journal,
    is_out_of_room,
    keep_version,
    upgrade,
    version_of,
)
from companion.table.deeds import Deed, Entry

log = logging.getLogger(__name__)


class BadJournal(CityChaseError):
    """The journal cannot be used. The message says which file and what to do."""


class NotSaved(CityChaseError):
    """An action could not be made safe on disk, so it was not done."""


class Count(Struct, frozen=True):
    """How often a view has changed, and the version with which the game part last did."""

    version: int = 0
    game_part: int = 0
    digest: str = ""
    """Of the view itself, so that a restart alone is no change."""


_seat_decoder: Decoder[Seat] = Decoder(Seat)
_deed_decoder: Decoder[Deed] = Decoder(Deed)


class Journal:
    """An opened journal. Threads take turns: nobody reads in the middle of a transaction."""

    def __init__(self, path: Path, *, is_copy: bool = False, steps: Sequence[str] = STEPS) -> None:
        """Open a journal to write it, or a copy in memory of what is in it now, which leaves the file as it is."""
        self._path = path
        self._turn = RLock()
        try:
            with ExitStack() as opening:
                self._rows = copy_to_memory(path) if is_copy else _open_to_write(path)
                opening.callback(self._rows.close)
                self._bring_up_to_date(steps, is_copy=is_copy)
                opening.pop_all()
        except (sqlite3.Error, OSError) as error:
            if is_out_of_room(path):
                raise BadJournal(f"The journal {path} cannot be used: the disk is full. Make room on it.") from error
            raise BadJournal(f"The journal {path} cannot be used: {error}. {_ADVICE}") from error

    def _bring_up_to_date(self, steps: Sequence[str], *, is_copy: bool) -> None:
        found = version_of(self._rows)
        if not is_journal(self._rows):
            raise BadJournal(f"The file {self._path} is no journal of citychase. {_ADVICE}")
        if found > len(steps):
            raise BadJournal(
                f"The journal {self._path} was written by a newer citychase. Update this one, or name another folder "
                "with --data."
            )
        if 0 < found < len(steps) and not is_copy:
            kept = keep_version(self._rows, self._path)
            log.info("The journal is brought up to date. As it was, it is kept as %s.", kept)
        upgrade(self._rows, steps)

    def add(self, entries: Iterable[Entry], counts: dict[str, Count]) -> None:
        """Make actions and the counts they moved safe on disk, all or nothing. Raises NotSaved."""
        rows = [(one.game, one.at, encode(one.seat).decode(), encode(one.deed).decode()) for one in entries]
        with self._transaction():
            if rows:
                self._rows.executemany("INSERT INTO entries (game, at, seat, action) VALUES (?, ?, ?, ?)", rows)
            self._rows.executemany(
                "INSERT OR REPLACE INTO versions (view, version, game_part, digest) VALUES (?, ?, ?, ?)",
                [(view, count.version, count.game_part, count.digest) for view, count in counts.items()],
            )

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._turn:
            try:
                self._rows.execute("BEGIN IMMEDIATE")
                yield
                self._rows.execute("COMMIT")
            except sqlite3.Error as error:
                if self._rows.in_transaction:
                    self._rows.execute("ROLLBACK")
                raise NotSaved(f"The journal {self._path} cannot be written: {error}.") from error

    def _read(self, question: str, *values: int) -> list[Any]:
        with self._turn:
            try:
                return self._rows.execute(question, values).fetchall()
            except sqlite3.Error as error:
                raise BadJournal(f"The journal {self._path} cannot be read: {error}. {_ADVICE}") from error

    def counts(self) -> dict[str, Count]:
        """Return the counts of all views' versions."""
        rows = self._read("SELECT view, version, game_part, digest FROM versions")
        return {view: Count(*count) for view, *count in rows}

    def games(self) -> list[int]:
        """Return the ids of all games, oldest first."""
        return [row[0] for row in self._read("SELECT DISTINCT game FROM entries ORDER BY game")]

    def entries(self, game: int) -> list[Entry]:
        """Return all that was done in a game. Raises BadJournal where a row cannot be read."""
        rows = self._read("SELECT number, at, seat, action FROM entries WHERE game = ? ORDER BY number", game)
        return [self._entry(game, *row) for row in rows]

    def _entry(self, game: int, number: int, at: str, seat: str, action: str) -> Entry:
        try:
            return Entry(game, at, _seat_decoder.decode(seat), _deed_decoder.decode(action))
        except (DecodeError, ValidationError) as error:
            # Not the row itself: it may hold the thief's secret.
            raise BadJournal(f"Row {number} of the journal {self._path} cannot be read. {_ADVICE}") from error

    def close(self) -> None:
        """Close the file."""
        self._rows.close()


def _open_to_write(path: Path) -> sqlite3.Connection:
    # SQLite would make the file readable to all, and gives -wal and -shm the same rights.
    path.touch(mode=0o600)
    path.chmod(0o600)
    rows = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None, check_same_thread=False)
    rows.execute("PRAGMA journal_mode = WAL")
    rows.execute("PRAGMA synchronous = FULL")
    return rows


_ADVICE = "Move it away to begin a new one, or name another folder with --data."
