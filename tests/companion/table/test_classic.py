"""Classic: the board checks what the thief's hands do and tells the thief alone; a dead switch stops nobody."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.city_chase.actions import Done, Hide, Move, Search
from companion.games.city_chase.pieces import HELICOPTERS
from companion.games.city_chase.rejection import Reason
from companion.games.city_chase.state import PolicePhase, ThiefPhase
from companion.table.actions import Mode, SetAside
from firmware.contacts import Fault
from tests.companion.table.opening import OpenTable, Players, begin, hide_by_hand

PINK, YELLOW, GREEN = HELICOPTERS


class Classic(OpenTable):
    """A classic game in its first thief phase."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.players: Players = begin(self, Mode.CLASSIC)

    def owed(self) -> dict[str, list[int]]:
        """Return what the thief's phone says is still to be done."""
        classic: dict[str, list[int]] = self.view(self.players.thief)["classic"]
        return classic

    def done(self) -> str | None:
        return self.code(self.players.thief, Done())

    def next_round(self) -> None:
        self.do(self.players.ben, Move(PINK, "E"), Move(YELLOW, "C"), Move(GREEN, "O"))


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Classic]:
    with Classic(tmp_path) as opened:
        yield opened


@pytest.mark.rule("T6")
def test_done_is_refused_until_the_building_recorded_was_lifted_and_pinned(game: Classic) -> None:
    thief = game.players.thief
    assert game.done() == Reason.NO_CHOICE
    game.do(thief, Hide(13))
    assert game.owed() == {"to_lift": [13], "to_pin": [], "extra": []}
    assert game.done() == Reason.LIFT_OWED
    game.lift(13)
    assert game.owed() == {"to_lift": [], "to_pin": [13], "extra": []}
    assert game.done() == Reason.PIN_OWED
    game.place(13)
    assert game.done() is None
    assert isinstance(game.public(), PolicePhase)


@pytest.mark.rule("T6")
@pytest.mark.parametrize("order", [(13, 14), (14, 13)])
def test_from_round_2_on_the_building_left_counts_too_in_any_order(game: Classic, order: tuple[int, int]) -> None:
    hide_by_hand(game, game.players.thief, 13)
    game.next_round()
    first, second = order
    game.lift(first)
    game.place(first)
    game.do(game.players.thief, Hide(14))
    assert game.owed()["to_lift"] == [second]
    assert game.done() == Reason.LIFT_OWED
    game.lift(second)
    game.place(second)
    assert game.done() is None


def test_both_may_be_up_at_once(game: Classic) -> None:
    hide_by_hand(game, game.players.thief, 13)
    game.next_round()
    game.lift(13, 14)
    game.place(14, 13)
    game.do(game.players.thief, Hide(14))
    assert game.done() is None


def test_a_changed_mind_owes_the_lift_of_the_new_building(game: Classic) -> None:
    game.do(game.players.thief, Hide(13))
    game.lift(13)
    game.place(13)
    game.do(game.players.thief, Hide(20))
    assert game.owed() == {"to_lift": [20], "to_pin": [], "extra": [13]}
    assert game.done() == Reason.LIFT_OWED


def test_extra_lifts_are_mentioned_to_the_thief_and_keep_nobody(game: Classic) -> None:
    game.lift(7, 13)
    game.place(7, 13)
    game.do(game.players.thief, Hide(13))
    assert game.owed()["extra"] == [7]
    assert game.view(game.players.thief)["board"]["message"] == "You also lifted building 7. You need not have."
    assert game.done() is None


def test_any_building_that_is_up_must_be_pinned(game: Classic) -> None:
    game.do(game.players.thief, Hide(13))
    game.lift(13, 7)
    game.place(13)
    assert game.done() == Reason.PIN_OWED
    game.place(7)
    assert game.done() is None


def test_lifts_of_the_round_before_do_not_count(game: Classic) -> None:
    hide_by_hand(game, game.players.thief, 13)
    game.next_round()
    game.do(game.players.thief, Hide(14))
    assert game.owed()["to_lift"] == [13, 14]


def test_lifts_of_the_police_do_not_count(game: Classic) -> None:
    hide_by_hand(game, game.players.thief, 1)
    game.hold(8)
    game.place(8)
    game.next_round()
    game.do(game.players.thief, Hide(2))
    assert game.owed() == {"to_lift": [1, 2], "to_pin": [], "extra": []}


def test_nobody_but_the_thief_sees_a_lift_in_the_thief_phase(game: Classic) -> None:
    others = (None, game.players.ben, game.sit("watch"))
    before = [game.table.letter(one, "en") for one in others]
    game.do(game.players.thief, Hide(13))
    game.lift(13, 7)
    game.place(7)
    assert [game.table.letter(one, "en") for one in others] == before
    assert game.view(game.players.thief)["board"]["lifted"] == [13]


def test_a_building_left_up_by_the_police_is_hidden_with_the_rest_and_the_thiefs_to_pin(game: Classic) -> None:
    hide_by_hand(game, game.players.thief, 13)
    game.lift(1)
    assert game.view()["board"]["lifted"] == [1]
    game.next_round()
    assert game.view()["board"]["lifted"] == []
    assert game.view()["hand"]["put_back"] == []
    assert game.owed()["to_pin"] == [1]


@pytest.mark.parametrize("fault", [Fault.STUCK_CLOSED, Fault.STUCK_OPEN])
@pytest.mark.parametrize("by_police", [True, False])
def test_a_dead_switch_can_be_set_aside_by_either_side(game: Classic, fault: Fault, by_police: bool) -> None:
    thief, ben = game.players.thief, game.players.ben
    game.simulated.set_fault(13, fault)
    game.do(thief, Hide(13))
    game.lift(13)
    game.place(13)
    assert game.done() in {Reason.LIFT_OWED, Reason.PIN_OWED}
    game.do(ben if by_police else thief, SetAside(13))
    assert game.done() is None


def test_a_switch_set_aside_counts_again_when_it_changes(game: Classic) -> None:
    thief = game.players.thief
    game.simulated.set_fault(7, Fault.STUCK_OPEN)
    game.pass_time(0.1)
    game.do(thief, SetAside(7), Hide(13))
    game.lift(13)
    game.place(13)
    game.simulated.set_fault(7, Fault.NONE)
    game.lift(7)
    game.place(7)
    game.lift(7)
    assert game.done() == Reason.PIN_OWED


def test_what_was_lifted_before_a_restart_counts_after_it(game: Classic) -> None:
    thief = game.players.thief
    game.lift(13)
    game.place(13)
    game.restart()
    game.do(thief, Hide(13))
    assert game.owed() == {"to_lift": [], "to_pin": [], "extra": []}
    assert game.done() is None


def test_a_building_in_the_thiefs_hand_during_a_restart_is_no_secret_given_away(game: Classic) -> None:
    game.lift(13)
    game.restart()
    assert game.view()["hand"] == {"missing": [], "put_back": [], "choosing": None, "resumed": True}
    assert game.view()["board"] == {"kind": "simulated", "lifted": [], "message": None}
    game.do(game.players.thief, Hide(13))
    assert game.owed() == {"to_lift": [], "to_pin": [13], "extra": []}
    game.place(13)
    assert game.done() is None


def test_a_board_whose_switches_fail_asks_nothing_of_the_thief(game: Classic) -> None:
    game.do(game.players.thief, Hide(13))
    game.table.switches_lost()
    assert game.done() is None


def test_in_an_open_game_done_asks_for_no_lift(tmp_path: Path) -> None:
    with OpenTable(tmp_path / "open") as opened:
        players = begin(opened, Mode.OPEN)
        opened.do(players.thief, Hide(13), Done())
        assert opened.view(players.thief)["classic"] is None


def test_a_building_put_back_after_the_thief_phase_is_searched_like_any_other(game: Classic) -> None:
    hide_by_hand(game, game.players.thief, 12)
    game.hold(12)
    assert game.view()["result"]["reason"] == "arrested"
    assert game.view()["result"]["route"] == [12]


def test_whole_rounds_can_be_played_with_hands(game: Classic) -> None:
    hide_by_hand(game, game.players.thief, 13)
    game.do(game.players.ben, Search(PINK, 7), Search(YELLOW, 9))
    game.hold(19)
    game.place(19)
    assert isinstance(game.public(), ThiefPhase)
    hide_by_hand(game, game.players.thief, 14)
    assert game.view()["round"] == 2
    assert game.secret().route == (13, 14)
