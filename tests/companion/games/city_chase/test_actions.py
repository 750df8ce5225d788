import msgspec
import pytest

from companion.games.city_chase.actions import (
    Abandon,
    Action,
    Done,
    Hide,
    Malformed,
    Move,
    Place,
    Release,
    Search,
    Start,
    Take,
    Undo,
    read_action,
    read_action_name,
)
from companion.games.city_chase.pieces import Helicopter

PINK = Helicopter.PINK


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ('{"action": "place", "helicopter": "pink", "crossing": "A"}', Place(PINK, "A")),
        ('{"action": "start"}', Start()),
        ('{"action": "take", "helicopter": "pink"}', Take(PINK)),
        ('{"action": "release", "helicopter": "pink"}', Release(PINK)),
        ('{"action": "hide", "building": 8}', Hide(8)),
        ('{"action": "done"}', Done()),
        ('{"action": "move", "helicopter": "pink", "crossing": "P"}', Move(PINK, "P")),
        ('{"action": "search", "helicopter": "pink", "building": 25, "version": 7}', Search(PINK, 25)),
        ('{"action": "undo"}', Undo()),
        ('{"action": "abandon"}', Abandon()),
    ],
)
def test_every_action_is_read_and_written(text: str, action: Action) -> None:
    assert read_action(text) == action
    assert read_action(msgspec.json.encode(action)) == action


def test_an_actions_name_is_read_whatever_else_is_wrong() -> None:
    assert read_action_name('{"action": "hide", "building": "nowhere"}') == "hide"
    with pytest.raises(Malformed):
        read_action_name('{"building": 8}')


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('{"action": "hide", "building": 26}', r"<= 25 - at `\$.building`"),
        ('{"action": "hide", "building": 0}', r">= 1 - at `\$.building`"),
        ('{"action": "hide", "building": "8"}', r"Expected `int`, got `str` - at `\$.building`"),
        ('{"action": "hide"}', "missing required field `building`"),
        ('{"action": "move", "helicopter": "red", "crossing": "A"}', r"Invalid enum value 'red'"),
        ('{"action": "move", "helicopter": "pink", "crossing": "A\\n"}', r"at `\$.crossing`"),
        ('{"action": "move", "helicopter": "pink", "crossing": "a"}', r"at `\$.crossing`"),
        ('{"action": "cheat"}', r"Invalid value 'cheat' - at `\$.action`"),
        ("{}", "missing required field `action`"),
        ("[]", "Expected `object`, got `array`"),
        ("nonsense", "JSON is malformed"),
        ("", "truncated"),
        (b'{"action":"hide\xff"}', "utf-8"),
        ("\ud800", "utf-8"),
        ('{"action":"done","x":' + "[" * 200_000 + "]" * 200_000 + "}", "nested too deeply"),
    ],
)
def test_a_malformed_action_is_told_where_it_is_wrong(text: str | bytes, complaint: str) -> None:
    with pytest.raises(Malformed, match=complaint):
        read_action(text)
