"""What every switch reader promises, through simulated pins. A new wiring is one more parameter here."""

import random
from collections.abc import Iterator

import pytest

from companion.games.city_chase.city import BUILDINGS
from firmware.contacts import Fault
from firmware.debouncing import Debouncer
from firmware.expanders import ExpanderReader
from firmware.plan import BoardPlan, Expanders, Matrix, Switches, parse_plan, read_plan
from firmware.signals import Lifted, Pinned, SwitchSignal
from firmware.simulated import SimulatedBoard
from firmware.switches import MatrixReader, SwitchReader
from tests.firmware.clock import Clock
from tests.firmware.test_plan import EXPANDERS, TEXT

ALL = frozenset(BUILDINGS)
PLAN = read_plan()
assert isinstance(PLAN.switches, Matrix)
MATRIX = PLAN.switches
PLANS = {"matrix": PLAN, "expanders": parse_plan(EXPANDERS.encode())}
PERIOD = 1 / PLAN.switches.scans_per_second


def no_wait(_: float) -> None:
    return


def open_reader(switches: Switches, board: SimulatedBoard) -> SwitchReader:
    match switches:
        case Matrix():
            return MatrixReader(switches, board.pins, no_wait)
        case Expanders():
            return ExpanderReader(switches, board.bus)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=PLANS)
def plan(request: pytest.FixtureRequest) -> BoardPlan:
    return PLANS[str(request.param)]


@pytest.fixture
def board(plan: BoardPlan, clock: Clock) -> Iterator[SimulatedBoard]:
    simulated = SimulatedBoard(plan, clock)
    yield simulated
    simulated.close()


@pytest.fixture
def reader(plan: BoardPlan, board: SimulatedBoard) -> Iterator[SwitchReader]:
    opened = open_reader(plan.switches, board)
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


class Scanner:
    """Scans on a grid of its own, whatever moment a contact changes at."""

    def __init__(self, reader: SwitchReader, clock: Clock, agreeing_scans: int) -> None:
        self.reader = reader
        self.clock = clock
        self.next_at = PERIOD
        self.raw: list[frozenset[int]] = []
        self.debouncer = Debouncer(agreeing_scans, PLAN.switches.settle_s if agreeing_scans > 1 else 0)

    def scan(self, seconds: float) -> list[SwitchSignal]:
        signals: list[SwitchSignal] = []
        for _ in range(round(seconds / PERIOD)):
            self.clock.now = self.next_at
            self.next_at += PERIOD
            self.raw.append(self.reader.read())
            signals += self.debouncer.feed(self.raw[-1], self.clock.now)
        return signals

    def wait(self, seconds: float) -> None:
        self.clock.now += seconds


def change_often(scanner: Scanner, board: SimulatedBoard, bounce_ms: float) -> list[list[SwitchSignal]]:
    """Lift and place buildings at many moments between scans, and return what each change gave."""
    told = [scanner.scan(0.05)]
    for number in range(20):
        building = BUILDINGS[number % 25]
        for change in (board.lift, board.place):
            scanner.wait(PERIOD * (number * 7 % 20) / 20)
            change(building, bounce_ms)
            told.append(scanner.scan(0.1))
    return told


@pytest.mark.parametrize("bounce_ms", range(1, 16))
def test_chatter_never_gives_a_false_or_double_event(
    bounce_ms: int, clock: Clock, board: SimulatedBoard, reader: SwitchReader
) -> None:
    first, *changes = change_often(Scanner(reader, clock, PLAN.switches.agreeing_scans), board, bounce_ms)
    assert first == []
    for number, told in enumerate(changes):
        assert [type(signal) for signal in told] == [Pinned if number % 2 else Lifted]
        assert told[0].building == BUILDINGS[number // 2]


def test_without_debouncing_chatter_would_show(clock: Clock, board: SimulatedBoard, reader: SwitchReader) -> None:
    told: list[list[SwitchSignal]] = []
    for bounce_ms in range(10, 16):
        told += change_often(Scanner(reader, clock, 1), board, bounce_ms)
    assert any(len(signals) > 1 for signals in told)


def test_a_reader_frees_what_it_has_opened(plan: BoardPlan, board: SimulatedBoard) -> None:
    first = open_reader(plan.switches, board)
    first.close()
    first.close()
    second = open_reader(plan.switches, board)
    assert second.read() == ALL
    second.close()


@pytest.mark.parametrize(
    ("name", "exchanges"),
    [
        ("matrix", (("[6, 7, 8, 9, 10]", "[6, 12, 8, 9, 10]"), ("[11, 12,", "[11, 7,"))),
        ("expanders", (("6, 7, 8", "6, 22, 8"), ("21, 22, 23", "21, 7, 23"))),
    ],
)
def test_swapped_wires_can_be_put_right_in_the_plan(
    name: str, exchanges: tuple[tuple[str, str], ...], clock: Clock
) -> None:
    before, _, after = {"matrix": TEXT, "expanders": EXPANDERS}[name].partition("[leds]")
    for old, new in exchanges:
        before = before.replace(old, new)
    board = SimulatedBoard(PLANS[name], clock)
    reader = open_reader(parse_plan(f"{before}[leds]{after}".encode()).switches, board)
    board.lift(7)
    assert reader.read() == ALL - {12 if name == "matrix" else 22}
    reader.close()
    board.close()


@pytest.fixture
def matrix(clock: Clock) -> Iterator[SimulatedBoard]:
    simulated = SimulatedBoard(PLAN, clock)
    yield simulated
    simulated.close()


@pytest.fixture
def matrix_reader(matrix: SimulatedBoard) -> Iterator[SwitchReader]:
    opened = open_reader(MATRIX, matrix)
    yield opened
    opened.close()


CORNERS = ((1, 2, 6, 7), (1, 5, 21, 25), (8, 9, 18, 19))


@pytest.mark.parametrize("corners", CORNERS)
def test_three_corners_of_a_square_show_a_ghost_only_without_diodes(
    corners: tuple[int, int, int, int], matrix: SimulatedBoard, matrix_reader: SwitchReader
) -> None:
    for building in BUILDINGS:
        matrix.lift(building)
    for building in corners[:3]:
        matrix.place(building)
    assert matrix_reader.read() == set(corners[:3])
    assert matrix.matrix
    matrix.matrix.forget_diodes(*BUILDINGS)
    assert matrix_reader.read() == set(corners)


def test_one_forgotten_diode_is_enough_for_a_ghost(matrix: SimulatedBoard, matrix_reader: SwitchReader) -> None:
    for building in BUILDINGS:
        matrix.lift(building)
    for building in (1, 2, 6):
        matrix.place(building)
    assert matrix.matrix
    matrix.matrix.forget_diodes(1)
    assert matrix_reader.read() == {1, 2, 6, 7}
    matrix.matrix.forget_diodes(25)
    assert matrix_reader.read() == {1, 2, 6}


def test_the_matrix_waits_for_each_row_to_settle(matrix: SimulatedBoard) -> None:
    waited: list[float] = []
    reader = MatrixReader(MATRIX, matrix.pins, waited.append)
    reader.read()
    reader.close()
    assert waited == [MATRIX.settle_us / 1_000_000] * 5


def test_rows_idle_high_so_that_nothing_flows(matrix: SimulatedBoard, matrix_reader: SwitchReader) -> None:
    matrix_reader.read()
    assert not any(matrix.pins.is_driven_low(pin) for pin in MATRIX.rows)
