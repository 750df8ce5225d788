"""Buttons at a table, a game taken up again, and a board that keeps a classic thief's secret."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.city_chase.actions import Abandon, Move, Search
from companion.games.city_chase.pieces import HELICOPTERS
from companion.table.actions import Mode, NewGame, SetAside
from firmware.frames import round_light
from firmware.signals import Button
from firmware.sound import Sound
from tests.companion.table.opening import NOTICED_S, OpenTable, begin, hide_by_hand
from tests.firmware.attending import Police, hue

PINK, YELLOW, GREEN = HELICOPTERS


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Police]:
    with Police(tmp_path) as opened:
        yield opened


# Buttons


def test_the_third_helicopters_move_is_asked_about(game: Police) -> None:
    game.do(game.players.ben, Move(PINK, "B"), Move(YELLOW, "C"))
    game.press(Button.WEST)
    assert game.view()["phase"] == "police"
    game.press(Button.DONE)
    assert game.view()["phase"] == "thief"


def test_a_button_that_cannot_be_is_heard(game: Police) -> None:
    game.press(Button.GREEN, Button.EAST)
    assert game.sounds() == [Sound.NOT_ALLOWED]


def test_what_the_rules_refuse_to_a_button_is_heard(game: Police) -> None:
    game.press(Button.PINK, Button.EAST)
    assert game.sounds() == [Sound.NOT_ALLOWED]
    assert game.view()["helicopters"]["pink"] == {"crossing": "F", "acted": False}


def test_while_the_thief_hides_no_button_makes_a_sound(game: Police) -> None:
    game.do(None, Move(PINK, "B"), Move(YELLOW, "C"), Move(GREEN, "O"))
    game.press(*Button)
    game.hold_down(Button.DONE)
    assert game.sounds() == []
    assert game.view()["phase"] == "thief"


@pytest.mark.parametrize("mode", Mode)
def test_a_long_press_begins_another_game_like_the_last(tmp_path: Path, mode: Mode) -> None:
    with OpenTable(tmp_path) as opened:
        opened.do(None, NewGame(mode), Abandon())
        opened.hold_down(Button.DONE)
        assert (opened.view()["game"], opened.view()["mode"]) == (2, mode)


def test_a_game_can_be_set_up_with_buttons_alone(tmp_path: Path) -> None:
    with OpenTable(tmp_path) as opened:
        opened.pass_time(0.1)
        opened.hold_down(Button.DONE)
        opened.press(Button.PINK, Button.WEST, Button.YELLOW, Button.GREEN, Button.DONE)
        view = opened.view()
        assert view["phase"] == "thief"
        assert [one["crossing"] for one in view["helicopters"].values()] == ["E", "G", "K"]


# After a restart


def round_hues(game: Police, seconds: float = 2.0) -> set[str]:
    shown = set()
    for _ in range(round(seconds / 0.05)):
        game.pass_time(0.05)
        shown.add(hue(game.simulated.strip.lights()[round_light(1)]))
    return shown


def test_a_game_taken_up_again_blinks_until_a_button_goes_on(game: Police) -> None:
    assert round_hues(game) == {"yellow"}
    game.restart()
    assert round_hues(game) == {"white", "dark"}
    game.press(Button.PINK)
    assert not game.view()["hand"]["resumed"]
    assert round_hues(game) == {"yellow"}


def test_done_held_gives_a_game_taken_up_again_up_and_later_it_does_not(game: Police) -> None:
    game.restart()
    game.press(Button.PINK)
    game.hold_down(Button.DONE)
    assert game.view()["phase"] == "police"
    game.restart()
    game.pass_time(NOTICED_S)
    game.hold_down(Button.DONE)
    assert game.view()["result"]["reason"] == "abandoned"


def test_missing_buildings_glow_amber_until_they_are_back_or_set_aside(game: Police) -> None:
    game.simulated.lift(7)
    game.simulated.lift(22)
    game.restart()
    game.pass_time(NOTICED_S)
    assert game.hues(7) == game.hues(22) == {"amber"}
    game.place(7)
    game.do(game.players.ben, SetAside(22))
    game.pass_time(NOTICED_S)
    assert game.hues(7) == game.hues(22) == {"dark"}


# Classic


def frames_and_sounds(folder: Path, buildings: tuple[int, ...], *, is_resumed: bool) -> tuple[object, object]:
    """Return every frame and sound, with its time, of a classic thief phase in which these buildings are lifted."""
    with OpenTable(folder) as opened:
        players = begin(opened, Mode.CLASSIC)
        hide_by_hand(opened, players.thief, 13)
        opened.do(players.ben, Move(PINK, "E"), Move(YELLOW, "C"), Search(GREEN, 19))
        if is_resumed:
            opened.restart()
        opened.clock.now = 1000.0
        opened.pass_time(NOTICED_S)
        opened.frames.clear()
        opened.sounds()
        for building in buildings:
            opened.simulated.lift(building) if building else None
            opened.pass_time(0.57)
            opened.simulated.place(building) if building else None
            opened.pass_time(0.29)
        return opened.frames, opened.board.heard


@pytest.mark.parametrize("is_resumed", [True, False])
def test_in_a_classic_thief_phase_lights_and_sounds_do_not_depend_on_the_switches(
    tmp_path: Path, is_resumed: bool
) -> None:
    still = frames_and_sounds(tmp_path / "still", (0, 0, 0), is_resumed=is_resumed)
    busy = frames_and_sounds(tmp_path / "busy", (13, 14, 9), is_resumed=is_resumed)
    assert still[1] == busy[1] == []
    assert still[0] == busy[0]
