"""The games there were: a list, and the record of each. Before a game's end everyone gets the public record alone."""

import logging
from threading import Lock

from msgspec import Struct

from companion.games.city_chase.state import Ending
from companion.table.actions import Mode
from companion.table.journal import BadJournal, Journal
from companion.table.play import CannotRebuild, Play, rebuild

log = logging.getLogger(__name__)


class GameSummary(Struct, frozen=True):
    """One game in the list."""

    id: int
    began: str
    mode: Mode
    thief: str | None
    police: tuple[str, ...]
    round: int
    end: Ending | None
    record: bool
    """Whether there is a record: a game given up before round 1 has none."""


class Library:
    """Reads games back from the journal. What is over never changes, so it is read once."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._over: dict[int, GameSummary] = {}
        self._lock = Lock()

    def games(self) -> list[GameSummary]:
        """Return all games, newest first."""
        with self._lock:
            listed = (self._summary(game) for game in reversed(self._journal.games()))
            return [summary for summary in listed if summary]

    def _summary(self, game: int) -> GameSummary | None:
        """Return what a list tells about a game. One that cannot be read hides no other."""
        known = self._over.get(game)
        if known:
            return known
        try:
            summary = summarise(rebuild(self._journal.entries(game)))
        except (CannotRebuild, BadJournal) as error:
            log.warning("Game %d is left out of the list: %s", game, error)
            return None
        if summary.end:
            self._over[game] = summary
        return summary

    def find(self, game: int) -> Play | None:
        """Return a game as the journal tells it, or None."""
        with self._lock:
            # Looked for in the list: a number may be larger than SQLite can be asked for.
            entries = self._journal.entries(game) if game in self._journal.games() else []
        return rebuild(entries) if entries else None


def summarise(play: Play) -> GameSummary:
    """Return what a list tells about a game."""
    public = play.game.public
    return GameSummary(
        play.id, play.began_at, play.mode, play.thief, play.police, public.round, play.end, public.round > 0
    )
