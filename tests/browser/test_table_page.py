"""The page in the middle of the table: news in words, aloud if wanted, and a code that brings phones here."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import segno
from playwright.sync_api import expect

from tests.browser import acts
from tests.browser.phones import TABLET, Phone, Phones
from tests.browser.players import Game
from tests.browser.positions import play_round_1
from tests.browser.serving import ServedTable

RECORD_SPEECH = """
window.spoken = [];
Object.defineProperty(window, "speechSynthesis", { value: {
  speak: (utterance) => spoken.push([utterance.text, utterance.lang]),
  cancel: () => spoken.push(["cancelled", ""]),
} });
"""
ROTOR = "() => getComputedStyle(document.querySelector('.helicopter.placed .rotor')).animationName"


@pytest.fixture
def tablet(phones: Phones) -> Phone:
    return phones(TABLET).open("/table")


def news(phone: Phone) -> list[str]:
    """Return the news from the first to the last."""
    return phone.page.locator("#news li").all_text_contents()[::-1]


def hears(phone: Phone, *sentences: str) -> None:
    """Wait until these are the last news, in this order."""
    expect(phone.page.locator("#news li").first).to_have_text(sentences[-1])
    assert news(phone)[-len(sentences) :] == list(sentences)


def test_news_is_told_in_words_in_the_order_in_which_it_happened(tablet: Phone, game: Game) -> None:
    say = tablet.say
    game.open()
    hears(tablet, say("table_in_lobby"), say("table_new_game"))
    for helicopter, crossing in zip(acts.HELICOPTERS, "FGK", strict=True):
        game.police.act("place", helicopter=helicopter, crossing=crossing)
        hears(tablet, say("table_placed", helicopter=helicopter, crossing=crossing))
    game.police.act("start")
    hears(tablet, say("table_placed", helicopter="green", crossing="K"), say("table_round", round=1))
    game.hide(17)
    hears(tablet, say("table_round", round=1), say("table_hidden"))
    game.police.act("move", helicopter="pink", crossing="J")
    hears(tablet, say("table_hidden"), say("news_moves", helicopter="pink", crossing="J"))
    game.police.act("undo")
    hears(tablet, say("table_undone", helicopter="pink", crossing="F"))
    game.search("green", 18).search("yellow", 8)
    hears(
        tablet,
        say("news_nothing", helicopter="green", building=18),
        say("news_nothing", helicopter="yellow", building=8),
    )
    game.police.act("move", helicopter="pink", crossing="J")
    hears(tablet, say("news_moves", helicopter="pink", crossing="J"), say("table_round", round=2))
    game.hide(18).search("pink", 17).search("green", 18)
    hears(
        tablet,
        say("news_trace", helicopter="pink", building=17, trace="yellow"),
        say("news_car", helicopter="green", building=18),
        say("over_arrested"),
    )


@contextmanager
def without_wifi(tablet: Phone) -> Iterator[None]:
    """Keep the tablet from hearing anything for as long as the block lasts: it gets all of it in one view."""
    tablet.never_mind(re.compile("net::ERR_INTERNET_DISCONNECTED"))
    tablet.context.set_offline(True)
    tablet.reads("reconnecting")
    yield
    tablet.context.set_offline(False)


def test_a_table_that_was_away_for_a_round_takes_no_move_back(tablet: Phone, game: Game) -> None:
    """Pink had moved when the tablet lost its Wi-Fi, and has moved again when it is back."""
    game.begin().hide(17)
    game.police.act("move", helicopter="pink", crossing="J")
    hears(tablet, tablet.say("news_moves", helicopter="pink", crossing="J"))
    with without_wifi(tablet):
        game.search("yellow", 8).search("green", 18).hide(22)
        game.police.act("move", helicopter="pink", crossing="I")
    tablet.reads("phase_police", round=2)
    assert tablet.say("news_moves", helicopter="pink", crossing="I") in news(tablet)
    assert tablet.say("table_undone", helicopter="pink", crossing="I") not in news(tablet)


def test_a_table_that_was_away_hears_done_before_the_search_that_followed(tablet: Phone, game: Game) -> None:
    game.begin()
    hears(tablet, tablet.say("table_round", round=1))
    with without_wifi(tablet):
        game.hide(17).search("pink", 7)
    hears(tablet, tablet.say("table_hidden"), tablet.say("news_nothing", helicopter="pink", building=7))


def test_a_table_that_missed_the_set_up_does_not_ask_for_helicopters(tablet: Phone, game: Game) -> None:
    hears(tablet, tablet.say("table_in_lobby"))
    with without_wifi(tablet):
        game.begin()
    hears(tablet, tablet.say("table_in_lobby"), tablet.say("table_round", round=1))


def test_in_a_classic_game_the_police_are_told_to_close_their_eyes(tablet: Phone, game: Game) -> None:
    game.begin(mode="classic")
    hears(tablet, tablet.say("table_round", round=1), tablet.say("table_eyes_closed"))


@pytest.mark.parametrize(("locale", "language"), [("en-GB", "en"), ("fr-FR", "fr")])
def test_news_is_spoken_in_the_pages_language_once_it_is_switched_on(
    phones: Phones, game: Game, locale: str, language: str
) -> None:
    tablet = speaking_tablet(phones, locale)
    game.begin()
    hears(tablet, tablet.say("table_round", round=1))
    assert spoken(tablet) == []
    tablet.tap("table_speak")
    expect(tablet.button(tablet.say("table_speak"))).to_have_attribute("aria-pressed", "true")
    game.hide(13)
    hears(tablet, tablet.say("table_hidden"))
    game.search("pink", 13)
    hears(tablet, tablet.say("over_arrested"))
    wanted = [
        tablet.say("table_speaking"),
        tablet.say("table_hidden"),
        tablet.say("news_car", helicopter="pink", building=13),
        tablet.say("over_arrested"),
    ]
    assert spoken(tablet) == [[one, language] for one in wanted]


def test_the_voice_is_still_on_after_a_reload_and_off_when_switched_off(phones: Phones, game: Game) -> None:
    tablet = speaking_tablet(phones)
    game.begin()
    tablet.tap("table_speak")
    tablet.page.reload()
    tablet.wait()
    expect(tablet.button(tablet.say("table_speak"))).to_have_attribute("aria-pressed", "true")
    game.hide(13)
    hears(tablet, tablet.say("table_hidden"))
    assert [tablet.say("table_hidden"), "en"] in spoken(tablet)
    tablet.tap("table_speak")
    game.search("pink", 7)
    hears(tablet, tablet.say("news_nothing", helicopter="pink", building=7))
    assert spoken(tablet)[-1] == ["cancelled", ""]
    tablet.page.reload()
    expect(tablet.button(tablet.say("table_speak"))).to_have_attribute("aria-pressed", "false")


def speaking_tablet(phones: Phones, locale: str = "en-GB") -> Phone:
    tablet = phones(TABLET, locale)
    tablet.context.add_init_script(RECORD_SPEECH)
    return tablet.open("/table")


def spoken(phone: Phone) -> Any:
    return phone.page.evaluate("() => spoken")


@pytest.mark.parametrize("path", ["/", "/table"])
def test_the_code_is_the_address_that_stands_beside_it(phones: Phones, table: ServedTable, path: str) -> None:
    phone = phones(TABLET).open(path)
    address = phone.page.locator(".address").inner_text()
    assert address == table.local_address
    code = segno.make(f"{address}/", error="m")
    assert modules(phone) == dark(code.matrix)
    assert phone.page.get_by_role("img", name=phone.say("qr_label", address=f"{address}/")).is_visible()


def modules(phone: Phone) -> set[tuple[int, int]]:
    """Return which squares the picture makes dark, as (column, row) without the quiet border."""
    path = phone.page.locator(".qr-dark").get_attribute("d") or ""
    squares = set()
    x = y = 0.0
    for command, numbers in re.findall(r"([Mmh])([^Mmh]*)", path):
        values = [float(one) for one in re.findall(r"-?[\d.]+", numbers)]
        if command == "h":
            squares |= {(round(x) + step - 2, round(y - 0.5) - 2) for step in range(round(values[0]))}
            x += values[0]
        else:
            x, y = (values[0], values[1]) if command == "M" else (x + values[0], y + values[1])
    return squares


def dark(matrix: Iterable[Iterable[int]]) -> set[tuple[int, int]]:
    return {(column, row) for row, line in enumerate(matrix) for column, is_dark in enumerate(line) if is_dark}


@pytest.mark.parametrize(("is_still", "animation"), [(False, "turn"), (True, "none")])
def test_rotors_turn_unless_the_owner_wants_no_motion(
    phones: Phones, game: Game, *, is_still: bool, animation: str
) -> None:
    game.begin()
    tablet = phones(TABLET, is_still=is_still).open("/table")
    tablet.reads("phase_thief", round=1)
    assert tablet.page.evaluate(ROTOR) == animation


def test_the_traces_that_show_are_listed(tablet: Phone, game: Game) -> None:
    play_round_1(game)
    tablet.reads("traces_none")
    game.hide(18).search("pink", 17)
    tablet.reads("traces_one", trace="yellow", building=17)


def test_the_page_tells_nothing_of_the_route_before_the_end(tablet: Phone, game: Game) -> None:
    game.begin().run(13, 14)
    tablet.reads("phase_thief", round=3)
    assert tablet.page.locator(".car, .badge").count() == 0
    assert tablet.page.locator(".route-line").get_attribute("points") == ""
