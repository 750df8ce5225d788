import os
from importlib.resources import files
from pathlib import Path

import pytest

from firmware.frames import LIGHTS
from firmware.plan import (
    FREE_PINS,
    MOST_BYTES,
    RESERVED_PINS,
    BadPlan,
    Expanders,
    Matrix,
    Power,
    name_pins,
    parse_plan,
    read_plan,
)
from firmware.signals import Button

TEXT = (files("hardware") / "board.toml").read_text()
EXPANDERS = (files("hardware") / "expanders.toml").read_text()


def test_the_plan_that_comes_with_the_program_is_right() -> None:
    plan = read_plan()
    assert isinstance(plan.switches, Matrix)
    assert plan.switches.rows == (5, 6, 13, 19, 26)
    assert plan.leds.count == LIGHTS
    assert [plan.buttons.pin(button) for button in Button] == [4, 7, 8, 12, 16, 20, 21, 25]


def test_the_plan_with_expanders_differs_in_its_switches_alone() -> None:
    plan, other = parse_plan(EXPANDERS.encode()), read_plan()
    assert isinstance(plan.switches, Expanders)
    assert plan.switches.addresses == (0x20, 0x21)
    assert (plan.leds, plan.buttons, plan.buzzer, plan.power) == (other.leds, other.buttons, other.buzzer, other.power)
    assert plan.switches.settle_s == other.switches.settle_s


def test_expanders_free_the_pins_of_rows_and_columns_and_take_those_of_i2c() -> None:
    assert [pin for pin, _ in name_pins(parse_plan(EXPANDERS.encode()))][:3] == [2, 3, 10]
    with pytest.raises(BadPlan, match="Free are: 4, 5, 6, 13, 17, 19, 22, 23, 24, 26, 27"):
        parse_plan(EXPANDERS.replace("pink = 4", "pink = 9").encode())


def test_a_plan_from_before_power_was_planned_still_counts() -> None:
    old = TEXT[: TEXT.index("[power]")].replace("limit_ma = 1200", "limit_ma = 9000")
    assert parse_plan(old.encode()).power == Power()


def test_mechanics_are_handed_on_as_they_are() -> None:
    bare = TEXT[: TEXT.index("[mechanics]")].encode()
    assert parse_plan(bare).mechanics == {}
    assert parse_plan(bare + b"[mechanics]\npitch_mm = 60\n").mechanics == {"pitch_mm": 60}


def test_a_plan_can_be_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(TEXT.replace("hold_s = 0.4", "hold_s = 0.7"))
    assert read_plan(file).switches.hold_s == 0.7


def test_a_limit_below_what_dark_leds_draw_is_refused() -> None:
    text = TEXT.replace(" 51]", " 999]").replace("limit_ma = 1200", "limit_ma = 900")
    with pytest.raises(BadPlan, match="1000 LEDs draw more than 900 mA even when they are dark"):
        parse_plan(text.encode())


def test_a_byte_order_mark_does_no_harm() -> None:
    assert parse_plan(b"\xef\xbb\xbf" + TEXT.encode()) == read_plan()


def test_pins_are_either_free_or_reserved() -> None:
    assert FREE_PINS.isdisjoint(RESERVED_PINS)
    assert FREE_PINS | set(RESERVED_PINS) == set(range(28))


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("pink = 4", "pink = 5", "[buttons] pink: pin 5 is already used by [switches] rows, number 1. Free are: 4."),
        ("pink = 4", "pink = 40", "[buttons] pink: there is no pin 40 on the header"),
        ("pink = 4", "pink = -1", "[buttons] pink: there is no pin -1 on the header"),
        ("pink = 4", "pink = 2", "[buttons] pink: pin 2 cannot be used, it has a fixed pull-up (I2C)."),
        ("rows = [5,", "rows = [14,", "[switches] rows, number 1: pin 14 cannot be used, it is the serial console."),
        ("pink = 4", "", "[buttons] object missing required field `pink`."),
        ("pink = 4", "pinc = 4", "[buttons] object contains unknown field `pinc`. Check the spelling"),
        ("pink = 4", 'pink = "four"', "[buttons] pink: expected `int`, got `str`."),
        ("[1, 2,", "[2, 2,", "[switches] buildings: building 1 has no switch, and building 2 has two."),
        ("[1, 2,", "[0, 2,", "[switches] buildings[0][0]: expected `int` >= 1."),
        ("[1, 2, 3,", "[1, 2,", "[switches] buildings[0]: expected `array` of length >= 5."),
        ('wiring = "matrix"', 'wiring = "direct"', "[switches] wiring: invalid value 'direct'. There are 'matrix' and"),
        ("pin = 10", "pin = 12", "[leds] pin: the LEDs must be on pin 10"),
        ("pink = 4", "pink = 10", "[buttons] pink: pin 10 is already used by [leds] pin. Free are: 4."),
        ("pink = 4", "pink = 9", "[buttons] pink: pin 9 cannot be used, SPI, which drives the LEDs, owns it."),
        ("[0, 1, 2,", "[0, 1,", "[leds] buildings: there are 24 places and there must be 25."),
        ("rounds = [41,", "rounds = [40,", "[leds]: LED 40 is named twice"),
        ("brightness = 0.5", "brightness = 2", "[leds] brightness: expected `float` <= 1.0."),
        ("limit_ma = 1200", "limit_ma = 0", "[leds] limit_ma: expected `int` >= 100."),
        ("limit_ma = 1200", "limit_ma = 99", "[leds] limit_ma: expected `int` >= 100."),
        ("hold_s = 0.4", "hold_s = 0", "[switches] hold_s: expected `float` > 0.0."),
        ("[buzzer]", "[bell]", "object contains unknown field `bell`."),
        ("[buzzer]", "[buzzer", "is not valid TOML"),
    ],
)
def test_a_wrong_plan_is_told_where_and_what_to_do(old: str, new: str, complaint: str) -> None:
    assert old in TEXT
    with pytest.raises(BadPlan) as told:
        parse_plan(TEXT.replace(old, new, 1).encode())
    assert str(told.value).startswith("board.toml")
    assert complaint in str(told.value)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("[0x20, 0x21]", "[0x20, 0x28]", "[switches] addresses: it must be from 0x20 to 0x27, not 0x28."),
        ("[0x20, 0x21]", "[0x1f, 0x20]", "[switches] addresses: it must be from 0x20 to 0x27, not 0x1f."),
        ("[0x20, 0x21]", "[0x20, -1]", "not -0x1."),
        ("[0x20, 0x21]", "[0x21, 0x21]", "[switches] addresses: both chips have 0x21. Connect A0, A1 and A2 of one"),
        ("[0x20, 0x21]", "[0x20]", "[switches] addresses: expected `array` of length >= 2."),
        ("[14, 15,", "[1, 15,", "[switches] buildings: building 14 has no switch, and building 1 has two."),
        ("[14, 15,", "[15,", "[switches] buildings: building 14 has no switch."),
        ("[14, 15,", "[13, 14, 15,", "[switches] buildings: building 13 has two switches."),
        ("13],", "13, 14, 15],", "[switches] buildings[0]: expected `array` of length <= 14."),
        ("pink = 4", "pink = 2", "[buttons] pink: pin 2 is already used by [switches] expanders' data (SDA). Free"),
        ("done = 25", "done = 3", "[buttons] done: pin 3 is already used by [switches] expanders' clock (SCL)."),
        ("agreeing_scans = 3", "settle_us = 50", "[switches] object contains unknown field `settle_us`."),
        ('wiring = "expanders"', "", "[switches] object missing required field `wiring`."),
    ],
)
def test_a_wrong_plan_with_expanders_is_told_too(old: str, new: str, complaint: str) -> None:
    assert old in EXPANDERS
    with pytest.raises(BadPlan) as told:
        parse_plan(EXPANDERS.replace(old, new, 1).encode())
    assert complaint in str(told.value)


def test_a_sacrificial_first_led_stays_dark() -> None:
    text = TEXT
    for name in ("buildings", "crossings", "rounds"):
        line = next(line for line in TEXT.splitlines() if line.startswith(f"{name} = [") and line.endswith("]"))
        places = line.removeprefix(f"{name} = [").removesuffix("]").split(", ")
        text = text.replace(line, f"{name} = {[int(place) + 1 for place in places]}")
    assert parse_plan(text.encode()).leds.count == LIGHTS + 1


def test_what_is_no_text_or_no_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadPlan, match="cannot be read as UTF-8"):
        parse_plan(b"\xff\xfe")
    with pytest.raises(BadPlan, match="cannot be read: No such file"):
        read_plan(tmp_path / "missing.toml")
    with pytest.raises(BadPlan, match="cannot be read"):
        read_plan(tmp_path)


def test_what_has_no_end_or_is_too_long_is_no_plan(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (Path("/dev/zero"), tmp_path / "pipe"):
        with pytest.raises(BadPlan, match="cannot be read: It is not a file"):
            read_plan(path)
    (tmp_path / "long.toml").write_text(TEXT + "#" * MOST_BYTES)
    with pytest.raises(BadPlan, match="is too long for a plan"):
        read_plan(tmp_path / "long.toml")


def test_expanders_cannot_be_asked_faster_than_their_bus_goes() -> None:
    assert parse_plan(EXPANDERS.encode()).switches.scans_per_second == 100
    with pytest.raises(BadPlan, match=r"\[switches\] scans_per_second: expected `int` <= 200"):
        parse_plan(EXPANDERS.replace("scans_per_second = 100", "scans_per_second = 500").encode())
