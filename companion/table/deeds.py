"""What the journal holds: every action that was done at the table, with who did it, as values that travel as JSON."""

from typing import TypeAlias

from msgspec import Struct

from companion.games.city_chase import actions as game
from companion.games.city_chase.city import Building
from companion.games.city_chase.seats import Seat
from companion.games.city_chase.state import NOBODY, Owners
from companion.table.actions import Mode, SetAside


class Began(Struct, frozen=True, tag_field="action", tag="new_game"):
    """A game began, with the helicopters of players who were there already."""

    mode: Mode
    owners: Owners = NOBODY


class Players(Struct, frozen=True, tag_field="action", tag="players"):
    """These people play, by the names they gave."""

    thief: str | None
    police: tuple[str, ...]


class Handled(Struct, frozen=True, tag_field="action", tag="handled"):
    """A building was lifted while the thief of a classic game was hiding. As secret as the route."""

    building: Building

    def __repr__(self) -> str:
        return "Handled(…)"


class SwitchChanged(Struct, frozen=True, tag_field="action", tag="switch_changed"):
    """A switch that had been set aside has changed: it counts again."""

    building: Building


Deed: TypeAlias = game.Action | Began | Players | SetAside | Handled | SwitchChanged


class Entry(Struct, frozen=True):
    """One row of the journal."""

    game: int
    at: str
    """When, in ISO 8601 and universal time."""
    seat: Seat
    deed: Deed
