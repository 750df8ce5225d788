"""The thief's seat: a PIN to open it, one phone at a time, and nobody else in it while a game runs."""

import pytest

from companion.table.pins import ALL_S, ONE_S
from tests.web.visiting import PIN, Guests, WebTable


@pytest.mark.parametrize("pin", ["1234", "0000", "12345678"])
def test_the_thief_sits_down_with_a_pin_of_4_to_8_digits(web: WebTable, pin: str) -> None:
    ana = web.browser()
    answer = ana.sit("thief", "Ana", pin)
    assert answer.status == 200
    assert answer.content == ana.view()
    assert answer.content["you"]["seat"] == "thief"
    assert ana.seats() == [{"seat": "thief", "name": "Ana", "pin": True}]


@pytest.mark.parametrize("pin", [None, "", "123", "123456789", "12a4", " 1234", "1234\n", "١٢٣٤", "-123"])
def test_without_a_pin_nobody_becomes_the_thief(web: WebTable, pin: str | None) -> None:
    ana = web.browser()
    assert ana.sit("thief", "Ana", pin).refusal == (400, "bad_pin")
    assert (ana.seats(), ana.view()["seats"]["thief"]) == ([], None)
    assert ana.cookies() == {}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{}",
        b'{"seat": "board"}',
        b'{"seat": "public"}',
        b'{"seat": null}',
        b'{"seat": "thief", "pin": 1234}',
        b'{"seat": "police", "name": 7}',
        b'{"seat": "police", "name": ["Ben"]}',
        b'{"seat": "police", "name": "\\ud800"}',
        b'{"seat": "police", "name": "\xff"}',
    ],
)
def test_a_wish_for_a_seat_that_cannot_be_read_is_malformed(web: WebTable, body: bytes) -> None:
    browser = web.browser()
    assert browser.post("/api/seat", body).refusal == (400, "malformed")
    assert browser.seats() == []


def test_the_seat_is_taken_for_everyone_else(guests: Guests) -> None:
    for pin in (None, "1111"):
        assert guests.stranger.sit("thief", "Dan", pin).refusal == (409, "seat_taken")
    assert guests.stranger.view()["seats"]["thief"] == {"name": "Ana"}


def test_the_pin_opens_the_seat_on_another_phone_and_drops_the_first(guests: Guests) -> None:
    guests.play_to("police")
    other = guests.web.browser()
    taken_up = other.sit("thief", "Somebody", PIN)
    assert taken_up.content["you"]["car"] == 1
    assert taken_up.content["seats"]["thief"] == {"name": "Ana"}
    assert guests.ana.seats() == []
    assert guests.ana.view()["you"] is None
    assert guests.ana.act("hide", building=2).refusal == (401, "no_seat")
    assert guests.ana.get("/api/knowledge").refusal == (401, "no_seat")
    assert guests.ana.leave().status == 200
    assert other.view()["you"]["seat"] == "thief"


def test_the_phone_that_was_dropped_may_come_back_with_the_pin(guests: Guests) -> None:
    other = guests.web.browser()
    other.sit("thief", pin=PIN)
    assert guests.ana.sit("thief", pin=PIN).status == 200
    assert (guests.ana.view()["you"] or {})["seat"] == "thief"
    assert other.view()["you"] is None


@pytest.mark.parametrize("stage", ["lobby", "over"])
def test_between_games_leaving_frees_the_seat(guests: Guests, stage: str) -> None:
    guests.play_to(stage)
    assert guests.ana.leave().status == 200
    assert guests.ana.cookies() == {}
    assert guests.stranger.view()["seats"]["thief"] is None
    assert guests.stranger.sit("thief", "Dan", "9999").status == 200
    assert guests.stranger.view()["seats"]["thief"] == {"name": "Dan"}


@pytest.mark.parametrize("stage", ["setup", "thief", "police"])
def test_in_a_running_game_the_seat_stays_the_thiefs_after_leaving(guests: Guests, stage: str) -> None:
    guests.play_to(stage)
    assert guests.ana.leave().status == 200
    assert (guests.ana.cookies(), guests.ana.view()["you"]) == ({}, None)
    assert guests.stranger.view()["seats"]["thief"] == {"name": "Ana"}
    assert guests.stranger.sit("thief", "Dan", "9999").refusal == (409, "seat_taken")
    assert guests.stranger.sit("thief", "Dan").refusal == (409, "seat_taken")
    assert guests.stranger.sit("thief", "Dan", PIN).status == 200


def test_after_leaving_in_a_running_game_the_kept_cookie_opens_the_seat_too(guests: Guests) -> None:
    guests.play_to("thief")
    kept = guests.ana.cookies()
    guests.ana.leave()
    back = guests.web.browser()
    for name, value in kept.items():
        back.keep(name, value)
    assert back.sit("thief").content["you"]["seat"] == "thief"
    back.do("hide", building=13)


def test_a_thief_who_left_is_gone_when_the_game_ends(guests: Guests) -> None:
    guests.play_to("police")
    guests.ana.leave()
    guests.ben.do("abandon")
    assert guests.stranger.view()["seats"]["thief"] is None
    assert guests.stranger.sit("thief", "Dan", "9999").status == 200


def test_sitting_down_again_needs_no_pin_and_may_bring_a_new_name(guests: Guests) -> None:
    assert guests.ana.sit("thief", "Anna").status == 200
    assert guests.ana.seats() == [{"seat": "thief", "name": "Anna", "pin": True}]
    guests.ana.sit("thief", pin="1357")
    other = guests.web.browser()
    assert other.sit("thief", pin="1357").refusal == (409, "seat_taken"), "The PIN that was chosen first stays."
    assert other.sit("thief", pin=PIN).status == 200


def test_five_wrong_pins_in_a_minute_from_one_address_are_enough(guests: Guests) -> None:
    for number in range(5):
        # A new browser is no new address.
        browser = guests.web.browser()
        assert browser.sit("thief", pin=f"000{number}").refusal == (409, "seat_taken")
    assert guests.stranger.sit("thief", pin="0009").refusal == (429, "too_many_tries")
    assert guests.stranger.sit("thief", pin=PIN).refusal == (429, "too_many_tries"), "The right one waits as well."
    elsewhere = guests.web.browser(address="192.168.1.99")
    assert elsewhere.sit("thief", pin="0009").refusal == (409, "seat_taken")
    guests.web.clock.go(ONE_S + 1)
    assert guests.stranger.sit("thief", pin=PIN).status == 200


def test_what_is_no_pin_or_none_at_all_is_no_try(guests: Guests) -> None:
    for _ in range(10):
        assert guests.stranger.sit("thief", pin="12").refusal == (400, "bad_pin")
        assert guests.stranger.sit("thief").refusal == (409, "seat_taken")
    assert guests.stranger.sit("thief", pin=PIN).status == 200


def test_over_all_addresses_there_are_20_wrong_pins_in_five_minutes(guests: Guests) -> None:
    for number in range(20):
        guesser = guests.web.browser(address=f"192.168.1.{number + 100}")
        assert guesser.sit("thief", pin="0000").refusal == (409, "seat_taken")
        guests.web.clock.go(1)
    fresh = guests.web.browser(address="192.168.1.200")
    assert fresh.sit("thief", pin=PIN).refusal == (429, "too_many_tries")
    guests.web.clock.go(ALL_S - 19)
    assert fresh.sit("thief", pin=PIN).status == 200


def test_the_valid_cookie_is_never_shut_out(guests: Guests) -> None:
    """The guesser sits in the same network, perhaps behind the same address."""
    guests.play_to("thief")
    for number in range(6):
        guests.stranger.sit("thief", pin=f"000{number}")
    assert guests.stranger.sit("thief", pin=PIN).refusal == (429, "too_many_tries")
    assert guests.ana.sit("thief", "Ana").status == 200
    assert guests.ana.sit("thief", pin=PIN).status == 200
    guests.ana.do("hide", building=13)


def test_an_address_that_a_phone_claims_to_have_counts_for_nothing(guests: Guests) -> None:
    for number in range(6):
        answer = guests.stranger.ask(
            "POST",
            "/api/seat",
            {"seat": "thief", "pin": "0000"},
            {"X-CityChase": "1", "X-Forwarded-For": f"10.0.0.{number}", "Forwarded": f"for=10.0.0.{number}"},
        )
    assert answer.refusal == (429, "too_many_tries")


def test_who_shares_a_police_seat_does_not_share_the_thiefs(guests: Guests) -> None:
    eve = guests.web.browser()
    eve.sit("police", "ben")
    guests.ana.do("pass_on", to="Ben")
    assert eve.view()["you"]["seat"] == "thief", "It is one seat until someone chooses the PIN."
    stream = eve.get("/api/live")
    events = stream.response.iter_encoded()
    next(events)
    assert guests.ben.sit("thief", pin="1357").status == 200
    assert list(events) == []
    stream.response.close()
    assert eve.view()["you"] is None
    assert guests.ben.view()["you"]["seat"] == "thief"


def test_a_thief_without_a_pin_cannot_hide_yet(guests: Guests) -> None:
    guests.ana.do("pass_on", to="Chloé")
    guests.start()
    assert guests.chloe.act("hide", building=13).refusal == (409, "pin_wanted")
    guests.chloe.sit("thief", pin="1357")
    guests.chloe.do("hide", building=13)


def test_the_key_that_signs_cookies_shows_itself_nowhere(web: WebTable) -> None:
    assert repr(web.site.key) not in repr(web.site)
    assert web.site.key.hex() not in repr(web.site)
