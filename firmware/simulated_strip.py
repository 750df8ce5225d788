"""A strip of LEDs that is not there: the real driver runs, and the bytes that it sends are kept."""

from collections import deque
from collections.abc import Callable
from typing import Any

from firmware.blinka import need_no_pi
from firmware.frames import RGB, Frame
from firmware.lights import NeoPixelStrip
from firmware.plan import Leds

KEPT_FRAMES = 1000
"""A board that plays all evening must not fill the memory."""

_receivers: dict[int, Callable[[bytes], None]] = {}
"""Who gets the bytes sent to a pin object: Blinka's simulated board has one function for all strips."""


class SimulatedStrip:
    """The real NeoPixel class on Blinka's board for no board; the bytes that it sends are kept."""

    def __init__(self, leds: Leds) -> None:
        self._leds = leds
        self._driver: NeoPixelStrip | None = None
        self.sent: deque[bytes] = deque(maxlen=KEPT_FRAMES)
        self._last = (0, bytes(3 * leds.count))

    @property
    def frames(self) -> int:
        """How many frames were sent."""
        return self._last[0]

    def show(self, colours: list[RGB]) -> None:
        """Send all colours at once, through the real driver."""
        if self._driver is None:
            self._driver = self._open()
        self._driver.show(colours)

    def colours(self) -> list[RGB]:
        """Return the colours that were sent last, read back from the bytes."""
        return self.last_frame()[1]

    def lights(self) -> Frame:
        """Return the frame that was sent last, in the game's own order."""
        return self.last_lights()[1]

    def last_lights(self) -> tuple[int, Frame]:
        """Return the number of the last frame and its lights in the game's own order."""
        number, colours = self.last_frame()
        return number, tuple(colours[place] for place in self._leds.chain)

    def last_frame(self) -> tuple[int, list[RGB]]:
        """Return the number of the last frame and its colours, which belong together."""
        number, data = self._last
        order = [self._leds.order.index(colour) for colour in "RGB"]
        triples = (data[start : start + 3] for start in range(0, len(data), 3))
        return number, [(triple[order[0]], triple[order[1]], triple[order[2]]) for triple in triples]

    def close(self) -> None:
        """Darken the strip and let go of it."""
        if self._driver is not None:
            driver, self._driver = self._driver, None
            pin = driver.pin
            driver.close()
            del _receivers[id(pin)]

    def _open(self) -> NeoPixelStrip:
        need_no_pi()
        import board  # noqa: PLC0415 - belongs to Blinka, and only works now
        from adafruit_blinka.microcontroller.generic_agnostic_board import neopixel as wire  # noqa: PLC0415

        wire.neopixel_write = _deliver
        driver = NeoPixelStrip(self._leds, board.Dx_OUTPUT)
        _receivers[id(driver.pin)] = self._receive
        return driver

    def _receive(self, data: bytes) -> None:
        self.sent.append(data)
        self._last = (self._last[0] + 1, data)


def _deliver(gpio: Any, data: bytearray) -> None:
    _receivers[id(gpio)](bytes(data))
