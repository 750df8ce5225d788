"""The city: 25 buildings, 16 crossings, what is next to what, and the eight ways to turn it.

A number is always a building, a letter always a crossing.
"""

from collections.abc import Callable
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

SIDE = 5
ROADS = SIDE - 1
"""Roads between the rows of buildings, and as many between the columns."""

# The letters stand between \A and \Z because $ would let a line break through.
Building: TypeAlias = Annotated[int, Meta(ge=1, le=SIDE * SIDE, description="a building, 1 to 25")]
Crossing: TypeAlias = Annotated[str, Meta(pattern=r"\A[A-P]\Z", description="a crossing, A to P")]
Route: TypeAlias = tuple[Building, ...]
"""Where the thief hid, round by round."""

BUILDINGS: tuple[Building, ...] = tuple(range(1, SIDE * SIDE + 1))
CROSSINGS: tuple[Crossing, ...] = tuple("ABCDEFGHIJKLMNOP")


def _square(row: int, column: int, side: int) -> int | None:
    return row * side + column if 0 <= row < side and 0 <= column < side else None


def _beside(index: int, side: int) -> tuple[int, ...]:
    """Return the squares that share a side with this one, in reading order."""
    row, column = divmod(index, side)
    around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return tuple(found for at in around if (found := _square(*at, side)) is not None)


def _corners(crossing: int) -> tuple[Building, ...]:
    row, column = divmod(crossing, ROADS)
    top_left = row * SIDE + column + 1
    return (top_left, top_left + 1, top_left + SIDE, top_left + SIDE + 1)


NEIGHBOURS: dict[Building, tuple[Building, ...]] = {
    building: tuple(index + 1 for index in _beside(building - 1, SIDE)) for building in BUILDINGS
}
"""The buildings that share a side with a building. Diagonals never count."""

ROADS_FROM: dict[Crossing, tuple[Crossing, ...]] = {
    crossing: tuple(CROSSINGS[index] for index in _beside(number, ROADS)) for number, crossing in enumerate(CROSSINGS)
}
"""The crossings that one road joins to a crossing."""

TOUCHES: dict[Crossing, tuple[Building, ...]] = {
    crossing: _corners(number) for number, crossing in enumerate(CROSSINGS)
}
"""The four buildings around a crossing."""


def are_diagonal(one: Building, other: Building) -> bool:
    """Tell whether two buildings touch at a corner only."""
    (row, column), (other_row, other_column) = divmod(one - 1, SIDE), divmod(other - 1, SIDE)
    return abs(row - other_row) == 1 and abs(column - other_column) == 1


class Symmetry(Struct, frozen=True):
    """One of the eight ways to turn or mirror the city onto itself."""

    name: str
    buildings: dict[Building, Building]
    crossings: dict[Crossing, Crossing]

    def route(self, route: Route) -> Route:
        """Return the route as it runs in the turned city."""
        return tuple(self.buildings[building] for building in route)


_Turn: TypeAlias = Callable[[int, int, int], tuple[int, int]]
_TURNS: dict[str, _Turn] = {
    "as it is": lambda row, column, _: (row, column),
    "quarter turn": lambda row, column, last: (column, last - row),
    "half turn": lambda row, column, last: (last - row, last - column),
    "three-quarter turn": lambda row, column, last: (last - column, row),
    "left and right swapped": lambda row, column, last: (row, last - column),
    "top and bottom swapped": lambda row, column, last: (last - row, column),
    "mirrored at the diagonal": lambda row, column, _: (column, row),
    "mirrored at the other diagonal": lambda row, column, last: (last - column, last - row),
}


def _turned(turn: _Turn, index: int, side: int) -> int:
    row, column = turn(*divmod(index, side), side - 1)
    return row * side + column


SYMMETRIES: tuple[Symmetry, ...] = tuple(
    Symmetry(
        name,
        {building: _turned(turn, building - 1, SIDE) + 1 for building in BUILDINGS},
        {crossing: CROSSINGS[_turned(turn, index, ROADS)] for index, crossing in enumerate(CROSSINGS)},
    )
    for name, turn in _TURNS.items()
)
