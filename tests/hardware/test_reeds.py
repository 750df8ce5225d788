from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from firmware.plan import BadPlan
from hardware.making.measures import Magnet, Mechanics, Reed
from hardware.making.mechanics import read_mechanics
from hardware.making.reeds import (
    EARTH_MT,
    OTHERS_MARGIN,
    OWN_MARGIN,
    fields,
    find_reed_problem,
    in_millitesla,
    mean_field,
    opening_lift,
)
from tests.hardware.measuring import plan_with

DEFAULT = Mechanics()


def test_the_default_magnet_closes_its_own_reed_with_a_wide_margin() -> None:
    felt = fields(DEFAULT)
    assert felt.own - felt.others - EARTH_MT > 5 * OWN_MARGIN * felt.operate


def test_the_default_neighbours_are_felt_less_than_the_earth() -> None:
    felt = fields(DEFAULT)
    assert felt.others < EARTH_MT
    assert felt.others + EARTH_MT < felt.release / OTHERS_MARGIN


def test_twenty_ampere_turns_in_a_coil_of_an_inch_are_a_millitesla() -> None:
    """Dexter Magnetic Technologies: two ampere-turns to the inch make one gauss."""
    assert in_millitesla(DEFAULT.reed, 20) == pytest.approx(1.0, rel=0.02)


def test_a_reed_in_the_middle_under_a_magnet_feels_nothing_and_is_refused() -> None:
    centred = structs.replace(DEFAULT, reed=Reed(offset_mm=0))
    assert mean_field(centred, 0, 0) == pytest.approx(0, abs=1e-9)
    problem = find_reed_problem(centred)
    assert problem
    assert "gives its reed 0.00 mT" in problem
    assert "offset_mm near 7" in problem


def test_too_weak_a_magnet_is_refused() -> None:
    with pytest.raises(BadPlan, match=r"\[mechanics.reed\]: a pinned building's magnet gives its reed .* and it needs"):
        read_mechanics(plan_with(("diameter_mm = 6\nthickness_mm = 3", "diameter_mm = 1\nthickness_mm = 0.5")))


def test_too_strong_neighbours_are_refused() -> None:
    changes = (
        ("diameter_mm = 6\nthickness_mm = 3", "diameter_mm = 10\nthickness_mm = 20"),
        ("pin_mm = 8", "pin_mm = 12"),
    )
    with pytest.raises(BadPlan, match=r"magnets give a reed .* Take a smaller magnet, a larger pitch"):
        read_mechanics(plan_with(*changes))


def test_a_magnet_that_is_less_deep_in_the_plate_is_felt_less_and_still_enough() -> None:
    higher = structs.replace(DEFAULT, magnet=Magnet(depth_mm=1))
    assert find_reed_problem(higher) is None
    assert fields(higher).own < fields(DEFAULT).own


@settings(max_examples=15)
@given(st.floats(40, 150))
def test_neighbours_are_felt_less_the_farther_they_are(pitch: float) -> None:
    near = fields(structs.replace(DEFAULT, pitch_mm=pitch))
    far = fields(structs.replace(DEFAULT, pitch_mm=pitch + 10))
    assert far.others < near.others
    assert far.own == near.own


def test_a_lifted_building_is_felt_less_and_less() -> None:
    felt = [abs(mean_field(DEFAULT, 0, 0, lifted)) for lifted in range(0, 60, 3)]
    assert all(low > high for low, high in pairwise(felt))


def test_a_reed_opens_within_a_lift_that_hands_make_anyway() -> None:
    sooner = opening_lift(DEFAULT, DEFAULT.reed.operate_at)
    later = opening_lift(DEFAULT, DEFAULT.reed.release_at)
    assert 0 < sooner < later < 40
    assert abs(mean_field(DEFAULT, 0, 0, later)) == pytest.approx(in_millitesla(DEFAULT.reed, 5), rel=0.01)


def test_the_others_are_no_less_than_any_two_neighbours() -> None:
    pitch = DEFAULT.pitch_mm
    two = abs(mean_field(DEFAULT, pitch, 0)) + abs(mean_field(DEFAULT, -pitch, 0))
    assert two < fields(DEFAULT).others < 24 * two
