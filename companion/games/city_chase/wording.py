"""Puts reasons into words, in the languages that have a file in `words/`."""

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from msgspec import Struct
from msgspec.toml import decode

from companion.games.city_chase.rejection import Rejected, Value

ENGLISH = "en"


class Words(Struct, frozen=True, forbid_unknown_fields=True):
    """One language's words: what `{helicopter}` and `{trace}` become, and a sentence for each reason."""

    reason: dict[str, str]
    record: dict[str, str]
    helicopter: dict[str, str]
    trace: dict[str, str]
    table: dict[str, str]
    """What the table says, beside the rules: seats, games, what a hand did."""
    page: dict[str, str]
    """What stands on the pages."""
    card: dict[str, str]
    """What stands on the card that is printed for guests."""

    def sentence(self, template: str, values: dict[str, Value]) -> str:
        """Return the sentence with its values filled in."""
        named: dict[str, Any] = {"helicopter": self.helicopter, "trace": self.trace}
        return template.format_map({key: named[key][value] if key in named else value for key, value in values.items()})


def _folder() -> Traversable:
    return files("companion.games.city_chase") / "words"


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of the languages there are words for."""
    names = (entry.name for entry in _folder().iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@cache
def words(language: str = ENGLISH) -> Words:
    """Return a language's words, or the English ones where there are none of it."""
    if language not in languages():
        return words(ENGLISH)
    return decode((_folder() / f"{language}.toml").read_bytes(), type=Words)


def put_into_words(rejected: Rejected, language: str = ENGLISH) -> str:
    """Return the sentence that tells a player why not."""
    chosen = words(language)
    return chosen.sentence(chosen.reason[rejected.reason], rejected.values)
