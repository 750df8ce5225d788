import errno
import os
from pathlib import Path

import pytest

from companion.doctor.lines import read_lines
from companion.doctor.patient import User
from firmware import raspberry
from tests.companion.doctor.patients import ACTIVE, CONFIG4, NOBODY, PI3, PI4, PI5, Network, look, make_patient

PI4_DEVICES = {"dev/gpiochip0": "", "dev/gpiomem": "", "dev/spidev0.0": ""}
PI5_DEVICES = {"dev/gpiochip0": "", "dev/pio0": ""}
UNIT = {"etc/systemd/system/citychase.service": "[Service]\nUser=citychase\n"}
PASSWD = "root:x:0:0::/root:/bin/sh\ncitychase:x:990:990::/var/lib/citychase:/usr/sbin/nologin\n"
SPARED = ("drivers", "spi", "devices", "groups", "pins")


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
