"""Runs a board in a thread of its own, for as long as the table is open."""

import logging
import time
from collections.abc import Callable
from threading import Event, Thread

from firmware.loop import Loop

log = logging.getLogger(__name__)

SCAN_S = 0.01


class BoardThread:
    """Steps a board's loop a hundred times a second. `on_failure` is called if it breaks, for a clean way out.

    `after_step` is called with the time after every step that was done, so that others can tell that it goes on.
    """

    def __init__(
        self, loop: Loop, on_failure: Callable[[], None], after_step: Callable[[float], None] | None = None
    ) -> None:
        self._loop = loop
        self._on_failure = on_failure
        self._after_step = after_step
        self._is_to_stop = Event()
        self._thread = Thread(target=self._run, name="board", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End, and wait until the last step is done."""
        self._is_to_stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        try:
            while not self._is_to_stop.wait(SCAN_S):
                now = time.monotonic()
                self._loop.step(now)
                if self._after_step:
                    self._after_step(now)
        finally:
            if not self._is_to_stop.is_set():
                log.error("The board has stopped, so the table stops as well.")
                self._on_failure()
