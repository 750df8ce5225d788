"""The pieces: helicopters, Traces, and what lies under a lifted building."""

from enum import Enum, StrEnum

ROUNDS = 11
YELLOW_ROUND = 1
RED_ROUND = 6


class Helicopter(StrEnum):
    """One of the three helicopters. All three always play."""

    PINK = "pink"
    YELLOW = "yellow"
    GREEN = "green"

    @property
    def letter(self) -> str:
        """The letter that stands for it in a record."""
        return self.value[0]


HELICOPTERS: tuple[Helicopter, ...] = tuple(Helicopter)


class Colour(StrEnum):
    """A Trace's colour. Only yellow and red tell the round they were laid in."""

    YELLOW = "yellow"
    RED = "red"
    BLUE = "blue"


class Found(StrEnum):
    """What a search turned up, colour aside."""

    NOTHING = "nothing"
    TRACE = "trace"
    CAR = "car"


class Find(Enum):
    """What lies under a building. The value is its mark in a record."""

    NOTHING = "-"
    YELLOW = "y"
    RED = "r"
    BLUE = "b"
    CAR = "#"

    @property
    def found(self) -> Found:
        """Nothing, a Trace, or the car."""
        if self is Find.NOTHING:
            return Found.NOTHING
        return Found.CAR if self is Find.CAR else Found.TRACE

    @property
    def colour(self) -> Colour | None:
        """The Trace's colour, if a Trace is what was found."""
        return Colour[self.name] if self.found is Found.TRACE else None

    @staticmethod
    def of(found: Found, colour: Colour | None) -> "Find":
        """Return the find that views tell in two words."""
        return Find[(colour or found).name]


def trace_of_round(number: int) -> Find:
    """Return the Trace that is laid in a round: the first yellow, the sixth red, all others blue."""
    if number == YELLOW_ROUND:
        return Find.YELLOW
    return Find.RED if number == RED_ROUND else Find.BLUE
