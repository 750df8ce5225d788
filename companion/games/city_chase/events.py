"""What happened and everyone may know. What the thief does before "Done!" is no event."""

from typing import TypeAlias

from msgspec import Struct

from companion.games.city_chase.city import Crossing
from companion.games.city_chase.pieces import Helicopter
from companion.games.city_chase.state import Moved, Result, Searched


class Placed(Struct, frozen=True, tag="placed"):
    """A helicopter stands on its starting crossing."""

    helicopter: Helicopter
    crossing: Crossing


class OwnerChanged(Struct, frozen=True, tag="owner_changed"):
    """A police player took a helicopter, or gave it back (`owner` null)."""

    helicopter: Helicopter
    owner: str | None


class RoundBegan(Struct, frozen=True, tag="round_began"):
    """The thief phase of a round began."""

    round: int


class ThiefHid(Struct, frozen=True, tag="thief_hid"):
    """The thief said "Done!": the police phase began."""

    round: int


class Undone(Struct, frozen=True, tag="undone"):
    """A helicopter's move was taken back."""

    helicopter: Helicopter
    crossing: Crossing


class Ended(Struct, frozen=True, tag="ended"):
    """The game is over."""

    result: Result


Event: TypeAlias = Placed | OwnerChanged | RoundBegan | ThiefHid | Moved | Searched | Undone | Ended
