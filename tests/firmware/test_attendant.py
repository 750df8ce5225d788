"""What a hand on the board sees and hears: each case of docs/rules.md, *The hand and the board*, in light and sound."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.city_chase.actions import Move, Search
from companion.games.city_chase.pieces import HELICOPTERS
from companion.table.actions import Choose
from firmware.frames import OFF
from firmware.signals import Button
from firmware.sound import Sound
from tests.companion.table.opening import hide
from tests.firmware.attending import Police, hue

PINK, YELLOW, GREEN = HELICOPTERS


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Police]:
    with Police(tmp_path) as opened:
        yield opened


# Searches


def test_a_lift_ticks_and_lights_up_at_once(game: Police) -> None:
    game.lift(7)
    assert game.sounds() == [Sound.SENSED]
    assert hue(game.light(7)) == "white"


def test_a_knock_is_only_a_tick(game: Police) -> None:
    game.lift(7)
    game.place(7)
    game.pass_time(1)
    assert game.sounds() == [Sound.SENSED]
    assert game.light(7) == OFF


@pytest.mark.rule("P5")
def test_nothing_found_blinks_white_and_sounds_so(game: Police) -> None:
    game.hold(7)
    assert game.sounds() == [Sound.SENSED, Sound.NOTHING]
    assert game.hues(7) == {"white", "dark"}
    game.place(7)
    game.pass_time(2)
    assert game.light(7) == OFF


@pytest.mark.rule("P6")
def test_a_trace_found_shows_in_its_colour_and_stays(game: Police) -> None:
    game.next_round(6)
    game.next_round(11)
    game.do(None, Move(PINK, "E"), Move(YELLOW, "F"))
    game.do(game.players.ben, Move(GREEN, "O"))
    hide(game, game.players.thief, 12)
    game.pass_time(2)
    game.sounds()
    game.hold(11)
    assert game.sounds() == [Sound.SENSED, Sound.TRACE]
    assert hue(game.light(11)) == "blue"
    game.place(11)
    assert game.hues(11, 3) == {"blue"}


@pytest.mark.rule("P7")
def test_the_car_found_is_a_siren_in_red_and_blue(game: Police) -> None:
    game.do(None, Move(PINK, "B"), Move(YELLOW, "C"), Move(GREEN, "L"))
    hide(game, game.players.thief, 2)
    game.pass_time(2)
    game.sounds()
    game.hold(2)
    assert game.sounds() == [Sound.SENSED, Sound.CAR]
    assert game.hues(25) == {"red", "blue"}


@pytest.mark.parametrize("building", [5, 1])
def test_a_building_that_no_helicopter_touches_blinks_red_and_reveals_nothing(game: Police, building: int) -> None:
    game.hold(building)
    assert game.sounds() == [Sound.SENSED, Sound.NOT_ALLOWED]
    assert game.hues(building) == {"red", "dark"}
    assert game.view()["searches"] == []
    assert game.view()["hand"]["put_back"] == [building]
    game.place(building)
    assert game.hues(building) == {"dark"}


def test_a_second_building_blinks_red_at_once_and_is_not_searched(game: Police) -> None:
    game.lift(7)
    game.sounds()
    game.lift(20)
    assert game.sounds() == []
    assert game.hues(20, 0.3) <= {"red", "dark"}
    game.pass_time(1)
    assert [one["building"] for one in game.view()["searches"]] == [7]
    assert game.hues(20) == {"red", "dark"}


def test_a_building_searched_and_still_up_is_no_search_in_the_next_round(game: Police) -> None:
    game.hold(7)
    game.next_round(2)
    assert game.hues(7) <= {"white", "dark", "red"}
    assert game.sounds() == []
    assert len(game.view()["searches"]) == 1


def test_a_building_up_since_the_thief_phase_blinks_red_and_is_no_search(game: Police) -> None:
    game.do(None, Move(PINK, "B"), Move(YELLOW, "C"), Move(GREEN, "O"))
    game.pass_time(1)
    game.lift(7)
    assert game.sounds() == []
    hide(game, game.players.thief, 2)
    game.pass_time(1)
    assert game.sounds() == [Sound.YOUR_TURN]
    assert game.hues(7) == {"red", "dark"}
    assert game.view()["searches"] == []


def test_a_search_on_a_page_sounds_at_the_board_and_its_hand_does_not_sound_again(game: Police) -> None:
    game.do(game.players.ben, Search(PINK, 7))
    game.pass_time(0.1)
    assert game.sounds() == [Sound.NOTHING]
    game.hold(7)
    assert game.sounds() == []
    assert "red" not in game.hues(7), "it is the hand of that search"
    assert len(game.view()["searches"]) == 1


def test_exchanging_two_buildings_in_one_scan_leaves_one_up(game: Police) -> None:
    game.lift(5)
    game.simulated.place(5)
    game.simulated.lift(7)
    game.pass_time(1)
    assert [one["building"] for one in game.view()["searches"]] == [7]


# Choosing


def crossings_lit(game: Police, crossing: str, seconds: float = 3.0) -> set[int]:
    """Return how bright a crossing gets, as steps of ten."""
    shown = set()
    for _ in range(round(seconds / 0.05)):
        game.pass_time(0.05)
        shown.add(max(game.crossing_light(crossing)) // 10)
    return shown


def test_where_several_could_be_searching_they_light_up_in_turn(game: Police) -> None:
    game.hold(8)
    assert game.sounds() == [Sound.SENSED]
    assert game.view()["hand"]["choosing"] == {"building": 8, "helicopters": ["pink", "yellow"]}
    assert len(crossings_lit(game, "F")) == len(crossings_lit(game, "G")) == 2
    assert len(crossings_lit(game, "P")) == 1


def test_a_button_and_done_choose(game: Police) -> None:
    game.hold(8)
    game.press(Button.YELLOW, Button.DONE)
    assert [(one["helicopter"], one["building"]) for one in game.view()["searches"]] == [("yellow", 8)]
    assert game.sounds() == [Sound.SENSED, Sound.NOTHING]


def test_a_button_of_a_helicopter_that_does_not_touch_it_is_not_allowed(game: Police) -> None:
    game.hold(8)
    game.sounds()
    game.press(Button.GREEN)
    assert game.sounds() == [Sound.NOT_ALLOWED]
    assert game.view()["searches"] == []


def test_a_page_chooses_as_well(game: Police) -> None:
    game.hold(8)
    game.do(game.players.ben, Choose(PINK))
    game.pass_time(0.1)
    assert game.sounds() == [Sound.SENSED, Sound.NOTHING]


def test_putting_it_back_takes_the_choice_back(game: Police) -> None:
    game.hold(8)
    game.place(8)
    assert game.view()["hand"]["choosing"] is None
    assert game.view()["searches"] == []
    assert game.light(8) == OFF
