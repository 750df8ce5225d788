"""Hands on the board: what a lift comes to, what is only to be put back, switches that fail, the board's buttons."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import acts
from tests.browser.phones import REFUSED, SCREEN, SMALL_PHONE, Phones
from tests.browser.players import Game


class Evening:
    """Ben's phone and the board, in the police phase of round 1: pink on F, yellow on G, green on K, the thief in 1."""

    def __init__(self, phones: Phones, game: Game) -> None:
        self.game = game.begin().hide(1)
        self.ben = phones(SMALL_PHONE, is_still=True, player=game.police).open("/police")
        self.board = phones(SCREEN, is_still=True).open("/bench")

    def searches(self) -> list[tuple[str, int]]:
        return [(one["helicopter"], one["building"]) for one in self.game.police.view()["searches"]]

    def found_nothing(self, name: str, building: int) -> None:
        self.board.reads("news_nothing", helicopter=name, building=building)
        acts.has_acted(self.ben, name)


@pytest.fixture
def evening(phones: Phones, game: Game) -> Evening:
    return Evening(phones, game)


def test_a_lift_is_the_search_of_the_one_helicopter_that_can(evening: Evening) -> None:
    acts.lift(evening.board, 7)
    acts.has_acted(evening.ben, "pink")
    expect(acts.notice(evening.ben, "hand_put_back", building=7)).to_be_visible()
    acts.put_back(evening.board, 7)
    expect(acts.notice(evening.ben, "hand_put_back", building=7)).to_have_count(0)
    evening.found_nothing("pink", 7)
    # The same building again: pink has acted, and no other reaches it.
    acts.lift(evening.board, 7)
    expect(acts.notice(evening.ben, "hand_put_back", building=7)).to_be_visible()
    assert evening.searches() == [("pink", 7)]


def test_where_several_could_be_searching_the_police_choose_on_the_phone(evening: Evening) -> None:
    acts.lift(evening.board, 8)
    asked = acts.notice(evening.ben, "police_choosing", building=8)
    expect(asked).to_be_visible()
    evening.board.reads("bench_choosing", building=8)
    expect(asked.get_by_role("button")).to_have_text(["pink", "yellow"])
    assert evening.searches() == []
    asked.get_by_role("button", name="yellow").click()
    acts.has_acted(evening.ben, "yellow")
    expect(asked).to_have_count(0)
    acts.put_back(evening.board, 8)
    evening.found_nothing("yellow", 8)
    acts.still_to_act(evening.ben, "pink and green")


def test_where_several_could_be_searching_the_boards_buttons_choose_too(evening: Evening) -> None:
    acts.lift(evening.board, 13)
    evening.board.reads("bench_choosing", building=13)
    acts.press(evening.board, "green")
    acts.press(evening.board, "done")
    acts.has_acted(evening.ben, "green")
    expect(acts.notice(evening.ben, "police_choosing", building=13)).to_have_count(0)
    acts.put_back(evening.board, 13)
    evening.found_nothing("green", 13)


def test_a_choice_nobody_made_is_gone_when_the_building_is_back(evening: Evening) -> None:
    acts.lift(evening.board, 8)
    expect(acts.notice(evening.ben, "police_choosing", building=8)).to_be_visible()
    acts.put_back(evening.board, 8)
    expect(acts.notice(evening.ben, "police_choosing", building=8)).to_have_count(0)
    acts.still_to_act(evening.ben, "pink, yellow and green")
    assert evening.searches() == []


def test_a_building_no_helicopter_touches_goes_back_and_tells_nothing(evening: Evening) -> None:
    # The car is there.
    acts.lift(evening.board, 1)
    expect(acts.notice(evening.ben, "hand_put_back", building=1)).to_be_visible()
    acts.put_back(evening.board, 1)
    expect(acts.notice(evening.ben, "hand_put_back", building=1)).to_have_count(0)
    acts.still_to_act(evening.ben, "pink, yellow and green")
    assert evening.searches() == []


def test_a_second_building_lifted_meanwhile_is_only_to_be_put_back(evening: Evening) -> None:
    acts.lift(evening.board, 8)
    expect(acts.notice(evening.ben, "police_choosing", building=8)).to_be_visible()
    acts.lift(evening.board, 19)
    expect(acts.notice(evening.ben, "hand_put_back", building=19)).to_be_visible()
    evening.ben.button("pink").click()
    acts.has_acted(evening.ben, "pink")
    acts.put_back(evening.board, 19)
    expect(acts.notice(evening.ben, "hand_put_back", building=19)).to_have_count(0)
    assert evening.searches() == [("pink", 8)]


def test_a_lift_after_a_search_on_the_phone_is_the_hand_of_that_search(evening: Evening) -> None:
    acts.search(evening.ben, "pink", 13)
    acts.has_acted(evening.ben, "pink")
    acts.lift(evening.board, 13)
    expect(acts.notice(evening.ben, "hand_put_back", building=13)).to_be_visible()
    acts.put_back(evening.board, 13)
    expect(acts.notice(evening.ben, "hand_put_back", building=13)).to_have_count(0)
    # The next lift is a search again.
    acts.lift(evening.board, 9)
    acts.has_acted(evening.ben, "yellow")
    assert evening.searches() == [("pink", 13), ("yellow", 9)]


def test_a_knocked_building_is_not_a_search(evening: Evening) -> None:
    # The contact opens and closes for less than the hold time, and comes to rest where it was.
    evening.game.police.send("/bench/switch", building=7, state="placed", bounce_ms=300)
    acts.choose(evening.ben, "yellow")
    evening.game.police.send("/bench/switch", building=7, state="placed")
    acts.lift(evening.board, 18)
    acts.has_acted(evening.ben, "green")
    assert evening.searches() == [("green", 18)]


def test_a_switch_stuck_open_is_set_aside_and_the_game_goes_on(evening: Evening) -> None:
    acts.use_tool(evening.board, "stuck_open")
    evening.board.building(25).click()
    acts.set_aside(evening.ben, "hand_put_back", 25)
    acts.use_tool(evening.board, "lift")
    acts.lift(evening.board, 18)
    acts.has_acted(evening.ben, "green")
    acts.put_back(evening.board, 18)
    acts.use_tool(evening.board, "none")
    evening.board.building(25).click()
    expect(evening.board.building(25)).not_to_have_accessible_name(re.compile(evening.board.say("bench_stuck_open")))
    assert evening.searches() == [("green", 18)]


def test_a_switch_stuck_closed_never_reports_a_lift_and_the_phone_searches_instead(evening: Evening) -> None:
    acts.use_tool(evening.board, "stuck_closed")
    evening.board.building(7).click()
    expect(evening.board.building(7)).to_have_accessible_name(re.compile(evening.board.say("bench_stuck_closed")))
    acts.use_tool(evening.board, "lift")
    evening.board.building(7).click()
    acts.search(evening.ben, "pink", 7)
    evening.found_nothing("pink", 7)
    assert evening.searches() == [("pink", 7)]


def test_the_boards_buttons_fly_and_ask_before_the_last_move(evening: Evening) -> None:
    evening.ben.never_mind(REFUSED)
    for name, arrow, letter in (("pink", "west", "E"), ("yellow", "north", "C")):
        acts.press(evening.board, name)
        acts.press(evening.board, arrow)
        acts.has_acted(evening.ben, name)
        expect(evening.ben.crossing(letter)).to_have_accessible_name(re.compile(f"{name} helicopter"))
    acts.press(evening.board, "south")
    # What is intended blinks on the board, and nothing has moved yet.
    expect(evening.board.page.locator(".bench-crossing.lit", has_text="O")).to_be_visible()
    acts.still_to_act(evening.ben, "green")
    acts.press(evening.board, "done")
    evening.ben.reads("phase_thief", round=2)
    assert evening.game.police.view()["helicopters"]["green"]["crossing"] == "O"


def test_holding_done_takes_the_last_move_back(evening: Evening) -> None:
    acts.press(evening.board, "green")
    acts.press(evening.board, "east")
    acts.has_acted(evening.ben, "green")
    evening.board.tap("bench_hold_done")
    acts.still_to_act(evening.ben, "pink, yellow and green")
    assert evening.game.police.view()["helicopters"]["green"]["crossing"] == "K"
