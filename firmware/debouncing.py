"""Turns scans of the switches into what really happened: pure, fed with scans and their times.

A reed chatters for a millisecond when it opens or closes. A change counts once enough scans in a row agree on it, and
over long enough a time: scans that a stalled program makes up for in a bunch are hardly better than one.
"""

from collections.abc import Iterable

from companion.games.city_chase.city import Building
from firmware.signals import Held, Lifted, Pinned, SwitchSignal


class Debouncer:
    """Remembers which buildings are in place, and tells what changes."""

    def __init__(self, agreeing_scans: int, settle_s: float = 0) -> None:
        self._agreeing_scans = agreeing_scans
        self._settle_s = settle_s
        self._in_place: frozenset[Building] | None = None
        self._disagreeing: dict[Building, tuple[int, float]] = {}
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
        counted = {building: self._disagreeing.get(building, (0, now)) for building in changing}
        self._disagreeing = {building: (count + 1, since) for building, (count, since) in counted.items()}
        settled = [building for building in sorted(changing) if self._is_settled(building, now)]
        if not settled:
            return ()
        signals = tuple(
            Lifted(building, now) if building in self._in_place else Pinned(building, now) for building in settled
        )
        self._in_place ^= frozenset(settled)
        for building in settled:
            del self._disagreeing[building]
        return signals

    def _is_settled(self, building: Building, now: float) -> bool:
        count, since = self._disagreeing[building]
        return count >= self._agreeing_scans and now - since >= self._settle_s


BLIND_S = 0.2
"""A gap between scans after which nobody knows what happened meanwhile."""


class Holds:
    """Tells a lift that is meant from a knock: a building must be seen up for the whole hold time.

    A search cannot be taken back. So what is in place in the newest scan is never told as held, even before it counts
    as pinned, and after a gap between scans the time starts again.
    """

    def __init__(self, hold_s: float) -> None:
        self.hold_s = hold_s
        """May be changed at any time, also while a building is up."""
        self._up_since: dict[Building, float] = {}
        self._last_at = float("-inf")

    def feed(self, signals: Iterable[SwitchSignal], seen_in_place: frozenset[Building], now: float) -> tuple[Held, ...]:
        """Take what the switches told and the scan itself, and return the lifts that have lasted long enough, once."""
        if now - self._last_at > BLIND_S:
            self._up_since = dict.fromkeys(self._up_since, now)
        self._last_at = now
        for signal in signals:
            if isinstance(signal, Lifted):
                self._up_since[signal.building] = signal.at
            else:
                self._up_since.pop(signal.building, None)
        held = [
            building
            for building, since in self._up_since.items()
            if now - since >= self.hold_s and building not in seen_in_place
        ]
        for building in held:
            del self._up_since[building]
        return tuple(Held(building, now) for building in held)
