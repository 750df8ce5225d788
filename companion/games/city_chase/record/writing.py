"""Writes games down.

`write_public` is given the public part alone and writes `?` for the thief until the game is over. `write_in_full`
tells everything and is for the thief's own eyes and for tests.
"""

import re
from collections.abc import Iterator, Mapping

from companion.errors import CityChaseError
from companion.games.city_chase.city import Route
from companion.games.city_chase.record.tokens import (
    ABANDONED,
    CLOSING_OF,
    HELICOPTERS_TAG,
    SURROUNDED,
    TERMINATION_TAG,
    UNKNOWN,
    Closing,
    token_of,
)
from companion.games.city_chase.state import Ending, Game, Over, Public, starting_crossings

_TAG_NAME = re.compile("[A-Za-z0-9_]+")
_LINE_BREAK = re.compile(r"[\r\n]")


class NotWritable(CityChaseError):
    """A game or a tag that the record has no way to tell."""


def write_public(public: Public, tags: Mapping[str, str] | None = None) -> str:
    """Return the record that everyone may have: with the route only once the game is over."""
    route = public.result.route if isinstance(public, Over) else ()
    return _write(public, route, tags or {})


def write_in_full(game: Game, tags: Mapping[str, str] | None = None) -> str:
    """Return the record with the route so far. Before the end it is the thief's alone."""
    return _write(game.public, game.secret.route, tags or {})


def _write(public: Public, route: Route, tags: Mapping[str, str]) -> str:
    lines = [_tag(name, value) for name, value in _all_tags(public, tags)]
    rounds = list(_rounds(public, route))
    closing = _closing(public)
    if closing is not None:
        rounds = [*rounds[:-1], f"{rounds[-1]} {closing}"] if rounds else [closing]
    return "\n".join([*lines, "", *rounds, ""])


def _all_tags(public: Public, tags: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    is_abandoned = isinstance(public, Over) and public.result.reason is Ending.ABANDONED
    for name, value in tags.items():
        says_otherwise = name == TERMINATION_TAG and (is_abandoned or value == ABANDONED)
        if name != HELICOPTERS_TAG and not says_otherwise:
            yield name, value
    if not public.round:
        raise NotWritable("This game never began: it can be written down once its first round has begun.")
    yield HELICOPTERS_TAG, " ".join(str(crossing) for crossing in starting_crossings(public))
    if is_abandoned:
        yield TERMINATION_TAG, ABANDONED


def _tag(name: str, value: str) -> str:
    if not _TAG_NAME.fullmatch(name):
        raise NotWritable(f"{name!r} cannot name a tag: use letters, digits and _ only.")
    if _LINE_BREAK.search(value):
        raise NotWritable(f"The tag {name} holds a line break: a tag is one line.")
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def _rounds(public: Public, route: Route) -> Iterator[str]:
    for number in range(1, public.thief_moves + 1):
        thief = str(route[number - 1]) if route else UNKNOWN
        deeds = [token_of(deed) for deed in public.history if deed.round == number]
        yield " ".join([f"{number}.", thief, *deeds])
    if isinstance(public, Over) and public.result.reason is Ending.SURROUNDED:
        yield f"{public.round}. {SURROUNDED}"


def _closing(public: Public) -> Closing | None:
    return CLOSING_OF[public.result.reason] if isinstance(public, Over) else Closing.UNFINISHED
