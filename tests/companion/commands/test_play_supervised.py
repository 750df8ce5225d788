"""`citychase play` as systemd starts it: a socket is handed over, and what the table tells is heard."""

import json
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import pytest

from companion.commands import play
from companion.supervision import Supervisor

PROGRAM = Path(sys.executable).with_name("citychase")
PATIENCE_S = 60


@pytest.fixture
def listening() -> Iterator[socket.socket]:
    with socket.socket() as opened:
        opened.bind(("127.0.0.1", 0))
        opened.listen()
        yield opened


@pytest.fixture
def notified(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as opened:
        opened.bind(str(tmp_path / "notify"))
        opened.settimeout(PATIENCE_S)
        yield opened


@contextmanager
def supervised(folder: Path, listening: socket.socket, patience_us: int) -> Iterator["subprocess.Popen[str]"]:
    """Start a table with everything that systemd puts into its environment."""
    number = listening.fileno()
    # One process becomes the other, as with systemd: only so can its number be known before.
    start = f"""
import os
os.dup2({number}, 3)
os.environ["LISTEN_PID"] = os.environ["WATCHDOG_PID"] = str(os.getpid())
os.execv({str(PROGRAM)!r}, ["citychase", "play", "--board", "simulated"])
"""
    given = {
        "PATH": "/usr/bin:/bin",
        "LC_ALL": "C.UTF-8",
        "STATE_DIRECTORY": str(folder / "state"),
        "NOTIFY_SOCKET": str(folder / "notify"),
        "WATCHDOG_USEC": str(patience_us),
        "LISTEN_FDS": "1",
    }
    with subprocess.Popen(
        [sys.executable, "-c", start],
        env=given,
        pass_fds=[number],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def test_it_is_ready_when_it_answers_gives_signs_of_life_and_says_that_it_stops(
    tmp_path: Path, listening: socket.socket, notified: socket.socket
) -> None:
    port = listening.getsockname()[1]
    with supervised(tmp_path, listening, patience_us=200_000) as process:
        told = notified.recv(4096).decode()
        while told == "WATCHDOG=1":
            told = notified.recv(4096).decode()
        assert told == "READY=1\nSTATUS=The table is open, but this machine is in no network yet."
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz") as answer:
            assert json.load(answer)["ok"]
        assert [notified.recv(4096) for _ in range(3)] == [b"WATCHDOG=1"] * 3
        process.send_signal(signal.SIGTERM)
        while told != "STOPPING=1":
            told = notified.recv(4096).decode()
        assert process.wait(PATIENCE_S) == 128 + signal.SIGTERM
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()


def test_who_connects_while_the_table_starts_again_waits_instead_of_being_refused(
    tmp_path: Path, listening: socket.socket, notified: socket.socket
) -> None:
    early = socket.create_connection(listening.getsockname(), PATIENCE_S)
    early.sendall(b"GET /healthz HTTP/1.0\r\n\r\n")
    with supervised(tmp_path, listening, patience_us=60_000_000), early:
        assert early.recv(4096).startswith(b"HTTP/1.0 200")
        assert notified.recv(4096)


def test_a_network_that_comes_later_is_told_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    found = iter(["http://127.0.0.1/", "http://192.168.1.20/", "http://192.168.1.20/"])
    is_to_stop = Event()

    class Listens(play.Listening):
        def address(self) -> str:
            address = next(found, None)
            if address is None:
                is_to_stop.set()
            return address or "http://192.168.1.20/"

    monkeypatch.setattr(play, "ADDRESS_S", 0)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(str(tmp_path / "notify"))
        heard.setblocking(False)
        supervisor = Supervisor(str(tmp_path / "notify"))
        play._stay(Listens("::", 80, []), "http://127.0.0.1/", is_to_stop, supervisor)
        assert heard.recv(4096) == b"STATUS=The table is open at http://192.168.1.20/"
        with pytest.raises(BlockingIOError):
            heard.recv(4096)
