"""Every case of docs/rules.md, *The hand and the board*, one clear outcome each."""

import pytest

from companion.games.city_chase.actions import Abandon, Action, Move, Search, Undo
from companion.games.city_chase.city import BUILDINGS, TOUCHES
from companion.games.city_chase.hand import (
    Hand,
    follow,
    hold,
    lift,
    pin,
    searchers,
)
from companion.games.city_chase.state import Game
from tests.companion.games.city_chase.playing import BEN, GREEN, PINK, YELLOW, begin, do, hide, patrol

# Pink on F touches 7, 8, 12 and 13; yellow on G 8, 9, 13 and 14; green on P 19, 20, 24 and 25.
SETUP = begin("FGP")
THIEF_PHASE = SETUP
POLICE_PHASE = hide(SETUP, 1)
OVER = do(POLICE_PHASE, BEN, Abandon())
ALL = frozenset(BUILDINGS)
PINKS, BOTHS, GREENS, NOBODYS = 7, 8, 20, 5


def up(hand: Hand, game: Game, *buildings: int, is_secret: bool = False) -> Hand:
    for building in buildings:
        hand = lift(hand, game.public, building, is_secret=is_secret)
    return hand


def play(hand: Hand, game: Game, *actions: Action) -> tuple[Hand, Game]:
    """Return hand and game after police actions on a page."""
    for action in actions:
        after = do(game, BEN, action)
        hand, game = follow(hand, game.public, after.public), after
    return hand, game


def is_search(hand: Hand, game: Game, building: int) -> bool:
    return hold(hand, game.public, building)[1] is not None


# Who is searching


@pytest.mark.rule("P4")
def test_a_building_that_one_helicopter_touches_is_searched_by_it() -> None:
    hand = up(Hand(), POLICE_PHASE, PINKS)
    assert hold(hand, POLICE_PHASE.public, PINKS) == (hand, Search(PINK, PINKS))


def test_where_several_could_be_searching_the_police_choose() -> None:
    hand, search = hold(up(Hand(), POLICE_PHASE, BOTHS), POLICE_PHASE.public, BOTHS)
    assert search is None
    assert hand.choosing == BOTHS
    assert searchers(POLICE_PHASE.public, BOTHS) == (PINK, YELLOW)


@pytest.mark.rule("P1")
def test_a_helicopter_that_has_acted_is_not_one_of_several() -> None:
    hand, game = play(up(Hand(), POLICE_PHASE, BOTHS), POLICE_PHASE, Search(PINK, PINKS))
    assert hold(hand, game.public, BOTHS)[1] == Search(YELLOW, BOTHS)


@pytest.mark.parametrize("building", [NOBODYS, 1])
def test_a_building_that_no_helicopter_touches_is_to_be_put_back_and_reveals_nothing(building: int) -> None:
    hand, search = hold(up(Hand(), POLICE_PHASE, building), POLICE_PHASE.public, building)
    assert search is None
    assert hand.spent == {building}
    assert hand.choosing is None


def test_a_building_whose_helicopters_have_all_acted_is_to_be_put_back() -> None:
    hand, game = play(Hand(), POLICE_PHASE, Search(PINK, PINKS))
    hand, search = hold(up(hand, game, 12), game.public, 12)
    assert search is None
    assert hand.spent == {12}


@pytest.mark.parametrize("building", BUILDINGS)
def test_every_building_is_searched_chosen_for_or_refused(building: int) -> None:
    hand, search = hold(up(Hand(), POLICE_PHASE, building), POLICE_PHASE.public, building)
    able = [one for one, at in zip((PINK, YELLOW, GREEN), "FGP", strict=True) if building in TOUCHES[at]]
    outcome = (search, hand.choosing, hand.spent)
    if len(able) == 1:
        assert outcome == (Search(able[0], building), None, frozenset())
    else:
        assert outcome == ((None, building, frozenset()) if able else (None, None, {building}))


# Which lifts are meant


def test_a_knocked_building_is_not_a_search() -> None:
    hand = pin(up(Hand(), POLICE_PHASE, PINKS), PINKS)
    assert hand == Hand()
    assert not is_search(hand, POLICE_PHASE, PINKS)


def test_a_building_lifted_in_the_thief_phase_is_no_search_when_the_police_phase_has_begun() -> None:
    hand = up(Hand(), THIEF_PHASE, PINKS)
    assert hand.spent == {PINKS}
    hand = follow(hand, THIEF_PHASE.public, POLICE_PHASE.public)
    assert hand.spent == {PINKS}
    assert not is_search(hand, POLICE_PHASE, PINKS)


def test_put_back_and_lifted_again_it_is_a_search() -> None:
    hand = follow(up(Hand(), THIEF_PHASE, PINKS), THIEF_PHASE.public, POLICE_PHASE.public)
    hand = up(pin(hand, PINKS), POLICE_PHASE, PINKS)
    assert is_search(hand, POLICE_PHASE, PINKS)


def test_a_building_still_up_from_the_last_police_phase_is_no_search_in_the_next() -> None:
    game = hide(begin("ADP"), 13)
    hand = up(Hand(), game, 2)
    after = patrol(game)
    hand = follow(hand, game.public, after.public)
    next_phase = hide(after, 12)
    hand = follow(hand, after.public, next_phase.public)
    assert hand.spent == {2}
    assert not is_search(hand, next_phase, 2)


def test_a_second_building_lifted_meanwhile_is_to_be_put_back_and_the_first_is_still_a_search() -> None:
    hand = up(Hand(), POLICE_PHASE, PINKS, GREENS)
    assert hand.spent == {GREENS}
    assert not is_search(hand, POLICE_PHASE, GREENS)
    assert is_search(hand, POLICE_PHASE, PINKS)


def test_a_second_building_stays_refused_when_the_first_is_back() -> None:
    hand = pin(up(Hand(), POLICE_PHASE, PINKS, GREENS), PINKS)
    assert hand.spent == {GREENS}
    assert not is_search(hand, POLICE_PHASE, GREENS)


def test_a_building_lifted_while_a_searched_one_is_still_up_is_to_be_put_back() -> None:
    hand, game = play(up(Hand(), POLICE_PHASE, PINKS), POLICE_PHASE, Search(PINK, PINKS))
    assert hand.spent == {PINKS}
    hand = up(hand, game, GREENS)
    assert hand.spent == {PINKS, GREENS}


@pytest.mark.rule("P8")
def test_a_searched_building_put_back_and_lifted_again_is_a_second_search() -> None:
    hand, game = play(up(Hand(), POLICE_PHASE, BOTHS), POLICE_PHASE, Search(PINK, BOTHS))
    assert not is_search(hand, game, BOTHS)
    hand = up(pin(hand, BOTHS), game, BOTHS)
    assert hold(hand, game.public, BOTHS)[1] == Search(YELLOW, BOTHS)


@pytest.mark.parametrize("game", [THIEF_PHASE, OVER])
def test_outside_the_police_phase_no_lift_is_a_search(game: Game) -> None:
    hand = up(Hand(), game, PINKS)
    assert hold(hand, game.public, PINKS) == (hand, None)
    assert searchers(game.public, PINKS) == ()


# Pages and hands together


def test_lifting_a_building_that_was_searched_on_a_page_is_the_hand_of_that_search() -> None:
    hand, game = play(Hand(), POLICE_PHASE, Search(PINK, BOTHS))
    hand = up(hand, game, BOTHS)
    assert hand.spent == {BOTHS}
    assert not is_search(hand, game, BOTHS)


def test_only_the_first_lift_after_a_search_on_a_page_is_its_hand() -> None:
    hand, game = play(Hand(), POLICE_PHASE, Search(PINK, BOTHS))
    hand = up(pin(up(hand, game, BOTHS), BOTHS), game, BOTHS)
    assert hold(hand, game.public, BOTHS)[1] == Search(YELLOW, BOTHS)


def test_the_hand_of_a_search_is_not_waited_for_in_the_next_round() -> None:
    game = hide(SETUP, 1)
    hand, after = play(Hand(), game, Search(PINK, PINKS), Search(YELLOW, 9), Search(GREEN, 19))
    next_phase = hide(after, 2)
    hand = follow(hand, after.public, next_phase.public)
    assert is_search(up(hand, next_phase, PINKS), next_phase, PINKS)


def test_a_page_that_searches_the_building_in_the_hand_leaves_nothing_to_choose() -> None:
    hand, _ = hold(up(Hand(), POLICE_PHASE, BOTHS), POLICE_PHASE.public, BOTHS)
    hand, game = play(hand, POLICE_PHASE, Search(YELLOW, BOTHS))
    assert hand.choosing is None
    assert hand.spent == {BOTHS}
    assert not is_search(hand, game, BOTHS)


def test_where_nobody_is_left_to_choose_from_the_building_is_to_be_put_back() -> None:
    hand, _ = hold(up(Hand(), POLICE_PHASE, BOTHS), POLICE_PHASE.public, BOTHS)
    hand, game = play(hand, POLICE_PHASE, Move(PINK, "E"))
    assert hand.choosing == BOTHS
    hand, game = play(hand, game, Move(YELLOW, "H"))
    assert hand.choosing is None
    assert hand.spent == {BOTHS}


def test_an_undone_move_gives_the_choice_back_its_helicopter() -> None:
    hand, _ = hold(up(Hand(), POLICE_PHASE, BOTHS), POLICE_PHASE.public, BOTHS)
    hand, game = play(hand, POLICE_PHASE, Move(PINK, "E"), Undo())
    assert hand.choosing == BOTHS
    assert searchers(game.public, BOTHS) == (PINK, YELLOW)


def test_putting_the_building_back_takes_the_choice_back() -> None:
    hand, _ = hold(up(Hand(), POLICE_PHASE, BOTHS), POLICE_PHASE.public, BOTHS)
    assert pin(hand, BOTHS) == Hand()


def test_while_the_police_choose_another_lift_is_to_be_put_back() -> None:
    hand, _ = hold(up(Hand(), POLICE_PHASE, BOTHS), POLICE_PHASE.public, BOTHS)
    hand = up(hand, POLICE_PHASE, GREENS)
    assert hand.spent == {GREENS}
    assert hand.choosing == BOTHS
    assert hold(hand, POLICE_PHASE.public, BOTHS) == (hand, None), "it is told once"


def test_the_end_of_the_phase_ends_a_choice() -> None:
    hand, _ = hold(up(Hand(), POLICE_PHASE, BOTHS), POLICE_PHASE.public, BOTHS)
    hand, _ = play(hand, POLICE_PHASE, Move(GREEN, "O"), Move(PINK, "E"), Move(YELLOW, "H"))
    assert hand.choosing is None
    assert hand.spent == {BOTHS}
