"""The chain of LEDs: one `show()` a frame, none when nothing changed, dark on the way out."""

import logging
from contextlib import ExitStack
from typing import Any, Protocol

from firmware.failures import STRIP_ERRORS
from firmware.frames import OFF, RGB, Frame
from firmware.plan import Leds
from firmware.power import restrain

log = logging.getLogger(__name__)


class Strip(Protocol):
    """A chain of LEDs that takes one colour for each."""

    def show(self, colours: list[RGB]) -> None:
        """Send all colours at once."""

    def close(self) -> None:
        """Darken the chain and let go of it. May be called twice."""


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
        """Darken the chain, which otherwise keeps its last frame, and free its pin even where that fails."""
        pixels, self._pixels = self._pixels, None
        if pixels is not None:
            with ExitStack() as closing:
                closing.callback(pixels.pin.deinit)
                pixels.fill(0)
                pixels.show()


class Lights:
    """Shows frames on a strip. A strip that fails is reported once, and the game goes on without it."""

    def __init__(self, leds: Leds, strip: Strip) -> None:
        self.brightness = leds.brightness
        """Of all lights. The next frame has it."""
        self._leds = leds
        self._strip = strip
        self._shown: Frame | None = None
        self._is_lost = False
        self._is_closed = False

    @property
    def is_lost(self) -> bool:
        """Whether the strip has failed."""
        return self._is_lost

    def show(self, frame: Frame) -> bool:
        """Show a frame, within brightness and current limit. Returns whether anything had to be sent."""
        restrained = restrain(frame, self._leds, self.brightness)
        if self._is_lost or self._is_closed or restrained == self._shown:
            return False
        try:
            self._strip.show(self._along_the_chain(restrained))
        except STRIP_ERRORS as error:
            self._lose(error)
            return False
        self._shown = restrained
        return True

    def _along_the_chain(self, frame: Frame) -> list[RGB]:
        colours = [OFF] * self._leds.count
        for place, colour in zip(self._leds.chain, frame, strict=True):
            colours[place] = colour
        return colours

    def close(self) -> None:
        """Darken the LEDs and let go of them."""
        self._is_closed = True
        try:
            self._strip.close()
        except STRIP_ERRORS as error:
            self._lose(error)

    def _lose(self, error: Exception) -> None:
        if not self._is_lost:
            log.error("The LEDs no longer answer (%s). The game goes on without them.", error)
        self._is_lost = True
