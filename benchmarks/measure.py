"""Measures two things in turns, so that a noisy machine is as noisy for the one as for the other."""

import gc
from collections.abc import Callable
from time import perf_counter
from typing import Literal

from msgspec import Struct


class Comparison(Struct, frozen=True):
    """What one unit of our work takes and what it is held against does, and the ratio that is wanted."""

    name: str
    unit: str
    ours: float
    other_name: str
    other_unit: str
    other: float
    wanted: float
    """How many times as fast ours must be."""
    measure: Literal["s", "B"] = "s"
    """Whether it takes seconds or bytes."""

    @property
    def ratio(self) -> float:
        """How many times as fast ours is."""
        return self.other / self.ours

    @property
    def is_met(self) -> bool:
        """Whether it is as fast as wanted."""
        return self.ratio >= self.wanted


def best_of(ours: Callable[[], object], other: Callable[[], object], times: int) -> tuple[float, float]:
    """Return the fastest seconds of each, run in turns."""
    best_ours = best_other = float("inf")
    for _ in range(times):
        best_ours = min(best_ours, _seconds(ours))
        best_other = min(best_other, _seconds(other))
    return best_ours, best_other


def _seconds(work: Callable[[], object]) -> float:
    gc.collect()
    begun = perf_counter()
    work()
    return perf_counter() - begun


def repeat(work: Callable[[], object], times: int) -> Callable[[], None]:
    """Return the work done so many times: for what is too quick to be measured once."""

    def all_of_it() -> None:
        for _ in range(times):
            work()

    return all_of_it
