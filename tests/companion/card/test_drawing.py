import re
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.card.drawing import Card, draw_card
from companion.card.wifi import BadWifi, Wifi
from companion.games.city_chase.wording import languages, words
from tests.companion.card.camera import read_codes

ADDRESS = "http://citychase.local/"


class Reader(HTMLParser):
    """Reads a page as a browser does: which elements, and which text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        self.tags.add(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("language", languages())
def test_a_camera_reads_the_wifi_and_the_address(language: str) -> None:
    wifi = Wifi("Chez Zoé", "hide-and-seek")
    page = draw_card(Card(ADDRESS, wifi), language)
    assert read_codes(page) == [wifi.code, ADDRESS]
    text = Reader(page).text
    assert all(words(language).card[key] in text for key in ("title", "wifi", "address", "sit", "sit_how"))
    assert f'<html lang="{language}">' in page


def test_without_a_wifi_there_is_one_code_and_the_steps_are_counted_anew() -> None:
    page = draw_card(Card(ADDRESS), "en")
    assert read_codes(page) == [ADDRESS]
    assert re.findall(r'class="number">(\d)', page) == ["1", "2"]
    assert "Wi-Fi" not in Reader(page).text
    assert re.findall(r'class="number">(\d)', draw_card(Card(ADDRESS, Wifi("w", None)), "en")) == ["1", "2", "3"]


def test_an_open_wifi_says_that_it_needs_no_password() -> None:
    text = Reader(draw_card(Card(ADDRESS, Wifi("Café", None)), "en")).text
    assert "It needs no password." in text
    assert "Password:" not in text


def test_a_second_address_is_told_where_there_is_one() -> None:
    assert "http://10.42.0.1/" in Reader(draw_card(Card(ADDRESS, None, "http://10.42.0.1/"), "en")).text


def test_nothing_is_fetched_from_elsewhere() -> None:
    page = draw_card(Card(ADDRESS, Wifi("home", "long enough")), "en")
    assert not re.search(r"""(src|href|url\(|@import|<script|<link)""", page)


NAMES = st.text(st.characters(exclude_categories=("C", "Z"), include_characters=" "), min_size=1, max_size=32)
PASSWORDS = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), min_size=8, max_size=63)


@settings(max_examples=60, deadline=None)
@given(NAMES, PASSWORDS)
def test_any_wifi_is_drawn_so_that_it_can_be_scanned_and_typed(name: str, password: str) -> None:
    try:
        wifi = Wifi(name, password)
    except BadWifi:
        return
    page = draw_card(Card(ADDRESS, wifi), "en")
    assert read_codes(page) == [wifi.code, ADDRESS]
    reader = Reader(page)
    assert reader.open == []
    assert reader.tags == Reader(draw_card(Card(ADDRESS, Wifi("home", "long enough")), "en")).tags
    assert name in reader.text
    assert password in reader.text
