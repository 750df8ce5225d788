"""What of a board may be changed while it plays. Whoever runs it says so with one value, replaced as a whole."""

from collections.abc import Callable
from typing import Protocol, TypeAlias

from msgspec import Struct

from firmware.plan import BoardPlan


class Tuning(Protocol):
    """How bright and how loud a board is, and how long a lift must last to be meant."""

    @property
    def brightness(self) -> float:
        """Of all lights, from 0 to 1. The plan's limit of current holds whatever this is."""

    @property
    def sound(self) -> bool:
        """Whether the buzzer may be heard."""

    @property
    def hold_s(self) -> float:
        """How long a building must be up before that is a search."""


class PlannedTuning(Struct, frozen=True):
    """A tuning as the plan has it."""

    brightness: float
    sound: bool
    hold_s: float


FindTuning: TypeAlias = Callable[[], Tuning]
"""How a board asks for its tuning, a hundred times a second."""


def tune_as_planned(plan: BoardPlan) -> FindTuning:
    """Return how a board is tuned that nobody sets."""
    tuning = PlannedTuning(plan.leds.brightness, not plan.buzzer.muted, plan.switches.hold_s)
    return lambda: tuning
