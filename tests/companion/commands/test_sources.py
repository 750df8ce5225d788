from pathlib import Path

import click
import pytest

from companion.commands import sources

RECORD = '[Helicopters "F G K"]\n*\n'


def test_more_than_can_be_read_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sources, "LARGEST_BYTES", 100)
    file = tmp_path / "large.chase"
    file.write_text(RECORD * 10)
    with pytest.raises(sources.Unreadable, match="larger than"):
        sources.read_source(str(file))


def test_a_file_that_may_not_be_read_is_told_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(sources.Unreadable, match=r"night.chase cannot be read: Permission denied\."):
        sources.read_source(str(tmp_path / "night.chase"))


def test_a_file_without_a_name_is_not_this_folder() -> None:
    with pytest.raises(sources.Unreadable, match="'' cannot be read: No such file or directory"):
        sources.read_source("")


def test_a_hostile_file_name_is_shown_harmless() -> None:
    with pytest.raises(sources.Unreadable) as told:
        sources.read_source("\x1b[31mred")
    assert "\x1b" not in str(told.value)


def test_at_a_terminal_a_file_must_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    with pytest.raises(click.UsageError, match="Which record"):
        sources.chosen_names(())
