"""`citychase play` as someone starts it on a terminal."""

import json
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.companion.commands.running import run_citychase

PROGRAM = Path(sys.executable).with_name("citychase")


@pytest.fixture
def port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        free: int = probe.getsockname()[1]
        return free


@contextmanager
def playing(*options: str | Path, **environment: str) -> Iterator["subprocess.Popen[str]"]:
    """Start a table and stop it as a terminal that is closed does."""
    with subprocess.Popen(
        [str(word) for word in (PROGRAM, "play", "--board", "simulated", *options)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={"PATH": "/usr/bin:/bin", "PYTHONUNBUFFERED": "1", "LC_ALL": "C.UTF-8", **environment},
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def read_until(process: "subprocess.Popen[str]", words: str) -> str:
    """Return what the program prints, up to the line with these words."""
    assert process.stdout is not None
    said = ""
    for line in process.stdout:
        said += line
        if words in line:
            return said
    raise AssertionError(f"It ended without saying {words!r}: {said}")


def test_it_prints_the_address_its_qr_code_and_the_board(tmp_path: Path, port: int) -> None:
    with playing("--host", "127.0.0.1", "--port", str(port), "--data", tmp_path / "table") as process:
        said = read_until(process, "Ctrl-C")
    assert "Playing on the simulated board" in said
    assert f"http://127.0.0.1:{port}/" in said
    assert "▄▄▄▄▄" in said


def test_it_plays_on_a_board_with_port_expanders(tmp_path: Path, port: int) -> None:
    plan = Path(__file__).parents[3] / "hardware/expanders.toml"
    with playing("--port", str(port), "--data", tmp_path / "table", "--config", plan) as process:
        read_until(process, "Ctrl-C")
        health = json.load(urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=10))
    assert health["board"] == "simulated"


def test_by_default_the_address_is_one_that_phones_can_open(tmp_path: Path, port: int) -> None:
    with playing("--port", str(port), "--data", tmp_path / "table") as process:
        said = read_until(process, "Ctrl-C")
    assert f":{port}/" in said
    assert "http://0." not in said
    assert "localhost" not in said


def test_it_speaks_the_language_it_is_told(tmp_path: Path, port: int) -> None:
    options = ("--host", "127.0.0.1", "--port", str(port), "--data", tmp_path / "table", "--lang", "fr")
    with playing(*options) as process:
        said = read_until(process, "Ctrl-C")
        request = urllib.request.Request(f"http://127.0.0.1:{port}/api/games/9/record")
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(request)  # noqa: S310 - our own server
        answer = json.load(refused.value)
        refused.value.close()
    assert "On joue sur le plateau simulé" in said
    assert answer["message"] == "Il n'y a rien ici."


def test_a_terminal_without_utf_8_gets_no_qr_code_and_still_the_address(tmp_path: Path, port: int) -> None:
    options = ("--host", "127.0.0.1", "--port", str(port), "--data", tmp_path / "table")
    with playing(*options, LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0", PYTHONIOENCODING="ascii") as process:
        said = read_until(process, "Ctrl-C")
    assert f"http://127.0.0.1:{port}/" in said
    assert "?" not in said


@pytest.mark.usefixtures("hears_hangup")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_it_ends_when_it_is_told_and_leaves_the_folder_to_the_next(
    tmp_path: Path, port: int, number: signal.Signals
) -> None:
    options = ("--host", "127.0.0.1", "--port", str(port), "--data", tmp_path / "table")
    with playing(*options) as process:
        read_until(process, "Ctrl-C")
        live = urllib.request.urlopen(f"http://127.0.0.1:{port}/api/live")
        process.send_signal(number)
        assert process.wait(timeout=30) == (0 if number is signal.SIGINT else 128 + number)
        live.close()
        assert process.stdout is not None
        assert "Traceback" not in process.stdout.read()
    with playing(*options) as process:
        read_until(process, "Ctrl-C")


def test_a_port_that_is_taken_is_told_in_a_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        ran = run_citychase(
            "play", "--board", "simulated", "--host", "127.0.0.1", "--port", port, "--data", tmp_path / "t"
        )
    assert ran.code == 2
    assert ran.err.splitlines()[-1].startswith(f"citychase: Port {port} at 127.0.0.1 cannot be used")
    assert "--port" in ran.err


def test_a_host_that_is_none_is_told_in_a_sentence(tmp_path: Path) -> None:
    ran = run_citychase("play", "--board", "simulated", "--host", "no such host", "--data", tmp_path / "t")
    assert ran.code == 2
    assert "--host" in ran.err
    assert "Traceback" not in ran.err


def test_a_second_table_in_the_same_folder_is_refused(tmp_path: Path, port: int) -> None:
    folder = tmp_path / "table"
    with playing("--host", "127.0.0.1", "--port", str(port), "--data", folder) as process:
        read_until(process, "Ctrl-C")
        ran = run_citychase("play", "--board", "simulated", "--port", str(port), "--data", folder)
    assert ran.code == 2
    assert "Another table is using the folder" in ran.err


def test_a_folder_that_cannot_be_made_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    ran = run_citychase("play", "--board", "simulated", "--data", tmp_path / "file" / "table")
    assert ran.code == 2
    assert ran.err.startswith("citychase: The folder")
    assert "--data" in ran.err


def test_a_damaged_journal_is_told_in_a_sentence_and_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "table"
    folder.mkdir(mode=0o700)
    journal = folder / "journal.sqlite3"
    journal.write_bytes(b"this is no journal" * 100)
    ran = run_citychase("play", "--board", "simulated", "--data", folder)
    assert ran.code == 2
    assert str(journal) in ran.err
    assert "Traceback" not in ran.err
    assert journal.read_bytes() == b"this is no journal" * 100


def test_a_pi_that_is_none_is_told_in_a_sentence(tmp_path: Path) -> None:
    ran = run_citychase("play", "--board", "pi", "--data", tmp_path / "table")
    assert ran.code == 2
    assert "This is not a Raspberry Pi. To play without it: --board simulated." in ran.err


def test_without_a_wish_games_are_kept_in_the_users_own_folder(tmp_path: Path, port: int) -> None:
    with playing("--host", "127.0.0.1", "--port", str(port), XDG_DATA_HOME=str(tmp_path)) as process:
        read_until(process, "Ctrl-C")
    assert (tmp_path / "citychase" / "journal.sqlite3").exists()


def test_under_systemd_games_are_kept_where_it_says(tmp_path: Path, port: int) -> None:
    options = ("--host", "127.0.0.1", "--port", str(port))
    with playing(*options, XDG_DATA_HOME=str(tmp_path / "no"), STATE_DIRECTORY=str(tmp_path / "state")) as process:
        read_until(process, "Ctrl-C")
    assert (tmp_path / "state" / "journal.sqlite3").exists()
    assert not (tmp_path / "no").exists()
