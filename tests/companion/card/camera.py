"""Reads the QR codes of a card as a phone's camera does: from what is drawn, not from what was meant."""

import re

import zxingcpp

SCALE = 4


def read_codes(page: str) -> list[str]:
    """Return what the codes on a page say, in their order."""
    return [_read(drawing) for drawing in re.findall(r"<svg.*?</svg>", page, re.DOTALL)]


def _read(drawing: str) -> str:
    [(width, height)] = re.findall(r'viewBox="0 0 (\d+) (\d+)"', drawing)
    dark = _dark_modules(drawing)
    rows = [
        bytes(0 if (x // SCALE, y // SCALE) in dark else 255 for x in range(int(width) * SCALE))
        for y in range(int(height) * SCALE)
    ]
    picture = memoryview(b"".join(rows)).cast("B", (len(rows), len(rows[0])))
    [found] = zxingcpp.read_barcodes(picture)
    return str(found.text)


def _dark_modules(drawing: str) -> set[tuple[int, int]]:
    """Return the dark squares of a drawing that is one path of strokes to the right."""
    [path] = re.findall(r' d="([^"]*)"', drawing)
    dark: set[tuple[int, int]] = set()
    x = y = 0.0
    for command, first, second in re.findall(r"([Mmh])(-?[\d.]+)(?: ?(-?[\d.]+))?", path):
        if command == "M":
            x, y = float(first), float(second)
        elif command == "m":
            x, y = x + float(first), y + float(second)
        else:
            dark.update((int(x) + step, int(y)) for step in range(int(first)))
            x += float(first)
    return dark
