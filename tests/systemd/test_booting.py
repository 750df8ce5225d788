"""The installed table in a Debian that really starts: it opens by itself, and a broken release makes way."""

import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from tests.systemd.test_installing import upgraded
from tests.systemd.trying import CHECKOUT, Debian, children, cut_power

LATER = "/later"
VISIT = """import urllib.request
print(urllib.request.urlopen("http://127.0.0.1/", timeout=60).status)"""
PATIENCE_S = 60


class Booted:
    """A Debian that has started."""

    def __init__(self, nspawn: int) -> None:
        self._nspawn = nspawn

    def inside(self, *command: str) -> list[str]:
        """Return the command that runs a command in it."""
        entering = ["nsenter", "--target", str(children(self._nspawn)[0]), "--all"]
        settings = ["PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "PIP_NO_INDEX=1", "PIP_FIND_LINKS=/wheels"]
        return [*entering, "env", "-i", *settings, *command]

    def run(self, *command: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(self.inside(*command), capture_output=True, text=True, check=False)

    def is_up(self) -> bool:
        is_there = bool(children(self._nspawn))
        return is_there and self.run("systemctl", "is-system-running").stdout.strip() in {"running", "degraded"}

    def visit(self) -> str:
        """Return the answer of the pages."""
        done = self.run("python3", "-c", VISIT)
        return done.stdout.strip() or done.stderr.strip().splitlines()[-1]


@contextmanager
def boot(debian: Debian) -> Iterator[Booted]:
    command = debian.command("--boot", options=("--private-network",))
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        booted = Booted(process.pid)
        try:
            deadline = time.monotonic() + PATIENCE_S
            while not booted.is_up():
                assert time.monotonic() < deadline, "This Debian does not start."
                time.sleep(0.1)
            yield booted
        finally:
            cut_power(process.pid)


@pytest.fixture
def later(table: Debian, tmp_path: Path) -> Path:
    """Return a later version that does not start, with another unit and another plan of the board."""
    checkout = upgraded(table.checkout, tmp_path / "later")
    play = checkout / "companion/commands/play.py"
    play.write_text(
        re.sub(
            r"(?m)^( +)plan = read_plan",
            r'\1raise SystemExit("broken on purpose")\n\1plan = read_plan',
            play.read_text(),
        )
    )
    unit = checkout / "systemd/citychase.service"
    unit.write_text(unit.read_text().replace("RestartSec=2", "RestartSec=3"))
    board = checkout / "hardware/board.toml"
    board.write_text(f"# A newer plan.\n{board.read_text()}")
    return checkout


def test_the_table_opens_by_itself_and_a_release_that_does_not_start_makes_way(table: Debian, later: Path) -> None:
    first = table.release()
    with boot(replace(table, binds={later: LATER})) as booted:
        assert booted.visit() == "200", booted.run("journalctl", "-u", "citychase", "--no-pager").stdout
        again = booted.run("make", "--silent", "-C", CHECKOUT, "install")
        assert again.returncode == 0, again.stderr
        assert "The table says:      The table is open" in again.stdout
        broken = booted.run("make", "--silent", "-C", LATER, "install")
        assert broken.returncode != 0
        assert f"The table runs again on the one before, {first}. Its last words:" in broken.stderr
        assert re.search(r"words:\n(    broken on purpose\n)+All of them", broken.stderr), broken.stderr
        assert (table.release(), booted.visit()) == (first, "200")
        assert "RestartSec=2\n" in table.path("etc/systemd/system/citychase.service").read_text()
        assert not table.path("etc/citychase/board.toml").read_text().startswith("# A newer plan.")
        another = booted.run("make", "--silent", "-C", CHECKOUT, "install", "OPTIONS=--port 8080")
        assert another.returncode == 0, another.stderr
        assert "Connection refused" in booted.visit()
        gone = booted.run("make", "--silent", "-C", CHECKOUT, "uninstall")
        assert gone.returncode == 0, gone.stderr
        assert booted.run("systemctl", "is-active", "citychase.service", "citychase.socket").stdout == "inactive\n" * 2


BREAK = """cd /run/systemd/system
mkdir -p citychase.service.d
printf '%s\\n' '[Service]' ExecStart= ExecStart=/bin/false ExecStartPre= RestartSec=1ms >citychase.service.d/broken.conf
systemctl daemon-reload
systemctl restart citychase.service"""
MEND = """rm /run/systemd/system/citychase.service.d/broken.conf /var/lib/citychase/.failing
systemctl daemon-reload"""


def test_a_table_that_fails_again_and_again_keeps_its_address_and_phones_wait(table: Debian) -> None:
    """systemd gives up a socket that starts its service too often. Here it does not even wait before it tries again."""
    with boot(table) as booted, ExitStack() as opened:
        booted.run("sh", "-c", BREAK)
        visitor = booted.inside("python3", "-c", VISIT)
        waiting = opened.enter_context(subprocess.Popen(visitor, stdout=subprocess.PIPE, text=True))
        opened.callback(waiting.kill)
        deadline = time.monotonic() + PATIENCE_S
        while int(booted.run("systemctl", "show", "-P", "NRestarts", "citychase.service").stdout) < 100:
            assert time.monotonic() < deadline, booted.run("systemctl", "status", "citychase.service").stdout
            time.sleep(0.1)
        assert booted.run("systemctl", "is-active", "citychase.socket").stdout == "active\n"
        booted.run("sh", "-c", MEND)
        said, _ = waiting.communicate(timeout=PATIENCE_S)
        assert said.strip() == "200"
