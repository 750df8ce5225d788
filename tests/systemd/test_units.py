"""The units as systemd itself reads them."""

import re
import subprocess
from pathlib import Path

import pytest

SYSTEMD = Path(__file__).parents[2] / "systemd"
UNITS = sorted(path.name for path in SYSTEMD.iterdir() if path.suffix in {".service", ".socket"})
SERVICES = [name for name in UNITS if name.endswith(".service")]
MOST_EXPOSURE = 2.0


def analyse(*words: str | Path) -> "subprocess.CompletedProcess[str]":
    command = ["systemd-analyze", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def settings(unit: str) -> list[str]:
    return (SYSTEMD / unit).read_text().splitlines()


@pytest.fixture
def units(tmp_path: Path) -> Path:
    """Return a folder with all units, whose programs are there: systemd looks for them."""
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    folder = tmp_path / "units"
    folder.mkdir()
    for name in UNITS:
        text = (SYSTEMD / name).read_text()
        (folder / name).write_text(re.sub(r"^ExecStart=\S+", f"ExecStart={program}", text, flags=re.MULTILINE))
    return folder


def test_there_are_units() -> None:
    assert UNITS == ["citychase-hotspot.service", "citychase.service", "citychase.socket"]


def test_systemd_understands_every_line(units: Path) -> None:
    checked = analyse("verify", "--man=no", "--recursive-errors=no", *units.iterdir())
    assert (checked.returncode, checked.stdout, checked.stderr) == (0, "", "")


def test_an_unknown_key_would_be_noticed(units: Path) -> None:
    unit = units / "citychase.service"
    unit.write_text(unit.read_text().replace("ProtectHome=", "ProtectHouse="))
    checked = analyse("verify", "--man=no", "--recursive-errors=no", unit)
    assert "ProtectHouse" in checked.stderr
    assert checked.returncode


@pytest.mark.parametrize("service", SERVICES)
def test_a_service_is_exposed_to_little(units: Path, service: str) -> None:
    checked = analyse("security", "--offline=true", "--no-pager", units / service)
    found = re.search(r"Overall exposure level for \S+: ([0-9.]+)", checked.stdout)
    assert found, checked.stderr
    assert float(found[1]) <= MOST_EXPOSURE


def test_the_table_has_no_capability_and_is_not_root() -> None:
    lines = settings("citychase.service")
    assert {"User=citychase", "CapabilityBoundingSet=", "AmbientCapabilities=", "NoNewPrivileges=yes"} <= set(lines)
    assert "ListenStream=80" in settings("citychase.socket")


def test_the_table_is_restarted_for_ever_and_when_it_hangs() -> None:
    lines = settings("citychase.service")
    assert {"Type=notify", "Restart=always", "StartLimitIntervalSec=0"} <= set(lines)
    assert any(line.startswith("WatchdogSec=") for line in lines)


def test_the_drivers_keep_what_they_need() -> None:
    """What pi-facts and the drivers' sources say: without these the pins or LEDs cannot be opened."""
    lines = settings("citychase.service")
    assert {"SupplementaryGroups=gpio spi i2c", "Environment=LG_WD=%t/citychase"} <= set(lines)
    assert {"DeviceAllow=char-gpiochip rw", "DeviceAllow=char-spi rw", "DeviceAllow=char-i2c rw"} <= set(lines)
    assert not {"PrivateDevices=yes", "ProcSubset=pid"} & set(lines)


def test_every_group_that_the_unit_names_is_made_where_it_is_not_there() -> None:
    """systemd does not start a service with a group that it does not know (216/GROUP)."""
    [groups] = [line for line in settings("citychase.service") if line.startswith("SupplementaryGroups=")]
    made = {line.split()[1] for line in settings("sysusers.conf") if line.startswith("g ")}
    assert set(groups.partition("=")[2].split()) == made


def test_the_table_waits_longer_the_more_often_it_has_failed_and_nothing_of_that_keeps_it_from_starting() -> None:
    lines = settings("citychase.service")
    assert "ExecStartPre=-/bin/sh /opt/citychase/current/units/back-off before" in lines
    assert "ExecStopPost=-/bin/sh /opt/citychase/current/units/back-off after" in lines


SCRIPTS = [path for folder in (SYSTEMD, SYSTEMD.parent / "tools") for path in folder.iterdir() if not path.suffix]


@pytest.mark.parametrize("script", [path for path in SCRIPTS if path.is_file()], ids=lambda path: path.name)
def test_shell_scripts_are_sound(script: Path) -> None:
    command = ["shellcheck", "--external-sources", str(script)]
    assert subprocess.run(command, cwd=SYSTEMD.parent, capture_output=True, text=True, check=False).stdout == ""
