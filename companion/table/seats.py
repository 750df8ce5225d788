"""Who sits at the table: one thief, police players, and people who look on. Pure; what changes is a new value.

A player is known by an id that the table hands out, never by a name. The number of times a seat was taken up on
another phone is part of what a cookie must say, so that taking it up drops the phone before.
"""

import re
from typing import Literal, TypeAlias
from unicodedata import normalize

from msgspec import Struct
from msgspec.structs import replace

from companion.games.city_chase.seats import PoliceSeat, Seat, ThiefSeat, WatchSeat
from companion.table.actions import NAME_LENGTH

SeatKind: TypeAlias = Literal["thief", "police", "watch"]
MOST_POLICE = 30
MOST_WATCHERS = 200


_JOINED = re.compile("(?<=[\u2600-\u27bf\ufe0f\U0001f000-\U0001faff])\u200d(?=[\u2600-\u27bf\U0001f000-\U0001faff])")
"""What joins two pictures to one, as in a family."""
_NOT_SEEN = re.compile("[\u115f\u1160\u2800\u3164\uffa0]|[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]{3}")
"""Letters that look like nothing, and accents piled up over the lines above."""


class Player(Struct, frozen=True):
    """Someone with a seat."""

    id: str
    seat: SeatKind
    name: str
    serial: int = 0
    """How often the seat was taken up on another phone."""
    sat: int = 0
    """When they sat down, counted in sittings."""
    pin: str | None = None
    """The thief's PIN, hashed; none where the seat was handed on and no PIN is chosen yet."""
    has_left: bool = False
    """A thief who left in the middle of a game: the seat is still theirs until its end."""

    def __repr__(self) -> str:
        return f"Player({self.seat})"

    @property
    def in_game(self) -> Seat:
        """The seat as the rules know it."""
        match self.seat:
            case "thief":
                return ThiefSeat()
            case "police":
                return PoliceSeat(self.id)
            case "watch":
                return WatchSeat()


class Seats(Struct, frozen=True):
    """All players, in the order they came."""

    players: tuple[Player, ...] = ()
    sittings: int = 0

    @property
    def thief(self) -> Player | None:
        """The player in the thief's seat."""
        return next((player for player in self.players if player.seat == "thief"), None)

    @property
    def police(self) -> tuple[Player, ...]:
        """The police players."""
        return tuple(player for player in self.players if player.seat == "police")

    @property
    def watching(self) -> tuple[Player, ...]:
        """Those who look on."""
        return tuple(player for player in self.players if player.seat == "watch")

    def find(self, player_id: str, serial: int) -> Player | None:
        """Return the player whom a cookie means; none if the seat was given up or taken up elsewhere."""
        return next((one for one in self.players if (one.id, one.serial) == (player_id, serial)), None)

    def police_named(self, name: str) -> Player | None:
        """Return the police player of a name, however it is written."""
        return next((player for player in self.police if player.name.casefold() == name.casefold()), None)

    def with_player(self, player: Player) -> "Seats":
        """Return the seats with a player who has just sat down, new or come back."""
        count = self.sittings + 1
        seated = replace(player, sat=count, has_left=False)
        if any(one.id == player.id for one in self.players):
            return Seats(tuple(seated if one.id == player.id else one for one in self.players), count)
        watchers = self.watching
        too_many = watchers[: max(0, len(watchers) + (player.seat == "watch") - MOST_WATCHERS)]
        return Seats((*(one for one in self.players if one not in too_many), seated), count)

    def changed(self, player: Player) -> "Seats":
        """Return the seats with a player's seat changed."""
        return replace(self, players=tuple(player if one.id == player.id else one for one in self.players))

    def without(self, player: Player) -> "Seats":
        """Return the seats without a player."""
        return replace(self, players=tuple(one for one in self.players if one.id != player.id))

    def passed_on(self, to: Player) -> "Seats":
        """Return the seats with a police player as the thief, and the thief among the police."""
        players = []
        for one in self.players:
            if one.id == to.id:
                players.append(replace(one, seat="thief", pin=None))
            elif one.seat == "thief":
                name = self.free_name(one.name) if self.police_named(one.name) else one.name
                players.append(replace(one, seat="police", name=name, pin=None))
            else:
                players.append(one)
        return replace(self, players=tuple(players))

    def free_name(self, stem: str) -> str:
        """Return a name for a police player that no other has: with the lowest number that is free."""
        number = 1
        while self.police_named(name := f"{stem[: NAME_LENGTH - 3].rstrip()} {number}"):
            number += 1
        return name


def read_name(text: str) -> str | None:
    """Return a name as it will be shown, or None if it cannot be. Blank is a name to be given.

    White space is made plain, and everything that a screen or a terminal obeys instead of showing is no name.
    """
    name = normalize("NFC", " ".join(text.split()))
    is_shown = _JOINED.sub("", name).isprintable() and not _NOT_SEEN.search(name)
    return name if len(name) <= NAME_LENGTH and is_shown else None
