"""Checks of what wears out or runs short beneath a Pi: its SD card and its power supply."""

import re
from pathlib import Path

from companion.doctor.asking import Answer, Silence
from companion.doctor.findings import Opinion, Unseen, fine, note, problem
from companion.doctor.patient import WITH_SUDO, Patient
from companion.doctor.throttling import (
    Throttling,
    Trouble,
    decode_throttled,
    name_troubles,
    parse_throttled,
)

NEW_CARD = "Save the games with citychase games backup FILE, then use a new SD card."
NEW_SUPPLY = "Use the official power supply with a short thick cable, and feed the LEDs from their own."
COOLER = "Let air get to the Pi, or put a heat sink on it."
WORN, NEARLY_WORN = 0x0B, 0x09
"""Of an eMMC's life, in tenths: 0x0B is more than all of it, 0x09 nine tenths."""
URGENT, WARNING = 3, 2
_JOURNAL = ("journalctl", "--dmesg", "--boot", "--quiet", "--no-pager", "--output=cat")
_CARD_ERROR = re.compile(
    # mmc1 is a Pi's Wi-Fi.
    r"I/O error.*\bmmcblk\d|\bmmcblk\d\S* .*\berror\b|EXT4-fs error|\bmmc0: .*\berror -\d+",
    re.IGNORECASE,
)


def check_card(patient: Patient) -> Opinion:
    """Tell whether the SD card can be written, and whether it shows signs of wear."""
    options = _root_options(patient.text("proc/mounts"))
    if "overlay" in options and patient.machine.is_pi:
        return problem(
            "The overlay file system is on: what is written is lost with the power, games too.",
            "Switch it off under Performance Options, Overlay File System: sudo raspi-config",
        )
    if "ro" in options:
        return problem(
            "The file system can only be read: no game can be saved.", f"sudo mount -o remount,rw / # {NEW_CARD}"
        )
    return _wear(patient) or _file_system_errors(patient) or _kernel_errors(patient)


def _root_options(mounts: str) -> set[str]:
    """Return the options of the root file system, and its kind. What was mounted last there is what is seen."""
    fields = [line.split() for line in mounts.splitlines()]
    roots = [field for field in fields if len(field) >= 4 and field[1] == "/"]  # noqa: PLR2004 - what, where, kind, options
    if not roots:
        raise Unseen("How the file system is mounted cannot be seen.")
    return {roots[-1][2], *roots[-1][3].split(",")}


def _wear(patient: Patient) -> Opinion | None:
    """Return what an eMMC says about its life. SD cards say nothing."""
    device = "sys/block/mmcblk0/device"
    lives = [int(one, 16) for one in re.findall(r"0x([0-9a-fA-F]{1,2})\b", _or_empty(patient, f"{device}/life_time"))]
    ends = [int(one, 16) for one in re.findall(r"0x([0-9a-fA-F]{1,2})\b", _or_empty(patient, f"{device}/pre_eol_info"))]
    life, end = max(lives, default=0), max(ends, default=0)
    if life >= WORN or end >= URGENT:
        return problem("The memory is worn out.", NEW_CARD)
    if life >= NEARLY_WORN or end >= WARNING:
        return note("The memory is nearly worn out.", NEW_CARD)
    return None


def _or_empty(patient: Patient, name: str) -> str:
    return patient.text_if_any(name) or ""


def _file_system_errors(patient: Patient) -> Opinion | None:
    counts = (patient.text_if_any(str(path.relative_to(patient.root))) or "" for path in _error_counts(patient))
    errors = sum(int(count) for count in map(str.strip, counts) if re.fullmatch(r"\d{1,12}", count))
    return problem(f"The file system has met {errors} errors.", NEW_CARD) if errors else None


def _error_counts(patient: Patient) -> list[Path]:
    return sorted((patient.root / "sys/fs/ext4").glob("*/errors_count"))


def _kernel_errors(patient: Patient) -> Opinion:
    if not _said(patient, "--lines=1"):
        found = "The file system can be written; what the kernel says about the card cannot be seen."
        if not patient.machine.is_pi:
            return fine("The file system can be written.")
        return note(found, None if patient.user.is_root else WITH_SUDO)
    # What a kernel says in weeks is too much to be read; what it said last is what counts.
    about_card = _said(patient, "--reverse", "--grep=mmcblk|mmc0|ext4-fs")
    errors = [line for line in about_card.splitlines() if _CARD_ERROR.search(line)]
    if errors:
        return problem(f"The kernel has met {len(errors)} errors of the card, the last one: {errors[0]}", NEW_CARD)
    return fine("The file system can be written, and the kernel has met no errors of the card.")


def _said(patient: Patient, *options: str) -> str:
    """Return what the kernel has said since the start; empty where that may not be seen."""
    answer = patient.ask(*_JOURNAL, *options)
    return "" if isinstance(answer, Silence) else answer.out.strip()


def check_power(patient: Patient) -> Opinion:
    """Tell whether the power supply is strong enough."""
    answer = patient.ask("vcgencmd", "get_throttled")
    number = parse_throttled(answer.out) if isinstance(answer, Answer) else None
    if number is not None:
        return judge_throttling(decode_throttled(number))
    alarm = _voltage_alarm(patient)
    if alarm is not None:
        return judge_throttling(Throttling(before=frozenset({Trouble.UNDER_VOLTAGE}) if alarm else frozenset()))
    why = answer.why if isinstance(answer, Silence) else "vcgencmd may not ask the firmware"
    raise Unseen(f"The power supply cannot be asked: {why}.", None if patient.user.is_root else WITH_SUDO)


def judge_throttling(throttling: Throttling) -> Opinion:
    """Return what to think of it."""
    now, before = throttling.now, throttling.before
    remedy = NEW_SUPPLY if Trouble.UNDER_VOLTAGE in now | before else COOLER
    if now:
        return problem(f"The Pi has {name_troubles(now)} right now.", remedy)
    if before:
        return note(f"Since it was switched on the Pi has had {name_troubles(before)}.", remedy)
    return fine("The power supply is strong enough so far.")


def _voltage_alarm(patient: Patient) -> bool | None:
    """Return what the kernel knows of under-voltage where there is no vcgencmd. The alarm stays once it was raised."""
    for name in sorted((patient.root / "sys/class/hwmon").glob("hwmon*/name")):
        folder = str(name.parent.relative_to(patient.root))
        if _or_empty(patient, f"{folder}/name").strip() == "rpi_volt":
            return _or_empty(patient, f"{folder}/in0_lcrit_alarm").strip() == "1"
    return None


def pi_only(patient: Patient) -> Opinion | None:
    """Return why there is nothing to check on a machine that is no Pi."""
    return None if patient.machine.is_pi else fine("Not a Pi: nothing to check.")
