"""A board without a Raspberry Pi: simulated pins and a simulated strip beneath the real drivers.

The matrix is simulated electrically, when a pin is read: a column is low when a closed switch connects it to a low row.
Contacts chatter, switches stick, diodes can be forgotten, buttons are pressed for a while. Nothing here runs by itself:
what a pin reads depends on the clock that the board was given.
"""

import os
from collections import deque
from collections.abc import Callable
from enum import StrEnum
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin
from msgspec import Struct

from companion.games.city_chase.city import BUILDINGS, Building
from firmware.frames import RGB, Frame
from firmware.lights import NeoPixelStrip
from firmware.plan import BoardPlan, Leds, Pin
from firmware.signals import Button

KEPT_FRAMES = 1000
"""A board that plays all evening must not fill the memory."""
CHATTER_S = 0.0001
"""How long a chattering contact keeps one state."""


BETWEEN_PRESSES_S = 0.1
"""Long enough between two presses of a button for both to be noticed."""


class Fault(StrEnum):
    """What can be wrong with a switch."""

    STUCK_OPEN = "stuck_open"
    STUCK_CLOSED = "stuck_closed"
    NONE = "none"


class Press(Struct, frozen=True):
    """A button that is down for a while."""

    begun_at: float
    ended_at: float


class Contact(Struct, frozen=True):
    """A switch's contact: what it is, or becomes once it has stopped chattering."""

    is_closed: bool
    changed_at: float = float("-inf")
    bounce_s: float = 0

    def closed_at(self, now: float) -> bool:
        """Tell whether it is closed at a moment. While it chatters that looks like chance, but is always the same."""
        elapsed = now - self.changed_at
        if elapsed >= self.bounce_s:
            return self.is_closed
        return bool(int(elapsed / CHATTER_S) * 2_654_435_761 >> 7 & 1)


class SimulatedPin(MockPWMPin):  # type: ignore[misc]
    """A pin whose level comes from the simulated board when it is read. Unlike its parent it keeps no history."""

    _state: float | bool

    def _get_state(self) -> float | bool:
        level = self.factory.level(int(self.info.name.removeprefix("GPIO")))
        state: float | bool = super()._get_state() if level is None else level
        return state

    @property
    def is_driven_low(self) -> bool:
        """Whether it is an output and low."""
        return self._function == "output" and not self._state

    def _change_state(self, value: float | bool) -> bool:
        is_changed = self._state != value
        self._state = value
        return bool(is_changed)


class SimulatedPins(MockFactory):  # type: ignore[misc]
    """The pins of a simulated Pi 3, connected to a simulated board."""

    def __init__(self, level: Callable[[Pin], bool | None]) -> None:
        super().__init__(revision="a02082", pin_class=SimulatedPin)
        self.level = level

        self._numbered: dict[Pin, SimulatedPin] = {}

    def is_driven_low(self, number: Pin) -> bool:
        """Tell whether a pin is an output and low."""
        # gpiozero looks a pin's name up in a table of the whole header, which is slow a thousand times a second.
        pin = self._numbered.get(number) or self._numbered.setdefault(number, self.pin(number))
        return pin.is_driven_low


class SimulatedBoard:
    """Switches, buttons and wires, to be moved by hand, by a test or by a page.

    Its methods may be called while another thread scans: each replaces one value at once.
    """

    def __init__(self, plan: BoardPlan, clock: Callable[[], float]) -> None:
        self._plan = plan
        self._clock = clock
        self._contacts = {building: Contact(is_closed=True) for building in BUILDINGS}
        self._faults: dict[Building, Fault] = {}
        self._presses: dict[Button, tuple[Press, ...]] = {}
        self._without_diode: frozenset[Building] = frozenset()
        self._buttons = {plan.buttons.pin(button): button for button in Button}
        self._columns = {pin: column for column, pin in enumerate(plan.switches.columns)}
        self.pins = SimulatedPins(self._level)
        self.strip = SimulatedStrip(plan.leds)

    def lift(self, building: Building, bounce_ms: float = 0) -> None:
        """Take a building off its pin; the contact chatters so long."""
        self._contacts[building] = Contact(False, self._clock(), bounce_ms / 1000)

    def place(self, building: Building, bounce_ms: float = 0) -> None:
        """Put a building on its pin; the contact chatters so long."""
        self._contacts[building] = Contact(True, self._clock(), bounce_ms / 1000)

    def set_fault(self, building: Building, fault: Fault) -> None:
        """Break a switch, or mend it."""
        self._faults[building] = fault

    def forget_diodes(self, *buildings: Building) -> None:
        """Solder wires where diodes should be."""
        self._without_diode = frozenset(buildings)

    def press(self, button: Button, hold_ms: float = 100) -> None:
        """Press a button and let it go after so long. While it is down already, it is pressed again afterwards.

        A press must last for a few scans to be noticed, as on a real board.
        """
        now = self._clock()
        going_on = tuple(press for press in self._presses.get(button, ()) if press.ended_at + BETWEEN_PRESSES_S > now)
        begun_at = going_on[-1].ended_at + BETWEEN_PRESSES_S if going_on else now
        self._presses[button] = (*going_on, Press(begun_at, begun_at + hold_ms / 1000))

    def close(self) -> None:
        """Let go of everything."""
        self.strip.close()
        self.pins.close()

    def _level(self, number: Pin) -> bool | None:
        """Return a pin's level where the board decides it, or None."""
        if number in self._columns:
            return not self._is_low(self._columns[number])
        if number in self._buttons:
            now = self._clock()
            presses = self._presses.get(self._buttons[number], ())
            return not any(press.begun_at <= now < press.ended_at for press in presses)
        return None

    def _is_closed(self, building: Building) -> bool:
        match self._faults.get(building, Fault.NONE):
            case Fault.STUCK_OPEN:
                return False
            case Fault.STUCK_CLOSED:
                return True
            case Fault.NONE:
                return self._contacts[building].closed_at(self._clock())

    def _is_low(self, column: int) -> bool:
        buildings = self._plan.switches.buildings
        low_rows = {row for row, pin in enumerate(self._plan.switches.rows) if self.pins.is_driven_low(pin)}
        if self._without_diode:
            return column in self._low_columns(low_rows)
        return any(self._is_closed(buildings[row][column]) for row in low_rows)

    def _low_columns(self, low_rows: set[int]) -> set[int]:
        """Follow low levels from the driven rows: through a diode to the column only, through a wire both ways."""
        low_columns: set[int] = set()
        waiting = list(low_rows)
        while waiting:
            row = waiting.pop()
            for column in range(len(self._columns)):
                if column not in low_columns and self._is_closed(self._plan.switches.buildings[row][column]):
                    low_columns.add(column)
                    leaking = self._rows_behind(column) - low_rows
                    low_rows |= leaking
                    waiting += leaking
        return low_columns

    def _rows_behind(self, column: int) -> set[int]:
        """Return the rows that a low column pulls down, through closed switches without a diode."""
        buildings = ((row, line[column]) for row, line in enumerate(self._plan.switches.buildings))
        return {row for row, building in buildings if building in self._without_diode and self._is_closed(building)}


_receivers: dict[int, Callable[[bytes], None]] = {}
"""Who gets the bytes sent to a pin object: Blinka's simulated board has one function for all strips."""


class SimulatedStrip:
    """The real NeoPixel class on Blinka's board for no board; the bytes that it sends are kept."""

    def __init__(self, leds: Leds) -> None:
        self._leds = leds
        self._driver: NeoPixelStrip | None = None
        self.sent: deque[bytes] = deque(maxlen=KEPT_FRAMES)
        self._last = (0, bytes(3 * leds.count))

    @property
    def frames(self) -> int:
        """How many frames were sent."""
        return self._last[0]

    def show(self, colours: list[RGB]) -> None:
        """Send all colours at once, through the real driver."""
        if self._driver is None:
            self._driver = self._open()
        self._driver.show(colours)

    def colours(self) -> list[RGB]:
        """Return the colours that were sent last, read back from the bytes."""
        return self.last_frame()[1]

    def lights(self) -> Frame:
        """Return the frame that was sent last, in the game's own order."""
        return self.last_lights()[1]

    def last_lights(self) -> tuple[int, Frame]:
        """Return the number of the last frame and its lights in the game's own order."""
        number, colours = self.last_frame()
        return number, tuple(colours[place] for place in self._leds.chain)

    def last_frame(self) -> tuple[int, list[RGB]]:
        """Return the number of the last frame and its colours, which belong together."""
        number, data = self._last
        order = [self._leds.order.index(colour) for colour in "RGB"]
        triples = (data[start : start + 3] for start in range(0, len(data), 3))
        return number, [(triple[order[0]], triple[order[1]], triple[order[2]]) for triple in triples]

    def close(self) -> None:
        """Darken the strip and let go of it."""
        if self._driver is not None:
            driver, self._driver = self._driver, None
            pin = driver.pin
            driver.close()
            del _receivers[id(pin)]

    def _open(self) -> NeoPixelStrip:
        # Blinka looks at this before its first import and then needs no Raspberry Pi.
        os.environ["BLINKA_OS_AGNOSTIC"] = "1"
        import board  # noqa: PLC0415 - belongs to Blinka, and only works now
        from adafruit_blinka.microcontroller.generic_agnostic_board import neopixel as wire  # noqa: PLC0415

        wire.neopixel_write = _deliver
        driver = NeoPixelStrip(self._leds, board.Dx_OUTPUT)
        _receivers[id(driver.pin)] = self._receive
        return driver

    def _receive(self, data: bytes) -> None:
        self.sent.append(data)
        self._last = (self._last[0] + 1, data)


def _deliver(gpio: Any, data: bytearray) -> None:
    _receivers[id(gpio)](bytes(data))
