"""What systemd's watchdog relies on: a table that hangs ends the board's signs of life."""

from pathlib import Path
from threading import Event

from firmware.running import SCAN_S, BoardThread
from tests.companion.table.opening import OpenTable
from tests.web.asking import PATIENCE_S, wait_until

LONG_S = 50 * SCAN_S
"""Time for many steps of a loop that goes on."""


def test_a_table_that_hangs_gives_no_more_signs_of_life(tmp_path: Path) -> None:
    beat, failed = Event(), Event()

    def is_quiet() -> bool:
        beat.clear()
        return not beat.wait(LONG_S)

    with OpenTable(tmp_path) as opened:
        thread = BoardThread(opened.loop, failed.set, lambda _: beat.set())
        thread.start()
        try:
            assert beat.wait(PATIENCE_S)
            with opened.table._lock:
                # A step that was under way may still end: it had what it wanted of the table.
                wait_until(is_quiet, "the signs of life end")
            assert beat.wait(PATIENCE_S)
        finally:
            thread.stop()
    assert not failed.is_set()
