"""The board as the table knows it: step by step it tells what happened on it, and it shows what it is given.

It opens nothing itself and starts no thread: whoever runs it calls `step` a hundred times a second.
"""

import logging
from contextlib import ExitStack
from typing import Literal, TypeAlias

from gpiozero.exc import GPIOZeroError
from msgspec import Struct

from companion.games.city_chase.city import Building
from firmware.buttons import ButtonReader, ButtonWatcher
from firmware.debouncing import Debouncer, Holds
from firmware.frames import Frame
from firmware.lights import Lights
from firmware.plan import BoardPlan
from firmware.signals import Signal
from firmware.sound import Sound, Speaker
from firmware.switches import SwitchReader

log = logging.getLogger(__name__)

Kind: TypeAlias = Literal["simulated", "pi"]


class Drivers(Struct, frozen=True):
    """The opened parts of a board."""

    kind: Kind
    switches: SwitchReader
    buttons: ButtonReader
    lights: Lights
    speaker: Speaker

    def close(self) -> None:
        """Darken and silence the board and free its pins, whatever fails on the way."""
        with ExitStack() as closing:
            for part in (self.switches, self.buttons, self.speaker, self.lights):
                closing.callback(part.close)


class Board:
    """Switches, buttons, lights and sound together."""

    def __init__(self, plan: BoardPlan, drivers: Drivers) -> None:
        self._drivers = drivers
        self._switches = Debouncer(plan.switches.agreeing_scans)
        self._holds = Holds(plan.switches.hold_s)
        self._buttons = ButtonWatcher(plan.switches.agreeing_scans, plan.buttons.hold_s)
        self._is_lost = False

    @property
    def kind(self) -> Kind:
        """Whether this is a real board."""
        return self._drivers.kind

    @property
    def in_place(self) -> frozenset[Building]:
        """Which of the 25 buildings are on their pins."""
        return self._switches.in_place

    def step(self, now: float) -> tuple[Signal, ...]:
        """Look at all switches and buttons once, and return what has happened."""
        self._drivers.speaker.step(now)
        if self._is_lost:
            return ()
        try:
            in_place, down = self._drivers.switches.read(), self._drivers.buttons.read()
        except (GPIOZeroError, OSError) as error:
            log.error("The board's pins no longer answer (%s). The game goes on on the phones.", error)  # noqa: TRY400
            self._is_lost = True
            return ()
        moved = self._switches.feed(in_place, now)
        return (*moved, *self._holds.feed(moved, now), *self._buttons.feed(down, now))

    def show(self, frame: Frame) -> bool:
        """Show a frame. Returns whether anything had to be sent."""
        return self._drivers.lights.show(frame)

    def play(self, sound: Sound, now: float) -> None:
        """Play a sound."""
        self._drivers.speaker.play(sound, now)

    def close(self) -> None:
        """Leave the board dark, silent and free."""
        self._drivers.close()

    def __enter__(self) -> "Board":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
