"""What can be done at the table, beside the game's own actions, and how a request for either is read."""

from enum import StrEnum
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct
from msgspec.json import Decoder

from companion.games.city_chase import actions as game
from companion.games.city_chase.actions import read_with
from companion.games.city_chase.city import Building
from companion.games.city_chase.pieces import Helicopter

NAME_LENGTH = 24


class Mode(StrEnum):
    """How car and Traces are hidden: on the phone alone, or really, under closed eyes."""

    OPEN = "open"
    CLASSIC = "classic"


class PlayerKind(StrEnum):
    """Who plays a side."""

    HUMAN = "human"
    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"


class NewGame(Struct, frozen=True, tag_field="action", tag="new_game"):
    """Begin a game."""

    mode: Mode = Mode.OPEN
    thief: PlayerKind = PlayerKind.HUMAN
    police: PlayerKind = PlayerKind.HUMAN


class Choose(Struct, frozen=True, tag_field="action", tag="choose"):
    """Of several helicopters that could be searching the lifted building, this one is."""

    helicopter: Helicopter


class SetAside(Struct, frozen=True, tag_field="action", tag="set_aside"):
    """This switch is wrong: the building is in place."""

    building: Building


class PassOn(Struct, frozen=True, tag_field="action", tag="pass_on"):
    """Give the thief's seat to a police player, between two games."""

    to: Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH)]


TableAction: TypeAlias = NewGame | Choose | SetAside | PassOn
Action: TypeAlias = game.Action | TableAction
THIEFS_ACTIONS = frozenset({"hide", "done"})
"""Refused by their name to everyone but the thief, so that not even their content is looked at."""


class Request(Struct, frozen=True):
    """An action, and the version of the view it was decided on, if it says."""

    action: Action
    version: int | None = None


class _Decided(Struct, frozen=True):
    version: Annotated[int, Meta(ge=0)] | None = None


_decoder: Decoder[Action] = Decoder(Action)
_version_decoder: Decoder[_Decided] = Decoder(_Decided)


def read_request(data: bytes) -> Request:
    """Return the request that a JSON text describes. Raises Malformed."""
    return Request(read_with(_decoder, data), read_with(_version_decoder, data).version)
