"""Circuit symbols on a sheet, drawn by schemdraw and taken from its SVG as marks, so that SVG and PDF are alike."""

import itertools
from collections.abc import Iterator
from typing import cast
from xml.etree.ElementTree import Element, fromstring

import schemdraw
from schemdraw import elements
from schemdraw.types import Halign

from hardware.making.circuit_sheet import Anchor, Disc, Mark, Stroke, Words

UNIT = 36.0
"""What schemdraw makes of one of its units."""
GRID = 5.0
"""Millimetres of a unit."""
SCALE = GRID / UNIT
SVG = "{http://www.w3.org/2000/svg}"
RISE = {"ideographic": -0.2, "central": 0.35, "hanging": 0.75}
"""Where a text's baseline is below its place, in sizes of its letters."""
SIDES: dict[Anchor, Halign] = {"start": "left", "middle": "center", "end": "right"}
HEAVY = 1.6
LETTERS = 18.0
"""Letters of 2.5 mm."""
SMALL, TINY = 15.0, 13.0
"""Letters of 2.1 and 1.8 mm."""


class Pen:
    """Draws symbols and lines on a grid of 5 mm, x to the right and y upwards."""

    def __init__(self) -> None:
        schemdraw.use("svg")
        self._drawing = schemdraw.Drawing(show=False, fontsize=LETTERS, lw=HEAVY)

    def line(self, *points: tuple[float, float]) -> None:
        """Draw a wire through points."""
        for start, end in itertools.pairwise(points):
            self._drawing += elements.Line().at(start).to(end)

    def dot(self, x: float, y: float) -> None:
        """Draw where wires meet."""
        self._drawing += elements.Dot(radius=0.11).at((x, y))

    def between(self, kind: str, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Draw a part with two ends."""
        # schemdraw's symbols are about one unit long; the leads fill the rest.
        self._drawing += getattr(elements, kind)().at(start).to(end)

    def ground(self, x: float, y: float) -> None:
        """Draw ground, hanging from a place."""
        self._drawing += elements.Ground().at((x, y))

    def open_end(self, x: float, y: float) -> None:
        """Draw the cross of a pin that stays open."""
        for rise in (-1, 1):
            self.line((x - 0.2, y - 0.2 * rise), (x + 0.2, y + 0.2 * rise))

    def box(self, left: float, bottom: float, right: float, top: float) -> None:
        """Draw a box."""
        self.line((left, bottom), (right, bottom), (right, top), (left, top), (left, bottom))

    def text(self, x: float, y: float, text: str, anchor: Anchor = "start", size: float = LETTERS) -> None:
        """Write centred on a line."""
        side = SIDES[anchor]
        label = elements.Label().at((x, y)).theta(0)
        self._drawing += label.label(text, loc="center", halign=side, valign="center", fontsize=size, ofst=0)

    def marks(self, left: float, top: float) -> tuple[Mark, ...]:
        """Return everything, with the drawing's origin at a place on the sheet."""
        tree = fromstring(self._drawing.get_imagedata("svg"))  # noqa: S314 - schemdraw's own
        return tuple(_moved(mark, left, top) for element in tree for mark in _read(element))


def _read(element: Element) -> Iterator[Mark]:
    match element.tag.removeprefix(SVG):
        case "path":
            for run in element.attrib["d"].split("M")[1:]:
                yield _stroke(element, run.replace("L", " ").split(), closed=False)
        case "polyline":
            yield _stroke(element, element.attrib["points"].split(), closed=False)
        case "polygon":
            yield _stroke(element, element.attrib["points"].split(), closed=True)
        case "circle":
            x, y, radius = (float(element.attrib[name]) * SCALE for name in ("cx", "cy", "r"))
            yield Disc(x, y, radius, _width(element), fill=_fill(element))
        case "text":
            yield from _words(element)
        case other:
            raise ValueError(f"schemdraw drew a {other}, which no sheet can show yet.")


def _stroke(element: Element, pairs: list[str], *, closed: bool) -> Stroke:
    points = tuple((float(x) * SCALE, float(y) * SCALE) for x, y in (pair.split(",") for pair in pairs))
    return Stroke(points, _width(element), closed=closed, fill=_fill(element) if closed else "")


def _style(element: Element) -> dict[str, str]:
    pairs = (item.partition(":") for item in element.attrib["style"].split(";") if item)
    return {name: value for name, _, value in pairs}


def _width(element: Element) -> float:
    return float(_style(element).get("stroke-width", "1")) * SCALE


def _fill(element: Element) -> str:
    return "#000000" if _style(element).get("fill") == "black" else ""


def _words(element: Element) -> Iterator[Words]:
    size = float(element.attrib["font-size"]) * SCALE
    y = float(element.attrib["y"]) * SCALE
    rise = RISE[element.attrib["dominant-baseline"]] * size
    anchor = cast(Anchor, element.attrib["text-anchor"])
    for line in element:
        y += float(line.attrib["dy"]) * SCALE
        yield Words(float(line.attrib["x"]) * SCALE, y + rise, line.text or "", size, anchor)


def _moved(mark: Mark, right: float, down: float) -> Mark:
    match mark:
        case Stroke():
            points = tuple((x + right, y + down) for x, y in mark.points)
            return Stroke(points, mark.width, mark.colour, mark.closed, mark.fill)
        case Disc():
            return Disc(mark.x + right, mark.y + down, mark.radius, mark.width, mark.colour, mark.fill)
        case Words():
            return Words(mark.x + right, mark.y + down, mark.text, mark.size, mark.anchor)
