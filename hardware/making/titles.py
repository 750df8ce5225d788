"""The frame of a drawing: what it is, its scale and units, the measures it was made with, and how to read its lines."""

from collections.abc import Iterable, Sequence

from hardware.making.lettering import wrap
from hardware.making.measures import Mechanics
from hardware.making.sheet import Box, Layer, Point, Shape, Sheet, Text

EDGE_MM = 10.0
TITLE_MM = 5.0
NOTE_MM = 2.8
WIDEST_MM = 175.0
"""Notes stay on the first of the pages that a drawing is spread over."""
LINE_MM = 5.0
OTHER_FONTS = 1.2
"""How much wider than Helvetica the font may be that a machine without it takes."""
MEANINGS = {
    Layer.CUT: "red: cut",
    Layer.ENGRAVE: "blue: engrave",
    Layer.DRILL: "magenta: drill",
    Layer.PRINT: "black: print",
    Layer.WINDOW: "green, dashed: leave transparent or cut out",
    Layer.NOTE: "grey: for the reader only",
}


def entitle(title: str, outline: Box, shapes: Sequence[Shape], mechanics: Mechanics, notes: Iterable[str]) -> Sheet:
    """Return a drawing of a part with its title below it."""
    width = min(outline.width, WIDEST_MM)
    told = (
        "Scale 1:1, all measures in millimetres.",
        explain(shapes),
        describe(mechanics),
        *notes,
    )
    lines = [line for words in filter(None, told) for line in wrap(words, NOTE_MM, width / OTHER_FONTS)]
    top = max(outline.bottom, *(shape.bounds.bottom for shape in shapes)) + EDGE_MM
    heading = Text(Layer.NOTE, Point(outline.x, top + TITLE_MM / 2), TITLE_MM, title, "start")
    first = top + TITLE_MM + LINE_MM
    below = [
        Text(Layer.NOTE, Point(outline.x, first + place * LINE_MM), NOTE_MM, words, "start")
        for place, words in enumerate(lines)
    ]
    bottom = first + len(lines) * LINE_MM
    height = bottom - outline.y + 1.5 * EDGE_MM
    frame = Box(outline.x - EDGE_MM, outline.y - EDGE_MM, outline.width + 2 * EDGE_MM, height)
    return Sheet(title, frame, (*shapes, heading, *below))


def explain(shapes: Sequence[Shape]) -> str:
    """Return what the colours mean, where they mean more than ink."""
    used = {shape.layer for shape in shapes}
    if used <= {Layer.PRINT, Layer.NOTE}:
        return ""
    return "; ".join(meaning for layer, meaning in MEANINGS.items() if layer in used | {Layer.NOTE}) + "."


def describe(mechanics: Mechanics) -> str:
    """Return the measures a drawing was made with, as board.toml names them."""
    named = (
        ("pitch", mechanics.pitch_mm),
        ("building", mechanics.building_mm),
        ("road", mechanics.road_mm),
        ("plate", mechanics.plate_mm),
        ("carrier", mechanics.carrier_mm),
        ("pin", mechanics.pin_mm),
        ("pin_play", mechanics.pin_play_mm),
        ("led", mechanics.led_mm),
        ("led_board", mechanics.led_board_mm),
        ("button", mechanics.button_mm),
        ("screw", mechanics.screw_mm),
    )
    return f"[mechanics] of board.toml: {', '.join(f'{name} {value:g}' for name, value in named)}."
