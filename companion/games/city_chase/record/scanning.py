"""Finds the games in a text: the tags of each, and the tokens that follow them.

Nothing here knows what a token means. The patterns never try the same characters twice (possessive quantifiers), so
that a text of any size and kind is read in one pass.
"""

import re
from collections.abc import Iterator
from itertools import islice

from msgspec import Struct

from companion.games.city_chase.record.mistake import Flaw, Mistake, Objection, shorten

_LINE_COMMENT = r";[^\n]*+"
_COMMENT = rf"\{{[^}}]*+\}}|{_LINE_COMMENT}"
_COMMENTS = re.compile(_COMMENT)
_TAG = re.compile(r'\[([A-Za-z0-9_]++) "((?:[^"\\\r\n]++|\\["\\])*+)"\][^\S\n]*+(?:\n|\Z)')
_ESCAPED = re.compile(r"\\(.)")
_TOKEN = re.compile(rf"{_COMMENT}|([^\s{{;]++)")
_LINE = re.compile(r"[^\n]*+")


class _Spans(Struct, frozen=True):
    """What may stand between tags, and what belongs to the tokens, given what a comment looks like."""

    blanks: re.Pattern[str]
    tokens: re.Pattern[str]


def _spans(comment: str) -> _Spans:
    # A [ that does not begin a line is part of a token, and so no tag.
    tokens = re.compile(rf"(?:[^\[{{;]++|{comment}|(?<=[^\n])\[)*+")
    return _Spans(re.compile(rf"(?:\s++|{comment})*+"), tokens)


_ANYWHERE = _spans(_COMMENT)
# Behind the last } no comment in braces ends. Looking for its end again at every { would take for ever.
_BEHIND_LAST_BRACE = _spans(_LINE_COMMENT)


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

    def offset_of(self, text: str, index: int) -> int:
        """Return where in the text a token begins; the end of the game where there are fewer."""
        found = (match.start() for match in _TOKEN.finditer(text, self.start, self.end) if match[1])
        return next(islice(found, index, None), self.end)


def scan(text: str) -> Iterator[WrittenGame]:
    """Yield the games of a text. Lines end with a line feed; a carriage return before it is white space."""
    scanner = _Scanner(text)
    offset = scanner.skip_blanks(0)
    while offset < len(text):
        tags, mistake, start = scanner.scan_tags(offset)
        offset = scanner.skip_tokens(start)
        inside = text[start:offset].rstrip()
        words = _COMMENTS.sub(" ", inside) if "{" in inside or ";" in inside else inside
        is_open = text.startswith("{", offset)
        open_comment = offset if is_open else None
        yield WrittenGame(tags, tuple(words.split()), start, start + len(inside), mistake, open_comment)
        offset = scanner.skip_blanks(_next_tag(text, offset) if is_open else offset)


class _Scanner:
    """Finds where the parts of a text end."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._last_brace = text.rfind("}")

    def _spans_at(self, offset: int) -> _Spans:
        return _ANYWHERE if offset <= self._last_brace else _BEHIND_LAST_BRACE

    def skip_blanks(self, offset: int) -> int:
        return _end_of(self._spans_at(offset).blanks, self._text, offset)

    def skip_tokens(self, offset: int) -> int:
        return _end_of(self._spans_at(offset).tokens, self._text, offset)

    def scan_tags(self, offset: int) -> tuple[tuple[Tag, ...], Mistake | None, int]:
        """Return the tags, what is wrong with the first wrong one, and where they end."""
        text = self._text
        tags: dict[str, Tag] = {}
        mistake: Mistake | None = None
        while text.startswith("[", offset) and (offset == 0 or text[offset - 1] == "\n"):
            match = _TAG.match(text, offset)
            if match is None:
                end = _end_of(_LINE, text, offset)
                mistake = mistake or _tag_mistake(text[offset:end], offset, Objection(Flaw.NOT_A_TAG))
            else:
                end = match.end()
                tag = Tag(match[1], _ESCAPED.sub(r"\1", match[2]), match[0].rstrip(), offset)
                if tag.name in tags:
                    twice = Objection(Flaw.TAG_TWICE, {"tag": shorten(tag.name)})
                    mistake = mistake or _tag_mistake(tag.written, offset, twice)
                tags.setdefault(tag.name, tag)
            offset = self.skip_blanks(end)
        return tuple(tags.values()), mistake, offset


def _end_of(pattern: re.Pattern[str], text: str, offset: int) -> int:
    match = pattern.match(text, offset)
    return match.end() if match else offset


def _next_tag(text: str, offset: int) -> int:
    """Return where the next line begins that looks like a tag: an open comment must not swallow the other games."""
    found = text.find("\n[", offset)
    return len(text) if found < 0 else found + 1


def _tag_mistake(token: str, offset: int, objection: Objection) -> Mistake:
    return Mistake(0, shorten(token.strip()), offset, objection)
