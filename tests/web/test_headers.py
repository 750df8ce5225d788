"""Every answer, whatever it is, forbids what no page of ours needs; and nothing private is kept."""

import logging

import pytest

from tests.web.visiting import Answer, Browser, Guests, WebTable
from web.app import MOST_BYTES
from web.pages import assets_version

EXPECTED = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
HTML = {"Accept": "text/html"}
REQUESTS: list[tuple[str, str, dict[str, str], int]] = [
    ("GET", "/", HTML, 200),
    ("GET", "/how-to-play", HTML, 200),
    ("GET", "/thief", HTML, 200),
    ("GET", "/police", HTML, 200),
    ("GET", "/table", HTML, 200),
    ("GET", "/bench", HTML, 200),
    ("GET", "/games", HTML, 200),
    ("GET", "/games/1", HTML, 200),
    ("GET", "/games/99", HTML, 404),
    ("GET", "/settings", HTML, 200),
    ("GET", "/api/settings", {}, 401),
    ("GET", "/nowhere", HTML, 404),
    ("GET", "/healthz", {}, 200),
    ("GET", "/api/view", {}, 200),
    ("GET", "/api/seat", {}, 200),
    ("GET", "/api/games", {}, 200),
    ("GET", "/api/games/1/record", {}, 200),
    ("GET", "/api/knowledge", {}, 401),
    ("GET", "/api/nowhere", {}, 404),
    ("GET", "/api/live?as=x", {}, 400),
    ("POST", "/api/action", {}, 403),
    ("POST", "/api/action", {"X-CityChase": "1"}, 400),
    ("DELETE", "/api/view", {}, 405),
    ("PUT", "/", {}, 405),
    ("OPTIONS", "/api/action", {}, 200),
    ("HEAD", "/api/view", {}, 200),
    ("GET", "/bench/leds", {}, 200),
    ("GET", "/assets/x/nothing.js", {}, 404),
    ("GET", "/assets/x/style.css", {}, 200),
    ("GET", "/assets/x/style.css", {"Range": "bytes=9999999-"}, 416),
]


def check(answer: Answer) -> None:
    assert {name: answer.headers.get(name) for name in EXPECTED} == EXPECTED
    policy = dict(part.strip().split(" ", 1) for part in answer.headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert "*" not in answer.headers["Content-Security-Policy"]
    assert "Access-Control-Allow-Origin" not in answer.headers
    assert "Server" not in answer.headers


def test_every_answer_has_the_headers_that_protect(guests: Guests) -> None:
    guests.play_to("police")
    for method, path, headers, status in REQUESTS:
        answer = guests.stranger.ask(method, path, headers=headers)
        assert answer.status == status, (method, path)
        check(answer)


def test_answers_to_players_have_them_too(guests: Guests) -> None:
    check(guests.ben.act("new_game"))
    check(guests.ben.act("new_game"))
    check(guests.ben.sit("police"))
    check(guests.ben.leave())
    check(guests.stranger.post("/api/action", b" " * (MOST_BYTES + 1)))
    check(guests.stranger.post("/bench/switch", {"building": 8, "state": "lifted"}))


def test_a_live_stream_has_them_too(guests: Guests) -> None:
    answer = guests.ana.get("/api/live")
    check(answer)
    assert answer.headers["Content-Type"] == "text/event-stream; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-store"
    answer.response.close()


def test_what_breaks_has_them_too(guests: Guests) -> None:
    guests.web.journal.close()
    answer = guests.ben.get("/api/games")
    assert answer.status == 500
    check(answer)


def test_nothing_but_static_files_may_be_kept(guests: Guests) -> None:
    guests.play_to("police")
    for method, path, headers, status in REQUESTS:
        answer = guests.ana.ask(method, path, headers=headers)
        kept = "no-cache" if path.startswith("/assets/x/style") and status == 200 else "no-store"
        assert answer.headers["Cache-Control"] == kept, (method, path)


def test_a_static_file_of_this_version_may_be_kept_for_ever(browser: Browser) -> None:
    answer = browser.get(f"/assets/{assets_version()}/style.css")
    assert answer.headers["Cache-Control"].split(", ") == ["public", "immutable", "max-age=31536000"]
    assert answer.headers["Content-Type"].startswith("text/css")
    script = browser.get(f"/assets/{assets_version()}/table.js")
    assert script.headers["Content-Type"].startswith("text/javascript")
    check(script)


@pytest.mark.parametrize("version", ["0" * 12, "x", "%20", "latest"])
def test_a_static_file_asked_for_under_another_version_is_never_kept(browser: Browser, version: str) -> None:
    answer = browser.get(f"/assets/{version}/style.css")
    assert (answer.status, answer.headers["Cache-Control"]) == (200, "no-cache")


@pytest.mark.parametrize(
    "name",
    [
        "../app.py",
        "..%2fapp.py",
        "%2e%2e/app.py",
        "%2e%2e%2f%2e%2e%2fpyproject.toml",
        "....//app.py",
        "..\\app.py",
        "..%5capp.py",
        "style.css%00.js",
        "%00",
        "x/../../app.py",
        ".",
        "..",
        "x" * 5000,
        "../templates/base.html",
    ],
)
def test_no_address_leads_out_of_the_static_files(browser: Browser, name: str) -> None:
    answer = browser.get(f"/assets/{assets_version()}/{name}")
    assert answer.status == 404
    assert "import" not in answer.text


@pytest.mark.parametrize("name", ["/etc/passwd", "%2fetc%2fpasswd"])
def test_a_slash_too_many_leads_nowhere_either(browser: Browser, name: str) -> None:
    answer = browser.get(f"/assets/{assets_version()}/{name}")
    assert "root:" not in answer.text
    assert browser.get(answer.headers["Location"]).status == 404


def test_an_address_that_is_none_is_a_page_for_people_and_json_for_programs(browser: Browser) -> None:
    page = browser.get("/nowhere", Accept="text/html,application/xhtml+xml,*/*;q=0.8")
    assert (page.status, page.headers["Content-Type"]) == (404, "text/html; charset=utf-8")
    assert 'data-page="missing"' in page.text
    assert browser.get("/nowhere", Accept="application/json").refusal == (404, "not_found")
    for path in ("/api/nowhere", "/bench/nowhere", "/assets/nowhere", "/api/games/9/record"):
        assert browser.get(path, Accept="text/html").refusal == (404, "not_found")
    assert browser.ask("POST", "/nowhere", headers=HTML).refusal == (404, "not_found")


def test_nothing_of_an_address_is_repeated(browser: Browser) -> None:
    for accept in ("text/html", "application/json"):
        answer = browser.get("/zzqq%3Cscript%3E?zzqq=1", Accept=accept)
        assert "zzqq" not in answer.text


def test_debugging_is_off(web: WebTable) -> None:
    assert not web.app.debug
    assert not web.app.testing
    assert web.browser().get("/console").status == 404


@pytest.mark.parametrize("path", ["/api/view", "/thief", "/api/games"])
def test_a_failure_is_a_sentence_for_the_player_and_a_traceback_for_the_log(
    web: WebTable, path: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("the car is in 13")

    monkeypatch.setattr(type(web.table), "letter", fail)
    monkeypatch.setattr(type(web.table.library), "games", fail)
    monkeypatch.setattr("web.pages.script_words", fail)
    with caplog.at_level(logging.ERROR):
        answer = web.browser().get(path)
    assert answer.refusal == (500, "broken")
    for word in ("Traceback", "ZeroDivision", "13", ".py", "File"):
        assert word not in answer.text
    (logged,) = caplog.records
    assert logged.exc_info is not None
    assert logged.exc_info[0] is ZeroDivisionError
    assert path in logged.getMessage()


def test_ordinary_requests_are_not_logged(guests: Guests, caplog: pytest.LogCaptureFixture) -> None:
    guests.play_to("thief")
    with caplog.at_level(logging.DEBUG):
        guests.ana.do("hide", building=13)
        guests.ben.act("hide", building=13)
        guests.stranger.sit("thief", pin="1111")
        guests.stranger.get("/api/nowhere")
    assert caplog.records == []
