import os
from pathlib import Path

import pytest

from firmware import raspberry
from tests.companion.doctor.patients import ACTIVE, CONFIG4, EXPANDERS, PI3, PI4, PI4_DEVICES, PI5, look, make_patient

I2C = "dtparam=i2c_arm=on\n"
CONFIG = "boot/firmware/config.txt"


def test_spi_that_is_on_is_fine(tmp_path: Path) -> None:
    files = {"boot/firmware/config.txt": CONFIG4, **PI4_DEVICES}
    assert look("spi", make_patient(tmp_path, PI4, files=files)).verdict == "fine"


def test_a_pi_5_needs_no_spi(tmp_path: Path) -> None:
    assert look("spi", make_patient(tmp_path, PI5)).verdict == "fine"


@pytest.mark.parametrize("model", [PI3, PI4])
def test_the_remedy_for_missing_lines_mends_them(model: str, tmp_path: Path) -> None:
    before = "[pi5]\ndtparam=spi=on"
    finding = look("spi", make_patient(tmp_path, model, files={"boot/firmware/config.txt": before}))
    assert finding.verdict == "problem"
    assert "dtoverlay=spi0-0cs (SPI leaves pins 7 and 8 to the buttons)" in finding.found
    command = str(finding.remedy).replace(
        "sudo tee -a /boot/firmware/config.txt && sudo reboot", f"cat >{tmp_path}/new"
    )
    assert os.system(command) == 0  # noqa: S605 - the remedy, as a person would run it
    added = (tmp_path / "new").read_text()
    assert raspberry.missing_boot_lines(f"{before}\n{added}", model) == ()


def test_spi_that_was_just_switched_on_needs_a_restart(tmp_path: Path) -> None:
    finding = look("spi", make_patient(tmp_path, PI4, files={"boot/firmware/config.txt": CONFIG4}))
    assert (finding.verdict, finding.remedy) == ("problem", "sudo reboot")


def test_what_waits_for_a_restart_is_one_problem_and_not_three(tmp_path: Path) -> None:
    files = {"boot/firmware/config.txt": CONFIG4, "dev/gpiochip0": "", "dev/gpiomem": ""}
    stopped = {"systemctl": ACTIVE.replace("=active", "=inactive")}
    patient = make_patient(tmp_path, PI4, files=files, answers=stopped)
    assert [look(name, patient).verdict for name in ("spi", "devices", "service")] == ["problem", "note", "note"]
    assert look("devices", patient).found == "/dev/spidev0.0 comes with the restart (see spi)."
    assert look("service", patient).found == "The table starts with the restart (see spi)."
    (tmp_path / "boot/firmware/config.txt").write_text("")
    assert [look(name, patient).verdict for name in ("spi", "devices", "service")] == ["problem"] * 3


def test_an_older_system_has_its_config_elsewhere(tmp_path: Path) -> None:
    finding = look("spi", make_patient(tmp_path, PI4, files={"boot/config.txt": ""}))
    assert "sudo tee -a /boot/config.txt" in str(finding.remedy)


def test_a_config_that_is_not_there_or_no_text_does_no_harm(tmp_path: Path) -> None:
    assert look("spi", make_patient(tmp_path, PI4)).verdict == "note"
    binary = bytes(range(256)) * 100
    finding = look("spi", make_patient(tmp_path, PI4, files={"boot/firmware/config.txt": binary}))
    assert finding.verdict == "problem"


def test_a_board_without_expanders_needs_no_i2c(tmp_path: Path) -> None:
    finding = look("i2c", make_patient(tmp_path, PI4))
    assert (finding.verdict, finding.found) == ("fine", "The board has no port expanders: it needs no I2C.")
    assert look("i2c", make_patient(tmp_path, PI4, plan_file=tmp_path / "none.toml")).verdict == "fine"


@pytest.mark.parametrize("model", [PI3, PI4, PI5])
def test_i2c_that_is_off_is_mended_by_one_line(model: str, tmp_path: Path) -> None:
    finding = look("i2c", make_patient(tmp_path, model, files={CONFIG: ""}, plan_file=EXPANDERS))
    assert finding.verdict == "problem"
    assert finding.found == f"/{CONFIG} lacks dtparam=i2c_arm=on (I2C reads the port expanders)."
    assert finding.remedy == (f"printf '%s\\n' '[all]' dtparam=i2c_arm=on | sudo tee -a /{CONFIG} && sudo reboot")


def test_i2c_that_is_on_is_fine_and_the_lines_for_spi_are_another_check(tmp_path: Path) -> None:
    files = {CONFIG: I2C, "dev/i2c-1": ""}
    assert look("i2c", make_patient(tmp_path, PI4, files=files, plan_file=EXPANDERS)).verdict == "fine"
    assert look("spi", make_patient(tmp_path, PI4, plan_file=EXPANDERS)).verdict == "problem"


def test_i2c_that_the_kernel_does_not_offer_to_programs_needs_its_module(tmp_path: Path) -> None:
    files = {CONFIG: I2C, "sys/bus/i2c/devices/i2c-1/name": "bcm2835 (i2c@7e804000)"}
    finding = look("i2c", make_patient(tmp_path, PI4, files=files, plan_file=EXPANDERS))
    assert finding.found == "I2C is on, but there is no /dev/i2c-1: the kernel does not offer it."
    assert finding.remedy == "echo i2c-dev | sudo tee /etc/modules-load.d/citychase.conf && sudo modprobe i2c-dev"


def test_i2c_that_was_just_switched_on_needs_a_restart(tmp_path: Path) -> None:
    finding = look("i2c", make_patient(tmp_path, PI4, files={CONFIG: I2C}, plan_file=EXPANDERS))
    assert finding.verdict == "problem"
    assert str(finding.remedy).endswith("&& sudo reboot")


def test_where_there_are_no_boot_settings_nothing_can_be_said_of_i2c(tmp_path: Path) -> None:
    assert look("i2c", make_patient(tmp_path, PI4, plan_file=EXPANDERS)).verdict == "note"
