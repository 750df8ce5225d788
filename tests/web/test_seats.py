"""Sitting down, sharing, several seats in one browser, and handing the thief's seat on."""

import pytest

from companion.table.actions import NAME_LENGTH
from tests.web.visiting import PIN, Browser, Guests, WebTable

HOSTILE = ["<script>alert(1)", '"><img src=x>', "</title><b>Ana", "{{7*7}}", "{name}", "%s %n", "'; --", "&lt;Ana&gt;"]


@pytest.fixture
def laptop(web: WebTable) -> Browser:
    """One laptop for all."""
    one = web.browser()
    one.sit("thief", "Ana", PIN)
    one.sit("police", "Ben")
    one.sit("watch", "Eve")
    return one


def test_a_browser_may_hold_several_seats_the_last_taken_first(laptop: Browser) -> None:
    assert laptop.seats() == [
        {"seat": "watch", "name": "Eve", "pin": False},
        {"seat": "police", "name": "Ben", "pin": False},
        {"seat": "thief", "name": "Ana", "pin": True},
    ]
    assert len(laptop.cookies()) == 3


@pytest.mark.parametrize("seat", ["thief", "police", "watch"])
def test_a_request_says_which_seat_speaks(laptop: Browser, seat: str) -> None:
    assert laptop.view(seat)["you"]["seat"] == seat


def test_a_browser_with_seats_may_ask_for_the_public_view(laptop: Browser) -> None:
    assert laptop.view("public")["you"] is None
    assert laptop.act("new_game", seat="public").refusal == (401, "no_seat")


def test_otherwise_the_one_that_sat_down_last_speaks(laptop: Browser) -> None:
    assert laptop.view()["you"]["seat"] == "watch"
    assert laptop.act("new_game").refusal == (403, "players_only")
    laptop.sit("police")
    assert laptop.view()["you"]["seat"] == "police"
    laptop.do("new_game")
    laptop.sit("thief")
    assert laptop.view()["you"]["seat"] == "thief"


def test_one_laptop_can_play_a_game_alone(laptop: Browser) -> None:
    laptop.do("new_game", seat="thief")
    for helicopter, crossing in (("pink", "F"), ("yellow", "G"), ("green", "A")):
        laptop.do("place", seat="police", helicopter=helicopter, crossing=crossing)
    laptop.do("start", seat="police")
    laptop.do("hide", seat="thief", building=1)
    laptop.do("done", seat="thief")
    over = laptop.do("search", seat="police", helicopter="green", building=1)
    assert over["result"]["reason"] == "arrested"
    assert over["you"]["seat"] == "police"


def test_a_seat_that_this_browser_does_not_hold_is_nobody(guests: Guests) -> None:
    assert guests.ben.view("thief")["you"] is None
    assert guests.ben.act("hide", seat="thief", building=1).refusal == (401, "no_seat")
    assert guests.ben.get("/api/knowledge?as=thief").refusal == (401, "no_seat")
    assert guests.ben.leave("thief").status == 200
    assert guests.ana.view()["you"]["seat"] == "thief"


def test_leaving_one_seat_keeps_the_others(laptop: Browser) -> None:
    laptop.leave("police")
    assert [one["seat"] for one in laptop.seats()] == ["watch", "thief"]
    laptop.leave()
    assert [one["seat"] for one in laptop.seats()] == ["thief"]


def test_police_under_the_same_name_share_a_seat_and_its_helicopters(guests: Guests) -> None:
    guests.play_to("setup")
    guests.ben.do("take", helicopter="pink")
    assert guests.stranger.sit("police", "  BEN ").status == 200
    assert [one["name"] for one in guests.ben.view()["seats"]["police"]] == ["Ben", "Chloé"]
    guests.stranger.do("place", helicopter="pink", crossing="A")
    assert guests.stranger.cookies() == guests.ben.cookies()


def test_who_sits_down_again_is_the_same_player(guests: Guests) -> None:
    before = guests.ben.cookies()
    assert guests.ben.sit("police", "Benjamin").status == 200
    assert guests.ben.cookies() == before
    assert [one["name"] for one in guests.ben.view()["seats"]["police"]] == ["Benjamin", "Chloé"]
    guests.ben.sit("police")
    assert guests.ben.seats()[0]["name"] == "Benjamin"


def test_the_name_of_another_police_player_cannot_be_taken_over(guests: Guests) -> None:
    guests.ben.sit("police", "chloé")
    assert [one["name"] for one in guests.ben.view()["seats"]["police"]] == ["Ben", "Chloé"]


@pytest.mark.parametrize(("language", "names"), [("en", ["Police 1", "Police 2"]), ("fr", None)])
def test_who_says_no_name_is_given_one_in_their_language(web: WebTable, language: str, names: list[str] | None) -> None:
    for name in (None, "  \t "):
        assert web.browser(language).sit("police", name).status == 200
    given = [one["name"] for one in web.browser().view()["seats"]["police"]]
    assert len(set(given)) == 2
    assert all(given)
    assert names is None or given == names


def test_those_who_watch_are_counted_and_not_named(web: WebTable) -> None:
    for name in ("Eve", "Eve", None):
        web.browser().sit("watch", name)
    answer = web.browser().get("/api/view")
    assert answer.content["seats"]["watching"] == 3
    assert "Eve" not in answer.text


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_only_a_name(web: WebTable, name: str) -> None:
    ben = web.browser()
    answer = ben.sit("police", name)
    assert answer.status == 200
    assert answer.content["seats"]["police"][0]["name"] == name
    page = ben.get("/").text
    if "<" in name:
        assert name not in page
    assert (
        name.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&#34;").replace("'", "&#39;")
        in page
    )
    ben.do("new_game")
    assert "<script>alert" not in ben.get("/games/1").text
    assert "<img src=x" not in ben.get("/games/1").text


@pytest.mark.parametrize("name", ["x" * NAME_LENGTH, "愛" * NAME_LENGTH, "Ana 🚁", "Zoë-Ängström O'Neil"])
def test_a_name_has_up_to_24_signs_of_any_script(web: WebTable, name: str) -> None:
    ben = web.browser()
    assert ben.sit("police", name).status == 200
    assert ben.seats()[0]["name"] == name


@pytest.mark.parametrize("name", ["x" * 25, "Ana\u202eneB", "\u2066Ana", "Ana\u200b", "A\x00na", "\x1b[31mAna", "\x7f"])
@pytest.mark.parametrize("seat", ["thief", "police", "watch"])
def test_a_name_that_cannot_be_shown_is_refused_in_every_seat(browser: Browser, seat: str, name: str) -> None:
    assert browser.sit(seat, name, PIN).refusal == (400, "bad_name")
    assert browser.seats() == []


@pytest.mark.parametrize("stage", ["lobby", "over"])
def test_between_games_the_thiefs_seat_is_passed_on(guests: Guests, stage: str) -> None:
    guests.play_to(stage)
    answered = guests.ana.do("pass_on", to="ben")
    assert answered["you"]["seat"] == "police", "The answer is the view of who the caller is now."
    assert guests.ben.view()["you"]["seat"] == "thief"
    seats = guests.stranger.view()["seats"]
    assert seats["thief"] == {"name": "Ben"}
    assert [one["name"] for one in seats["police"]] == ["Ana", "Chloé"]


def test_after_a_game_police_may_ask_for_the_thiefs_seat_to_be_passed_on(guests: Guests) -> None:
    guests.play_to("over")
    guests.ben.do("pass_on", to="Chloé")
    assert guests.chloe.view()["you"]["seat"] == "thief"


@pytest.mark.parametrize("stage", ["setup", "thief", "police"])
def test_in_a_running_game_nothing_is_passed_on(guests: Guests, stage: str) -> None:
    guests.play_to(stage)
    assert guests.ana.act("pass_on", to="Ben").refusal == (409, "game_running")
    assert guests.ana.view()["you"]["seat"] == "thief"


def test_a_thief_who_was_handed_the_seat_chooses_a_pin_with_the_cookie(guests: Guests) -> None:
    guests.ana.do("pass_on", to="Ben")
    assert guests.ben.seats() == [{"seat": "thief", "name": "Ben", "pin": False}]
    other = guests.web.browser()
    assert other.sit("thief", pin=PIN).refusal == (409, "seat_taken"), "The PIN of the thief before is no good."
    assert guests.ben.sit("thief", pin="8642").status == 200
    assert guests.ben.seats() == [{"seat": "thief", "name": "Ben", "pin": True}]
    assert other.sit("thief", pin="8642").status == 200
