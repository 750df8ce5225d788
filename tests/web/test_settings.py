"""The owner's settings over HTTP: for whoever shows the code, at once, and nothing about the game."""

import logging
from http.cookies import SimpleCookie

import pytest

from companion.settings.office import make_code
from companion.table.reception import Reception
from tests.companion.settings.editing import edit
from tests.web.asking import wait_until
from tests.web.visiting import PIN, Browser, Guests, WebTable
from web.owner import AN_EVENING_S, COOKIE

DEFAULTS = {"brightness": 0.5, "sound": True, "language": "en", "hold_s": 0.4, "hints": True}


@pytest.fixture
def owner(web: WebTable) -> Browser:
    """A browser that has shown the code."""
    browser = web.browser()
    assert enter(browser, web.office.code()) == 200
    return browser


def enter(browser: Browser, code: str) -> int:
    return browser.post("/api/settings/code", {"code": code}).status


def wrong(web: WebTable) -> str:
    return f"{(int(web.office.code()) + 1) % 1_000_000:06}"


def test_the_settings_are_for_the_owner_alone(web: WebTable, guests: Guests) -> None:
    for one in guests.everyone().values():
        assert one.get("/api/settings").refusal == (401, "code_wanted")
        assert one.post("/api/settings", {"sound": False}).refusal == (401, "code_wanted")
    assert web.book.settings.sound


def test_the_code_lets_in_and_the_cookie_is_out_of_reach_of_scripts(web: WebTable) -> None:
    answer = web.browser().post("/api/settings/code", {"code": web.office.code()})
    assert (answer.status, answer.content) == (200, {"ok": True})
    cookie = SimpleCookie(answer.headers["Set-Cookie"])[COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Strict", "/")
    assert cookie["max-age"] == str(AN_EVENING_S)
    assert web.office.code() not in answer.headers["Set-Cookie"]


def test_the_owner_sees_all_settings_and_where_they_come_from(web: WebTable, owner: Browser) -> None:
    edit(web.folder, "hints = false\nbrightness = 9\n")
    told = owner.get("/api/settings").content
    assert told["settings"] == {**DEFAULTS, "hints": False}
    assert told["sources"]["hints"] == "file"
    assert told["sources"]["sound"] == "board"
    assert [(one["line"], one["name"]) for one in told["problems"]] == [(2, "brightness")]
    assert told["problems"][0]["message"].startswith("Line 2: brightness must be")
    owner.keep("lang", "fr")
    assert owner.get("/api/settings").content["problems"][0]["message"].startswith("Ligne 2 : brightness doit être")


def test_a_change_is_answered_with_the_new_settings_and_in_the_file(web: WebTable, owner: Browser) -> None:
    edit(web.folder, "# ours\n")
    answer = owner.post("/api/settings", {"brightness": 0.3, "language": "fr"})
    assert answer.content["settings"] == {**DEFAULTS, "brightness": 0.3, "language": "fr"}
    assert web.book.settings.brightness == 0.3
    assert (web.folder / "settings.toml").read_text().startswith("# ours\nbrightness = 0.3 ")
    assert owner.post("/api/settings", {}).content == answer.content


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ({"brightness": 0}, "brightness"),
        ({"brightness": "0.5"}, "brightness"),
        ({"brightness": None}, "brightness"),
        ({"sound": 1}, "sound"),
        ({"language": "de"}, "language"),
        ({"hold_s": 0.3, "hints": "off"}, "hints"),
    ],
)
def test_a_value_that_cannot_be_is_named_and_nothing_changes(
    web: WebTable, owner: Browser, body: dict[str, object], named: str
) -> None:
    answer = owner.post("/api/settings", body)
    assert answer.refusal == (400, "bad_setting")
    assert named in answer.content["message"]
    assert owner.get("/api/settings").content["settings"] == DEFAULTS
    assert not (web.folder / "settings.toml").exists()


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"3", b'{"colour": 1}', b'{"brightness": NaN}', b"\xff"])
def test_what_cannot_be_read_is_malformed(owner: Browser, body: bytes) -> None:
    assert owner.post("/api/settings", body).refusal == (400, "malformed")


@pytest.mark.parametrize("body", [b"", b"{}", b'{"code": 123456}', b'{"code": null}', b"[]"])
def test_a_code_that_is_no_text_is_malformed(owner: Browser, body: bytes) -> None:
    assert owner.post("/api/settings/code", body).refusal == (400, "malformed")


@pytest.mark.parametrize("path", ["/api/settings", "/api/settings/code", "/api/settings/leave"])
def test_a_page_of_another_site_can_set_nothing(owner: Browser, path: str) -> None:
    assert owner.ask("POST", path, {"sound": False}).refusal == (403, "not_from_a_page")


def test_wrong_codes_are_counted_and_neither_shut_out_the_cookie_nor_the_thief(
    web: WebTable, owner: Browser, guests: Guests
) -> None:
    browser = web.browser()
    for _ in range(5):
        assert enter(browser, wrong(web)) == 403
    assert browser.post("/api/settings/code", {"code": web.office.code()}).refusal == (429, "too_many_tries")
    assert owner.get("/api/settings").status == 200
    assert browser.sit("thief", pin=PIN).status == 200
    assert guests.ben.get("/api/settings").status == 401


def test_wrong_pins_do_not_shut_out_the_owner(web: WebTable, guests: Guests) -> None:
    assert isinstance(web.site.reception, Reception)
    for _ in range(6):
        guests.stranger.sit("thief", pin="0000")
    assert guests.stranger.sit("thief", pin="0000").status == 429
    assert enter(guests.stranger, web.office.code()) == 200


def test_a_new_code_ends_everyones_access(web: WebTable, owner: Browser) -> None:
    before = web.office.code()
    wait_until(lambda: make_code(web.folder) != before, "the new code is another one")
    assert owner.get("/api/settings").refusal == (401, "code_wanted")
    assert enter(owner, before) == 403


def test_the_cookie_ends_after_an_evening(web: WebTable, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = web.browser()
    monkeypatch.setattr("itsdangerous.timed.time.time", lambda: 1_000_000.0)
    enter(browser, web.office.code())
    monkeypatch.setattr("itsdangerous.timed.time.time", lambda: 1_000_000.0 + AN_EVENING_S)
    assert browser.get("/api/settings").status == 200
    monkeypatch.setattr("itsdangerous.timed.time.time", lambda: 1_000_002.0 + AN_EVENING_S)
    assert browser.get("/api/settings").status == 401


def test_a_cookie_of_another_table_or_of_a_seat_opens_nothing(web: WebTable, guests: Guests) -> None:
    seat = next(iter(guests.ana.cookies().values()))
    for value in ("", "owner", "owner.x.y", seat, "owner.aaaaaa.AAAAAAAAAAAAAAAAAAAAAAAAAAA"):
        assert web.browser().get("/api/settings", Cookie=f"{COOKIE}={value}").status == 401


def test_the_settings_can_be_locked_again(owner: Browser) -> None:
    assert owner.post("/api/settings/leave").content == {"ok": True}
    assert owner.get("/api/settings").status == 401
    assert owner.post("/api/settings/leave").status == 200


def test_the_page_knows_whether_it_is_open_and_holds_nothing_else(web: WebTable, owner: Browser) -> None:
    web.book.look()
    assert 'data-locked="no"' in owner.get("/settings").text
    locked = web.browser().get("/settings").text
    assert 'data-locked="yes"' in locked
    assert owner.get("/settings").text.replace('data-locked="no"', 'data-locked="yes"') == locked


def test_the_code_is_on_no_page_and_in_no_answer_and_no_log(
    web: WebTable, owner: Browser, caplog: pytest.LogCaptureFixture
) -> None:
    code = web.office.code()
    with caplog.at_level(logging.DEBUG):
        enter(owner, code)
        enter(owner, wrong(web))
        texts = [owner.get(path).text for path in ("/settings", "/api/settings", "/", "/healthz")]
    assert not any(code in text for text in texts)
    assert not any(code in message for message in caplog.messages)


def test_the_settings_tell_nothing_about_the_game(owner: Browser, guests: Guests) -> None:
    before = (owner.get("/settings").text, owner.get("/api/settings").text)
    guests.play_to("police")
    assert (owner.get("/settings").text, owner.get("/api/settings").text) == before


def test_the_tables_language_follows_at_once(web: WebTable, owner: Browser) -> None:
    assert '<html lang="en">' in web.browser("de").get("/").text
    owner.post("/api/settings", {"language": "fr"})
    assert '<html lang="fr">' in web.browser("de").get("/").text
    assert '<html lang="en">' in web.browser("en").get("/").text


def test_without_hints_the_thief_is_not_told_what_the_police_know(owner: Browser, guests: Guests) -> None:
    guests.play_to("police")
    assert guests.ana.get("/api/knowledge").status == 200
    assert 'data-hints="off"' not in guests.ana.get("/thief").text
    owner.post("/api/settings", {"hints": False})
    assert guests.ana.get("/api/knowledge").refusal == (409, "hints_off")
    assert guests.ben.get("/api/knowledge").refusal == (403, "thief_only")
    assert 'data-hints="off"' in guests.ana.get("/thief").text


def test_the_board_follows_at_once(web: WebTable, owner: Browser, guests: Guests) -> None:
    guests.start()
    web.pass_time(0.1)
    bright = max(map(sum, web.simulated.strip.lights()))
    owner.post("/api/settings", {"brightness": 0.05, "sound": False})
    web.pass_time(0.1)
    assert 0 < max(map(sum, web.simulated.strip.lights())) < bright / 4
    owner.post("/api/settings", {"sound": True})
    web.sounds()
    web.pass_time(0.02)
    assert web.sounds() == ["your_turn"]


def test_where_nothing_can_be_written_the_settings_say_so(
    web: WebTable, owner: Browser, caplog: pytest.LogCaptureFixture
) -> None:
    (web.folder / "settings.lock").mkdir()
    assert owner.post("/api/settings", {"sound": False}).refusal == (503, "settings_not_saved")
    assert web.book.settings.sound
    assert "settings.lock cannot be written" in caplog.text
    (web.folder / "settings.lock").rmdir()
    (web.folder / "owner-code").unlink()
    (web.folder / "owner-code").mkdir()
    assert owner.get("/api/settings").refusal == (503, "settings_not_saved")
    assert 'data-locked="yes"' in owner.get("/settings").text


def test_the_page_names_the_command_that_prints_the_code(web: WebTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    assert 'data-command="citychase settings code"' in web.browser().get("/settings").text
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/citychase")
    assert 'data-command="sudo citychase settings code"' in web.browser().get("/settings").text


def test_a_file_that_was_put_aside_is_named(web: WebTable, owner: Browser) -> None:
    assert owner.get("/api/settings").content["put_aside"] is None
    edit(web.folder, "no toml")
    assert owner.post("/api/settings", {"sound": False}).content["put_aside"] == "settings.toml.broken"
    assert owner.get("/api/settings").content["put_aside"] == "settings.toml.broken"
    assert owner.post("/api/settings", {"sound": True}).content["put_aside"] is None
