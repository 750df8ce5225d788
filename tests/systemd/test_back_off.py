"""How long a table waits before it starts again, with a sleep that only notes how long."""

import os
import subprocess
from pathlib import Path

import pytest

BACK_OFF = Path(__file__).parents[2] / "systemd" / "back-off"


class Folder:
    """A table's folder, in which starts and ends are written down."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "table"
        self._folder.mkdir()
        self._programs = folder / "bin"
        self._programs.mkdir()
        sleep = self._programs / "sleep"
        sleep.write_text('#!/bin/sh\necho "slept $1"\n')
        sleep.chmod(0o755)
        self._script = 'exec /bin/sh "$@"'
        self.complaints = ""

    def fill_disk(self) -> None:
        """Let files be made as before, but nothing be written into them."""
        self._script = 'ulimit -f 0; trap "" XFSZ; exec /bin/sh "$@"'

    def run(self, verb: str, result: str = "") -> "subprocess.CompletedProcess[str]":
        environment = {"PATH": f"{self._programs}:/usr/bin:/bin", "SERVICE_RESULT": result}
        command = ["/bin/sh", "-c", self._script, "sh", str(BACK_OFF), verb]
        done = subprocess.run(command, cwd=self._folder, env=environment, capture_output=True, text=True, check=False)
        self.complaints += done.stderr
        return done

    def start(self) -> int:
        """Start, and return how many seconds that waited."""
        done = self.run("before")
        assert done.returncode == 0
        return sum(int(line.removeprefix("slept ")) for line in done.stdout.splitlines() if line.startswith("slept "))

    def end(self, result: str) -> None:
        assert self.run("after", result).returncode == 0

    def grow_old(self) -> None:
        """Let the table have run for a quarter of an hour."""
        seen = self._folder / ".started"
        long_ago = seen.stat().st_mtime - 15 * 60
        os.utime(seen, (long_ago, long_ago))

    def note(self, text: str) -> None:
        """Let something else be noted of earlier failures."""
        (self._folder / ".failing").symlink_to(text)

    def write(self, name: str, text: str) -> None:
        (self._folder / name).write_text(text)


@pytest.fixture
def table(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def test_the_first_start_waits_for_nothing(table: Folder) -> None:
    assert table.start() == 0


@pytest.mark.parametrize("result", ["exit-code", "signal", "watchdog", "timeout"])
def test_every_failure_doubles_the_time_up_to_a_minute(table: Folder, result: str) -> None:
    waited = []
    for _ in range(9):
        waited.append(table.start())
        table.end(result)
    assert waited == [0, 1, 3, 7, 15, 31, 60, 60, 60]


def test_who_is_told_to_stop_has_not_failed(table: Folder) -> None:
    for _ in range(4):
        table.start()
        table.end("signal")
    table.start()
    table.end("success")
    assert table.start() == 0


def test_after_a_good_run_old_failures_are_forgotten(table: Folder) -> None:
    for _ in range(4):
        table.start()
        table.end("signal")
    table.start()
    table.grow_old()
    table.end("signal")
    assert table.start() == 0


@pytest.mark.parametrize("text", ["soon", "-5", "99999999999999", "1; reboot", "\n\n"])
def test_a_note_that_says_something_else_counts_for_nothing(table: Folder, text: str) -> None:
    table.note(text)
    assert table.start() == 0


@pytest.mark.parametrize("text", ["", "7\n"])
def test_a_file_in_the_place_of_the_note_counts_for_nothing_and_is_replaced(table: Folder, text: str) -> None:
    table.write(".failing", text)
    assert table.start() == 0
    table.end("signal")
    assert table.start() == 1


def test_on_a_full_disk_the_time_grows_all_the_same_and_nothing_is_complained_of(table: Folder) -> None:
    table.fill_disk()
    for _ in range(4):
        table.end("signal")
    assert table.start() == 15
    assert table.complaints == ""


def test_anything_else_is_wrong_usage(table: Folder) -> None:
    assert table.run("during").returncode == 2
