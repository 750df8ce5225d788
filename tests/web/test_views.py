"""What each seat is shown in each phase: exactly the fields of the contract, and the secret to the thief alone."""

from typing import Any

import pytest

from tests.web.visiting import STAGES, Guests, View

FIELDS = [
    "version",
    "game",
    "mode",
    "phase",
    "round",
    "helicopters",
    "traces",
    "searches",
    "result",
    "board",
    "seats",
    "you",
    "hand",
    "classic",
]
YOU: dict[str, list[str] | None] = {
    "public": None,
    "watch": ["seat"],
    "police": ["seat", "moves", "searches", "undo"],
    "thief": ["seat", "car", "route", "choices", "choice"],
}
SECRETS = {"car", "route", "choices", "choice"}


def keys_in(value: Any) -> set[str]:
    """Return every key, at whatever depth."""
    if isinstance(value, dict):
        return set(value).union(*(keys_in(one) for one in value.values()))
    if isinstance(value, list):
        return set[str]().union(*(keys_in(one) for one in value))
    return set()


@pytest.mark.parametrize("stage", STAGES)
def test_a_view_has_the_fields_of_the_contract_and_no_others(guests: Guests, stage: str) -> None:
    guests.play_to(stage)
    for seat, browser in guests.everyone().items():
        check_fields(browser.view(), stage, seat)


def check_fields(view: View, stage: str, seat: str) -> None:
    assert list(view) == FIELDS
    assert view["phase"] == stage
    assert (list(view["you"]) if view["you"] else None) == YOU[seat]
    assert (view["you"] or {}).get("seat") == (None if seat == "public" else seat)
    assert list(view["helicopters"]) == ["pink", "yellow", "green"]
    assert all(list(one) == ["crossing", "acted"] for one in view["helicopters"].values())
    assert list(view["board"]) == ["kind", "lifted", "message"]
    assert list(view["seats"]) == ["thief", "police", "watching"]
    assert list(view["hand"]) == ["missing", "put_back", "choosing", "resumed"]
    assert view["classic"] is None


@pytest.mark.parametrize("stage", ["lobby", "setup", "thief", "police"])
def test_nobody_but_the_thief_gets_anything_of_the_secret_before_the_end(guests: Guests, stage: str) -> None:
    guests.play_to(stage)
    if stage == "thief":
        guests.ana.do("hide", building=25)
    for browser in guests.others():
        assert not keys_in(browser.view()) & SECRETS


def test_after_the_end_everyone_sees_the_route(guests: Guests) -> None:
    guests.play_to("over")
    for browser in (guests.ana, *guests.others()):
        assert browser.view()["result"] == {"winner": "police", "reason": "arrested", "route": [1]}


def test_in_the_lobby_there_is_no_game(guests: Guests) -> None:
    view = guests.stranger.view()
    assert (view["game"], view["mode"], view["round"], view["result"]) == (None, "open", 0, None)
    assert view["seats"] == {
        "thief": {"name": "Ana"},
        "police": [{"name": "Ben", "helicopters": []}, {"name": "Chloé", "helicopters": []}],
        "watching": 1,
    }
    assert view["helicopters"]["pink"] == {"crossing": None, "acted": False}
    assert view["board"] == {"kind": "simulated", "lifted": [], "message": None}


def test_in_set_up_helicopters_have_crossings_as_they_are_placed(guests: Guests) -> None:
    guests.play_to("setup")
    view = guests.ben.do("place", helicopter="yellow", crossing="G")
    assert [one["crossing"] for one in view["helicopters"].values()] == [None, "G", None]
    again = guests.ben.do("place", helicopter="yellow", crossing="H")
    assert (again["helicopters"]["yellow"]["crossing"], again["game"], again["round"]) == ("H", 1, 0)


def test_the_thief_sees_where_to_go_and_what_is_recorded_in_the_thief_phase_alone(guests: Guests) -> None:
    guests.second_round()
    thief = {"seat": "thief", "car": 1, "route": [1], "choices": [2, 6], "choice": None}
    assert guests.ana.view()["you"] == thief
    assert guests.ana.do("hide", building=6)["you"] == {**thief, "choice": 6}
    done = {"seat": "thief", "car": 6, "route": [1, 6], "choices": [], "choice": None}
    assert guests.ana.do("done")["you"] == done


def test_before_round_1_the_thief_may_go_everywhere_and_has_no_car(guests: Guests) -> None:
    guests.play_to("thief")
    you = guests.ana.view()["you"]
    assert (you["car"], you["route"], you["choices"]) == (None, [], list(range(1, 26)))


def test_the_police_see_what_they_can_do_in_the_police_phase_alone(guests: Guests) -> None:
    guests.play_to("thief")
    assert guests.ben.view()["you"] == {"seat": "police", "moves": {}, "searches": {}, "undo": False}
    guests.hide(1)
    you = guests.ben.view()["you"]
    assert you["moves"] == {"pink": ["B", "E", "J"], "yellow": ["C", "H", "K"], "green": ["B", "E"]}
    assert you["searches"] == {"pink": [7, 8, 12, 13], "yellow": [8, 9, 13, 14], "green": [1, 2, 6, 7]}


def test_police_have_nothing_to_do_with_helicopters_that_have_acted_or_are_anothers(guests: Guests) -> None:
    guests.play_to("police")
    guests.chloe.do("take", helicopter="pink")
    guests.ben.do("move", helicopter="yellow", crossing="C")
    you = guests.ben.view()["you"]
    assert (you["moves"]["pink"], you["searches"]["pink"]) == ([], [])
    assert (you["moves"]["yellow"], you["searches"]["yellow"]) == ([], [])
    assert you["moves"]["green"] == ["B", "E"]
    assert you["undo"] is True
    assert guests.chloe.view()["you"]["moves"]["pink"] == ["B", "E", "G", "J"]


def test_searches_and_traces_are_told_to_everyone_with_what_was_found(guests: Guests) -> None:
    guests.start(crossings="FGA")
    guests.hide(1)
    guests.fly(("green", "B"))
    guests.ben.do("search", helicopter="pink", building=7)
    guests.fly(("yellow", "H"))
    guests.hide(2)
    guests.fly(("green", "A"), ("yellow", "G"), ("pink", "J"))
    guests.hide(3)
    guests.ben.do("search", helicopter="green", building=1)
    found: View = {"round": 1, "helicopter": "pink", "building": 7, "found": "nothing", "colour": None}
    trace: View = {"round": 3, "helicopter": "green", "building": 1, "found": "trace", "colour": "yellow"}
    for browser in (guests.ana, *guests.others()):
        view = browser.view()
        assert view["searches"] == [found, trace]
        assert view["traces"] == {"1": "yellow"}


def test_a_helicopters_owner_is_told_to_everyone(guests: Guests) -> None:
    guests.play_to("setup")
    guests.ben.do("take", helicopter="pink")
    assert guests.stranger.view()["seats"]["police"][0] == {"name": "Ben", "helicopters": ["pink"]}


def test_a_lifted_building_is_told_to_everyone_in_their_language(guests: Guests) -> None:
    guests.play_to("police")
    guests.web.hold(25)
    assert guests.stranger.view()["board"] == {"kind": "simulated", "lifted": [25], "message": "Put building 25 back."}
    assert guests.stranger.view()["hand"]["put_back"] == [25]
    french = guests.web.browser("fr").view()
    assert french["board"]["message"] not in {None, "Put building 25 back."}
    assert french["version"] == guests.stranger.view()["version"]


def test_the_police_are_asked_which_helicopter_searches_a_building_between_two(guests: Guests) -> None:
    guests.play_to("police")
    guests.web.hold(8)
    choosing = {"building": 8, "helicopters": ["pink", "yellow"]}
    assert all(browser.view()["hand"]["choosing"] == choosing for browser in guests.others())
    assert guests.chloe.do("choose", helicopter="yellow")["searches"][0]["helicopter"] == "yellow"


def test_a_classic_thief_alone_sees_what_the_switches_see(guests: Guests) -> None:
    guests.start("classic")
    before = [browser.get("/api/view").text for browser in guests.others()]
    guests.ana.do("hide", building=13)
    guests.web.lift(14)
    assert guests.ana.view()["board"]["lifted"] == [14]
    assert guests.ana.view()["classic"] == {"to_lift": [13], "to_pin": [14], "extra": [14]}
    assert [browser.get("/api/view").text for browser in guests.others()] == before


def test_a_game_that_was_taken_up_again_says_so_to_everyone(guests: Guests) -> None:
    guests.play_to("police")
    guests.web.restart()
    assert guests.stranger.view()["hand"]["resumed"] is True
    assert guests.ben.do("move", helicopter="pink", crossing="E")["hand"]["resumed"] is False
