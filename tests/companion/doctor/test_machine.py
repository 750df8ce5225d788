from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.doctor.machine import SET_CLOCK, read_os_release
from companion.doctor.patient import Program
from tests.companion.doctor.patients import PI4, PI5, ZERO2, look, make_patient

BOOKWORM = 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\nVERSION_CODENAME=bookworm\n'
OLD = datetime(1970, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize("model", [PI4, PI5, ZERO2])
def test_a_pi_that_the_board_was_made_for_is_fine(model: str, tmp_path: Path) -> None:
    finding = look("model", make_patient(tmp_path, model))
    assert (finding.verdict, finding.found, finding.remedy) == ("fine", f"{model}.", None)


def test_an_older_pi_is_a_problem_for_its_pins_only(tmp_path: Path) -> None:
    old = "Raspberry Pi 2 Model B Rev 1.1"
    assert look("model", make_patient(tmp_path, old)).verdict == "problem"
    assert look("model", make_patient(tmp_path, old, wish="simulated")).verdict == "fine"


def test_a_laptop_is_fine_unless_it_is_to_be_a_pi(tmp_path: Path) -> None:
    assert look("model", make_patient(tmp_path)).verdict == "fine"
    asked = look("model", make_patient(tmp_path, wish="pi"))
    assert (asked.verdict, asked.remedy) == ("problem", "citychase play --board simulated")


def test_the_system_is_known_by_its_own_file(tmp_path: Path) -> None:
    files = {"etc/os-release": BOOKWORM}
    assert look("system", make_patient(tmp_path, PI4, files=files)).verdict == "fine"
    buster = {"etc/os-release": BOOKWORM.replace("bookworm", "buster")}
    assert look("system", make_patient(tmp_path, PI4, files=buster)).verdict == "note"
    assert look("system", make_patient(tmp_path, files=buster)).verdict == "fine"
    small = Program("0.1.0", (3, 11, 2), tmp_path, is_64_bit=False)
    found = look("system", make_patient(tmp_path, PI4, files=files, program=small))
    assert found.verdict == "note"
    assert "64-bit" in str(found.remedy)


def test_a_system_without_its_file_cannot_be_told(tmp_path: Path) -> None:
    finding = look("system", make_patient(tmp_path, PI4))
    assert (finding.verdict, finding.found) == ("note", "/etc/os-release cannot be read: No such file or directory.")


def test_a_system_says_weird_things_about_itself_without_harm(tmp_path: Path) -> None:
    weird = b'PRETTY_NAME="\xff\x00\x1b[31m\nNAME=\n=\n==\nVERSION_CODENAME=\xfe\n' + b"A" * 3_000_000
    assert look("system", make_patient(tmp_path, PI4, files={"etc/os-release": weird})).verdict == "note"


@given(st.text())
def test_any_os_release_can_be_read(text: str) -> None:
    assert all(key.isupper() or "_" in key for key in read_os_release(text))


def test_python_and_the_program_tell_where_they_are(tmp_path: Path) -> None:
    finding = look("python", make_patient(tmp_path))
    assert finding.verdict == "fine"
    assert finding.found.startswith("citychase 0.1.0 on Python 3.11.2, in ")
    old = Program("0.1.0", (3, 10, 9), tmp_path)
    assert look("python", make_patient(tmp_path, program=old)).verdict == "problem"


def test_a_program_beside_the_services_own_is_worth_knowing(tmp_path: Path) -> None:
    (tmp_path / "opt/citychase/releases/1").mkdir(parents=True)
    (tmp_path / "opt/citychase/current").symlink_to("releases/1")
    own = Program("0.1.0", (3, 11, 2), tmp_path / "opt/citychase/releases/1")
    assert look("python", make_patient(tmp_path, program=own)).verdict == "fine"
    other = Program("0.1.0", (3, 11, 2), tmp_path)
    assert look("python", make_patient(tmp_path, program=other)).verdict == "note"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("MemTotal: 512000 kB\nMemAvailable:   300000 kB\n", "fine"),
        ("MemAvailable:   40000 kB\n", "note"),
        ("what?", "note"),
        (b"\xff\xfe", "note"),
    ],
)
def test_little_memory_is_worth_knowing(text: str | bytes, verdict: str, tmp_path: Path) -> None:
    assert look("memory", make_patient(tmp_path, files={"proc/meminfo": text})).verdict == verdict


def test_a_clock_that_the_network_sets_is_fine(tmp_path: Path) -> None:
    patient = make_patient(tmp_path, PI4, answers={"timedatectl": "yes\n"})
    assert look("clock", patient).found == "It is 2026-11-18 19:02 UTC, set by the network."
    file = {"run/systemd/timesync/synchronized": ""}
    assert look("clock", make_patient(tmp_path, PI4, files=file)).verdict == "fine"


def test_a_clock_that_nobody_sets_is_worth_knowing(tmp_path: Path) -> None:
    pi = look("clock", make_patient(tmp_path, PI4, answers={"timedatectl": "no\n"}))
    assert (pi.verdict, pi.remedy) == ("note", SET_CLOCK)
    assert "forgets the time" in pi.found
    battery = {"sys/class/rtc/rtc0": ""}
    with_battery = look("clock", make_patient(tmp_path, PI4, files=battery, answers={"timedatectl": "no\n"}))
    assert "forgets" not in with_battery.found


@pytest.mark.parametrize("answers", [{}, {"timedatectl": ""}, {"timedatectl": "Failed to connect to bus"}])
def test_a_clock_that_cannot_be_asked_about_is_no_problem(answers: dict[str, str], tmp_path: Path) -> None:
    finding = look("clock", make_patient(tmp_path, PI4, answers=answers))
    assert (finding.verdict, finding.remedy) == ("note", None)


def test_a_clock_that_was_never_set_is_a_problem(tmp_path: Path) -> None:
    finding = look("clock", make_patient(tmp_path, PI4, now=OLD, answers={"timedatectl": "yes\n"}))
    assert (finding.verdict, finding.remedy) == ("problem", SET_CLOCK)
