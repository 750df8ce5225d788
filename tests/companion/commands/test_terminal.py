"""What a person at a terminal meets: progress, no answer to be written, Ctrl-C."""

import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.companion.commands.running import run_citychase

PROGRAM = str(Path(sys.executable).with_name("citychase"))
GAME = '[Helicopters "F G K"]\n1. 13 pB yx8- gO *\n'


def test_an_answer_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "many.chase"
    file.write_text(GAME * 1000)
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([PROGRAM, "verify", file], stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr.decode() == "citychase: the answer cannot be written: No space left on device.\n"


def test_a_reader_that_has_seen_enough_is_no_error(tmp_path: Path) -> None:
    file = tmp_path / "many.chase"
    file.write_text(GAME * 5000)
    with subprocess.Popen([PROGRAM, "verify", file], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""


def test_progress_is_shown_to_a_person_whose_results_go_elsewhere(tmp_path: Path) -> None:
    file = tmp_path / "games [b][red].chase"
    file.write_text(GAME * 3000)
    person, terminal = pty.openpty()
    done = subprocess.run(
        [PROGRAM, "verify", file],
        stdout=subprocess.PIPE,
        stderr=terminal,
        check=False,
        env={"PATH": "/usr/bin:/bin", "TERM": "xterm", "LC_ALL": "C.UTF-8"},
    )
    os.close(terminal)
    seen = os.read(person, 100_000).decode()
    os.close(person)
    assert done.stdout.count(b"\n") == 3000
    assert "Reading games [b][red].chase" in seen
    assert "%" in seen


# A process that was started in the background ignores SIGINT, and so would its children.
INTERRUPTIBLE = ("/usr/bin/env", "--default-signal=INT", PROGRAM)


def test_ctrl_c_stops_without_a_traceback() -> None:
    with subprocess.Popen([*INTERRUPTIBLE, "verify", "-"], stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        # Once it has taken more than a pipe holds, it is surely past its imports and waits for the rest.
        process.stdin.write(b" " * 1_000_000)
        process.stdin.flush()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert err.strip() == b"citychase: stopped."
    assert process.returncode == 1


def test_ctrl_c_while_starting_leaves_no_traceback_either() -> None:
    program = """
import sys
class Interrupting:
    def find_spec(self, name, *_):
        if name.startswith("companion.cli"):
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupting())
from companion.__main__ import main
main()
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False, timeout=30)
    assert (done.returncode, done.stderr) == (1, b"citychase: stopped.\n")


def test_help_that_cannot_be_written_is_one_sentence_too() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([PROGRAM, "--help"], stdout=full, stderr=subprocess.PIPE, check=False)
        silent = subprocess.run([PROGRAM, "verify", "missing"], stdout=subprocess.PIPE, stderr=full, check=False)
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
    assert silent.returncode == 2


def test_standard_input_that_is_closed_is_told_so() -> None:
    command = ["/bin/sh", "-c", '"$0" verify - <&-', PROGRAM]
    done = subprocess.run(command, capture_output=True, check=False, text=True)
    assert done.returncode == 2
    assert done.stderr.startswith("citychase: standard input cannot be read")
    assert run_citychase("verify", given="").code == 1


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_the_doctor_whom_nobody_hears_still_has_an_exit_code(tmp_path: Path, closed: str) -> None:
    words = f'exec "$0" doctor --data "$1" {closed}'
    done = subprocess.run(["/bin/sh", "-c", words, PROGRAM, tmp_path], capture_output=True, check=False)
    assert done.returncode in {0, 1}
    assert b"Traceback" not in done.stderr
