"""All the routes a thief can take, numbered, so that a set of them is one whole number.

There are 45,104 routes that cannot be made longer: 42,736 of 11 buildings, and 2,368 that end surrounded before.
They are numbered in depth-first order, and a set of routes is a Python integer with one bit for each: what the police
see is one AND. All routes with the same beginning stand side by side, so a beginning is counted by the first of them.

Preparing the atlas takes a moment and a few megabytes; it happens on first use, never on import.
"""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import TypeAlias

from companion.games.city_chase.city import BUILDINGS, NEIGHBOURS, Building, Route
from companion.games.city_chase.pieces import ROUNDS, Find, trace_of_round

RouteSet: TypeAlias = int
"""One bit for each longest route."""


def longest_routes() -> list[Route]:
    """Return every route that cannot be made longer, in depth-first order (T1, T2, T3)."""
    routes: list[Route] = []
    visited: list[Building] = []

    def go_on(building: Building) -> None:
        visited.append(building)
        ways_out = [following for following in NEIGHBOURS[building] if following not in visited]
        if len(visited) == ROUNDS or not ways_out:
            routes.append(tuple(visited))
        else:
            for following in ways_out:
                go_on(following)
        visited.pop()

    for building in BUILDINGS:
        go_on(building)
    return routes


def _shared_beginning(one: Route, other: Route) -> int:
    """Return how many buildings two different longest routes have in common before they part."""
    return next(place for place, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1])


def _choose(column: bytes, *wanted: int) -> RouteSet:
    """Return the set of those routes whose byte in the column is one of the wanted ones."""
    digits = bytes(ord("1") if value in wanted else ord("0") for value in range(256))
    return int(column.translate(digits), 2)


class Atlas:
    """The sets of routes that observations are made of. Rounds count from 1."""

    def __init__(self) -> None:
        # The first digit of a binary number is its highest bit: reversed, route n is bit n.
        self._routes = longest_routes()
        backwards = self._routes[::-1]
        lengths = bytes(map(len, backwards))
        rows = b"".join(bytes(route).ljust(ROUNDS, b"\0") for route in backwards)
        columns = [rows[place::ROUNDS] for place in range(ROUNDS)]
        parts = [_shared_beginning(*pair) for pair in pairwise(backwards)]
        parting = bytes([*parts, 0])
        rounds = range(ROUNDS + 1)

        self.everything: RouteSet = (1 << len(self._routes)) - 1
        self.reaching = [_choose(lengths, *range(number, ROUNDS + 1)) for number in rounds]
        """By round: the routes that last so long."""
        self.firsts = [_choose(parting, *range(number)) & self.reaching[number] if number else 1 for number in rounds]
        """By round: of all routes with the same beginning of that many buildings, the first."""
        self.at = [dict.fromkeys(BUILDINGS, 0)] + [
            {building: _choose(column, building) for building in BUILDINGS} for column in columns
        ]
        """By round and building: the routes with the car there in that round."""
        self.first_at = [
            {building: routes & first for building, routes in at.items()}
            for at, first in zip(self.at, self.firsts, strict=True)
        ]
        """The same, one for each beginning."""
        self._fitting: dict[tuple[int, Building, Find], RouteSet] = {}

    def fitting(self, number: int, building: Building, find: Find) -> RouteSet:
        """Return the routes for which lifting the building in that round's police phase finds this."""
        key = (number, building, find)
        routes = self._fitting.get(key)
        if routes is None:
            routes = self._fitting[key] = self._work_out(number, building, find)
        return routes

    def _work_out(self, number: int, building: Building, find: Find) -> RouteSet:
        if find is Find.CAR:
            return self.at[number][building]
        routes = 0
        if find is Find.NOTHING:
            for earlier in range(1, number + 1):
                routes |= self.at[earlier][building]
            return self.everything & ~routes
        for earlier in range(1, number):
            if trace_of_round(earlier) is find:
                routes |= self.at[earlier][building]
        return routes

    def beginnings(self, routes: RouteSet, number: int) -> Iterator[Route]:
        """Yield the different beginnings, of that many buildings, of the routes in a set."""
        # Looking for the next 1 in a text is far quicker than taking a long number apart bit by bit.
        digits = f"{routes & self.firsts[number]:b}"[::-1]
        index = digits.find("1")
        while index >= 0:
            yield self._routes[index][:number]
            index = digits.find("1", index + 1)


@cache
def atlas() -> Atlas:
    """Return the one atlas, prepared when it is first asked for."""
    return Atlas()
