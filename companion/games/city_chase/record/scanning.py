"""Finds the games in a text: the tags of each, and the tokens that follow them.

Nothing here knows what a token means. The patterns never try the same characters twice (possessive quantifiers), so
that a text of any size and kind is read in one pass.
"""

import re
from collections.abc import Iterator
from itertools import islice

from msgspec import Struct

from companion.games.city_chase.record.mistake import Flaw, Mistake, Objection, shorten

_COMMENT = r"\{[^}]*+\}|;[^\n]*+"
_BLANKS = re.compile(rf"(?:\s++|{_COMMENT})*+")
_COMMENTS = re.compile(_COMMENT)
_TAG = re.compile(r'\[([A-Za-z0-9_]++) "((?:[^"\\\r\n]++|\\["\\])*+)"\][^\S\n]*+(?:\n|\Z)')
_ESCAPED = re.compile(r"\\(.)")
# A [ that does not begin a line is part of a token, and so no tag.
_TOKENS = re.compile(rf"(?:[^\[{{;]++|{_COMMENT}|(?<=[^\n])\[)*+")
_TOKEN = re.compile(rf"{_COMMENT}|([^\s{{;]++)")
_LINE = re.compile(r"[^\n]*+")


class Tag(Struct, frozen=True):
    """One line `[Name "value"]`: its value without escapes, and the line as it is written."""

    name: str
    value: str
    written: str
    offset: int


class WrittenGame(Struct, frozen=True):
    """One game of a text, not yet judged: its tags, its tokens, and the part of the text they are in."""

    tags: tuple[Tag, ...]
    tokens: tuple[str, ...]
    start: int
    end: int
    mistake: Mistake | None = None
    """What keeps the tags from being read."""
    open_comment: int | None = None
    """Where a comment begins that nothing closes; no token after it was read."""

    def tag(self, name: str) -> str | None:
        """Return a tag's value."""
        return next((tag.value for tag in self.tags if tag.name == name), None)

    def place_of(self, text: str, number: int) -> int:
        """Return where in the text the token with this number begins; the end where there are fewer."""
        found = (match for match in _TOKEN.finditer(text, self.start, self.end) if match[1])
        return next(islice((match.start() for match in found), number, None), self.end)


def scan(text: str) -> Iterator[WrittenGame]:
    """Yield the games of a text. Lines end with a line feed; a carriage return before it is white space."""
    place = _end_of(_BLANKS, text, 0)
    while place < len(text):
        tags, mistake, place = _scan_tags(text, place)
        start, place = place, _end_of(_TOKENS, text, place)
        inside = text[start:place].rstrip()
        words = _COMMENTS.sub(" ", inside) if "{" in inside or ";" in inside else inside
        is_open = text.startswith("{", place)
        yield WrittenGame(tags, tuple(words.split()), start, start + len(inside), mistake, place if is_open else None)
        if is_open:
            place = _next_tag(text, place)
        place = _end_of(_BLANKS, text, place)


def _end_of(pattern: re.Pattern[str], text: str, place: int) -> int:
    match = pattern.match(text, place)
    return match.end() if match else place


def _next_tag(text: str, place: int) -> int:
    """Return where the next line begins that looks like a tag: an open comment must not swallow the other games."""
    found = text.find("\n[", place)
    return len(text) if found < 0 else found + 1


def _scan_tags(text: str, place: int) -> tuple[tuple[Tag, ...], Mistake | None, int]:
    tags: dict[str, Tag] = {}
    mistake: Mistake | None = None
    while text.startswith("[", place) and (place == 0 or text[place - 1] == "\n"):
        match = _TAG.match(text, place)
        if match is None:
            line = _LINE.match(text, place)
            end = line.end() if line else place
            mistake = mistake or _tag_mistake(text[place:end], place, Objection(Flaw.NOT_A_TAG))
        else:
            end = match.end()
            name, value = match.groups()
            if name in tags:
                flaw = Objection(Flaw.TAG_TWICE, {"tag": shorten(name)})
                mistake = mistake or _tag_mistake(match[0], place, flaw)
            tags.setdefault(name, Tag(name, _ESCAPED.sub(r"\1", value), match[0].rstrip(), place))
        place = _end_of(_BLANKS, text, end)
    return tuple(tags.values()), mistake, place


def _tag_mistake(token: str, offset: int, objection: Objection) -> Mistake:
    return Mistake(0, shorten(token.strip()), offset, objection)
