"""Speaks HTTP to a table, in this process or over a socket. Answers are kept whole, their headers in order."""

import socket
import time
from collections.abc import Callable
from typing import Any, TypeAlias

from flask import Flask
from msgspec import Struct
from msgspec.json import decode, encode
from werkzeug.http import parse_cookie
from werkzeug.test import EnvironBuilder, run_wsgi_app
from werkzeug.wsgi import ClosingIterator

Headers: TypeAlias = tuple[tuple[str, str], ...]
View: TypeAlias = dict[str, Any]
FROM_A_PAGE = ("X-CityChase", "1")
PIN = "2468"
EVENTS = "text/event-stream; charset=utf-8"
PATIENCE_S = 30
"""How long a table on a busy machine may take for anything. Nothing here measures time."""


class Answer(Struct, frozen=True):
    """What a table has answered."""

    status: int
    headers: Headers
    body: bytes

    @property
    def is_fine(self) -> bool:
        return self.status < 400

    def header(self, name: str) -> str | None:
        return next((value for key, value in self.headers if key.lower() == name.lower()), None)

    def json(self) -> Any:
        return decode(self.body)


class Question(Struct, frozen=True):
    """What is sent to a table."""

    method: str
    path: str
    headers: Headers = ()
    body: bytes = b""


Carrier: TypeAlias = Callable[[Question], Answer]
"""How a question comes to the table and the answer back."""


class WireBrowser:
    """Someone with a browser, which keeps the cookies that it is given."""

    def __init__(self, carry: Carrier, language: str = "en") -> None:
        self._carry = carry
        self.cookies: dict[str, str] = {}
        self.language = language

    def ask(self, question: Question) -> Answer:
        """Send anything, with this browser's cookies."""
        answer = self._carry(Question(question.method, question.path, self.headers() + question.headers, question.body))
        self._keep(answer)
        return answer

    def headers(self) -> Headers:
        jar = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        language = (("Accept-Language", self.language),)
        return (*language, ("Cookie", jar)) if jar else language

    def get(self, path: str) -> Answer:
        return self.ask(Question("GET", path))

    def post(self, path: str, **body: object) -> Answer:
        headers = (FROM_A_PAGE, ("Content-Type", "application/json"))
        return self.ask(Question("POST", path, headers, encode(body)))

    def act(self, action: str, **details: object) -> Answer:
        return self.post("/api/action", action=action, **details)

    def do(self, action: str, **details: object) -> View:
        """Act, and be loud if that is refused."""
        return expect_fine(self.act(action, **details))

    def sit(self, seat: str, name: str = "") -> Answer:
        pin = {"pin": PIN} if seat == "thief" else {}
        answer = self.post("/api/seat", seat=seat, name=name, **pin)
        expect_fine(answer)
        return answer

    def view(self) -> View:
        return expect_fine(self.get("/api/view"))

    def _keep(self, answer: Answer) -> None:
        for name, value in answer.headers:
            if name.lower() == "set-cookie":
                for cookie, content in parse_cookie(value.partition(";")[0]).items():
                    self.cookies.pop(cookie, None)
                    if "Max-Age=0" not in value:
                        self.cookies[cookie] = content or ""


def expect_fine(answer: Answer) -> View:
    assert answer.is_fine, f"refused: {answer}"
    decoded: View = answer.json()
    return decoded


def wait_until(is_so: Callable[[], bool], what: str) -> None:
    """Ask again and again until something is so."""
    give_up_at = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < give_up_at, f"waited in vain until {what}"


def carry_inside(app: Flask, question: Question) -> Answer:
    """Ask an application in this process. Of a live stream only the beginning is taken."""
    chunks, status, headers = open_inside(app, question)
    is_endless = ("Content-Type", EVENTS) in headers
    try:
        body = next(chunks, b"") if is_endless else b"".join(chunks)
    finally:
        chunks.close()
    return Answer(int(status.partition(" ")[0]), headers, body)


def open_inside(app: Flask, question: Question) -> tuple[ClosingIterator, str, Headers]:
    """Ask an application in this process, and take its answer piece by piece."""
    address = {"REMOTE_ADDR": "127.0.0.1"}
    builder = EnvironBuilder(
        question.path, method=question.method, headers=list(question.headers), data=question.body, environ_base=address
    )
    try:
        environ = builder.get_environ()
    finally:
        builder.close()
    chunks, status, sent = run_wsgi_app(app, environ)
    return ClosingIterator(chunks, getattr(chunks, "close", None)), status, tuple(sent.items())


def carry_to(port: int) -> Carrier:
    """Return the way to a table in another process."""

    def carry(question: Question) -> Answer:
        with send_to(port, question) as connection:
            return read_answer(b"".join(iter(lambda: connection.recv(65536), b"")))

    return carry


def send_to(port: int, question: Question) -> socket.socket:
    """Send a question to a table in another process, and return the connection that the answer comes on."""
    connection = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)
    length = ("Content-Length", str(len(question.body)))
    headers = (("Host", "table"), ("Connection", "close"), length, *question.headers)
    lines = [f"{question.method} {question.path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers)]
    connection.sendall("\r\n".join([*lines, "", ""]).encode("latin-1") + question.body)
    return connection


def read_answer(data: bytes) -> Answer:
    """Take an answer apart as it came over the wire."""
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    pairs = (line.partition(": ") for line in lines)
    return Answer(int(first.split(" ")[1]), tuple((name, value) for name, _, value in pairs), body)
