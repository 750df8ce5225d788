"""Lets people sit down: reads names and PINs, counts wrong ones, and asks the table for the seat.

PINs are compared outside the table's lock: that takes a while on purpose.
"""

from collections.abc import Callable

from msgspec import Struct

from companion.games.city_chase.wording import words
from companion.table.pins import Tries, hash_pin, is_pin, is_right
from companion.table.refusal import Refusal, Refused, Trouble
from companion.table.seats import Player, SeatKind, read_name
from companion.table.table import Table


class SeatWish(Struct, frozen=True):
    """What someone who wants to sit down says."""

    seat: SeatKind
    name: str | None = None
    pin: str | None = None

    def __repr__(self) -> str:
        return f"SeatWish({self.seat})"


class Reception:
    """The way to every seat."""

    def __init__(self, table: Table, clock: Callable[[], float]) -> None:
        self._table = table
        self._tries = Tries(clock)

    def sit(self, wish: SeatWish, holding: Player | None, address: str, language: str) -> Player | Refusal:
        """Seat someone. `holding` is the player whom this browser already is in that seat."""
        name = read_name(wish.name or "")
        if name is None:
            return Refused(Trouble.BAD_NAME)
        if wish.pin is not None and not is_pin(wish.pin):
            return Refused(Trouble.BAD_PIN)
        if holding is not None:
            needs_pin = wish.pin is not None and holding.seat == "thief" and holding.pin is None
            return self._table.sit_again(holding, name, hash_pin(wish.pin) if wish.pin and needs_pin else None)
        if wish.seat == "thief":
            return self._sit_as_thief(name, wish.pin, address, language)
        return self._table.sit_down(wish.seat, name or self._given_name(wish.seat, language))

    def _sit_as_thief(self, name: str, pin: str | None, address: str, language: str) -> Player | Refusal:
        thief = self._table.scene.seats.thief
        if thief is None:
            if pin is None:
                return Refused(Trouble.BAD_PIN)
            return self._table.sit_down("thief", name or words(language).table["name_thief"], hash_pin(pin))
        if pin is None:
            return Refused(Trouble.SEAT_TAKEN)
        if not self._tries.begin(address):
            return Refused(Trouble.TOO_MANY_TRIES)
        if thief.pin is None or not is_right(pin, thief.pin):
            return Refused(Trouble.SEAT_TAKEN)
        self._tries.was_right(address)
        return self._table.take_up(thief)

    def _given_name(self, seat: SeatKind, language: str) -> str:
        if seat == "watch":
            return words(language).table["name_watch"]
        return self._table.scene.seats.free_name(words(language).table["name_police"])
