"""The frame that plate, carrier and panel are screwed on: upright strips of wood below their edges.

Plate and panel have a frame each, and the two are screwed together. It is so high that the Pi's case hangs free, and
the plate's is lower by the carrier, so that plate and panel are level.
"""

from collections.abc import Iterator
from math import ceil, copysign

from msgspec import Struct

from hardware.making.housing import PLUG_MM, PiBoard
from hardware.making.layout import STRIP_MM, Layout
from hardware.making.measures import Mechanics
from hardware.making.panel import CABLE_MM, Panel, lower_panel
from hardware.making.plates import case_notes, numbered
from hardware.making.sheet import Box, Circle, Layer, Point, Rectangle, Shape, Sheet, Text, box_around, line
from hardware.making.titles import NOTE_MM, entitle

AIR_MM = 3.0
"""Between the case and the table."""
LOOMS_MM = 50.0
"""How long the notches for the looms are."""
NOTCH_MM = 20.0
"""How deep notches are, from the upper edge: a plug in the Pi reaches that far down, and there is too little room
between case and strip for one with screw terminals."""
GRIP_MM = 10.0
"""How deep a wood screw must go at least."""
WOOD_SCREWS_MM = (12, 16, 20, 25, 30, 35, 40, 50)
"""The lengths that they are sold in."""
JOINTS = 8
SCREWS_A_JOINT = 2
JOINING_SCREWS = 3
JOINT_INSET_MM = 2 * STRIP_MM
"""From the frames' ends to the first screw that joins them."""
MARK_MM = 6.0
"""How long a screw is drawn that lies."""
LABEL_GAP_MM = 2.0


class Strip(Struct, frozen=True):
    """A strip of wood, seen from above."""

    name: str
    box: Box
    height_mm: float

    @property
    def length_mm(self) -> float:
        """How long it is."""
        return max(self.box.width, self.box.height)


class Frame(Struct, frozen=True):
    """All strips, the panel's in front of the plate's, and what is cut out of their upper edges."""

    strips: tuple[Strip, ...]
    loom_notches: tuple[Box, ...]
    cable_notch: Box
    joints: tuple[Point, ...]
    """Where the two frames are screwed to each other."""

    @property
    def corner_screws_mm(self) -> tuple[int, ...]:
        """How far above the table the screws of a corner are: below every notch, the wood divided evenly."""
        left = min(strip.height_mm for strip in self.strips) - NOTCH_MM
        return tuple(round(left * number / (SCREWS_A_JOINT + 1)) for number in range(1, SCREWS_A_JOINT + 1))

    @property
    def joining_screws_mm(self) -> int:
        """How far above the table the screws are that join the frames."""
        return round((min(strip.height_mm for strip in self.strips) - NOTCH_MM) / 2)


def frame_height_mm(board: PiBoard) -> int:
    """Return how high the panel's frame is."""
    return ceil(board.hangs_mm + AIR_MM)


def build_frame(layout: Layout, panel: Panel, mechanics: Mechanics, board: PiBoard) -> Frame:
    """Return the frame."""
    below = lower_panel(panel, layout.plate.bottom)
    height = frame_height_mm(board)
    seam = layout.plate.bottom
    power = Point(below.outline.right - STRIP_MM / 2, below.power.y)
    looms = _looms_x(layout, below)
    return Frame(
        strips=(
            *_strips("plate", layout.plate, height - mechanics.carrier_mm),
            *_strips("panel", below.outline, height),
        ),
        loom_notches=tuple(
            box_around(Point(looms, seam + aside), LOOMS_MM, STRIP_MM) for aside in (-STRIP_MM / 2, STRIP_MM / 2)
        ),
        cable_notch=box_around(power, STRIP_MM, CABLE_MM),
        joints=tuple(Point(x, seam) for x in _joints_x(layout, looms)),
    )


def _looms_x(layout: Layout, panel: Panel) -> float:
    """Return where the looms go from frame to frame: at the case's left side, where the pins are, beside the screws."""
    room = LOOMS_MM / 2 + STRIP_MM
    wanted = min(panel.case.x, layout.plate.right - JOINT_INSET_MM - room)
    middle = layout.plate.centre.x
    return wanted if abs(wanted - middle) >= room else middle + copysign(room, wanted - middle)


def _joints_x(layout: Layout, looms: float) -> tuple[float, ...]:
    """Return where the frames are joined: at the ends, and beside the middle, away from looms and the plate's screw."""
    middle = layout.plate.centre.x
    beside = middle - copysign(STRIP_MM, looms - middle)
    return JOINT_INSET_MM, beside, layout.plate.right - JOINT_INSET_MM


def _strips(name: str, around: Box, height: float) -> Iterator[Strip]:
    for y in (around.y, around.bottom - STRIP_MM):
        yield Strip(name, Box(around.x, y, around.width, STRIP_MM), height)
    for x in (around.x, around.right - STRIP_MM):
        yield Strip(name, Box(x, around.y + STRIP_MM, STRIP_MM, around.height - 2 * STRIP_MM), height)


def wood_screw_mm(through: float) -> int:
    """Return the shortest wood screw that goes through something and holds in a strip."""
    return next(length for length in WOOD_SCREWS_MM if length >= through + GRIP_MM)


def draw_frame(frame: Frame, layout: Layout, panel: Panel, mechanics: Mechanics) -> Sheet:
    """Return how the strips are put together, seen from above."""
    below = lower_panel(panel, layout.plate.bottom)
    outline = Box(0, 0, max(layout.plate.width, below.outline.width), below.outline.bottom)
    screws = (*layout.screws, *below.screws)
    shapes: tuple[Shape, ...] = (
        *(Rectangle(Layer.PRINT, strip.box, name=f"{strip.name}'s strip") for strip in frame.strips),
        *(Rectangle(Layer.NOTE, box, name="notch") for box in (*frame.loom_notches, frame.cable_notch)),
        *(Circle(Layer.NOTE, at, mechanics.screw_mm / 2, name) for name, at in numbered("screw", screws)),
        *(_joint(number, at) for number, at in enumerate(frame.joints, 1)),
        *case_notes(below),
        *(_label(strip) for strip in frame.strips if not strip.box.x),
    )
    plate_screw, panel_screw = (
        wood_screw_mm(mechanics.plate_mm + mechanics.carrier_mm),
        wood_screw_mm(mechanics.plate_mm),
    )
    lying = frame.joining_screws_mm
    corner = " and ".join(map(str, frame.corner_screws_mm))
    notes = (
        f"Strips of wood, {STRIP_MM:g} thick, upright, seen from above; length x height is written at each.",
        f"Glue each corner. Its {SCREWS_A_JOINT} screws of {wood_screw_mm(STRIP_MM)} are {corner} above the table.",
        f"Short lines: {JOINING_SCREWS} screws of {joining_screw_mm()} join the frames, {lying} above the table.",
        f"At the grey boxes cut {NOTCH_MM:g} away from above: in the middle for looms, at the right for the Pi's plug.",
        f"A plug of up to {PLUG_MM[0]:g} x {PLUG_MM[1]:g} has room; with screw terminals it lies in the notch.",
        f"Circles are screws: {plate_screw} for the plate, {panel_screw} for the panel. Drill 2 first.",
    )
    return entitle("City Chase: the frame", outline, shapes, mechanics, notes)


def joining_screw_mm() -> int:
    """Return the longest wood screw that does not come out of two strips."""
    return max(length for length in WOOD_SCREWS_MM if length < 2 * STRIP_MM)


def _joint(number: int, at: Point) -> Shape:
    start, end = Point(at.x, at.y - MARK_MM), Point(at.x, at.y + MARK_MM)
    return line(Layer.NOTE, start, end, f"frame to frame {number}")


def _label(strip: Strip) -> Text:
    words = f"{strip.length_mm:.0f} x {strip.height_mm:g}"
    box = strip.box
    if box.width > box.height:
        return Text(Layer.PRINT, Point(box.x + box.width / 4, box.centre.y), NOTE_MM, words)
    beside = Point(box.right + LABEL_GAP_MM, box.y + box.height / 4)
    return Text(Layer.PRINT, beside, NOTE_MM, f"{words}, two of them", "start")
