"""Makes up games that go the same way in public with two different secrets.

The police play at random against one route. What they find decides which routes fit, and the other secret is any of
these. What the police find next would tell the two apart only where just one route is left: there the story stops.
"""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import asdict

from companion.games.city_chase.actions import Done, Hide, Move, Search
from companion.games.city_chase.city import CROSSINGS, Building, Route
from companion.games.city_chase.hand import searchers
from companion.games.city_chase.knowledge import know
from companion.games.city_chase.pieces import HELICOPTERS, ROUNDS, Helicopter
from companion.games.city_chase.routes import longest_routes
from companion.games.city_chase.rules import Accepted, judge
from companion.games.city_chase.state import Game, PolicePhase, Public, Searched
from companion.games.city_chase.views import view_police, view_public
from companion.table.actions import Mode
from tests.companion.games.city_chase.playing import BOARD, THIEF, begin

PolicePlayerName: TypeAlias = str
BEN, CHLOE = "ben", "chloe"


class Ask(Struct, frozen=True):
    """A police player does something on a page."""

    who: PolicePlayerName
    action: str
    details: dict[str, Any] = {}


class HoldUp(Struct, frozen=True):
    """Someone lifts a building for long enough, and puts it back."""

    building: Building


PublicStep: TypeAlias = Ask | HoldUp


class Story(Struct, frozen=True):
    """A public history: set-up, and what the police do after each "Done!". Both routes fit all of it."""

    mode: Mode
    owned: Helicopter | None
    """Ben's own, if he has one."""
    crossings: str
    rounds: tuple[tuple[PublicStep, ...], ...]
    routes: tuple[Route, Route]
    is_thiefs_turn: bool
    """Whether another thief phase has begun when it stops."""


@cache
def _all_routes() -> list[Route]:
    return longest_routes()


class Storyteller:
    """Tells one story."""

    def __init__(self, chance: Random, mode: Mode, *, by_hand: bool = True) -> None:
        self._chance = chance
        self._mode = mode
        self._by_hand = by_hand
        self._owned = chance.choice([None, *HELICOPTERS])
        self._rounds: list[list[PublicStep]] = []
        self._most_acts = 0

    def tell(self, most_rounds: int) -> Story:
        # About half of the stories stop in the middle of a police phase.
        self._most_acts = self._chance.randrange(3, 5 * most_rounds)
        crossings = "".join(self._chance.sample(CROSSINGS, 3))
        route = self._chance.choice(_all_routes())[:most_rounds]
        public = self._play(begin(crossings), route)
        known = know(view_public(public))
        own = route[: known.round]
        other = self._chance.choice([one for one in known.each_route() if one != own])
        rounds = tuple(tuple(steps) for steps in self._rounds)
        is_thiefs_turn = not isinstance(public, PolicePhase) and public.round < ROUNDS
        return Story(self._mode, self._owned, crossings, rounds, (own, other), is_thiefs_turn)

    def _play(self, game: Game, route: Route) -> Public:
        """Play for as long as two routes fit, and return the last of the game that everyone sees."""
        for building in route:
            hidden = _go_on(_go_on(game, Hide(building)), Done())
            if not _leaves_two(hidden):
                break
            game = hidden
            self._rounds.append([])
            while isinstance(game.public, PolicePhase):
                acted = self._act(game, game.public)
                if acted is None:
                    return game.public
                game = acted
        return game.public

    def _act(self, game: Game, public: PolicePhase) -> Game | None:
        """Let one helicopter act so that two routes still fit. None if that cannot be, or it is enough."""
        if len(public.history) == self._most_acts:
            return None
        actions = list(view_police(public, BOARD).you.actions())
        self._chance.shuffle(actions)
        # There are more searches than moves; both are wanted about as often.
        actions.sort(key=lambda one: isinstance(one, Move) and self._chance.random() < 0.5)
        for action in actions:
            after = _go_on(game, action)
            if _leaves_two(after):
                self._rounds[-1] += self._tell_act(public, action)
                return after
        return None

    def _tell_act(self, public: PolicePhase, action: Move | Search) -> Iterator[PublicStep]:
        who = self._who(action.helicopter)
        if isinstance(action, Search) and self._can_be_by_hand(public, action) and self._chance.random() < 0.5:
            yield HoldUp(action.building)
            return
        yield _ask(who, action)
        if isinstance(action, Move) and public.acted.count(False) > 1 and self._chance.random() < 0.3:
            yield Ask(who, "undo")
            yield _ask(who, action)

    def _can_be_by_hand(self, public: PolicePhase, action: Search) -> bool:
        """Tell whether a lift is this search and nothing else: not another's, not the hand of one on a page."""
        now = [deed for deed in public.history if isinstance(deed, Searched) and deed.round == public.round]
        is_first = all(deed.building != action.building for deed in now)
        return self._by_hand and is_first and searchers(public, action.building) == (action.helicopter,)

    def _who(self, helicopter: Helicopter) -> PolicePlayerName:
        return BEN if helicopter is self._owned else self._chance.choice([BEN, CHLOE])


def _ask(who: PolicePlayerName, action: Move | Search) -> Ask:
    return Ask(who, "move" if isinstance(action, Move) else "search", asdict(action))


def _go_on(game: Game, action: Hide | Done | Move | Search) -> Game:
    decision = judge(game, THIEF if isinstance(action, Hide | Done) else BOARD, action)
    assert isinstance(decision, Accepted), f"{action} was rejected: {decision}"
    return decision.game


def _leaves_two(game: Game) -> bool:
    """Tell whether the game goes on, and the police cannot be sure of the route."""
    view = view_public(game.public)
    return view.result is None and know(view).routes > 1
