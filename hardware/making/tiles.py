"""Spreads a sheet over pages of A4, to print at 100 %, cut and glue together.

Every page has its name in the way of a chessboard (A1 is the upper left one), marks to cut along, the strip where the
next page is glued on, and a ruler: a printer that scales drawings shows itself there.
"""

from itertools import product
from math import ceil

from msgspec import Struct

from hardware.making.lettering import words_width
from hardware.making.pdf import Paper, draw
from hardware.making.sheet import Box, Layer, Point, Sheet

PAGE = Box(0, 0, 210, 297)
WINDOW = Box(10, 10, 190, 262)
"""The part of a page that shows the drawing. Printers leave the edges white, and the ruler needs the bottom."""
OVERLAP_MM = 10.0
RULER_MM = 100
RULER_Y = 283.0
MARK_MM = 5.0
TICK_MM = 10


class Tile(Struct, frozen=True):
    """A page: its place among the pages, and the part of the drawing that it shows."""

    column: int
    row: int
    part: Box

    @property
    def name(self) -> str:
        """What the page is called: a letter for its column, a number for its row."""
        return f"{chr(ord('A') + self.column)}{self.row + 1}"


def tiles(frame: Box) -> tuple[Tile, ...]:
    """Return the pages a drawing needs, row by row."""
    columns, rows = _pages(frame.width, WINDOW.width), _pages(frame.height, WINDOW.height)
    across, down = WINDOW.width - OVERLAP_MM, WINDOW.height - OVERLAP_MM
    return tuple(
        Tile(column, row, Box(frame.x + column * across, frame.y + row * down, WINDOW.width, WINDOW.height))
        for row, column in product(range(rows), range(columns))
    )


def _pages(length: float, window: float) -> int:
    return max(1, ceil((length - OVERLAP_MM) / (window - OVERLAP_MM)))


def write_tiled_pdf(sheet: Sheet) -> bytes:
    """Return a file of as many pages of A4 as the sheet needs."""
    paper = Paper(sheet.title, (PAGE.width, PAGE.height))
    pages = tiles(sheet.frame)
    for tile in pages:
        paper.add_page()
        with paper.rect_clip(WINDOW.x, WINDOW.y, WINDOW.width, WINDOW.height):
            shown = [shape for shape in sheet.shapes if shape.bounds.meets(_widened(tile.part))]
            draw(paper, shown, Point(WINDOW.x - tile.part.x, WINDOW.y - tile.part.y))
        _marks(paper)
        _glue_strips(paper, tile, pages)
        _ruler(paper)
        _caption(paper, sheet, tile, pages)
    return paper.finished()


def _widened(part: Box) -> Box:
    """Return the part with a little more: a line that runs along its edge has no area of its own."""
    return Box(part.x - 1, part.y - 1, part.width + 2, part.height + 2)


def _marks(paper: Paper) -> None:
    """Draw where to cut: two short lines at each corner, outside of the drawing."""
    paper.take_pen(Layer.PRINT)
    for x, y in product((WINDOW.x, WINDOW.right), (WINDOW.y, WINDOW.bottom)):
        out_x = -MARK_MM if x == WINDOW.x else MARK_MM
        out_y = -MARK_MM if y == WINDOW.y else MARK_MM
        paper.line(x + out_x / 5, y, x + out_x, y)
        paper.line(x, y + out_y / 5, x, y + out_y)


def _glue_strips(paper: Paper, tile: Tile, pages: tuple[Tile, ...]) -> None:
    """Draw the edges up to which the pages to the right and below lie on this one."""
    places = {(page.column, page.row): page.name for page in pages}
    paper.take_pen(Layer.WINDOW)
    right = places.get((tile.column + 1, tile.row))
    below = places.get((tile.column, tile.row + 1))
    if right:
        x = WINDOW.right - OVERLAP_MM
        paper.line(x, WINDOW.y, x, WINDOW.bottom)
        paper.write_words(f"{right} >", WINDOW.right - OVERLAP_MM + 1, WINDOW.y - 2, 2)
    if below:
        y = WINDOW.bottom - OVERLAP_MM
        paper.line(WINDOW.x, y, WINDOW.right, y)
        words = f"glue {below} here, up to the dashed line"
        paper.write_words(words, WINDOW.x + 2, WINDOW.bottom + 4, 2)


def _ruler(paper: Paper) -> None:
    paper.take_pen(Layer.PRINT)
    paper.line(WINDOW.x, RULER_Y, WINDOW.x + RULER_MM, RULER_Y)
    for place in range(0, RULER_MM + 1, TICK_MM):
        tall = 3 if place % 50 == 0 else 2
        paper.line(WINDOW.x + place, RULER_Y, WINDOW.x + place, RULER_Y - tall)
    paper.write_words(
        "100 mm: measure it. If it is not, print again at 100 % (no fitting to the page).", WINDOW.x, RULER_Y + 4, 2
    )


def _caption(paper: Paper, sheet: Sheet, tile: Tile, pages: tuple[Tile, ...]) -> None:
    paper.take_pen(Layer.PRINT)
    paper.write_words(tile.name, WINDOW.right - words_width(tile.name, 6), RULER_Y + 4, 6)
    words = f"{sheet.title}, page {tile.name} of {pages[0].name} to {pages[-1].name}"
    # Above the ruler: a long title must not hide the end that is to be measured.
    paper.write_words(words, WINDOW.right - 14 - words_width(words, 2), RULER_Y - 5, 2)
