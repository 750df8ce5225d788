"""Walks a builder through a new board: every LED, every switch, every button and the buzzer, one at a time.

It knows neither terminal nor clock: a `Bench` asks, tells and lets time pass. What it finds is a list of findings.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Protocol, TypeVar

from msgspec import Struct

from companion.games.city_chase.city import Building
from firmware.board import Board
from firmware.frames import DARK, RGB, Frame, building_light, compose, crossing_light, round_light
from firmware.scenes import AMBER, WHITE
from firmware.scope import Scope
from firmware.signals import Button, ButtonSignal, HeldDown, Lifted, Pinned, Pressed, Signal
from firmware.sound import Sound

QUIET_S = 0.3
"""How long the board must be quiet after a lift: a neighbour that feels the same magnet shows in that time."""
WHOLE = Scope()

_S = TypeVar("_S", bound=Signal)
_ANY_PRESS: tuple[type[ButtonSignal], ...] = (Pressed, HeldDown)


class Part(StrEnum):
    """What can be tried by itself, as it is built."""

    LEDS = "leds"
    SWITCHES = "switches"
    BUTTONS = "buttons"
    BUZZER = "buzzer"


class Problem(StrEnum):
    """What can be wrong."""

    DARK = "dark"
    MISSING = "missing"
    STUCK = "stuck"
    SWAPPED = "swapped"
    CROSSTALK = "crosstalk"
    NOT_BACK = "not_back"
    NOT_SEEN = "not_seen"
    SILENT = "silent"


class Finding(Struct, frozen=True):
    """Something that was tried and is not as it should be. `seen` is what answered instead."""

    part: Part
    what: str
    problem: Problem
    seen: tuple[str, ...] = ()


class Bench(Protocol):
    """Where the board lies and who sits before it."""

    def tell(self, sentence: str) -> None:
        """Say something to the builder."""

    def sees_only(self, name: str, light: int) -> bool:
        """Ask the builder whether this light is on, and no other."""

    def heard_buzzer(self) -> bool:
        """Ask the builder whether the buzzer was heard."""

    def moments(self, seconds: float) -> Iterator[float]:
        """Let time pass: yield the time of each scan, for so long."""

    def lift(self, building: Building) -> None:
        """Tell the builder to lift a building."""

    def put_back(self, building: Building) -> None:
        """Tell the builder to put a building back."""

    def press(self, button: Button) -> None:
        """Tell the builder to press a button."""


class BringUp:
    """One walk over a board."""

    def __init__(self, board: Board, bench: Bench, patience_s: float, scope: Scope = WHOLE) -> None:
        self._board = board
        self._bench = bench
        self._patience_s = patience_s
        self._scope = scope

    def walk(self, parts: tuple[Part, ...] = tuple(Part)) -> Iterator[Finding]:
        """Try the named parts in order, as far as they are in scope, and yield what is wrong as it is found."""
        walks = {
            Part.LEDS: self._leds,
            Part.SWITCHES: self._switches,
            Part.BUTTONS: self._buttons,
            Part.BUZZER: self._buzzer,
        }
        # The first look at the board is a picture; what changes is told from the second on.
        self._wait_for(Lifted, QUIET_S)
        for part in parts:
            yield from walks[part]()
            self._board.show(DARK)

    def _leds(self) -> Iterator[Finding]:
        for name, light in _lights(self._scope):
            self._board.show(_only(light, WHITE))
            if not self._bench.sees_only(name, light):
                yield Finding(Part.LEDS, name, Problem.DARK)

    def _switches(self) -> Iterator[Finding]:
        missing = sorted(set(self._scope.buildings) - self._board.in_place)
        for building in missing:
            self._bench.tell(f"Building {building} is not seen on its pin.")
            yield Finding(Part.SWITCHES, f"building {building}", Problem.MISSING)
        for building in self._scope.buildings:
            if building not in missing:
                yield from self._switch(building)

    def _switch(self, building: Building) -> Iterator[Finding]:
        name = f"building {building}"
        self._board.show(_only(building_light(building), AMBER))
        self._bench.lift(building)
        lifted = {signal.building for signal in self._wait_for(Lifted, self._patience_s)}
        problem = _judge_lift(building, lifted)
        if problem is not None:
            yield Finding(Part.SWITCHES, name, problem, tuple(map(str, sorted(lifted))))
        self._bench.put_back(building)
        if not lifted:
            return
        self._wait_for(Pinned, self._patience_s)
        if not lifted <= self._board.in_place:
            yield Finding(Part.SWITCHES, name, Problem.NOT_BACK)

    def _buttons(self) -> Iterator[Finding]:
        for button in Button:
            self._bench.press(button)
            # However long and often it is pressed: that it is this one is what counts.
            pressed = {signal.button for signal in self._wait_for(_ANY_PRESS, self._patience_s)}
            if pressed != {button}:
                problem = Problem.SWAPPED if pressed else Problem.NOT_SEEN
                yield Finding(Part.BUTTONS, f"button {button}", problem, tuple(sorted(pressed)))

    def _buzzer(self) -> Iterator[Finding]:
        for now in self._bench.moments(0.01):
            self._board.play(Sound.TRACE, now)
        for now in self._bench.moments(1.5):
            self._board.step(now)
        if not self._bench.heard_buzzer():
            yield Finding(Part.BUZZER, "buzzer", Problem.SILENT)

    def _wait_for(self, kind: type[_S] | tuple[type[_S], ...], seconds: float) -> list[_S]:
        """Watch the board until the wanted has happened and it is quiet again, or patience ends."""
        wanted: list[_S] = []
        quiet_from = float("inf")
        for now in self._bench.moments(seconds):
            found = [signal for signal in self._board.step(now) if isinstance(signal, kind)]
            wanted += found
            quiet_from = now if found else quiet_from
            if now - quiet_from >= QUIET_S:
                break
        return wanted


def _judge_lift(building: Building, lifted: set[Building]) -> Problem | None:
    if lifted == {building}:
        return None
    if not lifted:
        return Problem.STUCK
    return Problem.CROSSTALK if len(lifted) > 1 else Problem.SWAPPED


def swaps(findings: list[Finding]) -> dict[Building, Building]:
    """Return for each building the one whose switch answers for it, as far as these are clean exchanges.

    Only then can the plan be put right: with 7 answering for 12, something must answer for 7.
    """
    found = {
        int(one.what.removeprefix("building ")): int(one.seen[0])
        for one in findings
        if one.part is Part.SWITCHES and one.problem is Problem.SWAPPED
    }
    while set(found) != set(found.values()):
        answering = set(found.values())
        found = {one: other for one, other in found.items() if one in answering and other in found}
    return found


_MENDING: dict[tuple[Part, Problem], str] = {
    (
        Part.LEDS,
        Problem.DARK,
    ): "check the chain from the light before it (data, 5 V, ground) and [leds] in the plan",
    (Part.SWITCHES, Problem.MISSING): "put it on its pin; if it is there, its switch, diode or magnet does not work",
    (Part.SWITCHES, Problem.STUCK): "its switch stays closed: look for a short, or for a missing diode",
    (Part.SWITCHES, Problem.SWAPPED): "two wires are exchanged; [switches] buildings in the plan can put that right",
    (
        Part.SWITCHES,
        Problem.CROSSTALK,
    ): "one magnet moves several switches: move reeds apart, or look for a missing diode",
    (Part.SWITCHES, Problem.NOT_BACK): "it was not seen back on its pin: the magnet may sit right above its reed",
    (Part.BUTTONS, Problem.NOT_SEEN): "check its wire to the pin and to ground",
    (Part.BUTTONS, Problem.SWAPPED): "another one answered: exchange their pins in [buttons] in the plan",
    (Part.BUZZER, Problem.SILENT): "check its pin and polarity, and that it is not muted in the plan",
}


def put_finding_into_words(finding: Finding) -> str:
    """Return a finding as a line of the report, with what to do about it."""
    seen = f" (seen: {', '.join(finding.seen)})" if finding.seen else ""
    name = finding.problem.replace("_", " ")
    return f"{finding.what}: {name}{seen}: {_MENDING[finding.part, finding.problem]}."


def _lights(scope: Scope) -> Iterator[tuple[str, int]]:
    yield from ((f"building {building}", building_light(building)) for building in scope.buildings)
    yield from ((f"crossing {crossing}", crossing_light(crossing)) for crossing in scope.crossings)
    yield from ((f"round {number}", round_light(number)) for number in scope.rounds)


def _only(light: int, colour: RGB) -> Frame:
    return compose([{light: colour}])
