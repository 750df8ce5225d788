"""Changing values in the owner's file: everything else in it stays."""

import tomllib

from hypothesis import given
from hypothesis import strategies as st

from companion.settings.changing import change_text, new_text
from companion.settings.reading import read_settings
from companion.settings.values import Setting, Value

OWN = """# Our table, in the kitchen

brightness = 0.3   # the lamp is dim
#sound = true
language = "fr"
"""


def change(text: str, **changes: Value) -> str:
    changed = change_text(text.encode(), {Setting(name): value for name, value in changes.items()})
    assert changed is not None
    return changed.decode()


def test_a_changed_value_keeps_its_comment_and_everything_else_its_place() -> None:
    assert change(OWN, brightness=0.9) == OWN.replace("0.3", "0.9")


def test_a_value_that_is_not_there_yet_comes_at_the_end_with_a_comment() -> None:
    changed = change(OWN, sound=False)
    assert changed.startswith(OWN)
    assert changed.removeprefix(OWN).startswith("sound = false # ")


def test_a_new_value_goes_before_a_table_that_is_not_ours() -> None:
    changed = change("[lamp]\nwatts = 3\n", hints=False)
    assert tomllib.loads(changed) == {"hints": False, "lamp": {"watts": 3}}


def test_a_value_that_cannot_be_is_put_right() -> None:
    assert change('brightness = "bright" # mine\n', brightness=1.0) == "brightness = 1.0 # mine\n"


def test_an_empty_file_gets_a_title() -> None:
    text = new_text({Setting.BRIGHTNESS: 0.3, Setting.LANGUAGE: "fr"}).decode()
    assert text.startswith("# The settings of this table.")
    assert tomllib.loads(text) == {"brightness": 0.3, "language": "fr"}


def test_what_is_no_toml_cannot_be_changed() -> None:
    for text in (b"brightness 0.5", b"\xff", b"a=" + b"[" * 5000, b"x = " + b"9" * 5000):
        assert change_text(text, {Setting.SOUND: True}) is None


values = st.fixed_dictionaries(
    {},
    optional={
        Setting.BRIGHTNESS: st.floats(0.05, 1),
        Setting.SOUND: st.booleans(),
        Setting.LANGUAGE: st.sampled_from(["en", "fr"]),
        Setting.HOLD_S: st.floats(0.2, 2),
        Setting.HINTS: st.booleans(),
    },
)


@given(first=values, second=values)
def test_what_was_written_is_what_is_read(first: dict[Setting, Value], second: dict[Setting, Value]) -> None:
    text = change_text(new_text(first), second)
    assert text is not None
    reading = read_settings(text, {})
    assert reading.values == {**first, **second}
    assert reading.problems == ()


@given(data=st.one_of(st.binary(), st.text().map(str.encode)))
def test_any_bytes_are_changed_as_asked_or_not_at_all(data: bytes) -> None:
    changed = change_text(data, {Setting.BRIGHTNESS: 0.25})
    if changed is not None:
        assert read_settings(changed, {}).values[Setting.BRIGHTNESS] == 0.25
