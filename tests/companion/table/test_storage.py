"""The folder of a table: private, for one table at a time, and with a key that is made once."""

import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.table.journal import NotSaved
from companion.table.pins import hash_pin
from companion.table.seats import Player, Seats
from companion.table.storage import KEY_BYTES, NoStorage, Storage, default_folder, find_journal
from tests.companion.commands.running import run_citychase

SEATS = Seats((Player("0123456789abcdef", "thief", "Ana", 2, 7, hash_pin("1234")), Player("fe", "watch", "Gäst")), 9)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "table"


@pytest.fixture
def storage(folder: Path) -> Iterator[Storage]:
    opened = Storage(folder)
    yield opened
    opened.close()


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o077])
def test_folder_and_files_are_private_whatever_the_umask(folder: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        storage = Storage(folder)
        storage.key()
        storage.write_seats(SEATS)
        storage.close()
    finally:
        os.umask(before)
    assert mode(folder) == 0o700
    assert {file.name: mode(file) for file in folder.iterdir()} == {"lock": 0o600, "key": 0o600, "seats.json": 0o600}


def test_the_key_is_made_once_and_kept(folder: Path) -> None:
    first = Storage(folder)
    key = first.key()
    assert len(key) == KEY_BYTES
    assert first.key() == key
    first.close()
    second = Storage(folder)
    assert second.key() == key
    second.close()


def test_two_tables_have_different_keys(tmp_path: Path) -> None:
    one, other = Storage(tmp_path / "one"), Storage(tmp_path / "other")
    assert one.key() != other.key()
    one.close()
    other.close()


@pytest.mark.parametrize("damaged", [b"", b"short"])
def test_a_damaged_key_is_replaced(storage: Storage, folder: Path, damaged: bytes) -> None:
    (folder / "key").write_bytes(damaged)
    assert len(storage.key()) == KEY_BYTES
    assert (folder / "key").read_bytes() == storage.key()


def test_a_second_table_in_the_same_folder_is_refused(storage: Storage, folder: Path) -> None:
    with pytest.raises(NoStorage, match="Another table is using the folder"):
        Storage(folder)
    storage.close()
    Storage(folder).close()


def test_a_second_program_in_the_same_folder_ends_with_a_sentence(storage: Storage, folder: Path) -> None:
    assert storage.folder == folder
    run = run_citychase("play", "--board", "simulated", "--host", "127.0.0.1", "--data", folder)
    assert run.code == 2
    assert run.err.strip().endswith("Stop it, or name another folder with --data.")
    assert "Traceback" not in run.err


def test_a_folder_that_holds_other_things_is_not_ours_to_shut(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "holiday.jpg").touch()
    with pytest.raises(NoStorage, match="it holds other things"):
        Storage(tmp_path)
    assert mode(tmp_path) == 0o755
    assert [file.name for file in tmp_path.iterdir()] == ["holiday.jpg"]


def test_an_empty_folder_and_one_with_our_journal_are_shut(tmp_path: Path) -> None:
    for content in ((), ("journal.sqlite3", "key")):
        tmp_path.chmod(0o755)
        for name in content:
            (tmp_path / name).touch()
        Storage(tmp_path).close()
        assert mode(tmp_path) == 0o700


def test_a_private_folder_with_other_things_may_be_used(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    (tmp_path / "holiday.jpg").touch()
    Storage(tmp_path).close()


def test_a_file_in_the_folders_place_is_told_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NoStorage, match=r"cannot be used: .* Name another one with --data"):
        Storage(tmp_path / "file")


def test_seats_are_kept(storage: Storage) -> None:
    assert storage.read_seats() == Seats()
    storage.write_seats(SEATS)
    assert storage.read_seats() == SEATS


@pytest.mark.parametrize("damaged", [b"", b"{", b'{"players": 3}', b"\xff\xfe"])
def test_without_readable_seats_nobody_sits(storage: Storage, folder: Path, damaged: bytes) -> None:
    (folder / "seats.json").write_bytes(damaged)
    assert storage.read_seats() == Seats()


def test_seats_are_replaced_as_a_whole(storage: Storage, folder: Path) -> None:
    storage.write_seats(SEATS)
    first = (folder / "seats.json").stat().st_ino
    storage.write_seats(Seats())
    assert (folder / "seats.json").stat().st_ino != first
    assert sorted(file.name for file in folder.iterdir()) == ["lock", "seats.json"]


def test_what_a_power_cut_has_left_half_written_is_gone_after_a_later_start(folder: Path) -> None:
    folder.mkdir(mode=0o700, parents=True)
    draft = folder / ".seats.json.0badcafe.new"
    draft.write_bytes(b"half")
    os.utime(draft, (0, 0))
    Storage(folder).close()
    assert [file.name for file in folder.iterdir()] == ["lock"]


def test_seats_that_cannot_be_kept_are_not_saved(storage: Storage, folder: Path) -> None:
    (folder / "seats.json").mkdir()
    with pytest.raises(NotSaved, match="The seats cannot be written"):
        storage.write_seats(SEATS)


def test_a_pin_is_nowhere_in_the_folder(storage: Storage, folder: Path) -> None:
    storage.write_seats(Seats((Player("a", "thief", "Ana", pin=hash_pin("84629173")),)))
    assert b"84629173" not in (folder / "seats.json").read_bytes()


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"STATE_DIRECTORY": "/var/lib/citychase:/other"}, "/var/lib/citychase"),
        ({"XDG_DATA_HOME": "/data"}, "/data/citychase"),
        ({"HOME": "/home/ana"}, "/home/ana/.local/share/citychase"),
    ],
)
def test_where_nobody_says_the_users_own_folder_is_used(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], expected: str
) -> None:
    for name in ("STATE_DIRECTORY", "XDG_DATA_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert str(default_folder()) == expected


def test_who_may_not_look_into_the_folder_is_told_to_use_sudo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> bool:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(Path, "exists", refuse)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(NoStorage, match=r"journal.sqlite3: Permission denied. Try it with sudo, or name another one"):
        find_journal(tmp_path)
