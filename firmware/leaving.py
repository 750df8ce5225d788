"""Makes every ordinary way of ending the program a way out through the front door, so that the LEDs go dark."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = (signal.SIGTERM, signal.SIGHUP)


@contextmanager
def leave_properly() -> Iterator[None]:
    """Within it, being told to end raises SystemExit, as Ctrl-C raises KeyboardInterrupt: what was opened is closed.

    Only the main thread may use it. Afterwards signals do what they did before.
    """
    before = {number: signal.signal(number, _leave) for number in SIGNALS}
    try:
        yield
    finally:
        for number, action in before.items():
            signal.signal(number, action)


def _leave(number: int, _: FrameType | None) -> None:
    # What a shell reports for a program that a signal has ended.
    raise SystemExit(128 + number)
