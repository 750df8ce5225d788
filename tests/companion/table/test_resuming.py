"""After a restart: missing buildings are waited for, a dead switch stops nobody, and giving up is at hand."""

from pathlib import Path

import pytest

from companion.games.city_chase.actions import Abandon, Action, Done, Hide, Move, Place, Release, Search, Start, Take
from companion.games.city_chase.pieces import HELICOPTERS
from companion.table.actions import NewGame, SetAside
from companion.table.refusal import Trouble
from firmware.contacts import Fault
from firmware.signals import Button
from tests.companion.table.opening import OpenTable, begin, hide

PINK, YELLOW, GREEN = HELICOPTERS


def test_a_restart_alone_changes_nothing_that_is_shown_in_the_lobby(tmp_path: Path) -> None:
    with OpenTable(tmp_path) as opened:
        ben = opened.sit("police", "Ben")
        before = [opened.table.letter(one, "en") for one in (None, ben)]
        opened.restart()
        assert [opened.table.letter(one, "en") for one in (None, ben)] == before


def test_a_game_that_goes_on_says_so_until_something_happens(tmp_path: Path) -> None:
    with OpenTable(tmp_path) as opened:
        players = begin(opened)
        version = opened.view()["version"]
        opened.restart()
        view = opened.view()
        assert (view["version"], view["hand"]["resumed"]) == (version + 1, True)
        opened.do(players.thief, Hide(13))
        assert opened.view()["hand"]["resumed"], "what the thief does shows nowhere"
        opened.do(players.thief, Done())
        assert not opened.view()["hand"]["resumed"]


def test_a_second_restart_counts_no_second_change(tmp_path: Path) -> None:
    with OpenTable(tmp_path) as opened:
        begin(opened)
        opened.restart()
        before = opened.table.letter(None, "en")
        opened.restart()
        assert opened.table.letter(None, "en") == before


def test_play_waits_for_missing_buildings(tmp_path: Path) -> None:
    with OpenTable(tmp_path) as opened:
        players = begin(opened)
        hide(opened, players.thief, 1)
        opened.simulated.lift(8)
        opened.simulated.lift(25)
        opened.restart()
        view = opened.view()
        assert view["hand"]["missing"] == [8, 25]
        assert view["board"]["message"] == "Buildings 8, 25 are missing. Put them back, then the game goes on."
        assert opened.code(players.ben, Search(PINK, 7)) == Trouble.BUILDINGS_MISSING
        opened.place(8)
        assert opened.code(players.ben, Search(PINK, 7)) == Trouble.BUILDINGS_MISSING
        opened.place(25)
        opened.do(players.ben, Search(PINK, 7))


@pytest.mark.parametrize("phase", ["setup", "thief", "police"])
def test_in_every_phase_everything_that_plays_waits_and_nothing_else(tmp_path: Path, phase: str) -> None:
    plays: dict[str, tuple[Action, ...]] = {
        "setup": (Place(PINK, "A"), Start()),
        "thief": (Hide(13), Done()),
        "police": (Move(PINK, "B"), Search(PINK, 7)),
    }
    with OpenTable(tmp_path) as opened:
        if phase == "setup":
            opened.do(None, NewGame())
        players = None if phase == "setup" else begin(opened)
        ben = players.ben if players else opened.sit("police")
        if players and phase == "police":
            hide(opened, players.thief, 1)
        opened.simulated.lift(5)
        opened.restart()
        actor = players.thief if players and phase == "thief" else ben
        assert {opened.code(actor, one) for one in plays[phase]} == {Trouble.BUILDINGS_MISSING}
        opened.do(ben, Take(PINK), Release(PINK), SetAside(5))
        assert opened.code(actor, plays[phase][0]) is None


def test_a_building_whose_switch_died_meanwhile_can_be_set_aside(tmp_path: Path) -> None:
    with OpenTable(tmp_path) as opened:
        players = begin(opened)
        opened.simulated.set_fault(8, Fault.STUCK_OPEN)
        opened.restart()
        assert opened.code(players.thief, Hide(13)) == Trouble.BUILDINGS_MISSING
        opened.do(players.thief, SetAside(8), Hide(13), Done())
        assert opened.view()["board"]["lifted"] == []


def test_a_switch_set_aside_stays_so_over_a_restart(tmp_path: Path) -> None:
    with OpenTable(tmp_path) as opened:
        players = begin(opened)
        opened.simulated.set_fault(8, Fault.STUCK_OPEN)
        opened.pass_time(0.1)
        opened.do(players.ben, SetAside(8))
        opened.restart()
        assert opened.view()["hand"]["missing"] == []
        hide(opened, players.thief, 13)


def test_a_switch_that_changed_after_it_was_set_aside_counts_over_a_restart(tmp_path: Path) -> None:
    with OpenTable(tmp_path) as opened:
        players = begin(opened)
        opened.lift(8)
        opened.do(players.ben, SetAside(8))
        opened.place(8)
        opened.lift(8)
        opened.restart()
        assert opened.view()["hand"]["missing"] == [8]


def test_a_game_that_waits_can_be_given_up(tmp_path: Path) -> None:
    with OpenTable(tmp_path) as opened:
        players = begin(opened)
        opened.simulated.lift(8)
        opened.restart()
        opened.do(players.ben, Abandon())
        view = opened.view()
        assert (view["phase"], view["result"]["reason"]) == ("over", "abandoned")
        assert view["hand"] == {"missing": [], "put_back": [], "choosing": None, "resumed": False}


def test_a_game_that_was_over_stays_over_and_asks_for_nothing(tmp_path: Path) -> None:
    with OpenTable(tmp_path) as opened:
        players = begin(opened)
        opened.do(players.ben, Abandon())
        opened.simulated.lift(8)
        opened.restart()
        view = opened.view()
        assert (view["phase"], view["hand"]["missing"], view["hand"]["resumed"]) == ("over", [], False)
        assert opened.code(players.ben, Abandon()) == "game_over"


def test_a_lift_while_others_are_missing_is_no_search(tmp_path: Path) -> None:
    with OpenTable(tmp_path) as opened:
        players = begin(opened)
        hide(opened, players.thief, 1)
        opened.simulated.lift(25)
        opened.restart()
        opened.hold(7)
        opened.place(25)
        opened.pass_time(1)
        assert opened.view()["searches"] == []
        assert opened.view()["hand"]["put_back"] == [7]
        opened.place(7)
        opened.hold(7)
        assert [one["building"] for one in opened.view()["searches"]] == [7]


@pytest.mark.parametrize("buildings_up", [0, 2])
def test_giving_up_is_one_long_press_away(tmp_path: Path, buildings_up: int) -> None:
    with OpenTable(tmp_path) as opened:
        begin(opened)
        for building in range(1, 1 + buildings_up):
            opened.simulated.lift(building)
        opened.restart()
        opened.pass_time(0.1)
        opened.hold_down(Button.DONE)
        assert opened.view()["result"]["reason"] == "abandoned"


def test_the_seats_are_where_they_were(tmp_path: Path) -> None:
    with OpenTable(tmp_path) as opened:
        players = begin(opened)
        opened.do(players.ben, Take(GREEN))
        seats = opened.view()["seats"]
        opened.restart()
        assert opened.view()["seats"] == seats
        assert opened.table.find(players.thief.id, 0)
