"""What the police can know: exactly those routes that fit everything they have seen.

It is worked out from searches alone. Where helicopters flew tells nothing about the thief, and who watches the table
sees no more than this.
"""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from companion.games.city_chase.city import Building, Route
from companion.games.city_chase.pieces import ROUNDS, Find
from companion.games.city_chase.routes import RouteSet, atlas
from companion.games.city_chase.state import Ending
from companion.games.city_chase.views import SeatView


class Knowledge(Struct, frozen=True):
    """The routes that fit what was seen up to now. `round` is how many buildings the thief has hidden in."""

    round: int
    fits: RouteSet

    @property
    def is_contradiction(self) -> bool:
        """Whether no route at all fits: what was seen cannot have been."""
        return not self.fits

    @property
    def routes(self) -> int:
        """How many routes so far fit."""
        return (self.fits & atlas().firsts[self.round]).bit_count()

    @property
    def weights(self) -> dict[Building, int]:
        """How many of these routes have the car in each of the 25 buildings now."""
        fits = self.fits
        return {building: (fits & routes).bit_count() for building, routes in atlas().first_at[self.round].items()}

    @property
    def possible(self) -> tuple[Building, ...]:
        """The buildings the car can be in now."""
        fits = self.fits
        return tuple(building for building, routes in atlas().first_at[self.round].items() if fits & routes)

    def going_on(self) -> "Knowledge":
        """Return what is known once the thief is seen to go on: routes without a way out are gone."""
        return Knowledge(self.round, self.fits & self._able_to_go_on())

    def surrounded(self) -> "Knowledge":
        """Return what is known once the thief is surrounded: only routes without a way out are left."""
        return Knowledge(self.round, self.fits & ~self._able_to_go_on())

    def thief_moved(self) -> "Knowledge":
        """Return what is known once the thief has hidden in one building more."""
        return Knowledge(min(self.round + 1, ROUNDS), self.fits & self._able_to_go_on())

    def _able_to_go_on(self) -> RouteSet:
        return atlas().reaching[self.round + 1] if self.round < ROUNDS else 0

    def searched(self, building: Building, find: Find) -> "Knowledge":
        """Return what is known once a search in this round has found this."""
        return Knowledge(self.round, self.fits & atlas().fitting(self.round, building, find))

    def prospects(self, building: Building) -> dict[Find, "Knowledge"]:
        """Return what lifting a building now could find, and what would be known then."""
        outlook = {find: self.searched(building, find) for find in Find}
        return {find: after for find, after in outlook.items() if not after.is_contradiction}

    def each_route(self) -> Iterator[Route]:
        """Yield every route so far that fits."""
        return atlas().beginnings(self.fits, self.round)


def know_nothing() -> Knowledge:
    """Return what is known before round 1: every route may be."""
    return Knowledge(0, atlas().everything)


def know(view: SeatView[Any]) -> Knowledge:
    """Return what the police can know from what everyone sees. What is the seat's own in a view is not looked at."""
    knowledge = know_nothing()
    for number in range(1, _thief_moves(view) + 1):
        knowledge = knowledge.thief_moved()
        for search in view.searches:
            if search.round == number:
                knowledge = knowledge.searched(search.building, Find.of(search.found, search.colour))
    if view.result is not None and view.result.reason is Ending.SURROUNDED:
        return knowledge.surrounded()
    # A round has begun that the thief has not hidden in yet: the thief can.
    return knowledge.going_on() if knowledge.round < view.round else knowledge


def _thief_moves(view: SeatView[Any]) -> int:
    """Return how many buildings the thief has hidden in, which everyone can count."""
    if view.result is None:
        return view.round - 1 if view.phase == "thief" else view.round
    if view.result.reason is Ending.SURROUNDED:
        return view.round - 1
    if view.result.reason is not Ending.ABANDONED or any(one.acted for one in view.helicopters.values()):
        return view.round
    # Where even the end tells no route (a public record), the round given up in is taken to have just begun.
    return len(view.result.route) or max(view.round - 1, 0)
