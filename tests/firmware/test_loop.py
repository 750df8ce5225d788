"""The whole firmware, from a simulated contact to the bytes at the simulated strip."""

import pytest
from msgspec import structs

from companion.games.city_chase.city import BUILDINGS
from companion.games.city_chase.views import PublicView, view_public
from firmware.board import Board
from firmware.frames import OFF, RGB
from firmware.hardware import open_drivers
from firmware.loop import Loop
from firmware.picture import NOTHING_UP, Picture
from firmware.plan import read_plan
from firmware.signals import Held, Lifted, Signal
from firmware.simulated import SimulatedBoard
from tests.companion.games.city_chase.playing import begin, hide
from tests.firmware.clock import Clock

PLAN = read_plan()
PERIOD = 1 / PLAN.switches.scans_per_second
VIEW = view_public(hide(begin(), 1).public)


class Table:
    """A table that shows what is up and remembers what it was told."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.simulated = SimulatedBoard(PLAN, self.clock)
        self.board = Board(PLAN, open_drivers(PLAN, self.simulated))
        self.told: list[Signal] = []
        self.picture = NOTHING_UP
        self.looks = 0
        self.is_open = True
        self.loop = Loop(self.board, self.look, self.hear)

    def look(self) -> tuple[PublicView, Picture]:
        self.looks += 1
        return VIEW, self.picture

    def hear(self, signals: tuple[Signal, ...]) -> bool:
        self.told += signals
        self.picture = Picture(lifted=frozenset(BUILDINGS) - self.board.in_place)
        return self.is_open

    def pass_time(self, seconds: float) -> None:
        for _ in range(round(seconds / PERIOD)):
            self.loop.step(self.clock.go(PERIOD))

    def light(self, building: int) -> RGB:
        return self.simulated.strip.colours()[PLAN.leds.buildings[building - 1]]


def test_a_lift_is_acknowledged_with_light_once_three_scans_agree() -> None:
    table = Table()
    table.pass_time(0.5)
    for building in BUILDINGS:
        before, lifted_at = table.light(building), table.clock.now
        table.simulated.lift(building, bounce_ms=1)
        while table.light(building) == before:
            table.pass_time(PERIOD)
            assert table.clock.now - lifted_at <= 3 * PERIOD + PERIOD / 2, "shown at once, not with the next frame"
        assert len(set(table.light(building))) == 1, "acknowledged in white"
        table.simulated.place(building, bounce_ms=1)
        table.pass_time(0.1)
        assert table.light(building) == OFF
    table.board.close()


def test_a_knock_is_acknowledged_and_nothing_else() -> None:
    table = Table()
    table.pass_time(0.1)
    table.simulated.lift(8)
    table.pass_time(0.2)
    table.simulated.place(8)
    table.pass_time(1.0)
    assert not [signal for signal in table.told if isinstance(signal, Held)]
    assert [signal for signal in table.told if isinstance(signal, Lifted)]
    table.board.close()


def test_what_may_not_be_seen_at_once_waits_for_the_next_frame_and_does_not_shift_it() -> None:
    def frame_times(*, lifts: bool) -> list[float]:
        table = Table()
        table.is_open = False
        times = []
        for step in range(100):
            looks = table.looks
            if step == 41 and lifts:
                table.simulated.lift(8)
            table.pass_time(PERIOD)
            if table.looks != looks:
                times.append(table.clock.now)
        assert bool(table.told) is lifts
        table.board.close()
        return times

    assert frame_times(lifts=True) == frame_times(lifts=False)


def test_a_quiet_board_sends_nothing() -> None:
    table = Table()
    quiet = structs.replace(VIEW, phase="thief")
    loop = Loop(table.board, lambda: (quiet, NOTHING_UP), table.hear)
    loop.step(table.clock.go(PERIOD))
    sent = table.simulated.strip.frames
    for _ in range(500):
        loop.step(table.clock.go(PERIOD))
    assert table.simulated.strip.frames == sent
    table.board.close()


def test_animation_keeps_to_thirty_frames_a_second() -> None:
    table = Table()
    table.pass_time(0.1)
    looks, sent = table.looks, table.simulated.strip.frames
    table.pass_time(2.0)
    assert 59 <= table.looks - looks <= 61
    assert 30 < table.simulated.strip.frames - sent <= 61
    table.board.close()


@pytest.mark.parametrize("up", [{8}, {1, 25}])
def test_the_first_look_is_a_picture_not_events(up: set[int]) -> None:
    table = Table()
    for building in up:
        table.simulated.lift(building)
    table.pass_time(0.5)
    assert table.told == []
    assert frozenset(BUILDINGS) - table.board.in_place == up
    table.board.close()
