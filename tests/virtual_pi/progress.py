"""Says what takes long, and how long it took."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager


def tell(sentence: str) -> None:
    """Print a line at once, also where the output goes into a pipe."""
    # In one piece: several things are told at the same time.
    sys.stderr.write(f"virtual pi: {sentence}\n")
    sys.stderr.flush()


@contextmanager
def doing(what: str) -> Iterator[None]:
    """Tell when something begins and when it is done."""
    began = time.monotonic()
    tell(f"{what} …")
    yield
    tell(f"{what}: done after {time.monotonic() - began:.0f} s")
