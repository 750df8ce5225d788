import pytest

from firmware.plan import BadPlan, parse_plan
from hardware.making.foot import SUNK_MM
from hardware.making.measures import Mechanics
from hardware.making.mechanics import AIR_BELOW_PIN_MM, read_mechanics
from tests.hardware.measuring import TEXT, WRITTEN, plan_with


def test_the_file_says_what_a_plan_without_it_would_have() -> None:
    assert read_mechanics(plan_with()) == Mechanics()
    bare = parse_plan(TEXT[: TEXT.index("[mechanics]")].encode())
    assert read_mechanics(bare) == Mechanics()


def test_every_measure_is_in_the_file() -> None:
    assert set(WRITTEN) == set(Mechanics.__struct_fields__)
    assert set(WRITTEN["magnet"]) == set(Mechanics().magnet.__struct_fields__)
    assert set(WRITTEN["reed"]) == set(Mechanics().reed.__struct_fields__)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("pitch_mm = 60", "pitch_mm = 40", "[mechanics] pitch_mm: 40 is too small. A building (32), a road (12)"),
        ("pitch_mm = 60", "pitch_mm = 40", "two pavements that hold an LED and a number (8 each) need 60."),
        ("pitch_mm = 60", 'pitch_mm = "wide"', "[mechanics] pitch_mm: expected `float`, got `str`."),
        ("pitch_mm = 60", "pitch_mm = 600", "[mechanics] pitch_mm: expected `float` <= 200.0."),
        ("pitch_mm = 60", "pich_mm = 60", "[mechanics] object contains unknown field `pich_mm`. Check the spelling"),
        ("remanence_t", "remanenc_t", "[mechanics.magnet] object contains unknown field `remanenc_t`. Check"),
        ("remanence_t = 1.17", "remanence_t = 12", "[mechanics.magnet] remanence_t: expected `float` <= 1.5."),
        ("road_mm = 12", "road_mm = 6", "[mechanics] road_mm: 6 is too narrow for the LEDs on the crossings"),
        ("pin_mm = 8", "pin_mm = 20", "[mechanics] pin_mm: a hole of 20.4 is too wide for a building of 32"),
        (
            "pin_mm = 8",
            "pin_mm = 7",
            "[mechanics.magnet] diameter_mm: 6 does not fit into a pin of 7 with walls of 0.8",
        ),
        ("depth_mm = 3", "depth_mm = 3.8", "[mechanics.magnet] depth_mm: at 3.8 the pin would stand on the carrier"),
        ("depth_mm = 3", "depth_mm = 3.4", "of 4 anything from 0.8 to 3.3 is possible."),
        ("depth_mm = 3", "depth_mm = 0.5", "[mechanics.magnet] depth_mm: at 0.5 the pin would slip out of its hole"),
        ("depth_mm = 3", "depth_mm = 0", "[mechanics.magnet] depth_mm: expected `float` > 0"),
        ("pin_mm = 8", "pin_mm = 7.65", "diameter_mm: 6 does not fit into a pin of 7.65 with walls of 0.8; 5.95 is"),
        ("led_board_mm = 10", "led_board_mm = 35", "[mechanics] led_board_mm: between an LED's opening of 35.5 and"),
        ("led_board_mm = 10", "led_board_mm = 26", "[mechanics] led_board_mm: the round track has an LED every 27.3"),
        ("length_mm = 14", "length_mm = 60", "[mechanics.reed] length_mm: with its leads a reed of 60 needs 68"),
        ("button_mm = 16", "button_mm = 24", "[mechanics] button_pitch_mm: 28 is too small for buttons of 24"),
        ("screw_mm = 3.2", "screw_mm = 12", "[mechanics] screw_mm: expected `float` <= 5.0."),
        ("carrier_mm = 3", "carrier_mm = 1000", "[mechanics] carrier_mm: expected `float` <= 30.0."),
        ("button_pitch_mm = 28", "button_pitch_mm = 90", "[mechanics] button_pitch_mm: expected `float` <= 60.0."),
        ("length_mm = 14", "length_mm = 1e-9", "[mechanics.reed] length_mm: expected `float` >= 5.0."),
        ("release_at = 5", "release_at = 50", "[mechanics.reed] release_at: 50 is more than operate_at, 20."),
        ("helicopter_mm = 24", "helicopter_mm = 40", "helicopters of 40; it must be 42 at least."),
    ],
)
def test_measures_that_cannot_be_built_are_refused_with_what_is_possible(old: str, new: str, complaint: str) -> None:
    with pytest.raises(BadPlan) as refusal:
        read_mechanics(plan_with((old, new)))
    assert complaint in str(refusal.value)


def test_the_file_says_how_deep_a_magnet_may_be() -> None:
    assert f"The pin it is in is {SUNK_MM:g} longer, and must end {AIR_BELOW_PIN_MM:g} above" in TEXT
    assert f"{SUNK_MM + AIR_BELOW_PIN_MM:g} less than plate_mm is the most" in TEXT


@pytest.mark.parametrize("pitch", [48, 60, 80])
def test_other_boards_have_other_measures(pitch: int) -> None:
    changes = (("pitch_mm = 60\nbuilding_mm = 32", f"pitch_mm = {pitch}\nbuilding_mm = {pitch - 28}"),)
    assert read_mechanics(plan_with(*changes)).pavement_mm == 8
