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
        sleep.write_text('#!/bin/sh\necho "$1" >>"$SLEPT"\n')
        sleep.chmod(0o755)
        self._slept = folder / "slept"

    def _run(self, verb: str, result: str = "") -> int:
        environment = {
            "PATH": f"{self._programs}:/usr/bin:/bin", "SLEPT": str(self._slept), "SERVICE_RESULT": result
        }  # fmt: skip
        command = ["/bin/sh", str(BACK_OFF), verb]
        return subprocess.run(command, cwd=self._folder, env=environment, capture_output=True, check=False).returncode

    def start(self) -> int:
        """Start, and return how many seconds that waited."""
        self._slept.write_text("")
        assert self._run("before") == 0
        return sum(map(int, self._slept.read_text().split()))

    def end(self, result: str) -> None:
        assert self._run("after", result) == 0

    def grow_old(self) -> None:
        """Let the table have run for a quarter of an hour."""
        seen = self._folder / ".started"
        long_ago = seen.stat().st_mtime - 15 * 60
        os.utime(seen, (long_ago, long_ago))

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


@pytest.mark.parametrize("text", ["", "soon", "-5", "99999999999999", "1; reboot", "\n\n"])
def test_a_file_that_says_something_else_counts_for_nothing(table: Folder, text: str) -> None:
    table.write(".failing", text)
    assert table.start() == 0


def test_anything_else_is_wrong_usage(table: Folder) -> None:
    assert table._run("during") == 2
