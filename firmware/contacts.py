"""The simulated switches' contacts, whatever is wired to them: they are moved, chatter, stick."""

from collections.abc import Callable
from enum import StrEnum

from msgspec import Struct

from companion.games.city_chase.city import BUILDINGS, Building

CHATTER_S = 0.0001
"""How long a chattering contact keeps one state."""


class Fault(StrEnum):
    """What can be wrong with a switch."""

    STUCK_OPEN = "stuck_open"
    STUCK_CLOSED = "stuck_closed"
    NONE = "none"


def looks_like_chance(number: int) -> bool:
    """Tell heads or tails: it looks like chance, but is always the same for the same number."""
    return bool(number * 2_654_435_761 >> 7 & 1)


class Contact(Struct, frozen=True):
    """A switch's contact: what it is, or becomes once it has stopped chattering."""

    is_closed: bool
    changed_at: float = float("-inf")
    bounce_s: float = 0

    def closed_at(self, now: float) -> bool:
        """Tell whether it is closed at a moment."""
        elapsed = now - self.changed_at
        if elapsed >= self.bounce_s:
            return self.is_closed
        return looks_like_chance(int(elapsed / CHATTER_S))


class Contacts:
    """All 25 of them. Each change replaces one value at once, so another thread may read meanwhile."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._contacts = {building: Contact(is_closed=True) for building in BUILDINGS}
        self._faults: dict[Building, Fault] = {}

    def move(self, building: Building, *, is_closed: bool, bounce_ms: float) -> None:
        """Bring a building's magnet to its switch, or away; the contact chatters so long."""
        self._contacts[building] = Contact(is_closed, self._clock(), bounce_ms / 1000)

    def set_fault(self, building: Building, fault: Fault) -> None:
        """Break a switch, or mend it."""
        self._faults[building] = fault

    def is_closed(self, building: Building) -> bool:
        """Tell whether a building's switch is closed now."""
        match self._faults.get(building, Fault.NONE):
            case Fault.STUCK_OPEN:
                return False
            case Fault.STUCK_CLOSED:
                return True
            case Fault.NONE:
                return self._contacts[building].closed_at(self._clock())
