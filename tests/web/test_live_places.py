"""Live streams over HTTP: who gets one, and what happens to its place."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.visiting import PIN, Answer, Browser, Guests, WebTable
from web.site import STREAMS_FOR_ALL, STREAMS_FOR_SEATS, Streams


@pytest.fixture
def small(tmp_path: Path) -> Iterator[WebTable]:
    """A table with room for two pages, and one more for a player."""
    with WebTable(tmp_path, streams=Streams(2, 1)) as web:
        yield web


def watch(browser: Browser, seat: str = "") -> Answer:
    """Open a live stream and read its first event, as a page does."""
    answer = browser.get("/api/live" + seat)
    assert answer.status == 200
    first = next(answer.response.iter_encoded())
    assert first.startswith(b"retry: ")
    return answer


def test_a_full_house_says_so_and_when_to_try_again(small: WebTable) -> None:
    opened = [watch(small.browser()), watch(small.browser())]
    refused = small.browser().get("/api/live")
    assert refused.refusal == (503, "no_room")
    assert refused.headers["Retry-After"] == "5"
    assert small.browser().get("/api/view").status == 200
    opened.pop().response.close()
    opened.append(watch(small.browser()))
    for one in opened:
        one.response.close()


def test_some_places_are_kept_for_those_who_have_a_seat(small: WebTable) -> None:
    ben = small.browser()
    ben.sit("police", "Ben")
    opened = [watch(small.browser()), watch(small.browser())]
    assert small.browser().get("/api/live").refusal == (503, "no_room")
    opened.append(watch(ben))
    assert ben.get("/api/live").refusal == (503, "no_room"), "Not for one of them alone, either."
    for one in opened:
        one.response.close()


def test_who_asks_for_the_public_view_has_no_place_kept(small: WebTable) -> None:
    ben = small.browser()
    ben.sit("police", "Ben")
    opened = [watch(small.browser()), watch(small.browser())]
    assert ben.get("/api/live?as=public").refusal == (503, "no_room")
    assert ben.get("/api/live?as=thief").refusal == (503, "no_room")
    for one in opened:
        one.response.close()


def test_the_limits_are_those_of_the_contract() -> None:
    assert (STREAMS_FOR_ALL, STREAMS_FOR_SEATS) == (120, 24)
    streams = Streams()
    assert [streams.enter(has_seat=False) for _ in range(121)] == [True] * 120 + [False]
    assert [streams.enter(has_seat=True) for _ in range(25)] == [True] * 24 + [False]


def test_a_refused_request_takes_no_place(small: WebTable) -> None:
    for _ in range(5):
        assert small.browser().get("/api/live?as=nobody").refusal == (400, "malformed")
        assert small.browser().ask("POST", "/api/live", headers={"X-CityChase": "1"}).status == 405
    watch(small.browser()).response.close()


def test_asking_for_the_head_of_a_stream_takes_no_place_for_long(small: WebTable) -> None:
    for _ in range(5):
        answer = small.browser().ask("HEAD", "/api/live")
        assert answer.status == 200
        answer.response.close()


def test_a_stream_that_is_closed_before_it_was_read_gives_its_place_back(small: WebTable) -> None:
    for _ in range(5):
        answer = small.browser().get("/api/live")
        assert answer.status == 200
        answer.response.close()


@pytest.mark.parametrize("seat", ["thief", "police", "watch", "public"])
def test_the_seat_that_is_asked_for_is_the_one_that_is_shown(guests: Guests, seat: str) -> None:
    guests.play_to("police")
    laptop = guests.everyone()[seat]
    answer = laptop.get(f"/api/live?as={seat}")
    event = next(answer.response.iter_encoded()).decode()
    assert event.partition("data: ")[2].strip() == laptop.get("/api/view").text
    assert ('"car"' in event) == (seat == "thief")
    answer.response.close()


def test_the_phone_that_was_dropped_gets_the_public_view_next(guests: Guests) -> None:
    guests.play_to("police")
    stream = guests.ana.get("/api/live")
    events = stream.response.iter_encoded()
    assert b'"car":1' in next(events)
    guests.web.browser().sit("thief", pin=PIN)
    assert list(events) == [], "Its stream ends, and without another word."
    stream.response.close()
    again = guests.ana.get("/api/live")
    assert b'"you":null' in next(again.response.iter_encoded())
    again.response.close()


def test_a_police_player_who_leaves_is_sent_nothing_more(guests: Guests) -> None:
    stream = guests.ben.get("/api/live")
    events = stream.response.iter_encoded()
    next(events)
    guests.ben.leave()
    assert list(events) == []
    stream.response.close()


def test_a_thief_who_leaves_a_running_game_is_shown_the_secret_in_no_tab_any_more(guests: Guests) -> None:
    guests.play_to("police")
    stream = guests.ana.get("/api/live")
    events = stream.response.iter_encoded()
    assert b'"car":1' in next(events)
    guests.ana.leave()
    assert list(events) == []
    stream.response.close()
    guests.ana.sit("thief", pin=PIN)
    again = guests.ana.get("/api/live")
    assert b'"car":1' in next(again.response.iter_encoded())
    again.response.close()


def test_events_come_one_for_each_change_and_none_for_the_thiefs_choosing(guests: Guests) -> None:
    guests.play_to("thief")
    stream = guests.ben.get("/api/live")
    events = stream.response.iter_encoded()
    next(events)
    for building in (13, 14, 1):
        guests.ana.do("hide", building=building)
    guests.ana.do("done")
    assert next(events).decode().partition("data: ")[2].strip() == guests.ben.get("/api/view").text
    guests.ben.do("move", helicopter="pink", crossing="E")
    version = guests.ben.do("move", helicopter="yellow", crossing="H")["version"]
    assert f"id: {version}\n" in next(events).decode(), "Who reads late gets the newest."
    stream.response.close()
