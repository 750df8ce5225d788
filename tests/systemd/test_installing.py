"""The installer in a Debian of its own: the first time, again, upgrades, and everything that can go wrong."""

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from tests.systemd.trying import Debian

TMPFS = ("mount", "-t", "tmpfs", "-o")
UMOUNT = ("umount",)
NO_NETWORK = ("--private-network",)


def all_files(root: Path) -> set[str]:
    """Return all files with what can be seen of them from outside, but those that nspawn itself touches."""
    command = ["find", ".", "-xdev", "-printf", "%p %y %m %U %s %T@ %l\n"]
    listed = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout.splitlines()
    touched = r"\./?(dev|run|tmp|proc|sys|checkout|wheels|etc/(resolv\.conf|localtime|timezone|machine-id)|etc|)( |/.*)"
    return {line for line in listed if not re.match(rf"{touched}", line) or line.startswith("./etc/citychase")}


def upgraded(checkout: Path, target: Path, version: str = "9.0.0") -> Path:
    """Return a later version of a checkout."""
    shutil.copytree(checkout, target)
    project = target / "pyproject.toml"
    project.write_text(re.sub(r'(?m)^version = ".*"$', f'version = "{version}"', project.read_text()))
    return target


def with_games(debian: Debian) -> Path:
    """Put a game and a setting where the table keeps them."""
    owner = debian.path("var/lib/citychase").stat()
    for name in ("journal.sqlite3", "settings.toml"):
        path = debian.path(f"var/lib/citychase/{name}")
        path.write_text("kept")
        shutil.chown(path, owner.st_uid, owner.st_gid)
    return debian.path("var/lib/citychase")


def test_the_first_installation_brings_all_there_is(table: Debian) -> None:
    assert "City Chase is installed." in (table.root / "first-install.log").read_text()
    assert table.run("citychase", "--version").stdout.startswith("citychase, version ")
    groups = table.run("id", "--name", "--groups", "citychase").stdout.split()
    assert groups == ["citychase", "gpio", "spi", "i2c"]
    assert table.path("var/lib/citychase").stat().st_mode & 0o777 == 0o700
    for unit in ("citychase.service", "citychase.socket", "avahi-daemon.service"):
        assert table.run("systemctl", "is-enabled", unit).stdout == "enabled\n"
    assert "\nhost-name=citychase\n" in table.path("etc/avahi/avahi-daemon.conf").read_text()
    assert "<port>80</port>" in table.path("etc/avahi/services/citychase.service").read_text()
    assert table.path("etc/citychase/board.toml").read_text() == (table.checkout / "hardware/board.toml").read_text()
    assert table.path("opt/citychase/packages").read_text() == "avahi-daemon\npython3-venv\n"


def test_nothing_of_roots_is_left_in_the_checkout(table: Debian) -> None:
    assert not [path for path in table.checkout.rglob("*") if path.name in {"__pycache__", "build", "dist"}]


def test_the_program_was_compiled_for_a_user_who_may_not_write_there(table: Debian) -> None:
    site = next(table.path("opt/citychase/current/").resolve().glob("lib/python3*/site-packages"))
    assert list((site / "companion" / "__pycache__").glob("cli.*.pyc"))


def test_a_dry_run_changes_nothing(fresh: Debian) -> None:
    before = all_files(fresh.root)
    done = fresh.install("--dry-run")
    assert done.returncode == 0, done.stderr
    assert "would install the Debian packages python3-venv, avahi-daemon" in done.stdout
    assert "nothing was changed" in done.stdout
    assert all_files(fresh.root) == before


def test_running_it_again_does_nothing_and_needs_no_network(table: Debian) -> None:
    before = all_files(table.root)
    done = table.install(options=NO_NETWORK)
    assert done.returncode == 0, done.stderr
    assert "Nothing had to be changed" in done.stdout
    numbered = [line for line in done.stdout.splitlines() if line.startswith("[")]
    assert numbered
    assert all("already done" in line for line in numbered)
    assert all_files(table.root) == before


def test_an_upgrade_keeps_games_settings_and_the_owners_board(table: Debian, tmp_path: Path) -> None:
    first = table.release()
    games = with_games(table)
    before = {path.name: path.stat() for path in games.iterdir()}
    board = table.path("etc/citychase/board.toml")
    board.write_text("# mine\n" + board.read_text())
    later = replace(table, checkout=upgraded(table.checkout, tmp_path / "later"))
    (later.checkout / "hardware/board.toml").write_text("# a newer plan\n")
    done = later.install("--port", "8080")
    assert done.returncode == 0, done.stderr
    assert later.release().startswith("9.0.0-")
    assert (later.release("previous"), len(later.releases())) == (first, 2)
    assert later.run("citychase", "--version").stdout == "citychase, version 9.0.0\n"
    assert {path.name: path.stat() for path in games.iterdir()} == before
    assert board.read_text().startswith("# mine\n")
    assert "which you have changed, as it is" in done.stdout
    assert "http://citychase.local:8080/" in done.stdout
    downgrade(table, first)


def downgrade(table: Debian, first: str) -> None:
    """The version before is installed again: it is still there, and so is the port that was chosen."""
    done = table.install(options=NO_NETWORK)
    assert done.returncode == 0, done.stderr
    assert table.release() == first
    assert "ListenStream=8080" in table.path("etc/systemd/system/citychase.socket.d/port.conf").read_text()
    assert "http://citychase.local:8080/" in done.stdout


def test_uninstalling_leaves_what_it_says_and_nothing_else(table: Debian) -> None:
    games = with_games(table)
    done = table.uninstall()
    assert done.returncode == 0, done.stderr
    for kept in ("/var/lib/citychase", "/etc/citychase", "the system user citychase", "avahi-daemon python3-venv"):
        assert kept in done.stdout
    assert (games / "journal.sqlite3").read_text() == "kept"
    assert left(table) == {"./etc/citychase", "./etc/citychase/board.toml", *games_left(games)}
    avahi = table.path("etc/avahi/avahi-daemon.conf").read_text()
    assert "\nhost-name=" not in avahi
    assert not table.path("etc/avahi/avahi-daemon.conf.before-citychase").exists()
    purge(table)


def left(table: Debian) -> set[str]:
    """Return all that has the table's name, or is in such a folder."""
    command = ["find", ".", "-xdev", "-path", "*citychase*", "-not", "-path", "./checkout/*"]
    return set(subprocess.run(command, cwd=table.root, check=True, capture_output=True, text=True).stdout.split())


def games_left(games: Path) -> set[str]:
    return {"./var/lib/citychase", *(f"./var/lib/citychase/{path.name}" for path in games.iterdir())}


def purge(table: Debian) -> None:
    """Nothing at all is left where that is asked for."""
    assert table.uninstall("--purge").returncode != 0
    assert table.path("var/lib/citychase/journal.sqlite3").exists()
    done = table.uninstall("--purge", "--yes")
    assert done.returncode == 0, done.stderr
    assert not left(table)
    assert "citychase" not in table.path("etc/passwd").read_text()
    assert "nothing to remove" in table.uninstall("--purge", "--yes").stdout


def test_without_network_nothing_is_half_changed(fresh: Debian) -> None:
    done = fresh.install(options=NO_NETWORK)
    assert done.returncode != 0
    assert "apt-get update cannot reach the network. Connect this machine to the internet" in done.stderr
    assert "Traceback" not in done.stderr
    assert not fresh.path("opt/citychase/current").exists()


def test_an_upgrade_without_network_leaves_the_release_in_use(table: Debian, tmp_path: Path) -> None:
    first = table.release()
    later = replace(table, checkout=upgraded(table.checkout, tmp_path / "later"), wheels=None)
    done = later.install(options=(*NO_NETWORK, "--setenv=PIP_RETRIES=1"))
    assert done.returncode != 0
    assert "pip cannot reach the network. Connect this machine to the internet and run this again." in done.stderr
    assert (table.release(), table.releases()) == (first, {first})
    assert table.install(options=NO_NETWORK).returncode == 0


@pytest.mark.parametrize(
    ("disk", "sentence"),
    [
        ("size=90M", r"needs 120 MB in /opt/citychase, and there are only \d+ MB free"),
        ("size=400M,nr_inodes=1500", "The disk is full. Make room"),
    ],
)
def test_a_full_disk_is_told_and_leaves_the_release_in_use(
    table: Debian, tmp_path: Path, disk: str, sentence: str
) -> None:
    """The release in use is on the small disk, too: there is no room for a second one."""
    first = table.release()
    small = tmp_path / "small"
    small.mkdir()
    later = upgraded(table.checkout, tmp_path / "later")
    subprocess.run([*TMPFS, disk, "tmpfs", small], check=True)
    try:
        crowded = replace(table, checkout=later, binds={small: "/opt/citychase/releases"})
        keep_link(table, small)
        done = crowded.install()
        assert done.returncode != 0
        assert re.search(sentence, done.stderr), done.stderr
        assert "Traceback" not in done.stderr
        assert [path.name for path in small.iterdir()] == [first]
    finally:
        subprocess.run([*UMOUNT, small], check=True)
    assert table.release() == first


def keep_link(table: Debian, small: Path) -> None:
    """Put the beginning of the release in use onto a small disk: enough to see that nobody touches it."""
    release = small / table.release()
    release.mkdir()
    shutil.copy(table.path("opt/citychase/releases") / table.release() / "complete", release)


MOMENTS = (
    "Setting up",
    "make the system user",
    "making the virtual environment",
    "Building wheel for citychase-tabletop",
    "call this machine citychase.local",
    "use release",
    "write /etc/citychase/board.toml",
    "install the units",
    "let the table start",
)


def test_power_cuts_anywhere_are_mended_by_running_it_again(fresh: Debian) -> None:
    """Each run comes further than the one before, beginning amidst Debian's packages."""
    for moment in MOMENTS:
        said = fresh.install_until(moment)
        assert moment in said
        assert "City Chase is installed" not in said
    done = fresh.install()
    assert done.returncode == 0, done.stdout + done.stderr
    assert not fresh.run("dpkg", "--audit").stdout
    assert fresh.releases() == {fresh.release()}
    assert fresh.run("citychase", "--version").returncode == 0
    assert not left(fresh) & {"./opt/citychase/source", "./opt/citychase/current.citychase-new"}
    assert "Nothing had to be changed" in fresh.install().stdout


def test_a_power_cut_while_upgrading_leaves_the_release_in_use(table: Debian, tmp_path: Path) -> None:
    first = table.release()
    later = replace(table, checkout=upgraded(table.checkout, tmp_path / "later"))
    assert "use release" not in later.install_until("Building wheel for citychase-tabletop")
    assert table.run("citychase", "--version").returncode == 0
    # The version before can be installed again, too, and clears the rest away.
    done = table.install(options=NO_NETWORK)
    assert done.returncode == 0, done.stderr
    assert table.release() == first


def test_using_a_release_does_not_damage_it(table: Debian) -> None:
    for words in (("--help",), ("doctor",), ("card", "--output", "-", "--no-wifi"), ("settings", "code", "--new")):
        table.run("citychase", *words)
    shutil.rmtree(next(table.path("opt/citychase/releases").glob("*/lib/python3*/site-packages/companion/__pycache__")))
    assert "Nothing had to be changed" in table.install(options=NO_NETWORK).stdout


def test_a_release_in_use_that_has_lost_something_is_kept_until_it_is_built_anew(table: Debian) -> None:
    first = table.release()
    [web] = table.path("opt/citychase/releases").glob("*/lib/python3*/site-packages/web")
    shutil.rmtree(web)
    for lost in web.parent.glob("flask*"):
        shutil.rmtree(lost)
    offline = replace(table, wheels=None)
    assert "City Chase is installed" not in table.install_until("installing the program")
    assert table.run("citychase", "--version").returncode != 0
    for _ in range(2):
        done = offline.install(options=(*NO_NETWORK, "--setenv=PIP_RETRIES=1"))
        assert "pip cannot reach the network." in done.stderr
        assert table.releases() == {first}
        assert table.run("citychase", "--version").returncode == 0
    done = table.install(options=NO_NETWORK)
    assert done.returncode == 0, done.stderr
    assert (table.release(), table.releases(), web.exists()) == (first, {first}, True)
    assert "Nothing had to be changed" in table.install(options=NO_NETWORK).stdout


def test_a_pi_gets_its_compiler_its_drivers_and_its_lines_of_config_txt(table: Debian, tmp_path: Path) -> None:
    model = tmp_path / "firmware/devicetree/base/model"
    model.parent.mkdir(parents=True)
    model.write_bytes(b"Raspberry Pi 4 Model B Rev 1.4\0")
    done = replace(table, binds={tmp_path / "firmware": "/sys/firmware"}).install("--dry-run")
    assert done.returncode == 0, done.stderr
    assert "on Raspberry Pi 4 Model B Rev 1.4" in done.stdout
    assert "would install the Debian packages gcc, libc6-dev, python3-dev" in done.stdout
    assert "with the drivers [pi]" in done.stdout
