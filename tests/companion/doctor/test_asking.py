import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from companion.doctor.asking import MOST_BYTES, Answer, Health, Silence, ask, fetch_health


def test_a_program_answers_in_english_and_whatever_it_says() -> None:
    program = "import os, sys; sys.stdout.buffer.write(os.environ['LC_ALL'].encode() + b'\\xff')"
    assert ask(sys.executable, "-c", program) == Answer("C\ufffd")


def test_a_program_that_is_not_there_or_cannot_run_is_silent(tmp_path: Path) -> None:
    assert ask("no-such-program-here") == Silence("there is no no-such-program-here here")
    (tmp_path / "text").write_text("not a program")
    assert "cannot be run" in str(ask(str(tmp_path / "text")))


def test_a_program_that_hangs_is_left_behind() -> None:
    began = time.monotonic()
    # Its child holds the other end of the pipe, and nobody ends that one.
    silence = ask("/bin/sh", "-c", "sleep 3 & sleep 30", patience_s=0.1)
    assert silence == Silence("/bin/sh did not answer in 0.1 seconds")
    assert time.monotonic() - began < 2


class Table(BaseHTTPRequestHandler):
    said = b""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.said)

    def log_message(self, format: str, *_: object) -> None:  # noqa: A002 - its name in the library
        pass


@pytest.mark.parametrize(
    ("said", "health"),
    [
        (b'{"ok": true, "board": "pi", "version": "1.0"}', Health(ok=True, board="pi", version="1.0")),
        (b"<html>a printer</html>", None),
        (b'{"ok": "yes"}', None),
        (b"", None),
    ],
)
def test_only_a_table_is_taken_for_one(said: bytes, health: Health | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "said", said)
    with HTTPServer(("127.0.0.1", 0), Table) as server:
        thread = Thread(target=server.handle_request)
        thread.start()
        assert fetch_health(f"http://127.0.0.1:{server.server_port}/") == health
        thread.join()


def test_nobody_there_is_no_table() -> None:
    assert fetch_health("http://127.0.0.1:1/") is None


def test_a_program_that_never_stops_talking_is_cut_short() -> None:
    answer = ask("yes", patience_s=30)
    assert isinstance(answer, Answer)
    assert MOST_BYTES <= len(answer.out) < 3 * MOST_BYTES
