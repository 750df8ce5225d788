import json
from pathlib import Path

import pytest

from tests.companion.commands.running import run_citychase

TAGS = '[Event "Club night"]\n[Helicopters "F G K"]\n\n'
RIGHT = TAGS + "1. 13 pB yx8- gO\n2. 14 px7- yx13y gP *\n"
WRONG = TAGS + "1. 13 pB yx8- gO\n2. 14 px7- yx13b gP *\n"
ABANDONED = '[Termination "abandoned"]\n' + RIGHT


def test_one_line_a_game(tmp_path: Path) -> None:
    file = tmp_path / "night.chase"
    file.write_text(RIGHT + WRONG + ABANDONED + TAGS + "*\n" + TAGS + "1. 13 px13# arrested\n")
    found = "There is a yellow Trace under building 13 at this moment."
    run = run_citychase("verify", file)
    assert run.code == 1
    assert run.err == ""
    assert run.out.splitlines() == [
        "game 1: right, unfinished in round 2",
        f"game 2: wrong, round 2, line 10, column 12: 2. 14 px7- >>yx13b<< gP *: P6: {found}",
        "game 3: right, given up in round 2",
        "game 4: right, unfinished before round 1",
        "game 5: right, arrested in round 1",
    ]


def test_json_as_promised() -> None:
    run = run_citychase("verify", "--json", "-", given=RIGHT + WRONG)
    assert run.code == 1
    right, wrong = map(json.loads, run.out.splitlines())
    assert right == {"game": 1, "ok": True, "end": "*", "round": 2}
    sentence = wrong.pop("error")
    assert wrong == {"game": 2, "ok": False, "round": 2, "token": "yx13b", "rule": "P6"}
    assert "building 13" in sentence


def test_games_are_counted_in_each_of_several_files(tmp_path: Path) -> None:
    one, other = tmp_path / "one.chase", tmp_path / "other.chase"
    one.write_text(RIGHT + RIGHT)
    other.write_text(RIGHT)
    run = run_citychase("verify", "--json", one, other)
    assert run.code == 0
    reports = [json.loads(line) for line in run.out.splitlines()]
    assert [(report["file"], report["game"]) for report in reports] == [(str(one), 1), (str(one), 2), (str(other), 1)]
    assert run_citychase("verify", one, other).out.splitlines()[2] == f"{other}: game 1: right, unfinished in round 2"


def test_standard_input_is_read_when_nothing_is_named() -> None:
    assert run_citychase("verify", given=RIGHT).out == "game 1: right, unfinished in round 2\n"


@pytest.mark.parametrize(
    ("data", "code", "said"),
    [
        (b"", 1, "holds no game"),
        (b"\n \n", 1, "holds no game"),
        (b"{only a comment}", 1, "holds no game"),
        (b"\xff\xfe\x00\x01binary", 2, "not UTF-8"),
        (RIGHT.encode("utf-16"), 2, "not UTF-8"),
        (RIGHT.replace("Club", "Caf\u00e9").encode("latin-1"), 2, "not UTF-8"),
    ],
)
def test_what_is_no_record_gets_one_sentence(data: bytes, code: int, said: str) -> None:
    run = run_citychase("verify", "-", given=data)
    assert run.code == code
    assert run.out == ""
    assert said in run.err
    assert run.err.startswith("citychase: standard input ")
    assert run.err.count("\n") == 1


@pytest.mark.parametrize(
    "data",
    [
        b"\x00" * 1000,
        RIGHT[: len(RIGHT) // 2].encode(),
        b"x" * 1_000_000,
        (TAGS + "1. " + "9" * 1_000_000).encode(),
        (TAGS + "{" * 1_000_000).encode(),
        b"[" * 1_000_000,
        b'[A "' + b"\\\\" * 500_000,
        "\U0001f681 \u202e\x1b[31m".encode(),
    ],
)
def test_bad_text_is_a_wrong_game_and_never_a_traceback(data: bytes) -> None:
    for arguments in (("verify",), ("verify", "--json"), ("analyse",), ("analyse", "--json")):
        run = run_citychase(*arguments, given=data)
        assert run.code == 1
        assert run.err == ""
        assert len(run.out) < 1000
        assert "\x1b" not in run.out


def test_one_game_is_one_line_for_every_reader() -> None:
    run = run_citychase("verify", "--json", given=f"{TAGS}1. a\x85b")
    assert len(run.out.splitlines()) == 1
    [report] = map(json.loads, run.out.splitlines())
    assert report["token"] == "a"
    run = run_citychase("verify", "--json", given='[x\u2028\u2029"]\n*')
    assert json.loads(run.out)["token"] == '[x\u2028\u2029"]'
    assert len(run.out.splitlines()) == 1


def test_a_hostile_file_name_stays_in_its_line(tmp_path: Path) -> None:
    one, other = tmp_path / "a\n\x1b[31m.chase", tmp_path / "b.chase"
    for file in (one, other):
        file.write_text(RIGHT)
    run = run_citychase("verify", one, other)
    assert len(run.out.splitlines()) == 2
    assert "\x1b" not in run.out
    reports = run_citychase("verify", "--json", one, other).out.splitlines()
    assert json.loads(reports[0])["file"] == str(one)


def test_the_rest_is_read_when_a_file_cannot_be(tmp_path: Path) -> None:
    right, wrong = tmp_path / "right.chase", tmp_path / "wrong.chase"
    right.write_text(RIGHT)
    wrong.write_text(WRONG)
    missing = tmp_path / "missing.chase"
    run = run_citychase("verify", missing, tmp_path, right, wrong)
    assert run.code == 2
    assert len(run.out.splitlines()) == 2
    assert run.err.splitlines() == [
        f"citychase: {missing} cannot be read: No such file or directory.",
        f"citychase: {tmp_path} is a folder; name the .chase files in it.",
    ]


def test_a_byte_order_mark_and_windows_lines_are_fine(tmp_path: Path) -> None:
    file = tmp_path / "windows.chase"
    file.write_bytes(b"\xef\xbb\xbf" + (RIGHT + RIGHT).replace("\n", "\r\n").encode())
    assert run_citychase("verify", file).code == 0


def test_a_terminal_that_cannot_show_a_character_still_gets_an_answer() -> None:
    text = f"{TAGS}1. {'é' * 200}"
    for encoding in ("ascii", "latin-1"):
        for command in ("verify", "analyse"):
            run = run_citychase(command, given=text + RIGHT, PYTHONIOENCODING=encoding)
            assert (run.code, run.err) == (1, "")
        run = run_citychase("analyse", given=RIGHT, PYTHONIOENCODING=encoding)
        assert (run.code, run.err) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("verify", "--colour"), "No such option"),
        (("chase",), "No such command"),
        (("--nonsense",), "No such option"),
    ],
)
def test_wrong_usage_is_one_sentence(arguments: tuple[str, ...], said: str) -> None:
    run = run_citychase(*arguments)
    assert run.code == 2
    assert said in run.err
    assert run.err.startswith("citychase: ")
    assert run.err.count("\n") == 1


@pytest.mark.parametrize("arguments", [(), ("--help",), ("verify", "--help"), ("analyse", "--help"), ("--version",)])
def test_there_is_help(arguments: tuple[str, ...]) -> None:
    run = run_citychase(*arguments)
    assert run.code == 0
    assert "citychase" in run.out
    assert run.err == ""
