import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.city_chase.city import BUILDINGS, CROSSINGS
from firmware.scope import BadScope, Scope, read_scope

NAMES = (*map(str, BUILDINGS), *CROSSINGS, *(f"R{number}" for number in range(1, 12)))


def test_a_first_row_with_its_crossings_and_a_round() -> None:
    assert read_scope("1-5, a-C ,R1") == Scope((1, 2, 3, 4, 5), ("A", "B", "C"), (1,))


def test_the_whole_board_is_what_is_meant_without_words() -> None:
    assert read_scope("1-25,A-P,R1-R11") == Scope()


@pytest.mark.parametrize("text", ["", "0", "26", "5-1", "1-A", "Q", "R12", "R", "1,", "1--2", "1-2-3", "-1", "\0", "१"])
def test_what_names_nothing_is_told(text: str) -> None:
    with pytest.raises(BadScope, match="names nothing on the board"):
        read_scope(text)


@given(st.sets(st.sampled_from(NAMES), min_size=1))
def test_what_is_named_one_by_one_is_meant_and_nothing_else(names: set[str]) -> None:
    scope = read_scope(",".join(names))
    meant = {*map(str, scope.buildings), *scope.crossings, *(f"R{number}" for number in scope.rounds)}
    assert meant == names
