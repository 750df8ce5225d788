"""A machine that is made up: a folder as its root, and commands that only remember that they were called."""

import io
import os
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from systemd.installer.commands import Answer
from systemd.installer.installing import install
from systemd.installer.machine import Machine
from systemd.installer.options import Options
from systemd.installer.places import SERVICE, SOCKET, Places
from systemd.installer.problems import CommandFailed
from systemd.installer.voice import Voice
from systemd.installer.work import Work

CHECKOUT = Path(__file__).parents[2]
PI_3 = Machine("Raspberry Pi 3 Model B Plus Rev 1.3", systemd=252, is_booted=True, host="raspberrypi")
PI_4 = Machine("Raspberry Pi 4 Model B Rev 1.4", systemd=252, is_booted=True, host="raspberrypi")
PI_5 = Machine("Raspberry Pi 5 Model B Rev 1.0", python="3.13.5", systemd=257, is_booted=True, host="raspberrypi")
LAPTOP = Machine("", systemd=252, is_booted=True, host="laptop")
AVAHI = "# avahi\n[server]\n#host-name=foo\nuse-ipv4=yes\n\n[wide-area]\nenable-wide-area=yes\n"
AVAHI_DAEMON = "avahi-daemon.service"
CONFIG = "dtparam=audio=on\n"


DRIVER = "lib/python3.11/site-packages/driver.py"
"""A part of a release."""
DRIVERS_TEXT = "import pins\n"


class PowerCut(BaseException):
    """Nothing goes on after this."""


def lose_power(bench: "Bench") -> None:
    """Install until the power fails. What the installer still does while it is being torn down does not count."""
    with pytest.raises(PowerCut):
        install(bench.work)
    root = bench.places.root
    shutil.rmtree(root)
    root.with_name(f"{root.name}.cut").rename(root)
    bench.commands.active.clear()
    bench.commands.moments_left = None
    bench.commands.cut_before = ""


def damage(bench: "Bench") -> None:
    """Let the release in use lose a driver."""
    (bench.places.current / DRIVER).unlink()


def write_schema(path: Path, schema: int) -> None:
    """Make a journal of a form, in the mode that the table keeps it in."""
    with closing(sqlite3.connect(path)) as journal:
        journal.execute("PRAGMA journal_mode=WAL")
        journal.execute(f"PRAGMA user_version={schema}")


@dataclass
class FakeCommands:
    """Does to the root what the commands that matter would do there."""

    places: Places
    packages: set[str] = field(
        default_factory=lambda: {"python3-venv", "avahi-daemon", "gcc", "libc6-dev", "python3-dev"}
    )
    enabled: set[str] = field(default_factory=set)
    active: set[str] = field(default_factory=set)
    broken_releases: set[str] = field(default_factory=set)
    schema: int = 0
    """The form that a start gives the games; 0: it leaves them alone."""
    listens_at: int = 80
    audit: str = ""
    """What dpkg says of an interrupted installation."""
    locked_s: int = 0
    """How long another program is still at work on Debian's packages."""
    has_lost_python: bool = False
    """Whether releases cannot run any more."""
    programs: set[str] = field(default_factory=lambda: {"nmcli", "NetworkManager"})
    log: list[str] = field(default_factory=list)
    """What was run, without what only asks."""
    journal: list[tuple[str, str]] = field(default_factory=list)
    """Who said something, by the option that asks for that, and what. Each line takes a second."""
    last_words: str = "It is broken."
    """What a broken release says."""
    avahi_began: str = "Thu 1970-01-01 00:00:01.000000 UTC\n"
    moments: int = 0
    """How often the power could have been cut: before each command, and whenever something is on the disk."""
    moments_left: int | None = None
    """How many of them pass before the power is cut; None: it is not."""
    cut_before: str = ""
    """The command before which the power is cut."""
    failing: str = ""
    """A word of the commands that fail; empty: none does."""
    complaint: str = "It is broken."
    """What they say."""

    def ask(self, *command: str) -> Answer:
        match command:
            case ("dpkg-query", *_, package):
                return Answer(0, "installed") if package in self.packages else Answer(1, "no packages found")
            case ("systemctl", *words):
                return self._ask_systemctl(words)
            case ("date", _):
                return Answer(0, f"@{len(self.journal)}\n")
            case ("journalctl", *_, "--since", since, which, _):
                told = (line for kind, line in self.journal[int(since[1:]) :] if kind == which)
                return Answer(0, "".join(f"{line}\n" for line in told))
            case (_, "settings", "code"):
                return Answer(0, "4711\n", "A warning.\n")
            case ("dpkg", "--audit"):
                return Answer(0, self.audit)
            case (_, "-IB", *_):
                return Answer(1 if self.has_lost_python else 0, "")
            case ("nmcli", *words):
                return Answer(self._code_of_nmcli(words), "")
        return Answer(0, "")

    def _code_of_nmcli(self, words: Sequence[str]) -> int:
        if "nmcli" not in self.programs:
            return 127
        return 0 if words == ["--version"] or "NetworkManager" in self.programs else 8

    def _ask_systemctl(self, words: list[str]) -> Answer:
        match words:
            case ("is-enabled", unit):
                return Answer(0, "enabled\n") if unit in self.enabled else Answer(1, "disabled\n")
            case ("is-active", unit):
                return Answer(0, "active\n") if unit in self.active else Answer(3, "inactive\n")
            case ("show", "-P", "StatusText", _):
                return Answer(0, "The table is open at http://192.0.2.7/\n")
            case ("show", "-P", "Listen", _):
                return Answer(0, f"[::]:{self.listens_at} (Stream)\n")
            case ("show", *_):
                return Answer(0, self.avahi_began)
        return Answer(0, "")

    def run(self, *command: str) -> None:
        self._remember(command)
        match command:
            case ("nmcli", *words) if self._code_of_nmcli(words):
                raise CommandFailed("nmcli", 8, "Error: NetworkManager is not running.")
            case ("systemd-sysusers", _):
                self._append("etc/passwd", "citychase:x:0:0::/var/lib/citychase:/usr/sbin/nologin\n")
                self._append("etc/group", "gpio:x:997:citychase\nspi:x:996:citychase\ni2c:x:995:citychase\n")
            case ("userdel", _):
                (self.places.root / "etc/passwd").write_text("root:x:0:0::/root:/bin/sh\n")
            case ("udevadm", "trigger", *_) if (device := self.places.root / "dev/pio0").exists():
                device.chmod(0o660)
                os.chown(device, -1, 997)
            case ("systemctl", "enable", *units):
                self.enabled |= set(units)
            case ("systemctl", "disable", *units):
                self.enabled -= set(units)
            case ("systemctl", "stop", *units):
                self._stop(units)
            case ("systemctl", "start" | "restart", unit):
                self.active.add(unit)
                if unit == AVAHI_DAEMON:
                    self.avahi_began = "Thu 2999-01-03 00:00:00.000000 UTC\n"

    def _stop(self, units: Sequence[str]) -> None:
        if SERVICE in self.active.intersection(units):
            self.journal.append(("--identifier", "It ends."))
        self.active -= set(units)

    def pause(self, seconds: int) -> None:
        self.locked_s -= seconds

    def show(self, *command: str, **_: str) -> None:
        self._remember(command)
        if self.locked_s > 0 and command[0] in {"apt-get", "dpkg"}:
            raise CommandFailed(command[0], 100, "E: Could not get lock /var/lib/apt/lists/lock. It is held by 77")
        match command:
            case ("apt-get", "install", *packages):
                self.packages |= set(packages)
            case (_, "-m", "pip", *_, source):
                self._install(Path(command[0]).parents[1], source)
            case ("systemctl", "start", unit):
                if self.schema:
                    write_schema(self.places.journal, self.schema)
                self.journal.append(("--unit", "Starting City Chase ..."))
                if self.places.current.readlink().name in self.broken_releases:
                    if self.last_words:
                        self.journal.append(("--identifier", self.last_words))
                    raise CommandFailed("systemctl start", 1, "Job for citychase.service failed.")
                self.active |= {unit, SOCKET}
                self.journal.append(("--identifier", "It has begun."))

    def _install(self, release: Path, source: str) -> None:
        hardware = release / "lib/python3.11/site-packages/hardware"
        hardware.mkdir(parents=True)
        shutil.copy(Path(source.partition("[")[0]) / "hardware/board.toml", hardware)
        (release / DRIVER).write_text(DRIVERS_TEXT)

    def _append(self, name: str, text: str) -> None:
        path = self.places.root / name
        path.write_text(path.read_text() + text)

    def _remember(self, command: tuple[str, ...]) -> None:
        self.let_a_moment_pass()
        line = " ".join(command)
        if line == self.cut_before:
            self._cut_power()
        self.log.append(line)
        if self.failing and self.failing in line:
            raise CommandFailed(command[0], 1, self.complaint)

    def let_a_moment_pass(self) -> None:
        self.moments += 1
        if self.moments_left is not None:
            if not self.moments_left:
                self._cut_power()
            self.moments_left -= 1

    def _cut_power(self) -> None:
        root = self.places.root
        shutil.copytree(root, root.with_name(f"{root.name}.cut"), symlinks=True)
        raise PowerCut


@dataclass
class Bench:
    """A made-up machine, and what its owner was told."""

    work: Work
    commands: FakeCommands
    out: io.StringIO

    @property
    def places(self) -> Places:
        return self.work.places

    @property
    def said(self) -> str:
        return self.out.getvalue()

    def files(self) -> dict[str, str]:
        """Return all files and links of the machine."""
        found = sorted(path for path in self.places.root.rglob("*") if path.is_file() or path.is_symlink())
        return {
            str(path.relative_to(self.places.root)): str(path.readlink())
            if path.is_symlink()
            else path.read_text(errors="surrogateescape")
            for path in found
        }


def make_bench(
    root: Path,
    machine: Machine = LAPTOP,
    options: Options | None = None,
    answers: str | None = "",
    checkout: Path = CHECKOUT,
) -> Bench:
    """Make a machine up. Answers are what its owner types; with None there is no terminal."""
    places = Places(root)
    if not root.exists():
        for name, text in {
            "etc/passwd": "root:x:0:0::/root:/bin/sh\n",
            "etc/group": "root:x:0:\n",
            "etc/avahi/avahi-daemon.conf": AVAHI,
            "boot/firmware/config.txt": CONFIG,
            "dev/spidev0.0": "",
            "run/made": "",
        }.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
    commands = FakeCommands(places)
    out = io.StringIO()
    wishes = options or Options()
    voice = Voice(out, None if answers is None else io.StringIO(answers), wishes.says_yes)
    return Bench(Work(checkout, places, machine, commands, voice, wishes), commands, out)
