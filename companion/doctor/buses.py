"""Checks of the buses that a board needs: SPI for its LEDs, I2C for port expanders where it has some."""

import shlex
from collections.abc import Sequence

from companion.doctor.boot import awaits_restart, find_boot_config
from companion.doctor.findings import Opinion, Unseen, fine, problem
from companion.doctor.patient import Patient
from firmware import raspberry
from firmware.raspberry import BootLine

ADAPTER = "sys/bus/i2c/devices/i2c-1"
"""The bus as the kernel knows it, whether or not programs may reach it."""
OFFER_I2C = f"echo {raspberry.I2C_MODULE} | sudo tee /{raspberry.MODULES}"


def check_spi(patient: Patient) -> Opinion:
    """Tell whether SPI, which drives the LEDs, is switched on in a way that leaves the buttons their pins."""
    lines = raspberry.led_lines(patient.machine.model)
    if not lines:
        return fine("This Pi drives its LEDs without SPI.")
    name = _boot_config(patient, "SPI")
    lacking = _judge_lines(patient, name, lines)
    if lacking:
        return lacking
    if awaits_restart(patient):
        return problem(f"SPI is switched on in /{name}, which counts after a restart.", "sudo reboot")
    return fine(f"SPI is on, as /{name} says.")


def check_i2c(patient: Patient) -> Opinion:
    """Tell whether I2C is on, where the board has port expanders."""
    if not patient.has_i2c:
        return fine("The board has no port expanders: it needs no I2C.")
    name = _boot_config(patient, "I2C")
    lacking = _judge_lines(patient, name, raspberry.I2C_LINES)
    if lacking:
        return lacking
    if patient.machine.i2c_device.exists():
        return fine(f"I2C is on, as /{name} says.")
    if (patient.root / ADAPTER).exists():
        remedy = f"{OFFER_I2C} && sudo modprobe {raspberry.I2C_MODULE}"
        return problem(f"I2C is on, but there is no /{raspberry.I2C_DEVICE}: the kernel does not offer it.", remedy)
    return problem(f"I2C is switched on in /{name}, which counts after a restart.", f"{OFFER_I2C} && sudo reboot")


def _boot_config(patient: Patient, bus: str) -> str:
    name = find_boot_config(patient)
    if name is None:
        raise Unseen(f"There is no /{raspberry.BOOT_CONFIG}: whether {bus} is switched on in it cannot be seen.")
    return name


def _judge_lines(patient: Patient, name: str, wanted: Sequence[BootLine]) -> Opinion | None:
    """Return what the boot settings lack of the wanted lines, with the command that writes it."""
    lacking = raspberry.missing_boot_lines(patient.text(name), patient.machine.model, has_i2c=True)
    missing = [line for line in lacking if line in wanted]
    if not missing:
        return None
    reasons = "; ".join(f"{line.text} ({line.reason})" for line in missing)
    lines = shlex.join(["[all]", *(line.text for line in missing)])
    return problem(f"/{name} lacks {reasons}.", rf"printf '%s\n' {lines} | sudo tee -a /{name} && sudo reboot")
