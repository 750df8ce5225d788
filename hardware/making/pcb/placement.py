"""Where each part of the matrix's circuit board is, from a table, on a board with the outline of a HAT.

Places are counted in cells of 2.54 mm from pin 1 of the header, rightwards and downwards.
"""

from collections.abc import Iterator
from math import cos, radians, sin

from msgspec import Struct

from firmware.plan import Matrix
from hardware.making.circuit import Circuit, Place
from hardware.making.pcb.footprints import PITCH, Box, Footprint, Pad, footprint

WIDTH, HEIGHT = 65.0, 56.5
"""A HAT's outline."""
HOLES = ((3.5, 3.5), (61.5, 3.5), (3.5, 52.5), (61.5, 52.5))
HOLE = 2.75
HOLE_KEEPOUT = 6.2
"""What the head of an M2.5 screw and its stand-off touch."""
CORNER = 3.0
FIRST_PIN = (8.37, 4.77)
"""Pin 1 of the header, as on every Pi with 40 pins."""
LOOMS = ((-2.0, 1.5), (4.75, 1.5), (11.5, 1.5), (-2.0, 7.75), (4.75, 7.75))
"""The first contact of the looms of columns 1 to 5."""
DIODE_FROM_LOOM = 5.0
TABLE: dict[str, tuple[float, float, int]] = {
    "J1": (0, 0, 0),
    "RN1": (17.75, 1.5, 0),
    "J7": (21, 1.75, 0),
    "U1": (14.75, 8, 0),
    "C2": (19, 8, 270),
    "R3": (11, 8, 270),
    "R1": (12.25, 8, 270),
    "R2": (13.5, 8, 270),
    "J9": (20.75, 12, 0),
    "F1": (0, 15.11, 0),
    "J10": (1, 18.61, 0),
    "J8": (5.25, 18.61, 0),
    "C1": (11.5, 17, 0),
    "D26": (15.25, 16, 0),
}


class Placed(Struct, frozen=True):
    """A part's footprint in its place. The rotation is counter-clockwise, as in KiCad."""

    ref: str
    value: str
    shape: Footprint
    x: float
    y: float
    rotation: int
    nets: dict[str, str]
    names: dict[str, str]
    """What each pin is called."""

    def to_board(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point of the footprint is on the board."""
        angle = radians(self.rotation)
        return (
            round(self.x + x * cos(angle) + y * sin(angle), 4),
            round(self.y - x * sin(angle) + y * cos(angle), 4),
        )

    def pads(self) -> Iterator[tuple[Pad, float, float]]:
        """Go through the pads with their places on the board."""
        return ((pad, *self.to_board(pad.x, pad.y)) for pad in self.shape.pads)

    def area(self) -> Box:
        """Return what the body and the pads cover on the board."""
        body = self.shape.body
        corners = [self.to_board(x, y) for x in (body.left, body.right) for y in (body.top, body.bottom)]
        corners += [(x + side * pad.size / 2, y + side * pad.size / 2) for pad, x, y in self.pads() for side in (-1, 1)]
        across, down = [x for x, _ in corners], [y for _, y in corners]
        return Box(min(across), min(down), max(across), max(down))


def cell(column: float, row: float) -> tuple[float, float]:
    """Return where a cell is, in millimetres from the board's upper left corner."""
    return round(FIRST_PIN[0] + PITCH * column, 4), round(FIRST_PIN[1] + PITCH * row, 4)


def place_parts(circuit: Circuit, matrix: Matrix) -> list[Placed]:
    """Return all parts that the circuit board carries, in their places."""
    places = TABLE | dict(_loom_places(matrix))
    return [
        Placed(
            part.ref,
            part.value or part.note,
            footprint(part.package),
            *cell(*places[part.ref][:2]),
            places[part.ref][2],
            circuit.nets_of(part.ref),
            {pin.number: pin.name for pin in part.pins},
        )
        for part in circuit.parts
        if part.place is Place.BOARD
    ]


def _loom_places(matrix: Matrix) -> Iterator[tuple[str, tuple[float, float, int]]]:
    """Place each loom's connector with its diodes beside it, each next to the contact it belongs to."""
    for column, (left, top) in enumerate(LOOMS):
        yield f"J{column + 2}", (left, top, 0)
        for row, buildings in enumerate(matrix.buildings, 1):
            yield f"D{buildings[column]}", (left + DIODE_FROM_LOOM, top + row, 180)
