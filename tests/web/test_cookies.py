"""A seat is a signed cookie: what is not signed by this table, whole and for this seat, is nobody."""

from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from itsdangerous import Signer

from tests.web.visiting import PIN, Browser, Guests, WebTable
from web.identity import MOST_COOKIES


def the_one(browser: Browser) -> tuple[str, str]:
    ((name, value),) = browser.cookies().items()
    return name, value


def nobody(guests: Guests, value: str, name: str | None = None) -> None:
    """Check that a browser with this cookie and no other has no seat."""
    forger = guests.web.browser()
    forger.keep(name or the_one(guests.ana)[0], value)
    assert forger.seats() == []
    assert forger.view("thief")["you"] is None
    assert forger.act("hide", building=1).refusal == (401, "no_seat")


@pytest.mark.parametrize("seat", ["thief", "police", "watch"])
def test_a_seats_cookie_is_for_this_site_and_no_script(web: WebTable, seat: str) -> None:
    answer = web.browser().sit(seat, "Ana", PIN)
    cookie = SimpleCookie(answer.headers["Set-Cookie"])
    (morsel,) = cookie.values()
    assert morsel["httponly"] is True
    assert (morsel["samesite"], morsel["path"], morsel["domain"]) == ("Strict", "/", "")
    assert int(morsel["max-age"]) > 6 * 3600
    assert "Ana" not in answer.headers["Set-Cookie"]


def test_the_copied_cookie_is_the_seat(guests: Guests) -> None:
    """The other tests here could not fail if copying did not work."""
    twin = guests.web.browser()
    twin.keep(*the_one(guests.ana))
    assert twin.view("thief")["you"]["seat"] == "thief"


def test_leaving_takes_the_cookie_away(guests: Guests) -> None:
    answer = guests.ben.leave()
    assert "Max-Age=0" in answer.headers["Set-Cookie"]
    assert "Path=/" in answer.headers["Set-Cookie"]
    assert guests.ben.cookies() == {}


def test_a_cookie_is_dead_after_its_seat_was_left(guests: Guests) -> None:
    kept = the_one(guests.ben)
    guests.ben.leave()
    twin = guests.web.browser()
    twin.keep(*kept)
    assert twin.seats() == []


@pytest.mark.parametrize("length", [0, 1, 16, 18, 30, -1])
def test_a_truncated_cookie_is_nobody(guests: Guests, length: int) -> None:
    nobody(guests, the_one(guests.ana)[1][:length])


@pytest.mark.parametrize("place", [0, 15, 17, 19, 25])
def test_a_changed_cookie_is_nobody(guests: Guests, place: int) -> None:
    value = the_one(guests.ana)[1]
    changed = "1" if value[place] != "1" else "2"
    nobody(guests, value[:place] + changed + value[place + 1 :])


def test_the_signature_of_one_seat_is_none_for_another(guests: Guests) -> None:
    thief, police = the_one(guests.ana)[1], the_one(guests.ben)[1]
    nobody(guests, thief.rpartition(".")[0] + "." + police.rpartition(".")[2])
    nobody(guests, police.rpartition(".")[0] + "." + thief.rpartition(".")[2])


def test_a_cookie_of_another_table_is_nobody(guests: Guests, tmp_path: Path) -> None:
    token = the_one(guests.ana)[1].rpartition(".")[0]
    for key in (b"", b"key", bytes(32)):
        nobody(guests, Signer(key, salt="citychase seat").sign(token).decode())
    nobody(guests, Signer(guests.web.site.key, salt="another purpose").sign(token).decode())
    with WebTable(tmp_path / "another") as another:
        ana = another.browser()
        ana.sit("thief", "Ana", PIN)
        nobody(guests, the_one(ana)[1])


@pytest.mark.parametrize("token", ["", ".", "x.0", "0123456789abcdef.-1", "0123456789ABCDEF.0", "0123456789abcdef.0\n"])
def test_even_signed_nonsense_is_nobody(guests: Guests, token: str) -> None:
    nobody(guests, Signer(guests.web.site.key, salt="citychase seat").sign(token).decode())


@pytest.mark.parametrize("value", ["\xff\xfe", "é.0.x", "a" * 4000, "..", '"', "0" * 16 + "." + "9" * 30 + ".x"])
def test_any_nonsense_is_nobody(guests: Guests, value: str) -> None:
    answer = guests.stranger.get("/api/seat", Cookie=f"{the_one(guests.ana)[0]}={value}")
    assert (answer.status, answer.content) == (200, {"seats": []})


def test_a_cookie_that_looks_like_a_seat_from_before_a_take_up_is_nobody(guests: Guests) -> None:
    _, before = the_one(guests.ana)
    other = guests.web.browser()
    other.sit("thief", pin=PIN)
    nobody(guests, before)
    assert the_one(other)[1] != before


def test_cookies_are_good_after_a_restart(guests: Guests) -> None:
    guests.play_to("thief")
    guests.web.restart()
    assert guests.ana.do("hide", building=13)["you"]["choice"] == 13
    assert guests.eve.view()["you"] == {"seat": "watch"}


def dead_cookies(web: WebTable, count: int) -> dict[str, str]:
    """Return cookies of players who are not there any more."""
    signer = Signer(web.site.key, salt="citychase seat")
    ids = [f"{number:016x}" for number in range(count)]
    return {f"citychase_{one}": signer.sign(f"{one}.0").decode() for one in ids}


@pytest.mark.parametrize("count", [MOST_COOKIES - 1, MOST_COOKIES, 3 * MOST_COOKIES])
def test_a_browser_with_cookies_of_many_evenings_can_still_sit_down(web: WebTable, count: int) -> None:
    """Browsers send the oldest cookie first: the seat of tonight must not be lost behind the others."""
    ben = web.browser()
    for name, value in dead_cookies(web, count).items():
        ben.keep(name, value)
    assert ben.sit("police", "Ben").status == 200
    assert [one["name"] for one in ben.seats()] == ["Ben"]
    assert len(ben.cookies()) == 1, "What is dead was taken away."


def test_the_seat_of_tonight_counts_even_where_old_cookies_stay(web: WebTable) -> None:
    old = web.browser()
    old.sit("police", "Ben")
    name, value = the_one(old)
    sent = [f"citychase_other{number}=x" for number in range(3 * MOST_COOKIES)]
    answer = web.browser().get("/api/seat", Cookie="; ".join([*sent, f"{name}={value}"]))
    assert [one["name"] for one in answer.content["seats"]] == ["Ben"]


def test_sitting_down_leaves_the_cookies_of_another_table_on_the_same_machine_alone(web: WebTable) -> None:
    ben = web.browser()
    foreign = Signer(b"another key", salt="citychase seat").sign("0123456789abcdef.0").decode()
    ben.keep("citychase_0123456789abcdef", foreign)
    ben.sit("police", "Ben")
    assert ben.cookies()["citychase_0123456789abcdef"] == foreign
