"""The guided first game: every step by tapping, every wrong tap explained, no scrolling on a small phone."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.phones import PHONE, SMALL_PHONE, Phone, Phones

STEPS = ("hide", "trace", "run", "twice", "sides", "search", "think", "move", "follow", "catch", "end")
RIGHT = {
    "hide": "13",
    "run": "14",
    "twice": "15",
    "search": "18",
    "think": "13",
    "move": "J",
    "follow": "17",
    "catch": "12",
}
WRONG = (
    ("hide", "1", "how_hide_other"),
    ("hide", "A", "how_not_a_number"),
    ("run", "8", "how_run_other"),
    ("run", "13", "how_run_stay"),
    ("run", "19", "how_diagonal"),
    ("run", "25", "how_too_far"),
    ("twice", "13", "how_twice_trace"),
    ("twice", "14", "how_twice_stay"),
    ("twice", "20", "how_diagonal"),
    ("twice", "1", "how_too_far"),
    ("search", "14", "how_search_other"),
    ("search", "1", "how_search_far"),
    ("think", "7", "how_think_near"),
    ("think", "19", "how_think_far"),
    ("move", "E", "how_move_other"),
    ("move", "K", "how_move_taken"),
    ("move", "N", "how_move_diagonal"),
    ("move", "I", "how_move_stay"),
    ("move", "D", "how_move_far"),
    ("move", "13", "how_move_building"),
    ("follow", "18", "how_follow_other"),
    ("follow", "1", "how_follow_far"),
    ("catch", "8", "how_catch_near"),
    ("catch", "22", "how_catch_far"),
)
# Which buildings lie under the bar with the buttons.
COVERED = """() => {
  const bar = document.querySelector(".lesson-foot .row").getBoundingClientRect();
  const buildings = [...document.querySelectorAll(".spot-building")];
  return buildings.filter((one) => one.getBoundingClientRect().bottom > bar.top + 4).map((one) => one.dataset.spot);
}"""


@pytest.fixture
def phone(phones: Phones) -> Phone:
    return phones(SMALL_PHONE).open("/how-to-play")


def spot(phone: Phone, name: str) -> None:
    (phone.building(int(name)) if name.isdigit() else phone.crossing(name)).click()


def is_at(phone: Phone, step: str) -> None:
    number = STEPS.index(step) + 1
    expect(phone.page.locator("#step")).to_have_text(phone.say("how_step", number=number, all=len(STEPS)))
    expect(phone.page.locator("#heading")).to_have_text(phone.say(f"how_{step}"))


def says(phone: Phone, key: str, **values: str | int) -> None:
    expect(phone.page.locator("#task")).to_have_text(phone.say(key, **values))


def go_on(phone: Phone, step: str) -> None:
    phone.tap("how_skip" if step in RIGHT else "how_next")


def test_the_first_game_can_be_tapped_through_to_the_end(phone: Phone) -> None:
    for step in STEPS[:-1]:
        is_at(phone, step)
        says(phone, f"how_{step}_do")
        if step in RIGHT:
            spot(phone, RIGHT[step])
            says(phone, f"how_{step}_done")
        phone.tap("how_next")
    is_at(phone, "end")
    expect(phone.page.locator("#progress")).to_have_attribute("value", "1")
    phone.link("how_play").first.click()
    phone.page.wait_for_url(f"{phone.address}/")


def test_every_wrong_tap_is_explained_and_changes_nothing(phone: Phone) -> None:
    at = STEPS[0]
    for step, wrong, key in WRONG:
        while at != step:
            go_on(phone, at)
            at = STEPS[STEPS.index(at) + 1]
        spot(phone, wrong)
        says(phone, key, **({"building": int(wrong)} if wrong.isdigit() else {}))
        is_at(phone, step)
        expect(phone.button(phone.say("how_skip"))).to_be_visible()


def test_the_map_shows_the_car_and_the_way(phone: Phone) -> None:
    spot(phone, "13")
    expect(phone.building(13)).to_have_accessible_name(re.compile(re.escape(phone.say("map_car"))))
    for step in ("trace", "run"):
        phone.tap("how_next")
        is_at(phone, step)
    spot(phone, "14")
    expect(phone.building(14)).to_have_accessible_name(re.compile(re.escape(phone.say("map_car"))))
    expect(phone.building(13)).to_have_accessible_name(re.compile(re.escape(phone.say("map_step", round=1))))


def test_back_next_skip_and_again(phone: Phone) -> None:
    expect(phone.button(phone.say("how_back"))).to_be_disabled()
    for step in STEPS[:-1]:
        is_at(phone, step)
        go_on(phone, step)
    is_at(phone, "end")
    phone.tap("how_back")
    is_at(phone, "catch")
    says(phone, "how_catch_do")
    phone.tap("how_skip")
    phone.tap("how_again")
    is_at(phone, "hide")


# Faster than any finger: a tap is not taken for the echo of the one before, which meant something else.
THERE_AND_BACK = """() => {
  for (const one of ["[data-spot='13']", "#next", "#back", "[data-spot='13']"]) document.querySelector(one).click();
}"""


def test_a_step_gone_back_to_can_be_played_again_at_once(phone: Phone) -> None:
    phone.page.evaluate(THERE_AND_BACK)
    is_at(phone, "hide")
    says(phone, "how_hide_done")


def test_a_step_gone_back_to_waits_for_its_tap(phone: Phone) -> None:
    spot(phone, "13")
    phone.tap("how_next")
    phone.tap("how_back")
    says(phone, "how_hide_do")


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("width", ["360x640", "412x915"])
def test_map_words_and_buttons_are_all_on_a_phones_screen(phones: Phones, locale: str, width: str) -> None:
    phone = phones({"360x640": SMALL_PHONE, "412x915": PHONE}[width], locale).open("/how-to-play")
    for step in STEPS:
        is_at(phone, step)
        all_in_sight(phone)
        if step in RIGHT:
            spot(phone, RIGHT[step])
            says(phone, f"how_{step}_done")
            all_in_sight(phone)
        if step != STEPS[-1]:
            phone.tap("how_next")


def all_in_sight(phone: Phone) -> None:
    for part in ("#heading", "#task", "city-map", "#next"):
        expect(phone.page.locator(part)).to_be_in_viewport(ratio=0.99)
    assert phone.page.evaluate(COVERED) == []
