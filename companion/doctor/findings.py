"""What a check comes to: one sentence, whether that is fine, and what mends it."""

from enum import StrEnum

from msgspec import Struct


class Verdict(StrEnum):
    """How it stands with one thing."""

    FINE = "fine"
    NOTE = "note"
    """Good to know; games can be played."""
    PROBLEM = "problem"


class Opinion(Struct, frozen=True):
    """What a check thinks of the thing it looks at."""

    verdict: Verdict
    found: str
    remedy: str | None = None


class Finding(Struct, frozen=True):
    """An opinion, with the name of its check."""

    check: str
    verdict: Verdict
    found: str
    remedy: str | None
    """A command to copy, or what to do in plain words."""


class Unseen(Exception):
    """A check cannot see what it looks at. It says why, and how it could be seen."""

    def __init__(self, why: str, remedy: str | None = None) -> None:
        super().__init__(why)
        self.why = why
        self.remedy = remedy


def fine(found: str) -> Opinion:
    """Return that all is well."""
    return Opinion(Verdict.FINE, found)


def note(found: str, remedy: str | None = None) -> Opinion:
    """Return something that is good to know."""
    return Opinion(Verdict.NOTE, found, remedy)


def problem(found: str, remedy: str) -> Opinion:
    """Return something that must be mended."""
    return Opinion(Verdict.PROBLEM, found, remedy)
