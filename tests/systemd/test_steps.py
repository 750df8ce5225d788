"""The installer on machines that are made up: what it decides, writes, asks and refuses."""

import errno
import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from companion.installed import table_port
from firmware.raspberry import BEGIN, END
from systemd.installer import release
from systemd.installer.checkout import release_id
from systemd.installer.installing import install
from systemd.installer.machine import Machine
from systemd.installer.options import Options
from systemd.installer.problems import Problem
from systemd.installer.release import is_sound
from systemd.installer.service import journal_schema
from systemd.installer.uninstalling import uninstall
from tests.systemd.faking import (
    AVAHI,
    CHECKOUT,
    CONFIG,
    DRIVER,
    LAPTOP,
    PI_3,
    PI_4,
    PI_5,
    Bench,
    PowerCut,
    damage,
    lose_power,
    make_bench,
    write_schema,
)

YES = Options(says_yes=True)
DRY = Options(is_dry_run=True)
PURGE = Options(uninstalls=True, says_yes=True, purges=True)


def again(bench: Bench, options: Options = YES, machine: Machine | None = None, checkout: Path = CHECKOUT) -> Bench:
    """Return the same machine for another run."""
    new = make_bench(bench.places.root, machine or bench.work.machine, options, checkout=checkout)
    for name in ("packages", "enabled", "active", "broken_releases", "avahi_began", "journal", "log"):
        setattr(new.commands, name, getattr(bench.commands, name))
    return new


@pytest.fixture
def later(tmp_path: Path) -> Path:
    """Return a checkout with another board's plan and another unit."""
    target = tmp_path / "later"
    ignored = shutil.ignore_patterns(".*", "build", "__pycache__", "tests", "docs")
    shutil.copytree(CHECKOUT, target, ignore=ignored)
    (target / "hardware/board.toml").write_text("# newer\n")
    (target / "systemd/citychase.service").write_text("# newer\n")
    return target


@pytest.mark.parametrize("machine", [LAPTOP, PI_3, PI_4, PI_5])
def test_a_dry_run_says_everything_and_changes_nothing(tmp_path: Path, machine: Machine) -> None:
    bench = make_bench(tmp_path / "root", machine, DRY, answers=None)
    before = bench.files()
    install(bench.work)
    assert bench.files() == before
    assert not bench.commands.log
    assert "would build release" in bench.said


@pytest.mark.parametrize("machine", [LAPTOP, PI_3, PI_4, PI_5])
def test_a_second_run_finds_everything_done(tmp_path: Path, machine: Machine) -> None:
    first = make_bench(tmp_path / "root", machine, YES)
    install(first.work)
    second = again(first)
    before, done = second.files(), len(second.commands.log)
    install(second.work)
    assert second.files() == before
    assert second.commands.log[done:] == []
    assert "Nothing had to be changed" in second.said


def watch_disk(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the power be cut also between one file and the next."""
    monkeypatch.setattr(os, "fsync", lambda _: bench.commands.let_a_moment_pass())


def test_a_power_cut_at_any_moment_is_mended_by_running_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = make_bench(tmp_path / "whole", PI_4, YES)
    watch_disk(whole, monkeypatch)
    install(whole.work)
    for moment in range(whole.commands.moments):
        bench = make_bench(tmp_path / f"cut-{moment}", PI_4, YES)
        watch_disk(bench, monkeypatch)
        bench.commands.moments_left = moment
        lose_power(bench)
        mended = again(bench)
        install(mended.work)
        assert mended.files() == whole.files()


def upgrade(bench: Bench, later: Path, is_broken: bool) -> None:
    """Bring a later release, which may not start."""
    if not is_broken:
        install(bench.work)
        return
    bench.commands.broken_releases.add(release_id(later, PI_5))
    with pytest.raises(Problem, match="runs again on the one before"):
        install(bench.work)


@pytest.mark.parametrize("is_broken", [False, True])
def test_a_power_cut_at_any_moment_of_an_upgrade_leaves_no_release_with_a_plan_that_is_newer(
    tmp_path: Path, later: Path, is_broken: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = make_bench(tmp_path / "first", PI_5, YES)
    install(first.work)
    old = first.places.board.read_text()

    def on_a_copy(name: str) -> Bench:
        shutil.copytree(first.places.root, tmp_path / name, symlinks=True)
        bench = make_bench(tmp_path / name, PI_5, YES, checkout=later)
        bench.commands.enabled, bench.commands.active = set(first.commands.enabled), set(first.commands.active)
        bench.commands.avahi_began = first.commands.avahi_began
        watch_disk(bench, monkeypatch)
        return bench

    whole = on_a_copy("whole")
    upgrade(whole, later, is_broken)
    for moment in range(whole.commands.moments):
        bench = on_a_copy(f"cut-{moment}")
        if is_broken:
            bench.commands.broken_releases.add(release_id(later, PI_5))
        bench.commands.moments_left = moment
        lose_power(bench)
        is_old = bench.places.current.readlink().name == release_id(CHECKOUT, PI_5)
        assert bench.places.board.read_text() in ({old} if is_old else {old, "# newer\n"})
        mended = again(bench, checkout=later)
        upgrade(mended, later, is_broken)
        assert mended.files() == whole.files()


SPI = ("dtparam=spi=on", "dtoverlay=spi0-0cs")


@pytest.mark.parametrize(
    ("machine", "packages", "extra", "lines"),
    [
        (PI_3, " gcc libc6-dev python3-dev", "[pi]", {*SPI, "core_freq=250"}),
        (PI_4, " gcc libc6-dev python3-dev", "[pi]", {*SPI, "core_freq_min=500"}),
        (PI_5, "", "[pi5]", set()),
        (LAPTOP, "", "", set()),
    ],
)
def test_each_machine_gets_what_it_needs(
    tmp_path: Path, machine: Machine, packages: str, extra: str, lines: set[str]
) -> None:
    bench = make_bench(tmp_path / "root", machine, YES)
    bench.commands.packages.clear()
    install(bench.work)
    [apt] = [line for line in bench.commands.log if line.startswith("apt-get install")]
    assert apt.endswith(f" python3-venv avahi-daemon{packages}")
    [pip] = [line for line in bench.commands.log if " pip install " in line]
    assert pip.endswith(f"/source{extra}")
    assert bench.places.udev_rule.exists() == (machine is PI_5)
    added = set(bench.places.boot_settings.read_text().removeprefix(CONFIG).splitlines())
    assert added - {BEGIN, "[all]", END} == lines


@pytest.mark.parametrize(("mode", "group", "is_applied"), [(0o660, 0, False), (0o600, 997, False), (0o660, 997, True)])
def test_a_pi_5s_leds_are_usable_where_their_group_is_gpio_and_may_use_them(
    tmp_path: Path, mode: int, group: int, is_applied: bool
) -> None:
    bench = make_bench(tmp_path / "root", PI_5, YES)
    install(bench.work)
    device = bench.places.root / "dev/pio0"
    device.touch(mode)
    device.chmod(mode)
    os.chown(device, 0, group)
    second = again(bench)
    install(second.work)
    assert ("Nothing had to be changed" in second.said) == is_applied
    third = again(bench)
    install(third.work)
    assert "Nothing had to be changed" in third.said


def bring(bench: Bench) -> list[str]:
    """Install where Debian's packages are missing. Returns what was done about them."""
    bench.commands.packages.clear()
    install(bench.work)
    return [" ".join(line.split()[:2]) for line in bench.commands.log if line.startswith(("apt-get", "dpkg"))]


def test_what_dpkg_was_interrupted_at_is_finished_first(tmp_path: Path) -> None:
    assert bring(make_bench(tmp_path / "whole", PI_5, YES)) == ["apt-get update", "apt-get install"]
    bench = make_bench(tmp_path / "half", PI_5, YES)
    bench.commands.audit = "The following packages are only half configured"
    assert bring(bench) == ["dpkg --configure", "apt-get update", "apt-get install"]


def test_another_program_that_installs_packages_is_waited_for(tmp_path: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_5, YES)
    bench.commands.locked_s = 10
    assert bring(bench) == ["apt-get update"] * 3 + ["apt-get install"]
    assert bench.said.count("Another program is installing packages: waiting for it, up to 300 s …") == 1


def test_another_program_that_never_ends_is_told(tmp_path: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_5, YES)
    bench.commands.locked_s = 301
    with pytest.raises(Problem, match=r"installing packages for 300 s.* Run this again when it has ended\."):
        bring(bench)


def lose(path: Path) -> None:
    path.unlink()


def empty(path: Path) -> None:
    path.write_text("")


def change(path: Path) -> None:
    path.write_text(path.read_text().swapcase())


@pytest.mark.parametrize("hurt", [lose, empty, change])
@pytest.mark.parametrize("name", [DRIVER, "units/back-off", "complete"])
def test_a_release_that_has_lost_something_is_built_again_and_started(
    tmp_path: Path, name: str, hurt: Callable[[Path], None]
) -> None:
    bench = make_bench(tmp_path / "root", PI_5, YES)
    install(bench.work)
    mended = again(bench)
    hurt(mended.places.current / name)
    done = len(mended.commands.log)
    install(mended.work)
    assert [line for line in mended.commands.log[done:] if " pip install " in line]
    assert mended.commands.log[-1] == "systemctl start citychase.service"
    third = again(bench)
    install(third.work)
    assert "Nothing had to be changed" in third.said


def test_a_release_whose_python_this_system_has_no_more_is_built_again(tmp_path: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_5, YES)
    install(bench.work)
    mended = again(bench)
    mended.commands.has_lost_python = True
    install(mended.work)
    assert "] build release" in mended.said


BUILDING = ("venv", "ensurepip", "pip install", "--version", "sync --file-system")


@pytest.mark.parametrize("command", BUILDING)
def test_a_release_in_use_that_cannot_be_built_anew_stays_as_it_is(tmp_path: Path, command: str) -> None:
    bench = make_bench(tmp_path / "root", PI_5, YES)
    install(bench.work)
    damage(bench)
    before = bench.files()
    vain = again(bench)
    vain.commands.failing, vain.commands.complaint = command, "Network is unreachable"
    with pytest.raises(Problem, match=r"cannot reach the network\. Connect this machine to the internet"):
        install(vain.work)
    assert bench.files() == before
    install(again(bench).work)
    assert (bench.places.current / DRIVER).exists()


def test_a_disk_that_is_full_before_anything_is_built_leaves_the_release_in_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = make_bench(tmp_path / "root", PI_5, YES)
    install(bench.work)
    damage(bench)
    before = bench.files()

    def copy(_: Path, folder: Path) -> None:
        folder.mkdir()
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(release, "copy_release_files", copy)
    with pytest.raises(OSError, match="No space left on device"):
        install(again(bench).work)
    assert bench.files() == before


def test_a_power_cut_while_the_release_in_use_is_built_anew_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = make_bench(tmp_path / "whole", PI_5, YES)
    install(whole.work)
    damage(whole)
    second = again(whole)
    watch_disk(second, monkeypatch)
    install(second.work)
    for moment in range(second.commands.moments):
        bench = make_bench(tmp_path / f"cut-{moment}", PI_5, YES)
        install(bench.work)
        damage(bench)
        damaged = bench.files()
        unlucky = again(bench)
        watch_disk(unlucky, monkeypatch)
        unlucky.commands.moments_left = moment
        lose_power(unlucky)
        # With no network it is at least as it was before.
        vain = again(bench)
        vain.commands.failing, vain.commands.complaint = "venv", "Network is unreachable"
        if not is_sound(vain.work, release_id(CHECKOUT, PI_5)):
            with pytest.raises(Problem, match="cannot reach the network"):
                install(vain.work)
            assert vain.files() == damaged
        install(again(bench).work)
        assert bench.files() == whole.files()


def test_a_release_that_was_set_aside_is_put_back_by_whichever_version_comes_next(tmp_path: Path, later: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_5, YES)
    install(bench.work)
    first = bench.places.current.readlink().name
    damage(bench)
    unlucky = again(bench)
    unlucky.commands.cut_before = f"{sys.executable} -m venv --without-pip {bench.places.releases / first}"
    lose_power(unlucky)
    cut = bench.files()
    dry = again(bench, DRY, checkout=later)
    install(dry.work)
    assert f"would put release {first} back" in dry.said
    assert bench.files() == cut
    upgrade = again(bench, checkout=later)
    install(upgrade.work)
    assert f"putting release {first} back" in upgrade.said
    assert {path.name for path in bench.places.releases.iterdir()} == {first, release_id(later, PI_5)}
    assert bench.places.previous.readlink().name == first
    assert (bench.places.previous / "complete").exists()


def test_lines_of_config_txt_are_shown_asked_for_and_backed_up(tmp_path: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_4, answers="y\n")
    install(bench.work)
    assert "    core_freq_min=500    steady colours on a Pi 4\n" in bench.said
    assert "Write them? The file is kept as it is now as config.txt.before-citychase. [Y/n]" in bench.said
    assert "Restart the Pi, which reads /boot/firmware/config.txt only then" in bench.said
    assert bench.places.backup_of(bench.places.boot_settings).read_text() == CONFIG
    assert bench.places.boot_settings.read_text().startswith(CONFIG)


def test_config_txt_is_kept_as_it_is_now_also_beside_older_backups(tmp_path: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_4, answers="y\n")
    backups = [bench.places.backup_of(bench.places.boot_settings, number) for number in (1, 2, 3)]
    backups[0].write_text("oldest")
    backups[1].write_text("older")
    install(bench.work)
    assert "kept as it is now as config.txt.before-citychase-3. [Y/n]" in bench.said
    assert [backup.read_text() for backup in backups] == ["oldest", "older", CONFIG]
    removal = again(bench, Options(uninstalls=True, says_yes=True))
    uninstall(removal.work)
    assert [backup.exists() for backup in backups] == [True, True, False]
    assert "/boot/firmware/config.txt.before-citychase-2 stays too" in removal.said


def test_a_comment_in_another_encoding_stays_as_it_is(tmp_path: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_4, YES)
    settings = (bench.places.boot_settings, bench.places.avahi_settings)
    before = [b"# caf\xe9\n" + path.read_bytes() for path in settings]
    for path, data in zip(settings, before, strict=True):
        path.write_bytes(data)
    install(bench.work)
    for path, data in zip(settings, before, strict=True):
        assert path.read_bytes().startswith(b"# caf\xe9\n")
        assert path.read_bytes() != data
    uninstall(again(bench, Options(uninstalls=True, says_yes=True)).work)
    assert [path.read_bytes() for path in settings] == before


@pytest.mark.parametrize(("options", "answers"), [(Options(), "n\n"), (Options(leaves_boot_settings=True), "")])
def test_config_txt_is_left_alone_where_that_is_wished(tmp_path: Path, options: Options, answers: str) -> None:
    bench = make_bench(tmp_path / "root", PI_4, options, answers)
    install(bench.work)
    assert bench.places.boot_settings.read_text() == CONFIG
    assert not bench.places.backup_of(bench.places.boot_settings).exists()


def test_without_a_terminal_nothing_is_written_to_config_txt_unasked(tmp_path: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_4, answers=None)
    before = bench.files()
    with pytest.raises(Problem, match="Add --yes to write them, or --no-boot-config"):
        install(bench.work)
    assert bench.files() == before


def test_a_pi_without_spi_is_not_started_before_it_was_restarted(tmp_path: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_4, YES)
    (bench.places.root / "dev/spidev0.0").unlink()
    install(bench.work)
    assert not [line for line in bench.commands.log if line.startswith("systemctl start")]
    assert "sudo reboot" in bench.said
    second = again(bench)
    install(second.work)
    assert "Restart the Pi, which switches SPI on only then" in second.said


def with_expanders(bench: Bench) -> Bench:
    bench.places.configuration.mkdir(parents=True)
    shutil.copyfile(CHECKOUT / "hardware/expanders.toml", bench.places.board)
    return bench


@pytest.mark.parametrize("machine", [PI_3, PI_4, PI_5])
def test_a_board_with_port_expanders_gets_i2c_too(tmp_path: Path, machine: Machine) -> None:
    bench = with_expanders(make_bench(tmp_path / "root", machine, YES))
    install(bench.work)
    added = bench.places.boot_settings.read_text().removeprefix(CONFIG).splitlines()
    assert added[-2:] == ["dtparam=i2c_arm=on", END]
    assert bench.places.modules.read_text() == "i2c-dev\n"
    assert "modprobe i2c-dev" in bench.commands.log
    assert not [line for line in bench.commands.log if line.startswith("systemctl start")]
    assert bench.places.board.read_text() == (CHECKOUT / "hardware/expanders.toml").read_text()
    second = again(bench)
    install(second.work)
    assert "Restart the Pi, which switches I2C on only then" in second.said
    (bench.places.root / "dev/i2c-1").touch()
    third = again(bench)
    install(third.work)
    assert third.commands.log[-1] == "systemctl start citychase.service"
    removal = again(bench, Options(uninstalls=True, says_yes=True))
    uninstall(removal.work)
    assert not bench.places.modules.exists()
    assert bench.places.boot_settings.read_text() == CONFIG


def test_without_port_expanders_the_kernel_is_left_as_it_is(tmp_path: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_4, YES)
    install(bench.work)
    assert not bench.places.modules.exists()
    assert "modprobe i2c-dev" not in bench.commands.log


def test_both_buses_that_are_off_are_told_where_the_lines_are_left_to_the_owner(tmp_path: Path) -> None:
    bench = with_expanders(make_bench(tmp_path / "root", PI_4, Options(leaves_boot_settings=True)))
    (bench.places.root / "dev/spidev0.0").unlink()
    install(bench.work)
    assert "SPI, which drives the LEDs, and I2C, which reads the port expanders, are off. Add these lines" in bench.said
    assert "core_freq_min=500, dtparam=i2c_arm=on\n" in bench.said


@pytest.mark.parametrize(
    ("machine", "sentence"),
    [
        (replace(LAPTOP, has_apt=False), "with apt and systemd"),
        (replace(LAPTOP, systemd=0), "with apt and systemd"),
        (replace(PI_4, is_64_bit=False), "64-bit Raspberry Pi OS"),
        (replace(PI_4, python="3.9.2"), "this system has 3.9.2"),
        (Machine("Raspberry Pi 2 Model B Rev 1.2", systemd=252), "this is a Raspberry Pi 2 Model B"),
    ],
)
def test_a_machine_that_cannot_do_it_is_refused_before_anything_is_changed(
    tmp_path: Path, machine: Machine, sentence: str
) -> None:
    bench = make_bench(tmp_path / "root", machine, YES)
    before = bench.files()
    with pytest.raises(Problem, match=sentence):
        install(bench.work)
    assert bench.files() == before


def test_no_pi_is_asked_about(tmp_path: Path) -> None:
    bench = make_bench(tmp_path / "root", answers="n\n")
    with pytest.raises(Problem, match='"make play"'):
        install(bench.work)
    assert "This is not a Raspberry Pi" in bench.said
    with pytest.raises(Problem, match="Add --yes to install it with the simulated board"):
        install(make_bench(tmp_path / "root", answers=None).work)


TABLE = (
    "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
    "   0: 00000000:0050 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4242 1 0 100 0 0 10 0\n"
)


def test_a_port_that_another_program_has_is_told_with_its_name(tmp_path: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_5, YES)
    proc = bench.places.root / "proc"
    (proc / "net").mkdir(parents=True)
    (proc / "net/tcp").write_text(TABLE)
    (proc / "77/fd").mkdir(parents=True)
    (proc / "77/fd/3").symlink_to("socket:[4242]")
    (proc / "77/comm").write_text("nginx\n")
    with pytest.raises(Problem, match="Port 80 is in use by nginx"):
        install(bench.work)
    install(again(bench, Options(says_yes=True, port=8080)).work)
    assert (bench.places.units / "citychase.socket.d/port.conf").read_text() == (
        "[Socket]\nListenStream=\nListenStream=8080\n"
    )
    assert "<port>8080</port>" in bench.places.avahi_service.read_text()


def test_a_port_is_ours_only_where_the_table_itself_listens_there(tmp_path: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_5, YES)
    install(bench.work)
    (bench.places.root / "proc/net").mkdir(parents=True)
    (bench.places.root / "proc/net/tcp").write_text(TABLE + TABLE.replace(":0050", ":1F90"))
    install(again(bench).work)
    with pytest.raises(Problem, match="Port 8080 is in use by another program"):
        install(again(bench, Options(port=8080)).work)


def test_a_chosen_port_stays_until_another_is_chosen(tmp_path: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_5, Options(port=8080))
    install(bench.work)
    install(again(bench).work)
    drop_in = bench.places.port_choice
    assert "8080" in drop_in.read_text()
    standard = again(bench, Options(port=80))
    install(standard.work)
    assert not drop_in.parent.exists()
    assert "systemctl start citychase.socket" in standard.commands.log[-3:]


OWNERS = "[Socket]\n# Only over IPv4.\nListenStream=\nListenStream=0.0.0.0:8080\n"


def write_port(bench: Bench, text: str = OWNERS) -> None:
    """Let the owner choose a port, as citychase.socket tells how."""
    bench.places.port_choice.parent.mkdir(exist_ok=True)
    bench.places.port_choice.write_text(text)


def test_a_port_that_the_owner_has_written_down_stays(tmp_path: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_5, YES)
    install(bench.work)
    write_port(bench)
    second = again(bench)
    install(second.work)
    assert bench.places.port_choice.read_text() == OWNERS
    assert "<port>8080</port>" in bench.places.avahi_service.read_text()
    assert "Open on the phones:  http://citychase.local:8080/" in second.said
    third = again(bench)
    install(third.work)
    assert "Nothing had to be changed" in third.said
    install(again(bench, Options(says_yes=True, port=9090)).work)
    assert bench.places.port_choice.read_text() == "[Socket]\nListenStream=\nListenStream=9090\n"


def test_the_standard_port_can_be_chosen_against_what_the_owner_has_written_elsewhere(tmp_path: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_5, YES)
    install(bench.work)
    write_port(bench)
    bench.places.port_choice.rename(bench.places.port_choice.with_name("override.conf"))
    same = again(bench)
    install(same.work)
    assert ":8080/" in same.said
    assert not bench.places.port_choice.exists()
    standard = again(bench, Options(says_yes=True, port=80))
    install(standard.work)
    assert "Open on the phones:  http://citychase.local/\n" in standard.said
    assert table_port(bench.places.root) == 80


def test_going_back_leaves_the_port_that_the_owner_has_written_down(tmp_path: Path, later: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_5, YES)
    install(bench.work)
    write_port(bench)
    upgrade(again(bench, checkout=later), later, is_broken=True)
    assert bench.places.port_choice.read_text() == OWNERS
    assert "<port>8080</port>" in bench.places.avahi_service.read_text()


def test_uninstalling_leaves_a_port_that_the_owner_has_written_down_and_says_so(tmp_path: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_5, YES)
    install(bench.work)
    write_port(bench)
    removal = again(bench, Options(uninstalls=True, says_yes=True))
    uninstall(removal.work)
    assert bench.places.port_choice.read_text() == OWNERS
    assert "/etc/systemd/system/citychase.socket.d/port.conf: your choice of the port" in removal.said
    uninstall(again(bench, Options(uninstalls=True, says_yes=True, purges=True)).work)
    assert not bench.places.port_choice.parent.exists()


def test_a_release_brings_what_lets_it_wait_longer_with_every_failure(tmp_path: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_4, YES)
    install(bench.work)
    assert (bench.places.current / "units/back-off").exists()


def test_an_upgrade_replaces_a_board_that_the_owner_has_not_changed(tmp_path: Path, later: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_5, YES)
    install(bench.work)
    install(again(bench, checkout=later).work)
    assert bench.places.board.read_text() == "# newer\n"


def test_an_upgrade_keeps_a_board_that_the_owner_has_changed(tmp_path: Path, later: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_5, YES)
    install(bench.work)
    bench.places.board.write_text("# mine\n")
    upgrade = again(bench, checkout=later)
    install(upgrade.work)
    assert bench.places.board.read_text() == "# mine\n"
    assert "keep /etc/citychase/board.toml, which you have changed, as it is" in upgrade.said


def test_a_release_that_does_not_start_makes_way_for_the_one_before(tmp_path: Path, later: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_5, YES)
    install(bench.work)
    first = bench.files()
    upgrade = again(bench, checkout=later)
    upgrade.commands.broken_releases.add(release_id(later, PI_5))
    with pytest.raises(Problem, match=f"runs again on the one before, {release_id(CHECKOUT, PI_5)}"):
        install(upgrade.work)
    now = upgrade.files()
    for name in ("opt/citychase/current", "etc/systemd/system/citychase.service", "etc/citychase/board.toml"):
        assert now[name] == first[name]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("", "Starting City Chase ..."),
        ("It is broken.", "It is broken."),
        ("one\ntwo\n\nthree\nfour", "two\n    three\n    four"),
    ],
)
def test_the_last_words_are_those_of_the_release_that_does_not_start(
    tmp_path: Path, later: Path, words: str, told: str
) -> None:
    bench = make_bench(tmp_path / "root", PI_5, YES)
    install(bench.work)
    upgrade = again(bench, checkout=later)
    upgrade.commands.broken_releases.add(release_id(later, PI_5))
    upgrade.commands.last_words = words
    with pytest.raises(Problem) as raised:
        install(upgrade.work)
    assert str(raised.value).endswith(f"Its last words:\n    {told}\nAll of them: journalctl -u citychase")


def test_where_the_release_before_does_not_start_either_its_words_are_told(tmp_path: Path, later: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_5, YES)
    install(bench.work)
    upgrade = again(bench, checkout=later)
    upgrade.commands.broken_releases |= {release_id(later, PI_5), release_id(CHECKOUT, PI_5)}
    with pytest.raises(Problem, match=r"Neither .* starts\. Its last words:\n    It is broken\.\nAll of them"):
        install(upgrade.work)


@pytest.mark.parametrize(("old", "new"), [(80, 8080), (8080, 80), (8080, 9090)])
def test_the_port_goes_back_with_the_release(tmp_path: Path, later: Path, old: int, new: int) -> None:
    bench = make_bench(tmp_path / "root", PI_5, Options(says_yes=True, port=old))
    install(bench.work)
    first = {name: text for name, text in bench.files().items() if "citychase/releases" not in name}
    upgrade = again(bench, Options(says_yes=True, port=new), checkout=later)
    upgrade.commands.broken_releases.add(release_id(later, PI_5))
    with pytest.raises(Problem, match="runs again on the one before"):
        install(upgrade.work)
    now = {name: text for name, text in upgrade.files().items() if "citychase/releases" not in name}
    assert now.pop("opt/citychase/previous")
    assert now == first


def test_a_release_that_has_run_is_not_taken_back_where_it_starts_no_more(tmp_path: Path, later: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_5, YES)
    install(bench.work)
    install(again(bench, checkout=later).work)
    bench.commands.broken_releases.add(release_id(later, PI_5))
    bench.commands.active.clear()
    with pytest.raises(Problem, match=r"^The table does not start\. Its last words:\n    It is broken\."):
        install(again(bench, checkout=later).work)
    assert bench.places.current.readlink().name == release_id(later, PI_5)


def switch_and_lose_power(bench: Bench, later: Path, options: Options = YES) -> None:
    """Bring a later release, and cut the power between switching to it and starting it."""
    upgrade = again(bench, options, checkout=later)
    upgrade.commands.cut_before = "systemctl daemon-reload"
    lose_power(upgrade)
    assert bench.places.current.readlink().name == release_id(later, PI_5)


def test_a_release_that_never_started_makes_way_also_after_a_power_cut(tmp_path: Path, later: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_5, YES)
    install(bench.work)
    first = bench.files()
    switch_and_lose_power(bench, later, Options(says_yes=True, port=8080))
    bench.commands.broken_releases.add(release_id(later, PI_5))
    with pytest.raises(Problem, match=f"runs again on the one before, {release_id(CHECKOUT, PI_5)}"):
        install(again(bench, checkout=later).work)
    now = bench.files()
    for name in ("opt/citychase/current", "opt/citychase/started", "etc/citychase/board.toml"):
        assert now[name] == first[name]
    assert not (bench.places.units / "citychase.socket.d").exists()


def test_games_that_got_a_newer_form_while_nobody_looked_keep_the_release_that_reads_them(
    tmp_path: Path, later: Path
) -> None:
    bench = make_bench(tmp_path / "root", PI_5, YES)
    bench.commands.schema = 3
    install(bench.work)
    switch_and_lose_power(bench, later)
    write_schema(bench.places.journal, 4)
    bench.commands.broken_releases.add(release_id(later, PI_5))
    with pytest.raises(Problem, match="cannot read: that one was not put back"):
        install(again(bench, checkout=later).work)


def test_a_release_that_the_machine_was_to_start_by_itself_is_not_taken_back(tmp_path: Path, later: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_5, YES)
    install(bench.work)
    install(again(bench, Options(says_yes=True, leaves_stopped=True), checkout=later).work)
    bench.commands.broken_releases.add(release_id(later, PI_5))
    with pytest.raises(Problem, match=r"^The table does not start\."):
        install(again(bench, checkout=later).work)
    assert bench.places.current.readlink().name == release_id(later, PI_5)


@pytest.mark.parametrize("started", ["", "0.1.0-abc", "0.1.0-abc x digest 3", "0.1.0-abc 80 digest three"])
def test_without_knowing_what_ran_last_there_is_no_way_back(tmp_path: Path, later: Path, started: str) -> None:
    bench = make_bench(tmp_path / "root", PI_5, YES)
    install(bench.work)
    bench.places.started.write_text(started)
    bench.commands.broken_releases.add(release_id(later, PI_5))
    with pytest.raises(Problem, match=r"^The table does not start\."):
        install(again(bench, checkout=later).work)


@pytest.mark.parametrize(("schema", "is_taken_back"), [(3, True), (4, False)])
def test_a_release_that_has_changed_the_games_form_is_not_taken_back(
    tmp_path: Path, later: Path, schema: int, is_taken_back: bool
) -> None:
    bench = make_bench(tmp_path / "root", PI_5, YES)
    bench.commands.schema = 3
    install(bench.work)
    upgrade = again(bench, checkout=later)
    upgrade.commands.schema = schema
    upgrade.commands.broken_releases.add(release_id(later, PI_5))
    sentence = "runs again on the one before" if is_taken_back else "cannot read: that one was not put back. Its last"
    with pytest.raises(Problem, match=sentence):
        install(upgrade.work)
    assert (bench.places.current.readlink().name == release_id(CHECKOUT, PI_5)) == is_taken_back


@pytest.mark.parametrize("content", [None, b"", b"kept", b"SQLite format 3\0 and no more"])
def test_a_journal_that_cannot_be_read_has_no_form(tmp_path: Path, content: bytes | None) -> None:
    journal = tmp_path / "journal.sqlite3"
    if content is not None:
        journal.write_bytes(content)
    assert journal_schema(journal) == 0


def test_a_first_release_that_does_not_start_says_why(tmp_path: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_5, YES)
    bench.commands.broken_releases.add(release_id(CHECKOUT, PI_5))
    with pytest.raises(Problem, match=r"The table does not start\. Its last words:\n    It is broken\."):
        install(bench.work)


def test_releases_older_than_the_one_before_go_once_the_new_one_runs(tmp_path: Path, later: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_5, YES)
    install(bench.work)
    old = bench.places.releases / "0.0.1-abcdefgh"
    old.mkdir()
    install(again(bench, checkout=later).work)
    assert {path.name for path in bench.places.releases.iterdir()} == {
        release_id(CHECKOUT, PI_5), release_id(later, PI_5)
    }  # fmt: skip


def test_the_end_tells_address_code_and_where_to_look(tmp_path: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_5, YES)
    install(bench.work)
    assert "A warning" not in bench.said
    for words in ("http://citychase.local/", "http://192.0.2.7/", "4711", "sudo citychase doctor"):
        assert words in bench.said


def test_a_hotspot_has_a_password_that_stays(tmp_path: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_5, Options(wants_hotspot=True))
    install(bench.work)
    profile = bench.places.hotspot_profile
    text = profile.read_text()
    assert profile.stat().st_mode & 0o777 == 0o600
    assert "citychase-hotspot.service" in bench.commands.enabled & bench.commands.active
    [password] = [line.removeprefix("psk=") for line in text.splitlines() if line.startswith("psk=")]
    assert f'"City Chase", password {password}' in bench.said
    upgrade = again(bench)
    install(upgrade.work)
    assert profile.read_text() == text
    assert password in upgrade.said


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("ssid=Caf\u00e9 du Coin\n[wifi-security]\npsk=a\\\\b c;d=e", '"Caf\u00e9 du Coin", password a\\b c;d=e'),
        ("ssid=Open", '"Open", no password'),
        ("[", "citychase-hotspot.nmconnection cannot be read: delete it and run this again"),
    ],
)
def test_the_hotspot_is_told_as_its_owner_has_changed_it(tmp_path: Path, lines: str, told: str) -> None:
    bench = make_bench(tmp_path / "root", PI_5, Options(says_yes=True, wants_hotspot=True))
    install(bench.work)
    bench.places.hotspot_profile.write_text(f"[wifi]\n{lines}\n")
    second = again(bench)
    install(second.work)
    assert told in second.said


def test_an_interrupted_hotspot_is_mended_by_running_it_again_without_the_option(tmp_path: Path) -> None:
    wish = Options(says_yes=True, wants_hotspot=True)
    whole = make_bench(tmp_path / "whole", PI_5, wish)
    install(whole.work)
    begun = whole.commands.log.index(f"nmcli connection load {whole.places.hotspot_profile}")
    for number in range(begun, len(whole.commands.log)):
        bench = make_bench(tmp_path / f"cut-{number}", PI_5, wish)
        bench.commands.moments_left = number
        lose_power(bench)
        mended = again(bench)
        install(mended.work)
        assert mended.files().keys() == whole.files().keys()
        assert "citychase-hotspot.service" in mended.commands.enabled & mended.commands.active


def test_an_upgrade_restarts_a_hotspot_only_where_it_has_changed(tmp_path: Path, later: Path) -> None:
    restart = "systemctl restart citychase-hotspot.service"
    bench = make_bench(tmp_path / "root", PI_5, Options(says_yes=True, wants_hotspot=True))
    install(bench.work)
    install(again(bench, checkout=later).work)
    assert bench.commands.log.count(restart) == 1
    (later / "systemd/hotspot").write_text("#!/bin/sh\n")
    install(again(bench, checkout=later).work)
    assert bench.commands.log.count(restart) == 2


def test_a_hotspot_goes_where_it_is_wanted_no_more(tmp_path: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_5, YES)
    install(bench.work)
    without = bench.files()
    install(again(bench, Options(says_yes=True, wants_hotspot=True)).work)
    refused = again(bench, Options(says_yes=True, wants_hotspot=False))
    install(refused.work)
    assert set(refused.files()) - set(without) == {"opt/citychase/packages"}
    assert "citychase-hotspot.service" not in refused.commands.enabled | refused.commands.active
    assert "password" not in refused.said
    install(again(bench).work)
    assert not bench.places.hotspot_profile.exists()


def test_a_hotspot_that_is_refused_needs_nothing(tmp_path: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_5, Options(says_yes=True, wants_hotspot=False))
    bench.commands.programs.clear()
    install(bench.work)
    assert not [line for line in bench.commands.log if "citychase-hotspot" in line or "nmcli" in line]


def test_a_hotspot_needs_networkmanager(tmp_path: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_5, Options(wants_hotspot=True))
    bench.commands.programs.clear()
    with pytest.raises(Problem, match="needs NetworkManager"):
        install(bench.work)


def test_a_hotspot_needs_a_networkmanager_that_runs_and_is_not_remembered_where_it_does_not(tmp_path: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_5, Options(says_yes=True, wants_hotspot=True))
    bench.commands.programs.discard("NetworkManager")
    before = bench.files()
    with pytest.raises(Problem, match=r"does not run here\. Start it .* or run this with --no-hotspot"):
        install(bench.work)
    assert bench.files() == before
    without = again(bench)
    without.commands.programs.discard("NetworkManager")
    install(without.work)


@pytest.mark.parametrize("options", [Options(wants_hotspot=False), Options(uninstalls=True)])
def test_a_hotspot_goes_also_where_networkmanager_does_not_run(tmp_path: Path, options: Options) -> None:
    bench = make_bench(tmp_path / "root", PI_5, Options(says_yes=True, wants_hotspot=True))
    install(bench.work)
    gone = again(bench, replace(options, says_yes=True))
    gone.commands.programs.discard("NetworkManager")
    (uninstall if options.uninstalls else install)(gone.work)
    assert not gone.places.hotspot_profile.exists()
    assert "citychase-hotspot.service" not in gone.commands.enabled | gone.commands.active


def test_where_systemd_does_not_run_a_hotspot_waits_for_networkmanager_too(tmp_path: Path) -> None:
    machine = replace(PI_5, is_booted=False)
    bench = make_bench(tmp_path / "root", machine, Options(says_yes=True, wants_hotspot=True))
    bench.commands.programs.discard("NetworkManager")
    install(bench.work)
    assert bench.places.hotspot_profile.exists()


def test_a_name_that_the_owner_has_given_since_stays(tmp_path: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_5, YES)
    install(bench.work)
    settings = bench.places.avahi_settings
    settings.write_text(settings.read_text().replace("=citychase", "=club"))
    second = again(bench)
    install(second.work)
    assert "host-name=club" in settings.read_text()
    assert "Open on the phones:  http://club.local/" in second.said
    assert "already done: leave this machine's name in the network, which you have chosen" in second.said
    assert "citychase.local" not in second.said


@pytest.mark.parametrize("machine", [LAPTOP, PI_4, PI_5])
def test_uninstalling_gives_back_the_machine_as_it_was(tmp_path: Path, machine: Machine) -> None:
    bench = make_bench(tmp_path / "root", machine, Options(says_yes=True, wants_hotspot=True, port=8080))
    before = bench.files()
    install(bench.work)
    removal = again(bench, Options(uninstalls=True, purges=True, says_yes=True))
    uninstall(removal.work)
    after = removal.files()
    assert after.pop("etc/group").startswith(before.pop("etc/group"))
    assert after == before
    assert (after["etc/avahi/avahi-daemon.conf"], removal.commands.active) == (AVAHI, {"avahi-daemon.service"})


def test_uninstalling_keeps_games_and_says_so(tmp_path: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_4, YES)
    install(bench.work)
    (bench.places.state / "journal.sqlite3").write_text("games")
    removal = make_bench(bench.places.root, PI_4, Options(uninstalls=True), answers="n\n")
    uninstall(removal.work)
    assert (bench.places.state / "journal.sqlite3").read_text() == "games"
    assert BEGIN in bench.places.boot_settings.read_text()
    for words in ("/var/lib/citychase", "/etc/citychase", "user citychase", "sudo make uninstall OPTIONS=--purge"):
        assert words in removal.said


def test_packages_that_could_not_be_installed_are_not_said_to_stay(tmp_path: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_4, YES)
    bench.commands.packages = {"gcc"}
    bench.commands.failing, bench.commands.complaint = "apt-get update", "Network is unreachable"
    with pytest.raises(Problem, match="cannot reach the network"):
        install(bench.work)
    vain = again(bench, Options(uninstalls=True, says_yes=True))
    uninstall(vain.work)
    assert "City Chase is removed." in vain.said
    assert "apt remove" not in vain.said
    install(again(bench).work)
    removal = again(bench, Options(uninstalls=True, says_yes=True))
    uninstall(removal.work)
    assert "sudo apt remove avahi-daemon libc6-dev python3-dev python3-venv\n" in removal.said


def test_uninstalling_asks_before_games_are_deleted(tmp_path: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_5, YES)
    install(bench.work)
    before = bench.files()
    uninstall(make_bench(bench.places.root, PI_5, Options(uninstalls=True, purges=True), answers="\n").work)
    assert bench.files() == before


def test_a_dry_run_of_uninstalling_changes_nothing(tmp_path: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_4, YES)
    install(bench.work)
    before = bench.files()
    dry = make_bench(bench.places.root, PI_4, Options(uninstalls=True, is_dry_run=True, purges=True), answers=None)
    uninstall(dry.work)
    assert bench.files() == before
    assert "would take the table's lines out of /boot/firmware/config.txt" in dry.said


def test_a_persons_account_never_becomes_the_tables(tmp_path: Path) -> None:
    bench = make_bench(tmp_path / "root", LAPTOP, YES)
    accounts = bench.places.root / "etc/passwd"
    accounts.write_text("citychase:x:1000:1000:Ana:/home/citychase:/bin/bash\n")
    before = bench.files()
    with pytest.raises(Problem, match="Somebody's account on this machine is called citychase"):
        install(bench.work)
    assert bench.files() == before


def owners(folder: Path) -> set[tuple[int, int]]:
    """Return who owns a folder and all in it."""
    found = [path.lstat() for path in (folder.resolve(), *folder.resolve().rglob("*"))]
    return {(there.st_uid, there.st_gid) for there in found}


@pytest.mark.parametrize("is_top_mended", [False, True])
def test_games_of_an_older_user_become_the_tables_as_a_whole(tmp_path: Path, is_top_mended: bool) -> None:
    bench = make_bench(tmp_path / "root", PI_5, YES)
    accounts = bench.places.root / "etc/passwd"
    install(bench.work)
    accounts.write_text(accounts.read_text().replace("citychase:x:0:0:", "citychase:x:990:991:"))
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / "folder").mkdir(parents=True)
    (elsewhere / "file").write_text("not the table's")
    # Owners may have more room elsewhere.
    bench.places.state.rename(tmp_path / "disk")
    bench.places.state.symlink_to(tmp_path / "disk")
    inner = bench.places.state / "kept/older"
    inner.mkdir(parents=True)
    for path in (bench.places.journal, inner / "journal.sqlite3"):
        path.write_text("games")
    for name in ("folder", "file", "nowhere"):
        (inner / name).symlink_to(elsewhere / name)
    if is_top_mended:
        os.chown(bench.places.state, 990, 991)
    before = owners(elsewhere)
    mended = again(bench)
    install(mended.work)
    assert owners(bench.places.state) == {(990, 991)}
    assert owners(elsewhere) == before
    third = again(bench)
    install(third.work)
    assert "Nothing had to be changed" in third.said


def test_a_folder_of_games_that_was_half_given_away_still_has_its_old_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = make_bench(tmp_path / "root", PI_5, YES)
    accounts = bench.places.root / "etc/passwd"
    install(bench.work)
    accounts.write_text(accounts.read_text().replace("citychase:x:0:0:", "citychase:x:990:991:"))
    bench.places.journal.write_text("games")
    chown = os.chown

    def cut_at_the_end(path: str | Path, *owner: int, **how: Any) -> None:
        if path == bench.places.state:
            raise PowerCut
        chown(path, *owner, **how)

    monkeypatch.setattr(os, "chown", cut_at_the_end)
    with pytest.raises(PowerCut):
        install(again(bench).work)
    assert bench.places.journal.stat().st_uid == 990
    assert bench.places.state.stat().st_uid == 0


def test_a_link_in_the_place_of_the_programs_folder_is_refused(tmp_path: Path) -> None:
    bench = make_bench(tmp_path / "root", LAPTOP, YES)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    bench.places.program.parent.mkdir(parents=True, exist_ok=True)
    bench.places.program.symlink_to(elsewhere)
    with pytest.raises(Problem, match="/opt/citychase is a link"):
        install(bench.work)
    assert list(elsewhere.iterdir()) == []


def test_a_link_in_the_place_of_the_programs_folder_keeps_it_from_being_taken_away(tmp_path: Path) -> None:
    bench = make_bench(tmp_path / "root", LAPTOP, YES)
    install(bench.work)
    bench.places.program.rename(tmp_path / "disk")
    bench.places.program.symlink_to(tmp_path / "disk")
    before = bench.files()
    with pytest.raises(Problem, match=r"/opt/citychase is a link.* put the folder itself in its place"):
        uninstall(again(bench, PURGE).work)
    assert bench.files() == before
    bench.places.program.unlink()
    (tmp_path / "disk").rename(bench.places.program)
    uninstall(again(bench, PURGE).work)
    assert not bench.places.program.exists()


@pytest.mark.parametrize("is_disk_there", [True, False])
def test_games_that_were_moved_to_another_disk_stay_there_and_their_owner_is_told(
    tmp_path: Path, is_disk_there: bool
) -> None:
    bench = make_bench(tmp_path / "root", PI_5, YES)
    install(bench.work)
    bench.places.journal.write_text("games")
    disk = tmp_path / "big disk"
    bench.places.state.rename(disk)
    (disk / "photo.jpg").write_text("not the table's")
    bench.places.state.symlink_to(disk if is_disk_there else tmp_path / "unplugged")
    removal = again(bench, PURGE)
    uninstall(removal.work)
    assert "remove the link /var/lib/citychase to the games, seats and settings" in removal.said
    assert (f"If it is only the table's: sudo rm -r '{disk}'\n" in removal.said) == is_disk_there
    assert {path.name for path in disk.iterdir()} == {"journal.sqlite3", "photo.jpg"}
    assert not bench.places.state.is_symlink()
    assert not bench.places.configuration.exists()
    assert "citychase" not in (bench.places.root / "etc/passwd").read_text()
    last = again(bench, PURGE)
    uninstall(last.work)
    assert "nothing to remove" in last.said


def test_an_avahi_that_was_stopped_is_started_again(tmp_path: Path) -> None:
    bench = make_bench(tmp_path / "root", PI_5, YES)
    install(bench.work)
    bench.commands.active.discard("avahi-daemon.service")
    second = again(bench)
    second.commands.log.clear()
    install(second.work)
    assert "systemctl restart avahi-daemon.service" in second.commands.log


@pytest.mark.parametrize(("milliseconds", "knows_it"), [(-1, False), (0, False), (1, True)])
def test_a_name_is_known_to_an_avahi_that_began_after_it_was_written(
    tmp_path: Path, milliseconds: int, knows_it: bool
) -> None:
    bench = make_bench(tmp_path / "root", PI_5, YES)
    install(bench.work)
    written = datetime(2026, 11, 18, 12, 0, 0, 500_000, tzinfo=UTC)
    os.utime(bench.places.avahi_settings, (written.timestamp(),) * 2)
    began = written + timedelta(milliseconds=milliseconds)
    second = again(bench)
    second.commands.avahi_began = f"{began:%a %Y-%m-%d %H:%M:%S.%f} UTC\n"
    second.commands.log.clear()
    install(second.work)
    assert ("systemctl restart avahi-daemon.service" not in second.commands.log) == knows_it
