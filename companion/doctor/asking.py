"""Asks other programs and the table's own address, each with a time limit: one that hangs must not hang the doctor."""

import http.client
import os
import selectors
import subprocess
import time
from collections.abc import Callable
from contextlib import closing, suppress
from typing import TypeAlias
from urllib.parse import urlsplit

from msgspec import DecodeError, Struct, ValidationError
from msgspec.json import decode

PATIENCE_S = 5
FETCH_S = 3
LAST_S = 0.5
MOST_BYTES = 64 * 1024


class Answer(Struct, frozen=True):
    """What a program said."""

    out: str


class Silence(Struct, frozen=True):
    """A program that gave no answer."""

    why: str


class Health(Struct, frozen=True):
    """What a table says of itself at `/healthz`."""

    ok: bool
    board: str = ""
    version: str = ""


Ask: TypeAlias = Callable[..., Answer | Silence]
"""Called with the words of a command."""
Fetch: TypeAlias = Callable[[str], Health | None]
"""Called with a table's address; None where no table answers."""


def ask(*words: str, patience_s: float = PATIENCE_S) -> Answer | Silence:
    """Run a command, and return what it said. Its language is English whatever the user's is."""
    try:
        process = subprocess.Popen(  # noqa: S603 - the words are the doctor's own
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "LC_ALL": "C"},
        )
    except FileNotFoundError:
        return Silence(f"there is no {words[0]} here")
    except OSError as error:
        return Silence(f"{words[0]} cannot be run: {error.strerror or error}")
    out = _read(process, time.monotonic() + patience_s)
    _give_up(process)
    if out is None:
        return Silence(f"{words[0]} did not answer in {patience_s:g} seconds")
    return Answer(out.decode(errors="replace"))


def _read(process: subprocess.Popen[bytes], deadline: float) -> bytes | None:
    """Return what a process says, its beginning where that is endless: a small Pi has little memory; None: too late."""
    out = b""
    if process.stdout is None:
        return out
    with selectors.DefaultSelector() as waiting:
        waiting.register(process.stdout, selectors.EVENT_READ)
        while len(out) < MOST_BYTES:
            if not waiting.select(max(deadline - time.monotonic(), 0)):
                return None
            chunk = os.read(process.stdout.fileno(), MOST_BYTES)
            if not chunk:
                break
            out += chunk
    return out


def _give_up(process: subprocess.Popen[bytes]) -> None:
    """End a process without waiting long for it: one that hangs in a driver has no end."""
    process.kill()
    if process.stdout:
        process.stdout.close()
    with suppress(subprocess.TimeoutExpired):
        process.wait(LAST_S)


def fetch_health(address: str) -> Health | None:
    """Return what the table at an address says of itself. No proxy is asked: phones do not ask one either."""
    parts = urlsplit(address)
    try:
        with closing(http.client.HTTPConnection(parts.hostname or "", parts.port or 80, timeout=FETCH_S)) as connection:
            connection.request("GET", "/healthz")
            response = connection.getresponse()
            return decode(response.read(MOST_BYTES), type=Health)
    except (OSError, http.client.HTTPException, DecodeError, ValidationError, ValueError):
        return None
