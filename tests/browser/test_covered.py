"""The thief's page: covered it shows nothing of the secret; uncovered it explains, warns, and covers itself again."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, expect

from tests.browser import acts
from tests.browser.phones import REFUSED, SMALL_PHONE, TABLET, Phone, Phones
from tests.browser.players import Game, Player
from tests.browser.serving import ServedTable


@pytest.fixture
def ana(phones: Phones, game: Game) -> Phone:
    """Ana's phone, in the thief phase of round 1."""
    game.begin()
    return phones(SMALL_PHONE, is_still=True, player=game.thief).open("/thief")


def shows_car(phone: Phone, building: int) -> None:
    expect(phone.building(building)).to_have_accessible_name(re.compile(phone.say("map_car")))


def shows_no_car(phone: Phone) -> None:
    expect(phone.button(re.compile(phone.say("map_car")))).to_have_count(0)


def look_of(phone: Phone) -> tuple[str, str, bytes]:
    """Return all that can be read, heard or seen of a page."""
    acts.is_covered(phone)
    body = phone.page.locator("body")
    markup: str = phone.page.evaluate("document.body.innerHTML")
    # Where Chromium repaints only a part, its edges differ by a shade that nobody sees: let it paint everything anew.
    phone.page.set_viewport_size(TABLET)
    phone.page.set_viewport_size(SMALL_PHONE)
    return body.aria_snapshot(), markup, phone.page.screenshot(animations="disabled")


def other_table(playwright: Playwright, browser: Browser, table: ServedTable) -> tuple[Game, Phone]:
    """Seat Ana and Ben at another table."""
    header = {"X-CityChase": "1"}
    apis = [playwright.request.new_context(base_url=table.local_address, extra_http_headers=header) for _ in range(2)]
    game = Game(Player(apis[0], "thief", "Ana"), Player(apis[1], "police", "Ben"))
    return game, Phones(browser, table.address)(SMALL_PHONE, is_still=True, player=game.thief)


def test_covered_two_thieves_with_different_secrets_look_the_same(
    ana: Phone, game: Game, playwright: Playwright, browser: Browser, tmp_path: Path
) -> None:
    folder = tmp_path / "other"
    folder.mkdir()
    with ServedTable(folder) as table:
        twin, eve = other_table(playwright, browser, table)
        twin.begin()
        eve.open("/thief")
        assert look_of(ana) == look_of(eve)
        for phone in (ana, eve):
            with acts.looking(phone):
                phone.reads("thief_choose_any")
            put_pointer_away(phone)
        nothing_chosen = look_of(ana)
        assert look_of(eve) == nothing_chosen
        sees_choice(ana, game, 1)
        assert look_of(ana) == nothing_chosen
        sees_choice(eve, twin, 25)
        assert look_of(eve) == nothing_chosen

        for both in (game, twin):
            both.thief.act("done")
            both.search("pink", 13).search("yellow", 13)
        for phone in (ana, eve):
            expect(phone.page.get_by_text(f"{phone.say('searches_title')} (2)")).to_be_visible()
        in_police_phase = look_of(ana)
        assert in_police_phase[0] != nothing_chosen[0]
        assert look_of(eve) == in_police_phase

        for both in (game, twin):
            both.fly()
        ana.reads("phase_thief", round=2)
        eve.reads("phase_thief", round=2)
        sees_choice(ana, game, 2)
        assert look_of(ana) == look_of(eve)
        assert eve.complaints.left() == []
        eve.context.close()


def sees_choice(phone: Phone, game: Game, building: int) -> None:
    """Choose a building without the page, and look until the page knows."""
    game.thief.act("hide", building=building)
    with acts.looking(phone):
        phone.reads("thief_chosen", building=building)
    put_pointer_away(phone)


def put_pointer_away(phone: Phone) -> None:
    """Let it rest nowhere that could look different."""
    phone.page.mouse.move(0, 0)


def test_holding_shows_the_secret_and_letting_go_covers_it(ana: Phone, game: Game) -> None:
    game.hide(13)
    ana.reads("phase_police", round=1)
    acts.is_covered(ana)
    shows_no_car(ana)
    with acts.looking(ana):
        shows_car(ana, 13)
    shows_no_car(ana)


def test_the_space_bar_holds_too(ana: Phone, game: Game) -> None:
    game.hide(13)
    ana.reads("phase_police", round=1)
    ana.button(ana.say("thief_hold")).focus()
    ana.page.keyboard.down("Space")
    shows_car(ana, 13)
    ana.page.keyboard.up("Space")
    shows_no_car(ana)
    acts.is_covered(ana)


def test_kept_open_it_covers_itself_after_a_while_and_whenever_the_phone_is_put_away(ana: Phone, game: Game) -> None:
    game.hide(13)
    ana.page.clock.install(time="2026-11-18T20:00:00")
    ana.page.reload()
    ana.wait()
    acts.is_covered(ana)
    acts.keep_open(ana)
    shows_car(ana, 13)
    ana.page.clock.fast_forward(31_000)
    acts.is_covered(ana)
    shows_no_car(ana)

    acts.keep_open(ana)
    ana.page.evaluate("dispatchEvent(new Event('blur'))")
    acts.is_covered(ana)
    acts.keep_open(ana)
    acts.turn_screen(ana, "hidden")
    acts.is_covered(ana)
    acts.turn_screen(ana, "visible")
    acts.is_covered(ana)
    shows_no_car(ana)


def test_a_building_the_thief_cannot_go_to_says_why(ana: Phone, game: Game) -> None:
    ana.never_mind(REFUSED)
    game.run(13, 14)
    ana.reads("phase_thief", round=3)
    acts.keep_open(ana)
    reasons = {
        14: ana.say.reason("must_move_on", building=14),
        20: ana.say.reason("diagonal", building=20, car=14),
        25: ana.say.reason("not_next_to", building=25, car=14),
        13: ana.say.reason("has_trace", building=13),
    }
    for building, sentence in reasons.items():
        ana.building(building).click()
        expect(ana.page.get_by_text(sentence)).to_be_visible()
    ana.tap("thief_done")
    expect(ana.page.get_by_text(ana.say.reason("no_choice"))).to_be_visible()
    # What was said is covered with the rest, and does not come back.
    ana.tap("thief_cover")
    acts.is_covered(ana)
    expect(ana.page.get_by_text(ana.say.reason("no_choice"))).to_have_count(0)
    acts.keep_open(ana)
    expect(ana.page.get_by_text(ana.say.reason("no_choice"))).to_have_count(0)


def test_ways_out_and_dead_ends_are_told_until_the_warning_is_switched_off(ana: Phone, game: Game) -> None:
    game.run(7, 6, 11)
    ana.reads("phase_thief", round=4)
    acts.keep_open(ana)
    ana.reads("thief_choose_many", building=11, number=2)
    ana.building(12).click()
    ana.reads("thief_ways_many", number=2)
    game.run(12, 13, 8, 3, 2)
    ana.reads("phase_thief", round=9)
    ana.reads("thief_choose_one", building=2)
    # From 1 both neighbours, 2 and 6, have Traces.
    ana.building(1).click()
    ana.reads("thief_dead_end")
    ana.tap("thief_warn")
    expect(ana.page.get_by_text(ana.say("thief_dead_end"))).to_have_count(0)
    ana.page.reload()
    ana.wait()
    acts.keep_open(ana)
    ana.reads("thief_chosen", building=1)
    expect(ana.button(ana.say("thief_warn"))).to_have_attribute("aria-pressed", "false")
    expect(ana.page.get_by_text(ana.say("thief_dead_end"))).to_have_count(0)
    ana.tap("thief_warn")
    ana.reads("thief_dead_end")


def test_the_thief_can_see_what_the_police_can_know(ana: Phone, game: Game) -> None:
    game.hide(13)
    ana.reads("phase_police", round=1)
    acts.keep_open(ana)
    ana.reads("thief_known_many", number=25)
    game.search("pink", 8)
    ana.reads("thief_known_many", number=24)
    game.search("yellow", 14)
    game.police.act("move", helicopter="green", crossing="O")
    game.hide(18)
    # The Trace of round 1 is found: the car is beside it.
    game.search("pink", 13)
    ana.reads("thief_known_many", number=4)
    expect(ana.building(18)).to_have_accessible_name(re.compile(re.escape(ana.say("percent", number=25))))
    game.search("yellow", 8)
    ana.reads("thief_known_many", number=3)
