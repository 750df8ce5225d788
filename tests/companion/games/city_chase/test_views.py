"""The exact shape of what each seat is sent, as docs/contract.md promises it."""

import json
from typing import Any

import msgspec
import pytest

from companion.games.city_chase.actions import Abandon, Hide, Move, Search, Take
from companion.games.city_chase.rules import new_game
from companion.games.city_chase.views import SeatView, view_for, view_police, view_public, view_thief, view_watcher
from tests.companion.games.city_chase.playing import (
    BEN,
    BOARD,
    CHLOE,
    GREEN,
    PINK,
    THIEF,
    WATCHER,
    YELLOW,
    begin,
    do,
    hide,
    play_rounds,
)

STANDING = {
    "pink": {"crossing": "F", "acted": False},
    "yellow": {"crossing": "G", "acted": False},
    "green": {"crossing": "K", "acted": False},
}


def sent(view: SeatView[Any]) -> Any:
    return json.loads(msgspec.json.encode(view))


def test_before_anything_is_placed_a_view_is_empty() -> None:
    nowhere = {"crossing": None, "acted": False}
    assert sent(view_public(new_game().public)) == {
        "phase": "setup",
        "round": 0,
        "helicopters": {"pink": nowhere, "yellow": nowhere, "green": nowhere},
        "traces": {},
        "searches": [],
        "result": None,
        "you": None,
    }


def test_a_watcher_sees_what_everyone_sees() -> None:
    view = sent(view_watcher(begin().public))
    assert view["phase"] == "thief"
    assert view["helicopters"] == STANDING
    assert view["you"] == {"seat": "watch"}


def test_a_police_player_sees_moves_and_searches_in_the_police_phase_only() -> None:
    game = do(hide(begin(), 1), BEN, Move(PINK, "B"))
    assert sent(view_police(game.public, BEN))["you"] == {
        "seat": "police",
        "moves": {"pink": [], "yellow": ["C", "F", "H"], "green": ["J", "L", "O"]},
        "searches": {"pink": [], "yellow": [8, 9, 13, 14], "green": [13, 14, 18, 19]},
        "undo": True,
    }
    nothing_to_do = {"seat": "police", "moves": {}, "searches": {}, "undo": False}
    assert sent(view_police(begin().public, BEN))["you"] == nothing_to_do


def test_another_players_helicopter_offers_nothing() -> None:
    you = view_police(do(hide(begin(), 1), CHLOE, Take(GREEN)).public, BEN).you
    assert you.moves[GREEN] == ()
    assert you.searches[GREEN] == ()
    assert you.moves[YELLOW]


def test_another_players_move_cannot_be_undone() -> None:
    public = do(hide(begin(), 1), CHLOE, Take(PINK), Move(PINK, "B")).public
    assert view_police(public, CHLOE).you.undo
    assert not view_police(public, BEN).you.undo


def test_the_thief_sees_choices_and_what_is_recorded() -> None:
    game = do(play_rounds((13, 14)), THIEF, Hide(15))
    assert sent(view_thief(game))["you"] == {
        "seat": "thief",
        "car": 14,
        "route": [13, 14],
        "choices": [9, 15, 19],
        "choice": 15,
    }


def test_the_thiefs_choices_are_empty_outside_the_thief_phase() -> None:
    you = sent(view_thief(hide(begin(), 13)))["you"]
    assert you == {"seat": "thief", "car": 13, "route": [13], "choices": [], "choice": None}
    assert view_thief(new_game()).you.car is None


def test_searches_and_the_traces_that_show() -> None:
    game = do(hide(play_rounds((2,)), 3), BEN, Search(PINK, 2), Search(YELLOW, 9))
    view = sent(view_public(game.public))
    assert view["traces"] == {"2": "yellow"}
    assert view["searches"] == [
        {"round": 2, "helicopter": "pink", "building": 2, "found": "trace", "colour": "yellow"},
        {"round": 2, "helicopter": "yellow", "building": 9, "found": "nothing", "colour": None},
    ]


def test_traces_are_listed_by_building_not_by_when_they_were_found() -> None:
    game = do(hide(play_rounds((2,)), 3), BEN, Search(PINK, 2), Move(YELLOW, "D"), Move(GREEN, "P"))
    game = do(hide(game, 8), BEN, Search(PINK, 3), Search(YELLOW, 4), Move(GREEN, "O"))
    game = do(hide(game, 7), BEN, Search(PINK, 8))
    assert list(view_public(game.public).traces) == [2, 3, 8]


@pytest.mark.rule("E1", "E3")
def test_the_route_is_everyones_once_the_game_is_over() -> None:
    arrested = do(hide(begin(), 13), BEN, Search(PINK, 13))
    assert sent(view_watcher(arrested.public))["result"] == {
        "winner": "police",
        "reason": "arrested",
        "route": [13],
    }
    given_up = do(play_rounds((13, 14)), BEN, Abandon())
    assert sent(view_public(given_up.public))["result"] == {
        "winner": None,
        "reason": "abandoned",
        "route": [13, 14],
    }


def test_every_seat_gets_its_own_view() -> None:
    game = hide(begin(), 13)
    assert view_for(game, THIEF) == view_thief(game)
    assert view_for(game, BEN) == view_police(game.public, BEN)
    assert view_for(game, BOARD) == view_police(game.public, BOARD)
    assert view_for(game, WATCHER) == view_watcher(game.public)
    assert view_for(game, None) == view_public(game.public)
