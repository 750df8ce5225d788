"""Footprints of the parts on the circuit board, all of them through-hole: what a hobbyist's soldering iron can do.

Millimetres, y downwards as in KiCad, from the first pin. Pitches are multiples of 2.54 mm wherever the parts allow it.
"""

from msgspec import Struct

from companion.errors import CityChaseError

PITCH = 2.54
SMALL, COMMON, LARGE, THICK, HUGE = (1.6, 0.8), (1.6, 1.0), (2.6, 1.3), (2.6, 1.5), (3.0, 1.5)
"""Pads and their holes: thin wires, square pins, screw terminals, a power diode's wires, the fuse's clips."""
SLIM = 3.0
"""The widest body of a part with thin wires."""


class NoFootprint(CityChaseError):
    """A part whose package has no footprint here."""


class Pad(Struct, frozen=True):
    """A plated hole with copper on both sides."""

    number: str
    x: float
    y: float
    size: float
    hole: float

    @property
    def is_square(self) -> bool:
        """Whether its copper is square: the first pad's is, so that it can be told."""
        return self.number == "1"


class Box(Struct, frozen=True):
    """A rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    def grown(self, by: float) -> "Box":
        """Return it bigger on all sides."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)


class Footprint(Struct, frozen=True):
    """Where a part's pins go and how much room its body takes."""

    name: str
    pads: tuple[Pad, ...]
    body: Box
    round_body: bool = False
    ring_at: float | None = None
    """Where a diode's ring is, along x."""


def footprint(package: str) -> Footprint:
    """Return the footprint of a package."""
    made = FIXED.get(package) or _by_pattern(package)
    if not made:
        raise NoFootprint(f"There is no footprint for the package {package!r}.")
    return made


def _by_pattern(package: str) -> Footprint | None:
    kind, _, count = package.rpartition("X" if package.startswith("PINS") else "-")
    if not count.isdigit():
        return None
    match kind:
        case "PINS-1":
            return _line(package, int(count), COMMON, Box(-3.0, -PITCH / 2, 3.0, PITCH * (int(count) - 0.5)))
        case "SIP":
            return _line(package, int(count), SMALL, Box(-1.25, -1.4, 1.25, PITCH * (int(count) - 1) + 1.4))
        case "TERMINAL":
            pads = tuple(Pad(str(number + 1), 2 * PITCH * number, 0, *LARGE) for number in range(int(count)))
            return Footprint(package, pads, Box(-PITCH, -4.1, 2 * PITCH * (int(count) - 1) + PITCH, 4.1))
        case "DIP":
            return _dual_in_line(package, int(count))
        case _:
            return None


def _line(name: str, count: int, pad: tuple[float, float], body: Box) -> Footprint:
    return Footprint(name, tuple(Pad(str(number + 1), 0, PITCH * number, *pad) for number in range(count)), body)


def _dual_in_line(name: str, count: int) -> Footprint:
    half = count // 2
    left = [Pad(str(number + 1), 0, PITCH * number, *SMALL) for number in range(half)]
    right = [Pad(str(count - number), 3 * PITCH, PITCH * number, *SMALL) for number in range(half)]
    return Footprint(name, (*left, *right), Box(1.1, -1.3, 3 * PITCH - 1.1, PITCH * (half - 1) + 1.3))


def _socket() -> Footprint:
    # Odd pins in the inner row, even ones nearer to the edge: what the Pi's header looks like from above.
    pads = tuple(
        Pad(str(number), PITCH * ((number - 1) // 2), 0 if number % 2 else -PITCH, *COMMON) for number in range(1, 41)
    )
    return Footprint("SOCKET-2X20", pads, Box(-1.27, -PITCH - 1.27, 19 * PITCH + 1.27, 1.27))


def _axial(name: str, pitch: float, length: float, width: float, ring_at: float | None = None) -> Footprint:
    # A body this wide has wires as thick.
    pad = SMALL if width <= SLIM else THICK
    middle = pitch / 2
    body = Box(middle - length / 2, -width / 2, middle + length / 2, width / 2)
    return Footprint(name, (Pad("1", 0, 0, *pad), Pad("2", pitch, 0, *pad)), body, ring_at=ring_at)


FIXED: dict[str, Footprint] = {
    one.name: one
    for one in (
        _socket(),
        _axial("DIODE-P7.62", 3 * PITCH, 4.0, 2.0, ring_at=2.5),
        _axial("DIODE-P15.24", 6 * PITCH, 9.5, 5.3, ring_at=4.6),
        _axial("RESISTOR-P10.16", 4 * PITCH, 6.3, 2.4),
        _axial("DISC-P5", 2 * PITCH, 3.0, 2.6),
        Footprint(
            "RADIAL-D10-P5",
            (Pad("1", 0, 0, 2.0, 1.0), Pad("2", 2 * PITCH, 0, 2.0, 1.0)),
            Box(PITCH - 5, -5, PITCH + 5, 5),
            round_body=True,
        ),
        Footprint("FUSE-5X20", (Pad("1", 0, 0, *HUGE), Pad("2", 22.6, 0, *HUGE)), Box(-2.0, -4.2, 24.6, 4.2)),
    )
}
