"""Copies of the journal: whole, private, and nothing is lost by putting one back."""

import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest

from companion.games.city_chase.actions import Abandon, Hide
from companion.table.actions import NewGame
from companion.table.backup import NoBackup, back_up, is_copy, restore
from companion.table.database import SCHEMA
from companion.table.storage import NoStorage
from tests.companion.table.opening import OpenTable, begin, hide

Damage = Callable[[Path], object]


def put_back(file: Path, folder: Path) -> Path | None:
    return restore(file, folder).kept


def test_a_copy_made_in_the_middle_of_a_game_is_that_game(tmp_path: Path) -> None:
    file = tmp_path / "copy.sqlite3"
    with OpenTable(tmp_path / "table") as opened:
        players = begin(opened)
        hide(opened, players.thief, 13)
        assert back_up(opened.storage.journal, file) == 1
        copied = opened.public(), opened.secret()
        opened.do(players.ben, Abandon())
    assert put_back(file, tmp_path / "other") is None
    with OpenTable(tmp_path / "other") as opened:
        assert (opened.public(), opened.secret()) == copied


def test_a_copy_is_one_file_for_its_owner_alone(tmp_path: Path) -> None:
    (tmp_path / "copies").mkdir()
    file = tmp_path / "copies" / "copy.sqlite3"
    with OpenTable(tmp_path / "table") as opened:
        begin(opened)
        back_up(opened.storage.journal, file)
    assert list(file.parent.iterdir()) == [file]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_copies_made_while_the_table_writes_hold_whole_actions(tmp_path: Path) -> None:
    files = [tmp_path / f"{number}.sqlite3" for number in range(5)]
    with OpenTable(tmp_path / "table") as opened:
        players = begin(opened)
        copying = Thread(target=lambda: [back_up(opened.storage.journal, file) for file in files])
        copying.start()
        for building in (13, 14) * 100:
            opened.do(players.thief, Hide(building))
        copying.join()
    for number, file in enumerate(files):
        put_back(file, tmp_path / f"table-{number}")
        with OpenTable(tmp_path / f"table-{number}") as opened:
            assert opened.view()["phase"] == "thief"


def test_what_was_there_before_is_kept_each_time(tmp_path: Path) -> None:
    file, folder = tmp_path / "copy.sqlite3", tmp_path / "table"
    with OpenTable(folder) as opened:
        opened.do(None, NewGame(), Abandon())
        back_up(opened.storage.journal, file)
        opened.do(None, NewGame(), Abandon())
    kept = [put_back(file, folder), put_back(file, folder)]
    assert len(set(kept)) == 2
    with OpenTable(folder) as opened:
        assert [summary.id for summary in opened.table.library.games()] == [1]
    assert kept[0] is not None
    put_back(kept[0], folder)
    with OpenTable(folder) as opened:
        assert [summary.id for summary in opened.table.library.games()] == [2, 1]


def test_versions_go_on_counting_over_an_older_copy(tmp_path: Path) -> None:
    file, folder = tmp_path / "copy.sqlite3", tmp_path / "table"
    with OpenTable(folder) as opened:
        begin(opened)
        back_up(opened.storage.journal, file)
        opened.do(None, Abandon(), NewGame(), Abandon())
        last = opened.view()["version"]
    put_back(file, folder)
    with OpenTable(folder) as opened:
        assert opened.view()["version"] > last


def test_while_a_table_plays_nothing_is_put_back(tmp_path: Path) -> None:
    with OpenTable(tmp_path) as opened:
        opened.do(None, NewGame())
        back_up(opened.storage.journal, tmp_path / "copy.sqlite3")
        with pytest.raises(NoStorage, match="Another table is using the folder"):
            put_back(tmp_path / "copy.sqlite3", tmp_path)


def alter(statement: str) -> Damage:
    def damage(path: Path) -> None:
        with sqlite3.connect(path) as rows:
            rows.execute(statement)
        rows.close()

    return damage


def make_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


WRONG: dict[str, tuple[Damage, str]] = {
    "none": (lambda path: path.unlink(), "There is no file"),
    "a folder": (make_folder, "There is no file"),
    "empty": (lambda path: path.write_bytes(b""), "is no journal of citychase"),
    "a text": (lambda path: path.write_text("[Helicopters]\n" * 100), "is not a database"),
    "another program's": (alter("DROP TABLE versions"), "is no journal of citychase"),
    "newer": (alter(f"PRAGMA user_version = {SCHEMA + 1}"), "newer citychase"),
    "cut off": (lambda path: path.write_bytes(path.read_bytes()[:6000]), "malformed|damaged|disk image"),
}


@pytest.mark.parametrize(("damage", "words"), WRONG.values(), ids=WRONG)
def test_what_is_no_sound_copy_is_refused_and_changes_nothing(tmp_path: Path, damage: Damage, words: str) -> None:
    file, folder = tmp_path / "copy.sqlite3", tmp_path / "table"
    with OpenTable(folder) as opened:
        opened.do(None, NewGame())
        back_up(opened.storage.journal, file)
    damage(file)
    before = sorted(path.name for path in folder.iterdir())
    with pytest.raises(NoBackup, match=words):
        put_back(file, folder)
    assert sorted(path.name for path in folder.iterdir()) == before
    with OpenTable(folder) as opened:
        assert opened.view()["phase"] == "setup"


def test_a_copy_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    with OpenTable(tmp_path / "table") as opened:
        opened.do(None, NewGame())
        with pytest.raises(NoBackup, match="cannot be written"):
            back_up(opened.storage.journal, tmp_path / "nowhere" / "copy.sqlite3")
    assert [path.name for path in tmp_path.iterdir()] == ["table"]


def test_a_damaged_journal_is_not_thrown_away_for_a_copy(tmp_path: Path) -> None:
    file, folder = tmp_path / "copy.sqlite3", tmp_path / "table"
    with OpenTable(folder) as opened:
        opened.do(None, NewGame())
        back_up(opened.storage.journal, file)
        journal = opened.storage.journal
    journal.write_bytes(b"no journal at all " * 500)
    kept = put_back(file, folder)
    assert kept is not None
    assert kept.read_bytes() == b"no journal at all " * 500
    with OpenTable(folder) as opened:
        assert opened.view()["phase"] == "setup"


def test_two_copies_to_the_same_file_at_once_are_both_whole(tmp_path: Path) -> None:
    file = tmp_path / "copy.sqlite3"
    counted: list[int] = []
    with OpenTable(tmp_path / "table") as opened:
        opened.do(None, NewGame())
        journal = opened.storage.journal
        copying = [Thread(target=lambda: counted.extend(back_up(journal, file) for _ in range(20))) for _ in range(3)]
        for one in copying:
            one.start()
        for one in copying:
            one.join()
    assert counted == [1] * 60
    assert is_copy(file)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.sqlite3", "table"]


@pytest.mark.parametrize("content", [b"no journal at all " * 500, b""])
def test_a_journal_that_cannot_be_copied_is_named_and_not_the_copy(tmp_path: Path, content: bytes) -> None:
    journal = tmp_path / "journal.sqlite3"
    journal.write_bytes(content)
    with pytest.raises(NoBackup, match=rf"{journal} (cannot be read|is no journal)"):
        back_up(journal, tmp_path / "copy.sqlite3")


def test_a_journal_cut_off_in_the_middle_is_called_damaged(tmp_path: Path) -> None:
    with OpenTable(tmp_path / "table") as opened:
        opened.do(None, NewGame())
        back_up(opened.storage.journal, tmp_path / "journal.sqlite3")
    cut = tmp_path / "journal.sqlite3"
    cut.write_bytes(cut.read_bytes()[:6000])
    with pytest.raises(NoBackup, match=r"journal\.sqlite3 (is damaged|cannot be read)"):
        back_up(cut, tmp_path / "copy.sqlite3")


def test_a_name_that_is_too_long_is_told_in_a_sentence(tmp_path: Path) -> None:
    with (
        OpenTable(tmp_path / "table") as opened,
        pytest.raises(NoBackup, match="cannot be written: File name too long"),
    ):
        back_up(opened.storage.journal, tmp_path / ("x" * 250))
