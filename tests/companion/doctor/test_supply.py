from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.doctor.findings import Verdict
from companion.doctor.patient import User
from companion.doctor.supply import judge_throttling
from companion.doctor.throttling import decode_throttled, parse_throttled
from tests.companion.doctor.patients import PI4, Asked, look, make_patient

MOUNTS = "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\ntmpfs /run tmpfs rw 0 0\n"
QUIET = {"journalctl": "Booting Linux\nmmc1: error -110 whilst initialising SDIO card\n"}
LIFE = "sys/block/mmcblk0/device/life_time"
END = "sys/block/mmcblk0/device/pre_eol_info"


@given(st.integers(0, 2**32 - 1))
def test_under_voltage_is_named_exactly_when_its_bits_are_set(number: int) -> None:
    parsed = parse_throttled(f"throttled={number:#x}\n")
    assert parsed == number
    opinion = judge_throttling(decode_throttled(number))
    is_named = "under-voltage" in opinion.found
    assert is_named == bool(number & 1 if number & 0xF else number & 0x10000)
    wanted = Verdict.PROBLEM if number & 0xF else Verdict.NOTE if number & 0xF0000 else Verdict.FINE
    assert opinion.verdict is wanted
    assert (opinion.remedy is None) == (wanted is Verdict.FINE)


@pytest.mark.parametrize(
    ("said", "verdict", "found"),
    [
        ("throttled=0x0\n", "fine", "strong enough"),
        ("throttled=0x50005\n", "problem", "under-voltage, a slowed processor right now"),
        ("throttled=0x50000\n", "note", "has had under-voltage, a slowed processor."),
        ("throttled=0x80008\n", "problem", "too much heat"),
    ],
)
def test_the_power_supply_is_judged_by_the_firmware(said: str, verdict: str, found: str, tmp_path: Path) -> None:
    finding = look("power", make_patient(tmp_path, PI4, answers={"vcgencmd": said}))
    assert finding.verdict == verdict
    assert found in finding.found


@pytest.mark.parametrize("answers", [{}, {"vcgencmd": "VCHI initialization failed\n"}, {"vcgencmd": "throttled=0x"}])
def test_a_power_supply_that_cannot_be_asked_is_no_problem(answers: dict[str, str], tmp_path: Path) -> None:
    finding = look("power", make_patient(tmp_path, PI4, answers=answers))
    assert (finding.verdict, finding.remedy) == ("note", "sudo citychase doctor")
    assert look("power", make_patient(tmp_path, PI4, answers=answers, user=User("root", 0))).remedy is None


@pytest.mark.parametrize(("alarm", "verdict"), [("1\n", "note"), ("0\n", "fine")])
def test_without_vcgencmd_the_kernel_is_asked(alarm: str, verdict: str, tmp_path: Path) -> None:
    volts = {"sys/class/hwmon/hwmon1/name": "rpi_volt\n", "sys/class/hwmon/hwmon1/in0_lcrit_alarm": alarm}
    files = {"sys/class/hwmon/hwmon0/name": "cpu_thermal\n", **volts}
    assert look("power", make_patient(tmp_path, PI4, files=files)).verdict == verdict


def test_a_laptops_power_is_its_own(tmp_path: Path) -> None:
    assert look("power", make_patient(tmp_path)).verdict == "fine"


def test_a_card_that_can_be_written_is_fine(tmp_path: Path) -> None:
    files = {"proc/mounts": MOUNTS, LIFE: "0x01 0x02\n", END: "0x01\n", "sys/fs/ext4/mmcblk0p2/errors_count": "0\n"}
    finding = look("card", make_patient(tmp_path, PI4, files=files, answers=QUIET))
    assert (finding.verdict, finding.remedy) == ("fine", None)


@pytest.mark.parametrize(
    ("files", "answers", "verdict", "said"),
    [
        ({"proc/mounts": MOUNTS.replace("rw,noatime", "ro,noatime")}, {}, "problem", "can only be read"),
        ({"proc/mounts": "overlay / overlay rw,lowerdir=/lower 0 0\n"}, {}, "problem", "overlay"),
        ({LIFE: "0x0b 0x01\n"}, {}, "problem", "worn out"),
        ({LIFE: "0x09 0x01\n"}, {}, "note", "nearly"),
        ({END: "0x03\n"}, {}, "problem", "worn out"),
        ({LIFE: "\xff?\n", END: ""}, QUIET, "fine", "no errors"),
        ({"sys/fs/ext4/mmcblk0p2/errors_count": "4\n"}, {}, "problem", "met 4 errors"),
        ({"sys/fs/ext4/mmcblk0p2/errors_count": "many\n"}, QUIET, "fine", "no errors"),
        ({}, {"journalctl": "I/O error, dev mmcblk0, sector 8 op 0x1:(WRITE)\n"}, "problem", "met 1 errors"),
        ({}, {"journalctl": "EXT4-fs error (device mmcblk0p2): bad block\n"}, "problem", "bad block"),
        ({}, {"journalctl": "mmc0: error -110 whilst initialising SD card\n"}, "problem", "mmc0"),
        ({}, {"journalctl": ""}, "note", "cannot be seen"),
        ({}, {}, "note", "cannot be seen"),
        ({"proc/mounts": "?\n"}, {}, "note", "cannot be seen"),
    ],
)
def test_a_card_is_judged_by_what_is_seen_of_it(
    files: dict[str, str], answers: dict[str, str], verdict: str, said: str, tmp_path: Path
) -> None:
    finding = look("card", make_patient(tmp_path, PI4, files={"proc/mounts": MOUNTS, **files}, answers=answers))
    assert finding.verdict == verdict
    assert said in finding.found


def test_of_a_kernel_that_has_said_a_lot_only_the_card_is_asked_for_and_the_newest_first(tmp_path: Path) -> None:
    asked = Asked({"journalctl": "EXT4-fs error (device mmcblk0p2): newest\nI/O error, dev mmcblk0, sector 8\n"})
    finding = look("card", make_patient(tmp_path, PI4, files={"proc/mounts": MOUNTS}, ask=asked))
    assert "met 2 errors of the card, the last one: EXT4-fs error (device mmcblk0p2): newest" in finding.found
    assert {"--reverse", "--grep=mmcblk|mmc0|ext4-fs"} <= set(asked.heard[-1])


def test_a_container_on_a_laptop_is_no_overlay_to_warn_of(tmp_path: Path) -> None:
    files = {"proc/mounts": "overlay / overlay rw,lowerdir=/lower 0 0\n"}
    assert look("card", make_patient(tmp_path, files=files)).verdict == "fine"
