"""A drawing as values: shapes in millimetres on named layers. Across grows to the right, down grows downwards."""

from enum import StrEnum
from typing import Literal, TypeAlias

from msgspec import Struct

from hardware.making.lettering import DESCENT, font_size, words_width
from hardware.making.strokes import Stroke, strokes, strokes_width

Anchor: TypeAlias = Literal["start", "middle", "end"]
SHIFT: dict[Anchor, float] = {"start": 0.0, "middle": 0.5, "end": 1.0}


class Layer(StrEnum):
    """What is done with a line."""

    CUT = "cut"
    ENGRAVE = "engrave"
    DRILL = "drill"
    PRINT = "print"
    WINDOW = "window"
    """Leave it transparent, or cut it out with a knife."""
    NOTE = "note"
    """For the reader; nothing is done with it."""


class Point(Struct, frozen=True):
    """A place."""

    x: float
    y: float


class Box(Struct, frozen=True):
    """An upright rectangle, by its upper left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Where it ends on the right."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Where it ends at the bottom."""
        return self.y + self.height

    @property
    def centre(self) -> Point:
        """Its middle."""
        return Point(self.x + self.width / 2, self.y + self.height / 2)

    def meets(self, other: "Box") -> bool:
        """Tell whether two boxes have anything in common."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom


def box_around(centre: Point, width: float, height: float) -> Box:
    """Return the box with this middle."""
    return Box(centre.x - width / 2, centre.y - height / 2, width, height)


class Circle(Struct, frozen=True, tag=True):
    """A circle. `name` says what it is, for those who read the file."""

    layer: Layer
    centre: Point
    radius: float
    name: str = ""

    @property
    def bounds(self) -> Box:
        """The box around it."""
        return box_around(self.centre, 2 * self.radius, 2 * self.radius)


class Rectangle(Struct, frozen=True, tag=True):
    """A rectangle, its corners rounded with a radius."""

    layer: Layer
    box: Box
    corner: float = 0
    name: str = ""

    @property
    def bounds(self) -> Box:
        """The box around it."""
        return self.box


class Polyline(Struct, frozen=True, tag=True):
    """Straight lines from place to place."""

    layer: Layer
    points: tuple[Point, ...]
    closed: bool = False
    name: str = ""

    @property
    def bounds(self) -> Box:
        """The box around it."""
        left, top = min(point.x for point in self.points), min(point.y for point in self.points)
        right, bottom = max(point.x for point in self.points), max(point.y for point in self.points)
        return Box(left, top, right - left, bottom - top)


class Text(Struct, frozen=True, tag=True):
    """A line of words. `at` is in the middle of its height; `height` is that of a capital.

    On the layer to engrave it is made of strokes, and only A to Z and 0 to 9 are possible.
    """

    layer: Layer
    at: Point
    height: float
    words: str
    anchor: Anchor = "middle"

    @property
    def engraved(self) -> bool:
        """Whether it is made of strokes."""
        return self.layer is Layer.ENGRAVE

    @property
    def left(self) -> float:
        """Where it begins."""
        return self.at.x - SHIFT[self.anchor] * self.width

    @property
    def width(self) -> float:
        """How wide it is."""
        return strokes_width(self.words, self.height) if self.engraved else words_width(self.words, self.height)

    @property
    def baseline(self) -> float:
        """How far down the letters stand."""
        return self.at.y + self.height / 2

    @property
    def strokes(self) -> tuple[Stroke, ...]:
        """The strokes of engraved words."""
        return strokes(self.words, self.left, self.baseline, self.height)

    @property
    def bounds(self) -> Box:
        """The box around it, with room for the tails of small letters."""
        tail = 0 if self.engraved else DESCENT * font_size(self.height)
        return Box(self.left, self.at.y - self.height / 2, self.width, self.height + tail)


Shape: TypeAlias = Circle | Rectangle | Polyline | Text


class Sheet(Struct, frozen=True):
    """A drawing: what is on it, and the part of the plane that it shows."""

    title: str
    frame: Box
    shapes: tuple[Shape, ...]


def line(layer: Layer, start: Point, end: Point, name: str = "") -> Polyline:
    """Return one straight line."""
    return Polyline(layer, (start, end), name=name)


def cross(layer: Layer, centre: Point, arm: float) -> tuple[Polyline, Polyline]:
    """Return the cross that a drill's tip is set on."""
    return (
        line(layer, Point(centre.x - arm, centre.y), Point(centre.x + arm, centre.y)),
        line(layer, Point(centre.x, centre.y - arm), Point(centre.x, centre.y + arm)),
    )
