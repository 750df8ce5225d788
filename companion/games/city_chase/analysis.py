"""What the police could have known, step by step, in a game that was written down.

It looks at what the police saw and nothing else, also where the record tells the route.
"""

from collections.abc import Iterator

from msgspec import Struct

from companion.games.city_chase.city import Crossing
from companion.games.city_chase.knowledge import Knowledge, know_nothing
from companion.games.city_chase.record.tokens import UNKNOWN, token_of
from companion.games.city_chase.state import INDEX_OF, Deed, Moved, Public, Searched, starting_crossings


class Step(Struct, frozen=True):
    """One thing the police saw, and what they could know after it. The thief's move has no deed."""

    round: int
    deed: Deed | None
    crossings: tuple[Crossing | None, ...]
    knowledge: Knowledge

    @property
    def token(self) -> str:
        """The step as it stands in a public record."""
        return UNKNOWN if self.deed is None else token_of(self.deed)


def analyse(public: Public) -> Iterator[Step]:
    """Yield a step after each thief's move and each police action."""
    knowledge = know_nothing()
    crossings = list(starting_crossings(public))
    for number in range(1, public.thief_moves + 1):
        knowledge = knowledge.thief_moved()
        yield Step(number, None, tuple(crossings), knowledge)
        for deed in public.history:
            if deed.round != number:
                continue
            if isinstance(deed, Moved):
                crossings[INDEX_OF[deed.helicopter]] = deed.crossing
            if isinstance(deed, Searched):
                knowledge = knowledge.searched(deed.building, deed.find)
            yield Step(number, deed, tuple(crossings), knowledge)
