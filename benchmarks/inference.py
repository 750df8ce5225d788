"""What the police can know, against filtering the list of all routes."""

from collections.abc import Iterator

from benchmarks.measure import Comparison, best_of, repeat
from companion.games.city_chase.knowledge import know_nothing
from companion.games.city_chase.pieces import ROUNDS, Find
from companion.games.city_chase.routes import Atlas, longest_routes

BUILDING = 13
WANTED_COUNT = 500
WANTED_WEIGHTS = 25
WANTED_PREPARED = 0.25
"""Numbering all routes and sorting them by building takes at most four times as long as finding them."""


def compare() -> Iterator[Comparison]:
    """Compare one observation in round 11, with its count and with all weights, and preparing the routes.

    What a search tells is worked out once and then remembered; this measures every time after the first.
    """
    b = BUILDING
    routes = [route for route in longest_routes() if len(route) == ROUNDS]
    knowledge = know_nothing()
    for _ in range(ROUNDS):
        knowledge = knowledge.thief_moved()
    empty = Find.NOTHING

    def filter_list() -> list[tuple[int, ...]]:
        return [r for r in routes if b not in r]

    assert knowledge.routes == len(routes)
    assert knowledge.searched(b, empty).routes == len(filter_list())
    other = "[r for r in routes if b not in r]"
    times = 1000
    count, listed = best_of(repeat(lambda: knowledge.searched(b, empty).routes, times), filter_list, 15)
    yield Comparison("observation and count, round 11", "search", count / times, other, "search", listed, WANTED_COUNT)
    times = 100
    weights, listed = best_of(repeat(lambda: knowledge.searched(b, empty).weights, times), filter_list, 15)
    name = "the same with all 25 weights"
    yield Comparison(name, "search", weights / times, other, "search", listed, WANTED_WEIGHTS)
    prepared, listed = best_of(Atlas, longest_routes, 5)
    yield Comparison("preparing the routes", "start", prepared, "only listing them", "start", listed, WANTED_PREPARED)
