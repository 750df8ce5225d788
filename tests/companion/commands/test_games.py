"""`citychase games`: what was played, without what nobody may know yet."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.games.city_chase.actions import Abandon, Action, Done, Hide, Move, Place, Search, Start
from companion.games.city_chase.pieces import HELICOPTERS
from companion.table.actions import NewGame, Request
from companion.table.journal import Journal
from companion.table.seats import Player
from companion.table.storage import Storage
from companion.table.table import Table
from tests.companion.commands.running import run_citychase
from tests.companion.games.city_chase.playing import GREEN, PINK, YELLOW

SET_UP = (*(Place(one, crossing) for one, crossing in zip(HELICOPTERS, "FGK", strict=True)), Start())
ROUND_ONE = (Hide(13), Done(), Move(PINK, "B"), Search(YELLOW, 8), Move(GREEN, "O"))
Play = Callable[..., None]


@pytest.fixture
def played(tmp_path: Path) -> tuple[Path, Play]:
    """Return a folder and a way to play a game in it."""

    def play(*actions: Action) -> None:
        storage = Storage(tmp_path / "table")
        journal = Journal(storage.journal)
        table = Table(storage, journal, "simulated", clock=lambda: "2026-11-18T19:02:11+00:00")
        seats = table.scene.seats
        thief = seats.thief or table.sit_down("thief", "Ana", "hash")
        police = next(iter(seats.police), None) or table.sit_down("police", "Ben")
        assert isinstance(thief, Player)
        assert isinstance(police, Player)
        assert table.act(police, Request(NewGame())) is None
        for action in actions:
            assert table.act(thief if isinstance(action, Hide | Done) else police, Request(action)) is None
        journal.close()
        storage.close()

    return tmp_path / "table", play


def test_without_games_it_says_how_to_begin_one(tmp_path: Path) -> None:
    ran = run_citychase("games", "--data", tmp_path / "table")
    assert (ran.code, ran.out) == (0, "No games yet. Begin one: citychase play\n")
    assert not (tmp_path / "table").exists()
    assert run_citychase("games", "--json", "--data", tmp_path / "table").out == ""


def test_games_are_listed_newest_first(played: tuple[Path, Play]) -> None:
    folder, play = played
    play(Abandon())
    play(*SET_UP, *ROUND_ONE)
    ran = run_citychase("games", "--data", folder)
    assert ran.out.splitlines() == [
        "   2  2026-11-18 19:02:11  open     round  2  not over    Ana against Ben",
        "   1  2026-11-18 19:02:11  open     round  0  abandoned   Ana against Ben",
    ]
    lines = [json.loads(line) for line in run_citychase("games", "--json", "--data", folder).out.splitlines()]
    assert lines[0] == {
        "id": 2,
        "began": "2026-11-18T19:02:11+00:00",
        "mode": "open",
        "thief": "Ana",
        "police": ["Ben"],
        "round": 2,
        "end": None,
        "record": True,
    }
    assert (lines[1]["end"], lines[1]["record"]) == ("abandoned", False)


def test_before_the_end_the_record_is_the_public_one(played: tuple[Path, Play]) -> None:
    folder, play = played
    play(*SET_UP, *ROUND_ONE)
    ran = run_citychase("games", "export", "1", "--data", folder)
    assert "1. ? pB yx8- gO" in ran.out
    assert run_citychase("games", "--data", folder, "export", "1").out == ran.out
    assert "13" not in ran.out
    assert run_citychase("verify", given=ran.out).code == 0


def test_after_the_end_the_record_tells_the_route(played: tuple[Path, Play], tmp_path: Path) -> None:
    folder, play = played
    play(*SET_UP, *ROUND_ONE, Abandon())
    file = tmp_path / "game.chase"
    ran = run_citychase("games", "--data", folder, "export", "1", "--output", file)
    assert (ran.code, ran.out) == (0, "")
    record = file.read_text()
    assert "1. 13 pB yx8- gO" in record
    assert '[Thief "Ana"]' in record
    assert '[Police "Ben"]' in record
    assert '[Date "2026-11-18"]' in record
    assert run_citychase("verify", file).out == "game 1: right, given up in round 1\n"


@pytest.mark.parametrize("number", ["7", "99999999999999999999"])
def test_a_game_that_is_not_there_is_a_problem(played: tuple[Path, Play], number: str) -> None:
    folder, play = played
    play(Abandon())
    ran = run_citychase("games", "--data", folder, "export", number)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == f"citychase: There is no game {number}. citychase games lists them.\n"


def test_a_game_that_never_began_has_no_record(played: tuple[Path, Play]) -> None:
    folder, play = played
    play(Abandon())
    ran = run_citychase("games", "--data", folder, "export", "1")
    assert ran.code == 1
    assert "never began" in ran.err


def test_a_record_that_cannot_be_written_is_told_in_a_sentence(played: tuple[Path, Play], tmp_path: Path) -> None:
    folder, play = played
    play(*SET_UP, *ROUND_ONE)
    ran = run_citychase("games", "--data", folder, "export", "1", "--output", tmp_path / "no" / "game.chase")
    assert ran.code == 2
    assert "Traceback" not in ran.err
    assert len(ran.err.splitlines()) == 1


def test_the_time_is_the_one_on_the_wall(played: tuple[Path, Play]) -> None:
    folder, play = played
    play(Abandon())
    ran = run_citychase("games", "--data", folder, TZ="Europe/Paris")
    assert "2026-11-18 20:02:11" in ran.out


def test_games_are_copied_and_put_back(played: tuple[Path, Play], tmp_path: Path) -> None:
    folder, play = played
    play(*SET_UP, *ROUND_ONE)
    file = tmp_path / "copy.sqlite3"
    assert run_citychase("games", "backup", file, "--data", folder).out == f"1 game copied to {file}.\n"
    again = run_citychase("games", "backup", file, "--data", folder)
    assert (again.code, "there already" in again.err) == (1, True)
    assert run_citychase("games", "backup", file, "--force", "--data", folder).code == 0
    other = tmp_path / "other"
    assert run_citychase("games", "restore", file, "--data", other).out == "1 game put back.\n"
    assert run_citychase("games", "--data", other).out == run_citychase("games", "--data", folder).out
    assert "is in" in run_citychase("games", "restore", file, "--data", other).out


def test_without_games_there_is_nothing_to_copy(tmp_path: Path) -> None:
    ran = run_citychase("games", "backup", tmp_path / "copy", "--data", tmp_path / "table")
    assert (ran.code, ran.err) == (1, f"citychase: There are no games in {tmp_path / 'table'} yet.\n")


def test_what_cannot_be_put_back_is_told_in_a_sentence(tmp_path: Path) -> None:
    ran = run_citychase("games", "restore", tmp_path / "nothing", "--data", tmp_path / "table")
    assert (ran.code, ran.err) == (2, f"citychase: There is no file {tmp_path / 'nothing'}.\n")


@pytest.mark.parametrize("force", [(), ("--force",)])
def test_a_copy_never_takes_the_place_of_the_journal_or_of_what_is_no_file(
    force: tuple[str, ...], tmp_path: Path
) -> None:
    folder = tmp_path / "table"
    folder.mkdir(mode=0o700)
    Journal(folder / "journal.sqlite3").close()
    before = (folder / "journal.sqlite3").stat().st_ino
    os.mkfifo(tmp_path / "pipe")
    for target in (folder / "journal.sqlite3", tmp_path / "pipe"):
        ran = run_citychase("games", "backup", *force, target, "--data", folder)
        assert (ran.code, ran.err) == (1, f"citychase: {target} is no file for a copy. Name another one.\n")
    assert (folder / "journal.sqlite3").stat().st_ino == before


def test_a_copy_to_nowhere_names_the_folder_that_is_missing(tmp_path: Path) -> None:
    folder = tmp_path / "table"
    folder.mkdir(mode=0o700)
    Journal(folder / "journal.sqlite3").close()
    ran = run_citychase("games", "backup", tmp_path / "nowhere" / "copy", "--data", folder)
    assert (ran.code, ran.err) == (1, f"citychase: There is no folder {tmp_path / 'nowhere'}.\n")


@pytest.mark.parametrize("name", ["journal.sqlite3-wal", "key", "seats.json", "settings.toml"])
def test_a_copy_never_takes_the_place_of_what_holds_no_games(played: tuple[Path, Play], name: str) -> None:
    folder, play = played
    play(*SET_UP)
    (folder / name).write_bytes(b"the table's own")
    ran = run_citychase("games", "backup", "--force", folder / name, "--data", folder)
    sentence = f"citychase: {folder / name} holds something else than games. Name another file, or remove it first.\n"
    assert (ran.code, ran.err) == (1, sentence)
    assert (folder / name).read_bytes() == b"the table's own"


def test_what_is_no_journals_folder_is_told_and_not_waited_for(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    ran = run_citychase("games", "--data", tmp_path / "file")
    assert (ran.code, ran.err) == (2, f"citychase: {tmp_path / 'file'} is no folder. Name one with --data.\n")
    os.mkfifo(tmp_path / "journal.sqlite3")
    ran = run_citychase("games", "--data", tmp_path)
    assert ran.code == 2
    assert "journal.sqlite3 is no file" in ran.err
