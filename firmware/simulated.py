"""A board without a Raspberry Pi: simulated pins, port expanders and a simulated strip beneath the real drivers.

Contacts chatter, switches stick, diodes can be forgotten, buttons are pressed for a while. Nothing here runs by itself:
what a pin reads depends on the clock that the board was given.
"""

from collections.abc import Callable

from gpiozero.pins.mock import MockFactory, MockPWMPin
from msgspec import Struct

from companion.games.city_chase.city import Building
from firmware.contacts import Contacts, Fault
from firmware.plan import BoardPlan, Expanders, Matrix, Pin
from firmware.signals import Button
from firmware.simulated_expanders import SimulatedBus, wire_expanders
from firmware.simulated_matrix import SimulatedMatrix
from firmware.simulated_strip import SimulatedStrip

BETWEEN_PRESSES_S = 0.1
"""Long enough between two presses of a button for both to be noticed."""


class Press(Struct, frozen=True):
    """A button that is down for a while."""

    begun_at: float
    ended_at: float


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
        self._clock = clock
        self._presses: dict[Button, tuple[Press, ...]] = {}
        self._buttons = {plan.buttons.pin(button): button for button in Button}
        self._contacts = Contacts(clock)
        self.pins = SimulatedPins(self._level)
        self.matrix: SimulatedMatrix | None = None
        match plan.switches:
            case Matrix() as matrix:
                self.matrix = SimulatedMatrix(matrix, self._contacts.is_closed, self.pins.is_driven_low)
                self.bus = SimulatedBus({})
            case Expanders() as expanders:
                self.bus = wire_expanders(expanders, self._contacts.is_closed, clock)
        self.strip = SimulatedStrip(plan.leds)

    def lift(self, building: Building, bounce_ms: float = 0) -> None:
        """Take a building off its pin; the contact chatters so long."""
        self._contacts.move(building, is_closed=False, bounce_ms=bounce_ms)

    def place(self, building: Building, bounce_ms: float = 0) -> None:
        """Put a building on its pin; the contact chatters so long."""
        self._contacts.move(building, is_closed=True, bounce_ms=bounce_ms)

    def set_fault(self, building: Building, fault: Fault) -> None:
        """Break a switch, or mend it."""
        self._contacts.set_fault(building, fault)

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
        button = self._buttons.get(number)
        if button is None:
            return self.matrix.level(number) if self.matrix else None
        now = self._clock()
        return not any(press.begun_at <= now < press.ended_at for press in self._presses.get(button, ()))
