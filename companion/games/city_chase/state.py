"""A game at one moment: a public part, which everyone may know, and a secret part, which is the thief's.

They are different types, so that code which shows things can be given the public part and nothing else. The public
part is one of four phases; what can be done follows from which one it is.
"""

from enum import StrEnum
from typing import ClassVar, TypeAlias, TypeVar

from msgspec import Struct

from companion.games.city_chase.city import BUILDINGS, NEIGHBOURS, Building, Crossing, Route
from companion.games.city_chase.pieces import HELICOPTERS, Find, Helicopter, trace_of_round

Owners: TypeAlias = tuple[str | None, str | None, str | None]
"""The police player that each helicopter belongs to, pink, yellow, green."""
Crossings: TypeAlias = tuple[Crossing, Crossing, Crossing]
Acted: TypeAlias = tuple[bool, bool, bool]

_T = TypeVar("_T")

NOBODY: Owners = (None, None, None)
NONE_ACTED: Acted = (False, False, False)
INDEX_OF: dict[Helicopter, int] = {helicopter: index for index, helicopter in enumerate(HELICOPTERS)}
"""Where a helicopter stands in every triple of this module."""


def with_changed(triple: tuple[_T, _T, _T], index: int, value: _T) -> tuple[_T, _T, _T]:
    """Return the triple with another value for one helicopter."""
    first, second, third = triple
    if index == 0:
        return (value, second, third)
    return (first, value, third) if index == 1 else (first, second, value)


class Moved(Struct, frozen=True, tag="moved"):
    """A helicopter flew. `origin` is where undo brings it back to."""

    round: int
    helicopter: Helicopter
    origin: Crossing
    crossing: Crossing


class Searched(Struct, frozen=True, tag="searched"):
    """A building was lifted, and this was there then."""

    round: int
    helicopter: Helicopter
    building: Building
    find: Find


Deed: TypeAlias = Moved | Searched
"""What a helicopter did with its turn."""
History: TypeAlias = tuple[Deed, ...]


class Ending(StrEnum):
    """Why a game is over."""

    ARRESTED = "arrested"
    SURROUNDED = "surrounded"
    ESCAPED = "escaped"
    ABANDONED = "abandoned"


class Side(StrEnum):
    """Who can win."""

    POLICE = "police"
    THIEF = "thief"


_WINNERS: dict[Ending, Side | None] = {
    Ending.ARRESTED: Side.POLICE,
    Ending.SURROUNDED: Side.POLICE,
    Ending.ESCAPED: Side.THIEF,
    Ending.ABANDONED: None,
}


class Result(Struct, frozen=True):
    """How a game ended, and the route, which is everyone's now.

    The route is empty where nobody ever knew it: in a game read from a public record.
    """

    reason: Ending
    route: Route

    @property
    def winner(self) -> Side | None:
        """Who won; nobody wins a game given up."""
        return _WINNERS[self.reason]


class Setup(Struct, frozen=True, tag_field="phase", tag="setup"):
    """The police put their helicopters on crossings."""

    round: ClassVar[int] = 0
    thief_moves: ClassVar[int] = 0
    history: ClassVar[History] = ()
    acted: ClassVar[Acted] = NONE_ACTED

    crossings: tuple[Crossing | None, Crossing | None, Crossing | None] = (None, None, None)
    owners: Owners = NOBODY


class ThiefPhase(Struct, frozen=True, tag_field="phase", tag="thief"):
    """The thief chooses where to hide. Nothing of that shows here until "Done!"."""

    acted: ClassVar[Acted] = NONE_ACTED

    round: int
    crossings: Crossings
    owners: Owners
    history: History

    @property
    def thief_moves(self) -> int:
        """How many buildings the thief has hidden in."""
        return self.round - 1


class PolicePhase(Struct, frozen=True, tag_field="phase", tag="police"):
    """Each helicopter moves or searches once."""

    round: int
    crossings: Crossings
    owners: Owners
    history: History
    acted: Acted

    @property
    def thief_moves(self) -> int:
        """How many buildings the thief has hidden in."""
        return self.round


class Over(Struct, frozen=True, tag_field="phase", tag="over"):
    """The game has ended. `crossings` may have gaps only where it was given up in set-up."""

    round: int
    crossings: tuple[Crossing | None, Crossing | None, Crossing | None]
    owners: Owners
    history: History
    acted: Acted
    thief_moves: int
    result: Result


Public: TypeAlias = Setup | ThiefPhase | PolicePhase | Over


def end(public: Public, reason: Ending, route: Route) -> Over:
    """Return a game's end. The route becomes everyone's."""
    return Over(
        public.round,
        public.crossings,
        public.owners,
        public.history,
        public.acted,
        public.thief_moves,
        Result(reason, route),
    )


class Secret(Struct, frozen=True):
    """What only the thief knows: the route so far, and the building recorded for this round but not yet said."""

    route: Route = ()
    choice: Building | None = None

    def __repr__(self) -> str:
        # A log line or an error message that shows a whole game must not tell where the thief is.
        return "Secret(…)"

    @property
    def car(self) -> Building | None:
        """The building the car is in; none before round 1 is done."""
        return self.route[-1] if self.route else None

    def under(self, building: Building) -> Find:
        """Return what lies under a building now."""
        if building not in self.route:
            return Find.NOTHING
        round_laid = self.route.index(building) + 1
        return Find.CAR if round_laid == len(self.route) else trace_of_round(round_laid)

    def ways_out(self) -> tuple[Building, ...]:
        """Return the buildings the thief may hide in next (T1, T2, T3)."""
        if not self.route:
            return BUILDINGS
        return tuple(building for building in NEIGHBOURS[self.route[-1]] if building not in self.route)


class Game(Struct, frozen=True):
    """A whole game. Only the rules, the thief's view and the journal are handed one."""

    public: Public = Setup()
    secret: Secret = Secret()


def starting_crossings(public: Public) -> tuple[Crossing | None, ...]:
    """Return where the helicopters stood before round 1: where taking every move back would bring them."""
    crossings = list(public.crossings)
    for deed in reversed(public.history):
        if isinstance(deed, Moved):
            crossings[INDEX_OF[deed.helicopter]] = deed.origin
    return tuple(crossings)
