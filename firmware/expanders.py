"""Reads switches through two MCP23017 port expanders on the Pi's I2C bus: the wiring for those who want no matrix.

Each switch is between an input and ground, with the chip's own pull-up, so a closed switch reads low. The chips are
asked like a matrix, scan by scan; their interrupts are not used.
"""

from collections.abc import Collection
from typing import Any

from companion.games.city_chase.city import BUILDINGS, Building
from firmware.plan import Expanders

BITS = (*range(7), *range(8, 15))
"""Where a chip's inputs A0 to A6 and B0 to B6 are among its 16 bits."""
INPUT_MASK = sum(1 << bit for bit in BITS)
"""A7 and B7 are left out: newer chips can only drive them, so they are outputs, and low."""
TRIES = 3
"""A spark on a long wire spoils one answer; a chip that is gone spoils all."""
CHECK = "check its power, the wires SDA and SCL, and that its A0, A1 and A2 make this address"


class ExpanderReader:
    """Two chips with up to 14 switches each.

    A chip that none of the `wanted` buildings is wired to is left alone: while a board is being built it may not be
    there yet.
    """

    def __init__(self, switches: Expanders, bus: Any, wanted: Collection[Building] = BUILDINGS) -> None:
        self._bus = bus
        try:
            self._chips = [
                _Chip(bus, address, buildings)
                for address, buildings in zip(switches.addresses, switches.buildings, strict=True)
                if not set(wanted).isdisjoint(buildings)
            ]
        except OSError:
            bus.deinit()
            raise

    def read(self) -> frozenset[Building]:
        """Return the buildings whose switches are closed now. Raises OSError when a chip no longer answers."""
        return frozenset(building for chip in self._chips for building in chip.closed())

    def close(self) -> None:
        """Let go of the bus."""
        self._bus.deinit()


class _Chip:
    """One MCP23017, driven by Adafruit's driver."""

    def __init__(self, bus: Any, address: int, buildings: tuple[Building, ...]) -> None:
        # On a machine without pins this import fails, so it waits until a chip is wanted.
        from adafruit_mcp230xx.mcp23017 import MCP23017  # noqa: PLC0415

        self._address = address
        self._wired = tuple((1 << bit, building) for bit, building in zip(BITS, buildings, strict=False))
        try:
            # The driver's own reset would drop the pull-ups of a chip that is already set up.
            self._chip = MCP23017(bus, address, reset=False)
            self._set_up()
        except (OSError, ValueError) as error:
            # A chip that does not answer is a ValueError to the driver.
            raise OSError(f"no port expander answers at {address:#x} ({error}): {CHECK}") from error

    def closed(self) -> list[Building]:
        """Return the buildings at this chip whose switches are closed now."""
        levels = self._levels()
        return [building for bit, building in self._wired if not levels & bit]

    def _levels(self) -> int:
        """Read all inputs at once, which is sound only where the pull-ups are on.

        A chip that was without power for a moment answers as if nothing had happened, but its inputs float: its
        pull-ups are looked at after every reading.
        """
        failed: OSError | None = None
        for _ in range(TRIES):
            try:
                levels: int = self._chip.gpio
                if self._chip.gppu == INPUT_MASK:
                    return levels
                self._set_up()
            except OSError as error:
                failed = error
        why = failed or "it does not keep its settings"
        raise OSError(f"the port expander at {self._address:#x} fails ({why}): {CHECK}") from failed

    def _set_up(self) -> None:
        # First what the outputs are to be, then which are outputs.
        self._chip.gpio = 0
        self._chip.ipol = 0
        self._chip.interrupt_enable = 0
        self._chip.gppu = INPUT_MASK
        self._chip.iodir = INPUT_MASK
