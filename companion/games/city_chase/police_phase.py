"""The police phase, step by step, from the public part alone.

What a search finds is an argument: in a game the secret answers it, in a public record, whose thief nobody knows, the
record does. So both go through the same rules, and nothing secret comes in here.
"""

from companion.games.city_chase.actions import Move, Search
from companion.games.city_chase.city import ROADS_FROM, TOUCHES, Building, Crossing
from companion.games.city_chase.pieces import ROUNDS, Find, Helicopter
from companion.games.city_chase.rejection import Reason, Rejected
from companion.games.city_chase.state import (
    INDEX_OF,
    NONE_ACTED,
    Crossings,
    Deed,
    Ending,
    Moved,
    PolicePhase,
    Public,
    Searched,
    ThiefPhase,
    with_changed,
)


def begin(public: ThiefPhase) -> PolicePhase:
    """Return the police phase that follows the thief's "Done!"."""
    return PolicePhase(public.round, public.crossings, public.owners, public.history, NONE_ACTED)


def check(public: PolicePhase, action: Move | Search) -> Rejected | None:
    """Return what forbids a helicopter's move or search, if anything does (P1, P3, P4)."""
    if public.acted[INDEX_OF[action.helicopter]]:
        return Rejected(Reason.HAS_ACTED, {"helicopter": action.helicopter})
    if isinstance(action, Search):
        return _check_search(public, action.helicopter, action.building)
    return _check_move(public, action.helicopter, action.crossing)


def _check_move(public: PolicePhase, helicopter: Helicopter, crossing: Crossing) -> Rejected | None:
    here = public.crossings[INDEX_OF[helicopter]]
    if crossing == here:
        return Rejected(Reason.ALREADY_THERE, {"helicopter": helicopter, "crossing": crossing})
    if crossing not in ROADS_FROM[here]:
        return Rejected(Reason.NOT_ADJACENT, {"origin": here, "crossing": crossing})
    if crossing in public.crossings:
        return Rejected(Reason.ROAD_BLOCKED, {"crossing": crossing})
    return None


def _check_search(public: PolicePhase, helicopter: Helicopter, building: Building) -> Rejected | None:
    here = public.crossings[INDEX_OF[helicopter]]
    if building in TOUCHES[here]:
        return None
    return Rejected(Reason.OUT_OF_REACH, {"helicopter": helicopter, "crossing": here, "building": building})


def possible_moves(public: PolicePhase, helicopter: Helicopter) -> tuple[Crossing, ...]:
    """Return where a helicopter may fly now; nowhere once it has acted."""
    index = INDEX_OF[helicopter]
    if public.acted[index]:
        return ()
    return tuple(to for to in ROADS_FROM[public.crossings[index]] if to not in public.crossings)


def possible_searches(public: PolicePhase, helicopter: Helicopter) -> tuple[Building, ...]:
    """Return which buildings a helicopter may lift now; none once it has acted."""
    index = INDEX_OF[helicopter]
    return () if public.acted[index] else TOUCHES[public.crossings[index]]


def after_move(public: PolicePhase, action: Move) -> PolicePhase:
    """Return the phase after a move that `check` allows (P3)."""
    index = INDEX_OF[action.helicopter]
    deed = Moved(public.round, action.helicopter, public.crossings[index], action.crossing)
    return _act(public, index, deed, with_changed(public.crossings, index, action.crossing))


def after_search(public: PolicePhase, action: Search, find: Find) -> PolicePhase:
    """Return the phase after a search that `check` allows and that finds this (P5 to P8)."""
    deed = Searched(public.round, action.helicopter, action.building, find)
    return _act(public, INDEX_OF[action.helicopter], deed, public.crossings)


def _act(public: PolicePhase, index: int, deed: Deed, crossings: Crossings) -> PolicePhase:
    acted = with_changed(public.acted, index, True)
    return PolicePhase(public.round, crossings, public.owners, (*public.history, deed), acted)


def last_deed(public: Public) -> Deed | None:
    """Return what was done last in this police phase, if this is one and anything was."""
    if not isinstance(public, PolicePhase) or not public.history:
        return None
    last = public.history[-1]
    return last if last.round == public.round else None


def take_back(public: PolicePhase, move: Moved) -> PolicePhase:
    """Return the phase before its last deed, which was this move."""
    index = INDEX_OF[move.helicopter]
    return PolicePhase(
        public.round,
        with_changed(public.crossings, index, move.origin),
        public.owners,
        public.history[:-1],
        with_changed(public.acted, index, False),
    )


def settle(public: PolicePhase) -> PolicePhase | ThiefPhase | Ending:
    """Return what the phase becomes after a deed: itself, the next round's thief phase, or how the game ends.

    Whether the thief is surrounded in that next round is for the secret to say, or for a record.
    """
    last = public.history[-1]
    if isinstance(last, Searched) and last.find is Find.CAR:
        return Ending.ARRESTED
    if not all(public.acted):
        return public
    if public.round == ROUNDS:
        return Ending.ESCAPED
    return ThiefPhase(public.round + 1, public.crossings, public.owners, public.history)
