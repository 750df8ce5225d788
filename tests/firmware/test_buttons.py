"""The buttons: read through mock pins, and watched with scans and times that are made up."""

import threading
from collections.abc import Iterable
from itertools import accumulate, pairwise

import pytest
from gpiozero import GPIODeviceClosed, GPIOPinInUse, InputDevice
from gpiozero.pins.mock import MockFactory
from hypothesis import given
from hypothesis import strategies as st

from firmware.buttons import BLIND_S, ButtonReader, ButtonWatcher
from firmware.plan import read_plan
from firmware.signals import Button, ButtonSignal, HeldDown, Pressed

PLAN = read_plan()
AGREEING = 3
HOLD_S = 1.0
SCAN_S = 0.01
UP: frozenset[Button] = frozenset()
DONE = frozenset({Button.DONE})


def watch(scans: Iterable[tuple[frozenset[Button], float]]) -> list[ButtonSignal]:
    watcher = ButtonWatcher(AGREEING, HOLD_S)
    return [signal for down, now in scans for signal in watcher.feed(down, now)]


def steadily(*stretches: tuple[frozenset[Button], int]) -> list[tuple[frozenset[Button], float]]:
    """Return scans a hundredth of a second apart: so many of each."""
    looks = [down for down, count in stretches for _ in range(count)]
    return [(down, number * SCAN_S) for number, down in enumerate(looks)]


def kinds(signals: Iterable[ButtonSignal]) -> list[type[ButtonSignal]]:
    return [type(signal) for signal in signals]


@pytest.mark.parametrize("button", Button)
def test_a_button_that_connects_its_pin_to_ground_is_down(button: Button) -> None:
    factory = MockFactory()
    with ButtonReader(PLAN, factory) as reader:
        factory.pin(PLAN.buttons.pin(button)).drive_low()
        assert reader.read() == {button}
        factory.pin(PLAN.buttons.pin(button)).drive_high()
        assert reader.read() == UP


def test_all_buttons_can_be_down_at_once() -> None:
    factory = MockFactory()
    with ButtonReader(PLAN, factory) as reader:
        for button in Button:
            factory.pin(PLAN.buttons.pin(button)).drive_low()
        assert reader.read() == set(Button)


def test_reading_starts_no_thread_and_asks_for_no_edge() -> None:
    factory, threads = MockFactory(), threading.active_count()
    with ButtonReader(PLAN, factory) as reader:
        reader.read()
        assert threading.active_count() == threads
        assert [factory.pin(PLAN.buttons.pin(button)).when_changed for button in Button] == [None] * len(Button)


def test_a_closed_reader_frees_its_pins() -> None:
    factory = MockFactory()
    reader = ButtonReader(PLAN, factory)
    with pytest.raises(GPIOPinInUse):
        ButtonReader(PLAN, factory)
    reader.close()
    reader.close()
    with pytest.raises(GPIODeviceClosed):
        reader.read()
    with ButtonReader(PLAN, factory) as another:
        assert another.read() == UP


def test_a_reader_that_cannot_have_all_pins_keeps_none() -> None:
    factory = MockFactory()
    with InputDevice(PLAN.buttons.done, pin_factory=factory), pytest.raises(GPIOPinInUse):
        ButtonReader(PLAN, factory)
    with ButtonReader(PLAN, factory) as reader:
        assert reader.read() == UP


def test_a_short_press_is_told_once_when_it_ends() -> None:
    scans = steadily((UP, 5), (DONE, 20), (UP, 50))
    assert watch(scans) == [Pressed(Button.DONE, scans[25 + AGREEING - 1][1])]


def test_a_long_press_is_told_once_while_it_lasts() -> None:
    scans = steadily((UP, 5), (DONE, 300), (UP, 50))
    assert watch(scans) == [HeldDown(Button.DONE, scans[5][1] + HOLD_S)]


def test_a_button_that_is_down_at_the_start_tells_nothing_until_it_is_pressed_again() -> None:
    assert watch(steadily((DONE, 300), (UP, 50))) == []
    assert kinds(watch(steadily((DONE, 300), (UP, 50), (DONE, 20), (UP, 50)))) == [Pressed]


def test_chatter_in_the_middle_of_a_long_press_neither_ends_nor_doubles_it() -> None:
    scans = steadily((UP, 5), (DONE, 60), (UP, AGREEING - 1), (DONE, 200), (UP, 50))
    assert watch(scans) == [HeldDown(Button.DONE, scans[5][1] + HOLD_S)]


def test_letting_go_just_before_the_long_time_is_a_short_press() -> None:
    assert kinds(watch(steadily((UP, 5), (DONE, 99), (UP, 50)))) == [Pressed]


def test_buttons_do_not_disturb_each_other() -> None:
    both, pink = frozenset({Button.DONE, Button.PINK}), frozenset({Button.PINK})
    signals = watch(steadily((UP, 5), (DONE, 50), (both, 60), (pink, 20), (UP, 20)))
    assert [(type(signal), signal.button) for signal in signals] == [(HeldDown, Button.DONE), (Pressed, Button.PINK)]


def test_a_press_across_late_scans_is_told_while_it_can_only_have_been_short() -> None:
    idle = steadily((UP, 5))
    scans = [*idle, (DONE, 0.4), (DONE, 0.41), (DONE, 0.42), (UP, 0.7), (UP, 0.71), (UP, 0.72)]
    assert kinds(watch(scans)) == [Pressed]


@pytest.mark.parametrize("gap_s", [1.0, 60.0])
def test_a_press_that_ended_while_nobody_looked_for_long_is_not_told(gap_s: float) -> None:
    begun = steadily((UP, 5), (DONE, 10))
    late = begun[-1][1] + gap_s
    assert watch([*begun, *((UP, late + number * SCAN_S) for number in range(10))]) == []


def test_a_button_seen_down_before_and_after_a_gap_was_not_necessarily_held() -> None:
    begun = steadily((UP, 5), (DONE, 10))
    late = begun[-1][1] + 5
    after = [(DONE, late + number * SCAN_S) for number in range(120)]
    assert watch([*begun, *after[:90]]) == []
    assert watch([*begun, *after]) == [HeldDown(Button.DONE, late + HOLD_S)]


@pytest.mark.parametrize("looks_before_the_gap", [1, 2, AGREEING, 10])
def test_the_end_of_a_press_with_a_gap_in_it_tells_nothing(looks_before_the_gap: int) -> None:
    begun = steadily((UP, 5), (DONE, looks_before_the_gap))
    late = begun[-1][1] + 5
    after = [(DONE if number < 10 else UP, late + number * SCAN_S) for number in range(30)]
    assert watch([*begun, *after]) == []


def test_single_looks_far_apart_do_not_agree() -> None:
    assert watch([(UP, 0.0), (DONE, 1.0), (DONE, 2.0), (DONE, 3.0), (DONE, 4.0), (UP, 4.01)]) == []


@given(st.lists(st.tuples(st.integers(1, 20), st.integers(0, AGREEING - 1)), max_size=50), st.sampled_from([UP, DONE]))
def test_chatter_shorter_than_the_agreeing_scans_is_never_told(
    stretches: list[tuple[int, int]], rest: frozenset[Button]
) -> None:
    looks = [look for quiet, chatter in stretches for look in ((rest, quiet), (rest ^ DONE, chatter))]
    assert watch(steadily((rest, 1), *looks)) == []


HELD_SCANS = 100
"""So many looks span a little less than a second; one more spans a second, give or take rounding."""
press_lengths = st.integers(AGREEING, 250).filter(lambda scans: scans != HELD_SCANS + 1)


@given(st.lists(st.tuples(press_lengths, st.integers(AGREEING, 50)), max_size=8))
def test_every_clean_press_is_told_once_as_what_it_is(presses: list[tuple[int, int]]) -> None:
    looks = [look for down, up in presses for look in ((DONE, down), (UP, up))]
    expected = [Pressed if down <= HELD_SCANS else HeldDown for down, _ in presses]
    assert kinds(watch(steadily((UP, 1), *looks))) == expected


any_looks = st.lists(st.sampled_from([UP, DONE]), min_size=1, max_size=200)
any_steps = st.sampled_from([0.0, 0.001, SCAN_S, SCAN_S, SCAN_S, 0.05, 0.15, 0.3, 1.5, 20.0])


def debounced_presses(looks: Iterable[frozenset[Button]]) -> int:
    """Count presses as three looks in a row tell them, in another way than the watcher does."""
    text = "".join("d" if look else "u" for look in looks)
    presses, is_down = 0, text[0] == "d"
    for end in range(AGREEING + 1, len(text) + 1):
        last = text[end - AGREEING : end]
        if last == "d" * AGREEING and not is_down:
            presses, is_down = presses + 1, True
        elif last == "u" * AGREEING:
            is_down = False
    return presses


@given(any_looks, st.data())
def test_there_are_never_more_signals_than_presses(looks: list[frozenset[Button]], data: st.DataObject) -> None:
    steps = data.draw(st.lists(any_steps.filter(bool), min_size=len(looks), max_size=len(looks)))
    assert len(watch(zip(looks, accumulate(steps), strict=True))) <= debounced_presses(looks)


@given(any_looks, st.data())
def test_scans_that_arrive_twice_or_out_of_turn_change_nothing(
    looks: list[frozenset[Button]], data: st.DataObject
) -> None:
    scans = [(look, number * SCAN_S) for number, look in enumerate(looks)]
    strays = st.lists(st.tuples(st.sampled_from([UP, DONE]), st.sampled_from([0.0, SCAN_S, 1.0])), max_size=3)
    disturbed = [
        one for look, now in scans for one in ((look, now), *((stray, now - ago) for stray, ago in data.draw(strays)))
    ]
    assert watch(disturbed) == watch(scans)


@given(
    st.lists(st.tuples(st.floats(0.05, 3), st.floats(BLIND_S + 0.01, 2)), min_size=1, max_size=6),
    st.lists(any_steps, min_size=30, max_size=400),
)
def test_nothing_is_told_that_the_finger_did_not_do(presses: list[tuple[float, float]], steps: list[float]) -> None:
    """Scans come whenever they like; what they tell is compared with what the finger really did."""
    edges = list(accumulate((length for press in presses for length in reversed(press)), initial=0.0))
    really = [(begun, ended) for number, (begun, ended) in enumerate(pairwise(edges)) if number % 2]
    times = list(accumulate(steps, initial=0.0))
    signals = watch((DONE if any(begun <= now < ended for begun, ended in really) else UP, now) for now in times)
    for signal in signals:
        if isinstance(signal, HeldDown):
            assert any(begun + HOLD_S <= signal.at < ended for begun, ended in really)
        else:
            # A press begins before it is first seen and ends after it is last seen, each by the time between two scans.
            assert any(ended <= signal.at and ended - begun < HOLD_S + 2 * BLIND_S for begun, ended in really)
