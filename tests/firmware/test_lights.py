import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from firmware.frames import DARK, LIGHTS, OFF, RGB, Frame, building_light, compose, crossing_light, dim, round_light
from firmware.lights import Lights
from firmware.parts import CHANNEL_MA
from firmware.plan import parse_plan, read_plan
from firmware.power import current_ma, restrain, scale
from firmware.simulated_strip import SimulatedStrip
from tests.firmware.test_plan import TEXT

LEDS = read_plan().leds
WHITE: Frame = ((255, 255, 255),) * LIGHTS
levels = st.integers(0, 255)
frames = st.lists(st.tuples(levels, levels, levels), min_size=LIGHTS, max_size=LIGHTS).map(tuple)


class FailingStrip:
    """A strip that goes away after some frames, and remembers how often it was asked."""

    def __init__(self, error: Exception, after: int = 0) -> None:
        self.error = error
        self.left = after
        self.asked = 0
        self.is_closed = False

    def show(self, colours: list[RGB]) -> None:
        assert colours
        self.asked += 1
        if not self.left:
            raise self.error
        self.left -= 1

    def close(self) -> None:
        self.is_closed = True
        raise self.error


def test_every_light_has_an_index_of_its_own() -> None:
    crossings = map(crossing_light, "ABCDEFGHIJKLMNOP")
    lights = [*map(building_light, range(1, 26)), *crossings, *map(round_light, range(1, 12))]
    assert lights == list(range(LIGHTS))


def test_later_layers_lie_above() -> None:
    red, blue = (255, 0, 0), (0, 0, 255)
    assert compose([{0: red, 1: red}, {1: blue}]) == (red, blue, *DARK[2:])
    assert dim((200, 100, 1), 0.5) == (100, 50, 0)


def test_the_bytes_that_are_sent_are_the_frame_at_its_brightness() -> None:
    strip = SimulatedStrip(LEDS)
    lights = Lights(LEDS, strip)
    frame = ((10, 20, 30), *DARK[1:])
    assert lights.show(frame)
    # NeoPixels take green first.
    assert strip.sent[-1][:6] == bytes([10, 5, 15, 0, 0, 0])
    assert strip.colours()[:2] == [(5, 10, 15), OFF]
    lights.close()


def test_lights_are_where_the_plan_says() -> None:
    moved = parse_plan(TEXT.replace("buildings = [0, 1,", "buildings = [1, 0,").encode()).leds
    strip = SimulatedStrip(moved)
    lights = Lights(moved, strip)
    lights.show(((100, 0, 0), *DARK[1:]))
    assert strip.colours()[:2] == [OFF, (50, 0, 0)]
    lights.close()


def test_nothing_is_sent_when_nothing_changed() -> None:
    strip = SimulatedStrip(LEDS)
    lights = Lights(LEDS, strip)
    assert lights.show(WHITE)
    assert not lights.show(WHITE)
    assert strip.frames == 1
    assert lights.show(DARK)
    lights.close()


def test_leaving_darkens_the_leds() -> None:
    strip = SimulatedStrip(LEDS)
    lights = Lights(LEDS, strip)
    lights.show(WHITE)
    lights.close()
    assert set(strip.colours()) == {OFF}
    assert strip.frames == 2
    lights.close()
    assert not lights.show(WHITE)
    assert set(strip.colours()) == {OFF}


def test_two_strips_in_one_program_do_not_mix() -> None:
    one, other = SimulatedStrip(LEDS), SimulatedStrip(LEDS)
    Lights(LEDS, one).show(WHITE)
    Lights(LEDS, other).show(((1, 2, 3),) * LIGHTS)
    assert one.colours() != other.colours()
    one.close()
    other.close()


@pytest.mark.parametrize("error", [OSError("SPI is gone"), RuntimeError("ws2811_render failed")])
def test_a_lost_strip_is_reported_once_and_the_game_goes_on(error: Exception, caplog: pytest.LogCaptureFixture) -> None:
    strip = FailingStrip(error, after=1)
    lights = Lights(LEDS, strip)
    with caplog.at_level(logging.ERROR):
        assert lights.show(WHITE)
        assert not lights.show(DARK)
        assert not lights.show(WHITE)
    assert lights.is_lost
    assert strip.asked == 2
    assert [record.getMessage() for record in caplog.records] == [
        f"The LEDs no longer answer ({error}). The game goes on without them."
    ]
    lights.close()
    assert strip.is_closed


def test_white_everywhere_is_held_at_the_limit() -> None:
    full = replace(LEDS, brightness=1.0)
    assert current_ma(WHITE, full.count) > 3000
    restrained = restrain(WHITE, full, full.brightness)
    assert full.limit_ma * 0.95 < current_ma(restrained, full.count) <= full.limit_ma


@given(frames, st.floats(0.01, 1), st.integers(100, 4000))
def test_no_frame_draws_more_than_the_limit(frame: Frame, brightness: float, limit_ma: int) -> None:
    leds = replace(LEDS, brightness=brightness, limit_ma=limit_ma)
    restrained = restrain(frame, leds, leds.brightness)
    assert current_ma(restrained, leds.count) <= limit_ma
    for before, after in zip(frame, restrained, strict=True):
        assert all(0 <= level <= full for level, full in zip(after, before, strict=True))


def test_a_frame_within_the_limit_keeps_its_colours() -> None:
    full = replace(LEDS, brightness=1.0)
    frame = ((255, 128, 1), *DARK[1:])
    assert restrain(frame, full, full.brightness) == frame
    assert scale(frame, 0.5)[0] == (127, 64, 0)


def test_one_channel_at_full_draws_what_the_datasheet_says() -> None:
    assert current_ma(((255, 0, 0), *DARK[1:]), 0) == CHANNEL_MA
