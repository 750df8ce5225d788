"""What the lights are told beside the public view: the board, and what the table makes of it.

Everything in here is public. In the thief phase of a classic game the table hands out `NOTHING_UP`, whatever the
switches see.
"""

from msgspec import Struct

from companion.games.city_chase.actions import Move
from companion.games.city_chase.city import Building
from companion.games.city_chase.pieces import Find, Helicopter


class Discovery(Struct, frozen=True):
    """A search that was made, and when it was."""

    building: Building
    find: Find
    at: float


class Picture(Struct, frozen=True):
    """How the board is, and what is to be done about it."""

    lifted: frozenset[Building] = frozenset()
    """Buildings that are up."""
    refused: frozenset[Building] = frozenset()
    """Those of them that no helicopter may search now: they are to be put back, and reveal nothing."""
    choosing: tuple[Helicopter, ...] = ()
    """The helicopters that could be searching the lifted building, while the police choose one."""
    missing: tuple[Building, ...] = ()
    """Buildings that must be back before play goes on."""
    selected: Helicopter | None = None
    """The helicopter that was chosen with a button."""
    searcher: Helicopter | None = None
    """The helicopter of `choosing` that a button has picked out, to be confirmed."""
    intended: Move | None = None
    """A last move of a phase that still waits to be confirmed."""
    discovery: Discovery | None = None
    """The last search."""
    ended_at: float | None = None
    """When the game ended, for as long as the end is shown."""
    is_resumed: bool = False
    """Whether the game was taken up again after a restart, and may still be given up with one press."""


NOTHING_UP = Picture()
