"""Checks of what the board needs: its plan, drivers, devices, rights, and pins that nobody else uses."""

import re
import shlex
import stat
from contextlib import nullcontext
from pathlib import Path

from msgspec.structs import replace

from companion.doctor.boot import awaits_restart
from companion.doctor.findings import Opinion, Unseen, fine, note, problem
from companion.doctor.patient import WITH_SUDO, Patient
from companion.doctor.service import INSTALL, is_playing
from companion.installed import UNIT
from companion.table.files import as_owner_of
from firmware import raspberry
from firmware.budget import BUSY_PI_MA, PI_NAMES, work_out
from firmware.plan import I2C_PINS, BadPlan, BoardPlan, Power, name_pins, read_plan

SERVICE_USER = "citychase"
OWN_LABEL = "lg"
"""What lgpio, with which a table opens its pins, calls itself."""
PI5_RULE = 'SUBSYSTEM=="*-pio", GROUP="gpio", MODE="0660"'


def check_plan(patient: Patient) -> Opinion:
    """Tell whether the board's plan can be used, by the service where there is one."""
    try:
        with as_owner_of(patient.data) if patient.is_installed else nullcontext():
            plan = read_plan(patient.plan_file)
    except BadPlan as error:
        if isinstance(error.__cause__, PermissionError):
            return _judge_closed_plan(patient, error)
        return problem(str(error), f"Put it right: {shlex.join(['sudo', 'nano', str(patient.plan_file)])}")
    name = patient.plan_file or "The board.toml that comes with the program"
    return _judge_power(patient, plan, name) or fine(f"{name} can be used.")


def _judge_power(patient: Patient, plan: BoardPlan, name: Path | str) -> Opinion | None:
    """Return what to think of a plan whose power is meant for a Pi that draws less than this one."""
    pi = raspberry.kind_of(patient.machine.model)
    if not patient.plays_on_pins or pi is None or BUSY_PI_MA[pi] <= BUSY_PI_MA[plan.power.pi]:
        return None
    needed = work_out(replace(plan, power=Power(pi, plan.power.supply_ma))).needed_ma
    return note(
        f"{name} can be used, but it plans the power for a Pi {PI_NAMES[plan.power.pi]}: with this one the supply must "
        f"give {needed} mA.",
        f'Set pi = "{pi}" and supply_ma under [power] in the plan of this board.',
    )


def _judge_closed_plan(patient: Patient, error: BadPlan) -> Opinion:
    if patient.user.is_root and patient.is_installed:
        way = [str(path) for path in (patient.plan_file.parent, patient.plan_file)] if patient.plan_file else []
        return problem(f"The table may not read {patient.plan_file}.", shlex.join(["sudo", "chmod", "a+rX", *way]))
    return note(str(error), WITH_SUDO)


def check_drivers(patient: Patient) -> Opinion:
    """Tell whether this Pi's drivers are installed, and no two that exclude each other."""
    machine = patient.machine
    by_hand = f".venv/bin/pip install -e '.[{machine.extra}]'"
    if patient.has_distribution("RPi.GPIO") and patient.has_distribution("rpi-lgpio"):
        return problem(
            "RPi.GPIO and rpi-lgpio are both installed: each overwrites the other.", _remove_both(patient, by_hand)
        )
    led_module = "adafruit_raspberry_pi5_neopixel_write" if machine.is_pi5 else "_rpi_ws281x"
    pins = machine.has_module("lgpio") or (machine.has_module("RPi.GPIO") and not machine.is_pi5)
    missing = [
        name for name, is_there in (("the pins", pins), ("the LEDs", machine.has_module(led_module))) if not is_there
    ]
    if missing:
        return problem(
            f"The driver for {' and the one for '.join(missing)} is not installed.",
            INSTALL if patient.is_installed else by_hand,
        )
    return fine(f"The drivers of this Pi (extra {machine.extra}) are installed.")


def _remove_both(patient: Patient, by_hand: str) -> str:
    """Return the command that removes two packages with the same module. The table needs neither: it uses lgpio."""
    python = str(patient.program.prefix / "bin/python")
    remove = [python, "-m", "pip", "uninstall", "--yes", "RPi.GPIO", "rpi-lgpio"]
    if patient.is_installed:
        return f"{shlex.join(['sudo', *remove])} && sudo systemctl restart citychase"
    return f"{shlex.join(remove)} && {by_hand}"


def check_devices(patient: Patient) -> Opinion:
    """Tell whether the devices of pins and LEDs are there."""
    missing = [path.name for path in _devices(patient) if not path.exists()]
    if not missing:
        return fine(f"{', '.join(path.name for path in _devices(patient))} are there.")
    found = f"There is no /dev/{' and no /dev/'.join(missing)}."
    if missing == ["spidev0.0"] and awaits_restart(patient):
        return note("/dev/spidev0.0 comes with the restart (see spi).")
    if missing == ["spidev0.0"]:
        return problem(found, "Switch SPI on in /boot/firmware/config.txt, then: sudo reboot")
    return problem(found, "sudo apt full-upgrade && sudo reboot")


def _devices(patient: Patient) -> list[Path]:
    # rpi_ws281x maps gpiomem to give its pin to SPI.
    names = ("gpiochip0",) if patient.machine.is_pi5 else ("gpiochip0", "gpiomem")
    return [*(patient.root / "dev" / name for name in names), patient.machine.led_device]


def _all_devices(patient: Patient) -> list[Path]:
    # Whether I2C is there is a check of its own.
    return [*_devices(patient), *((patient.machine.i2c_device,) if patient.has_i2c else ())]


def _groups(patient: Patient, *others: str) -> tuple[str, ...]:
    return ("gpio", *others, *(("i2c",) if patient.has_i2c else ()))


def check_groups(patient: Patient) -> Opinion:
    """Tell whether the one who plays may use the devices: the service's own user where there is a service."""
    devices = [path for path in _all_devices(patient) if path.exists()]
    if not devices:
        raise Unseen("The devices are not there, so nobody can be asked whether they may use them.")
    if patient.is_installed:
        return _check_service_user(patient, devices)
    closed = [path for path in devices if not patient.machine.may_use(path)]
    if not closed:
        return fine(f"{patient.user.name} may use {', '.join(path.name for path in devices)}.")
    found = f"{patient.user.name} may not use {', '.join(path.name for path in closed)}."
    if patient.machine.led_device in closed and patient.machine.is_pi5:
        return problem(found, _pi5_remedy())
    wanted = _groups(patient, "spi")
    if all(patient.user.name in _members(patient, group) for group in wanted):
        return problem(f"{found} The groups that were joined count after the next login.", "Log out and in again.")
    return problem(found, f"sudo usermod -aG {','.join(wanted)} {patient.user.name} # then log out and in again")


def _check_service_user(patient: Patient, devices: list[Path]) -> Opinion:
    if f"\n{SERVICE_USER}:" not in "\n" + patient.text("etc/passwd"):
        return problem(f"The service's user {SERVICE_USER} is not there.", INSTALL)
    wanted = _groups(patient) if patient.machine.is_pi5 else _groups(patient, "spi")
    given = _groups_of_unit(patient)
    missing = [group for group in wanted if group not in given and SERVICE_USER not in _members(patient, group)]
    if missing:
        return problem(
            f"The service's user {SERVICE_USER} is not in the group {' and '.join(missing)}.",
            f"sudo usermod -aG {','.join(missing)} {SERVICE_USER} && sudo systemctl restart citychase",
        )
    closed = [path for path in devices if not _is_open_to(path, {_number(patient, group) for group in wanted})]
    if closed:
        remedy = _pi5_remedy() if patient.machine.led_device in closed and patient.machine.is_pi5 else "sudo reboot"
        return problem(f"{', '.join(path.name for path in closed)} may not be used by {' and '.join(wanted)}.", remedy)
    return fine(f"The service's user {SERVICE_USER} has the groups {' and '.join(wanted)} and may use the devices.")


def _groups_of_unit(patient: Patient) -> set[str]:
    """Return the groups that systemd gives the service besides those of its user."""
    lines = re.findall(r"^SupplementaryGroups=(.*)$", patient.text(UNIT), re.MULTILINE)
    return {group for line in lines for group in line.split()}


def _pi5_remedy() -> str:
    rule = shlex.quote(PI5_RULE)
    return f"printf '%s\\n' {rule} | sudo tee /etc/udev/rules.d/99-citychase-pio.rules && sudo reboot"


def _is_open_to(path: Path, groups: set[int | None]) -> bool:
    seen = path.stat()
    return bool(seen.st_mode & stat.S_IROTH and seen.st_mode & stat.S_IWOTH) or (
        seen.st_gid in groups and bool(seen.st_mode & stat.S_IRGRP and seen.st_mode & stat.S_IWGRP)
    )


def _group_lines(patient: Patient) -> list[list[str]]:
    lines = (line.split(":") for line in patient.text("etc/group").splitlines())
    return [line for line in lines if len(line) == 4]  # noqa: PLR2004 - name, password, number, members


def _members(patient: Patient, group: str) -> set[str]:
    return {name.strip() for line in _group_lines(patient) if line[0] == group for name in line[3].split(",")}


def _number(patient: Patient, group: str) -> int | None:
    numbers = (line[2] for line in _group_lines(patient) if line[0] == group)
    return next((int(number) for number in numbers if number.isdecimal()), None)


def check_pins(patient: Patient) -> Opinion:
    """Tell whether the plan's pins are free for the table, or its own already."""
    plan = _plan(patient)
    try:
        lines = patient.lines(patient.root / "dev")
    except PermissionError as error:
        raise Unseen("Who uses the pins cannot be seen: /dev/gpiochip0 may not be opened.", WITH_SUDO) from error
    except OSError as error:
        raise Unseen(f"Who uses the pins cannot be seen: {error.strerror or error}.") from error
    # What drives a bus has its pins, and is meant to.
    buses = {plan.leds.pin, *I2C_PINS}
    used = {pin: lines[pin] for pin, _ in name_pins(plan) if pin in lines and pin not in buses}
    table = is_playing(patient)
    others = {pin: label for pin, label in used.items() if label != OWN_LABEL or not table}
    if others:
        told = ", ".join(f"pin {pin} ({label or 'the kernel'})" for pin, label in sorted(others.items()))
        return problem(f"Something else uses pins of the board: {told}.", _free_remedy(set(others.values())))
    if used:
        return fine(f"{len(used)} pins are in use, all by the table that is playing.")
    return fine("All pins of the board are free.")


def _plan(patient: Patient) -> BoardPlan:
    try:
        return read_plan(patient.plan_file)
    except BadPlan as error:
        raise Unseen("Without a plan of the board nobody knows which pins it uses.") from error


def _free_remedy(labels: set[str]) -> str:
    if any(label.startswith("spi") for label in labels):
        return "Add dtoverlay=spi0-0cs to /boot/firmware/config.txt: plain SPI takes pins 7 and 8. Then: sudo reboot"
    if labels == {OWN_LABEL}:
        return "Another program uses them with lgpio. Find it, and stop it: sudo fuser -v /dev/gpiochip0"
    return "Find who it is, and stop it or remove its overlay from config.txt: sudo fuser -v /dev/gpiochip0"


def pins_only(patient: Patient) -> Opinion | None:
    """Return why there is nothing to check where no board is on this machine's pins."""
    if patient.plays_on_pins:
        return None
    if patient.machine.is_pi:
        return fine("The simulated board is asked for: nothing to check.")
    if patient.wish == "pi":
        return note("Not a Pi: this cannot be checked.")
    return fine("Not a Pi: nothing to check.")
