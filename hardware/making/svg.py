"""Writes a sheet as SVG at 1:1: a browser that prints it at 100 % prints millimetres."""

from html import escape
from itertools import groupby

from hardware.making.lettering import font_size
from hardware.making.pens import PENS
from hardware.making.sheet import Circle, Layer, Polyline, Rectangle, Shape, Sheet, Text

FONT = "Helvetica,Arial,'Liberation Sans',sans-serif"
DECIMALS = 3


def write_svg(sheet: Sheet) -> bytes:
    """Return the file."""
    frame = sheet.frame
    size = f'width="{number(frame.width)}mm" height="{number(frame.height)}mm"'
    view = " ".join(map(number, (frame.x, frame.y, frame.width, frame.height)))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="{view}" font-family="{FONT}">',
        f"<title>{escape(sheet.title)}</title>",
        f'<rect x="{number(frame.x)}" y="{number(frame.y)}" width="100%" height="100%" fill="#fff"/>',
    ]
    order = list(Layer)
    for layer, shapes in groupby(
        sorted(sheet.shapes, key=lambda shape: order.index(shape.layer)), lambda one: one.layer
    ):
        lines += [_open(layer), *map(_element, shapes), "</g>"]
    return "\n".join([*lines, "</svg>", ""]).encode()


def number(value: float) -> str:
    """Return a number as short as it goes, to a thousandth."""
    return f"{round(value, DECIMALS) + 0.0:.{DECIMALS}f}".rstrip("0").rstrip(".")


def _open(layer: Layer) -> str:
    pen = PENS[layer]
    dash = f' stroke-dasharray="{number(pen.dash_mm)}"' if pen.dash_mm else ""
    return f'<g id="{layer}" fill="none" stroke="{pen.web_colour}" stroke-width="{number(pen.width_mm)}"{dash}>'


def _element(shape: Shape) -> str:
    match shape:
        case Circle(centre=centre, radius=radius, name=name):
            return f'<circle{_named(name)} cx="{number(centre.x)}" cy="{number(centre.y)}" r="{number(radius)}"/>'
        case Rectangle(box=box, corner=corner, name=name):
            place = f'x="{number(box.x)}" y="{number(box.y)}" width="{number(box.width)}" height="{number(box.height)}"'
            rounded = f' rx="{number(corner)}"' if corner else ""
            return f"<rect{_named(name)} {place}{rounded}/>"
        case Polyline(points=points, closed=closed, name=name):
            places = " ".join(f"{number(point.x)},{number(point.y)}" for point in points)
            return f'<{"polygon" if closed else "polyline"}{_named(name)} points="{places}"/>'
        case Text():
            return _engraved(shape) if shape.engraved else _words(shape)


def _words(text: Text) -> str:
    colour = PENS[text.layer].web_colour
    size = number(font_size(text.height))
    place = f'x="{number(text.at.x)}" y="{number(text.baseline)}" font-size="{size}" text-anchor="{text.anchor}"'
    return f'<text {place} fill="{colour}" stroke="none">{escape(text.words)}</text>'


def _engraved(text: Text) -> str:
    paths = ("M" + "L".join(f"{number(x)} {number(y)}" for x, y in stroke) for stroke in text.strokes)
    return f'<path{_named(text.words)} d="{"".join(paths)}"/>'


def _named(name: str) -> str:
    return f' data-name="{escape(name)}"' if name else ""
