import pytest

from companion.games.city_chase.city import (
    BUILDINGS,
    CROSSINGS,
    NEIGHBOURS,
    ROADS_FROM,
    SYMMETRIES,
    TOUCHES,
    Symmetry,
    are_diagonal,
)


def test_there_are_25_buildings_and_16_crossings() -> None:
    assert tuple(range(1, 26)) == BUILDINGS
    assert "".join(CROSSINGS) == "ABCDEFGHIJKLMNOP"


def test_a_corner_building_has_two_neighbours_and_an_inner_one_four() -> None:
    assert NEIGHBOURS[1] == (2, 6)
    assert NEIGHBOURS[13] == (8, 12, 14, 18)
    assert NEIGHBOURS[15] == (10, 14, 20)


def test_rows_do_not_wrap_around() -> None:
    assert 6 not in NEIGHBOURS[5]
    assert "E" not in ROADS_FROM["D"]


def test_neighbours_are_mutual() -> None:
    assert all(one in NEIGHBOURS[other] for one in BUILDINGS for other in NEIGHBOURS[one])
    assert all(one in ROADS_FROM[other] for one in CROSSINGS for other in ROADS_FROM[one])


def test_every_crossing_touches_four_buildings() -> None:
    assert TOUCHES["A"] == (1, 2, 6, 7)
    assert TOUCHES["P"] == (19, 20, 24, 25)
    assert {len(set(touched)) for touched in TOUCHES.values()} == {4}


def test_diagonal_buildings_share_a_corner_only() -> None:
    assert are_diagonal(13, 7)
    assert not are_diagonal(13, 8)
    assert not are_diagonal(5, 11)
    assert not are_diagonal(13, 13)


def test_there_are_eight_different_symmetries() -> None:
    assert len({tuple(symmetry.buildings.values()) for symmetry in SYMMETRIES}) == 8
    assert len({tuple(symmetry.crossings.values()) for symmetry in SYMMETRIES}) == 8


@pytest.mark.parametrize("symmetry", SYMMETRIES, ids=lambda symmetry: symmetry.name)
def test_a_symmetry_keeps_neighbours_roads_and_what_a_crossing_touches(symmetry: Symmetry) -> None:
    for building in BUILDINGS:
        turned = {symmetry.buildings[neighbour] for neighbour in NEIGHBOURS[building]}
        assert turned == set(NEIGHBOURS[symmetry.buildings[building]])
    for crossing in CROSSINGS:
        assert {symmetry.crossings[one] for one in ROADS_FROM[crossing]} == set(
            ROADS_FROM[symmetry.crossings[crossing]]
        )
        assert {symmetry.buildings[one] for one in TOUCHES[crossing]} == set(TOUCHES[symmetry.crossings[crossing]])
