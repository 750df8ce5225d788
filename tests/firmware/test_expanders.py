"""What only port expanders have: registers, a bus, power of their own."""

import logging
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.city_chase.city import BUILDINGS
from firmware.board import Board
from firmware.contacts import Fault
from firmware.expanders import INPUT_MASK, ExpanderReader
from firmware.hardware import NoBoard, open_drivers
from firmware.plan import Expanders, parse_plan, read_plan
from firmware.signals import Lifted, Signal
from firmware.simulated import SimulatedBoard
from firmware.simulated_expanders import (
    GPIO,
    GPPU,
    INTCAP,
    INTF,
    IOCON,
    IODIR,
    IPOL,
    OLAT,
    REGISTERS,
    SEQOP,
    SimulatedBus,
    SimulatedExpander,
)
from tests.firmware.clock import Clock
from tests.firmware.test_plan import EXPANDERS

ALL = frozenset(BUILDINGS)
PLAN = parse_plan(EXPANDERS.encode())
assert isinstance(PLAN.switches, Expanders)
SWITCHES = PLAN.switches


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def board(clock: Clock) -> Iterator[SimulatedBoard]:
    simulated = SimulatedBoard(PLAN, clock)
    yield simulated
    simulated.close()


def registers(chip: SimulatedExpander, first: int, count: int = 2) -> list[int]:
    chip.write(bytes([first]))
    return list(chip.read(count))


class WatchedBus(SimulatedBus):
    """Remembers how often it was used, and fails when it is told to."""

    def __init__(self, board: SimulatedBoard) -> None:
        super().__init__(board.bus.chips)
        self.readings: list[tuple[int, int, int]] = []
        self.failing = 0
        self.is_let_go = False

    def writeto_then_readfrom(  # noqa: PLR0913 - as busio has it
        self,
        address: int,
        buffer_out: bytes,
        buffer_in: bytearray,
        *,
        out_start: int = 0,
        out_end: int | None = None,
        in_start: int = 0,
        in_end: int | None = None,
    ) -> None:
        if self.failing:
            self.failing -= 1
            raise TimeoutError(110, "Connection timed out")
        super().writeto_then_readfrom(
            address, buffer_out, buffer_in, out_start=out_start, out_end=out_end, in_start=in_start, in_end=in_end
        )
        self.readings.append((address, buffer_out[0], (in_end or 0) - in_start))

    def deinit(self) -> None:
        self.is_let_go = True


def test_inputs_have_pull_ups_and_what_newer_chips_can_only_drive_is_low(board: SimulatedBoard) -> None:
    reader = ExpanderReader(SWITCHES, board.bus)
    for chip in board.bus.chips.values():
        assert registers(chip, IODIR) == [0x7F, 0x7F]
        assert registers(chip, GPPU) == [0x7F, 0x7F]
        assert registers(chip, IPOL) == [0, 0]
        assert registers(chip, OLAT) == [0, 0]
    board.lift(8)
    assert registers(board.bus.chips[0x20], GPIO) == [0b0000_0000, 0b0100_0001]  # building 8 is on B0; B6 is free
    assert reader.read() == ALL - {8}


def test_all_inputs_of_a_chip_are_read_at_once(board: SimulatedBoard) -> None:
    bus = WatchedBus(board)
    reader = ExpanderReader(SWITCHES, bus)
    reader.read()
    assert bus.readings == [(0x20, GPIO, 2), (0x20, GPPU, 2), (0x21, GPIO, 2), (0x21, GPPU, 2)]


def test_a_chip_that_is_not_there_is_told_with_its_address_and_what_to_check(board: SimulatedBoard) -> None:
    board.bus.chips[0x21].is_connected = False
    with pytest.raises(NoBoard, match="no port expander answers at 0x21") as told:
        open_drivers(PLAN, board)
    assert "check its power, the wires SDA and SCL, and that its A0, A1 and A2 make this address" in str(told.value)


def test_a_chip_that_no_wanted_building_is_wired_to_need_not_be_there_yet(board: SimulatedBoard) -> None:
    board.bus.chips[0x21].is_connected = False
    reader = ExpanderReader(SWITCHES, board.bus, (1, 13))
    assert reader.read() == set(range(1, 14))
    board.bus.chips[0x20].is_connected = False
    assert ExpanderReader(SWITCHES, board.bus, ()).read() == set()


def test_a_bus_is_let_go_of_where_a_chip_is_missing(board: SimulatedBoard) -> None:
    bus = WatchedBus(board)
    del bus.chips[0x20]
    with pytest.raises(OSError, match="0x20"):
        ExpanderReader(SWITCHES, bus)
    assert bus.is_let_go


def test_expanders_are_not_found_on_a_board_that_is_wired_as_a_matrix(clock: Clock) -> None:
    board = SimulatedBoard(read_plan(), clock)
    with pytest.raises(NoBoard, match="no port expander answers at 0x20"):
        open_drivers(PLAN, board)
    board.close()


def test_an_answer_that_gets_lost_is_asked_for_again(board: SimulatedBoard) -> None:
    bus = WatchedBus(board)
    reader = ExpanderReader(SWITCHES, bus)
    board.lift(25)
    bus.failing = 2
    assert reader.read() == ALL - {25}
    bus.failing = 3
    with pytest.raises(OSError, match=r"the port expander at 0x20 fails .*timed out.*check its power"):
        reader.read()


def test_a_chip_that_fails_while_playing_is_told_once_and_the_game_goes_on(
    board: SimulatedBoard, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    with Board(PLAN, open_drivers(PLAN, board)) as opened:
        for number in range(20):
            clock.now = number / 100
            opened.step(clock.now)
        board.bus.chips[0x21].is_connected = False
        with caplog.at_level(logging.ERROR):
            assert [opened.step(clock.now + number / 100) for number in range(1, 20)] == [()] * 19
        assert opened.lost_parts == ("switches",)
        assert opened.in_place == ALL
    [record] = caplog.records
    assert "the port expander at 0x21 fails" in record.getMessage()


def test_a_chip_without_power_for_a_moment_is_set_up_again_before_anybody_is_told_of_lifts(
    board: SimulatedBoard, clock: Clock
) -> None:
    with Board(PLAN, open_drivers(PLAN, board)) as opened:
        signals: list[Signal] = []
        for number in range(100):
            clock.now = number / 100
            if number % 10 == 5:
                board.bus.chips[0x20].lose_power()
                board.bus.chips[0x21].lose_power()
            if number == 50:
                board.lift(3)
            signals += opened.step(clock.now)
        assert [signal.building for signal in signals if isinstance(signal, Lifted)] == [3]
        assert opened.lost_parts == ()


def test_a_chip_that_keeps_no_settings_counts_as_failed(board: SimulatedBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = ExpanderReader(SWITCHES, board.bus)
    for chip in board.bus.chips.values():
        chip.lose_power()
    monkeypatch.setattr(SimulatedExpander, "_store", lambda *_: None)
    with pytest.raises(OSError, match="it does not keep its settings"):
        reader.read()


def test_a_forgotten_pull_up_floats(board: SimulatedBoard, clock: Clock) -> None:
    ExpanderReader(SWITCHES, board.bus)
    chip = board.bus.chips[0x20]
    board.lift(1)
    board.lift(2)
    chip.write(bytes([GPPU, 0x7E, 0x7F]))
    seen = []
    for number in range(200):
        clock.now = number / 1000
        seen.append(registers(chip, GPIO, 1)[0] & 0b11)
    assert set(seen) == {0b10, 0b11}
    board.place(1)
    assert registers(chip, GPIO, 1)[0] & 1 == 0


def test_stuck_switches_show_at_their_inputs(board: SimulatedBoard) -> None:
    ExpanderReader(SWITCHES, board.bus)
    board.set_fault(14, Fault.STUCK_OPEN)
    assert registers(board.bus.chips[0x21], GPIO, 1) == [1]


def test_a_bus_is_for_one_at_a_time() -> None:
    bus = SimulatedBus({})
    assert bus.try_lock()
    assert not bus.try_lock()
    bus.unlock()
    assert bus.try_lock()


def new_chip(grounded: int = 0) -> SimulatedExpander:
    return SimulatedExpander(lambda pin: bool(grounded >> pin & 1), Clock())


def test_a_chip_starts_with_inputs_and_nothing_else() -> None:
    assert registers(new_chip(), 0, GPIO) == [0xFF, 0xFF, *[0] * (GPIO - 2)]


@given(st.integers(0, REGISTERS - 1), st.integers(1, 3 * REGISTERS))
def test_the_pointer_goes_on_by_itself_and_round(first: int, count: int) -> None:
    chip = new_chip()
    chip.write(bytes([GPPU, *range(100, 102)]))
    whole = registers(chip, 0, REGISTERS)
    chip.write(bytes([first]))
    # An input without pull-up floats, but in one moment always reads the same.
    assert list(chip.read(count)) == [whole[(first + step) % REGISTERS] for step in range(count)]


@given(st.integers(0, 0xFFFF), st.integers(0, 0xFFFF), st.integers(0, 0xFFFF), st.integers(0, 0xFFFF))
def test_every_pin_reads_as_its_registers_say(outputs: int, latch: int, inverted: int, grounded: int) -> None:
    chip = new_chip(grounded)
    usable = outputs | 0x8080
    chip.write(bytes([GPIO, *latch.to_bytes(2, "little")]))
    chip.write(bytes([GPPU, 0xFF, 0xFF]))
    chip.write(bytes([IPOL, *inverted.to_bytes(2, "little")]))
    chip.write(bytes([IODIR, *(0xFFFF ^ usable).to_bytes(2, "little")]))
    levels = (latch & usable) | (~grounded & ~usable & INPUT_MASK)
    assert registers(chip, GPIO) == list((levels ^ inverted).to_bytes(2, "little"))
    assert registers(chip, OLAT) == list(latch.to_bytes(2, "little"))


def test_what_can_only_be_read_cannot_be_written_and_one_register_has_two_numbers() -> None:
    chip = new_chip()
    chip.write(bytes([INTF, 1, 2, 3, 4]))
    assert registers(chip, INTF, 4) == [0, 0, 0, 0]
    assert INTCAP == INTF + 2
    chip.write(bytes([IOCON + 1, SEQOP]))
    assert registers(chip, IOCON, 4) == [SEQOP] * 4  # it goes to and fro now
    with pytest.raises(NotImplementedError, match="BANK"):
        chip.write(bytes([IOCON, 0x80]))
