"""Writes a sheet as PDF at 1:1: on one page as large as it is, or over pages of A4 to glue together.

Files are not compressed: zlib's versions compress differently, and the same plan must give the same bytes everywhere.
"""

from collections.abc import Iterable
from datetime import UTC, datetime

from fpdf import FPDF
from fpdf.drawing import DeviceRGB

from hardware.making.lettering import font_size
from hardware.making.pens import PENS
from hardware.making.sheet import Box, Circle, Layer, Point, Polyline, Rectangle, Shape, Sheet, Text

POINTS_PER_MM = 72 / 25.4
NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)


class Paper(FPDF):
    """A PDF in millimetres, without dates and identities."""

    def __init__(self, title: str, size: tuple[float, float]) -> None:
        super().__init__(unit="mm", format=size)
        self.set_compression(False)
        self.set_auto_page_break(False)
        self.set_margin(0)
        self.set_creation_date(NO_DATE)
        self.set_producer("hardware.making")
        self.set_title(title)
        self.set_font("helvetica")

    def file_id(self) -> None:
        """Write no identity: it would be made from the time."""

    def finished(self) -> bytes:
        """Return the file."""
        return bytes(self.output())

    def take_pen(self, layer: Layer) -> None:
        """Draw as this layer is drawn."""
        pen = PENS[layer]
        self.set_draw_color(DeviceRGB(*(part / 255 for part in pen.colour)))
        self.set_text_color(*pen.colour)
        self.set_line_width(pen.width_mm)
        self.set_dash_pattern(pen.dash_mm, pen.dash_mm)

    def write_words(self, words: str, x: float, baseline: float, height: float) -> None:
        """Write words whose capitals are so tall."""
        self.set_font_size(font_size(height) * POINTS_PER_MM)
        self.text(x, baseline, words)


def write_pdf(sheet: Sheet) -> bytes:
    """Return a file of one page, as large as the sheet."""
    paper = Paper(sheet.title, (sheet.frame.width, sheet.frame.height))
    paper.add_page()
    draw(paper, sheet.shapes, Point(-sheet.frame.x, -sheet.frame.y))
    return paper.finished()


def draw(paper: Paper, shapes: Iterable[Shape], shift: Point) -> None:
    """Draw shapes on the page, moved by so much."""
    order = list(Layer)
    for shape in sorted(shapes, key=lambda one: order.index(one.layer)):
        paper.take_pen(shape.layer)
        _draw(paper, shape, shift)


def _draw(paper: Paper, shape: Shape, shift: Point) -> None:
    match shape:
        case Circle(centre=centre, radius=radius):
            paper.circle(centre.x + shift.x, centre.y + shift.y, radius)
        case Rectangle(box=box, corner=corner):
            _rectangle(paper, Box(box.x + shift.x, box.y + shift.y, box.width, box.height), corner)
        case Polyline(points=points, closed=closed):
            places = [(point.x + shift.x, point.y + shift.y) for point in points]
            paper.polyline(places, polygon=closed)
        case Text() if shape.engraved:
            for stroke in shape.strokes:
                paper.polyline([(x + shift.x, y + shift.y) for x, y in stroke])
        case Text(words=words, height=height):
            paper.write_words(words, shape.left + shift.x, shape.baseline + shift.y, height)


def _rectangle(paper: Paper, box: Box, corner: float) -> None:
    paper.rect(box.x, box.y, box.width, box.height, round_corners=bool(corner), corner_radius=corner)
