"""Sheets of paper for the electrical drawings: lines, discs and words in millimetres, written as SVG and as PDF.

Both are written from the same marks, so that a word stands in the same place in both.
"""

from collections.abc import Iterable
from html import escape
from typing import Literal, TypeAlias

from msgspec import Struct

from hardware.making.pdf import Paper
from hardware.making.svg import number

A4 = (297.0, 210.0)
A3 = (420.0, 297.0)
MARGIN = 8.0
POINT_MM = 25.4 / 72
Anchor: TypeAlias = Literal["start", "middle", "end"]


class Stroke(Struct, frozen=True):
    """A line through points; closed, it may be filled."""

    points: tuple[tuple[float, float], ...]
    width: float = 0.3
    colour: str = "#000000"
    closed: bool = False
    fill: str = ""


class Disc(Struct, frozen=True):
    """A circle."""

    x: float
    y: float
    radius: float
    width: float = 0.3
    colour: str = "#000000"
    fill: str = ""


class Words(Struct, frozen=True):
    """A text on its baseline, turned counter-clockwise by degrees."""

    x: float
    y: float
    text: str
    size: float = 3.0
    anchor: Anchor = "start"
    bold: bool = False
    turn: float = 0.0
    colour: str = "#000000"


Mark: TypeAlias = Stroke | Disc | Words


class Sheet(Struct, frozen=True):
    """A sheet with a frame and a title."""

    title: str
    marks: tuple[Mark, ...]
    size: tuple[float, float] = A4
    page: str = ""
    source: str = "hardware/board.toml"
    """What it was made from."""

    def all_marks(self) -> tuple[Mark, ...]:
        """Return the marks with frame and title."""
        width, height = self.size
        foot = height - MARGIN - 2.5
        return (
            rectangle(MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN),
            *self.marks,
            Stroke(((MARGIN, foot - 5.5), (width - MARGIN, foot - 5.5))),
            Words(MARGIN + 3, foot, f"City Chase tabletop: {self.title}", 4, bold=True),
            Words(width - MARGIN - 3, foot, f"made from {self.source}, {self.page}", 3, "end"),
        )


def rectangle(x: float, y: float, width: float, height: float, fill: str = "") -> Stroke:
    """Return a rectangle."""
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return Stroke(corners, closed=True, fill=fill)


def write_svg(sheet: Sheet) -> bytes:
    """Return a sheet as SVG at its true size."""
    width, height = sheet.size
    lines = [
        (
            '<svg xmlns="http://www.w3.org/2000/svg" '
            f'width="{width:g}mm" height="{height:g}mm" viewBox="0 0 {width:g} {height:g}" '
            'font-family="Helvetica, Arial, sans-serif">'
        ),
        f"<title>{escape(sheet.title)}</title>",
        f'<rect width="{width:g}" height="{height:g}" fill="white"/>',
        *(_svg(mark) for mark in sheet.all_marks()),
        "</svg>",
    ]
    return ("\n".join(lines) + "\n").encode()


def _svg(mark: Mark) -> str:
    match mark:
        case Stroke():
            points = " ".join(f"{number(x)},{number(y)}" for x, y in mark.points)
            shape = "polygon" if mark.closed else "polyline"
            return f'<{shape} points="{points}" {_svg_style(mark)} stroke-linecap="round" stroke-linejoin="round"/>'
        case Disc():
            return f'<circle cx="{number(mark.x)}" cy="{number(mark.y)}" r="{number(mark.radius)}" {_svg_style(mark)}/>'
        case Words():
            place = f'x="{number(mark.x)}" y="{number(mark.y)}"'
            turn = f' transform="rotate({number(-mark.turn)} {number(mark.x)} {number(mark.y)})"' if mark.turn else ""
            weight = ' font-weight="bold"' if mark.bold else ""
            style = f'font-size="{number(mark.size)}" text-anchor="{mark.anchor}" fill="{mark.colour}"{weight}{turn}'
            return f"<text {place} {style}>{escape(mark.text)}</text>"


def _svg_style(mark: Stroke | Disc) -> str:
    return f'fill="{mark.fill or "none"}" stroke="{mark.colour}" stroke-width="{number(mark.width)}"'


def write_pdf(sheets: Iterable[Sheet], title: str) -> bytes:
    """Return sheets as one PDF at their true size."""
    document = Paper(title, A4)
    for sheet in sheets:
        document.add_page(format=sheet.size)
        for mark in sheet.all_marks():
            _print(document, mark)
    return document.finished()


def _print(document: Paper, mark: Mark) -> None:
    match mark:
        case Stroke():
            _set_style(document, mark)
            points = [(round(x, 2), round(y, 2)) for x, y in mark.points]
            if mark.closed:
                document.polygon(points, style="DF" if mark.fill else "D")
            else:
                document.polyline(points)
        case Disc():
            _set_style(document, mark)
            style = "DF" if mark.fill else "D"
            document.circle(round(mark.x, 2), round(mark.y, 2), round(mark.radius, 2), style=style)
        case Words():
            document.set_font("Helvetica", "B" if mark.bold else "", mark.size / POINT_MM)
            document.set_text_color(mark.colour)
            share = {"start": 0.0, "middle": 0.5, "end": 1.0}[mark.anchor]
            x, y = round(mark.x, 2), round(mark.y, 2)
            with document.rotation(mark.turn, x, y):
                document.text(x - share * document.get_string_width(mark.text), y, mark.text)


def _set_style(document: Paper, mark: Stroke | Disc) -> None:
    document.set_line_width(mark.width)
    document.set_draw_color(mark.colour)
    if mark.fill:
        document.set_fill_color(mark.fill)
