"""Reads the switches under the buildings. A new wiring is a new class that keeps the promises of `SwitchReader`.

A building's magnet closes its switch, so a closed switch is a building in place.
"""

from collections.abc import Callable
from contextlib import ExitStack
from typing import Protocol

from gpiozero import InputDevice, OutputDevice
from gpiozero.pins import Factory

from companion.games.city_chase.city import Building
from firmware.plan import Matrix


class SwitchReader(Protocol):
    """One look at all 25 switches at a time; debouncing is not its business."""

    def read(self) -> frozenset[Building]:
        """Return the buildings whose switches are closed now."""

    def close(self) -> None:
        """Free the pins. May be called twice."""


class MatrixReader:
    """Five rows driven low one at a time, five columns read, a diode at each switch."""

    def __init__(self, switches: Matrix, factory: Factory, wait: Callable[[float], None]) -> None:
        self._buildings = switches.buildings
        self._settle_s = switches.settle_us / 1_000_000
        self._wait = wait
        with ExitStack() as opened:
            # InputDevice and not DigitalInputDevice: a scan drives rows, and every edge would be reported.
            self._rows = [
                opened.enter_context(OutputDevice(pin, active_high=False, initial_value=False, pin_factory=factory))
                for pin in switches.rows
            ]
            self._columns = [
                opened.enter_context(InputDevice(pin, pull_up=True, pin_factory=factory)) for pin in switches.columns
            ]
            self._opened = opened.pop_all()

    def read(self) -> frozenset[Building]:
        """Return the buildings whose switches are closed now."""
        closed: list[Building] = []
        for row, buildings in zip(self._rows, self._buildings, strict=True):
            row.on()
            # A column needs a moment to follow, or one row smears into the next.
            self._wait(self._settle_s)
            closed += [building for column, building in zip(self._columns, buildings, strict=True) if column.is_active]
            row.off()
        return frozenset(closed)

    def close(self) -> None:
        """Free the pins."""
        self._opened.close()
