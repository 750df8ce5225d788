"""Lets Blinka, beneath Adafruit's drivers, run on a machine without pins."""

import os


def need_no_pi() -> None:
    """Let whatever is imported from now on do without a Raspberry Pi. Blinka looks at this before its first import."""
    os.environ["BLINKA_OS_AGNOSTIC"] = "1"
