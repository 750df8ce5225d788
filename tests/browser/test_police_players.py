"""Several police players: whose a helicopter is, who has still to act, taps that cross or come twice."""

import pytest
from playwright.sync_api import Route, expect

from tests.browser import acts
from tests.browser.conftest import PlayerMaker
from tests.browser.phones import REFUSED, SMALL_PHONE, Phone, Phones
from tests.browser.players import Game


@pytest.fixture
def ben(phones: Phones, game: Game) -> Phone:
    """Ben's phone, in the police phase of round 1: pink on F, yellow on G, green on K, the thief in 1."""
    game.begin().hide(1)
    return phones(SMALL_PHONE, is_still=True, player=game.police).open("/police")


def stop_the_clock(phone: Phone) -> None:
    """Let time pass on this phone only as far as the test says."""
    phone.page.clock.install(time="2026-11-18T20:00:00")
    phone.page.reload()
    phone.wait()
    phone.page.clock.pause_at("2026-11-18T20:01:00")


def take(phone: Phone, name: str) -> None:
    phone.tap("police_take_label", helicopter=name)
    expect(acts.helicopter(phone, name)).to_contain_text(phone.say("police_mine"))


def test_three_phones_fly_a_helicopter_each(phones: Phones, game: Game, player: PlayerMaker) -> None:
    game.open()
    others = (player("police", "Chloe"), player("police", "Dan"))
    three = [phones(SMALL_PHONE, is_still=True, player=one).open("/police") for one in (game.police, *others)]
    for phone, name in zip(three, acts.HELICOPTERS, strict=True):
        take(phone, name)
    ben, chloe, dan = three
    ben.never_mind(REFUSED)
    for phone, name, letter in zip(three, acts.HELICOPTERS, "FGK", strict=True):
        acts.place(phone, name, letter)
    dan.tap("police_start")
    game.hide(1)

    acts.still_to_act(ben, "pink, yellow and green")
    expect(acts.helicopter(chloe, "yellow")).to_have_attribute("aria-pressed", "true")
    acts.try_helicopter(ben, "yellow")
    ben.reads("police_not_yours", helicopter="yellow", name="Chloe")
    ben.crossing("G").click()
    ben.page.get_by_text(ben.say.reason("road_blocked", crossing="G")).wait_for()
    chloe.building(9).click()
    acts.has_acted(chloe, "yellow")
    acts.still_to_act(ben, "pink and green")
    ben.building(7).click()
    acts.has_acted(dan, "pink")
    acts.still_to_act(dan, "green")
    dan.building(19).click()
    for phone in three:
        phone.reads("phase_thief", round=2)


def test_a_helicopter_that_was_let_go_is_everyones_again(phones: Phones, game: Game, player: PlayerMaker) -> None:
    game.open()
    ben = phones(SMALL_PHONE, is_still=True, player=game.police).open("/police")
    chloe = phones(SMALL_PHONE, is_still=True, player=player("police", "Chloe")).open("/police")
    take(ben, "green")
    expect(chloe.button(chloe.say("police_take_label", helicopter="green"))).to_be_disabled()
    acts.try_helicopter(chloe, "green")
    chloe.reads("police_not_yours", helicopter="green", name="Ben")
    ben.tap("police_release_label", helicopter="green")
    expect(chloe.button(chloe.say("police_take_label", helicopter="green"))).to_be_enabled()
    acts.place(chloe, "green", "P")
    expect(acts.helicopter(ben, "green")).to_contain_text(ben.say("police_on", crossing="P"))


def test_helicopters_can_be_taken_only_where_the_table_lets_them(phones: Phones, game: Game) -> None:
    ben = phones(SMALL_PHONE, is_still=True, player=game.police).open("/police")
    expect(ben.button(ben.say("police_take_label", helicopter="pink"))).to_have_count(0)
    acts.start_game(ben)
    expect(ben.button(ben.say("police_take_label", helicopter="pink"))).to_be_enabled()


def test_of_two_taps_that_cross_the_second_is_told_to_look_again(ben: Phone, player: PlayerMaker) -> None:
    chloe = player("police", "Chloe")
    ben.never_mind(REFUSED)

    def let_chloe_be_first(route: Route) -> None:
        chloe.act("search", helicopter="pink", building=8)
        route.continue_()

    acts.choose(ben, "pink")
    ben.page.route("**/api/action*", let_chloe_be_first, times=1)
    ben.building(8).click()
    ben.reads("stale")
    acts.has_acted(ben, "pink")
    assert len(chloe.view()["searches"]) == 1
    expect(acts.helicopter(ben, "yellow")).to_have_attribute("aria-pressed", "true")


def test_a_double_tap_on_a_building_is_one_search(ben: Phone) -> None:
    sent: list[str] = []
    stop_the_clock(ben)
    ben.page.on("request", lambda request: sent.append(request.post_data or "") if "action" in request.url else None)

    ben.building(13).click()
    acts.has_acted(ben, "pink")
    ben.page.clock.run_for(600)
    ben.building(13).click()
    ben.page.clock.run_for(600)
    ben.building(13).click()
    acts.has_acted(ben, "yellow")
    assert len(sent) == 2
    acts.still_to_act(ben, "green")


def test_an_impatient_tap_while_the_table_is_slow_is_no_second_search(ben: Phone) -> None:
    sent: list[Route] = []

    def keep_waiting(route: Route) -> None:
        sent.append(route)

    ben.page.route("**/api/action*", keep_waiting)
    stop_the_clock(ben)

    ben.building(13).click()
    ben.page.clock.run_for(5000)
    ben.building(13).click()
    for route in sent:
        route.continue_()
    acts.has_acted(ben, "pink")
    acts.still_to_act(ben, "yellow and green")
    assert len(sent) == 1


def test_a_building_that_was_refused_can_be_tapped_again_at_once(ben: Phone) -> None:
    ben.never_mind(REFUSED)
    stop_the_clock(ben)
    acts.choose(ben, "green")
    ben.building(8).click()
    out_of_reach = ben.page.get_by_text(ben.say.reason("out_of_reach", building=8, crossing="K", helicopter="green"))
    expect(out_of_reach).to_be_visible()
    # Two quick taps on one spot are one.
    ben.page.clock.run_for(300)
    acts.search(ben, "pink", 8)
    acts.has_acted(ben, "pink")


def test_what_a_helicopter_cannot_do_is_explained_in_the_words_of_the_rules(ben: Phone) -> None:
    ben.never_mind(REFUSED)
    refusals = {
        ("pink", "P"): ben.say.reason("not_adjacent", crossing="P", origin="F"),
        ("pink", "F"): ben.say.reason("already_there", helicopter="pink", crossing="F"),
    }
    for (name, letter), sentence in refusals.items():
        acts.fly(ben, name, letter)
        expect(ben.page.get_by_text(sentence)).to_be_visible()
    acts.search(ben, "pink", 7)
    acts.has_acted(ben, "pink")
    acts.try_helicopter(ben, "pink")
    ben.reads("police_acted_already", helicopter="pink")
