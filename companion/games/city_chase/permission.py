"""Whose an action is to do, before any rule of the game is asked."""

from companion.games.city_chase import police_phase
from companion.games.city_chase.actions import Abandon, Action, Done, Hide, Move, Place, Release, Search, Take, Undo
from companion.games.city_chase.pieces import Helicopter
from companion.games.city_chase.rejection import Reason, Rejected
from companion.games.city_chase.seats import BoardSeat, PoliceSeat, Seat, ThiefSeat, WatchSeat
from companion.games.city_chase.state import INDEX_OF, Moved, Public

_THIEFS = (Hide, Done)
_OWNERSHIP = (Take, Release)


def check(public: Public, seat: Seat, action: Action) -> Rejected | None:
    """Return why this seat may not do this, if it may not."""
    if isinstance(action, _THIEFS):
        return None if isinstance(seat, ThiefSeat) else Rejected(Reason.THIEF_ONLY)
    if isinstance(action, Abandon):
        return Rejected(Reason.PLAYERS_ONLY) if isinstance(seat, WatchSeat) else None
    if isinstance(seat, BoardSeat):
        return Rejected(Reason.POLICE_ONLY) if isinstance(action, _OWNERSHIP) else None
    if not isinstance(seat, PoliceSeat):
        return Rejected(Reason.POLICE_ONLY)
    helicopter = _helicopter_of(public, action)
    if helicopter is None or may_fly(public, seat, helicopter):
        return None
    return Rejected(Reason.NOT_YOUR_HELICOPTER, {"helicopter": helicopter})


def may_fly(public: Public, seat: PoliceSeat | BoardSeat, helicopter: Helicopter) -> bool:
    """Tell whether a helicopter is this player's or everyone's. The board acts for all."""
    return isinstance(seat, BoardSeat) or public.owners[INDEX_OF[helicopter]] in {None, seat.player}


def can_undo(public: Public, seat: PoliceSeat | BoardSeat) -> bool:
    """Tell whether there is a move to take back and this seat may."""
    last = police_phase.last_deed(public)
    return isinstance(last, Moved) and may_fly(public, seat, last.helicopter)


def _helicopter_of(public: Public, action: Action) -> Helicopter | None:
    """Return the helicopter that an action is about; undo is about the one that acted last."""
    if isinstance(action, Undo):
        last = police_phase.last_deed(public)
        return last.helicopter if last else None
    return action.helicopter if isinstance(action, Place | Move | Search | Take | Release) else None
