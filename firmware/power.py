"""Keeps every frame within what the supply gives. No scene can get around it: it stands before the strip."""

from firmware.frames import Frame
from firmware.parts import CHANNEL_MA, IDLE_MA, Leds

FULL = 255


def current_ma(frame: Frame, count: int) -> float:
    """Return what a frame draws on a chain of so many LEDs."""
    return count * IDLE_MA + sum(map(sum, frame)) * CHANNEL_MA / FULL


def restrain(frame: Frame, leds: Leds, brightness: float) -> Frame:
    """Return the frame at a brightness, and darker still where it would draw more than the plan's limit."""
    bright = scale(frame, brightness)
    idle = leds.dark_ma
    wanted = current_ma(bright, leds.count) - idle
    allowed = max(leds.limit_ma - idle, 0)
    return bright if wanted <= allowed else scale(bright, allowed / wanted)


def scale(frame: Frame, share: float) -> Frame:
    """Return the frame at a share of its brightness. Rounds down, so that it never draws more than that share."""
    levels = [int(level * share) for level in range(FULL + 1)]
    return tuple((levels[red], levels[green], levels[blue]) for red, green, blue in frame)
