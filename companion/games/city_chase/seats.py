"""Who acts: the thief, a police player, someone watching, or a hand on the board."""

from typing import TypeAlias

from msgspec import Struct


class ThiefSeat(Struct, frozen=True, tag_field="seat", tag="thief"):
    """The hidden thief. There is one."""


class PoliceSeat(Struct, frozen=True, tag_field="seat", tag="police"):
    """One police player, known by an id that the table hands out. Never the name a person typed."""

    player: str


class WatchSeat(Struct, frozen=True, tag_field="seat", tag="watch"):
    """Someone who looks on."""


class BoardSeat(Struct, frozen=True, tag_field="seat", tag="board"):
    """The board itself: its buttons and lifts act for all police players."""


Seat: TypeAlias = ThiefSeat | PoliceSeat | WatchSeat | BoardSeat
