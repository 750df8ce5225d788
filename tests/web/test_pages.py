"""The pages, in every language: whole, well-formed, and light enough for a phone on a crowded Wi-Fi."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from benchmarks.web import MOST_BYTES, MOST_REQUESTS, Server, _first_view
from companion.games.city_chase.wording import languages, words
from tests.web.visiting import ADDRESS, Browser, Guests, WebTable, seat_everyone
from web.pages import PAGES, _static_folder, script_words

PATHS = ("/", "/how-to-play", "/thief", "/police", "/table", "/bench", "/games", "/games/1", "/settings", "/nowhere")
VOID = frozenset({"meta", "link", "br", "img", "input", "hr", "path", "circle", "rect", "use"})


class Page(HTMLParser):
    """What a page consists of."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self._open: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), f"{tag} has an attribute twice"
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self._open.pop() == tag, f"</{tag}> closes nothing"

    def handle_data(self, data: str) -> None:
        if self._open:
            self.texts.setdefault(self._open[-1], []).append(data)

    def close(self) -> None:
        super().close()
        assert self._open == []

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]

    def text(self, tag: str) -> str:
        return "".join(self.texts.get(tag, [])).strip()


def page_at(guests: Guests, path: str, language: str) -> str:
    guests.ana.keep("lang", language)
    return guests.ana.get(path, Accept="text/html").text


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guests]:
    """A table with one game, so that all pages exist. These tests only look at it."""
    with WebTable(tmp_path_factory.mktemp("played")) as web:
        guests = seat_everyone(web)
        guests.play_to("police")
        yield guests


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("path", PATHS)
def test_a_page_is_whole_and_says_what_it_is_in_its_language(played: Guests, path: str, language: str) -> None:
    html = page_at(played, path, language)
    page = Page(html)
    assert html.startswith("<!doctype html>")
    assert page.all("html") == [{"lang": language}]
    assert page.text("title").endswith("City Chase")
    assert len(page.text("title")) > len("· City Chase")
    assert len(page.all("h1")) == 1
    assert page.text("h1")
    assert len(page.all("main")) == 1
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert "{{" not in html
    assert "{%" not in html
    assert not re.search(r"\{[a-z_]+\}", html.partition('id="words"')[0]), "A value was not filled in."


@pytest.mark.parametrize("path", PATHS)
def test_a_page_has_no_code_of_its_own_and_names_no_other_host(played: Guests, path: str) -> None:
    html = page_at(played, path, "en")
    page = Page(html)
    for tag, attributes in page.tags:
        assert tag not in {"style", "iframe", "object", "embed", "base", "form"}
        assert not [name for name in attributes if name.startswith("on") or name == "style"], (tag, attributes)
        for name in ("src", "href", "action", "data", "poster", "srcset"):
            target = attributes.get(name) or "/"
            assert target.startswith(("/", "#", "data:image/svg+xml,")), (tag, target)
            assert not target.startswith("//")
    for script in page.all("script"):
        assert script.get("src") or script.get("type") == "application/json"
    hosts = set(re.findall(r"https?://[^\s\"'<)]+", html)) - {"http://www.w3.org/2000/svg"}
    assert hosts <= {ADDRESS, ADDRESS.rstrip("/")}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("path", PATHS)
def test_the_words_for_scripts_are_valid_and_whole(played: Guests, path: str, language: str) -> None:
    html = page_at(played, path, language)
    (text,) = re.findall(r'<script type="application/json" id="words">(.*?)</script>', html, re.DOTALL)
    found = json.loads(text)
    name = re.findall(r'data-page="(\w+)"', html)[0]
    assert found == script_words(name, words(language))
    assert all(isinstance(value, str) and value for value in found.values())
    assert found["helicopter_pink"]
    assert found["trace_red"]


@pytest.mark.parametrize("page", sorted(PAGES))
def test_every_language_has_the_same_words_for_a_page(page: str) -> None:
    first, *others = (set(script_words(page, words(language))) for language in languages())
    assert others
    assert all(other == first for other in others)


@pytest.mark.parametrize("path", PATHS)
def test_every_word_that_a_pages_scripts_ask_for_by_name_is_sent_with_it(played: Guests, path: str) -> None:
    """In all modules that the page may load, also those that it loads later."""
    html = page_at(played, path, "en")
    (name,) = re.findall(r'data-page="(\w+)"', html)
    waiting = re.findall(r'"/assets/\w+/([a-z]+\.js)"', html)
    asked: set[str] = set()
    seen: set[str] = set()
    while waiting:
        module = waiting.pop()
        if module not in seen:
            seen.add(module)
            text = played.ana.get(f"/assets/x/{module}").text
            asked |= set(re.findall(r'\bt\("([a-z0-9_]+)"', text))
            waiting += re.findall(r'"\./([a-z]+\.js)"', text)
    assert asked
    assert asked <= set(script_words(name, words("en")))


def test_the_first_page_shows_the_address_and_the_seats_that_this_browser_holds(played: Guests) -> None:
    page = page_at(played, "/", "en")
    assert ADDRESS in page
    assert 'data-seat="thief" href="/thief"' in page
    assert 'href="/thief"' not in played.stranger.get("/").text
    assert "Ana" not in played.stranger.get("/").text


def test_pages_of_players_have_nothing_private_in_them(played: Guests) -> None:
    """All of it comes with the live stream, by the cookie."""
    played.ana.keep("lang", "en")
    for path in ("/thief", "/police", "/table", "/how-to-play", "/games", "/games/1", "/bench", "/settings"):
        assert played.ana.get(path).text == played.stranger.get(path).text


@pytest.mark.parametrize(
    ("cookie", "accept", "language"),
    [
        ("", "fr", "fr"),
        ("", "fr-CH, fr;q=0.9, en;q=0.8", "fr"),
        ("", "de, fr;q=0.5, en;q=0.4", "fr"),
        ("", "en-GB,en;q=0.9,fr;q=0.8", "en"),
        ("", "de", "en"),
        ("", "", "en"),
        ("", ";;;q=x,,\x7f", "en"),
        ("fr", "en", "fr"),
        ("en", "fr", "en"),
        ("xx", "fr", "fr"),
        ("../fr", "en", "en"),
    ],
)
def test_the_language_is_the_cookies_else_the_browsers_else_the_tables(
    played: Guests, cookie: str, accept: str, language: str
) -> None:
    answer = played.stranger.get("/", Accept_Language=accept, Cookie=f"lang={cookie}")
    assert Page(answer.text).all("html") == [{"lang": language}]
    refused = played.stranger.get("/api/nowhere", Accept_Language=accept, Cookie=f"lang={cookie}")
    assert refused.content["message"] == words(language).table["not_found"]


class InProcess(Server):
    """What the benchmarks weigh, without a server."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser

    def get(self, path: str) -> bytes:
        answer = self._browser.get(path)
        assert answer.status == 200, path
        return answer.text.encode()


@pytest.mark.parametrize("language", languages())
def test_a_first_view_is_under_100_kb_with_everything(played: Guests, language: str) -> None:
    played.ana.keep("lang", language)
    for path in PATHS[:-1]:
        _, size = _first_view(InProcess(played.ana), path)
        assert 10_000 < size < MOST_BYTES <= 100_000, path


@pytest.mark.parametrize("path", PATHS[:-1])
def test_a_first_view_takes_at_most_6_requests(played: Guests, path: str) -> None:
    requests, _ = _first_view(InProcess(played.stranger), path)
    assert 3 <= requests <= MOST_REQUESTS <= 6


def test_who_prefers_no_language_of_ours_gets_the_tables(tmp_path: Path) -> None:
    with WebTable(tmp_path, language="fr") as web:
        assert '<html lang="fr">' in web.browser("de").get("/").text
        assert '<html lang="en">' in web.browser("en").get("/").text


def keys_in(folder: Path) -> list[re.Pattern[str]]:
    """Return patterns of all keys that scripts and templates ask for; what they put together is any text."""
    scripts = " ".join(file.read_text() for file in (folder / "static").glob("*.js"))
    templates = " ".join(file.read_text() for file in (folder / "templates").glob("*.html"))
    templates = re.sub(r"' ~ [\w.]+ ~ '", "${}", templates)
    templates = re.sub(r"' ~ [\w.]+", "${}'", templates)
    templates = re.sub(r"\b[\w.]+ ~ '", "'${}", templates)
    found = re.findall(r"""["'`]([\w${}. ]*?\w[\w${}. ]*)["'`]""", f"{scripts} {templates}")
    asked = {re.sub(r"\$\{[^}]*\}", r"\\w+", text) for text in found}
    return [re.compile(rf"{text}(_one|_many)?") for text in asked if re.sub(r"\\w\+|_", "", text) and "$" not in text]


def test_every_word_is_said_somewhere() -> None:
    patterns = keys_in(_static_folder().parent)
    # The name of a language is asked for by the code that lists them.
    keys = words().page.keys() - {"language_name"}
    assert keys == {key for key in keys if any(pattern.fullmatch(key) for pattern in patterns)}
    assert not any(pattern.fullmatch("nobody_says_this") for pattern in patterns)
