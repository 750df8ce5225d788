from time import process_time

import pytest

from companion.games.city_chase.record.scanning import WrittenGame, scan


def only_game(text: str) -> WrittenGame:
    [game] = scan(text)
    return game


def test_tags_and_tokens_of_one_game() -> None:
    game = only_game('[Event "Club night"]\n[Helicopters "F G K"]\n\n1. 13 pB\nyx8- *\n')
    assert {tag.name: tag.value for tag in game.tags} == {"Event": "Club night", "Helicopters": "F G K"}
    assert game.tokens == ("1.", "13", "pB", "yx8-", "*")


def test_a_tag_line_after_a_token_begins_the_next_game() -> None:
    games = list(scan('[A "1"]\n\n[B "2"]\n*\n[A "3"]\n1. 13\n[A "4"]\n'))
    assert [[tag.value for tag in game.tags] for game in games] == [["1", "2"], ["3"], ["4"]]


@pytest.mark.parametrize(
    ("written", "value"),
    [
        (r"say \"hi\"", 'say "hi"'),
        (r"back\\slash", "back\\slash"),
        (r"\\\"", '\\"'),
        ("", ""),
        ("[x] {y} ;z", "[x] {y} ;z"),
    ],
)
def test_escapes_in_a_tags_value(written: str, value: str) -> None:
    assert only_game(f'[Thief "{written}"]\n*').tags[0].value == value


@pytest.mark.parametrize("text", ["", "  \n\t", "{a comment}", "; a comment", "{one}\n;two\n\n{three}"])
def test_a_text_without_a_game(text: str) -> None:
    assert list(scan(text)) == []


@pytest.mark.parametrize(
    "moves",
    [
        "1. 13 {in between} pB *",
        "1. 13{close by}pB *",
        "1. 13 ; to the end of the line\npB *",
        "1. 13;close\npB *",
        '1. 13 {over\ntwo [lines]\n[Event "not a tag"]} pB *',
        "1. 13 {with a ; inside} pB *",
        "1. 13 ; with a { inside\npB *",
        "1.\r\n13\r\n\tpB   *",
        "1. 13 pB * {at the end} ; and more",
    ],
)
def test_comments_and_white_space_separate_tokens(moves: str) -> None:
    assert only_game(f'[A "1"]\n{moves}').tokens == ("1.", "13", "pB", "*")


def test_a_bracket_inside_a_line_is_no_tag() -> None:
    assert only_game('[A "1"]\n1. 13 [B "2"] *').tokens == ("1.", "13", "[B", '"2"]', "*")


def test_an_open_comment_does_not_swallow_the_next_game() -> None:
    first, second = scan('[A "1"]\n1. 13 {never closed\n\n[A "2"]\n*\n')
    assert first.open_comment == first.end + 1
    assert first.tokens == ("1.", "13")
    assert second.tokens == ("*",)


@pytest.mark.parametrize(
    "line",
    ["[A]", "[A 1]", '[A "1]', '[A "1"', '[A  "1"]', '["1"]', '[A "1"] x', r'[A "\n"]', '[A "a"b"]', "[", '[A-B "1"]'],
)
def test_a_line_that_begins_like_a_tag_but_is_none_is_a_mistake(line: str) -> None:
    mistake = only_game(f'[Event "x"]\n{line}\n*').mistake
    assert mistake is not None
    assert mistake.token == line
    assert (mistake.round, mistake.offset, mistake.rule) == (0, 12, "syntax")


def test_places_are_found_behind_comments() -> None:
    text = '[A "1"]\n1. {1.} 13 pB *'
    game = only_game(text)
    assert [text[game.offset_of(text, index) :].split(maxsplit=1)[0] for index in range(4)] == ["1.", "13", "pB", "*"]
    assert game.offset_of(text, 4) == len(text)


SIMPLE_PIECES = ["{", "[", "(", "a", " ", "\n[", ";", '[A "', "\\", "{}", '[A "1"]\n', "1. "]
UNCLOSED_PIECES = ["{\n[\n", '[A "1"]\n{\n', "{\n[}\n", '[A "1"]\n1. ; {\n{ ; \n']


@pytest.mark.parametrize("piece", SIMPLE_PIECES + UNCLOSED_PIECES)
def test_ten_times_the_text_is_not_a_hundred_times_the_work(piece: str) -> None:
    """Two sizes in the same run: reading that looks at the same characters again and again would stand out."""
    short, long = (_seconds(piece * (size // len(piece))) for size in (30_000, 300_000))
    assert long < 40 * short + 0.05


def _seconds(text: str) -> float:
    return min(_time(text) for _ in range(3))


def _time(text: str) -> float:
    begun = process_time()
    for _ in scan(text):
        pass
    return process_time() - begun
