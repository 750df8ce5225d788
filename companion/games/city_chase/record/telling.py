"""A game as a record tells it: in full, with the thief's route, or in public, with `?` for every building.

Each step returns why it cannot be, or None and has been taken.
"""

from typing import Protocol, cast

from companion.games.city_chase import police_phase
from companion.games.city_chase.actions import Done, Hide, Move, Search
from companion.games.city_chase.city import Building
from companion.games.city_chase.knowledge import Knowledge, know_nothing
from companion.games.city_chase.pieces import Find, Found
from companion.games.city_chase.record.mistake import Flaw, Objection
from companion.games.city_chase.rejection import Rejected
from companion.games.city_chase.rules import judge
from companion.games.city_chase.seats import BoardSeat, ThiefSeat
from companion.games.city_chase.state import (
    Ending,
    Game,
    Over,
    PolicePhase,
    Public,
    Searched,
    Secret,
    ThiefPhase,
    end,
)

_THIEF = ThiefSeat()
_BOARD = BoardSeat()
_DONE = Done()

_REALLY_THERE = {
    Found.NOTHING: Flaw.MARK_NOTHING,
    Found.TRACE: Flaw.MARK_TRACE,
    Found.CAR: Flaw.MARK_CAR,
}
_CANNOT_BE_THERE = {
    Found.NOTHING: Flaw.NO_ROUTE_NOTHING,
    Found.TRACE: Flaw.NO_ROUTE_TRACE,
    Found.CAR: Flaw.NO_ROUTE_CAR,
}


class Telling(Protocol):
    """What the reader of a record asks. It asks for a step only in the phase that the step belongs to."""

    @property
    def public(self) -> Public:
        """Everything but the route."""

    @property
    def secret(self) -> Secret | None:
        """The route, where it is told."""

    def hide(self, building: Building | None) -> Objection | None:
        """Take the thief's move, to an unknown building where it is None."""

    def surround(self) -> Objection | None:
        """Take the word that the thief is surrounded."""

    def move(self, action: Move) -> Objection | None:
        """Take a helicopter's move."""

    def search(self, action: Search, find: Find) -> Objection | None:
        """Take a helicopter's search that is said to have found this."""


class ToldInFull:
    """The route is told: the rules judge the game as they judge one at the table."""

    def __init__(self, start: ThiefPhase) -> None:
        self._game = Game(start)

    @property
    def public(self) -> Public:
        """Everything but the route."""
        return self._game.public

    @property
    def secret(self) -> Secret:
        """The route."""
        return self._game.secret

    def hide(self, building: Building | None) -> Objection | None:
        """Take the thief's move and "Done!"."""
        if building is None:
            return Objection(Flaw.MIXED_THIEF)
        return self._judge(_THIEF, Hide(building)) or self._judge(_THIEF, _DONE)

    def surround(self) -> Objection | None:
        """Compare with what the rules have found by themselves."""
        return None if isinstance(self.public, Over) else Objection(Flaw.NOT_SURROUNDED)

    def move(self, action: Move) -> Objection | None:
        """Take a helicopter's move."""
        return self._judge(_BOARD, action)

    def search(self, action: Search, find: Find) -> Objection | None:
        """Take a search and compare the mark with what really is there."""
        objection = self._judge(_BOARD, action)
        if objection is not None:
            return objection
        searched = cast(Searched, self.public.history[-1])
        if searched.find is find:
            return None
        return _object_to_find(_REALLY_THERE, action.building, searched.find)

    def _judge(self, seat: ThiefSeat | BoardSeat, action: Hide | Done | Move | Search) -> Objection | None:
        decision = judge(self._game, seat, action)
        if isinstance(decision, Rejected):
            return _object_as(decision)
        self._game = decision.game
        return None


class ToldInPublic:
    """Nobody knows the route: what was found must fit at least one."""

    secret = None

    def __init__(self, start: ThiefPhase) -> None:
        self._public: Public = start
        self._knowledge = know_nothing()

    @property
    def public(self) -> Public:
        """Everything but the route, which is not known."""
        return self._public

    def hide(self, building: Building | None) -> Objection | None:
        """Take the thief's move, which some route must allow."""
        if building is not None:
            return Objection(Flaw.MIXED_THIEF)
        self._public = police_phase.begin(cast(ThiefPhase, self._public))
        return self._learn(self._knowledge.thief_moved(), Objection(Flaw.COULD_NOT_MOVE))

    def surround(self) -> Objection | None:
        """Take the end of a game that some route must allow to end so."""
        self._public = end(self._public, Ending.SURROUNDED, ())
        return self._learn(self._knowledge.surrounded(), Objection(Flaw.SURELY_NOT_SURROUNDED))

    def move(self, action: Move) -> Objection | None:
        """Take a helicopter's move."""
        phase = cast(PolicePhase, self._public)
        rejected = police_phase.check(phase, action)
        if rejected:
            return _object_as(rejected)
        self._settle(police_phase.after_move(phase, action))
        return None

    def search(self, action: Search, find: Find) -> Objection | None:
        """Take a search; the mark must fit some route."""
        phase = cast(PolicePhase, self._public)
        rejected = police_phase.check(phase, action)
        if rejected:
            return _object_as(rejected)
        self._settle(police_phase.after_search(phase, action, find))
        cannot_be = _object_to_find(_CANNOT_BE_THERE, action.building, find)
        return self._learn(self._knowledge.searched(action.building, find), cannot_be)

    def _settle(self, phase: PolicePhase) -> None:
        # Whether the thief is surrounded now only the record can tell: "8. surrounded".
        settled = police_phase.settle(phase)
        self._public = end(phase, settled, ()) if isinstance(settled, Ending) else settled

    def _learn(self, knowledge: Knowledge, objection: Objection) -> Objection | None:
        self._knowledge = knowledge
        return objection if knowledge.is_contradiction else None


def _object_as(rejected: Rejected) -> Objection:
    return Objection(rejected.reason, rejected.values)


def _object_to_find(flaws: dict[Found, Flaw], building: Building, find: Find) -> Objection:
    if find.colour is None:
        return Objection(flaws[find.found], {"building": building})
    return Objection(flaws[find.found], {"building": building, "trace": find.colour})
