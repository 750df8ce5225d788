"""Seats: PINs, several seats in one browser, names of every kind, leaving and coming back."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import acts
from tests.browser.conftest import PlayerMaker
from tests.browser.phones import REFUSED, SMALL_PHONE, TABLET, Phone, Phones
from tests.browser.players import PIN, Game

MARKUP = "<img src=x onerror=x=1>"
RIGHT_TO_LEFT = "שלום 12 עולם"
LONGEST = "W" * 24
PICTURES = "🚁🚓👮🏽🦊🌃"


def type_pin(phone: Phone, pin: str) -> None:
    phone.field("thief_pin").fill(pin)
    phone.tap("thief_take_up_yes")


def test_the_pin_takes_the_seat_up_on_another_phone_and_the_first_is_told(phones: Phones, game: Game) -> None:
    game.begin().hide(13)
    first = phones(SMALL_PHONE, is_still=True, player=game.thief).open("/thief")
    acts.keep_open(first)
    second = phones(SMALL_PHONE, is_still=True).open("/thief")
    second.never_mind(REFUSED)
    second.reads("thief_taken", name="Ana")

    type_pin(second, "1357")
    expect(second.page.get_by_text(second.say.told("seat_taken"))).to_be_visible()
    first.reads("phase_police", round=1)
    type_pin(second, PIN)
    second.reads("phase_police", round=1)
    with acts.looking(second):
        expect(second.building(13)).to_have_accessible_name(re.compile(second.say("map_car")))

    first.reads("thief_taken", name="Ana")
    expect(first.page.locator("city-map")).not_to_contain_text(first.say("map_car"))
    expect(first.button(re.compile(first.say("map_car")))).to_have_count(0)


def test_a_wrong_pin_is_explained_on_the_first_page(phones: Phones, game: Game) -> None:
    game.begin()
    phone = phones(SMALL_PHONE, is_still=True).open("/")
    phone.never_mind(REFUSED)
    phone.button(acts.begins_with(f"{phone.say('join_thief')} {phone.say('join_thief_short')}")).click()
    phone.reads("join_thief_taken", name="Ana")
    for pin, words in (("12", phone.say("pin_how")), ("1357", phone.say.told("seat_taken"))):
        phone.field("join_pin").fill(pin)
        phone.tap("join_sit_again")
        expect(phone.page.get_by_text(words)).to_be_visible()
    for _ in range(4):
        phone.tap("join_sit_again")
        expect(phone.button(phone.say("join_sit_again"))).to_be_enabled()
    phone.tap("join_sit_again")
    expect(phone.page.get_by_text(phone.say.told("too_many_tries"))).to_be_visible()
    assert game.thief.view()["you"]["seat"] == "thief"


def test_one_laptop_plays_all_seats_a_tab_each(phones: Phones) -> None:
    thief = phones(TABLET, is_still=True)
    acts.take_seat(thief, "thief", "Ana")
    police = acts.open_tab(thief, "/police")
    police.field("your_name").fill("Ben")
    police.tap("police_sit_yes")
    acts.start_game(police)
    tablet = acts.open_tab(thief, "/table")
    police.page.bring_to_front()
    acts.start_chase(police)
    thief.page.bring_to_front()
    acts.hide(thief, 13)
    police.page.bring_to_front()
    acts.search(police, "pink", 7)
    acts.has_acted(police, "pink")
    tablet.reads("news_nothing", helicopter="pink", building=7)
    # Each tab stays who it is, whoever sat down last.
    for tab, words in ((thief, "thief_covered_police"), (police, "police_undo"), (tablet, "table_news")):
        tab.page.reload()
        tab.wait().reads(words)
    assert police.complaints.left() + tablet.complaints.left() == []


def test_names_are_only_ever_text_and_break_no_page(phones: Phones, game: Game, player: PlayerMaker) -> None:
    phone = phones(SMALL_PHONE, is_still=True)
    acts.take_seat(phone, "police", MARKUP)
    game.thief.send("/api/seat", seat="thief", name=LONGEST)
    others = (RIGHT_TO_LEFT, PICTURES, "M" * 24)
    makers = [player("police", name) for name in others]
    game.open()
    makers[0].act("take", helicopter="green")
    makers[2].act("take", helicopter="yellow")
    phone.tap("police_take_label", helicopter="pink")
    everyone = (LONGEST, MARKUP, *others)
    for path in ("/", "/police", "/table", "/games", "/thief"):
        phone.open(path)
        names = (LONGEST,) if path == "/thief" else everyone
        for name in names:
            expect(phone.page.get_by_text(name).filter(visible=True).first).to_be_visible()
        expect(phone.page.locator("img")).to_have_count(0)
        acts.fits(phone)
    assert phone.page.evaluate("typeof x") == "undefined"


@pytest.mark.parametrize("name", ["abc\u202edef", "\u0000", "a\u200db"], ids=["overriding", "control", "joined"])
def test_a_name_that_a_screen_would_obey_is_refused_with_a_sentence(phones: Phones, name: str) -> None:
    phone = phones(SMALL_PHONE, is_still=True).open("/police")
    phone.never_mind(REFUSED)
    phone.field("your_name").fill(name)
    phone.tap("police_sit_yes")
    expect(phone.page.get_by_text(phone.say.told("bad_name"))).to_be_visible()


def test_a_police_player_leaves_and_sits_down_again(phones: Phones, game: Game) -> None:
    game.open()
    game.police.act("take", helicopter="pink")
    ben = phones(SMALL_PHONE, is_still=True, player=game.police).open("/police")
    expect(acts.helicopter(ben, "pink")).to_contain_text(ben.say("police_mine"))
    acts.use_menu(ben, "leave")
    ben.reads("police_no_seat")
    expect(ben.page.locator("details.menu").get_by_text(ben.say("leave"))).to_be_hidden()
    ben.field("your_name").fill("Ben again")
    ben.tap("police_sit_yes")
    # A helicopter of who has left is everyone's again.
    acts.place(ben, "pink", "A")
    expect(acts.helicopter(ben, "pink")).not_to_contain_text(ben.say("police_mine"))
    ben.reads("seats_police", names="Ben again")


def test_a_thief_who_leaves_in_a_game_comes_back_with_the_pin(phones: Phones, game: Game) -> None:
    game.begin().hide(13)
    ana = phones(SMALL_PHONE, is_still=True, player=game.thief).open("/thief")
    acts.use_menu(ana, "leave")
    ana.reads("thief_taken", name="Ana")
    type_pin(ana, PIN)
    ana.reads("phase_police", round=1)
    with acts.looking(ana):
        expect(ana.building(13)).to_have_accessible_name(re.compile(ana.say("map_car")))
