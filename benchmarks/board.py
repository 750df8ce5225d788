"""The firmware on simulated pins: how soon a lift shows, and what looking at the board costs."""

from collections.abc import Iterator
from time import process_time

from gpiozero import Button as GpiozeroButton
from gpiozero.pins.mock import MockFactory

from benchmarks.measure import Comparison, best_of, repeat
from companion.games.city_chase.city import BUILDINGS
from companion.games.city_chase.state import NOBODY, NONE_ACTED, Game, PolicePhase, Secret, ThiefPhase
from companion.games.city_chase.views import view_public
from firmware.board import Board
from firmware.hardware import open_drivers
from firmware.loop import FRAMES_PER_SECOND, Loop
from firmware.picture import NOTHING_UP, Picture
from firmware.plan import Matrix, read_plan
from firmware.signals import Signal
from firmware.simulated import SimulatedBoard
from firmware.switches import MatrixReader

PLAN = read_plan()
PERIOD = 1 / PLAN.switches.scans_per_second
SECONDS = 5
LIFTS = 200


class _Table:
    """A board in simulated time, in a game where helicopters pulse or one where nothing moves."""

    def __init__(self, *, is_animated: bool) -> None:
        self.now = 0.0
        self.simulated = SimulatedBoard(PLAN, lambda: self.now)
        self.board = Board(PLAN, open_drivers(PLAN, self.simulated))
        self.picture = NOTHING_UP
        view = view_public(_begin(is_animated=is_animated).public)
        self.loop = Loop(self.board, lambda: (view, self.picture), self.hear)

    def hear(self, _: tuple[Signal, ...]) -> bool:
        self.picture = Picture(lifted=frozenset(BUILDINGS) - self.board.in_place)
        return True

    def pass_time(self, seconds: float) -> None:
        for _ in range(round(seconds / PERIOD)):
            self.now += PERIOD
            self.loop.step(self.now)


def _begin(*, is_animated: bool) -> Game:
    """Return round 1: the police phase, in which helicopters pulse, or the thief phase, in which nothing moves."""
    crossings = ("F", "G", "K")
    if is_animated:
        return Game(PolicePhase(1, crossings, NOBODY, (), NONE_ACTED), Secret((1,)))
    return Game(ThiefPhase(1, crossings, NOBODY, ()))


def compare() -> Iterator[Comparison]:
    """Compare latency, a scan, and the cost of a second of play."""
    allowed = PLAN.switches.agreeing_scans * PERIOD + 1 / FRAMES_PER_SECOND
    worst, spent = _lift_and_look()
    yield Comparison("lift to changed byte, worst", "lift", worst, "3 scans, 1 frame", "lift", allowed, 1)
    yield Comparison("processor time of that", "lift", spent, "3 scans, 1 frame", "lift", allowed, 1)
    yield _compare_scan()
    idle, animated = (min(_processor_share(is_animated=is_animated) for _ in range(3)) for is_animated in (False, True))
    yield Comparison("firmware, nothing moving", "second", idle, "one core", "second", 1.0, 1)
    yield Comparison("firmware, animated", "second", animated, "one core", "second", 1.0, 1)


def _lift_and_look() -> tuple[float, float]:
    """Lift at many moments between scans, and wait for a changed byte.

    Returns the longest simulated time that took, and the processor time of one lift on average.
    """
    worst = spent = 0.0
    table = _Table(is_animated=False)
    table.pass_time(0.5)
    for number in range(LIFTS):
        building = BUILDINGS[number % len(BUILDINGS)]
        # Between two scans, each time at another moment; the scans keep to their grid.
        offset = PERIOD * (number * 37 % 100) / 100
        table.now += offset
        lifted_at, before, begun = table.now, table.simulated.strip.frames, process_time()
        table.simulated.lift(building, bounce_ms=1)
        table.now -= offset
        while table.simulated.strip.frames == before:
            table.pass_time(PERIOD)
        spent += process_time() - begun
        worst = max(worst, table.now - lifted_at)
        table.simulated.place(building)
        table.pass_time(0.2)
    table.board.close()
    return worst, spent / LIFTS


def _compare_scan() -> Comparison:
    plain = MockFactory()
    assert isinstance(PLAN.switches, Matrix)
    reader = MatrixReader(PLAN.switches, plain, lambda _: None)
    other = MockFactory()
    buttons = [GpiozeroButton(pin, pin_factory=other) for pin in range(2, 27)]
    times = 200
    ours, theirs = best_of(
        repeat(reader.read, times), repeat(lambda: [button.is_pressed for button in buttons], times), 5
    )
    reader.close()
    for button in buttons:
        button.close()
    return Comparison("a scan of 25 switches", "scan", ours / times, "25 gpiozero Buttons", "look", theirs / times, 0.1)


def _processor_share(*, is_animated: bool) -> float:
    """Return the processor seconds that a second of play takes, simulated pins included."""
    table = _Table(is_animated=is_animated)
    table.pass_time(0.5)
    begun = process_time()
    table.pass_time(SECONDS)
    spent = process_time() - begun
    table.board.close()
    return spent / SECONDS
