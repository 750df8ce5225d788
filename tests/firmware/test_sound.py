"""Tunes as data, and the buzzer on a mock pin."""

import threading
from itertools import combinations

import pytest
from gpiozero import GPIOPinInUse
from gpiozero.pins.mock import MockFactory, MockPWMPin
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.games.city_chase.events import Ended, Event, OwnerChanged, Placed, RoundBegan, ThiefHid, Undone
from companion.games.city_chase.pieces import Find, Helicopter
from companion.games.city_chase.state import Ending, Moved, Result, Searched
from firmware.plan import read_plan
from firmware.sound import TUNES, Sound, Speaker, sound_for, tone_at

PLAN = read_plan()
MUTED = replace(PLAN, buzzer=replace(PLAN.buzzer, muted=True))
LONGEST_S = 1.2
SAMPLE_S = 0.01
PINK = Helicopter.PINK


def pins() -> MockFactory:
    return MockFactory(pin_class=MockPWMPin)


def heard(factory: MockFactory) -> int | None:
    """Return the frequency at the buzzer's pin, None where it is silent."""
    pin = factory.pin(PLAN.buzzer.pin)
    frequency: int | None = pin.frequency if pin.state else None
    return frequency


def length(sound: Sound) -> float:
    return sum(seconds for _, seconds in TUNES[sound])


def silhouette(sound: Sound) -> list[bool]:
    """Return when a sound can be heard at all, whatever its pitch."""
    return [tone_at(sound, number * SAMPLE_S) is not None for number in range(round(LONGEST_S / SAMPLE_S))]


@pytest.mark.parametrize("sound", Sound)
def test_a_sound_is_short_and_begins_and_ends_with_a_tone(sound: Sound) -> None:
    assert 0 < length(sound) < LONGEST_S
    assert TUNES[sound][0][0] is not None
    assert TUNES[sound][-1][0] is not None


@pytest.mark.parametrize(("one", "other"), list(combinations(Sound, 2)))
def test_sounds_can_be_told_apart_by_rhythm_alone(one: Sound, other: Sound) -> None:
    differing = sum(a != b for a, b in zip(silhouette(one), silhouette(other), strict=True))
    assert differing * SAMPLE_S >= 0.1


@pytest.mark.parametrize("sound", Sound)
def test_before_and_after_a_sound_there_is_silence(sound: Sound) -> None:
    assert tone_at(sound, -0.001) is None
    assert tone_at(sound, 0) == TUNES[sound][0][0]
    assert tone_at(sound, length(sound) - 0.001) == TUNES[sound][-1][0]
    assert tone_at(sound, length(sound) + 0.001) is None


def test_a_rest_is_silent() -> None:
    (_, first), (rest, seconds), (second, _) = TUNES[Sound.NOTHING]
    assert rest is None
    assert tone_at(Sound.NOTHING, first + seconds / 2) is None
    assert tone_at(Sound.NOTHING, first + seconds + 0.001) == second


@given(st.sampled_from(Sound), st.lists(st.floats(0, 3), max_size=20).map(sorted))
def test_whenever_it_is_stepped_the_buzzer_has_the_tone_of_that_time(sound: Sound, times: list[float]) -> None:
    factory = pins()
    with Speaker(PLAN, factory) as speaker:
        speaker.play(sound, 100)
        assert heard(factory) == tone_at(sound, 0)
        for elapsed in times:
            speaker.step(100 + elapsed)
            assert heard(factory) == tone_at(sound, (100 + elapsed) - 100)


def test_a_buzzer_that_plays_nothing_is_not_switched_at_all() -> None:
    factory = pins()
    with Speaker(PLAN, factory) as speaker:
        assert factory.pin(PLAN.buzzer.pin).frequency is None
        speaker.play(Sound.SENSED, 0)
        speaker.step(2)
        assert factory.pin(PLAN.buzzer.pin).frequency is None


def test_a_new_sound_replaces_the_one_that_is_playing() -> None:
    factory = pins()
    with Speaker(PLAN, factory) as speaker:
        speaker.play(Sound.CAR, 0)
        speaker.play(Sound.SENSED, 0.3)
        assert heard(factory) == TUNES[Sound.SENSED][0][0]
        speaker.step(0.5)
        assert heard(factory) is None


def test_a_muted_buzzer_is_never_heard() -> None:
    factory = pins()
    with Speaker(MUTED, factory) as speaker:
        for sound in Sound:
            speaker.play(sound, 0)
            speaker.step(0.01)
            assert heard(factory) is None
        assert [state for _, state in factory.pin(PLAN.buzzer.pin).states if state] == []


def test_muting_ends_a_sound_at_the_next_step() -> None:
    factory = pins()
    with Speaker(PLAN, factory) as speaker:
        speaker.play(Sound.NOT_ALLOWED, 0)
        speaker.muted = True
        speaker.step(0.01)
        assert heard(factory) is None


def test_closing_silences_and_frees_the_pin() -> None:
    factory = pins()
    speaker = Speaker(PLAN, factory)
    with pytest.raises(GPIOPinInUse):
        Speaker(PLAN, factory)
    speaker.play(Sound.CAR, 0)
    assert heard(factory) is not None
    speaker.close()
    speaker.close()
    assert heard(factory) is None
    assert factory.pin(PLAN.buzzer.pin).function == "input"
    with Speaker(PLAN, factory):
        assert heard(factory) is None


def test_playing_starts_no_thread() -> None:
    threads = threading.active_count()
    with Speaker(PLAN, pins()) as speaker:
        speaker.play(Sound.CAR, 0)
        assert threading.active_count() == threads


@pytest.mark.parametrize(
    ("find", "sound"),
    [
        (Find.NOTHING, Sound.NOTHING),
        (Find.YELLOW, Sound.TRACE),
        (Find.RED, Sound.TRACE),
        (Find.BLUE, Sound.TRACE),
        (Find.CAR, Sound.CAR),
    ],
)
def test_a_search_sounds_as_what_it_found(find: Find, sound: Sound) -> None:
    assert sound_for(Searched(3, PINK, 13, find)) is sound


def test_the_police_hear_that_it_is_their_turn() -> None:
    assert sound_for(ThiefHid(1)) is Sound.YOUR_TURN


@pytest.mark.parametrize(
    "event",
    [
        Placed(PINK, "F"),
        OwnerChanged(PINK, "ben"),
        RoundBegan(2),
        Moved(1, PINK, "F", "B"),
        Undone(PINK, "F"),
        *(Ended(Result(ending, (1, 2))) for ending in Ending),
    ],
)
def test_everything_else_is_silent(event: Event) -> None:
    assert sound_for(event) is None
