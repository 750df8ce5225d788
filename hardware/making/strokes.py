"""Letters and digits made of strokes, for what a laser engraves.

Programs for laser cutters leave out the text of a drawing or set it in another font; lines they all follow.
"""

from typing import TypeAlias

Stroke: TypeAlias = tuple[tuple[float, float], ...]

TALL = 6
"""How many steps of the grid a letter is tall."""
WIDE = 4
ADVANCE = 6
"""From the left of a letter to the left of the next."""

# Each stroke is a list of places: steps to the right, steps up.
GLYPHS = {
    " ": "",
    "0": "10 30 41 45 36 16 05 01 10",
    "1": "15 26 20,10 30",
    "2": "05 16 36 45 44 00 40",
    "3": "05 16 36 45 44 33 42 41 30 10 01,23 33",
    "4": "30 36 02 42",
    "5": "46 06 03 33 42 41 30 10 01",
    "6": "45 36 16 05 01 10 30 41 42 33 13 02",
    "7": "06 46 10",
    "8": "13 04 05 16 36 45 44 33 13 02 01 10 30 41 42 33",
    "9": "01 10 30 41 45 36 16 05 04 13 33 44",
    "A": "00 04 26 44 40,02 42",
    "B": "00 06 36 45 44 33 03,33 42 41 30 00",
    "C": "45 36 16 05 01 10 30 41",
    "D": "00 06 26 44 42 20 00",
    "E": "46 06 00 40,03 33",
    "F": "46 06 00,03 33",
    "G": "45 36 16 05 01 10 30 41 43 23",
    "H": "00 06,40 46,03 43",
    "I": "10 30,20 26,16 36",
    "J": "46 41 30 10 01",
    "K": "00 06,46 03 40",
    "L": "06 00 40",
    "M": "00 06 23 46 40",
    "N": "00 06 40 46",
    "O": "10 30 41 45 36 16 05 01 10",
    "P": "00 06 36 45 44 33 03",
    "Q": "10 30 41 45 36 16 05 01 10,22 40",
    "R": "00 06 36 45 44 33 03,23 40",
    "S": "45 36 16 05 04 13 33 42 41 30 10 01",
    "T": "06 46,26 20",
    "U": "06 01 10 30 41 46",
    "V": "06 20 46",
    "W": "06 10 23 30 46",
    "X": "00 46,06 40",
    "Y": "06 23 46,23 20",
    "Z": "06 46 00 40",
}


def strokes_width(words: str, height: float) -> float:
    """Return how wide words are."""
    return (ADVANCE * len(words) - (ADVANCE - WIDE)) * height / TALL


def strokes(words: str, x: float, y: float, height: float) -> tuple[Stroke, ...]:
    """Return the strokes of words that begin at `x` and stand on `y`, which grows downwards.

    Raises KeyError for others than A to Z and 0 to 9.
    """
    step = height / TALL
    return tuple(
        tuple((x + (ADVANCE * place + int(dot[0])) * step, y - int(dot[1]) * step) for dot in line.split())
        for place, letter in enumerate(words)
        for line in filter(None, GLYPHS[letter].split(","))
    )
