"""The measures of the Pi's case: where the board's holes are, and how much room it takes below the panel."""

from msgspec import Struct

from firmware.parts import PiModel
from hardware.making.catalogue import HEADER_BASE_MM, SOCKET_MM
from hardware.making.pcb.placement import HEIGHT as CIRCUIT_BOARD_MM
from hardware.making.pcb.placement import HOLES as CIRCUIT_BOARD_HOLES
from hardware.making.sheet import Box, Point

WALL_MM = 2.0
FLOOR_MM = 2.0
PLAY_MM = 1.0
"""Between the board's edge and the wall."""
HOLE_INSET_MM = 3.5
"""From the board's corner to the middle of its holes, on every Pi with 40 pins."""
POST_MM = 6.0
POST_HEIGHT_MM = 5.0
POST_HOLE_MM = 2.1
"""An M2.5 screw cuts its own thread into that."""
BOARD_MM = 1.4
STACK_MM = SOCKET_MM + HEADER_BASE_MM
"""From the Pi to the circuit board on it: the socket, and the plastic of the Pi's own header."""
CIRCUIT_BOARD_THICK_MM = 1.6
STAND_OFF_THREAD_MM = 6.0
HEADER_MM = 2.5
"""The plastic of a loom's header."""
HOUSING_MM = 14.0
"""A housing for crimped wires (Dupont)."""
BEND_MM = 10.0
"""What wires need to turn aside above their housing."""
ROOM_ABOVE_MM = STACK_MM + CIRCUIT_BOARD_THICK_MM + HEADER_MM + HOUSING_MM + BEND_MM
LID_POST_MM = 7.0
"""How wide the posts are that the lid is screwed to. They stand outside, at the corners: there are no sockets."""
LID_HOLE_MM = 2.8
"""An M2.5 screw goes through that."""
SCREWS_MM = (4, 5, 6, 8, 10, 12, 16)
"""The lengths that M2.5 and M3 screws are sold in."""
SCREW_HEAD_MM = 2.0
EAR_MM = 11.0
"""How far the ears with the screw holes stand out."""

PLUG_MM = (14.0, 12.0)
"""How wide and thick a plug with screw terminals may be."""
PLUG_PLAY_MM = 1.0


class PiBoard(Struct, frozen=True):
    """A Pi's board: its edges, and its hole pattern. The pins are along one long edge, the sockets along the other."""

    length_mm: float
    width_mm: float
    holes_mm: tuple[float, float]
    power_from_card_mm: float
    """Along the edge with the sockets, from the edge with the memory card to the middle of the socket for power."""
    sockets_at_the_end: bool
    """Whether USB and Ethernet are at the short edge away from the memory card."""

    @property
    def overhang_mm(self) -> float:
        """How far the circuit board, whose other edge is the Pi's with the pins, reaches beyond the sockets."""
        return max(0.0, CIRCUIT_BOARD_MM - self.width_mm)

    @property
    def corner(self) -> Point:
        """Where the Pi's corner between memory card and sockets for power is in the case."""
        edge = WALL_MM + PLAY_MM
        return Point(edge, edge + self.overhang_mm)

    @property
    def power_mm(self) -> float:
        """How far the middle of the socket for power is along the case, from the end with the memory card."""
        return self.corner.x + self.power_from_card_mm

    @property
    def holes(self) -> tuple[Point, ...]:
        """The holes, from the case's corner."""
        across, along = self.holes_mm
        first = Point(self.corner.x + HOLE_INSET_MM, self.corner.y + HOLE_INSET_MM)
        return tuple(Point(first.x + right, first.y + down) for right in (0, across) for down in (0, along))

    @property
    def stand_offs(self) -> int:
        """How many holes of the Pi are below one of the circuit board, both measured from the edge with the pins."""
        across, along = self.holes_mm
        inset = HOLE_INSET_MM
        return sum((inset + x, inset + y) in CIRCUIT_BOARD_HOLES for x in (0, across) for y in (0, along))

    @property
    def outer_mm(self) -> tuple[float, float]:
        """How long and wide the case is, without its ears: it takes the Pi, and the circuit board on it."""
        more = 2 * (PLAY_MM + WALL_MM)
        return self.length_mm + more, self.width_mm + self.overhang_mm + more

    @property
    def lid_posts(self) -> tuple[Point, ...]:
        """The middles of the posts for the lid. They are the same from above and from below."""
        length, width = self.outer_mm
        half = LID_POST_MM / 2
        return tuple(Point(x, y) for x in (half, length - half) for y in (-half, width + half))

    @property
    def ears(self) -> tuple[Point, ...]:
        """The ears' holes, from the case's corner, the same on both sides, and none in the way of the plug."""
        length, width = self.outer_mm
        aside = (EAR_MM + PLUG_MM[0]) / 2 + PLUG_PLAY_MM
        near, far = EAR_MM, length - EAR_MM
        if abs(near - self.power_mm) < aside:
            near = self.power_mm + aside
        if abs(far - self.power_mm) < aside:
            far = self.power_mm - aside
        return tuple(Point(x, y) for x in (near, far) for y in (-EAR_MM / 2, width + EAR_MM / 2))

    @property
    def height_mm(self) -> float:
        """How tall the case is, without its lid."""
        return FLOOR_MM + POST_HEIGHT_MM + BOARD_MM + ROOM_ABOVE_MM

    @property
    def hangs_mm(self) -> float:
        """How far it hangs down below the panel, with its lid and the lid's screws."""
        return self.height_mm + FLOOR_MM + SCREW_HEAD_MM

    @property
    def place(self) -> Box:
        """The room that case and ears take, with the case's corner as the origin."""
        length, width = self.outer_mm
        return Box(0, -EAR_MM, length, width + 2 * EAR_MM)


def screw_mm(through: float, hole: float) -> int:
    """Return the longest M2.5 screw that goes through something and does not reach the end of the hole behind it."""
    return max(length for length in SCREWS_MM if length < through + hole)


def pi_board(model: PiModel) -> PiBoard:
    """Return the board of a model."""
    if model == "zero2w":
        return PiBoard(65, 30, (58, 23), 54.0, sockets_at_the_end=False)
    return PiBoard(85, 56, (58, 49), 11.2 if model in {"4", "5"} else 10.6, sockets_at_the_end=True)
