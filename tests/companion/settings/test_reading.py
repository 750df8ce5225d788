"""The owner's file, whatever is in it: what is good counts, what is not is told with its line, nothing is raised."""

import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.games.city_chase.wording import languages
from companion.settings.places import lines_of_names
from companion.settings.reading import MOST_BYTES, Fault, Problem, Reading, read_settings
from companion.settings.values import Setting, Settings, Value, accept

GOOD = """# Our table
brightness = 0.3  # the lamp is dim
sound = false
language = "fr"
hold_s = 1
hints = false
"""
ALL: dict[Setting, Value] = {
    Setting.BRIGHTNESS: 0.3,
    Setting.SOUND: False,
    Setting.LANGUAGE: "fr",
    Setting.HOLD_S: 1.0,
    Setting.HINTS: False,
}
LAST: dict[Setting, Value] = {Setting.BRIGHTNESS: 0.8, Setting.SOUND: False}


def read(text: str | bytes, last_good: dict[Setting, Value] | None = None) -> Reading:
    return read_settings(text.encode() if isinstance(text, str) else text, last_good or {})


def faults(reading: Reading) -> list[tuple[Fault, int | None, str | None]]:
    return [(one.fault, one.line, one.name) for one in reading.problems]


def test_a_good_file_is_taken_as_it_is() -> None:
    assert read(GOOD) == Reading(ALL)


def test_an_empty_file_sets_nothing_and_is_no_problem() -> None:
    assert read("") == read("# nothing\n") == Reading({})


def test_a_file_from_another_editor_is_read_with_its_byte_order_mark_and_line_ends() -> None:
    assert read(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode()) == Reading(ALL)


@pytest.mark.parametrize(
    ("setting", "bad"),
    [
        ("brightness", ["0", "0.04", "1.01", "-1", "nan", "inf", '"0.5"', "true", "[0.5]", "{}", "9e99", "2026-11-18"]),
        ("sound", ["0", "1", '"on"', "0.5", "[]"]),
        ("language", ['"de"', '"EN"', '""', "1", '"../fr"', "true"]),
        ("hold_s", ["0", "0.1", "2.1", "-1", "nan", '"1 s"', "12:30:00"]),
        ("hints", ["1", '"yes"', "{a = 1}"]),
    ],
)
def test_a_value_that_cannot_be_is_named_with_its_line_and_the_others_count(setting: str, bad: list[str]) -> None:
    for value in bad:
        others = "\n".join(line for line in GOOD.splitlines() if not line.startswith(setting))
        reading = read(f"{others}\n\n{setting} = {value}\n")
        assert faults(reading) == [(Fault.BAD_VALUE, 7, setting)], value
        assert reading.values == {one: good for one, good in ALL.items() if one != setting}
        assert not reading.is_broken


def test_the_last_good_value_holds_where_the_new_one_cannot_be() -> None:
    reading = read("brightness = 7\nsound = true\n", LAST)
    assert reading.values == {Setting.BRIGHTNESS: 0.8, Setting.SOUND: True}
    assert reading.kept == {Setting.BRIGHTNESS}


def test_what_was_taken_out_of_the_file_is_not_the_last_good_value() -> None:
    assert read("brightness = 0.2", LAST).values == {Setting.BRIGHTNESS: 0.2}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("sound = true\nbrightness 0.5\nhints = true\n", 2),
        ("sound = \n", 1),
        ("a = 1\n\n\na = 2\n", 4),
        ('x = "never closed\n', 1),
        ("\n\nx = [1,\n2,\n", 4),
        ("\n" + "x = " + "9" * 5000 + "\n\n", 2),
        ("sound = on\n", 1),
        ("[[[", 1),
        (b"sound = true\n# \xff\n", 2),
        ("a=" + "[" * 5000, 1),
    ],
)
def test_what_is_no_toml_is_told_with_its_line_and_the_last_good_values_hold(text: str | bytes, line: int) -> None:
    reading = read(text, LAST)
    assert faults(reading) == [(Fault.NOT_TOML, line, None)]
    assert reading.values == LAST
    assert reading.kept == set(LAST)
    assert reading.is_broken


def test_a_file_that_is_far_too_large_is_not_even_read() -> None:
    reading = read(b"#" * (MOST_BYTES + 1), LAST)
    assert faults(reading) == [(Fault.TOO_LARGE, None, None)]
    assert reading.values == LAST
    assert read(b"#" * MOST_BYTES).problems == ()


def test_a_name_that_is_no_setting_is_told_and_otherwise_nothing() -> None:
    reading = read('brightnes = 0.3\nsound = true\n"\\u001b[2J" = 1\n[extra]\nhints = false\n')
    assert faults(reading) == [
        (Fault.UNKNOWN, 1, "brightnes"),
        (Fault.UNKNOWN, 3, r"'\x1b[2J'"),
        (Fault.UNKNOWN, 4, "extra"),
    ]
    assert reading.values == {Setting.SOUND: True}


def test_a_long_name_is_cut() -> None:
    (problem,) = read(f"{'x' * 500} = 1").problems
    assert problem.name == "x" * 39 + "…"


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("fault", Fault)
def test_every_problem_has_a_sentence_with_its_line(fault: Fault, language: str) -> None:
    sentence = Problem(fault, 3, "brightness").sentence(Settings(brightness=0.35), language)
    assert "{" not in sentence
    assert sentence.endswith(".")
    if fault not in {Fault.UNREADABLE, Fault.TOO_LARGE}:
        assert "3" in sentence
    if fault is Fault.BAD_VALUE:
        assert "0.05" in sentence
        assert "0.35" in sentence


def test_lines_are_found_behind_values_that_go_on_over_lines() -> None:
    text = (
        'a = 1\nb = """\nc = 2\n"""\nd = [\n  1, # ]\n  "]",\n]\n"e f" = 2\nh.i = 3\n\'j\' = 4\n[k.l]\na = 3\n[[m]]\n'
    )
    assert lines_of_names(text) == {"a": 1, "b": 2, "d": 5, "e f": 9, "h": 10, "j": 11, "k": 12, "m": 14}


def is_right(setting: Setting, value: Value) -> bool:
    match setting:
        case Setting.BRIGHTNESS:
            return isinstance(value, float) and math.isfinite(value) and 0.05 <= value <= 1
        case Setting.HOLD_S:
            return isinstance(value, float) and math.isfinite(value) and 0.2 <= value <= 2
        case Setting.LANGUAGE:
            return value in languages()
        case _:
            return isinstance(value, bool)


names = st.sampled_from([*Setting, "bright", "[brightness]", '"sound"', "hold_s.x"])
raw = st.one_of(
    st.sampled_from(["0.5", "true", '"fr"', "nan", "-inf", "'''", '"""', "[", "{", "1979-05-27T07:32:00Z", "0x1F", ""]),
    st.floats().map(repr),
    st.text(max_size=8),
)
toml_like = st.lists(st.tuples(names, raw).map(lambda pair: f"{pair[0]} = {pair[1]}"), max_size=6).map("\n".join)
last_goods = st.sampled_from([{}, LAST, ALL])


@given(data=st.one_of(st.binary(), st.text().map(str.encode), toml_like.map(str.encode)), last_good=last_goods)
@example(data=b"\x00", last_good={})
@example(data=b"brightness = 1e400", last_good={})
def test_any_bytes_come_to_settings_within_their_ranges(data: bytes, last_good: dict[Setting, Value]) -> None:
    reading = read_settings(data, last_good)
    assert all(is_right(setting, value) for setting, value in reading.values.items())
    assert reading.kept <= set(reading.values)
    lines = data.count(b"\n") + 1
    for problem in reading.problems:
        assert problem.line is not None
        assert 1 <= problem.line <= lines
        assert problem.sentence(Settings())


@given(value=st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.lists(st.integers())))
def test_what_is_accepted_is_within_its_range(value: object) -> None:
    for setting in Setting:
        accepted = accept(setting, value)
        assert accepted is None or is_right(setting, accepted)
