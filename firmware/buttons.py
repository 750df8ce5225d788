"""The eight buttons: looked at with every scan, and pure code that tells a short press from a long one.

A press is told when it ends, because only then is it known to be short; a long one is told as soon as it is long.
"""

from contextlib import ExitStack
from types import TracebackType
from typing import Self

from gpiozero import InputDevice
from gpiozero.pins import Factory
from msgspec import Struct

from firmware.plan import BoardPlan
from firmware.signals import Button, ButtonSignal, HeldDown, Pressed

BLIND_S = 0.2
"""A finger can leave a button and be back within this. Between scans further apart nobody knows what it did."""


class ButtonReader:
    """One look at all eight buttons at a time. Each connects its pin to ground while it is down."""

    def __init__(self, plan: BoardPlan, factory: Factory) -> None:
        with ExitStack() as opened:
            # Not Button, which starts a thread, nor DigitalInputDevice, which asks for every edge: these are polled.
            self._devices = {
                button: opened.enter_context(InputDevice(plan.buttons.pin(button), pull_up=True, pin_factory=factory))
                for button in Button
            }
            self._opened = opened.pop_all()

    def read(self) -> frozenset[Button]:
        """Return the buttons that are down now."""
        return frozenset(button for button, device in self._devices.items() if device.is_active)

    def close(self) -> None:
        """Free the pins. May be called twice."""
        self._opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class ButtonWatcher:
    """Remembers how the buttons were, and tells each press once: short when it ends, long when it has lasted.

    Where late scans leave open whether a press was short or long, nothing is told. A player can press again; an undo
    or a last move that nobody meant is worse.
    """

    def __init__(self, agreeing_scans: int, hold_s: float) -> None:
        self._agreeing_scans = agreeing_scans
        self._hold_s = hold_s
        self._contacts: dict[Button, _Contact] = {}
        self._last_at = float("-inf")

    def feed(self, down: frozenset[Button], now: float) -> tuple[ButtonSignal, ...]:
        """Take a scan and return what it settles. The first scan is a picture: what is down then tells nothing.

        A scan that arrives twice, or after a later one, is not a second opinion and is passed over.
        """
        if now <= self._last_at:
            return ()
        last_at, self._last_at = self._last_at, now
        if not self._contacts:
            self._contacts = {button: _Contact(button in down, self._agreeing_scans, self._hold_s) for button in Button}
            return ()
        settled = ((button, contact.feed(button in down, now, last_at)) for button, contact in self._contacts.items())
        return tuple(kind(button, now) for button, kind in settled if kind is not None)


class _Moment(Struct, frozen=True):
    """When something happened, as far as anyone can know. Both times are the same unless a scan came late."""

    earliest: float
    latest: float

    @property
    def was_seen(self) -> bool:
        """Whether scans on both sides of it came in time."""
        return self.earliest == self.latest


class _Contact:
    """One button: how it is, the change under way, and when the press began that has not been told yet."""

    def __init__(self, is_down: bool, agreeing_scans: int, hold_s: float) -> None:
        self._is_down = is_down
        self._agreeing_scans = agreeing_scans
        self._hold_s = hold_s
        self._agreed_at = 0.0
        self._disagreeing = 0
        self._changing = _Moment(0, 0)
        self._begun: _Moment | None = None

    def feed(self, down: bool, now: float, last_at: float) -> type[ButtonSignal] | None:
        """Take one look and return the kind of press that it settles."""
        if down != self._is_down:
            self._disagree(now, last_at)
            if self._disagreeing < self._agreeing_scans:
                return None
            return self._change(down, now)
        if self._begun is not None and now - self._agreed_at > BLIND_S:
            # It may have been let go and pressed again while nobody looked.
            self._begun = _Moment(self._begun.earliest, now)
        self._agreed_at, self._disagreeing = now, 0
        return self._told_when_long(now)

    def _disagree(self, now: float, last_at: float) -> None:
        is_late = now - last_at > BLIND_S
        if not self._disagreeing:
            self._changing = _Moment(last_at if is_late else now, now)
        elif is_late:
            # Looks so far apart may have met two bounces: they do not agree, the second begins anew.
            self._disagreeing = 0
            self._changing = _Moment(self._changing.earliest, now)
        self._disagreeing += 1

    def _change(self, down: bool, now: float) -> type[ButtonSignal] | None:
        self._is_down, self._agreed_at, self._disagreeing = down, now, 0
        if down:
            self._begun = self._changing
            return self._told_when_long(now)
        begun, self._begun = self._begun, None
        if begun is None:
            return None
        # A press that was watched from end to end and not told as long was short, even if only by part of a scan.
        was_watched = begun.was_seen and self._changing.was_seen
        return Pressed if was_watched or self._changing.latest - begun.earliest < self._hold_s else None

    def _told_when_long(self, now: float) -> type[ButtonSignal] | None:
        if self._begun is None or now - self._begun.latest < self._hold_s:
            return None
        self._begun = None
        return HeldDown
