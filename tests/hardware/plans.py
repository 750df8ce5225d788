"""Plans that the tests of the hardware pack draw from."""

from pathlib import Path
from random import Random

import msgspec

from firmware.plan import FREE_PINS, LED_PIN, BoardPlan, Matrix, read_plan

HARDWARE = Path(__file__).parents[2] / "hardware"


def matrix_plan() -> BoardPlan:
    return read_plan(HARDWARE / "board.toml")


def expander_plan() -> BoardPlan:
    return read_plan(HARDWARE / "expanders.toml")


def with_row_on(plan: BoardPlan, row: int, pin: int) -> BoardPlan:
    """The plan with one row on another pin."""
    assert isinstance(plan.switches, Matrix)
    rows = list(plan.switches.rows)
    rows[row - 1] = pin
    return msgspec.structs.replace(plan, switches=msgspec.structs.replace(plan.switches, rows=tuple(rows)))


def with_exchanged(plan: BoardPlan) -> BoardPlan:
    """The plan with column 1 and the pink button on each other's pins."""
    assert isinstance(plan.switches, Matrix)
    first, *rest = plan.switches.columns
    switches = msgspec.structs.replace(plan.switches, columns=(plan.buttons.pink, *rest))
    buttons = msgspec.structs.replace(plan.buttons, pink=first)
    return msgspec.structs.replace(plan, switches=switches, buttons=buttons)


def with_shuffled_pins(seed: int) -> BoardPlan:
    """The plan with every use but the LEDs on a pin drawn by lot."""
    plan = matrix_plan()
    assert isinstance(plan.switches, Matrix)
    pins = sorted(FREE_PINS - {LED_PIN})
    Random(seed).shuffle(pins)  # noqa: S311
    switches = msgspec.structs.replace(plan.switches, rows=tuple(pins[:5]), columns=tuple(pins[5:10]))
    names = ("pink", "yellow", "green", "north", "east", "south", "west", "done")
    buttons = msgspec.structs.replace(plan.buttons, **dict(zip(names, pins[10:18], strict=True)))
    buzzer = msgspec.structs.replace(plan.buzzer, pin=pins[18])
    return msgspec.structs.replace(plan, switches=switches, buttons=buttons, buzzer=buzzer)
