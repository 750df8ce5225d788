import errno
import os
from pathlib import Path

import pytest

from companion.doctor.lines import read_lines
from companion.doctor.patient import User
from firmware import raspberry
from tests.companion.doctor.patients import (
    ACTIVE,
    EXPANDERS,
    NOBODY,
    PI4,
    PI4_DEVICES,
    PI5,
    Network,
    look,
    make_patient,
)

PI5_DEVICES = {"dev/gpiochip0": "", "dev/pio0": ""}
UNIT = {"etc/systemd/system/citychase.service": "[Service]\nUser=citychase\n"}
PASSWD = "root:x:0:0::/root:/bin/sh\ncitychase:x:990:990::/var/lib/citychase:/usr/sbin/nologin\n"
SPARED = ("drivers", "spi", "i2c", "devices", "groups", "pins")


@pytest.mark.parametrize("check", SPARED)
def test_without_pins_there_is_nothing_to_check(check: str, tmp_path: Path) -> None:
    laptop = look(check, make_patient(tmp_path))
    assert (laptop.verdict, laptop.found) == ("fine", "Not a Pi: nothing to check.")
    assert look(check, make_patient(tmp_path, PI4, wish="simulated")).verdict == "fine"
    assert look(check, make_patient(tmp_path, wish="pi")).verdict == "note"


@pytest.mark.parametrize(
    ("model", "modules", "verdict", "said"),
    [
        (PI4, ("lgpio", "_rpi_ws281x"), "fine", "extra pi)"),
        (PI4, ("RPi.GPIO", "_rpi_ws281x"), "fine", "extra pi)"),
        (PI4, ("lgpio",), "problem", "The driver for the LEDs is not"),
        (PI4, (), "problem", "for the pins and the one for the LEDs"),
        (PI5, ("lgpio", "adafruit_raspberry_pi5_neopixel_write"), "fine", "extra pi5)"),
        (PI5, ("RPi.GPIO", "adafruit_raspberry_pi5_neopixel_write"), "problem", "for the pins"),
        (PI5, ("lgpio", "_rpi_ws281x"), "problem", "for the LEDs"),
    ],
)
def test_each_pi_needs_its_own_drivers(
    model: str, modules: tuple[str, ...], verdict: str, said: str, tmp_path: Path
) -> None:
    finding = look("drivers", make_patient(tmp_path, model, modules=modules))
    assert finding.verdict == verdict
    assert said in finding.found
    if verdict == "problem":
        assert finding.remedy == f".venv/bin/pip install -e '.[{raspberry.extra_for(model)}]'"


def test_two_packages_of_one_module_are_a_problem(tmp_path: Path) -> None:
    both = {"RPi.GPIO", "rpi-lgpio"}.__contains__
    finding = look("drivers", make_patient(tmp_path, PI4, modules=("lgpio", "_rpi_ws281x"), has_distribution=both))
    assert finding.verdict == "problem"
    pip = f"{tmp_path}/opt/citychase/current/bin/python -m pip"
    assert finding.remedy == f"{pip} uninstall --yes RPi.GPIO rpi-lgpio && .venv/bin/pip install -e '.[pi]'"
    service = look("drivers", make_patient(tmp_path, PI4, files=UNIT, has_distribution=both))
    assert service.remedy == f"sudo {pip} uninstall --yes RPi.GPIO rpi-lgpio && sudo systemctl restart citychase"


def test_drivers_of_the_service_are_mended_by_the_installer(tmp_path: Path) -> None:
    assert look("drivers", make_patient(tmp_path, PI4, files=UNIT)).remedy == "In the checkout: sudo make install"


@pytest.mark.parametrize(("model", "files"), [(PI4, PI4_DEVICES), (PI5, PI5_DEVICES)])
def test_devices_that_are_there_are_fine(model: str, files: dict[str, str], tmp_path: Path) -> None:
    assert look("devices", make_patient(tmp_path, model, files=files)).verdict == "fine"


def test_a_missing_device_is_named(tmp_path: Path) -> None:
    finding = look("devices", make_patient(tmp_path, PI4, files={"dev/gpiochip0": "", "dev/gpiomem": ""}))
    assert (finding.verdict, finding.found) == ("problem", "There is no /dev/spidev0.0.")
    assert "/boot/firmware/config.txt" in str(finding.remedy)
    assert look("devices", make_patient(tmp_path, PI5)).found == "There is no /dev/pio0."


def test_a_user_who_may_use_the_devices_is_fine(tmp_path: Path) -> None:
    finding = look("groups", make_patient(tmp_path, PI4, files=PI4_DEVICES))
    assert (finding.verdict, finding.found) == ("fine", "ana may use gpiochip0, gpiomem, spidev0.0.")


def test_a_user_who_may_not_is_told_which_groups_to_join(tmp_path: Path) -> None:
    files = {**PI4_DEVICES, "etc/group": "gpio:x:986:\nspi:x:987:\n"}
    finding = look("groups", make_patient(tmp_path, PI4, files=files, may_use=lambda _: False))
    assert (finding.verdict, finding.remedy) == (
        "problem",
        "sudo usermod -aG gpio,spi ana # then log out and in again",
    )
    joined = {"etc/group": "gpio:x:986:ben,ana\nspi:x:987:ana\n"}
    finding = look("groups", make_patient(tmp_path, PI4, files=joined, may_use=lambda _: False))
    assert (finding.verdict, finding.remedy) == ("problem", "Log out and in again.")


def test_a_pi_5_needs_a_rule_for_its_leds(tmp_path: Path) -> None:
    patient = make_patient(tmp_path, PI5, files=PI5_DEVICES, may_use=lambda path: path.name != "pio0")
    assert "99-citychase-pio.rules" in str(look("groups", patient).remedy)


def test_without_devices_nobody_can_say_who_may_use_them(tmp_path: Path) -> None:
    assert look("groups", make_patient(tmp_path, PI4)).verdict == "note"


def service_files(groups: str) -> dict[str, str]:
    own = os.getgid()
    return {**PI4_DEVICES, **UNIT, "etc/passwd": PASSWD, "etc/group": groups.replace("986", str(own))}


def test_the_services_user_needs_both_groups(tmp_path: Path) -> None:
    files = service_files("gpio:x:986:citychase\nspi:x:987:ana\n")
    finding = look("groups", make_patient(tmp_path, PI4, files=files))
    assert (finding.verdict, finding.remedy) == (
        "problem",
        "sudo usermod -aG spi citychase && sudo systemctl restart citychase",
    )
    unit = {"etc/systemd/system/citychase.service": "[Service]\nSupplementaryGroups=gpio spi\n"}
    for name in PI4_DEVICES:
        (tmp_path / name).chmod(0o660)
    assert look("groups", make_patient(tmp_path, PI4, files=unit)).verdict == "fine"


def test_port_expanders_need_a_group_more(tmp_path: Path) -> None:
    files = {**PI4_DEVICES, "dev/i2c-1": "", "etc/group": "gpio:x:986:\nspi:x:987:\ni2c:x:988:\n"}
    patient = make_patient(tmp_path, PI4, files=files, plan_file=EXPANDERS, may_use=lambda path: path.name != "i2c-1")
    finding = look("groups", patient)
    assert (finding.verdict, finding.found) == ("problem", "ana may not use i2c-1.")
    assert finding.remedy == "sudo usermod -aG gpio,spi,i2c ana # then log out and in again"
    service = service_files("gpio:x:986:citychase\nspi:x:987:citychase\n")
    finding = look("groups", make_patient(tmp_path, PI4, files=service, plan_file=EXPANDERS))
    assert finding.remedy == "sudo usermod -aG i2c citychase && sudo systemctl restart citychase"


def test_the_services_user_must_be_there_and_be_let_in(tmp_path: Path) -> None:
    files = service_files("gpio:x:986:citychase\nspi:x:987:citychase\nbroken\n")
    patient = make_patient(tmp_path, PI4, files=files)
    for name in PI4_DEVICES:
        (tmp_path / name).chmod(0o600)
    finding = look("groups", patient)
    assert (finding.verdict, finding.remedy) == ("problem", "sudo reboot")
    (tmp_path / "etc/passwd").write_text("root:x:0:0::/root:/bin/sh\n")
    assert "is not there" in look("groups", patient).found


def test_a_plan_that_cannot_be_used_is_a_problem(tmp_path: Path) -> None:
    assert look("plan", make_patient(tmp_path)).verdict == "fine"
    (tmp_path / "my board.toml").write_text("[switches]\nwiring = 3\n")
    finding = look("plan", make_patient(tmp_path, plan_file=tmp_path / "my board.toml"))
    assert finding.verdict == "problem"
    assert str(finding.remedy).endswith("my board.toml'")
    assert look("plan", make_patient(tmp_path, plan_file=tmp_path / "none.toml")).verdict == "problem"


def test_a_pi_that_draws_more_than_its_plan_says_is_told_what_the_supply_must_give(tmp_path: Path) -> None:
    finding = look("plan", make_patient(tmp_path, PI5))
    assert finding.verdict == "note"
    assert finding.found.endswith("plans the power for a Pi 4: with this one the supply must give 5000 mA.")
    assert finding.remedy == 'Set pi = "5" and supply_ma under [power] in the plan of this board.'
    assert look("plan", make_patient(tmp_path, PI4)).verdict == "fine"
    assert look("plan", make_patient(tmp_path, PI5, wish="simulated")).verdict == "fine"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else")
def test_the_plan_is_read_as_the_service_reads_it(tmp_path: Path, anyones_folder: Path) -> None:
    (tmp_path / "games").mkdir()
    os.chown(tmp_path / "games", NOBODY, NOBODY)
    plan = anyones_folder / "board.toml"
    plan.write_text((Path(raspberry.__file__).parents[1] / "hardware/board.toml").read_text())
    patient = make_patient(tmp_path, PI4, files=UNIT, plan_file=plan, user=User("root", 0))
    assert look("plan", patient).verdict == "fine"
    plan.chmod(0o600)
    finding = look("plan", patient)
    assert (finding.verdict, finding.found) == ("problem", f"The table may not read {plan}.")
    assert os.system(str(finding.remedy).removeprefix("sudo ")) == 0  # noqa: S605 - the remedy, as a person would run it
    assert look("plan", patient).verdict == "fine"


def test_free_pins_are_fine_and_so_are_those_of_the_table(tmp_path: Path) -> None:
    assert look("pins", make_patient(tmp_path, PI4)).found == "All pins of the board are free."
    used = dict.fromkeys((5, 6, 13), "lg")
    service = make_patient(tmp_path, PI4, lines=lambda _: used, answers={"systemctl": ACTIVE})
    assert look("pins", service).found == "3 pins are in use, all by the table that is playing."
    by_hand = make_patient(tmp_path, PI4, lines=lambda _: used, fetch=Network("http://127.0.0.1:8000/"))
    assert look("pins", by_hand).verdict == "fine"


def test_a_pin_in_other_hands_is_told_with_its_user(tmp_path: Path) -> None:
    used = {5: "lg", 7: "spi0 CS1", 8: "spi0 CS0", 2: "i2c", 10: ""}
    finding = look("pins", make_patient(tmp_path, PI4, lines=lambda _: used, answers={"systemctl": ACTIVE}))
    assert finding.verdict == "problem"
    assert finding.found.endswith("pin 7 (spi0 CS1), pin 8 (spi0 CS0).")
    assert "dtoverlay=spi0-0cs" in str(finding.remedy)
    stray = look("pins", make_patient(tmp_path, PI4, lines=lambda _: {5: "lg", 18: ""}))
    assert stray.found.endswith("pin 5 (lg), pin 18 (the kernel).")
    assert "fuser" in str(stray.remedy)


def test_the_pins_of_a_bus_are_meant_to_be_in_use(tmp_path: Path) -> None:
    used = {2: "i2c", 3: "i2c", 10: "spi"}
    assert look("pins", make_patient(tmp_path, PI4, lines=lambda _: used, plan_file=EXPANDERS)).verdict == "fine"


@pytest.mark.parametrize(("number", "remedy"), [(errno.EACCES, "sudo citychase doctor"), (errno.ENOENT, None)])
def test_pins_that_cannot_be_looked_at_are_no_problem(number: int, remedy: str | None, tmp_path: Path) -> None:
    def refuse(_: Path) -> dict[int, str]:
        raise OSError(number, os.strerror(number))

    finding = look("pins", make_patient(tmp_path, PI4, lines=refuse, user=User("ana", 1000)))
    assert (finding.verdict, finding.remedy) == ("note", remedy)


def test_without_a_plan_nobody_knows_the_pins(tmp_path: Path) -> None:
    assert look("pins", make_patient(tmp_path, PI4, plan_file=tmp_path / "none.toml")).verdict == "note"


def test_a_file_that_is_no_chip_is_refused_by_the_kernel(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_lines(tmp_path)
    (tmp_path / "gpiochip0").touch()
    (tmp_path / "gpiochip4").touch()
    with pytest.raises(OSError, match="Inappropriate ioctl"):
        read_lines(tmp_path)
