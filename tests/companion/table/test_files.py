"""Files are replaced as a whole, private, and belong to whom their folder belongs to."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from companion.table.files import LEFT_S, as_owner_of, clear_drafts, give_to_folders_owner, read_file, replace_file
from companion.table.journal import Journal
from companion.table.storage import NoStorage, Storage
from tests.companion.commands.running import run_citychase

SOMEONE = 12345


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int, int]]:
    """Return what is given away by a program that root runs, whoever runs this test."""
    told: list[tuple[str, int, int]] = []

    def chown(path: Path, user: int, group: int, *, follow_symlinks: bool) -> None:
        assert not follow_symlinks, "a link could lead anywhere"
        told.append((path.name, user, group))

    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "chown", chown)
    return told


def test_a_file_is_replaced_and_is_private(tmp_path: Path) -> None:
    path = tmp_path / "seats.json"
    path.write_text("old")
    replace_file(path, b"new")
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o600
    assert [one.name for one in tmp_path.iterdir()] == ["seats.json"]


def test_what_a_power_cut_has_left_half_written_is_cleared_away_and_nothing_else(tmp_path: Path) -> None:
    draft = tmp_path / ".seats.json.0badcafe.new"
    draft.write_text("ha")
    long_ago = time.time() - LEFT_S - 1
    os.utime(draft, (long_ago, long_ago))
    (tmp_path / "mine.new").write_text("a file of someone's own")
    clear_drafts(tmp_path)
    assert [one.name for one in tmp_path.iterdir()] == ["mine.new"]


def test_a_draft_that_another_program_is_writing_stays(tmp_path: Path) -> None:
    (tmp_path / ".settings.toml.0badcafe.new").write_text("ha")
    clear_drafts(tmp_path)
    assert [one.name for one in tmp_path.iterdir()] == [".settings.toml.0badcafe.new"]


def test_what_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "seats.json").mkdir()
    with pytest.raises(OSError, match="directory"):
        replace_file(tmp_path / "seats.json", b"new")
    assert [one.name for one in tmp_path.iterdir()] == ["seats.json"]


def test_a_pipe_in_the_place_of_a_file_keeps_nobody_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "owner-code")
    with pytest.raises(OSError, match="not a file"):
        read_file(tmp_path / "owner-code", 8)


def test_of_a_long_file_only_the_beginning_is_read(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_bytes(b"x" * 100)
    assert read_file(tmp_path / "settings.toml", 10) == b"x" * 11


def test_what_root_makes_belongs_to_the_folders_owner(tmp_path: Path, given: list[tuple[str, int, int]]) -> None:
    replace_file(tmp_path / "key", b"k")
    folder = tmp_path.stat()
    assert [(name[:5], user, group) for name, user, group in given] == [(".key.", folder.st_uid, folder.st_gid)]


def test_nobody_else_gives_files_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: SOMEONE)
    path = tmp_path / "key"
    path.touch()
    before = path.stat()
    give_to_folders_owner(path)
    assert (path.stat().st_uid, path.stat().st_gid) == (before.st_uid, before.st_gid)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a folder someone else's")
def test_root_really_gives_it(tmp_path: Path) -> None:
    folder = tmp_path / "table"
    folder.mkdir()
    os.chown(folder, SOMEONE, SOMEONE)
    replace_file(folder / "key", b"k")
    assert ((folder / "key").stat().st_uid, (folder / "key").stat().st_gid) == (SOMEONE, SOMEONE)


@pytest.fixture
def folder_of_someone() -> Iterator[Path]:
    """Return a table's folder that belongs to a user who is not root, and may have put anything into it."""
    # Not in tmp_path, whose parents only root may enter.
    with TemporaryDirectory() as outer:
        Path(outer).chmod(0o755)
        folder = Path(outer) / "table"
        folder.mkdir(mode=0o700)
        os.chown(folder, SOMEONE, SOMEONE)
        yield folder


AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become someone else")


@AS_ROOT
def test_root_becomes_whom_a_folder_belongs_to_and_root_again(folder_of_someone: Path) -> None:
    groups = os.getgroups()
    with as_owner_of(folder_of_someone):
        assert (os.geteuid(), os.getegid(), os.getgroups()) == (SOMEONE, SOMEONE, [])
        (folder_of_someone / "made").touch()
    assert (os.geteuid(), os.getegid(), os.getgroups()) == (0, 0, groups)
    assert (folder_of_someone / "made").stat().st_uid == SOMEONE


@AS_ROOT
@pytest.mark.parametrize("name", ["settings.toml", "owner-code", "settings.last-good.json", "journal.sqlite3"])
@pytest.mark.parametrize(
    "words",
    [
        ("settings", "set", "sound", "false"),
        ("settings",),
        ("settings", "code"),
        ("settings", "code", "--new"),
        ("games",),
        ("games", "backup", "COPY"),
        ("games", "restore", "COPY"),
        ("doctor",),
    ],
    ids=" ".join,
)
def test_no_link_in_the_folder_leads_root_to_what_is_not_the_tables(
    name: str, words: tuple[str, ...], folder_of_someone: Path, tmp_path: Path
) -> None:
    secret = tmp_path / "secret"
    secret.write_text("root's own secret")
    secret.chmod(0o600)
    before = secret.stat()
    (folder_of_someone / name).symlink_to(secret)
    copy = tmp_path / "copy.sqlite3"
    Journal(copy).close()
    said = run_citychase(*(word.replace("COPY", str(copy)) for word in words), STATE_DIRECTORY=str(folder_of_someone))
    assert "Traceback" not in said.err
    after = secret.stat()
    assert secret.read_text() == "root's own secret"
    assert (after.st_uid, after.st_mode, after.st_mtime) == (before.st_uid, before.st_mode, before.st_mtime)
    others = [one for one in folder_of_someone.iterdir() if not one.is_symlink()]
    assert [one for one in others if b"secret" in one.read_bytes()] == []
    assert {one.stat().st_uid for one in others} <= {SOMEONE}


@AS_ROOT
def test_root_cannot_play_in_a_folder_of_another_user(folder_of_someone: Path) -> None:
    with pytest.raises(NoStorage, match="sudo systemctl start citychase"):
        Storage(folder_of_someone)
    assert list(folder_of_someone.iterdir()) == []
