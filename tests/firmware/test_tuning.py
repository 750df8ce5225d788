"""What of a board may be changed while it plays: how bright, how loud, how long a lift must last."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from companion.games.city_chase.city import BUILDINGS
from firmware.board import Board
from firmware.frames import LIGHTS, Frame
from firmware.hardware import open_drivers
from firmware.plan import BoardPlan, read_plan
from firmware.power import current_ma
from firmware.signals import Held
from firmware.simulated import SimulatedBoard
from firmware.sound import Sound
from firmware.tuning import PlannedTuning
from tests.firmware.clock import Clock

PLAN = read_plan()
PERIOD = 1 / PLAN.switches.scans_per_second
WHITE: Frame = ((255, 255, 255),) * LIGHTS
ONE: Frame = ((200, 100, 40), *((0, 0, 0),) * (LIGHTS - 1))


class Tuned:
    """A board, a hand and the one who tunes it."""

    def __init__(self, plan: BoardPlan = PLAN) -> None:
        self.clock = Clock()
        self.tuning = PlannedTuning(0.5, True, 0.4)
        self.simulated = SimulatedBoard(plan, self.clock)
        self.board = Board(plan, open_drivers(plan, self.simulated), lambda: self.tuning)
        self.step()

    def step(self, seconds: float = PERIOD) -> list[Held]:
        """Look at the board for a while, and return the lifts that were meant."""
        signals = [self.board.step(self.clock.go(PERIOD)) for _ in range(round(seconds / PERIOD))]
        return [one for some in signals for one in some if isinstance(one, Held)]

    def show(self, frame: Frame) -> Frame:
        self.step()
        self.board.show(frame)
        return self.simulated.strip.lights()

    @property
    def is_heard(self) -> bool:
        return bool(self.simulated.pins.pin(PLAN.buzzer.pin).frequency)


@pytest.fixture
def tuned() -> Iterator[Tuned]:
    made = Tuned()
    yield made
    made.board.close()
    made.simulated.close()


def test_brightness_follows_at_the_next_frame(tuned: Tuned) -> None:
    assert tuned.show(ONE)[0] == (100, 50, 20)
    tuned.tuning = replace(tuned.tuning, brightness=0.1)
    assert tuned.show(ONE)[0] == (20, 10, 4)
    tuned.tuning = replace(tuned.tuning, brightness=1.0)
    assert tuned.show(ONE)[0] == (200, 100, 40)


def test_the_limit_of_current_holds_at_any_brightness(tuned: Tuned) -> None:
    for brightness in (0.05, 0.5, 1.0):
        tuned.tuning = replace(tuned.tuning, brightness=brightness)
        assert current_ma(tuned.show(WHITE), PLAN.leds.count) <= PLAN.leds.limit_ma


def test_a_lift_must_last_as_long_as_is_set(tuned: Tuned) -> None:
    tuned.tuning = replace(tuned.tuning, hold_s=1.5)
    tuned.simulated.lift(8)
    assert tuned.step(1.4) == []
    assert [one.building for one in tuned.step(0.2)] == [8]
    tuned.tuning = replace(tuned.tuning, hold_s=0.2)
    tuned.simulated.lift(9)
    assert [one.building for one in tuned.step(0.26)] == [9]


def test_a_shorter_hold_counts_for_a_building_that_is_up_already(tuned: Tuned) -> None:
    tuned.tuning = replace(tuned.tuning, hold_s=2.0)
    tuned.simulated.lift(8)
    assert tuned.step(1.0) == []
    tuned.tuning = replace(tuned.tuning, hold_s=0.5)
    assert [one.building for one in tuned.step()] == [8]
    assert tuned.step(2.0) == []


def test_sound_is_silenced_in_the_middle_of_a_tune(tuned: Tuned) -> None:
    tuned.board.play(Sound.CAR, tuned.clock.now)
    assert tuned.is_heard
    tuned.tuning = replace(tuned.tuning, sound=False)
    tuned.step()
    assert not tuned.is_heard
    tuned.board.play(Sound.CAR, tuned.clock.now)
    assert not tuned.is_heard


def test_sound_that_is_switched_on_is_heard_once(tuned: Tuned) -> None:
    tuned.tuning = replace(tuned.tuning, sound=False)
    tuned.step()
    tuned.tuning = replace(tuned.tuning, sound=True)
    tuned.step()
    assert tuned.is_heard
    tuned.step(2)
    assert not tuned.is_heard


def test_a_board_that_starts_with_sound_makes_none_by_itself(tuned: Tuned) -> None:
    assert not tuned.is_heard


def test_a_board_that_nobody_tunes_is_as_planned() -> None:
    plan = replace(PLAN, leds=replace(PLAN.leds, brightness=0.25), buzzer=replace(PLAN.buzzer, muted=True))
    clock = Clock()
    simulated = SimulatedBoard(plan, clock)
    with Board(plan, open_drivers(plan, simulated)) as board:
        board.step(clock.go(PERIOD))
        board.show(ONE)
        assert simulated.strip.lights()[0] == (50, 25, 10)
        board.play(Sound.CAR, clock.now)
        assert not simulated.pins.pin(plan.buzzer.pin).frequency
        assert len(board.in_place) == len(BUILDINGS)
    simulated.close()
