"""The installer where what it says cannot be written: streams that are closed, full, or that nobody reads any more."""

import io
import os
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from systemd.installer.installing import install
from systemd.installer.options import Options
from systemd.installer.problems import Problem
from systemd.installer.voice import Unheard, Voice
from tests.systemd.faking import CHECKOUT, PI_5, make_bench

UNWRITTEN = "citychase: the answer cannot be written: No space left on device.\n"


def shell(script: str) -> "subprocess.CompletedProcess[str]":
    """Run the installer as a shell's line says."""
    command = ["bash", "-c", f"set -o pipefail; {script.replace('INSTALL', 'systemd/install')}"]
    return subprocess.run(command, cwd=CHECKOUT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("script", "code", "complaint"),
    [
        ("INSTALL --dry-run >/dev/full", 2, UNWRITTEN),
        ("INSTALL --dry-run >/dev/full 2>&1", 2, ""),
        ("exec 3> >(true); wait $!; INSTALL --dry-run >&3", 1, ""),
        ("INSTALL uninstall --dry-run >/dev/full", 2, UNWRITTEN),
        ("INSTALL --help >/dev/full", 2, UNWRITTEN),
        ("PYTHONUNBUFFERED=1 INSTALL --help >/dev/full", 2, UNWRITTEN),
        ("INSTALL --help >&-", 0, ""),
        ("INSTALL --bogus >&-", 2, "citychase: unrecognized arguments: --bogus. See --help.\n"),
        ("INSTALL --bogus 2>&-", 2, ""),
        ("INSTALL --bogus 2>/dev/full", 2, ""),
        ("INSTALL --bogus <&- >&- 2>&-", 2, ""),
    ],
)
def test_an_answer_that_cannot_be_written_is_a_sentence_or_silence(script: str, code: int, complaint: str) -> None:
    done = shell(script)
    assert (done.returncode, done.stderr) == (code, complaint)


def test_a_dry_run_with_nowhere_to_talk_to_is_silent() -> None:
    done = shell("INSTALL --dry-run >&-")
    # Whether this machine can have a table is another matter.
    assert done.returncode in {0, 1}
    assert "Traceback" not in done.stderr


class Unread(io.StringIO):
    """What nobody reads any more, after so many writes."""

    def __init__(self, writes: int = 0) -> None:
        super().__init__()
        self._writes = writes
        self._reading, self._writing = os.pipe()
        os.close(self._reading)

    def write(self, text: str) -> int:
        self._writes -= 1
        return super().write(text) if self._writes >= 0 else os.write(self._writing, text.encode())

    def fileno(self) -> int:
        return self._writing

    def close(self) -> None:
        if not self.closed:
            os.close(self._writing)
        super().close()


@pytest.fixture
def unread() -> Iterator[Callable[[int], Unread]]:
    made: list[Unread] = []

    def make(writes: int) -> Unread:
        made.append(Unread(writes))
        return made[-1]

    yield make
    for stream in made:
        stream.close()


def test_work_that_is_under_way_goes_on_and_is_told_elsewhere(tmp_path: Path, unread: Callable[[int], Unread]) -> None:
    yes = Options(says_yes=True)
    whole = make_bench(tmp_path / "whole", PI_5, yes)
    install(whole.work)
    bench = make_bench(tmp_path / "root", PI_5, yes)
    out, elsewhere = unread(3), io.StringIO()
    install(replace(bench.work, voice=Voice(out, None, says_yes=True, elsewhere=elsewhere)))
    assert bench.files() == whole.files()
    first, _, rest = elsewhere.getvalue().lstrip().partition("\n")
    assert first == "citychase: this cannot be written any more (Broken pipe). The work goes on, here:"
    assert out.getvalue() + rest == whole.said


def test_work_that_is_under_way_goes_on_also_where_nobody_hears_of_it(
    tmp_path: Path, unread: Callable[[int], Unread]
) -> None:
    yes = Options(says_yes=True)
    whole = make_bench(tmp_path / "whole", PI_5, yes)
    install(whole.work)
    bench = make_bench(tmp_path / "root", PI_5, yes)
    install(replace(bench.work, voice=Voice(unread(3), None, says_yes=True, elsewhere=unread(0))))
    assert bench.files() == whole.files()


def test_a_question_that_nobody_can_read_is_not_answered(unread: Callable[[int], Unread]) -> None:
    voice = Voice(unread(0), io.StringIO("y\n"), elsewhere=unread(0))
    with pytest.raises(Problem, match=r"^Shall I\? Nobody can read this question\. Add --yes\.$"):
        voice.ask("Shall I?", "Add --yes.")


def test_who_only_talks_stops_where_nobody_hears_it(unread: Callable[[int], Unread]) -> None:
    voice = Voice(unread(1), None)
    voice.say("heard")
    with pytest.raises(Unheard, match=r"^the answer cannot be written: Broken pipe\.$"):
        voice.say("unheard")
