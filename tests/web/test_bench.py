"""The simulated board's remote control."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.visiting import Browser, Guests, WebTable

DARK = "#000000"
SWITCH: dict[str, object] = {"building": 8, "state": "lifted"}
POSTS: dict[str, dict[str, object]] = {
    "switch": SWITCH,
    "fault": {"building": 8, "fault": "stuck_open"},
    "button": {"button": "pink"},
}
BUTTONS = ("pink", "yellow", "green", "north", "east", "south", "west", "done")


@pytest.fixture
def real(tmp_path: Path) -> Iterator[Browser]:
    """A browser at a table whose board is not to be simulated."""
    with WebTable(tmp_path, is_simulated=False) as web:
        yield web.browser()


@pytest.mark.parametrize("state", ["lifted", "placed"])
def test_a_magnet_is_moved(web: WebTable, browser: Browser, state: str) -> None:
    if state == "placed":
        web.lift(8)
    answer = browser.post("/bench/switch", {"building": 8, "state": state})
    assert (answer.status, answer.content) == (200, {"ok": True})
    web.pass_time(0.1)
    assert browser.view()["board"]["lifted"] == ([8] if state == "lifted" else [])


def test_a_contact_that_chatters_is_noticed_when_it_has_settled(web: WebTable, browser: Browser) -> None:
    assert browser.post("/bench/switch", {**SWITCH, "bounce_ms": 500}).status == 200
    web.pass_time(0.8)
    assert browser.view()["board"]["lifted"] == [8]


@pytest.mark.parametrize("bounce", [0, 3, 2.5, 1000])
def test_a_contact_chatters_up_to_a_second(browser: Browser, bounce: float) -> None:
    assert browser.post("/bench/switch", {**SWITCH, "bounce_ms": bounce}).content == {"ok": True}


def test_a_switch_breaks_and_is_mended(web: WebTable, browser: Browser) -> None:
    seen = []
    for fault in ("stuck_open", "stuck_closed", "none"):
        assert browser.post("/bench/fault", {"building": 8, "fault": fault}).content == {"ok": True}
        web.pass_time(0.1)
        seen.append(browser.view()["board"]["lifted"])
    assert seen == [[8], [], []]


def test_a_stuck_switch_does_not_see_the_building_lifted(web: WebTable, browser: Browser) -> None:
    browser.post("/bench/fault", {"building": 8, "fault": "stuck_closed"})
    browser.post("/bench/switch", SWITCH)
    web.pass_time(0.1)
    assert browser.view()["board"]["lifted"] == []


@pytest.mark.parametrize("button", BUTTONS)
def test_every_button_can_be_pressed(browser: Browser, button: str) -> None:
    assert browser.post("/bench/button", {"button": button, "hold_ms": 100}).content == {"ok": True}


def test_the_buttons_move_a_helicopter_as_on_the_board(guests: Guests) -> None:
    guests.play_to("police")
    for button in ("pink", "north", "done"):
        guests.stranger.post("/bench/button", {"button": button})
        guests.web.pass_time(0.5)
    assert guests.stranger.view()["helicopters"]["pink"] == {"crossing": "B", "acted": True}


def test_a_lift_on_the_bench_is_a_search(guests: Guests) -> None:
    guests.play_to("police")
    guests.stranger.post("/bench/switch", {"building": 2, "state": "lifted", "bounce_ms": 5})
    guests.web.pass_time(3)
    assert [one["building"] for one in guests.stranger.view()["searches"]] == [2]


MALFORMED = {
    "switch": [
        b"",
        b"{}",
        b"[]",
        b'{"building": 8}',
        b'{"state": "lifted"}',
        b'{"building": 0, "state": "lifted"}',
        b'{"building": 26, "state": "lifted"}',
        b'{"building": -8, "state": "lifted"}',
        b'{"building": "8", "state": "lifted"}',
        b'{"building": 8.0, "state": "lifted"}',
        b'{"building": 99999999999999999999, "state": "lifted"}',
        b'{"building": 8, "state": "up"}',
        b'{"building": 8, "state": true}',
        *(
            b'{"building": 8, "state": "lifted", "bounce_ms": ' + value + b"}"
            for value in (b"NaN", b"Infinity", b"1e999", b"-1", b"1000.1", b"1e9", b'"3"', b"true", b"null", b"[]")
        ),
    ],
    "fault": [
        b"",
        b'{"building": 8}',
        b'{"building": 8, "fault": "on fire"}',
        b'{"building": 8, "fault": null}',
        b'{"building": 0, "fault": "none"}',
        b'{"building": NaN, "fault": "none"}',
        b'{"fault": "none"}',
    ],
    "button": [
        b"",
        b"{}",
        b'{"button": "red"}',
        b'{"button": 1}',
        b'{"button": null}',
        *(
            b'{"button": "pink", "hold_ms": ' + value + b"}"
            for value in (b"NaN", b"-0.1", b"10000.1", b"1e999", b'"100"', b"false", b"null")
        ),
    ],
}


@pytest.mark.parametrize("what", MALFORMED)
def test_what_cannot_be_read_is_malformed_and_moves_nothing(web: WebTable, browser: Browser, what: str) -> None:
    for body in MALFORMED[what]:
        assert browser.post(f"/bench/{what}", body).refusal == (400, "malformed"), body
    web.pass_time(0.5)
    assert browser.view()["board"]["lifted"] == []


@pytest.mark.parametrize("what", POSTS)
def test_a_page_of_another_site_moves_nothing(web: WebTable, browser: Browser, what: str) -> None:
    assert browser.ask("POST", f"/bench/{what}", POSTS[what]).refusal == (403, "not_from_a_page")
    web.pass_time(0.5)
    assert browser.view()["board"]["lifted"] == []


@pytest.mark.parametrize("what", POSTS)
def test_where_the_board_is_real_there_is_nothing_to_move(real: Browser, what: str) -> None:
    assert real.post(f"/bench/{what}", POSTS[what]).refusal == (404, "not_found")
    assert real.ask("POST", f"/bench/{what}", POSTS[what]).refusal == (404, "not_found")
    assert real.post(f"/bench/{what}", b"{").refusal == (404, "not_found")


def test_where_the_board_is_real_there_are_no_leds_to_read_and_no_page(real: Browser) -> None:
    assert real.get("/bench/leds").refusal == (404, "not_found")
    page = real.get("/bench", Accept="text/html")
    assert page.status == 404
    assert 'data-page="missing"' in page.text


def test_the_leds_are_told_by_what_they_belong_to(web: WebTable, browser: Browser) -> None:
    web.pass_time(0.1)
    leds = browser.get("/bench/leds").content
    assert list(leds) == ["frame", "buildings", "crossings", "rounds"]
    assert list(leds["buildings"]) == [str(number) for number in range(1, 26)]
    assert list(leds["crossings"]) == list("ABCDEFGHIJKLMNOP")
    assert list(leds["rounds"]) == [str(number) for number in range(1, 12)]
    colours = [*leds["buildings"].values(), *leds["crossings"].values(), *leds["rounds"].values()]
    assert all(len(colour) == 7 and int(colour[1:], 16) >= 0 and colour[0] == "#" for colour in colours)


def test_the_leds_show_the_helicopters_once_they_are_placed(guests: Guests) -> None:
    guests.set_up(crossings="FGP")
    guests.web.pass_time(1)
    before = guests.stranger.get("/bench/leds").content
    lit = {crossing for crossing, colour in before["crossings"].items() if colour != DARK}
    assert {"F", "G", "P"} <= lit
    colours = [before["crossings"][crossing] for crossing in "FGP"]
    assert len(set(colours)) == 3
    guests.ben.do("place", helicopter="pink", crossing="A")
    guests.web.pass_time(1)
    after = guests.stranger.get("/bench/leds").content
    assert after["frame"] > before["frame"]
    assert after["crossings"]["A"] != DARK
    assert after["crossings"]["F"] != before["crossings"]["F"]
