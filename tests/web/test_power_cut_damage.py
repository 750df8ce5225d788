"""A folder whose files are damaged is told in one sentence, and the thief's secret is not in it."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.table.storage import JOURNAL
from tests.companion.commands.running import run_citychase
from tests.web.cutting import SITTING, Company, act, hide, place_all
from tests.web.wire_table import WireTable


def damage_rows(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()


def tear_pages(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:4096] + b"\xa5" * (len(data) - 4096))


DAMAGES: dict[str, Callable[[Path], object]] = {
    "torn pages": tear_pages,
    "a short file": lambda path: path.write_bytes(path.read_bytes()[:5000]),
    "no JSON": lambda path: damage_rows(path, "UPDATE entries SET action = '{' WHERE number = 3"),
    "against the rules": lambda path: damage_rows(path, "DELETE FROM entries WHERE number = 3"),
    "no beginning": lambda path: damage_rows(path, "DELETE FROM entries WHERE number = 1"),
    "no table": lambda path: damage_rows(path, "DROP TABLE entries"),
    "a folder": lambda path: path.rename(path.with_name("was")).with_name(JOURNAL).mkdir(),
}


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """The folder of a table that was closed in the middle of a game."""
    folder = tmp_path / "played"
    with WireTable(folder) as table:
        company = Company(table.carry)
        for step in (*SITTING, act("ben", "new_game"), *place_all("ben", "FGK"), act("ben", "start"), *hide(13)):
            assert company.send(step).is_fine
    return folder


def expect_one_sentence(folder: Path) -> None:
    ran = run_citychase("play", "--board", "simulated", "--host", "127.0.0.1", "--data", folder)
    said = [line for line in ran.err.splitlines() if not line.startswith("INFO ")]
    assert ran.code == 2
    assert len(said) == 1, ran.err
    assert said[0].startswith("citychase: The ") or said[0].startswith("citychase: Row ")
    assert "13" not in said[0].replace(str(folder), ""), "the message may tell where the thief is"


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_journal_is_told_in_one_sentence(played: Path, damage: str) -> None:
    DAMAGES[damage](played / JOURNAL)
    expect_one_sentence(played)


@pytest.mark.parametrize("name", ["key", "seats.json", "lock"])
def test_a_file_that_cannot_be_read_is_told_in_one_sentence(played: Path, name: str) -> None:
    (played / name).unlink()
    (played / name).mkdir()
    expect_one_sentence(played)
