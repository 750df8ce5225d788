"""How log lines look, on a terminal and in systemd's journal."""

import io
import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.logs import JournalFormatter, is_journal


def format_as_journal(level: int, message: str, error: Exception | None = None) -> list[str]:
    trace = (type(error), error, None) if error else None
    record = logging.LogRecord("table", level, __file__, 1, message, None, trace)
    return JournalFormatter("%(name)s: %(message)s").format(record).splitlines()


@pytest.mark.parametrize(
    ("level", "severity"),
    [
        (logging.CRITICAL, 2),
        (logging.ERROR, 3),
        (logging.WARNING, 4),
        (logging.INFO, 6),
        (logging.DEBUG, 7),
        (1, 7),
        (35, 4),
    ],
)
def test_the_journal_is_told_how_grave_it_is(level: int, severity: int) -> None:
    assert format_as_journal(level, "A game begins.") == [f"<{severity}>table: A game begins."]


def test_every_line_of_a_traceback_is_as_grave_as_its_first() -> None:
    assert format_as_journal(logging.ERROR, "broken", ValueError("why")) == ["<3>table: broken", "<3>ValueError: why"]


def test_the_journal_is_known_by_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (tmp_path / "journal").open("w") as stream:
        found = os.fstat(stream.fileno())
        assert not is_journal(stream)
        monkeypatch.setenv("JOURNAL_STREAM", f"{found.st_dev}:{found.st_ino}")
        assert is_journal(stream)
        monkeypatch.setenv("JOURNAL_STREAM", f"{found.st_dev}:{found.st_ino + 1}")
        assert not is_journal(stream)
    assert not is_journal(stream)
    assert not is_journal(None)
    assert not is_journal(io.StringIO())


SAY = """
import logging
from companion.logs import begin_logging
begin_logging()
logging.getLogger("table").warning("A switch is stuck.\\nIt is building 7.")
"""


@pytest.mark.parametrize(
    ("is_journal", "said"),
    [
        (True, "<4>table: A switch is stuck.\n<4>It is building 7.\n"),
        (False, "WARNING table: A switch is stuck.\nIt is building 7.\n"),
    ],
)
def test_the_program_writes_as_its_standard_error_wants_it(is_journal: bool, said: str, tmp_path: Path) -> None:
    with (tmp_path / "journal").open("w") as stream:
        found = os.fstat(stream.fileno())
        # systemd sets it for a unit whose output goes to the journal, also where the program's own goes elsewhere.
        place = f"{found.st_dev}:{found.st_ino if is_journal else found.st_ino + 1}"
        environment = {**os.environ, "JOURNAL_STREAM": place}
        subprocess.run([sys.executable, "-c", SAY], stderr=stream, env=environment, check=True)
    assert (tmp_path / "journal").read_text() == said
