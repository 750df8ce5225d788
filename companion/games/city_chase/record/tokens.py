"""The words of a record and what each means."""

import re
from enum import StrEnum

from companion.games.city_chase.actions import Move, Search
from companion.games.city_chase.city import BUILDINGS, CROSSINGS, Building
from companion.games.city_chase.pieces import HELICOPTERS, Find
from companion.games.city_chase.state import Deed, Ending, Moved

UNKNOWN = "?"
"""The thief's building in a public record."""
SURROUNDED = "surrounded"
HELICOPTERS_TAG = "Helicopters"
TERMINATION_TAG = "Termination"
ABANDONED = "abandoned"
"""The value of Termination in a game that was given up."""


class Closing(StrEnum):
    """The words that close a game. `8. surrounded` closes one by itself."""

    ARRESTED = "arrested"
    ESCAPED = "escaped"
    UNFINISHED = "*"


CLOSINGS: dict[str, Closing] = {closing.value: closing for closing in Closing}
HIDING_PLACES: dict[str, Building] = {str(building): building for building in BUILDINGS}
MOVES: dict[str, Move] = {
    f"{helicopter.letter}{crossing}": Move(helicopter, crossing) for helicopter in HELICOPTERS for crossing in CROSSINGS
}
SEARCHES: dict[str, tuple[Search, Find]] = {
    f"{helicopter.letter}x{building}{find.value}": (Search(helicopter, building), find)
    for helicopter in HELICOPTERS
    for building in BUILDINGS
    for find in Find
}

_ROUND_NUMBER = re.compile(r"[1-9][0-9]*+\.")


def is_round_number(token: str) -> bool:
    """Tell whether a token numbers a round, as `8.` does."""
    return _ROUND_NUMBER.fullmatch(token) is not None


def is_known(token: str) -> bool:
    """Tell whether a token can stand in any record at all."""
    return (
        token in MOVES
        or token in SEARCHES
        or token in HIDING_PLACES
        or token in CLOSINGS
        or token in {UNKNOWN, SURROUNDED}
        or is_round_number(token)
    )


def token_of(deed: Deed) -> str:
    """Return the token that tells what a helicopter did."""
    if isinstance(deed, Moved):
        return f"{deed.helicopter.letter}{deed.crossing}"
    return f"{deed.helicopter.letter}x{deed.building}{deed.find.value}"


CLOSING_OF: dict[Ending, Closing | None] = {
    Ending.ARRESTED: Closing.ARRESTED,
    Ending.ESCAPED: Closing.ESCAPED,
    Ending.SURROUNDED: None,
    Ending.ABANDONED: Closing.UNFINISHED,
}
"""The word that closes a game which ended so; none where `8. surrounded` does."""
