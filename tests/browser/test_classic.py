"""Classic games: the thief runs, hides and pins on the board, and only the thief's page tells what is missing."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import acts
from tests.browser.phones import REFUSED, SCREEN, SMALL_PHONE, TABLET, Phones
from tests.browser.players import Game


class Evening:
    """Ana's phone and the board in a classic game, in the thief phase of round 1."""

    def __init__(self, phones: Phones, game: Game) -> None:
        self.game = game.begin(mode="classic")
        self.phones = phones
        self.ana = phones(SMALL_PHONE, is_still=True, player=game.thief).open("/thief")
        self.board = phones(SCREEN, is_still=True).open("/bench")
        self.ana.never_mind(REFUSED)

    def step(self, key: str, **values: int) -> None:
        """Check that the thief's page still asks for a step."""
        expect(self.ana.page.locator(".steps li:not(.done)", has_text=self.ana.say(key, **values))).to_be_visible()

    def stepped(self, key: str, **values: int) -> None:
        expect(self.ana.page.locator(".steps li.done", has_text=self.ana.say(key, **values))).to_be_visible()

    def refused(self, key: str, building: int) -> None:
        self.ana.tap("thief_done")
        expect(self.ana.page.get_by_text(self.ana.say.reason(key, building=building))).to_be_visible()

    def lift(self, building: int) -> None:
        """Lift a building and hold it until the board has noticed."""
        acts.lift(self.board, building)
        expect(self.ana.building(building)).to_have_accessible_name(re.compile(self.ana.say("map_lifted")))

    def hide_under(self, building: int) -> None:
        self.lift(building)
        acts.put_back(self.board, building)
        self.stepped("thief_classic_hide", building=building)


@pytest.fixture
def evening(phones: Phones, game: Game) -> Evening:
    return Evening(phones, game)


def test_the_thief_is_taken_through_run_hide_and_pin(evening: Evening) -> None:
    ana = evening.ana
    acts.keep_open(ana)
    evening.step("thief_classic_choose")
    ana.building(13).click()
    evening.step("thief_classic_hide", building=13)
    evening.hide_under(13)
    ana.tap("thief_done")
    evening.board.reads("phase_police", round=1)

    evening.game.fly()
    evening.board.reads("phase_thief", round=2)
    evening.step("thief_classic_run", building=13)
    evening.lift(13)
    acts.put_back(evening.board, 13)
    evening.stepped("thief_classic_run", building=13)
    ana.building(14).click()
    evening.hide_under(14)
    ana.tap("thief_done")
    evening.board.reads("phase_police", round=2)


def test_done_is_refused_with_what_is_missing_and_only_the_thief_is_told(evening: Evening) -> None:
    ana, board = evening.ana, evening.board
    ben = evening.phones(SMALL_PHONE, is_still=True, player=evening.game.police).open("/police")
    tablet = evening.phones(TABLET, is_still=True).open("/table")
    others = (ben, tablet, board)
    ben.reads("police_eyes_closed")
    tablet.reads("table_eyes_closed")
    texts = [phone.page.locator("body").inner_text() for phone in others]
    version = evening.game.police.view()["version"]
    lights = evening.game.police.api.get("/bench/leds").json()

    acts.keep_open(ana)
    ana.tap("thief_done")
    expect(ana.page.get_by_text(ana.say.reason("no_choice"))).to_be_visible()
    ana.building(13).click()
    evening.refused("lift_owed", 13)
    evening.lift(13)
    evening.lift(5)
    evening.refused("pin_owed", 5)
    acts.put_back(board, 5)
    acts.put_back(board, 13)
    evening.stepped("thief_classic_hide", building=13)
    evening.step("thief_classic_extra", buildings=5)

    assert [phone.page.locator("body").inner_text() for phone in others] == texts
    assert evening.game.police.view()["version"] == version
    assert evening.game.police.api.get("/bench/leds").json() == lights
    ana.tap("thief_done")
    ben.reads("phase_police", round=1)


def test_covered_the_thiefs_page_shows_nothing_of_what_the_hand_does(evening: Evening) -> None:
    ana = evening.ana
    acts.is_covered(ana)
    before = ana.page.locator("main").aria_snapshot()
    acts.lift(evening.board, 8)
    with acts.looking(ana):
        expect(ana.building(8)).to_have_accessible_name(re.compile(ana.say("map_lifted")))
    assert ana.page.locator("main").aria_snapshot() == before


def test_a_dead_switch_is_set_aside_by_the_thief_alone(evening: Evening) -> None:
    ana, board = evening.ana, evening.board
    acts.use_tool(board, "stuck_closed")
    board.building(7).click()
    acts.keep_open(ana)
    ana.building(7).click()
    evening.refused("lift_owed", 7)
    ana.tap("set_aside_short")
    evening.stepped("thief_classic_hide", building=7)
    ana.tap("thief_done")
    board.reads("phase_police", round=1)


def test_a_switch_that_says_lifted_for_ever_is_set_aside_too(evening: Evening) -> None:
    ana, board = evening.ana, evening.board
    acts.keep_open(ana)
    acts.use_tool(board, "stuck_open")
    board.building(25).click()
    evening.step("hand_put_back", building=25)
    ana.building(7).click()
    acts.use_tool(board, "lift")
    evening.hide_under(7)
    evening.refused("pin_owed", 25)
    ana.tap("set_aside_short")
    ana.tap("thief_done")
    board.reads("phase_police", round=1)
