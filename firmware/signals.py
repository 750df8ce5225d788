"""What the board reports, with the time it happened. Times are seconds of a clock that only goes forward."""

from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from companion.games.city_chase.city import Building


class Lifted(Struct, frozen=True):
    """A building has left its pin."""

    building: Building
    at: float


class Pinned(Struct, frozen=True):
    """A building is back on its pin."""

    building: Building
    at: float


class Held(Struct, frozen=True):
    """A building has been up for the hold time: now it is meant."""

    building: Building
    at: float


class Button(StrEnum):
    """The buttons on the board."""

    PINK = "pink"
    YELLOW = "yellow"
    GREEN = "green"
    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"
    DONE = "done"


class Pressed(Struct, frozen=True):
    """A button was pressed and let go before it counted as held."""

    button: Button
    at: float


class HeldDown(Struct, frozen=True):
    """A button has been down for the long time. It is told once, while the button is still down."""

    button: Button
    at: float


SwitchSignal: TypeAlias = Lifted | Pinned
ButtonSignal: TypeAlias = Pressed | HeldDown
Signal: TypeAlias = SwitchSignal | Held | ButtonSignal
