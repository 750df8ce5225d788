"""The rules: one function judges every action.

Where several rules are broken the first is named in the order of docs/rules.md: whose it is to do, E1, R1, P1, then
the action's own.
"""

from typing import TypeAlias, assert_never

from msgspec import Struct
from msgspec.structs import replace

from companion.games.city_chase import permission, police_phase
from companion.games.city_chase.actions import (
    Abandon,
    Action,
    Done,
    Hide,
    Move,
    Place,
    Release,
    Search,
    Start,
    Take,
    Undo,
)
from companion.games.city_chase.city import NEIGHBOURS, Building, are_diagonal
from companion.games.city_chase.events import Ended, Event, OwnerChanged, Placed, RoundBegan, ThiefHid, Undone
from companion.games.city_chase.pieces import HELICOPTERS
from companion.games.city_chase.rejection import Reason, Rejected
from companion.games.city_chase.seats import PoliceSeat, Seat
from companion.games.city_chase.state import (
    INDEX_OF,
    NOBODY,
    Ending,
    Game,
    Over,
    Owners,
    PolicePhase,
    Searched,
    Secret,
    Setup,
    ThiefPhase,
    end,
    with_changed,
)


class Accepted(Struct, frozen=True):
    """An action that was done: the game as it is now, and what everyone may be told of it."""

    game: Game
    events: tuple[Event, ...] = ()


Decision: TypeAlias = Accepted | Rejected
_Running: TypeAlias = Setup | ThiefPhase | PolicePhase


def new_game(owners: Owners = NOBODY) -> Game:
    """Return a game in set-up. `owners` carries the helicopters' players over from the game before."""
    return Game(Setup(owners=owners))


def judge(game: Game, seat: Seat, action: Action) -> Decision:
    """Decide what an action of a seat does to a game."""
    public = game.public
    forbidden = permission.check(public, seat, action)
    if forbidden is not None:
        return forbidden
    if isinstance(public, Over):
        return Rejected(Reason.GAME_OVER)
    match action:
        case Move() | Search() | Undo():
            return _judge_police(game, public, action)
        case Hide() | Done():
            return _judge_thief(game, public, action)
        case Place() | Start():
            return _judge_setup(game, public, action)
        case Take() | Release():
            return _judge_ownership(game, public, seat, action)
        case Abandon():
            over = end(public, Ending.ABANDONED, game.secret.route)
            return Accepted(Game(over, Secret(game.secret.route)), (Ended(over.result),))
        case _:
            assert_never(action)


def _judge_setup(game: Game, public: _Running, action: Place | Start) -> Decision:
    if not isinstance(public, Setup):
        return Rejected(Reason.ALREADY_STARTED)
    return _place(game, public, action) if isinstance(action, Place) else _start(game, public)


def _place(game: Game, public: Setup, action: Place) -> Decision:
    index = INDEX_OF[action.helicopter]
    others = public.crossings[:index] + public.crossings[index + 1 :]
    if action.crossing in others:
        return Rejected(Reason.CROSSING_TAKEN, {"crossing": action.crossing})
    placed = replace(public, crossings=with_changed(public.crossings, index, action.crossing))
    return Accepted(Game(placed, game.secret), (Placed(action.helicopter, action.crossing),))


def _start(game: Game, public: Setup) -> Decision:
    pink, yellow, green = public.crossings
    if pink is None or yellow is None or green is None:
        missing = HELICOPTERS[public.crossings.index(None)]
        return Rejected(Reason.NOT_ALL_PLACED, {"helicopter": missing})
    begun = ThiefPhase(1, (pink, yellow, green), public.owners, ())
    return Accepted(Game(begun, game.secret), (RoundBegan(1),))


def _judge_ownership(game: Game, public: _Running, seat: Seat, action: Take | Release) -> Decision:
    index = INDEX_OF[action.helicopter]
    if isinstance(action, Release) and public.owners[index] is None:
        return Rejected(Reason.NOBODYS_HELICOPTER, {"helicopter": action.helicopter})
    owner = _player(seat) if isinstance(action, Take) else None
    owned = replace(public, owners=with_changed(public.owners, index, owner))
    return Accepted(Game(owned, game.secret), (OwnerChanged(action.helicopter, owner),))


def _player(seat: Seat) -> str:
    if not isinstance(seat, PoliceSeat):
        raise TypeError("Permission lets only police players own helicopters.")
    return seat.player


def _judge_thief(game: Game, public: _Running, action: Hide | Done) -> Decision:
    if not isinstance(public, ThiefPhase):
        return Rejected(Reason.NOT_STARTED if isinstance(public, Setup) else Reason.POLICES_TURN)
    route, choice = game.secret.route, game.secret.choice
    if isinstance(action, Hide):
        rejected = _check_hide(game.secret, action.building)
        return rejected or Accepted(Game(public, Secret(route, action.building)))
    if choice is None:
        return Rejected(Reason.NO_CHOICE)
    return Accepted(Game(police_phase.begin(public), Secret((*route, choice))), (ThiefHid(public.round),))


def _check_hide(secret: Secret, building: Building) -> Rejected | None:
    """Return what forbids hiding there, if anything does (T1, T2, T3)."""
    car = secret.car
    if car is None:
        return None
    if building == car:
        return Rejected(Reason.MUST_MOVE_ON, {"building": building})
    if building not in NEIGHBOURS[car]:
        reason = Reason.DIAGONAL if are_diagonal(car, building) else Reason.NOT_NEXT_TO
        return Rejected(reason, {"building": building, "car": car})
    if building in secret.route:
        return Rejected(Reason.HAS_TRACE, {"building": building})
    return None


def _judge_police(game: Game, public: _Running, action: Move | Search | Undo) -> Decision:
    if not isinstance(public, PolicePhase):
        return Rejected(Reason.NOT_STARTED if isinstance(public, Setup) else Reason.THIEFS_TURN)
    if isinstance(action, Undo):
        return _undo(game, public)
    rejected = police_phase.check(public, action)
    if rejected is not None:
        return rejected
    if isinstance(action, Move):
        acted = police_phase.after_move(public, action)
    else:
        acted = police_phase.after_search(public, action, game.secret.under(action.building))
    deed = acted.history[-1]
    settled = _settle(acted, game.secret)
    if isinstance(settled, Over):
        return Accepted(Game(settled, game.secret), (deed, Ended(settled.result)))
    events: tuple[Event, ...] = (deed, RoundBegan(settled.round)) if isinstance(settled, ThiefPhase) else (deed,)
    return Accepted(Game(settled, game.secret), events)


def _settle(acted: PolicePhase, secret: Secret) -> PolicePhase | ThiefPhase | Over:
    settled = police_phase.settle(acted)
    if isinstance(settled, Ending):
        return end(acted, settled, secret.route)
    if isinstance(settled, ThiefPhase) and not secret.ways_out():
        return end(settled, Ending.SURROUNDED, secret.route)
    return settled


def _undo(game: Game, public: PolicePhase) -> Decision:
    last = police_phase.last_deed(public)
    if last is None:
        return Rejected(Reason.NOTHING_TO_UNDO)
    if isinstance(last, Searched):
        return Rejected(Reason.SEARCH_STAYS)
    before = police_phase.take_back(public, last)
    return Accepted(Game(before, game.secret), (Undone(last.helicopter, last.origin),))
