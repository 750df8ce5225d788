"""A family that reads French: nothing on any page is left in English, and a choice of language stays."""

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from companion.games.city_chase.wording import words
from tests.browser import acts, layout
from tests.browser.conftest import PlayerMaker
from tests.browser.phones import REFUSED, SMALL_PHONE, Phone, Phones
from tests.browser.players import Game
from tests.browser.positions import EVENINGS, Stage
from tests.browser.speech import ENGLISH, FRENCH

LONGER_THAN = 3
EVERYTHING_SAID = """() => {
  const names = ["aria-label", "placeholder", "title", "aria-valuetext"];
  const all = [...document.querySelectorAll("body *")];
  const spoken = all.flatMap((one) => names.map((name) => one.getAttribute(name)));
  const shown = [...document.querySelectorAll("body *:not(script):not(noscript)")].map((one) =>
    [...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join(" "));
  return [document.title, ...spoken, ...shown].filter(Boolean).map((one) => one.trim().replace(/\\s+/g, " "));
}"""


def english_sentences() -> re.Pattern[str]:
    """Return what finds any English sentence of more than three words, whatever its values are."""
    english, french = words("en"), words("fr")
    pairs = [(english.page, french.page), (english.reason, french.reason), (english.table, french.table)]
    sentences = [text for ours, theirs in pairs for key, text in ours.items() if theirs[key] != text]
    long = [text for text in sentences if len(re.sub(r"\{\w+\}", "", text).split()) > LONGER_THAN]
    return re.compile("|".join(re.sub(r"\\\{\w+\\\}", ".+?", re.escape(text)) for text in long))


ENGLISH_SENTENCES = english_sentences()


def left_in_english(phone: Phone) -> list[str]:
    return [said for said in phone.page.evaluate(EVERYTHING_SAID) if ENGLISH_SENTENCES.search(said)]


@pytest.mark.parametrize("evening", EVENINGS)
def test_no_page_has_english_left_and_french_fits_the_smallest_phone(evening: str, stage: Stage) -> None:
    found = []
    for position in EVENINGS[evening](replace(stage, locale="fr-FR")):
        position.phone.page.set_viewport_size(SMALL_PHONE)
        found += [f"{position.name}: {one}" for one in layout.problems(position.phone.page, is_phone=True)]
        found += [f"{position.name}: {said}" for said in left_in_english(position.phone)]
        assert position.phone.page.locator("html").get_attribute("lang") == "fr"
    assert not found, "\n".join(found)


def test_english_would_be_found(phones: Phones) -> None:
    assert left_in_english(phones().open("/how-to-play")) != []


def test_a_short_game_in_french(phones: Phones) -> None:
    ana, ben = phones(locale="fr-FR"), phones(locale="fr-FR")
    acts.take_seat(ana, "thief", "Ana")
    acts.take_seat(ben, "police", "Ben")
    acts.start_game(ben)
    acts.start_chase(ben)
    acts.hide(ana, 8)
    acts.search(ben, "pink", 8)
    for phone in (ana, ben):
        acts.sees_the_end(phone, "arrested")
        phone.reads("over_arrested_why", round=1)
        acts.sees_the_route(phone, 8)
        assert left_in_english(phone) == []


def test_refusals_are_in_french(phones: Phones, game: Game) -> None:
    ben = phones(locale="fr-FR", player=game.begin().hide(13).police).open("/police")
    ben.never_mind(REFUSED)
    ben.building(25).click()
    said = FRENCH.reason("out_of_reach", building=25, crossing="F", helicopter="pink")
    assert said != ENGLISH.reason("out_of_reach", building=25, crossing="F", helicopter="pink")
    expect(ben.page.get_by_text(said)).to_be_visible()


def test_the_table_refuses_in_french(phones: Phones, game: Game) -> None:
    stranger = phones(locale="fr-FR").open("/thief")
    stranger.never_mind(REFUSED)
    stranger.field("thief_pin").fill("1111")
    stranger.tap("thief_take_up_yes")
    expect(stranger.page.get_by_text(FRENCH.told("seat_taken"))).to_be_visible()
    assert game.thief.view()["you"]["seat"] == "thief"


def test_a_language_chosen_on_the_first_page_stays(phones: Phones) -> None:
    phone = phones(locale="fr-FR").open("/")
    phone.page.locator('[data-choose="en"]').click()
    expect(phone.page.get_by_text(ENGLISH("join_lead"))).to_be_visible()
    phone.page.reload()
    expect(phone.page.get_by_text(ENGLISH("join_lead"))).to_be_visible()
    assert phone.page.locator("html").get_attribute("lang") == "en"
    phone.page.goto(f"{phone.address}/how-to-play")
    expect(phone.page.get_by_text(ENGLISH("how_hide_do"))).to_be_visible()


def test_a_language_chosen_in_the_menu_stays(phones: Phones) -> None:
    phone = phones().open("/table")
    phone.page.locator("details.menu summary").click()
    phone.button(FRENCH("language_name")).click()
    expect(phone.page.get_by_text(FRENCH("table_join_how"))).to_be_visible()
    phone.page.reload()
    expect(phone.page.get_by_text(FRENCH("table_join_how"))).to_be_visible()
    phone.page.locator("details.menu summary").click()
    expect(phone.button(FRENCH("language_name"))).to_have_attribute("aria-pressed", "true")


def test_one_and_many_are_told_apart(phones: Phones, player: PlayerMaker) -> None:
    tablet = phones(locale="fr-FR").open("/table")
    player("watch", "Dora")
    tablet.reads("seats_watching_one", number=1)
    player("watch", "Emil")
    tablet.reads("seats_watching_many", number=2)


def test_ways_out_are_counted_as_french_counts(phones: Phones, game: Game) -> None:
    """From a corner: two ways out, then one."""
    ana = phones(locale="fr-FR", player=game.begin("KLO").run(2).thief).open("/thief")
    acts.keep_open(ana)
    ana.reads("thief_choose_many", building=2, number=3)
    ana.tap("thief_cover")
    game.run(1)
    ana.reads("phase_thief", round=3)
    acts.keep_open(ana)
    ana.reads("thief_choose_one", building=1, number=1)
    ana.building(6).click()
    ana.reads("thief_ways_many", number=2)
