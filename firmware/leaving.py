"""Makes every ordinary way of ending the program a way out through the front door, so that the LEDs go dark."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)


@contextmanager
def leave_properly() -> Iterator[None]:
    """Within it, being told to end raises SystemExit, as Ctrl-C raises KeyboardInterrupt: what was opened is closed.

    Only the main thread may use it. Afterwards signals do what they did before.
    """
    # What was ignored stays ignored: nohup asks for that.
    heeded = [number for number in SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, _leave) for number in heeded}
    try:
        yield
    finally:
        for number, action in before.items():
            signal.signal(number, action)


def _leave(number: int, _: FrameType | None) -> None:
    # A second signal must not interrupt the way out.
    for one in SIGNALS:
        signal.signal(one, signal.SIG_IGN)
    # What a shell reports for a program that a signal has ended.
    raise SystemExit(128 + number)
