"""What each seat sees: one type a seat, each built by listing what it shows.

Everyone but the thief is shown things made from the public part alone. The field names are those of docs/contract.md;
the table adds what is its own (version, game, mode, board, seats).
"""

from typing import Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct

from companion.games.city_chase.actions import Move, Search
from companion.games.city_chase.city import Building, Crossing, Route
from companion.games.city_chase.permission import can_undo, may_fly
from companion.games.city_chase.pieces import HELICOPTERS, Colour, Found, Helicopter
from companion.games.city_chase.police_phase import possible_moves, possible_searches
from companion.games.city_chase.seats import BoardSeat, PoliceSeat, Seat, ThiefSeat, WatchSeat
from companion.games.city_chase.state import (
    Ending,
    Game,
    Over,
    PolicePhase,
    Public,
    Searched,
    Setup,
    Side,
    ThiefPhase,
)


class HelicopterView(Struct, frozen=True):
    """Where a helicopter is and whether it has acted this round."""

    crossing: Crossing | None
    acted: bool


class SearchView(Struct, frozen=True):
    """One search and what was there then."""

    round: int
    helicopter: Helicopter
    building: Building
    found: Found
    colour: Colour | None


class ResultView(Struct, frozen=True):
    """How the game ended."""

    winner: Side | None
    reason: Ending
    route: Route


You = TypeVar("You")
PhaseName: TypeAlias = Literal["setup", "thief", "police", "over"]


class Watcher(Struct, frozen=True, tag_field="seat", tag="watch"):
    """Someone who looks on can do nothing."""


class PolicePlayer(Struct, frozen=True, tag_field="seat", tag="police"):
    """What this police player can do now; no helicopters at all outside the police phase."""

    moves: dict[Helicopter, tuple[Crossing, ...]]
    searches: dict[Helicopter, tuple[Building, ...]]
    undo: bool

    def actions(self) -> tuple[Move | Search, ...]:
        """Return every move and search there is to choose from."""
        moves = (Move(helicopter, crossing) for helicopter, to in self.moves.items() for crossing in to)
        searches = (Search(helicopter, one) for helicopter, beside in self.searches.items() for one in beside)
        return (*moves, *searches)


class Thief(Struct, frozen=True, tag_field="seat", tag="thief"):
    """Where the thief is and can go, and what is recorded for this round."""

    car: Building | None
    route: Route
    choices: tuple[Building, ...]
    choice: Building | None

    def __repr__(self) -> str:
        return "Thief(…)"


class SeatView(Struct, Generic[You], frozen=True):
    """What everyone sees, and what is this seat's own."""

    phase: PhaseName
    round: int
    helicopters: dict[Helicopter, HelicopterView]
    traces: dict[Building, Colour]
    searches: tuple[SearchView, ...]
    result: ResultView | None
    you: You


PublicView: TypeAlias = SeatView[None]
"""What anyone may know, also without a seat: what lights, sound and log are made from."""
WatcherView: TypeAlias = SeatView[Watcher]
PoliceView: TypeAlias = SeatView[PolicePlayer]
ThiefView: TypeAlias = SeatView[Thief]


def view_for(game: Game, seat: Seat | None) -> PublicView | WatcherView | PoliceView | ThiefView:
    """Return what a seat sees. Only the thief's view is handed the whole game."""
    match seat:
        case ThiefSeat():
            return view_thief(game)
        case PoliceSeat() | BoardSeat():
            return view_police(game.public, seat)
        case WatchSeat():
            return view_watcher(game.public)
        case None:
            return view_public(game.public)


def view_public(public: Public) -> PublicView:
    """Return what someone without a seat sees."""
    return _view(public, None)


def view_watcher(public: Public) -> WatcherView:
    """Return what someone who looks on sees."""
    return _view(public, Watcher())


def view_police(public: Public, seat: PoliceSeat | BoardSeat) -> PoliceView:
    """Return what a police player sees, or the board, which acts for all.

    Helicopters of other players have nothing to do for this one.
    """
    if not isinstance(public, PolicePhase):
        return _view(public, PolicePlayer({}, {}, undo=False))
    own = [helicopter for helicopter in HELICOPTERS if may_fly(public, seat, helicopter)]
    moves = {one: possible_moves(public, one) if one in own else () for one in HELICOPTERS}
    searches = {one: possible_searches(public, one) if one in own else () for one in HELICOPTERS}
    return _view(public, PolicePlayer(moves, searches, undo=can_undo(public, seat)))


def view_thief(game: Game) -> ThiefView:
    """Return what the thief sees."""
    secret = game.secret
    choices = secret.ways_out() if isinstance(game.public, ThiefPhase) else ()
    return _view(game.public, Thief(secret.car, secret.route, choices, secret.choice))


def _view(public: Public, you: You) -> SeatView[You]:
    searches = _searches(public)
    return SeatView(
        phase=_phase_name(public),
        round=public.round,
        helicopters=_helicopters(public),
        traces=_traces(searches),
        searches=searches,
        result=_result(public),
        you=you,
    )


def _phase_name(public: Public) -> PhaseName:
    match public:
        case Setup():
            return "setup"
        case ThiefPhase():
            return "thief"
        case PolicePhase():
            return "police"
        case Over():
            return "over"


def _helicopters(public: Public) -> dict[Helicopter, HelicopterView]:
    states = zip(HELICOPTERS, public.crossings, public.acted, strict=True)
    return {helicopter: HelicopterView(crossing, acted) for helicopter, crossing, acted in states}


def _searches(public: Public) -> tuple[SearchView, ...]:
    return tuple(
        SearchView(deed.round, deed.helicopter, deed.building, deed.find.found, deed.find.colour)
        for deed in public.history
        if isinstance(deed, Searched)
    )


def _traces(searches: tuple[SearchView, ...]) -> dict[Building, Colour]:
    """Return the Traces that show, by building: not by when they were found, which the searches tell."""
    shown = {search.building: search.colour for search in searches if search.colour}
    return {building: shown[building] for building in sorted(shown)}


def _result(public: Public) -> ResultView | None:
    if not isinstance(public, Over):
        return None
    result = public.result
    return ResultView(result.winner, result.reason, result.route)
