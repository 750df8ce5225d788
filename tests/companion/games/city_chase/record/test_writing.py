import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.city_chase.actions import Abandon
from companion.games.city_chase.record.replay import ReplayedGame, replay_all
from companion.games.city_chase.record.writing import NotWritable, write_in_full, write_public
from companion.games.city_chase.rules import new_game
from tests.companion.games.city_chase.playing import BEN, begin, do, hide, play_rounds

SURROUNDED = (7, 2, 3, 8, 13, 12, 11, 6, 1)


def right(text: str) -> ReplayedGame:
    [(_, outcome)] = replay_all(text)
    assert isinstance(outcome, ReplayedGame), outcome
    return outcome


@pytest.mark.rule("E3")
def test_a_game_given_up_says_so_in_its_record() -> None:
    game = do(hide(play_rounds((13,)), 14), BEN, Abandon())
    text = write_public(game.public, {"Date": "2026-11-18"})
    assert text == '[Date "2026-11-18"]\n[Helicopters "A D P"]\n[Termination "abandoned"]\n\n1. 13 pB yH gO\n2. 14 *\n'


def test_another_termination_is_kept_but_never_a_false_one() -> None:
    assert right(write_public(begin().public, {"Termination": "time is up"})).tags["Termination"] == "time is up"
    assert "Termination" not in write_public(begin().public, {"Termination": "abandoned"})
    given_up = do(begin(), BEN, Abandon())
    assert '[Termination "abandoned"]' in write_public(given_up.public, {"Termination": "time is up"})


def test_before_the_end_the_public_record_hides_the_route() -> None:
    game = hide(play_rounds((13,)), 14)
    assert write_public(game.public) == '[Helicopters "A D P"]\n\n1. ? pB yH gO\n2. ? *\n'
    assert write_in_full(game) == '[Helicopters "A D P"]\n\n1. 13 pB yH gO\n2. 14 *\n'


def test_a_surrounded_game_closes_itself() -> None:
    assert write_public(play_rounds(SURROUNDED).public).endswith("9. 1 pB yH gO\n10. surrounded\n")


def test_what_cannot_be_written_is_refused() -> None:
    with pytest.raises(NotWritable, match="never began"):
        write_public(new_game().public)
    with pytest.raises(NotWritable, match="line break"):
        write_public(begin().public, {"Thief": "Ana\n1. 13"})
    with pytest.raises(NotWritable, match="cannot name a tag"):
        write_public(begin().public, {"The thief": "Ana"})


@given(
    st.dictionaries(
        st.from_regex(r"\A[A-Za-z0-9_]+\Z"), st.text(st.characters(exclude_characters="\r\n", codec="utf-8"))
    )
)
def test_any_tag_can_be_written_and_read_back(tags: dict[str, str]) -> None:
    tags.pop("Helicopters", None)
    tags.pop("Termination", None)
    assert right(write_public(begin().public, tags)).tags == {**tags, "Helicopters": "F G K"}
