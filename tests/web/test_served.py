"""A table served by waitress: many pages, rude clients, and the end, on one real port."""

import errno
import json
import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest

from tests.browser.serving import ServedTable
from web.site import STREAMS_FOR_ALL

PATIENCE_S = 30
"""How long a busy machine may take. Nothing here measures time."""
PAGE = {"X-CityChase": "1"}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedTable]:
    with ServedTable(tmp_path_factory.mktemp("served")) as table:
        yield table
    assert "Traceback" not in table.log.read_text()


class Caller:
    """A connection with a cookie."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
        self._cookie = ""
        self._opened = ExitStack()
        self._opened.callback(self._connection.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._opened.close()

    def ask(self, method: str, path: str, body: bytes | None = None) -> HTTPResponse:
        """Send a request and read the answer's head."""
        self._connection.request(method, path, body, {**PAGE, "Cookie": self._cookie})
        answer = self._connection.getresponse()
        self._cookie = (answer.headers["Set-Cookie"] or self._cookie).partition(";")[0]
        return answer

    def say(self, path: str, **fields: object) -> tuple[int, dict[str, object]]:
        """Send something, and return the status and the answer."""
        answer = self.ask("POST", path, json.dumps(fields).encode())
        return answer.status, json.loads(answer.read())

    def live(self) -> HTTPResponse:
        """Open a live stream on a connection of its own, and read its first event if it has room."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        self._opened.callback(connection.close)
        connection.request("GET", "/api/live", headers={"Cookie": self._cookie})
        answer = connection.getresponse()
        self._opened.callback(answer.close)
        if answer.status == 200:
            assert answer.readline() == b"retry: 1000\n"
        return answer


@pytest.fixture
def caller(served: ServedTable) -> Iterator[Caller]:
    with Caller(served.port) as one:
        yield one


def is_well(served: ServedTable) -> bool:
    """Tell whether the table answers someone who has just come."""
    with Caller(served.port) as one:
        return json.loads(one.ask("GET", "/healthz").read())["ok"] is True


def speak(served: ServedTable, *words: bytes, is_patient: bool = True) -> bytes:
    """Send bytes as they are and return everything that comes back; without patience, hang up at once."""
    with socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE_S) as wire:
        try:
            for word in words:
                wire.sendall(word)
            if not is_patient:
                return b""
            wire.shutdown(socket.SHUT_WR)
            return b"".join(iter(lambda: wire.recv(65536), b""))
        except OSError as error:
            # Who sends on after the refusal may not get to read it.
            if not isinstance(error, ConnectionError) and error.errno != errno.ENOTCONN:
                raise
            return b""


def test_the_table_is_there(caller: Caller) -> None:
    answer = caller.ask("GET", "/healthz")
    assert answer.status == 200
    health = json.loads(answer.read())
    assert (health["ok"], health["board"]) == (True, "simulated")
    assert answer.headers["Server"] is None


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("HEAD", "/", 200),
        ("HEAD", "/api/view", 200),
        ("HEAD", "/api/action", 405),
        ("OPTIONS", "/api/action", 200),
        ("PUT", "/api/action", 405),
        ("DELETE", "/api/seat", 405),
        ("PATCH", "/", 405),
        ("TRACE", "/", 405),
        ("BREW", "/", 405),
    ],
)
def test_other_methods_are_answered_sensibly(caller: Caller, method: str, path: str, status: int) -> None:
    answer = caller.ask(method, path)
    body = answer.read()
    assert answer.status == status
    assert answer.headers["X-Frame-Options"] == "DENY"
    if method == "HEAD":
        assert body == b""
    if status == 405:
        assert answer.headers["Allow"]


POST = b"POST /api/action HTTP/1.1\r\nHost: x\r\nX-CityChase: 1\r\nConnection: close\r\n"
GET = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
RUDE: dict[str, tuple[tuple[bytes, ...], tuple[bytes, ...]]] = {
    "no number as length": ((POST, b"Content-Length: many\r\n\r\n{}"), (b"400",)),
    "negative length": ((POST, b"Content-Length: -5\r\n\r\n{}"), (b"400",)),
    "two lengths": ((POST, b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}"), (b"400",)),
    "length and chunks": ((POST, b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"), (b"400",)),
    "bad chunks": ((POST, b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n"), (b"400",)),
    "unknown encoding": ((POST, b"Transfer-Encoding: smoke\r\n\r\n"), (b"501",)),
    "huge headers": ((GET, b"X-Much: " + b"x" * 100_000 + b"\r\n\r\n"), (b"431", b"")),
    "many headers": ((GET, b"".join(b"X-%d: x\r\n" % number for number in range(20_000)), b"\r\n"), (b"431", b"")),
    "long address": ((b"GET /" + b"x" * 100_000 + b" HTTP/1.1\r\n\r\n",), (b"431", b"")),
    "body too long for us": ((POST, b"Content-Length: 20000\r\n\r\n", b" " * 20_000), (b"413",)),
    "body too long for anyone": ((POST, b"Content-Length: 2000000\r\n\r\n"), (b"413",)),
    "chunks too long for us": (
        (POST, b"Transfer-Encoding: chunked\r\n\r\n", b"4E20\r\n" + b" " * 20_000 + b"\r\n0\r\n\r\n"),
        (b"413",),
    ),
    "header without a colon": ((GET, b"Nonsense\r\n\r\n"), (b"400",)),
    "a line break in a header": ((GET, b"X: a\rb\r\n\r\n"), (b"400",)),
    "noise": ((bytes(range(256)), b"\r\n\r\n"), (b"400",)),
    "a greeting of TLS": ((b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"\r\n\r\n"), (b"400",)),
    "nothing": ((), (b"",)),
}


@pytest.mark.parametrize("manner", RUDE)
def test_what_is_no_request_is_refused_and_the_table_goes_on(served: ServedTable, manner: str) -> None:
    words, statuses = RUDE[manner]
    answer = speak(served, *words)
    head = answer.split(b"\r\n", 1)[0].split(b" ")
    assert (head[1] if len(head) > 1 else b"") in statuses, answer[:200]
    assert b"Traceback" not in answer
    assert b".py" not in answer
    assert is_well(served)


@pytest.mark.parametrize(
    "half",
    [
        b"GET",
        b"GET /api/view HTTP/1.1\r\nHost: x\r\n",
        POST + b"Content-Length: 100\r\n\r\n" + b'{"action": "new_g',
        POST + b"Transfer-Encoding: chunked\r\n\r\nff\r\nabc",
        b"GET /api/live HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /api/live HTTP/1.1\r\nHost: x\r\n\r\n" * 3,
    ],
)
def test_who_hangs_up_in_the_middle_disturbs_nobody(served: ServedTable, half: bytes) -> None:
    for _ in range(10):
        speak(served, half, is_patient=False)
    assert is_well(served)


def test_half_requests_that_never_go_on_keep_nobody_waiting(served: ServedTable) -> None:
    with ExitStack() as open_wires:
        for _ in range(200):
            wire = open_wires.enter_context(socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE_S))
            wire.sendall(POST + b"Content-Length: 100\r\n\r\n{")
        assert is_well(served)


def wait_for_room(caller: Caller) -> None:
    """Let things happen until those who have gone were noticed: one who is new finds room again."""
    for _ in range(500):
        caller.say("/api/action", action="take", helicopter="pink")
        caller.say("/api/action", action="release", helicopter="pink")
        with Caller(caller.port) as stranger:
            if stranger.live().status == 200:
                return
    raise AssertionError("Those who have gone still take places.")


def test_pages_beyond_the_limit_are_told_so_at_once_while_everyone_else_plays_on(
    served: ServedTable, caller: Caller
) -> None:
    assert caller.say("/api/seat", seat="police", name="Ben")[0] == 200
    assert caller.say("/api/action", action="new_game")[0] == 200
    wait_for_room(caller)
    with Caller(served.port) as stranger:
        answers = [stranger.live() for _ in range(STREAMS_FOR_ALL + 15)]
        refused = [answer for answer in answers if answer.status != 200]
        assert len(refused) >= 15
        assert len(answers) - len(refused) > STREAMS_FOR_ALL // 2
        for answer in refused:
            assert (answer.status, answer.headers["Retry-After"]) == (503, "5")
            assert json.loads(answer.read())["error"] == "no_room"
        mine = caller.live()
        assert mine.status == 200, "Places are kept for players."
        status, view = caller.say("/api/action", action="take", helicopter="yellow")
        assert (status, is_well(served)) == (200, True)
        told = f"id: {view['version']}\n".encode()
        assert any(line == told for line in iter(mine.readline, b"")), "And they are told."
    wait_for_room(caller)
    assert caller.say("/api/action", action="abandon")[0] == 200


def test_asking_for_the_head_of_a_stream_takes_no_place(served: ServedTable, caller: Caller) -> None:
    for _ in range(STREAMS_FOR_ALL + 30):
        answer = caller.ask("HEAD", "/api/live")
        assert (answer.status, answer.read()) == (200, b"")
    assert is_well(served)


def test_it_stops_when_it_is_told_with_many_streams_open(tmp_path: Path) -> None:
    with ServedTable(tmp_path) as table, Caller(table.port) as stranger:
        streams = [stranger.live() for _ in range(60)]
        assert {stream.status for stream in streams} == {200}
        process = table._process
        assert process is not None
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_S) == 128 + signal.SIGTERM
        assert all(b"event: view" in stream.read() for stream in streams), "They end as streams end."
        assert "Traceback" not in table.log.read_text()


def test_a_stream_that_breaks_off_is_noted_nowhere(served: ServedTable) -> None:
    """It is noticed with the next thing that is sent, and that tells when the thief does something."""
    before = served.log.read_text()
    for _ in range(5):
        speak(served, b"GET /api/live HTTP/1.1\r\nHost: table\r\n\r\n", is_patient=False)
    for name in ("Ben", "Chloe", "Dan"):
        with Caller(served.port) as one:
            one.ask("POST", "/api/seat", json.dumps({"seat": "police", "name": name}).encode()).read()
    assert is_well(served)
    assert served.log.read_text() == before
