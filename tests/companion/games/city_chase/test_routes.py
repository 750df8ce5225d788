from collections import Counter
from itertools import pairwise

import pytest

from companion.games.city_chase.city import BUILDINGS, NEIGHBOURS, SYMMETRIES, Route, Symmetry
from companion.games.city_chase.pieces import ROUNDS, Find
from companion.games.city_chase.routes import atlas, longest_routes
from companion.games.city_chase.state import Secret

ROUTES_BY_ROUND = (25, 80, 188, 456, 972, 2_112, 4_152, 8_160, 14_520, 26_000, 42_736)


def beginnings(routes: list[Route], number: int) -> set[Route]:
    return {route[:number] for route in routes if len(route) >= number}


@pytest.mark.rule("T1", "T2", "T3")
def test_there_are_as_many_routes_as_the_rules_allow() -> None:
    routes = longest_routes()
    assert tuple(len(beginnings(routes, number)) for number in range(1, ROUNDS + 1)) == ROUTES_BY_ROUND
    assert len(routes) == 45_104
    assert sum(len(route) < ROUNDS for route in routes) == 2_368


def test_every_route_keeps_the_rules_and_none_is_there_twice() -> None:
    routes = longest_routes()
    assert len(set(routes)) == len(routes)
    for route in routes:
        assert len(set(route)) == len(route)
        assert all(following in NEIGHBOURS[building] for building, following in pairwise(route))
        assert len(route) == ROUNDS or not Secret(route).ways_out()


@pytest.mark.parametrize("symmetry", SYMMETRIES, ids=lambda symmetry: symmetry.name)
def test_the_counts_are_the_same_in_every_turned_city(symmetry: Symmetry) -> None:
    routes = longest_routes()
    turned = [symmetry.route(route) for route in routes]
    assert tuple(len(beginnings(turned, number)) for number in range(1, ROUNDS + 1)) == ROUTES_BY_ROUND
    assert set(turned) == set(routes)
    by_start = Counter(route[0] for route in routes)
    assert all(by_start[building] == by_start[symmetry.buildings[building]] for building in BUILDINGS)


def test_the_atlas_counts_beginnings_by_one_bit_each() -> None:
    assert tuple(atlas().firsts[number].bit_count() for number in range(1, ROUNDS + 1)) == ROUTES_BY_ROUND


@pytest.mark.parametrize("number", range(1, ROUNDS + 1))
def test_the_atlas_knows_what_every_search_finds_on_every_route(number: int) -> None:
    """Each building, on every beginning of so many rounds, compared with the rules themselves."""
    going_on = [route for route in longest_routes() if len(route) >= number]
    for building in BUILDINGS:
        expected: dict[Find, set[Route]] = {find: set() for find in Find}
        for beginning in beginnings(going_on, number):
            expected[Secret(beginning).under(building)].add(beginning)
        for find in Find:
            found = atlas().fitting(number, building, find) & atlas().reaching[number]
            assert set(atlas().beginnings(found, number)) == expected[find]


def test_the_atlas_is_made_once() -> None:
    assert atlas() is atlas()
