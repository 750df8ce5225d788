"""Checks of the machine itself: which it is, what runs on it, its memory, its clock."""

import re
from pathlib import Path

from companion.doctor.asking import Answer
from companion.doctor.findings import Opinion, fine, note, problem
from companion.doctor.patient import Patient
from firmware import raspberry

KNOWN_SYSTEMS = {"bookworm", "trixie"}
LEAST_PYTHON = (3, 11)
LITTLE_MEMORY_KB = 60_000
"""A table with its pages takes about 35 MB, and the system needs some room, too."""
FIRST_YEAR = 2025
"""A Pi whose clock was never set says 1970, or when its system was made."""
INSTALLED = "opt/citychase/current"
SET_CLOCK = "sudo apt install -y systemd-timesyncd && sudo timedatectl set-ntp true"


def check_model(patient: Patient) -> Opinion:
    """Tell which machine it is, and whether the board was made for it."""
    machine = patient.machine
    if not machine.is_pi:
        if patient.wish == "pi":
            return problem("This is not a Raspberry Pi.", "citychase play --board simulated")
        return fine("This is not a Raspberry Pi: games are played on the simulated board.")
    if raspberry.is_supported(machine.model) or not patient.plays_on_pins:
        return fine(f"{machine.model}.")
    return problem(
        f"{machine.model}: the board was made for a Pi Zero 2 W, 3, 4 or 5.",
        "Use one of these, or play on the simulated board: citychase play --board simulated",
    )


def check_system(patient: Patient) -> Opinion:
    """Tell which system runs on it."""
    told = read_os_release(patient.text("etc/os-release"))
    name = told.get("PRETTY_NAME") or told.get("NAME") or "A system without a name"
    bits = 64 if patient.program.is_64_bit else 32
    found = f"{name}, {bits} bits."
    if not patient.machine.is_pi:
        return fine(found)
    if bits != 64:  # noqa: PLR2004 - of a machine word
        return note(
            f"{found} The drivers are ready-made for 64 bits only, others are built on this Pi.",
            "With Raspberry Pi Imager put Raspberry Pi OS Lite (64-bit) on the SD card.",
        )
    if told.get("VERSION_CODENAME") in KNOWN_SYSTEMS:
        return fine(found)
    return note(f"{found} The program was made for Raspberry Pi OS bookworm and trixie, and not tried on this one.")


def read_os_release(text: str) -> dict[str, str]:
    """Return what an os-release file says. Lines that say nothing are skipped."""
    pairs = re.findall(r"^([A-Z_]+)=(.*)$", text, re.MULTILINE)
    return {key: re.sub(r"\\(.)", r"\1", value.strip().strip("\"'")) for key, value in pairs}


def check_python(patient: Patient) -> Opinion:
    """Tell which program this is, and which Python runs it."""
    program = patient.program
    found = f"citychase {program.version} on Python {'.'.join(map(str, program.python))}, in {program.prefix}."
    if program.python[:2] < LEAST_PYTHON:
        return problem(f"{found} It needs Python 3.11 or later.", "sudo apt full-upgrade")
    current = patient.root / INSTALLED
    if current.exists() and not _is_same(current, program.prefix):
        return note(f"{found} The service runs another one, in /{INSTALLED}.", "/usr/local/bin/citychase doctor")
    return fine(found)


def _is_same(one: Path, other: Path) -> bool:
    return one.resolve() == other.resolve()


def check_memory(patient: Patient) -> Opinion:
    """Tell how much memory is left."""
    found = re.search(r"^MemAvailable:\s*(\d{1,15}) kB", patient.text("proc/meminfo"), re.MULTILINE)
    if found is None:
        return note("How much memory is free cannot be seen.")
    free_kb = int(found[1])
    told = f"{free_kb // 1000} MB of memory are free."
    if free_kb >= LITTLE_MEMORY_KB:
        return fine(told)
    return note(f"{told} That is little.", "Stop programs that are not needed, such as a desktop: sudo raspi-config")


def check_clock(patient: Patient) -> Opinion:
    """Tell what time it is here, and whether the network has set it."""
    found = f"It is {patient.now:%Y-%m-%d %H:%M} UTC"
    if patient.now.year < FIRST_YEAR:
        return problem(f"{found}, which cannot be: games would be dated wrongly.", SET_CLOCK)
    is_set = _is_set_by_network(patient)
    if is_set:
        return fine(f"{found}, set by the network.")
    if is_set is None:
        return note(f"{found}. Whether the network has set it cannot be seen.")
    battery = "" if _has_clock(patient) else " A Pi forgets the time without power; games are dated by it."
    return note(f"{found}, which the network has not set.{battery}", SET_CLOCK)


def _is_set_by_network(patient: Patient) -> bool | None:
    """Return None where it cannot be seen."""
    if (patient.root / "run/systemd/timesync/synchronized").exists():
        return True
    answer = patient.ask("timedatectl", "show", "--property=NTPSynchronized", "--value")
    if isinstance(answer, Answer) and answer.out.strip() in {"yes", "no"}:
        return answer.out.strip() == "yes"
    return None


def _has_clock(patient: Patient) -> bool:
    return not patient.machine.is_pi or (patient.root / "sys/class/rtc/rtc0").exists()
