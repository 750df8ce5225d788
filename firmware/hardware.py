"""Finds out what there is to play on, and opens it.

`pi` insists on a Raspberry Pi and says what is missing and the command that mends it; `simulated` needs nothing; `auto`
takes the Pi's pins where there are any.
"""

import os
import tempfile
import time
from collections.abc import Callable, Collection
from contextlib import ExitStack, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from companion.errors import CityChaseError
from companion.games.city_chase.city import BUILDINGS, Building
from firmware import raspberry
from firmware.board import Drivers, Kind
from firmware.buttons import ButtonReader
from firmware.expanders import ExpanderReader
from firmware.failures import opening_errors
from firmware.frames import OFF
from firmware.lights import Lights, NeoPixelStrip, Strip
from firmware.plan import BoardPlan, Expanders, Matrix, Switches
from firmware.simulated import SimulatedBoard
from firmware.sound import Speaker
from firmware.switches import MatrixReader, SwitchReader

Wish: TypeAlias = Literal["auto", "simulated", "pi"]
WAY_OUT = "To play without it: --board simulated."


class NoBoard(CityChaseError):
    """The Raspberry Pi cannot be used as a board. The message says why and what to do."""


def has_module(name: str) -> bool:
    """Tell whether a module is installed, without importing it."""
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        # The package it would be in is not there either.
        return False


def may_use(path: Path) -> bool:
    """Tell whether this user may read and write a device."""
    return os.access(path, os.R_OK | os.W_OK)


class Machine(Struct, frozen=True):
    """What can be seen of the machine from outside, so that tests can be any machine."""

    model: str
    """What the device tree calls it; empty on a machine that is no Raspberry Pi."""
    root: Path = Path("/")
    has_module: Callable[[str], bool] = has_module
    may_use: Callable[[Path], bool] = may_use

    @property
    def is_pi(self) -> bool:
        """Whether it is a Raspberry Pi."""
        return raspberry.is_pi(self.model)

    @property
    def is_pi5(self) -> bool:
        """Whether it is one of the fifth generation, whose LEDs need a driver of their own."""
        return raspberry.is_pi5(self.model)

    @property
    def extra(self) -> str:
        """The extra that brings this Pi's drivers."""
        return raspberry.extra_for(self.model)

    @property
    def led_device(self) -> Path:
        """The device that drives the LEDs."""
        return self.root / ("dev/pio0" if self.is_pi5 else "dev/spidev0.0")

    @property
    def i2c_device(self) -> Path:
        """The bus that port expanders are on."""
        return self.root / raspberry.I2C_DEVICE


def look_at_machine(root: Path = Path("/")) -> Machine:
    """Return what this machine is."""
    return Machine(raspberry.read_model(root), root)


def choose_kind(wish: Wish, machine: Machine, plan: BoardPlan) -> Kind:
    """Return the kind of board a wish comes to on this machine. Raises NoBoard where it cannot be had."""
    if wish == "simulated" or (wish == "auto" and not machine.is_pi):
        return "simulated"
    problem = what_is_missing(machine, plan)
    if problem is not None:
        raise NoBoard(f"{problem} {WAY_OUT}")
    return "pi"


def what_is_missing(machine: Machine, plan: BoardPlan) -> str | None:
    """Return what keeps a Raspberry Pi from being the board, and what mends it."""
    if not machine.is_pi:
        return "This is not a Raspberry Pi."
    missing = _missing_driver(machine) or _missing_device(machine) or _missing_permission(machine)
    return missing or (_missing_bus(machine) if plan.has_i2c else None)


def _missing_driver(machine: Machine) -> str | None:
    install = f"Install it: .venv/bin/pip install -e '.[{machine.extra}]'"
    if not machine.has_module("lgpio") and (machine.is_pi5 or not machine.has_module("RPi.GPIO")):
        return f"The driver for the pins is not installed. {install}"
    if not machine.has_module("adafruit_raspberry_pi5_neopixel_write" if machine.is_pi5 else "_rpi_ws281x"):
        return f"The driver for the LEDs is not installed. {install}"
    return None


def _missing_device(machine: Machine) -> str | None:
    if not (machine.root / "dev/gpiochip0").exists():
        return "There is no gpiochip0: this system does not offer its pins. Update it: sudo apt full-upgrade"
    if machine.led_device.exists():
        return None
    if machine.is_pi5:
        return "There is no pio0, which drives the LEDs of a Pi 5. Update its system: sudo apt full-upgrade"
    lines = " and ".join(line.text for line in raspberry.led_lines(machine.model)[:2])
    return f"SPI, which drives the LEDs, is off. Add the lines {lines} to /{raspberry.BOOT_CONFIG} and restart the Pi."


def _missing_permission(machine: Machine) -> str | None:
    if not machine.may_use(machine.root / "dev/gpiochip0"):
        return "You may not use gpiochip0. Join its group and log in again: sudo usermod -aG gpio $USER"
    if machine.may_use(machine.led_device):
        return None
    if machine.is_pi5:
        rule = 'SUBSYSTEM=="*-pio", GROUP="gpio", MODE="0660"'
        return f"You may not use pio0. Put the line {rule} into /etc/udev/rules.d/99-pio.rules and restart the Pi."
    return "You may not use spidev0.0. Join its group and log in again: sudo usermod -aG spi $USER"


def _missing_bus(machine: Machine) -> str | None:
    if not machine.i2c_device.exists():
        lines = " and ".join(line.text for line in raspberry.I2C_LINES)
        load = f"echo {raspberry.I2C_MODULE} | sudo tee /{raspberry.MODULES}"
        return (
            f"I2C, on which the port expanders are, is off. Add the line {lines} to /{raspberry.BOOT_CONFIG}, "
            f"let the kernel offer it ({load}), and restart the Pi."
        )
    if not machine.may_use(machine.i2c_device):
        return "You may not use i2c-1. Join its group and log in again: sudo usermod -aG i2c $USER"
    return None


def open_drivers(
    plan: BoardPlan, simulated: SimulatedBoard | None = None, wanted: Collection[Building] = BUILDINGS
) -> Drivers:
    """Open a board: the simulated one that is given, or the Raspberry Pi's own pins. Raises NoBoard.

    Of a board that is being built only the switches of the wanted buildings need be there.
    """
    with ExitStack() as opened:
        try:
            drivers = _open(plan, simulated, wanted, opened)
        except opening_errors() as error:
            raise NoBoard(f"The board cannot be opened: {error}. {WAY_OUT}") from error
        opened.pop_all()
        return drivers


def _open(
    plan: BoardPlan, simulated: SimulatedBoard | None, wanted: Collection[Building], opened: ExitStack
) -> Drivers:
    factory = simulated.pins if simulated else _pi_pins()
    # The simulated board's own pins outlive the drivers: the hand that moves it goes on.
    close_pins: Callable[[], None] = _nothing_to_free if simulated else factory.close
    opened.callback(_close_quietly, close_pins)
    switches = _open_switches(plan.switches, simulated, factory, wanted)
    opened.callback(_close_quietly, switches.close)
    buttons = ButtonReader(plan, factory)
    opened.callback(_close_quietly, buttons.close)
    speaker = Speaker(plan, factory)
    opened.callback(_close_quietly, speaker.close)
    strip: Strip = simulated.strip if simulated else NeoPixelStrip(plan.leds, _led_pin(plan))
    opened.callback(_close_quietly, strip.close)
    # Drivers notice only now that they may not: and whatever a dead process has left lit goes dark.
    strip.show([OFF] * plan.leds.count)
    lights = Lights(plan.leds, strip)
    return Drivers("simulated" if simulated else "pi", switches, buttons, lights, speaker, close_pins)


def _open_switches(
    switches: Switches, simulated: SimulatedBoard | None, factory: Any, wanted: Collection[Building]
) -> SwitchReader:
    match switches:
        case Matrix():
            # A simulated column follows its row at once.
            return MatrixReader(switches, factory, _no_wait if simulated else time.sleep)
        case Expanders():
            return ExpanderReader(switches, simulated.bus if simulated else _pi_bus(), wanted)


def _close_quietly(close: Callable[[], None]) -> None:
    # What failed while opening often fails while closing too; the first failure is the one to tell.
    with suppress(*opening_errors()):
        close()


def _nothing_to_free() -> None:
    return


def _no_wait(_: float) -> None:
    return


def _pi_pins() -> Any:
    if has_module("lgpio"):
        # lgpio makes FIFOs in the working directory, which may not be writable.
        os.environ.setdefault("LG_WD", tempfile.gettempdir())
        from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415 - opens the chip

        return LGPIOFactory()
    from gpiozero.pins.rpigpio import RPiGPIOFactory  # noqa: PLC0415

    return RPiGPIOFactory()


def _pi_bus() -> Any:
    import board  # noqa: PLC0415 - Blinka's
    from busio import I2C  # noqa: PLC0415

    try:
        # Without a frequency: on Linux it is the boot settings', and Blinka would warn of it.
        return I2C(board.SCL, board.SDA, frequency=None)
    except ValueError as error:
        # So Blinka says that there is no /dev/i2c-1.
        raise OSError(f"I2C, on which the port expanders are, is off ({error})") from error


def _led_pin(plan: BoardPlan) -> Any:
    import board  # noqa: PLC0415 - Blinka's, which refuses to be imported on a machine without pins

    return getattr(board, f"D{plan.leds.pin}")
