from importlib.resources import files
from pathlib import Path

import pytest

from firmware.frames import LIGHTS
from firmware.plan import FREE_PINS, RESERVED_PINS, BadPlan, parse_plan, read_plan
from firmware.signals import Button

TEXT = (files("hardware") / "board.toml").read_text()


def test_the_plan_that_comes_with_the_program_is_right() -> None:
    plan = read_plan()
    assert plan.switches.rows == (5, 6, 13, 19, 26)
    assert plan.leds.count == LIGHTS
    assert [plan.buttons.pin(button) for button in Button] == [4, 7, 8, 12, 16, 20, 21, 25]


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
        ('wiring = "matrix"', 'wiring = "direct"', "[switches] wiring: invalid enum value 'direct'."),
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


def test_a_sacrificial_first_led_stays_dark() -> None:
    text = TEXT
    for name in ("buildings", "crossings", "rounds"):
        line = next(line for line in TEXT.splitlines() if line.startswith(f"{name} = [") and line.endswith("]"))
        places = line.removeprefix(f"{name} = [").removesuffix("]").split(", ")
        text = text.replace(line, f"{name} = {[int(place) + 1 for place in places]}")
    assert parse_plan(text.encode()).leds.count == LIGHTS + 1


def test_what_is_no_text_or_no_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadPlan, match="not valid TOML"):
        parse_plan(b"\xff\xfe")
    with pytest.raises(BadPlan, match="cannot be read: No such file"):
        read_plan(tmp_path / "missing.toml")
    with pytest.raises(BadPlan, match="cannot be read"):
        read_plan(tmp_path)
