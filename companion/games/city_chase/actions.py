"""What can be done in a game, as values that travel as JSON: `{"action": "move", "helicopter": "pink", …}`."""

from typing import TypeAlias

from msgspec import Struct
from msgspec.json import Decoder

from companion.games.city_chase.city import Building, Crossing
from companion.games.city_chase.pieces import Helicopter


class Place(Struct, frozen=True, tag_field="action", tag="place"):
    """Put a helicopter on its starting crossing; again moves it."""

    helicopter: Helicopter
    crossing: Crossing


class Start(Struct, frozen=True, tag_field="action", tag="start"):
    """Begin round 1."""


class Take(Struct, frozen=True, tag_field="action", tag="take"):
    """Make a helicopter one's own."""

    helicopter: Helicopter


class Release(Struct, frozen=True, tag_field="action", tag="release"):
    """Give one's own helicopter back to all."""

    helicopter: Helicopter


class Hide(Struct, frozen=True, tag_field="action", tag="hide"):
    """Record where the thief goes this round; again changes it."""

    building: Building


class Done(Struct, frozen=True, tag_field="action", tag="done"):
    """End the thief phase."""


class Move(Struct, frozen=True, tag_field="action", tag="move"):
    """Fly a helicopter to a neighbouring crossing."""

    helicopter: Helicopter
    crossing: Crossing


class Search(Struct, frozen=True, tag_field="action", tag="search"):
    """Lift a building beside a helicopter."""

    helicopter: Helicopter
    building: Building


class Undo(Struct, frozen=True, tag_field="action", tag="undo"):
    """Take the last police move of this phase back."""


class Abandon(Struct, frozen=True, tag_field="action", tag="abandon"):
    """Give the game up."""


Action: TypeAlias = Place | Start | Take | Release | Hide | Done | Move | Search | Undo | Abandon

_decoder: Decoder[Action] = Decoder(Action)


def read_action(data: bytes | str) -> Action:
    """Return the action that a JSON text describes.

    Raises msgspec.ValidationError, or msgspec.DecodeError where it is no JSON at all, with a message that says where.
    """
    return _decoder.decode(data)
