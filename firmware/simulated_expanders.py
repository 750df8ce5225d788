"""Two MCP23017 chips that are not there, register by register, on a bus that Adafruit's driver can talk to.

They behave as the data sheet says, in the arrangement a chip starts with (BANK = 0): an input without its pull-up
floats, and after a loss of power all registers are as at first. Interrupts never happen: nobody asks for them.
"""

import errno
from collections.abc import Callable

from companion.games.city_chase.city import Building
from firmware.blinka import need_no_pi
from firmware.contacts import CHATTER_S, looks_like_chance
from firmware.plan import Expanders

IODIR, IPOL, IOCON, GPPU, INTF, INTCAP, GPIO, OLAT = 0x00, 0x02, 0x0A, 0x0C, 0x0E, 0x10, 0x12, 0x14
"""The registers of port A; that of port B follows each."""
READ_ONLY = (INTF, INTCAP)
REGISTERS = 0x16
BANK, SEQOP = 0x80, 0x20
PORT_INPUTS = 7
"""A7 and B7 can only be driven."""


class SimulatedExpander:
    """One chip. `is_grounded` tells whether something connects one of its 16 pins to ground."""

    def __init__(self, is_grounded: Callable[[int], bool], clock: Callable[[], float]) -> None:
        self._is_grounded = is_grounded
        self._clock = clock
        self._registers = bytearray()
        self._pointer = 0
        self.is_connected = True
        self.lose_power()

    def lose_power(self) -> None:
        """Be without power for a moment: every pin is an input, and no pull-up is on."""
        self._registers = bytearray(REGISTERS)
        self._registers[IODIR] = self._registers[IODIR + 1] = 0xFF
        self._pointer = 0

    def write(self, data: bytes) -> None:
        """Take what is written: first a register's number, then the values of this and the following ones."""
        if not data:
            return
        self._pointer = data[0] % REGISTERS
        for value in data[1:]:
            self._store(self._pointer, value)
            self._go_on()

    def read(self, count: int) -> bytes:
        """Return the values of registers from the last named one on."""
        values = bytearray()
        for _ in range(count):
            values.append(self._load(self._pointer))
            self._go_on()
        return bytes(values)

    def _go_on(self) -> None:
        # With SEQOP the pointer only goes to and fro between the two ports.
        is_to_and_fro = bool(self._registers[IOCON] & SEQOP)
        self._pointer = self._pointer ^ 1 if is_to_and_fro else (self._pointer + 1) % REGISTERS

    def _store(self, register: int, value: int) -> None:
        of_port_a = register & ~1
        if of_port_a == IOCON:
            if value & BANK:
                raise NotImplementedError("The other arrangement of registers (BANK = 1) is not simulated.")
            # One register that answers to two numbers.
            self._registers[IOCON] = self._registers[IOCON + 1] = value
        elif of_port_a == GPIO:
            self._registers[register - GPIO + OLAT] = value
        elif of_port_a not in READ_ONLY:
            self._registers[register] = value

    def _load(self, register: int) -> int:
        if register & ~1 != GPIO:
            return self._registers[register]
        port = register - GPIO
        levels = sum(self._level(port, number) << number for number in range(8))
        return levels ^ self._registers[IPOL + port]

    def _level(self, port: int, number: int) -> bool:
        pin, bit = 8 * port + number, 1 << number
        if not self._registers[IODIR + port] & bit:
            return bool(self._registers[OLAT + port] & bit)
        if number >= PORT_INPUTS:
            return self._floats(pin)
        if self._is_grounded(pin):
            return False
        return True if self._registers[GPPU + port] & bit else self._floats(pin)

    def _floats(self, pin: int) -> bool:
        return looks_like_chance(int(self._clock() / CHATTER_S) * 16 + pin)


class SimulatedBus:
    """The Pi's I2C bus as `busio.I2C` offers it, with chips at their addresses. Where there is none, nobody answers."""

    def __init__(self, chips: dict[int, SimulatedExpander]) -> None:
        self.chips = chips
        self._is_locked = False

    def try_lock(self) -> bool:
        """Take the bus for a few messages, unless someone has it."""
        was_locked, self._is_locked = self._is_locked, True
        return not was_locked

    def unlock(self) -> None:
        """Leave the bus to others."""
        self._is_locked = False

    def deinit(self) -> None:
        """Let go of the bus. The chips stay as they are."""
        self._is_locked = False

    def writeto(self, address: int, buffer: bytes, *, start: int = 0, end: int | None = None) -> None:
        """Send bytes to a chip."""
        self._chip(address).write(bytes(buffer[start:end]))

    def readfrom_into(self, address: int, buffer: bytearray, *, start: int = 0, end: int | None = None) -> None:
        """Fill a buffer, or a part of it, with a chip's answer."""
        end = len(buffer) if end is None else end
        buffer[start:end] = self._chip(address).read(end - start)

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
        """Send bytes and fill a buffer with the answer, without letting go of the bus in between."""
        self.writeto(address, buffer_out, start=out_start, end=out_end)
        self.readfrom_into(address, buffer_in, start=in_start, end=in_end)

    def _chip(self, address: int) -> SimulatedExpander:
        chip = self.chips.get(address)
        if chip is None or not chip.is_connected:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        return chip


def wire_expanders(
    switches: Expanders, is_closed: Callable[[Building], bool], clock: Callable[[], float]
) -> SimulatedBus:
    """Return a bus with the plan's chips, and a switch between each input and ground."""
    need_no_pi()

    def wire(buildings: tuple[Building, ...]) -> SimulatedExpander:
        places = (divmod(place, PORT_INPUTS) for place in range(len(buildings)))
        wired = dict(zip((8 * port + number for port, number in places), buildings, strict=True))
        return SimulatedExpander(lambda pin: pin in wired and is_closed(wired[pin]), clock)

    chips = zip(switches.addresses, switches.buildings, strict=True)
    return SimulatedBus({address: wire(buildings) for address, buildings in chips})
