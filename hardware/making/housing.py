"""The measures of the Pi's case: where the board's holes are, and how much room it takes below the panel."""

from msgspec import Struct

from firmware.parts import PiModel
from hardware.making.sheet import Box, Point

WALL_MM = 2.0
FLOOR_MM = 2.0
PLAY_MM = 1.0
"""Between the board's edge and the wall."""
HOLE_INSET_MM = 3.5
"""From the board's corner to the middle of its holes, on every Pi with 40 pins."""
POST_MM = 6.0
POST_HEIGHT_MM = 4.0
POST_HOLE_MM = 2.1
"""An M2.5 screw cuts its own thread into that."""
BOARD_MM = 1.4
ROOM_ABOVE_MM = 30.0
"""Above the Pi: the header, a HAT on it, and the looms' plugs."""
EAR_MM = 11.0
"""How far the ears with the screw holes stand out."""


class PiBoard(Struct, frozen=True):
    """A Pi's board: its edges, and its hole pattern. The pins are along one long edge, the sockets along the other."""

    length_mm: float
    width_mm: float
    holes_mm: tuple[float, float]
    sockets_at_the_end: bool
    """Whether USB and Ethernet are at the short edge away from the memory card."""

    @property
    def holes(self) -> tuple[Point, ...]:
        """The holes, from the corner between memory card and sockets for power."""
        across, along = self.holes_mm
        return tuple(Point(HOLE_INSET_MM + right, HOLE_INSET_MM + down) for right in (0, across) for down in (0, along))

    @property
    def outer_mm(self) -> tuple[float, float]:
        """How long and wide the case is, without its ears."""
        more = 2 * (PLAY_MM + WALL_MM)
        return self.length_mm + more, self.width_mm + more

    @property
    def ears(self) -> tuple[Point, ...]:
        """The ears' holes, from the case's corner. They are the same from above and from below."""
        length, width = self.outer_mm
        return tuple(Point(x, y) for x in (EAR_MM, length - EAR_MM) for y in (-EAR_MM / 2, width + EAR_MM / 2))

    @property
    def height_mm(self) -> float:
        """How tall the case is, without its lid."""
        return FLOOR_MM + POST_HEIGHT_MM + BOARD_MM + ROOM_ABOVE_MM

    @property
    def place(self) -> Box:
        """The room that case and ears take, with the case's corner as the origin."""
        length, width = self.outer_mm
        return Box(0, -EAR_MM, length, width + 2 * EAR_MM)


def pi_board(model: PiModel) -> PiBoard:
    """Return the board of a model."""
    if model == "zero2w":
        return PiBoard(65, 30, (58, 23), sockets_at_the_end=False)
    return PiBoard(85, 56, (58, 49), sockets_at_the_end=True)
