"""Turns scans of the switches into what really happened: pure, fed with scans and their times.

A reed chatters for a millisecond when it opens or closes. A change counts once enough scans in a row agree on it.
"""

from collections.abc import Iterable

from companion.games.city_chase.city import Building
from firmware.signals import Held, Lifted, Pinned, SwitchSignal


class Debouncer:
    """Remembers which buildings are in place, and tells what changes."""

    def __init__(self, agreeing_scans: int) -> None:
        self._agreeing_scans = agreeing_scans
        self._in_place: frozenset[Building] | None = None
        self._disagreeing: dict[Building, int] = {}
        self._last_at = float("-inf")

    @property
    def in_place(self) -> frozenset[Building]:
        """The buildings on their pins; none before the first scan."""
        return self._in_place or frozenset()

    def feed(self, in_place: frozenset[Building], now: float) -> tuple[SwitchSignal, ...]:
        """Take a scan and return what it settles. The first scan is a picture, not 25 events.

        A scan that arrives twice, or after a later one, is not a second opinion and is passed over.
        """
        if now <= self._last_at:
            return ()
        self._last_at = now
        if self._in_place is None:
            self._in_place = in_place
            return ()
        changing = self._in_place ^ in_place
        self._disagreeing = {building: self._disagreeing.get(building, 0) + 1 for building in changing}
        settled = [building for building in sorted(changing) if self._disagreeing[building] >= self._agreeing_scans]
        if not settled:
            return ()
        signals = tuple(
            Lifted(building, now) if building in self._in_place else Pinned(building, now) for building in settled
        )
        self._in_place ^= frozenset(settled)
        for building in settled:
            del self._disagreeing[building]
        return signals


class Holds:
    """Tells a lift that is meant from a knock: a building must stay up for the hold time."""

    def __init__(self, hold_s: float) -> None:
        self._hold_s = hold_s
        self._up_since: dict[Building, float] = {}

    def feed(self, signals: Iterable[SwitchSignal], now: float) -> tuple[Held, ...]:
        """Take what the switches told, and return the lifts that have lasted long enough, each once."""
        for signal in signals:
            if isinstance(signal, Lifted):
                self._up_since[signal.building] = signal.at
            else:
                self._up_since.pop(signal.building, None)
        held = [building for building, since in self._up_since.items() if now - since >= self._hold_s]
        for building in held:
            del self._up_since[building]
        return tuple(Held(building, now) for building in held)
