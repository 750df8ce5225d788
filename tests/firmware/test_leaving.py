import os
import signal
from collections.abc import Callable

import pytest

from firmware.board import Board
from firmware.frames import DARK, OFF
from firmware.hardware import open_drivers
from firmware.leaving import SIGNALS, leave_properly
from firmware.plan import read_plan
from firmware.simulated import SimulatedBoard

PLAN = read_plan()


def light_up_and(leave: Callable[[], None], simulated: SimulatedBoard) -> None:
    with leave_properly(), Board(PLAN, open_drivers(PLAN, simulated)) as board:
        board.show(((255, 0, 0), *DARK[1:]))
        assert set(simulated.strip.colours()) != {OFF}
        leave()


@pytest.mark.usefixtures("hears_hangup")
@pytest.mark.parametrize("number", SIGNALS)
def test_a_program_that_is_told_to_end_leaves_the_board_dark(number: signal.Signals) -> None:
    simulated = SimulatedBoard(PLAN, lambda: 0.0)
    before = signal.getsignal(number)
    with pytest.raises(SystemExit) as left:
        light_up_and(lambda: os.kill(os.getpid(), number), simulated)
    assert left.value.code == 128 + number
    assert set(simulated.strip.colours()) == {OFF}
    assert signal.getsignal(number) == before


@pytest.mark.parametrize("error", [KeyboardInterrupt, ZeroDivisionError])
def test_whatever_goes_wrong_the_board_is_left_dark(error: type[BaseException]) -> None:
    def go_wrong() -> None:
        raise error

    simulated = SimulatedBoard(PLAN, lambda: 0.0)
    with pytest.raises(error):
        light_up_and(go_wrong, simulated)
    assert set(simulated.strip.colours()) == {OFF}
