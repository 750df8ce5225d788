"""The board as the table knows it: step by step it tells what happened on it, and it shows what it is given.

It opens nothing itself and starts no thread: whoever runs it calls `step` a hundred times a second.
"""

import logging
from collections.abc import Callable
from typing import Literal, TypeAlias

from msgspec import Struct

from companion.games.city_chase.city import BUILDINGS, Building
from firmware.buttons import ButtonReader, ButtonWatcher
from firmware.debouncing import Debouncer, Holds
from firmware.failures import pin_errors
from firmware.frames import Frame
from firmware.lights import Lights
from firmware.plan import BoardPlan
from firmware.signals import Signal
from firmware.sound import Sound, Speaker
from firmware.switches import SwitchReader
from firmware.tuning import FindTuning, tune_as_planned

log = logging.getLogger(__name__)

Kind: TypeAlias = Literal["simulated", "pi"]


class Drivers(Struct, frozen=True):
    """The opened parts of a board."""

    kind: Kind
    switches: SwitchReader
    buttons: ButtonReader
    lights: Lights
    speaker: Speaker
    close_pins: Callable[[], None]
    """Frees the pins themselves, once nothing uses them."""

    def close(self) -> None:
        """Darken and silence the board and free its pins, whatever fails on the way."""
        for part in (self.lights, self.speaker, self.buttons, self.switches):
            _close(part.close)
        _close(self.close_pins)


def _close(close: Callable[[], None]) -> None:
    try:
        close()
    except pin_errors() as error:
        log.error("A part of the board could not be closed (%s).", error)  # noqa: TRY400 - a sentence is enough


class Board:
    """Switches, buttons, lights and sound together. A part that fails is reported once, and the others go on."""

    def __init__(self, plan: BoardPlan, drivers: Drivers, find_tuning: FindTuning | None = None) -> None:
        self._drivers = drivers
        self._find_tuning = find_tuning or tune_as_planned(plan)
        self._switches = Debouncer(plan.switches.agreeing_scans, plan.switches.settle_s)
        self._holds = Holds(plan.switches.hold_s)
        self._buttons = ButtonWatcher(plan.switches.agreeing_scans, plan.buttons.hold_s)
        self._pins_lost = False
        self._sound_lost = False
        self._is_closed = False
        self._drivers.speaker.muted = not self._find_tuning().sound

    @property
    def kind(self) -> Kind:
        """Whether this is a real board."""
        return self._drivers.kind

    @property
    def in_place(self) -> frozenset[Building]:
        """Which of the 25 buildings are on their pins. Once the pins are lost nothing is said to be up for ever."""
        return frozenset(BUILDINGS) if self._pins_lost else self._switches.in_place

    @property
    def lost_parts(self) -> tuple[str, ...]:
        """The parts that have failed, for the table to tell."""
        lost = (("switches", self._pins_lost), ("lights", self._drivers.lights.is_lost), ("sound", self._sound_lost))
        return tuple(name for name, is_lost in lost if is_lost)

    def step(self, now: float) -> tuple[Signal, ...]:
        """Look at all switches and buttons once, and return what has happened."""
        self._tune(now)
        self._with_speaker(lambda speaker: speaker.step(now))
        if self._pins_lost or self._is_closed:
            return ()
        try:
            in_place, down = self._drivers.switches.read(), self._drivers.buttons.read()
        except pin_errors() as error:
            log.error("The board's pins no longer answer (%s). The game goes on on the phones.", error)  # noqa: TRY400
            self._pins_lost = True
            return ()
        moved = self._switches.feed(in_place, now)
        return (*moved, *self._holds.feed(moved, in_place, now), *self._buttons.feed(down, now))

    def show(self, frame: Frame) -> bool:
        """Show a frame. Returns whether anything had to be sent."""
        return self._drivers.lights.show(frame)

    def _tune(self, now: float) -> None:
        tuning = self._find_tuning()
        self._drivers.lights.brightness = tuning.brightness
        self._holds.hold_s = tuning.hold_s
        was_muted, self._drivers.speaker.muted = self._drivers.speaker.muted, not tuning.sound
        if was_muted and tuning.sound:
            # Whoever switches the sound on wants to hear that it works.
            self.play(Sound.YOUR_TURN, now)

    def play(self, sound: Sound, now: float) -> None:
        """Play a sound."""
        self._with_speaker(lambda speaker: speaker.play(sound, now))

    def _with_speaker(self, do: Callable[[Speaker], None]) -> None:
        if self._sound_lost or self._is_closed:
            return
        try:
            do(self._drivers.speaker)
        except pin_errors() as error:
            log.error("The buzzer no longer answers (%s). The game goes on without it.", error)  # noqa: TRY400
            self._sound_lost = True

    def close(self) -> None:
        """Leave the board dark, silent and free. It stays so: a late step or frame does nothing."""
        self._is_closed = True
        self._drivers.close()

    def __enter__(self) -> "Board":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
