"""`citychase settings`: what is set and where that comes from, setting it, and the owner's code."""

import json
import os
import re
import tomllib
import urllib.request
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.browser.serving import free_port
from tests.companion.commands.running import Run, run_citychase
from tests.companion.commands.test_play import playing, read_until
from tests.companion.settings.editing import edit


def settings(folder: Path, *arguments: str) -> Run:
    return run_citychase("settings", "--data", folder, *arguments)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "table"
    made.mkdir(mode=0o700)
    return made


@pytest.fixture
def port() -> int:
    return free_port()


def test_it_shows_every_setting_and_where_it_comes_from(folder: Path) -> None:
    edit(folder, 'language = "fr"\n')
    ran = settings(folder)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "brightness = 0.5      # board.toml",
        "sound = true          # board.toml",
        'language = "fr"       # settings.toml',
        "hold_s = 0.4          # board.toml",
        "hints = true          # default",
    ]
    assert tomllib.loads(ran.out)["language"] == "fr"


def test_to_look_makes_nothing(tmp_path: Path) -> None:
    assert settings(tmp_path / "table").code == 0
    assert not (tmp_path / "table").exists()


def test_a_bad_file_is_told_with_its_lines(folder: Path) -> None:
    edit(folder, "# ours\nbrightness = 7\nbrightnes = 1\n")
    ran = settings(folder)
    assert ran.code == 1
    assert "brightness = 0.5" in ran.out
    first, second = ran.err.splitlines()
    assert first == (
        f"citychase: {folder}/settings.toml: Line 2: brightness must be a number from 0.05 to 1, like 0.5. "
        "Until that is put right, 0.5 is used."
    )
    assert "Line 3: there is no setting called brightnes." in second


def test_a_broken_file_is_told_with_what_the_parser_says(folder: Path) -> None:
    edit(folder, "sound = true\nbrightness 7\n")
    ran = settings(folder)
    assert ran.code == 1
    assert "Line 2 cannot be read." in ran.err
    assert "(Expected '=' after a key in a key/value pair)" in ran.err


def test_it_tells_programs_the_same(folder: Path) -> None:
    edit(folder, "hold_s = 9\nhints = false\n")
    ran = settings(folder, "--json")
    assert (ran.code, ran.err) == (1, "")
    told = json.loads(ran.out)
    assert told["file"] == "settings.toml"
    assert told["settings"] == {"brightness": 0.5, "sound": True, "language": "en", "hold_s": 0.4, "hints": False}
    assert told["sources"] == {
        "brightness": "board",
        "sound": "board",
        "language": "default",
        "hold_s": "board",
        "hints": "file",
    }
    assert [(one["line"], one["name"]) for one in told["problems"]] == [(1, "hold_s")]


@pytest.mark.parametrize(
    ("name", "value", "written"),
    [
        ("brightness", "0.3", "0.3"),
        ("brightness", "1", "1.0"),
        ("sound", "off", "false"),
        ("sound", "TRUE", "true"),
        ("language", "fr", '"fr"'),
        ("hold_s", "1.5", "1.5"),
        ("hints", "no", "false"),
    ],
)
def test_a_setting_is_set(folder: Path, name: str, value: str, written: str) -> None:
    edit(folder, "# ours\n")
    ran = settings(folder, "set", name, value)
    assert (ran.code, ran.out, ran.err) == (0, f"{name} = {written}\n", "")
    assert (folder / "settings.toml").read_text().startswith(f"# ours\n{name} = {written} #")


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("brightness", "2", "2 cannot be: brightness must be a number from 0.05 to 1, like 0.5."),
        ("brightness", "nan", "nan cannot be: brightness must be"),
        ("sound", "1", "1 cannot be: sound must be true or false."),
        ("language", "de", "de cannot be: language must be one of en, fr"),
        ("hold_s", "long", "long cannot be: hold_s must be a number of seconds from 0.2 to 2"),
        ("colour", "pink", "There is no setting called colour. There are brightness, sound, language, hold_s, hints."),
    ],
)
def test_what_cannot_be_set_is_wrong_usage_and_nothing_is_written(
    folder: Path, name: str, value: str, told: str
) -> None:
    ran = settings(folder, "set", name, value)
    assert ran.code == 2
    assert told in ran.err
    assert list(folder.iterdir()) == []


def test_the_code_is_shown_again_until_a_new_one_is_wanted(tmp_path: Path) -> None:
    folder = tmp_path / "table"
    first = settings(folder, "code")
    assert first.code == 0
    assert re.fullmatch("[0-9]{6}\n", first.out)
    assert settings(folder, "code").out == first.out
    new = settings(folder, "code", "--new").out
    assert re.fullmatch("[0-9]{6}\n", new)
    assert settings(folder, "code").out == new
    assert folder.stat().st_mode & 0o777 == 0o700


def test_a_folder_that_cannot_be_used_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for arguments in (("code",), ("set", "sound", "off")):
        ran = settings(tmp_path / "file" / "table", *arguments)
        assert ran.code == 2
        assert ran.err.startswith("citychase: The folder")
        assert "Traceback" not in ran.err


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_what_root_sets_belongs_to_whom_the_folder_belongs_to() -> None:
    # Not in tmp_path, whose parents only root may enter.
    with TemporaryDirectory() as outer:
        Path(outer).chmod(0o755)
        folder = Path(outer) / "table"
        folder.mkdir(mode=0o700)
        os.chown(folder, 12345, 12345)
        assert settings(folder, "set", "sound", "off").code == 0
        assert settings(folder, "code").code == 0
        assert {(file.stat().st_uid, file.stat().st_gid) for file in folder.iterdir()} == {(12345, 12345)}


def test_a_table_that_is_open_takes_up_what_a_command_sets(tmp_path: Path, port: int) -> None:
    options = ("--host", "127.0.0.1", "--port", str(port), "--data", tmp_path / "table")
    with playing(*options) as process:
        read_until(process, "Ctrl-C")
        ran = settings(tmp_path / "table", "set", "language", "fr")
        assert ran.code == 0
        while '<html lang="fr">' not in first_page(port):
            pass


def test_the_language_of_the_command_line_goes_before_the_files(tmp_path: Path, port: int) -> None:
    options = ("--host", "127.0.0.1", "--port", str(port), "--data", tmp_path / "table")
    settings(tmp_path / "table", "set", "language", "fr")
    with playing(*options) as process:
        assert "On joue sur le plateau simulé" in read_until(process, "Ctrl-C")
    with playing(*options, "--lang", "en") as process:
        assert "Playing on the simulated board" in read_until(process, "Ctrl-C")
        assert '<html lang="en">' in first_page(port)


@pytest.mark.parametrize("bad", ["brightness = 7\n", "no toml", "\x00"])
def test_a_table_opens_with_a_bad_file_and_says_so(tmp_path: Path, port: int, bad: str) -> None:
    folder = tmp_path / "table"
    folder.mkdir(mode=0o700)
    edit(folder, bad)
    with playing("--host", "127.0.0.1", "--port", str(port), "--data", folder) as process:
        said = read_until(process, "Ctrl-C")
        assert '<html lang="en">' in first_page(port)
    assert f"{folder}/settings.toml: Line 1" in said


def test_a_table_opens_where_the_owners_code_cannot_be_kept(tmp_path: Path, port: int) -> None:
    folder = tmp_path / "table"
    folder.mkdir(mode=0o700)
    (folder / "owner-code").mkdir()
    with playing("--host", "127.0.0.1", "--port", str(port), "--data", folder) as process:
        assert "The settings page stays locked." in read_until(process, "Ctrl-C")
        address = f"http://127.0.0.1:{port}/settings"
        with urllib.request.urlopen(address) as page:
            assert page.status == 200


def test_the_code_is_in_no_log(tmp_path: Path, port: int) -> None:
    with playing("--host", "127.0.0.1", "--port", str(port), "--data", tmp_path / "table") as process:
        said = read_until(process, "Ctrl-C")
    assert settings(tmp_path / "table", "code").out.strip() not in said


def first_page(port: int) -> str:
    request = urllib.request.Request(f"http://127.0.0.1:{port}/", headers={"Accept-Language": "de"})
    with urllib.request.urlopen(request) as page:  # noqa: S310 - our own server
        text: str = page.read().decode()
        return text


@pytest.mark.parametrize("name", ["sound", "brightness", "language"])
def test_a_value_in_no_alphabet_is_told_in_a_sentence(folder: Path, name: str) -> None:
    ran = run_citychase("settings", "set", name, os.fsdecode(b"\xff"), "--data", folder)
    assert ran.code == 2
    assert ran.err.startswith("citychase: \\udcff cannot be: ")
