"""What drivers raise when hardware fails. Each has its own ideas; here they are named once."""

import sys

from gpiozero.exc import GPIOZeroError

STRIP_ERRORS: tuple[type[Exception], ...] = (OSError, RuntimeError)
"""The LED drivers raise RuntimeError when the bus is gone."""


def pin_errors() -> tuple[type[Exception], ...]:
    """Return what the pins' drivers raise. lgpio has an exception of its own, which gpiozero lets through."""
    lgpio = sys.modules.get("lgpio")
    own = (lgpio.error,) if lgpio is not None else ()
    return (GPIOZeroError, OSError, RuntimeError, *own)


def opening_errors() -> tuple[type[Exception], ...]:
    """Return what is raised besides where a driver is not there or does not know this machine."""
    return (*pin_errors(), ImportError, NotImplementedError)
