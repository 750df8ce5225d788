"""Which buildings and lights of a board are meant, as a builder says it: `1-5,A-D,R1-R11`."""

from msgspec import Struct

from companion.errors import CityChaseError
from companion.games.city_chase.city import BUILDINGS, CROSSINGS, Building, Crossing
from companion.games.city_chase.pieces import ROUNDS

_ROUNDS = tuple(range(1, ROUNDS + 1))
_KINDS = (tuple(map(str, BUILDINGS)), tuple(CROSSINGS), tuple(f"R{number}" for number in _ROUNDS))
"""What each kind is called. A range stays within one kind."""


class BadScope(CityChaseError):
    """Words that name nothing on a board. The message says how to say it."""


class Scope(Struct, frozen=True):
    """Some of a board. Without anything said it is the whole."""

    buildings: tuple[Building, ...] = BUILDINGS
    crossings: tuple[Crossing, ...] = CROSSINGS
    rounds: tuple[int, ...] = _ROUNDS


def read_scope(text: str) -> Scope:
    """Return what a text names. Raises BadScope."""
    names = {name for words in text.upper().split(",") for name in _names(words.strip())}
    return Scope(
        tuple(building for building in BUILDINGS if str(building) in names),
        tuple(crossing for crossing in CROSSINGS if crossing in names),
        tuple(number for number in _ROUNDS if f"R{number}" in names),
    )


def _names(words: str) -> tuple[str, ...]:
    ends = [end.strip() for end in words.split("-", 1)]
    for kind in _KINDS:
        if all(end in kind for end in ends):
            named = kind[kind.index(ends[0]) : kind.index(ends[-1]) + 1]
            if named:
                return named
    raise BadScope(
        f"'{words}' names nothing on the board. Name buildings like 1-5, crossings like A-D and rounds like R1-R11, "
        "with commas between."
    )
