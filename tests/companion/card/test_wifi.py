from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.card.wifi import BadWifi, Hotspot, Wifi, parse_keyfile, read_hotspot
from companion.installed import HOTSPOT

PROFILE = """\
[connection]
id=citychase-hotspot
type=wifi
[wifi]
mode=ap
ssid={name}
[wifi-security]
key-mgmt=wpa-psk
psk=hide-and-seek
[ipv4]
method=shared
"""


@pytest.mark.parametrize("name", ["", "é" * 17, "x" * 33, "two\nlines", "\x1b[31m", "\x00", "\ud800"])
def test_a_name_that_no_network_has_is_refused(name: str) -> None:
    with pytest.raises(BadWifi):
        Wifi(name, "long enough")


@pytest.mark.parametrize("password", ["", "short", "x" * 64, "pässwörter", "two\nlines", "tab\ttabtab"])
def test_a_password_that_wpa_does_not_know_is_refused_without_being_told(password: str) -> None:
    with pytest.raises(BadWifi) as refused:
        Wifi("home", password)
    assert not password or password not in str(refused.value)


def test_what_wpa_knows_is_taken() -> None:
    assert Wifi("é" * 16, "x" * 63).password == "x" * 63
    assert Wifi("h", "0123456789abcdef" * 4)
    assert Wifi("open", None).code == "WIFI:T:nopass;S:open;;"


def test_signs_with_a_meaning_are_escaped_in_the_code() -> None:
    assert Wifi('a;b:c"\\', "p;w:d\\12").code == 'WIFI:T:WPA;S:a\\;b\\:c\\"\\\\;P:p\\;w\\:d\\\\12;;'


def test_the_hotspots_profile_is_read(tmp_path: Path) -> None:
    assert read_hotspot(tmp_path) is None
    (tmp_path / HOTSPOT).parent.mkdir(parents=True)
    (tmp_path / HOTSPOT).write_text(PROFILE.format(name="City Chase"))
    assert read_hotspot(tmp_path) == Hotspot(Wifi("City Chase", "hide-and-seek"), "10.42.0.1")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("\\sspace", " space"),
        ("semi\\;colon", "semi;colon"),
        ("back\\\\slash", "back\\slash"),
        ("67;105;116;121;", "City"),
        ("100%", "100%"),
        ("a=b:c", "a=b:c"),
        ("#1", "#1"),
    ],
)
def test_networkmanagers_way_of_writing_names_is_known(written: str, meant: str) -> None:
    assert parse_keyfile(PROFILE.format(name=written)).wifi.name == meant


def test_a_hotspot_may_be_open_and_have_an_address_of_its_own() -> None:
    text = "[wifi]\nssid=City\n[ipv4]\naddress1=192.168.50.1/24\n"
    assert parse_keyfile(text) == Hotspot(Wifi("City", None), "192.168.50.1")


@pytest.mark.parametrize("text", ["", "what?", "[wifi]", "[wifi]\nssid", "\x00\xff", "[wifi]\nssid=\n"])
def test_a_profile_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(BadWifi):
        parse_keyfile(text)


@given(st.text())
def test_any_text_is_a_profile_or_refused(text: str) -> None:
    with suppress(BadWifi):
        assert parse_keyfile(text).wifi.name
