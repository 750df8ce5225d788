"""The chain of LEDs: one `show()` a frame, none when nothing changed, dark on the way out."""

import logging
from typing import Any, Protocol

from firmware.frames import DARK, OFF, RGB, Frame
from firmware.plan import Leds
from firmware.power import restrain

log = logging.getLogger(__name__)


class Strip(Protocol):
    """A chain of LEDs that takes one colour for each."""

    def show(self, colours: list[RGB]) -> None:
        """Send all colours at once."""

    def close(self) -> None:
        """Let go of the chain. May be called twice."""


class NeoPixelStrip:
    """The real driver: `adafruit-circuitpython-neopixel`, on whatever Blinka finds beneath it."""

    def __init__(self, leds: Leds, pin: Any) -> None:
        # On a machine without LEDs this import fails, so it waits until LEDs are wanted.
        from neopixel import NeoPixel  # noqa: PLC0415

        self._pixels: Any = NeoPixel(pin, leds.count, brightness=1.0, auto_write=False, pixel_order=leds.order)

    @property
    def pin(self) -> Any:
        """The opened pin, as the driver beneath is handed it."""
        return self._pixels.pin

    def show(self, colours: list[RGB]) -> None:
        """Send all colours at once."""
        self._pixels[:] = colours
        self._pixels.show()

    def close(self) -> None:
        """Darken the chain and free its pin."""
        if self._pixels is not None:
            # deinit sends a dark frame itself.
            self._pixels.deinit()
            self._pixels = None


class Lights:
    """Shows frames on a strip. A strip that fails is reported once, and the game goes on without it."""

    def __init__(self, leds: Leds, strip: Strip) -> None:
        self._leds = leds
        self._strip = strip
        self._shown: Frame | None = None
        self._is_lost = False

    @property
    def is_lost(self) -> bool:
        """Whether the strip has failed."""
        return self._is_lost

    def show(self, frame: Frame) -> bool:
        """Show a frame, within brightness and current limit. Returns whether anything had to be sent."""
        restrained = restrain(frame, self._leds)
        if self._is_lost or restrained == self._shown:
            return False
        try:
            self._strip.show(self._along_the_chain(restrained))
        except (OSError, RuntimeError) as error:
            # RuntimeError is what the LED drivers raise when the bus is gone.
            log.error("The LEDs no longer answer (%s). The game goes on without them.", error)  # noqa: TRY400
            self._is_lost = True
            return False
        self._shown = restrained
        return True

    def _along_the_chain(self, frame: Frame) -> list[RGB]:
        colours = [OFF] * self._leds.count
        for place, colour in zip(self._leds.chain, frame, strict=True):
            colours[place] = colour
        return colours

    def close(self) -> None:
        """Darken the LEDs, which otherwise keep their last frame, and let go of them."""
        self.show(DARK)
        self._strip.close()
