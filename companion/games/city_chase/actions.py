"""What can be done in a game, as values that travel as JSON: `{"action": "move", "helicopter": "pink", …}`."""

from typing import TypeAlias, TypeVar

from msgspec import DecodeError, Struct
from msgspec.json import Decoder

from companion.errors import CityChaseError
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

    def __repr__(self) -> str:
        return "Hide(…)"


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


class Malformed(CityChaseError):
    """No action can be read from this. The message says where, for programs rather than for players."""


class _Name(Struct, frozen=True):
    action: str


_Read = TypeVar("_Read")
_decoder: Decoder[Action] = Decoder(Action)
_name_decoder: Decoder[_Name] = Decoder(_Name)


def read_action(data: bytes | str) -> Action:
    """Return the action that a JSON text describes. Raises Malformed."""
    return read_with(_decoder, data)


def read_action_name(data: bytes | str) -> str:
    """Return an action's name alone, whatever else is wrong with it: some are refused by their name.

    Raises Malformed where there is none.
    """
    return read_with(_name_decoder, data).action


def read_with(decoder: "Decoder[_Read]", data: bytes | str) -> _Read:
    """Return what a decoder makes of a JSON text. Raises Malformed."""
    try:
        return decoder.decode(data)
    except (DecodeError, UnicodeError) as error:
        raise Malformed(str(error)) from error
    except RecursionError as error:
        raise Malformed("JSON is nested too deeply") from error
