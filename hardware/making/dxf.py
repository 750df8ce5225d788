"""Writes a sheet as DXF in millimetres, a layer each, for laser cutters and CAD. In there up grows upwards."""

from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from math import pi, tan

import ezdxf
from ezdxf import units
from ezdxf.enums import TextEntityAlignment
from ezdxf.layouts import Modelspace

from hardware.making.pens import PENS
from hardware.making.sheet import Anchor, Box, Circle, Layer, Point, Polyline, Rectangle, Shape, Sheet, Text

DECIMALS = 3
QUARTER_TURN = tan(pi / 8)
"""The bulge of a quarter of a circle: a DXF gives the tangent of a quarter of the angle."""
ALIGNMENT: dict[Anchor, TextEntityAlignment] = {
    "start": TextEntityAlignment.LEFT,
    "middle": TextEntityAlignment.CENTER,
    "end": TextEntityAlignment.RIGHT,
}


def write_dxf(sheet: Sheet) -> bytes:
    """Return the file. The sheet's lower left corner is the origin."""
    with _no_dates():
        document = ezdxf.new("R2010", units=units.MM)
        for layer in Layer:
            document.layers.add(layer, color=PENS[layer].dxf_colour)
        for shape in sheet.shapes:
            _add(document.modelspace(), shape, sheet.frame)
        # Left to itself ezdxf lists the classes of objects in the order of a set, another one each time.
        for kind in sorted(document.entitydb.dxf_types_in_use()):
            document.classes.add_class(kind)
        stream = StringIO()
        document.write(stream)
    return stream.getvalue().encode()


@contextmanager
def _no_dates() -> Iterator[None]:
    """Have ezdxf write fixed dates and identities while this lasts: the same sheet is the same file."""
    before = ezdxf.options.write_fixed_meta_data_for_testing
    ezdxf.options.write_fixed_meta_data_for_testing = True
    try:
        yield
    finally:
        ezdxf.options.write_fixed_meta_data_for_testing = before


def _add(space: Modelspace, shape: Shape, frame: Box) -> None:
    attributes = {"layer": str(shape.layer)}
    match shape:
        case Circle(centre=centre, radius=radius):
            space.add_circle(_place(centre, frame), round(radius, DECIMALS), attributes)
        case Rectangle(box=box, corner=corner):
            space.add_lwpolyline(_rounded(box, corner, frame), "xyb", close=True, dxfattribs=attributes)
        case Polyline(points=points, closed=closed):
            space.add_lwpolyline([_place(point, frame) for point in points], close=closed, dxfattribs=attributes)
        case Text() if shape.engraved:
            for stroke in shape.strokes:
                space.add_lwpolyline([_place(Point(x, y), frame) for x, y in stroke], dxfattribs=attributes)
        case Text(words=words, height=height):
            text = space.add_text(words, height=round(height, DECIMALS), dxfattribs=attributes)
            place = Point(shape.at.x, shape.baseline)
            text.set_placement(_place(place, frame), align=ALIGNMENT[shape.anchor])


def _place(point: Point, frame: Box) -> tuple[float, float]:
    return round(point.x - frame.x, DECIMALS), round(frame.bottom - point.y, DECIMALS)


def _rounded(box: Box, corner: float, frame: Box) -> list[tuple[float, float, float]]:
    """Return the corners of a rectangle against the clock, each with the bulge of the line that follows."""
    left, bottom = _place(Point(box.x, box.bottom), frame)
    right, top = _place(Point(box.right, box.y), frame)
    if not corner:
        return [(left, bottom, 0), (right, bottom, 0), (right, top, 0), (left, top, 0)]
    turn = round(QUARTER_TURN, 6)
    return [
        (left + corner, bottom, 0),
        (right - corner, bottom, turn),
        (right, bottom + corner, 0),
        (right, top - corner, turn),
        (right - corner, top, 0),
        (left + corner, top, turn),
        (left, top - corner, 0),
        (left, bottom + corner, turn),
    ]
