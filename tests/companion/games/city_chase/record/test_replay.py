"""Every way a record can be wrong, with the token and the rule that docs/contract.md asks for."""

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.city_chase.pieces import Find
from companion.games.city_chase.record.mistake import Mistake
from companion.games.city_chase.record.replay import Outcome, ReplayedGame, replay_all
from companion.games.city_chase.record.tokens import MOVES, SEARCHES
from companion.games.city_chase.record.writing import write_in_full
from companion.games.city_chase.state import Ending, Over, Searched, ThiefPhase

TAGS = '[Event "Club night"]\n[Helicopters "F G K"]\n\n'
ONE = "1. 13 pB yx8- gO"
TWO = "2. 14 px7- yx13y gP"
THREE = "3. 15 {a comment} pC yx14b gx20-"
PUBLIC = "1. ? pB yx8- gO 2. ? px7- yx13y gP"
PATROL = '[Helicopters "A D P"]\n'


def patrolled(*thief: str | int) -> str:
    """Write rounds in which the helicopters fly to and fro from A, D and P."""
    flights = ("pB yH gO", "pA yD gP")
    return " ".join(f"{number}. {token} {flights[(number - 1) % 2]}" for number, token in enumerate(thief, 1))


SURROUNDED = (7, 2, 3, 8, 13, 12, 11, 6, 1)
ESCAPED = (1, 2, 3, 4, 9, 14, 13, 12, 11, 16, 17)


def read(text: str) -> Outcome:
    [(_, outcome)] = replay_all(text)
    return outcome


def right(text: str) -> ReplayedGame:
    outcome = read(text)
    assert isinstance(outcome, ReplayedGame), outcome
    return outcome


def wrong(text: str) -> tuple[int, str, str]:
    outcome = read(text)
    assert isinstance(outcome, Mistake), outcome
    assert outcome.objection.sentence()
    assert text.startswith(outcome.token, outcome.offset)
    return outcome.round, outcome.token, outcome.rule


def test_the_contracts_own_example() -> None:
    game = right(f"{TAGS}{ONE}\n{TWO}\n{THREE} *\n")
    assert (game.end, game.round) == ("*", 3)
    assert game.tags["Event"] == "Club night"
    assert game.secret is not None
    assert game.secret.route == (13, 14, 15)
    assert isinstance(game.public, ThiefPhase)


@pytest.mark.parametrize(
    ("text", "end", "number"),
    [
        (f"{TAGS}*", "*", 0),
        (f"{TAGS}1. 13 *", "*", 1),
        (f"{TAGS}1. 13 pB *", "*", 1),
        (f"{TAGS}{ONE} *", "*", 1),
        (f"{TAGS}1. 13 px13# arrested", "arrested", 1),
        (f"{TAGS}1. ? px13# arrested", "arrested", 1),
        (f"{TAGS}{PUBLIC} *", "*", 2),
        (f"{PATROL}{patrolled(*SURROUNDED)} 10. surrounded", "surrounded", 10),
        (f"{PATROL}{patrolled(*'?' * 9)} 10. surrounded", "surrounded", 10),
        (f"{PATROL}{patrolled(*ESCAPED)} escaped", "escaped", 11),
        (f"{PATROL}{patrolled(*'?' * 11)} escaped", "escaped", 11),
        (f'[Termination "abandoned"]\n{TAGS}{ONE} *', "*", 1),
        (f'[Termination "time"]\n{TAGS}{ONE} *', "*", 1),
        (f"{TAGS}{ONE} *\n".replace("\n", "\r\n"), "*", 1),
    ],
)
def test_right_records(text: str, end: str, number: int) -> None:
    game = right(text)
    assert (game.end, game.round) == (end, number)


@pytest.mark.parametrize(
    ("moves", "mistake"),
    [
        # The text itself is malformed.
        ("1.13 pB", (0, "1.13", "syntax")),
        ("1. 013", (1, "013", "syntax")),
        ("1. 26", (1, "26", "syntax")),
        ("1. 0", (1, "0", "syntax")),
        ("1. ١٣", (1, "١٣", "syntax")),
        ("1. 13 yx08-", (1, "yx08-", "syntax")),
        ("1. 13 pb", (1, "pb", "syntax")),
        ("1. 13 pQ", (1, "pQ", "syntax")),
        ("1. 13 PB", (1, "PB", "syntax")),
        ("1. 13 px8", (1, "px8", "syntax")),
        ("1. 13 px8?", (1, "px8?", "syntax")),
        ("1. 13 p x8-", (1, "p", "syntax")),
        ("1. 13 } *", (1, "}", "syntax")),
        ("1. 13 pB Arrested", (1, "Arrested", "syntax")),
        ("1 13", (0, "1", "syntax")),
        ("01. 13", (0, "01.", "syntax")),
        ("0. 13", (0, "0.", "syntax")),
        ("2. 13", (1, "2.", "syntax")),
        (f"{ONE} 3. 14", (2, "3.", "syntax")),
        (f"{ONE} 1. 14", (2, "1.", "syntax")),
        ("1. 13 pB 3. 14", (2, "3.", "syntax")),
        ("pB", (0, "pB", "syntax")),
        ("13 pB", (0, "13", "syntax")),
        (f"{ONE} 14", (1, "14", "syntax")),
        ("1. 13 14", (1, "14", "syntax")),
        ("1. 13 ?", (1, "?", "syntax")),
        ("1. 13 surrounded", (1, "surrounded", "syntax")),
        ("1. pB", (1, "pB", "syntax")),
        ("1. *", (1, "*", "syntax")),
        ("1. arrested", (1, "arrested", "syntax")),
        ("1. 2. 13", (1, "2.", "syntax")),
        (f"{ONE} 2. *", (2, "*", "syntax")),
        (f"{ONE} 2. ?", (2, "?", "syntax")),
        ("1. ? pB yx8- gO 2. 14", (2, "14", "syntax")),
        ("", (0, "", "syntax")),
        ("1.", (1, "", "syntax")),
        ("1. 13", (1, "", "syntax")),
        (ONE, (1, "", "syntax")),
        (f"{ONE} * 2. 14", (2, "2.", "syntax")),
        (f"{ONE} * *", (1, "*", "syntax")),
        ("1. 13 {never closed", (1, "{", "syntax")),
        ("* {never closed", (0, "{", "syntax")),
        # The thief.
        (f"{ONE} 2. 13", (2, "13", "T2")),
        (f"{ONE} 2. 7", (2, "7", "T2")),
        (f"{ONE} 2. 25", (2, "25", "T2")),
        (f"{ONE} {TWO} 3. 13", (3, "13", "T3")),
        ("1. surrounded", (1, "surrounded", "T5")),
        (f"{ONE} 2. surrounded", (2, "surrounded", "T5")),
        # The police.
        ("1. 13 pB 2. 14", (2, "2.", "P1")),
        ("1. 13 2. 14", (2, "2.", "P1")),
        ("1. 13 pB pF", (1, "pF", "P1")),
        ("1. 13 pB px2-", (1, "px2-", "P1")),
        (f"{ONE} pF", (1, "pF", "P1")),
        (f"{ONE} gx13#", (1, "gx13#", "P1")),
        ("1. 13 pF", (1, "pF", "P3")),
        ("1. 13 pA", (1, "pA", "P3")),
        ("1. 13 pG", (1, "pG", "P3")),
        ("1. 13 px1-", (1, "px1-", "P4")),
        ("1. 13 px14b", (1, "px14b", "P4")),
        # What was found.
        ("1. 13 px13-", (1, "px13-", "P7")),
        ("1. 13 px13y", (1, "px13y", "P7")),
        ("1. 13 px12#", (1, "px12#", "P5")),
        ("1. 13 px12b", (1, "px12b", "P5")),
        (f"{ONE} 2. 14 yx13-", (2, "yx13-", "P6")),
        (f"{ONE} 2. 14 yx13b", (2, "yx13b", "P6")),
        (f"{ONE} 2. 14 yx13#", (2, "yx13#", "P6")),
        # The end.
        ("1. 13 px13# yH", (1, "yH", "E1")),
        ("1. 13 px13# 2. 14", (2, "2.", "E1")),
        ("1. 13 px13# 14", (1, "14", "E1")),
        ("1. 13 px13# 3. 14", (2, "3.", "syntax")),
        ("1. 13 px13# *", (1, "*", "E1")),
        ("1. 13 px13# escaped", (1, "escaped", "E1")),
        ("1. 13 px13# arrested yH", (1, "yH", "E1")),
        ("1. 13 px13# arrested arrested", (1, "arrested", "E1")),
        ("1. 13 px13# arrested nonsense", (1, "nonsense", "syntax")),
        ("1. 13 px13# arrested 2. 14", (2, "2.", "E1")),
        ("1. 13 px13# arrested 7. 14", (2, "7.", "syntax")),
        (f"{ONE} arrested", (1, "arrested", "E1")),
        (f"{ONE} escaped", (1, "escaped", "E1")),
        ("arrested", (0, "arrested", "E1")),
    ],
)
def test_wrong_records(moves: str, mistake: tuple[int, str, str]) -> None:
    assert wrong(TAGS + moves) == mistake


@pytest.mark.parametrize(
    ("moves", "mistake"),
    [
        (f"{patrolled(*SURROUNDED)} *", (9, "*", "E1")),
        (f"{patrolled(*SURROUNDED)} escaped", (9, "escaped", "E1")),
        (f"{patrolled(*SURROUNDED)} pB", (9, "pB", "E1")),
        (f"{patrolled(*SURROUNDED)} 10. 2", (10, "2", "E1")),
        (f"{patrolled(*SURROUNDED)} 10. *", (10, "*", "syntax")),
        (f"{patrolled(*SURROUNDED)} 10. surrounded *", (10, "*", "E1")),
        (f"{patrolled(*SURROUNDED)} 10. surrounded 11. 2", (11, "11.", "E1")),
        (f"{patrolled(*ESCAPED)} 12. 18", (12, "12.", "E1")),
        (f"{patrolled(*ESCAPED)} *", (11, "*", "E1")),
        (f"{patrolled(*ESCAPED)} arrested", (11, "arrested", "E1")),
        (f"{patrolled(*ESCAPED)} pA", (11, "pA", "E1")),
        (f"{patrolled(*ESCAPED)}", (11, "", "syntax")),
        (f"{patrolled(*'?' * 11)} 12. ?", (12, "12.", "E1")),
        (f"{patrolled(*'?' * 11)} *", (11, "*", "E1")),
        # It takes four buildings to be caught in a corner.
        (f"{patrolled(*'?' * 3)} 4. surrounded", (4, "surrounded", "T5")),
    ],
)
def test_wrong_ends(moves: str, mistake: tuple[int, str, str]) -> None:
    assert wrong(PATROL + moves) == mistake


@pytest.mark.parametrize(
    ("moves", "mistake"),
    [
        ("1. ? px13y", (1, "px13y", "P6")),
        ("1. ? px13b", (1, "px13b", "P6")),
        (f"{PUBLIC} 3. ? yx13b", (3, "yx13b", "P6")),
        (f"{PUBLIC} 3. ? yx13-", (3, "yx13-", "P5")),
        (f"{PUBLIC} 3. ? yx13#", (3, "yx13#", "P7")),
        (f"{PUBLIC} 3. ? yx13r", (3, "yx13r", "P6")),
        ("1. ? pF", (1, "pF", "P3")),
        ("1. ? px1-", (1, "px1-", "P4")),
        ("1. ? px8- px7-", (1, "px7-", "P1")),
        (f"{PUBLIC} yH", (2, "yH", "P1")),
        ("1. ? pB 2. ?", (2, "2.", "P1")),
        ("1. ? px8# yH", (1, "yH", "E1")),
        ("1. ? px8# *", (1, "*", "E1")),
        (f"{PUBLIC} arrested", (2, "arrested", "E1")),
        (f"{PUBLIC} 3. surrounded", (3, "surrounded", "T5")),
    ],
)
def test_wrong_public_records(moves: str, mistake: tuple[int, str, str]) -> None:
    assert wrong(TAGS + moves) == mistake


CORNERED = '[Helicopters "A B E"]\n1. 2 px1- yx3- gx12- 2. 7 px1- yx3- gx12- 3. 6 px2y yx7b gx11- 4. 1 px6b yx3- gx11-'
"""What was found leaves one route only, and that one is stuck in building 1."""
CORNERED_IN_PUBLIC = re.sub(r"(\d\.) \d", r"\1 ?", CORNERED)


@pytest.mark.rule("T5")
def test_a_thief_who_must_be_stuck_cannot_have_moved() -> None:
    assert wrong(f"{CORNERED_IN_PUBLIC} 5. ?") == (5, "?", "T5")
    assert right(f"{CORNERED_IN_PUBLIC} 5. surrounded").end == "surrounded"
    assert right(f"{CORNERED} 5. surrounded").end == "surrounded"


@pytest.mark.rule("T5", "E1")
def test_only_a_known_route_says_that_an_unfinished_game_is_over() -> None:
    assert wrong(f"{CORNERED} *") == (4, "*", "E1")
    assert right(f"{CORNERED_IN_PUBLIC} *").end == "*"


@pytest.mark.rule("S2")
@pytest.mark.parametrize(
    ("tags", "mistake"),
    [
        ('[Event "x"]\n', (0, "", "syntax")),
        ('[helicopters "F G K"]\n', (0, "", "syntax")),
        ('[Helicopters "F G"]\n', (0, '[Helicopters "F G"]', "syntax")),
        ('[Helicopters "F G K L"]\n', (0, '[Helicopters "F G K L"]', "syntax")),
        ('[Helicopters "f g k"]\n', (0, '[Helicopters "f g k"]', "syntax")),
        ('[Helicopters "F  G K"]\n', (0, '[Helicopters "F  G K"]', "syntax")),
        ('[Helicopters "F G Q"]\n', (0, '[Helicopters "F G Q"]', "syntax")),
        ('[Helicopters "F \\" Q"]\n', (0, '[Helicopters "F \\" Q"]', "syntax")),
        ('[Event "a"]\n{oops\n', (0, "{", "syntax")),
        ('[Helicopters ""]\n', (0, '[Helicopters ""]', "syntax")),
        ('[Helicopters "F G F"]\n', (0, '[Helicopters "F G F"]', "S2")),
        ('[Helicopters "F G K"]\n[Helicopters "F G K"]\n', (0, '[Helicopters "F G K"]', "syntax")),
        ('[Helicopters "F G K"]\n[Thief "A"]\n[Thief "B"]\n', (0, '[Thief "B"]', "syntax")),
        ('[Thief "A]\n[Helicopters "F G F"]\n', (0, '[Thief "A]', "syntax")),
        ('[Helicopters "F G F"]\n[Thief "A]\n', (0, '[Helicopters "F G F"]', "S2")),
    ],
)
def test_wrong_tags(tags: str, mistake: tuple[int, str, str]) -> None:
    assert wrong(f"{tags}1. 13 *") == mistake


def test_a_text_without_tags_is_told_so() -> None:
    assert wrong("hello world") == (0, "hello", "syntax")
    assert wrong("1. 13 *") == (0, "1.", "syntax")


def test_the_first_mistake_in_the_text_is_the_one_that_is_named() -> None:
    assert wrong(f"{TAGS}1. 13 pA nonsense") == (1, "pA", "P3")
    assert wrong(f"{TAGS}1. 13 nonsense pA") == (1, "nonsense", "syntax")


def test_a_wrong_game_does_not_spoil_the_next() -> None:
    texts = [f"{TAGS}{ONE} *\n", f"{TAGS}1. 13 pA *\n", f"{TAGS}1. 13\n", f"{TAGS}[Bad\n{ONE} *\n", f"{TAGS}{ONE} *\n"]
    outcomes = [outcome for _, outcome in replay_all("\n".join(texts))]
    assert [isinstance(outcome, ReplayedGame) for outcome in outcomes] == [True, False, False, False, True]


def test_an_abandoned_game_must_close_as_unfinished() -> None:
    abandoned = f'[Termination "abandoned"]\n{TAGS}'
    assert wrong(f"{abandoned}1. 13 px13# arrested") == (1, "arrested", "E1")
    game = right(f"{abandoned}{ONE} *")
    assert isinstance(game.public, Over)
    assert game.public.result.reason is Ending.ABANDONED
    assert game.public.result.route == (13,)


def test_a_long_token_is_cut_in_what_is_said_about_it() -> None:
    outcome = read(f"{TAGS}1. {'9' * 1_000_000}")
    assert isinstance(outcome, Mistake)
    assert outcome.token == "9" * 79 + "…"


TOKENS = [*MOVES, *SEARCHES, "1.", "2.", "3.", "13", "14", "?", "surrounded", "arrested", "escaped", "*"]
PIECES = [
    TAGS,
    ONE,
    TWO,
    THREE,
    PUBLIC,
    "\n",
    "{",
    "}",
    ";",
    "[",
    '"',
    "]",
    "\\",
    "\0",
    "é",
    '[A "b"]\n',
    *TOKENS[-10:],
]


@settings(max_examples=300)
@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=5), max_size=40), st.sampled_from(["", " "]))
def test_any_text_at_all_is_judged_without_a_crash(pieces: list[str], between: str) -> None:
    text = between.join(pieces)
    for written, outcome in replay_all(text):
        assert written.end <= len(text)
        if isinstance(outcome, Mistake):
            assert outcome.rule
            assert outcome.objection.sentence()


@settings(max_examples=200)
@given(st.integers(0, 2**32), st.sampled_from(TOKENS))
def test_one_changed_token_is_found_or_tells_another_legal_game(seed: int, token: str) -> None:
    """A record that still reads as right must be the written form of the game it tells: nothing is glossed over."""
    chance = random.Random(seed)  # noqa: S311 - a test's choice
    tokens = f"{ONE} {TWO} 3. 15 pC yx14b gx20- *".split()
    tokens[chance.randrange(len(tokens))] = token
    outcome = read(TAGS + " ".join(tokens))
    if isinstance(outcome, ReplayedGame):
        assert outcome.game is not None
        assert write_in_full(outcome.game).split("\n\n")[1].split() == tokens


def test_marks_of_a_public_record_are_kept() -> None:
    finds = [deed.find for deed in right(f"{TAGS}{PUBLIC} *").public.history if isinstance(deed, Searched)]
    assert finds == [Find.NOTHING, Find.NOTHING, Find.YELLOW]
