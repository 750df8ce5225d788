"""What every switch reader promises, through simulated pins. A new wiring is one more parameter here."""

import random
from collections.abc import Callable, Iterator

import pytest

from companion.games.city_chase.city import BUILDINGS
from firmware.debouncing import Debouncer
from firmware.plan import parse_plan, read_plan
from firmware.signals import Lifted, Pinned, SwitchSignal
from firmware.simulated import Fault, SimulatedBoard
from firmware.switches import MatrixReader, SwitchReader
from tests.firmware.clock import Clock
from tests.firmware.test_plan import TEXT

ALL = frozenset(BUILDINGS)
PLAN = read_plan()
PERIOD = 1 / PLAN.switches.scans_per_second

Wiring = Callable[[SimulatedBoard], SwitchReader]


def no_wait(_: float) -> None:
    return


def matrix(board: SimulatedBoard) -> SwitchReader:
    return MatrixReader(PLAN.switches, board.pins, no_wait)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def board(clock: Clock) -> Iterator[SimulatedBoard]:
    simulated = SimulatedBoard(PLAN, clock)
    yield simulated
    simulated.close()


@pytest.fixture(params=[matrix])
def reader(request: pytest.FixtureRequest, board: SimulatedBoard) -> Iterator[SwitchReader]:
    wiring: Wiring = request.param
    opened = wiring(board)
    yield opened
    opened.close()


@pytest.mark.parametrize("building", BUILDINGS)
def test_every_building_is_seen_lifted_and_pinned(building: int, board: SimulatedBoard, reader: SwitchReader) -> None:
    assert reader.read() == ALL
    board.lift(building)
    assert reader.read() == ALL - {building}
    board.place(building)
    assert reader.read() == ALL


def test_thousands_of_pictures_are_read_as_they_are(board: SimulatedBoard, reader: SwitchReader) -> None:
    chance = random.Random(25)  # noqa: S311 - pictures to try
    up: set[int] = set()
    for _ in range(3000):
        wanted = {building for building in BUILDINGS if chance.random() < 0.5}
        for building in wanted - up:
            board.lift(building)
        for building in up - wanted:
            board.place(building)
        up = wanted
        assert reader.read() == ALL - up


def test_a_stuck_switch_reads_as_it_is_stuck(board: SimulatedBoard, reader: SwitchReader) -> None:
    board.set_fault(8, Fault.STUCK_OPEN)
    board.set_fault(9, Fault.STUCK_CLOSED)
    board.lift(9)
    assert reader.read() == ALL - {8}
    board.set_fault(8, Fault.NONE)
    board.set_fault(9, Fault.NONE)
    assert reader.read() == ALL - {9}


@pytest.mark.parametrize("bounce_ms", range(1, 16))
@pytest.mark.parametrize("phase", [0.0, 0.0031, 0.0077])
def test_chatter_never_gives_a_false_or_double_event(
    bounce_ms: int, phase: float, clock: Clock, board: SimulatedBoard, reader: SwitchReader
) -> None:
    debouncer = Debouncer(PLAN.switches.agreeing_scans)

    def scan(seconds: float) -> list[SwitchSignal]:
        signals: list[SwitchSignal] = []
        for _ in range(round(seconds / PERIOD)):
            signals += debouncer.feed(reader.read(), clock.go(PERIOD))
        return signals

    assert scan(0.1) == []
    for building in (1, 8, 25):
        clock.go(phase)
        board.lift(building, bounce_ms)
        [lifted] = scan(0.2)
        assert isinstance(lifted, Lifted)
        board.place(building, bounce_ms)
        [pinned] = scan(0.2)
        assert isinstance(pinned, Pinned)
        assert lifted.building == pinned.building == building


def test_a_reader_frees_its_pins(board: SimulatedBoard) -> None:
    first = matrix(board)
    first.close()
    first.close()
    second = matrix(board)
    assert second.read() == ALL
    second.close()


CORNERS = ((1, 2, 6, 7), (1, 5, 21, 25), (8, 9, 18, 19))


@pytest.mark.parametrize("corners", CORNERS)
def test_three_corners_of_a_square_show_a_ghost_only_without_diodes(
    corners: tuple[int, int, int, int], board: SimulatedBoard, reader: SwitchReader
) -> None:
    for building in BUILDINGS:
        board.lift(building)
    for building in corners[:3]:
        board.place(building)
    assert reader.read() == set(corners[:3])
    board.forget_diodes(*BUILDINGS)
    assert reader.read() == set(corners)


def test_one_forgotten_diode_is_enough_for_a_ghost(board: SimulatedBoard, reader: SwitchReader) -> None:
    for building in BUILDINGS:
        board.lift(building)
    for building in (1, 2, 6):
        board.place(building)
    board.forget_diodes(1)
    assert reader.read() == {1, 2, 6, 7}
    board.forget_diodes(25)
    assert reader.read() == {1, 2, 6}


def test_swapped_wires_can_be_put_right_in_the_plan(clock: Clock) -> None:
    swapped = parse_plan(TEXT.replace("[6, 7, 8, 9, 10]", "[6, 12, 8, 9, 10]").replace("[11, 12,", "[11, 7,").encode())
    board = SimulatedBoard(PLAN, clock)
    reader = MatrixReader(swapped.switches, board.pins, no_wait)
    board.lift(7)
    assert reader.read() == ALL - {12}
    reader.close()
    board.close()


def test_the_matrix_waits_for_each_row_to_settle(board: SimulatedBoard) -> None:
    waited: list[float] = []
    reader = MatrixReader(PLAN.switches, board.pins, waited.append)
    reader.read()
    reader.close()
    assert waited == [PLAN.switches.settle_us / 1_000_000] * 5


def test_rows_idle_high_so_that_nothing_flows(board: SimulatedBoard) -> None:
    reader = matrix(board)
    reader.read()
    assert not any(board.pins.is_driven_low(pin) for pin in PLAN.switches.rows)
    reader.close()
