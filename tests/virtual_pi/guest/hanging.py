"""Runs the real program, and makes its table hang when it is sent SIGUSR2: a thread takes the table's lock for ever."""

import gc
import signal
import sys
import threading
from types import FrameType

from companion.__main__ import main
from companion.table.table import Table


def hang(_: int, __: FrameType | None) -> None:
    """Begin to hold the lock."""
    threading.Thread(target=hold, daemon=True).start()


def hold() -> None:
    """Take the lock of the table, and never let go."""
    table = next(one for one in gc.get_objects() if isinstance(one, Table))
    with table._lock:
        threading.Event().wait()


if __name__ == "__main__":
    signal.signal(signal.SIGUSR2, hang)
    sys.argv[0] = "citychase"
    main()
