"""How wide words are in the font of the drawings, and where they break into lines.

The font is Helvetica, whose widths Arial and Liberation Sans share: so drawings look alike in browsers and in PDFs.
"""

from fpdf.fonts import CORE_FONTS_CHARWIDTHS

CAP_HEIGHT = 0.718
"""How tall its capitals are, as a part of the font's size."""
DESCENT = 0.21
_WIDTHS = CORE_FONTS_CHARWIDTHS["helvetica"]
_FONT_UNITS = 1000


def font_size(height: float) -> float:
    """Return the size of the font whose capitals are so tall."""
    return height / CAP_HEIGHT


def words_width(words: str, height: float) -> float:
    """Return how wide words are with capitals so tall. Raises KeyError for a character outside of Latin-1."""
    return sum(_WIDTHS[letter] for letter in words) * font_size(height) / _FONT_UNITS


def wrap(words: str, height: float, width: float) -> list[str]:
    """Return lines that are no wider than `width`, except for a single word that is."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and words_width(longer, height) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
