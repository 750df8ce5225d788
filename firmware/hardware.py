"""Finds out what there is to play on, and opens it.

`pi` insists on a Raspberry Pi and says what is missing and the command that mends it; `simulated` needs nothing; `auto`
takes the Pi's pins where there are any.
"""

import os
import time
from collections.abc import Callable
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, TypeAlias

from gpiozero.exc import GPIOZeroError
from msgspec import Struct

from companion.errors import CityChaseError
from firmware.board import Drivers, Kind
from firmware.buttons import ButtonReader
from firmware.lights import Lights, NeoPixelStrip, Strip
from firmware.plan import BoardPlan
from firmware.simulated import SimulatedBoard
from firmware.sound import Speaker
from firmware.switches import MatrixReader

Wish: TypeAlias = Literal["auto", "simulated", "pi"]
PACKAGE = "citychase-tabletop"


class NoBoard(CityChaseError):
    """The Raspberry Pi cannot be used as a board. The message says why and what to do."""


class Machine(Struct, frozen=True):
    """What can be seen of the machine from outside, so that tests can be any machine."""

    model: str
    """What the device tree calls it; empty on a machine that is no Raspberry Pi."""
    root: Path = Path("/")
    has_module: Callable[[str], bool] = lambda name: find_spec(name) is not None

    @property
    def is_pi(self) -> bool:
        """Whether it is a Raspberry Pi."""
        return self.model.startswith("Raspberry Pi")

    @property
    def is_pi5(self) -> bool:
        """Whether it is one of the fifth generation, whose LEDs need a driver of their own."""
        return self.model.startswith(("Raspberry Pi 5", "Raspberry Pi Compute Module 5"))

    @property
    def extra(self) -> str:
        """The extra that brings this Pi's drivers."""
        return "pi5" if self.is_pi5 else "pi"


def look_at_machine(root: Path = Path("/")) -> Machine:
    """Return what this machine is."""
    try:
        model = (root / "proc/device-tree/model").read_text().rstrip("\0\n")
    except OSError:
        model = ""
    return Machine(model, root)


def choose_kind(wish: Wish, machine: Machine) -> Kind:
    """Return the kind of board a wish comes to on this machine. Raises NoBoard where it cannot be had."""
    if wish == "simulated" or (wish == "auto" and not machine.is_pi):
        return "simulated"
    problem = what_is_missing(machine)
    if problem is not None:
        raise NoBoard(problem)
    return "pi"


def what_is_missing(machine: Machine) -> str | None:
    """Return what keeps a Raspberry Pi from being the board, and the command that mends it."""
    if not machine.is_pi:
        return "This is not a Raspberry Pi. Use the simulated board: --board simulated."
    install = f"pip install '{PACKAGE}[{machine.extra}]'"
    if not machine.has_module("lgpio") and (machine.is_pi5 or not machine.has_module("RPi.GPIO")):
        return f"The driver for the pins is not installed. Install it: {install}"
    led_module = "adafruit_raspberry_pi5_neopixel_write" if machine.is_pi5 else "_rpi_ws281x"
    if not machine.has_module(led_module):
        return f"The driver for the LEDs is not installed. Install it: {install}"
    device = machine.root / ("dev/pio0" if machine.is_pi5 else "dev/spidev0.0")
    if not device.exists():
        return _how_to_get(device.name, machine)
    for path, group in ((machine.root / "dev/gpiochip0", "gpio"), (device, "gpio" if machine.is_pi5 else "spi")):
        if not os.access(path, os.R_OK | os.W_OK):
            return f"You may not use {path.name}. Join its group and log in again: sudo usermod -aG {group} $USER"
    return None


def _how_to_get(device: str, machine: Machine) -> str:
    if machine.is_pi5:
        return f"There is no {device}, which drives the LEDs of a Pi 5. Update its system: sudo apt full-upgrade"
    return f"SPI, which drives the LEDs, is off: there is no {device}. Turn it on: sudo raspi-config nonint do_spi 0"


def open_drivers(plan: BoardPlan, simulated: SimulatedBoard | None = None) -> Drivers:
    """Open a board: the simulated one that is given, or the Raspberry Pi's own pins. Raises NoBoard."""
    try:
        with ExitStack() as opened:
            drivers = _open(plan, simulated, opened)
            opened.pop_all()
            return drivers
    except (GPIOZeroError, OSError, RuntimeError, ImportError, NotImplementedError) as error:
        raise NoBoard(f"The board cannot be opened: {error}. To play without it: --board simulated.") from error


def _open(plan: BoardPlan, simulated: SimulatedBoard | None, opened: ExitStack) -> Drivers:
    factory = simulated.pins if simulated else _pi_pins()
    # A simulated column follows its row at once.
    wait: Callable[[float], None] = _no_wait if simulated else time.sleep
    switches = MatrixReader(plan.switches, factory, wait)
    opened.callback(switches.close)
    buttons = ButtonReader(plan, factory)
    opened.callback(buttons.close)
    speaker = Speaker(plan, factory)
    opened.callback(speaker.close)
    strip: Strip = simulated.strip if simulated else NeoPixelStrip(plan.leds, _led_pin(plan))
    return Drivers("simulated" if simulated else "pi", switches, buttons, Lights(plan.leds, strip), speaker)


def _no_wait(_: float) -> None:
    return


def _pi_pins() -> Any:
    if find_spec("lgpio") is not None:
        from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415 - opens the chip

        return LGPIOFactory()
    from gpiozero.pins.rpigpio import RPiGPIOFactory  # noqa: PLC0415

    return RPiGPIOFactory()


def _led_pin(plan: BoardPlan) -> Any:
    import board  # noqa: PLC0415 - Blinka's, which refuses to be imported on a machine without pins

    return getattr(board, f"D{plan.leds.pin}")
