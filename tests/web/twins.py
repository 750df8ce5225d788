"""Plays one story with one of its secrets, and writes down everything that anyone but the thief gets to know.

Two tables that tell the same story must come to the same transcript. The thief's turn is divided into moments, the
same number for both; what each thief does in them is their own, and so is how often they change their mind.
"""

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from click.testing import CliRunner
from msgspec import Struct

from companion.cli import citychase
from companion.games.city_chase.city import BUILDINGS, Building, Route
from companion.games.city_chase.pieces import HELICOPTERS
from companion.games.city_chase.state import Secret
from companion.table.actions import Mode
from tests.companion.table.opening import MEANT_S, NOTICED_S
from tests.web.asking import Answer, WireBrowser
from tests.web.stories import BEN, CHLOE, Ask, PublicStep, Story
from tests.web.wire_table import WireTable

MOMENTS = 9
"""How long a thief phase lasts: enough to lift and pin four buildings."""
PAGES = ("/", "/how-to-play", "/thief", "/police", "/table", "/bench", "/games", "/games/1", "/games/2", "/nowhere")
ASKED = ("/api/games", "/api/games/1/record", "/api/knowledge", "/api/seat", "/api/view?as=thief", "/healthz")
NOT_TO_DO: tuple[dict[str, Any], ...] = (
    {"action": "hide", "building": 13},
    {"action": "hide", "building": "13"},
    {"action": "done"},
    {"action": "start"},
    {"action": "place", "helicopter": "pink", "crossing": "A"},
    {"action": "new_game"},
    {"action": "pass_on", "to": "Ben"},
    {"action": "choose", "helicopter": "green"},
    {"action": "done", "version": 1},
    {"action": "search", "helicopter": "pink", "building": 26},
)
"""What everyone but the thief is refused at any moment of a running game."""
POLICE_ONLY: tuple[dict[str, Any], ...] = (
    {"action": "undo"},
    *({"action": "move", "helicopter": one, "crossing": "F"} for one in HELICOPTERS),
    *({"action": "search", "helicopter": one, "building": 13} for one in HELICOPTERS),
)
"""What the police are refused as well while the thief hides."""

_COOKIE = re.compile(r"citychase_[0-9a-f]{16}=[^;]*; Expires=[^;]*")
_TIME = re.compile(r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d:\d\d(\+00:00)?)?")

Noted: TypeAlias = tuple[str, object]
Transcript: TypeAlias = list[Noted]


def without_ids(answer: Answer) -> Answer:
    """Return an answer without what may differ between any two tables: ids in cookies, and times."""
    headers = tuple(
        (name, "" if name == "Date" else _COOKIE.sub("citychase_ID", value)) for name, value in answer.headers
    )
    return Answer(answer.status, headers, _TIME.sub("TIME", answer.body.decode()).encode())


class Others(Struct, frozen=True):
    """Everyone but the thief: two police players, one who looks on, and someone without a seat."""

    ben: WireBrowser
    chloe: WireBrowser
    wim: WireBrowser
    nobody: WireBrowser
    whim: Random
    """What they ask for. It follows from the story: they do not know more."""

    def sit_down(self) -> Iterator[Noted]:
        yield "Ben sits down", without_ids(self.ben.sit("police", "Ben"))
        yield "Chloé sits down", without_ids(self.chloe.sit("police", "Chloé"))
        yield "Wim sits down", without_ids(self.wim.sit("watch", "Wim"))

    def named(self) -> dict[str, WireBrowser]:
        return {BEN: self.ben, CHLOE: self.chloe, "wim": self.wim, "nobody": self.nobody}

    def do(self, step: Ask) -> Noted:
        answer = self.named()[step.who].act(step.action, **step.details)
        assert answer.is_fine, f"{step} was refused: {answer.body!r}"
        return f"{step}", without_ids(answer)

    def look(self) -> Iterator[Noted]:
        for name, browser in self.named().items():
            yield f"{name}'s view", without_ids(browser.get("/api/view"))

    def look_around(self) -> Iterator[Noted]:
        """Open some pages and ask for some things; over a story it comes to all of them."""
        for name, browser in self.named().items():
            for path in (self.whim.choice(ASKED), self.whim.choice(PAGES)):
                yield f"{path} for {name}", without_ids(browser.get(path))

    def ask_for_too_much(self, *, is_thiefs_turn: bool) -> Iterator[Noted]:
        """Ask for some of what is refused."""
        for name, browser in self.named().items():
            is_police = name in {BEN, CHLOE}
            bodies = (*NOT_TO_DO, *POLICE_ONLY) if is_thiefs_turn or not is_police else NOT_TO_DO
            for body in self.whim.sample(bodies, 2):
                answer = browser.post("/api/action", **body)
                assert not answer.is_fine, f"{name} was not refused {body}"
                yield f"{body} of {name}", without_ids(answer)


class Thief:
    """Someone with a secret. Restless ones change their mind, ask around, leave and come back."""

    def __init__(self, browser: WireBrowser, route: Route, chance: Random, mode: Mode) -> None:
        self.browser = browser
        self._route = route
        self._chance = chance
        self._is_classic = mode is Mode.CLASSIC

    def sit(self) -> Answer:
        return self.browser.sit("thief", "Ana")

    def moments(self, round_number: int, *, is_restless: bool) -> Iterator[tuple[list[Building], bool]]:
        """Act once a moment; yield which building to move on the board in it, and whether it goes up."""
        secret = Secret(self._route[: round_number - 1])
        goal = self._route[round_number - 1] if round_number <= len(self._route) else None
        moves = list(self._board_moves(secret, goal, is_restless=is_restless)) if self._is_classic else []
        moves = [([], False)] * self._chance.randrange(MOMENTS - len(moves)) + moves
        for moment in range(MOMENTS - 1):
            if is_restless:
                self._fidget(secret, moment)
            yield moves[moment] if moment < len(moves) else ([], False)
        if goal is not None:
            assert self.browser.act("hide", building=goal).is_fine
        yield [], False

    def _board_moves(
        self, secret: Secret, goal: Building | None, *, is_restless: bool
    ) -> Iterator[tuple[list[Building], bool]]:
        """Lift and pin what a classic thief has to, one by one or together, and if restless something more."""
        needed = [one for one in (secret.car, goal) if one is not None]
        if is_restless:
            needed += self._chance.sample([one for one in BUILDINGS if one not in needed], 2)
            self._chance.shuffle(needed)
            yield needed[:2], True
            yield needed[:2], False
            needed = needed[2:]
        for building in needed:
            yield [building], True
            yield [building], False

    def _fidget(self, secret: Secret, moment: int) -> None:
        browser, ways_out = self.browser, secret.ways_out()
        elsewhere = [building for building in BUILDINGS if building not in ways_out]
        if moment == 0:
            assert browser.act("done").status == 409
            if elsewhere:
                assert browser.act("hide", building=self._chance.choice(elsewhere)).status == 409
        elif moment in {1, 3, 4}:
            assert browser.act("hide", building=self._chance.choice(ways_out)).is_fine
        elif moment == 2:
            browser.get("/api/knowledge")
            assert browser.act("hide", building=99).status == 400
        elif moment == 5 and self._chance.random() < 0.3:
            assert browser.post("/api/leave").is_fine
            self.sit()
        elif moment == 6 and self._is_classic:
            browser.do("set_aside", building=self._chance.choice(BUILDINGS))


class Twin:
    """One table in this process that tells a story with one of its secrets."""

    def __init__(self, opened: WireTable, story: Story, route: Route, chance: Random) -> None:
        self.transcript: Transcript = []
        self._opened = opened
        self._story = story
        self._chance = chance
        self._thief = Thief(opened.browser(), route, chance, story.mode)
        whim = Random(story.crossings)  # noqa: S311
        self._others = Others(opened.browser(), opened.browser("fr"), opened.browser(), opened.browser(), whim)

    def play(self, restless_rounds: set[int]) -> None:
        with heard_in_log() as lines:
            self._set_up()
            for number, steps in enumerate(self._story.rounds, 1):
                self._hide(number, is_restless=number in restless_rounds)
                self._note(self._others.ask_for_too_much(is_thiefs_turn=False))
                self._look_around()
                for step in steps:
                    self._act(step)
            if self._story.is_thiefs_turn:
                number = len(self._story.rounds) + 1
                self._hide(number, is_restless=number in restless_rounds)
            self._look_around()
            self._note([("log", line) for line in lines])
        self._note(told_on_a_terminal(self._opened.folder))

    def _set_up(self) -> None:
        self._thief.sit()
        self._note(self._others.sit_down())
        self._streams = {name: self._opened.stream(one) for name, one in self._others.named().items()}
        self._note((name, (stream.status, stream.headers)) for name, stream in self._streams.items())
        self._act(Ask(BEN, "new_game", {"mode": self._story.mode}))
        if self._story.owned:
            self._act(Ask(BEN, "take", {"helicopter": self._story.owned}))
        for helicopter, crossing in zip(HELICOPTERS, self._story.crossings, strict=True):
            self._act(Ask(BEN, "place", {"helicopter": helicopter, "crossing": crossing}))
        self._act(Ask(BEN, "start"))

    def _hide(self, number: int, *, is_restless: bool) -> None:
        for buildings, is_up in self._thief.moments(number, is_restless=is_restless):
            for building in buildings:
                self._switch(building, is_up=is_up)
            self._look(NOTICED_S)
        self._note(self._others.ask_for_too_much(is_thiefs_turn=True))
        if number <= len(self._story.rounds):
            self._thief.browser.do("done")
            self._look(NOTICED_S)

    def _act(self, step: PublicStep) -> None:
        if isinstance(step, Ask):
            self._note([self._others.do(step)])
        else:
            self._switch(step.building, is_up=True)
            self._look(MEANT_S)
            self._switch(step.building, is_up=False)
        self._look(NOTICED_S)

    def _switch(self, building: Building, *, is_up: bool) -> None:
        state = "lifted" if is_up else "placed"
        assert self._thief.browser.post("/bench/switch", building=building, state=state).is_fine

    def _look(self, seconds: float) -> None:
        """Let time pass, and write down what everyone sees, gets and hears."""
        opened = self._opened
        opened.pass_time(seconds)
        self._note(self._others.look())
        self._note((f"{name}'s stream", stream.read()) for name, stream in self._streams.items())
        self._note([("LEDs", self._others.nobody.get("/bench/leds"))])
        self._note(("frame", frame) for frame in opened.frames)
        self._note(("sound", sound) for sound in opened.board.heard)
        opened.frames.clear()
        opened.board.heard.clear()

    def _look_around(self) -> None:
        self._note(self._others.look_around())

    def _note(self, noted: Any) -> None:
        self.transcript.extend(noted)


class _Listener(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{record.levelname} {record.name}: {record.getMessage()}")


@contextmanager
def heard_in_log() -> Iterator[list[str]]:
    """Collect every line of the log, also those that are not usually shown."""
    listener, root = _Listener(), logging.getLogger()
    level = root.level
    root.addHandler(listener)
    root.setLevel(logging.DEBUG)
    try:
        yield listener.lines
    finally:
        root.setLevel(level)
        root.removeHandler(listener)


def told_on_a_terminal(folder: Path) -> Iterator[Noted]:
    """Return what `citychase games` tells of the folder while the table is open."""
    for words in ((), ("--json",), ("export", "1")):
        before, after = (words, ()) if words == ("--json",) else ((), words)
        ran = CliRunner().invoke(citychase, ["games", "--data", str(folder), *before, *after])
        yield f"citychase games {' '.join(words)}", (ran.exit_code, _TIME.sub("TIME", ran.output))


def compare(one: Transcript, other: Transcript) -> None:
    """Object where two transcripts part."""
    for (what, first), (same, second) in zip(one, other, strict=False):
        assert what == same, f"one table tells of {what}, the other of {same}"
        assert first == second, f"two secrets look different: {what}"
    assert len(one) == len(other), "one table tells more than the other"
