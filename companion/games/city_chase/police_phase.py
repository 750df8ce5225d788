"""The police phase, step by step, from the public part alone.

What a search finds and whether the thief is stuck are arguments: in a game the secret answers them, in a public
record, whose thief nobody knows, the record does. So both go through the same rules.
"""

from companion.games.city_chase.actions import Move, Search
from companion.games.city_chase.city import ROADS_FROM, TOUCHES, Building, Crossing, Route
from companion.games.city_chase.pieces import ROUNDS, Find, Helicopter
from companion.games.city_chase.rejection import Reason, Rejected
from companion.games.city_chase.state import (
    NONE_ACTED,
    PLACE_OF,
    Crossings,
    Deed,
    Ending,
    Moved,
    Over,
    PolicePhase,
    Public,
    Result,
    Searched,
    ThiefPhase,
    with_changed,
)


def begin(public: ThiefPhase) -> PolicePhase:
    """Return the police phase that follows the thief's "Done!"."""
    return PolicePhase(public.round, public.crossings, public.owners, public.history, NONE_ACTED)


def check(public: PolicePhase, action: Move | Search) -> Rejected | None:
    """Return what forbids a helicopter's move or search, if anything does (P1, P3, P4)."""
    if public.acted[PLACE_OF[action.helicopter]]:
        return Rejected(Reason.HAS_ACTED, {"helicopter": action.helicopter})
    if isinstance(action, Search):
        return _check_search(public, action.helicopter, action.building)
    return _check_move(public, action.helicopter, action.crossing)


def _check_move(public: PolicePhase, helicopter: Helicopter, crossing: Crossing) -> Rejected | None:
    here = public.crossings[PLACE_OF[helicopter]]
    if crossing == here:
        return Rejected(Reason.ALREADY_THERE, {"helicopter": helicopter, "crossing": crossing})
    if crossing not in ROADS_FROM[here]:
        return Rejected(Reason.NO_ROAD, {"origin": here, "crossing": crossing})
    if crossing in public.crossings:
        return Rejected(Reason.ROAD_BLOCKED, {"crossing": crossing})
    return None


def _check_search(public: PolicePhase, helicopter: Helicopter, building: Building) -> Rejected | None:
    here = public.crossings[PLACE_OF[helicopter]]
    if building in TOUCHES[here]:
        return None
    return Rejected(Reason.OUT_OF_REACH, {"helicopter": helicopter, "crossing": here, "building": building})


def possible_moves(public: PolicePhase, helicopter: Helicopter) -> tuple[Crossing, ...]:
    """Return where a helicopter may fly now; nowhere once it has acted."""
    place = PLACE_OF[helicopter]
    if public.acted[place]:
        return ()
    return tuple(to for to in ROADS_FROM[public.crossings[place]] if to not in public.crossings)


def possible_searches(public: PolicePhase, helicopter: Helicopter) -> tuple[Building, ...]:
    """Return which buildings a helicopter may lift now; none once it has acted."""
    place = PLACE_OF[helicopter]
    return () if public.acted[place] else TOUCHES[public.crossings[place]]


def after_move(public: PolicePhase, action: Move) -> PolicePhase:
    """Return the phase after a move that `check` allows (P3)."""
    place = PLACE_OF[action.helicopter]
    deed = Moved(public.round, action.helicopter, public.crossings[place], action.crossing)
    return _act(public, place, deed, with_changed(public.crossings, place, action.crossing))


def after_search(public: PolicePhase, action: Search, find: Find) -> PolicePhase:
    """Return the phase after a search that `check` allows and that finds this (P5 to P8)."""
    deed = Searched(public.round, action.helicopter, action.building, find)
    return _act(public, PLACE_OF[action.helicopter], deed, public.crossings)


def _act(public: PolicePhase, place: int, deed: Deed, crossings: Crossings) -> PolicePhase:
    acted = with_changed(public.acted, place, True)
    return PolicePhase(public.round, crossings, public.owners, (*public.history, deed), acted)


def last_deed(public: Public) -> Deed | None:
    """Return what was done last in this police phase, if this is one and anything was."""
    if not isinstance(public, PolicePhase) or not public.history:
        return None
    last = public.history[-1]
    return last if last.round == public.round else None


def take_back(public: PolicePhase, move: Moved) -> PolicePhase:
    """Return the phase before its last deed, which was this move."""
    place = PLACE_OF[move.helicopter]
    return PolicePhase(
        public.round,
        with_changed(public.crossings, place, move.origin),
        public.owners,
        public.history[:-1],
        with_changed(public.acted, place, False),
    )


def settle(public: PolicePhase, route: Route, *, is_stuck: bool) -> Public:
    """Return what the phase becomes after a deed: itself, the next round's thief phase, or the end.

    `is_stuck` says whether the thief cannot move on (T5); it matters once every helicopter has acted.
    """
    last = public.history[-1]
    if isinstance(last, Searched) and last.find is Find.CAR:
        return end(public, Ending.ARRESTED, route)
    if not all(public.acted):
        return public
    if public.round == ROUNDS:
        return end(public, Ending.ESCAPED, route)
    following = ThiefPhase(public.round + 1, public.crossings, public.owners, public.history)
    return end(following, Ending.SURROUNDED, route) if is_stuck else following


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
