"""The circuit board's measures: generous enough for any maker of boards, in millimetres."""

CLEARANCE = 0.2
TRACK = 0.3
POWER_TRACK = 2.0
"""For the LEDs' current, more than their fuse lets through: the layout refuses a larger one."""
VIA, VIA_HOLE = 0.8, 0.4
EDGE = 0.5
POUR_CLEARANCE = 0.3
POUR_WIDTH = 0.25
COPPER_UM = 35
MIL_UM = 25.4
WARMER_K = 10.0


def carries_a(width: float) -> float:
    """Return the current that makes an outer track 10 degrees warmer, by the formula of IPC-2221."""
    area = (width * 1000 / MIL_UM) * (COPPER_UM / MIL_UM)
    return float(0.048 * WARMER_K**0.44 * area**0.725)
