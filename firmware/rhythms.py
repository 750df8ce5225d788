"""Rhythms: how bright a light is, or whether it is on, as pure functions of the time in seconds.

Colours that must be told apart have rhythms that differ, so that nobody has to see the colour. Lights that blink as a
whole board do so at most twice a second: three flashes a second can hurt people who are sensitive to them.
"""

from math import pi, sin

PULSE_PERIOD_S = 2.4
QUICK_PULSE_PERIOD_S = 1.2
"""The same pulses for the helicopter that was chosen with a button."""
MOST_PULSES = 3
DIP_PERIOD_S = 3.2
DIP_S = 0.2
TURN_S = 0.5
BLINK_PERIOD_S = 0.4
NOTHING_STEP_S = 0.2
NOTHING_S = 5 * NOTHING_STEP_S
SIREN_SWAP_S = 0.25


def pulse(now: float, count: int, period_s: float = PULSE_PERIOD_S) -> float:
    """Return the height, 0 to 1, of so many soft pulses and then a rest in each period.

    The rest is as long as a pulse at least, or the pulses could not be counted.
    """
    width_s = period_s / (MOST_PULSES + 1)
    number, within_s = divmod(now % period_s, width_s)
    return sin(pi * within_s / width_s) ** 2 if number < count else 0.0


def is_in_dip(now: float, count: int) -> bool:
    """Tell whether a light that is otherwise steady is in one of its short dips, so many in each period."""
    number, within_s = divmod(now % DIP_PERIOD_S, 2 * DIP_S)
    return number < count and within_s < DIP_S


def whose_turn(now: float, count: int) -> int:
    """Return which of so many lights is on, one after the other. A single one takes turns with none at all."""
    return int(now // TURN_S) % max(count, 2)


def is_blinking_on(now: float) -> bool:
    """Tell whether a quickly blinking light is on."""
    return now % BLINK_PERIOD_S < BLINK_PERIOD_S / 2


def is_on_after_nothing(age: float) -> bool:
    """Tell whether a light is on in the two short blinks that mean nothing was found, so long after the search."""
    return int(age / NOTHING_STEP_S) % 2 == 1


def is_siren_swapped(age: float) -> bool:
    """Tell whether the siren's two colours have changed places."""
    return int(age / SIREN_SWAP_S) % 2 == 1
