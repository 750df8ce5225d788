"""Shows people where in a text something is."""

import re
from bisect import bisect_left
from functools import cached_property

BESIDE = 24
"""Characters shown on each side of a token."""


class Lines:
    """The lines of a text, counted when first asked for."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def _ends(self) -> list[int]:
        return [match.start() for match in re.finditer("\n", self._text)]

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and the column of a character, both from 1."""
        before = bisect_left(self._ends, offset)
        begin = self._ends[before - 1] + 1 if before else 0
        return before + 1, offset - begin + 1

    def excerpt(self, offset: int, length: int) -> str:
        """Return what stands around some characters of a line, these between >> and <<."""
        line, column = self.place(offset)
        begin = offset - column + 1
        end = self._ends[line - 1] if line <= len(self._ends) else len(self._text)
        stop = min(offset + length, end)
        left, right = max(begin, offset - BESIDE), min(end, stop + BESIDE)
        before = ("…" if left > begin else "") + self._text[left:offset]
        after = self._text[stop:right] + ("…" if right < end else "")
        return f"{before}>>{self._text[offset:stop]}<<{after}".strip()


def printable(text: str) -> str:
    """Return the text with everything escaped that a terminal would obey instead of showing."""
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode() for character in text
    )
