"""What switches may not keep from a game: dead ones, missing buildings, and what a classic thief lifts."""

import pytest
from msgspec.structs import replace

from companion.games.city_chase.hand import Hand, Owed, compare, follow, hold, owed, pin, set_aside
from companion.games.city_chase.state import Game, Secret
from tests.companion.games.city_chase.playing import begin
from tests.companion.games.city_chase.test_hand import (
    ALL,
    BOTHS,
    GREENS,
    NOBODYS,
    OVER,
    PINKS,
    POLICE_PHASE,
    THIEF_PHASE,
    is_search,
    up,
)

# Switches that do not work


def test_a_building_set_aside_is_taken_to_be_in_place() -> None:
    hand = set_aside(up(Hand(), THIEF_PHASE, PINKS), PINKS)
    assert hand.lifted == frozenset()
    assert hand.spent == frozenset()


def test_beside_a_building_set_aside_another_can_be_searched() -> None:
    hand = set_aside(up(Hand(), POLICE_PHASE, NOBODYS), NOBODYS)
    assert is_search(up(hand, POLICE_PHASE, PINKS), POLICE_PHASE, PINKS)


@pytest.mark.parametrize("change", ["pinned", "lifted"])
def test_a_switch_counts_again_once_it_changes(change: str) -> None:
    hand = set_aside(up(Hand(), POLICE_PHASE, PINKS), PINKS)
    hand = pin(hand, PINKS) if change == "pinned" else up(hand, POLICE_PHASE, PINKS)
    assert hand.aside == frozenset()
    assert hand.lifted == (frozenset() if change == "pinned" else {PINKS})


def test_a_switch_counts_again_once_the_game_is_over() -> None:
    hand = set_aside(up(Hand(), POLICE_PHASE, PINKS), PINKS)
    hand = follow(hand, POLICE_PHASE.public, OVER.public)
    assert hand.aside == frozenset()
    assert hand.lifted == {PINKS}


def test_setting_aside_the_building_in_the_hand_takes_the_choice_back() -> None:
    hand, _ = hold(up(Hand(), POLICE_PHASE, BOTHS), POLICE_PHASE.public, BOTHS)
    hand = set_aside(hand, BOTHS)
    assert hand.choosing is None
    assert not is_search(hand, POLICE_PHASE, BOTHS)


# At a start


@pytest.mark.parametrize("game", [begin(), POLICE_PHASE])
def test_at_a_start_what_is_up_is_missing_and_play_waits(game: Game) -> None:
    hand = compare(Hand(), game.public, ALL - {PINKS, GREENS}, is_secret=False)
    assert hand.missing == {PINKS, GREENS}
    assert hand.is_waiting
    assert not is_search(hand, game, PINKS)


def test_play_waits_until_the_last_missing_building_is_back_or_set_aside() -> None:
    hand = compare(Hand(), POLICE_PHASE.public, ALL - {PINKS, GREENS}, is_secret=False)
    hand = pin(hand, PINKS)
    assert hand.is_waiting
    assert not set_aside(hand, GREENS).is_waiting
    assert not pin(hand, GREENS).is_waiting


def test_a_building_lifted_while_others_are_missing_is_to_be_put_back() -> None:
    hand = compare(Hand(), POLICE_PHASE.public, ALL - {NOBODYS}, is_secret=False)
    hand = pin(up(hand, POLICE_PHASE, PINKS), NOBODYS)
    assert hand.spent == {PINKS}
    assert not is_search(hand, POLICE_PHASE, PINKS)


def test_a_building_that_was_set_aside_before_a_restart_is_not_missing() -> None:
    hand = compare(set_aside(Hand(), PINKS), POLICE_PHASE.public, ALL - {PINKS}, is_secret=False)
    assert not hand.is_waiting


def test_after_the_end_nothing_is_missing() -> None:
    hand = compare(Hand(), OVER.public, ALL - {PINKS}, is_secret=False)
    assert not hand.is_waiting
    assert hand.lifted == {PINKS}


def test_while_a_classic_thief_hides_nothing_is_missing() -> None:
    hand = compare(Hand(handled=frozenset({3})), THIEF_PHASE.public, ALL - {PINKS}, is_secret=True)
    assert not hand.is_waiting
    assert hand.handled == {3, PINKS}


# Classic


SECRET = Secret((13,), 14)


def test_a_classic_thief_owes_the_lift_of_the_building_left_and_of_the_one_recorded() -> None:
    assert owed(Hand(), SECRET) == Owed((13, 14), (), ())
    assert owed(Hand(), Secret((), 14)) == Owed((14,), (), ())
    assert owed(Hand(), Secret((13,))) == Owed((13,), (), ())


@pytest.mark.rule("T6")
def test_a_classic_thief_is_done_once_both_were_lifted_in_any_order_and_all_are_pinned() -> None:
    hand = up(Hand(), THIEF_PHASE, 14, 13, is_secret=True)
    assert owed(hand, SECRET) == Owed((), (13, 14), ())
    hand = pin(pin(hand, 13), 14)
    assert owed(hand, SECRET).why_not_done() is None


def test_lifts_of_a_classic_thief_before_recording_count() -> None:
    hand = pin(up(Hand(), THIEF_PHASE, 13, is_secret=True), 13)
    hand = pin(up(hand, THIEF_PHASE, 14, is_secret=True), 14)
    assert owed(hand, Secret((13,))).extra == (), "it may be where the thief will hide"
    assert owed(hand, SECRET) == Owed((), (), ())


def test_extra_lifts_of_a_classic_thief_are_mentioned_and_no_obstacle() -> None:
    hand = up(Hand(), THIEF_PHASE, 13, 14, 9, is_secret=True)
    hand = pin(pin(pin(hand, 13), 14), 9)
    assert owed(hand, SECRET) == Owed((), (), (9,))
    assert owed(hand, SECRET).why_not_done() is None


def test_what_a_classic_thief_handled_is_forgotten_when_the_phase_ends() -> None:
    hand = up(Hand(), THIEF_PHASE, 13, is_secret=True)
    assert follow(hand, THIEF_PHASE.public, POLICE_PHASE.public).handled == frozenset()


@pytest.mark.parametrize("hand", [Hand(up=frozenset({14}), aside=frozenset({13, 14})), Hand(is_blind=True)])
def test_dead_switches_do_not_keep_a_classic_thief_from_being_done(hand: Hand) -> None:
    assert owed(hand, SECRET).why_not_done() is None


def test_nothing_that_prints_a_hand_tells_what_the_thief_handled() -> None:
    hand = up(Hand(), THIEF_PHASE, 13, is_secret=True)
    printed = f"{hand} {hand!r} {owed(hand, SECRET)} {replace(hand, up=frozenset())}"
    assert "13" not in printed
    assert "14" not in printed
