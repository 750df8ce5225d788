"""Two real servers, one after the other at the same port, with different secrets: bytes on the wire and log files."""

import re
import socket
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from random import Random

import pytest
from msgspec import Struct

from companion.games.city_chase.city import Building, Route
from companion.games.city_chase.pieces import HELICOPTERS
from companion.table.actions import Mode
from tests.browser.serving import ServedTable
from tests.web.asking import Question, WireBrowser, carry_to, send_to, wait_until
from tests.web.stories import BEN, Ask, Story, Storyteller
from tests.web.twins import Noted, Others, Thief, Transcript, compare, told_on_a_terminal

_COMMENT_CHUNK = re.compile(rb"[eE]\r\n: still here\n\n\r\n")
_DATE = re.compile(rb"Date: [^\r]*")


class LiveSocket:
    """A live stream, byte for byte."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._read = b""

    def read_to(self, version: int) -> None:
        """Wait for a version of the view, so that none is skipped."""
        while b"\nid: %d\n" % version not in self._read:
            chunk = self._connection.recv(65536)
            assert chunk, "the stream has ended"
            self._read += chunk

    def all_events(self) -> bytes:
        """Return everything up to the last whole event; comments come when they come."""
        with self._connection:
            rest = b"".join(iter(lambda: self._connection.recv(65536), b""))
        events, _, _ = _COMMENT_CHUNK.sub(b"", self._read + rest).rpartition(b"\n\n")
        return _DATE.sub(b"Date:", events)


class Secretive(Struct, frozen=True):
    """A secret, and whether its thief is restless."""

    route: Route
    seed: int
    is_restless: bool


class ServedTwin:
    """One table in a process of its own that tells a story with one of its secrets."""

    def __init__(self, served: ServedTable, story: Story, secret: Secretive) -> None:
        self.transcript: Transcript = []
        self._served = served
        self._story = story
        self._secret = secret
        carry = carry_to(served.port)
        self._thief = Thief(WireBrowser(carry), secret.route, Random(secret.seed), story.mode)  # noqa: S311
        whim = Random(story.crossings)  # noqa: S311
        self._others = Others(
            WireBrowser(carry), WireBrowser(carry, "fr"), WireBrowser(carry), WireBrowser(carry), whim
        )

    def play(self) -> None:
        self._thief.sit()
        self._note(self._others.sit_down())
        self._streams = {
            name: LiveSocket(send_to(self._served.port, Question("GET", "/api/live", browser.headers())))
            for name, browser in self._others.named().items()
        }
        self._look()
        self._act(Ask(BEN, "new_game", {"mode": self._story.mode}))
        for helicopter, crossing in zip(HELICOPTERS, self._story.crossings, strict=True):
            self._act(Ask(BEN, "place", {"helicopter": helicopter, "crossing": crossing}))
        self._act(Ask(BEN, "start"))
        for number, steps in enumerate(self._story.rounds, 1):
            self._hide(number)
            for step in steps:
                assert isinstance(step, Ask)
                self._act(step)
        self._note(told_on_a_terminal(self._served.folder / "data"))

    def all_streams(self) -> Iterable[Noted]:
        return ((f"{name}'s stream", stream.all_events()) for name, stream in self._streams.items())

    def _hide(self, number: int) -> None:
        browser = self._thief.browser
        for buildings, is_up in self._thief.moments(number, is_restless=self._secret.is_restless):
            for building in buildings:
                state = "lifted" if is_up else "placed"
                assert browser.post("/bench/switch", building=building, state=state).is_fine
                wait_until(partial(self._is_noticed, building, is_up), f"{building} is {state}")
            self._look()
        self._note(self._others.ask_for_too_much(is_thiefs_turn=True))
        browser.do("done")
        self._look()
        self._note(self._others.look_around())

    def _is_noticed(self, building: Building, is_up: bool) -> bool:
        return (building in self._thief.browser.view()["board"]["lifted"]) is is_up

    def _act(self, step: Ask) -> None:
        self._note([self._others.do(step)])
        self._look()

    def _look(self) -> None:
        self._note(self._others.look())
        for name, browser in self._others.named().items():
            self._streams[name].read_to(browser.view()["version"])

    def _note(self, noted: Iterable[Noted]) -> None:
        self.transcript.extend(noted)


def serve_twin(served: ServedTable, story: Story, secret: Secretive) -> Transcript:
    served.folder.mkdir()
    with served:
        twin = ServedTwin(served, story, secret)
        twin.play()
    return [*twin.transcript, *twin.all_streams(), ("log", served.log.read_text())]


@pytest.mark.parametrize("mode", Mode)
def test_two_real_tables_with_different_secrets_send_and_log_the_same(mode: Mode, tmp_path: Path) -> None:
    story = Storyteller(Random(5), mode, by_hand=False).tell(most_rounds=3)  # noqa: S311 - a story to try
    assert story.routes[0] != story.routes[1]
    first, second = ServedTable(tmp_path / "first"), ServedTable(tmp_path / "second")
    second.port = first.port
    one = serve_twin(first, story, Secretive(story.routes[0], 1, is_restless=True))
    other = serve_twin(second, story, Secretive(story.routes[1], 2, is_restless=False))
    compare(one, other)
    assert "Game 1 begins" in str(one[-1])
    streams = [data for what, data in one if what.endswith("stream")]
    assert all(isinstance(data, bytes) and data.count(b"event: view") > 10 for data in streams)
