"""`citychase card` as a person meets it."""

import os
from pathlib import Path

import pytest

from tests.companion.card.camera import read_codes
from tests.companion.commands.running import run_citychase

WIFI = ("--ssid", "Home", "--password", "hide-and-seek", "--address", "http://citychase.local/")
CODES = ["WIFI:T:WPA;S:Home;P:hide-and-seek;;", "http://citychase.local/"]


def test_a_card_is_one_private_file_that_a_camera_can_read(tmp_path: Path) -> None:
    card = tmp_path / "card.html"
    ran = run_citychase("card", "--output", card, *WIFI)
    assert (ran.code, ran.out, ran.err) == (0, f"{card} is made. Open it in a browser and print it.\n", "")
    assert read_codes(card.read_text()) == CODES
    assert card.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["card.html"]


def test_a_card_that_is_there_stays_unless_it_may_be_replaced(tmp_path: Path) -> None:
    card = tmp_path / "card.html"
    card.write_text("mine")
    card.chmod(0o644)
    ran = run_citychase("card", "--output", card, *WIFI)
    assert (ran.code, card.read_text()) == (1, "mine")
    assert "--force" in ran.err
    assert run_citychase("card", "--output", card, "--force", *WIFI).code == 0
    assert read_codes(card.read_text()) == CODES
    assert card.stat().st_mode & 0o777 == 0o600


def test_a_card_can_go_to_standard_output_in_french() -> None:
    ran = run_citychase("card", "--output", "-", "--lang", "fr", *WIFI)
    assert read_codes(ran.out) == CODES
    assert "Prends ta place" in ran.out


def test_a_password_can_be_kept_out_of_the_shells_history(tmp_path: Path) -> None:
    wanted = ("card", "--output", "-", "--ssid", "Home", "--address", "citychase.local", "--password-file")
    assert read_codes(run_citychase(*wanted, "-", given="hide-and-seek\n").out) == CODES
    (tmp_path / "password").write_text("hide-and-seek\r\n")
    assert read_codes(run_citychase(*wanted, tmp_path / "password").out) == CODES


def test_without_a_wifi_the_card_says_how_to_add_one() -> None:
    ran = run_citychase("card", "--output", "-", "--address", "10.0.0.7:8000")
    assert read_codes(ran.out) == ["http://10.0.0.7:8000/"]
    assert "--ssid NAME --password-file FILE" in ran.err
    assert run_citychase("card", "--output", "-", "--address", "10.0.0.7:8000", "--no-wifi").err == ""


@pytest.mark.parametrize(
    "options",
    [
        ("--ssid", "Home"),
        ("--password", "hide-and-seek"),
        ("--security", "nopass"),
        ("--ssid", "Home", "--no-wifi", "--password", "hide-and-seek"),
        ("--ssid", "Home", "--security", "nopass", "--password", "hide-and-seek"),
        ("--ssid", "Home", "--password", "short"),
        ("--ssid", "x" * 33, "--password", "hide-and-seek"),
        ("--ssid", "Home", "--password", "hide-and-seek", "--password-file", "-"),
        ("--ssid", "Home", "--password-file", "/nowhere"),
        ("--no-wifi", "--address", "javascript:alert(1)"),
        ("--no-wifi", "--address", "ftp://citychase.local/"),
        ("--no-wifi", "--address", "http://"),
        ("--no-wifi", "--address", "http://[::1"),
        ("--no-wifi", "--address", "http://a b/"),
        ("--no-wifi", "--address", "http://a:99999/"),
        ("--no-wifi", "--address", "a" * 300),
        ("--no-wifi", "--output", "/nowhere/card.html"),
        ("--lang", "xx"),
    ],
)
def test_wrong_usage_is_one_sentence_that_tells_no_password(options: tuple[str, ...], tmp_path: Path) -> None:
    output = () if "--output" in options else ("--output", tmp_path / "card.html")
    ran = run_citychase("card", *output, *options)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("citychase: ")
    assert "Traceback" not in ran.err
    assert "hide-and-seek" not in ran.err
    assert not (tmp_path / "card.html").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes cards for others")
def test_with_sudo_the_card_belongs_to_whoever_owns_the_folder(tmp_path: Path) -> None:
    os.chown(tmp_path, 1234, 1234)
    run_citychase("card", "--output", tmp_path / "card.html", *WIFI)
    made = (tmp_path / "card.html").stat()
    assert (made.st_uid, made.st_gid) == (1234, 1234)


def test_help_tells_what_it_makes() -> None:
    assert "one HTML file" in run_citychase("card", "--help").out
