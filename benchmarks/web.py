"""The table over HTTP: how soon a hundred pages see an action, what an answer and a start cost, how heavy pages are."""

import http.client
import json
import re
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.measure import Comparison, best_of
from benchmarks.pages import Pages

OPEN_PAGES = 100
PUSHES = 60
PAUSE_S = 0.05
ACTIONS = 50
MOST_BYTES = 100_000
MOST_REQUESTS = 6
PAGE_PATHS = ("/", "/thief", "/police", "/table", "/bench", "/games", "/games/1", "/settings", "/how-to-play")
START_S = 20
_IMPORT = re.compile(r'^(?:import|export) [^;]*?"\./([^"]+)"', re.MULTILINE)


class Server:
    """A server in a process of its own, and one connection to it."""

    def __init__(self, command: list[str], port: int) -> None:
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.port = port
        self._cookie = ""
        self._connection = http.client.HTTPConnection("127.0.0.1", port)
        self._wait()

    def _wait(self) -> None:
        end = time.monotonic() + START_S
        while time.monotonic() < end:
            try:
                self.get("/healthz")
            except ConnectionError:
                self._connection.close()
                time.sleep(0.002)
            else:
                return
        raise TimeoutError("The server does not answer.")

    def get(self, path: str) -> bytes:
        """Return what is at a path."""
        self._connection.request("GET", path)
        response = self._connection.getresponse()
        body = response.read()
        assert response.status == 200, (path, response.status)  # noqa: PLR2004
        return body

    def post(self, path: str, **fields: object) -> bytes:
        """Send something and return the answer."""
        headers = {"X-CityChase": "1", "Cookie": self._cookie}
        self._connection.request("POST", path, json.dumps(fields), headers)
        response = self._connection.getresponse()
        self._cookie = (response.headers.get("Set-Cookie") or self._cookie).partition(";")[0]
        body = response.read()
        assert response.status == 200, (path, body)  # noqa: PLR2004
        return body

    def close(self) -> None:
        """Stop the server."""
        self._connection.close()
        self._process.terminate()
        self._process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def _our_server(folder: Path) -> Iterator[Server]:
    port = _free_port()
    options = ["--board", "simulated", "--host", "127.0.0.1", "--port", str(port), "--data", str(folder)]
    server = Server([sys.executable, "-m", "companion", "play", *options], port)
    try:
        yield server
    finally:
        server.close()


@contextmanager
def _bare_server(payload: int) -> Iterator[Server]:
    port = _free_port()
    server = Server([sys.executable, "-m", "benchmarks.bare", str(port), str(payload)], port)
    try:
        yield server
    finally:
        server.close()


def compare() -> Iterator[Comparison]:
    """Compare pushes, answers, starts and weights."""
    with TemporaryDirectory() as folder, _our_server(Path(folder) / "table") as ours:
        ours.post("/api/seat", seat="police", name="Ben")
        ours.post("/api/action", action="new_game")
        payload = len(ours.get("/api/view"))
        with _bare_server(payload) as bare:
            yield from _compare_pushes(ours, bare)
        yield _compare_answers(ours, Path(folder))
        yield from _weigh(ours)
    yield _compare_starts()


def _turns() -> Iterator[dict[str, str]]:
    """Yield actions that change every view, again and again."""
    while True:
        yield {"action": "take", "helicopter": "pink"}
        yield {"action": "release", "helicopter": "pink"}


def _compare_pushes(ours: Server, bare: Server) -> Iterator[Comparison]:
    our_pages, bare_pages = Pages(ours.port, "/api/live", OPEN_PAGES), Pages(bare.port, "/live", OPEN_PAGES)
    turns = _turns()
    our_times: list[float] = []
    bare_times: list[float] = []
    for _ in range(PUSHES):
        our_times += our_pages.push(lambda: ours.post("/api/action", **next(turns)))
        time.sleep(PAUSE_S)
        bare_times += bare_pages.push(lambda: bare.post("/push"))
        time.sleep(PAUSE_S)
    our_pages.close()
    bare_pages.close()
    for name, share in (("p50", 0.5), ("p99", 0.99)):
        yield Comparison(
            f"push to {OPEN_PAGES} live pages, {name}, with the journal's fsync",
            "push",
            _quantile(our_times, share),
            "bare Flask stream, nothing written",
            "push",
            _quantile(bare_times, share),
            0.5,
        )


def _quantile(times: list[float], share: float) -> float:
    return sorted(times)[int(share * (len(times) - 1))]


def _compare_answers(ours: Server, folder: Path) -> Comparison:
    turns = _turns()
    rows = sqlite3.connect(folder / "bare.sqlite3", isolation_level=None)
    rows.execute("PRAGMA journal_mode = WAL")
    rows.execute("PRAGMA synchronous = FULL")
    rows.execute("CREATE TABLE entries (number INTEGER PRIMARY KEY, action TEXT)")

    def answer() -> None:
        for _ in range(ACTIONS):
            ours.post("/api/action", **next(turns))

    def commit() -> None:
        for _ in range(ACTIONS):
            rows.execute("INSERT INTO entries (action) VALUES (?)", (json.dumps({"action": "take"}),))

    best_ours, best_bare = best_of(answer, commit, 5)
    rows.close()
    return Comparison(
        "an action's answer over HTTP", "action", best_ours / ACTIONS, "bare SQLite commit", "commit",
        best_bare / ACTIONS, 0.1,
    )  # fmt: skip


def _compare_starts() -> Comparison:
    def start_ours() -> None:
        with TemporaryDirectory() as folder, _our_server(Path(folder) / "table"):
            pass

    def start_bare() -> None:
        with _bare_server(1):
            pass

    best_ours, best_bare = best_of(start_ours, start_bare, 5)
    return Comparison(
        "start to first answer, and stop", "start", best_ours, "bare Flask + waitress", "start", best_bare, 0.33
    )


def _weigh(ours: Server) -> Iterator[Comparison]:
    for path in PAGE_PATHS:
        requests, size = _first_view(ours, path)
        assert requests <= MOST_REQUESTS, (path, requests)
        yield Comparison(
            f"weight of {path}, {requests} requests", "page", size, "the most it may be", "page", MOST_BYTES, 1, "B"
        )


def _first_view(ours: Server, path: str) -> tuple[int, int]:
    """Return how many files a page's first view needs, and their bytes: itself, its styles, and modules all the way."""
    html = ours.get(path).decode()
    waiting = re.findall(r'(?:href|src)="(/assets/[^"]+)"', html)
    seen: dict[str, int] = {path: len(html.encode())}
    while waiting:
        file = waiting.pop()
        if file not in seen:
            text = ours.get(file).decode()
            seen[file] = len(text.encode())
            folder = file.rsplit("/", 1)[0]
            waiting += [f"{folder}/{name}" for name in _IMPORT.findall(text)]
    return len(seen), sum(seen.values())
