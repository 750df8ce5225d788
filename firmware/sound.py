"""Short tunes on a buzzer. They differ in rhythm, not only in pitch: a small buzzer makes one pitch much like another.

What is played follows from public events alone; nothing here is ever handed anything else.
"""

from enum import StrEnum
from types import TracebackType
from typing import Self, TypeAlias

from gpiozero import PWMOutputDevice
from gpiozero.pins import Factory

from companion.games.city_chase.events import Event, ThiefHid
from companion.games.city_chase.pieces import Found
from companion.games.city_chase.state import Searched
from firmware.plan import BoardPlan


class Sound(StrEnum):
    """What the buzzer can say."""

    SENSED = "sensed"
    NOTHING = "nothing"
    TRACE = "trace"
    CAR = "car"
    NOT_ALLOWED = "not_allowed"
    YOUR_TURN = "your_turn"


Tune: TypeAlias = tuple[tuple[int | None, float], ...]
"""Frequencies in hertz, None for a rest, each with its seconds."""

TUNES: dict[Sound, Tune] = {
    # A tick.
    Sound.SENSED: ((2000, 0.05),),
    # Short, short: as the light blinks.
    Sound.NOTHING: ((523, 0.08), (None, 0.1), (392, 0.08)),
    # Short, short, long, and rising.
    Sound.TRACE: ((784, 0.1), (None, 0.05), (988, 0.1), (None, 0.05), (1319, 0.35)),
    # A siren without a rest.
    Sound.CAR: ((988, 0.18), (740, 0.18), (988, 0.18), (740, 0.18), (988, 0.18), (740, 0.18)),
    # One long, low buzz.
    Sound.NOT_ALLOWED: ((165, 0.5),),
    # Long, short, as at a door.
    Sound.YOUR_TURN: ((1175, 0.3), (None, 0.15), (880, 0.15)),
}
_FOUND: dict[Found, Sound] = {Found.NOTHING: Sound.NOTHING, Found.TRACE: Sound.TRACE, Found.CAR: Sound.CAR}
HALF = 0.5
"""The duty cycle that is loudest on a piezo."""


def tone_at(sound: Sound, elapsed: float) -> int | None:
    """Return the frequency that a sound has after so many seconds, None for silence."""
    ends_at = 0.0
    for frequency, seconds in TUNES[sound]:
        begins_at, ends_at = ends_at, ends_at + seconds
        if begins_at <= elapsed < ends_at:
            return frequency
    return None


def sound_for(event: Event) -> Sound | None:
    """Return what is heard when something happens. The game's end is heard as what brought it about."""
    match event:
        case Searched(find=find):
            return _FOUND[find.found]
        case ThiefHid():
            return Sound.YOUR_TURN
        case _:
            return None


class Speaker:
    """The buzzer. It plays one sound at a time, as far as it is stepped: nothing runs by itself."""

    def __init__(self, plan: BoardPlan, factory: Factory) -> None:
        self.muted = plan.buzzer.muted
        # Not TonalBuzzer: it refuses tones beyond its octaves. Neither has a thread unless it is told to blink.
        self._device = PWMOutputDevice(plan.buzzer.pin, pin_factory=factory)
        self._playing: tuple[Sound, float] | None = None
        self._tone: int | None = None
        self._silence()

    def play(self, sound: Sound, now: float) -> None:
        """Begin a sound, instead of the one that is playing."""
        self._playing = (sound, now)
        self.step(now)

    def step(self, now: float) -> None:
        """Set the tone that belongs to this time. What falls between two steps is not heard."""
        tone = self._tone_now(now)
        if tone == self._tone:
            return
        if tone is None:
            self._silence()
        else:
            self._device.frequency = tone
            self._device.value = HALF
        self._tone = tone

    def close(self) -> None:
        """Fall silent and free the pin. May be called twice."""
        self._playing = None
        try:
            if not self._device.closed:
                self._silence()
        finally:
            self._device.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _tone_now(self, now: float) -> int | None:
        if self._playing is None or self.muted:
            return None
        sound, began_at = self._playing
        return tone_at(sound, now - began_at)

    def _silence(self) -> None:
        # Level first, and then no frequency: with one, the pin would go on being switched at no width at all.
        self._device.value = 0
        self._device.frequency = None
