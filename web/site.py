"""What the web side of a table is given: the table itself, and what is its own (cookies' key, address, limits)."""

from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING, cast

from flask import current_app
from msgspec import Struct

from companion.settings.office import Office
from companion.table.reception import Reception
from companion.table.table import Table

if TYPE_CHECKING:
    from firmware.simulated import SimulatedBoard

EXTENSION = "citychase"
STREAMS_FOR_ALL = 120
STREAMS_FOR_SEATS = 24
"""Kept free for those who have a seat: onlookers never shut a player out."""
COMMENT_S = 10.0
"""How often a live stream says that it is still there."""


class Streams:
    """Counts the live streams that are open, and says when there is no room for another."""

    def __init__(self, for_all: int = STREAMS_FOR_ALL, for_seats: int = STREAMS_FOR_SEATS) -> None:
        self._for_all = for_all
        self._for_seats = for_seats
        self._open = 0
        self._lock = Lock()

    def enter(self, *, has_seat: bool) -> bool:
        """Take a place, or tell that there is none."""
        with self._lock:
            limit = self._for_all + (self._for_seats if has_seat else 0)
            if self._open >= limit:
                return False
            self._open += 1
            return True

    def leave(self) -> None:
        """Give a place back."""
        with self._lock:
            self._open -= 1


class Site(Struct):
    """One table on the web."""

    table: Table
    reception: Reception
    key: bytes
    """What signs the cookies."""
    find_address: Callable[[], str]
    """What phones open, looked up anew: the network may come after the table."""
    streams: Streams
    office: Office
    """Where the owner sets the table."""
    simulated: "SimulatedBoard | None" = None
    comment_s: float = COMMENT_S

    def __repr__(self) -> str:
        # The key is for nobody's eyes.
        return f"Site({self.find_address()})"

    @property
    def language(self) -> str:
        """The language of phones that prefer none of ours."""
        return self.office.book.settings.language

    @property
    def board_kind(self) -> str:
        """What the board is: `simulated` or `pi`."""
        return self.table.board_kind


def site() -> Site:
    """Return the site that this request is for."""
    return cast("Site", current_app.extensions[EXTENSION])
