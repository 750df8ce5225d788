from itertools import pairwise
from math import cos, pi, sin, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.making.magnetism import elliptic, radial_field

SIZES = st.floats(1, 20)
PLACES = st.floats(0.5, 100)


def quadrature(kc: float, p: float, c: float, s: float) -> float:
    steps = 2000
    total = 0.0
    for step in range(steps):
        angle = (step + 0.5) * pi / 2 / steps
        along, across = cos(angle) ** 2, sin(angle) ** 2
        total += (c * along + s * across) / ((along + p * across) * sqrt(along + kc**2 * across))
    return total * pi / 2 / steps


def on_the_axis(remanence: float, diameter: float, thickness: float, above_face: float) -> float:
    """Return the field on the axis, as magnets' makers publish it."""
    radius = diameter / 2
    far, near = above_face + thickness, above_face
    return remanence / 2 * (far / sqrt(radius**2 + far**2) - near / sqrt(radius**2 + near**2))


@given(kc=st.floats(0.05, 1), p=st.floats(0.1, 3), c=st.floats(-2, 2), s=st.floats(-2, 2))
def test_the_elliptic_integral_is_what_summing_up_gives(kc: float, p: float, c: float, s: float) -> None:
    assert elliptic(kc, p, c, s) == pytest.approx(quadrature(kc, p, c, s), abs=1e-4)


@given(diameter=st.floats(2, 20), thickness=SIZES, above=st.floats(1, 50))
def test_beside_the_axis_the_field_turns_away_as_fast_as_it_fades_along_it(
    diameter: float, thickness: float, above: float
) -> None:
    """What leaves a thin tube around the axis at its side is what is missing at its end (the field has no sources)."""
    step, aside = 1e-3, 1e-3
    fading = (on_the_axis(1, diameter, thickness, above - step) - on_the_axis(1, diameter, thickness, above + step)) / (
        2 * step
    )
    field = radial_field(1, diameter, thickness, aside=aside, above=above + thickness / 2)
    assert field == pytest.approx(aside / 2 * fading, rel=1e-3, abs=1e-11)


@given(angle=st.floats(0.1, 1.4), diameter=st.floats(2, 8), thickness=st.floats(1, 8))
def test_from_far_away_a_magnet_is_a_dipole(angle: float, diameter: float, thickness: float) -> None:
    far = 400.0
    volume = pi * diameter**2 / 4 * thickness
    dipole = 3 * volume * sin(angle) * cos(angle) / (4 * pi * far**3)
    field = radial_field(1, diameter, thickness, aside=far * sin(angle), above=far * cos(angle))
    assert field == pytest.approx(dipole, rel=0.01)


@given(aside=PLACES, above=st.floats(6, 100), scale=st.floats(0.1, 10))
def test_a_magnet_of_twice_the_size_has_the_same_field_twice_as_far_away(
    aside: float, above: float, scale: float
) -> None:
    field = radial_field(1.2, 8, 4, aside=aside, above=above)
    larger = radial_field(1.2, 8 * scale, 4 * scale, aside=aside * scale, above=above * scale)
    assert larger == pytest.approx(field, rel=1e-6, abs=1e-12)


@given(aside=PLACES, above=st.floats(6, 100), remanence=st.floats(0.1, 1.5))
def test_the_field_grows_with_the_remanence(aside: float, above: float, remanence: float) -> None:
    once = radial_field(1, 8, 4, aside=aside, above=above)
    assert radial_field(remanence, 8, 4, aside=aside, above=above) == pytest.approx(remanence * once)


@given(aside=PLACES, above=st.floats(6, 100))
def test_above_and_below_a_magnet_the_field_is_turned_round(aside: float, above: float) -> None:
    below = radial_field(1, 8, 4, aside=aside, above=-above)
    assert radial_field(1, 8, 4, aside=aside, above=above) == pytest.approx(-below)


@given(above=st.floats(3, 10), start=st.floats(20, 50))
def test_the_field_fades_on_the_way_outwards(above: float, start: float) -> None:
    fields = [radial_field(1, 6, 3, aside=start + step, above=above) for step in range(0, 60, 5)]
    assert all(near > far > 0 for near, far in pairwise(fields))
