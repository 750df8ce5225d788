"""Old games: listed, looked at step by step, saved; and a game that is still played keeps its secret."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser import acts
from tests.browser.phones import Phone, Phones
from tests.browser.players import Game
from tests.browser.positions import play_round_1, play_round_2, play_round_3
from tests.companion.commands.running import run_citychase


@pytest.fixture
def old_game(game: Game) -> Game:
    """A game that ended with an arrest in round 3."""
    play_round_1(game)
    play_round_2(game)
    play_round_3(game)
    return game


def card(phone: Phone, number: int) -> re.Pattern[str]:
    return re.compile(rf"^{re.escape(phone.say('games_number', number=number))}")


def test_a_table_without_games_says_so_and_leads_back(phones: Phones) -> None:
    phone = phones().open("/games")
    phone.reads("games_none")
    phone.link("games_start").click()
    phone.reads("join_tagline")


def test_games_are_listed_newest_first_with_how_they_ended(phones: Phones, old_game: Game) -> None:
    old_game.open().police.act("abandon")
    old_game.begin().run(1).police.act("abandon")
    old_game.begin().hide(5)
    phone = phones().open("/games")
    cards = phone.page.locator(".game-card")
    expect(cards).to_have_count(4)
    ends = [
        phone.say("games_running", round=1),
        phone.say("games_abandoned", round=2),
        phone.say("games_abandoned_early"),
        phone.say("games_arrested", round=3),
    ]
    for number, (place, end) in zip((4, 3, 2, 1), enumerate(ends), strict=True):
        expect(cards.nth(place)).to_contain_text(card(phone, number))
        expect(cards.nth(place)).to_contain_text(end)
        expect(cards.nth(place)).to_contain_text("Ana")
    assert cards.nth(2).get_by_role("link").count() == 0


def test_a_game_can_be_stepped_through_with_buttons(phones: Phones, old_game: Game) -> None:
    assert old_game.police.view()["phase"] == "over"
    phone = phones().open("/games")
    phone.link("games_look_label", number=1).click()
    phone.reads("replay_start", crossings="F, G and K")
    phone.tap("replay_forward")
    phone.reads("replay_hides", round=1, building=17)
    phone.tap("replay_forward")
    phone.reads("news_moves", helicopter="pink", crossing="J")
    phone.tap("replay_round_forward")
    phone.reads("replay_hides", round=2, building=18)
    phone.tap("replay_back")
    phone.reads("news_nothing", helicopter="green", building=18)
    phone.tap("replay_round_back")
    phone.reads("replay_hides", round=1, building=17)
    phone.tap("replay_play")
    phone.reads("news_car", helicopter="green", building=19)
    acts.sees_the_route(phone, 17, 18, 19)


def test_a_game_can_be_stepped_through_with_keys(phones: Phones, old_game: Game) -> None:
    assert old_game.police.view()["phase"] == "over"
    phone = phones().open("/games/1")
    slider = phone.page.get_by_role("slider", name=phone.say("replay_slider"))
    slider.focus()
    phone.page.keyboard.press("ArrowRight")
    phone.reads("replay_hides", round=1, building=17)
    expect(slider).to_have_attribute("aria-valuetext", phone.say("replay_hides", round=1, building=17))
    phone.page.keyboard.press("End")
    phone.reads("news_car", helicopter="green", building=19)
    phone.page.keyboard.press("Home")
    phone.reads("replay_start", crossings="F, G and K")


def test_a_record_can_be_saved_from_the_list_and_from_the_game(phones: Phones, old_game: Game, tmp_path: Path) -> None:
    assert old_game.police.view()["phase"] == "over"
    phone = phones().open("/games")
    for path, key in (("/games", "games_record_label"), ("/games/1", "over_record")):
        phone.open(path)
        with phone.page.expect_download() as coming:
            phone.link(key, **({"number": 1} if path == "/games" else {})).click()
        assert coming.value.suggested_filename == "city-chase-1.chase"
        coming.value.save_as(tmp_path / "saved.chase")
        assert run_citychase("verify", tmp_path / "saved.chase").code == 0
        assert "3. 19 px18b gx19# arrested" in (tmp_path / "saved.chase").read_text()


def test_a_game_that_is_still_played_shows_no_route(phones: Phones, game: Game) -> None:
    play_round_1(game)
    game.hide(18)
    phone = phones().open("/games/1")
    phone.reads("game_running")
    phone.tap("replay_forward")
    phone.reads("replay_hides_unknown", round=1)
    phone.tap("replay_round_forward")
    phone.reads("replay_hides_unknown", round=2)
    assert phone.page.locator(".car, .badge").count() == 0
    assert phone.page.locator(".route-line").get_attribute("points") == ""
    record = phone.page.evaluate("async () => (await fetch('/api/games/1/record')).text()")
    assert re.search(r"1\. \? pJ yx8- gx18-\s+2\. \? \*", record)


def test_a_game_given_up_before_it_began_says_that_there_is_nothing_to_see(phones: Phones, game: Game) -> None:
    game.open().police.act("abandon")
    phones().open("/games/1").reads("game_no_record")


def test_more_games_than_fit_come_on_demand(phones: Phones, game: Game) -> None:
    for _ in range(26):
        game.open().police.act("abandon")
    phone = phones().open("/games")
    cards = phone.page.locator(".game-card")
    expect(cards).to_have_count(24)
    phone.tap("games_more")
    expect(cards).to_have_count(26)
    expect(phone.button(phone.say("games_more"))).to_be_hidden()


@pytest.mark.parametrize(("locale", "order"), [("en-GB", r"\d{1,2} \w+ \d{4}"), ("fr-FR", r"\d{1,2} \S+ \d{4}")])
def test_dates_are_written_as_where_the_phone_comes_from(phones: Phones, game: Game, locale: str, order: str) -> None:
    game.begin().police.act("abandon")
    phone = phones(locale=locale)
    for path in ("/games", "/games/1"):
        expect(phone.open(path).page.locator("time")).to_have_text(re.compile(rf"^{order}"))
