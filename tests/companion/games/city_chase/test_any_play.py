"""Any play at all, legal or not, against a second reading of the rules and against what must always hold."""

from typing import Any

import msgspec
from hypothesis import event, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

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
from companion.games.city_chase.city import BUILDINGS, CROSSINGS
from companion.games.city_chase.events import Ended, Event, OwnerChanged, Placed, RoundBegan, ThiefHid, Undone
from companion.games.city_chase.knowledge import know
from companion.games.city_chase.pieces import HELICOPTERS, Helicopter
from companion.games.city_chase.record.replay import ReplayedGame, replay_all
from companion.games.city_chase.record.writing import write_in_full, write_public
from companion.games.city_chase.rejection import Rejected
from companion.games.city_chase.rules import judge, new_game
from companion.games.city_chase.seats import BoardSeat, PoliceSeat, Seat
from companion.games.city_chase.state import NOBODY, Game, Over, Public, Secret, Setup, ThiefPhase
from companion.games.city_chase.views import (
    PoliceView,
    PublicView,
    ThiefView,
    WatcherView,
    view_police,
    view_public,
    view_thief,
    view_watcher,
)
from companion.games.city_chase.wording import languages, put_into_words
from tests.companion.games.city_chase.model import FORBIDDEN, NO_RULE, Model
from tests.companion.games.city_chase.playing import BEN, BOARD, CHLOE, THIEF, WATCHER, do

SEATS: tuple[Seat, ...] = (THIEF, BEN, CHLOE, BOARD, WATCHER)

helicopters = st.sampled_from(HELICOPTERS)
buildings = st.sampled_from(BUILDINGS)
crossings = st.sampled_from(CROSSINGS)
actions: st.SearchStrategy[Action] = st.one_of(
    st.builds(Place, helicopters, crossings),
    st.just(Start()),
    st.builds(Take, helicopters),
    st.builds(Release, helicopters),
    st.builds(Hide, buildings),
    st.just(Done()),
    st.builds(Move, helicopters, crossings),
    st.builds(Search, helicopters, buildings),
    st.just(Undo()),
)


def without_owners(public: Public) -> Public:
    return msgspec.structs.replace(public, owners=NOBODY)


class AnyPlay(RuleBasedStateMachine):
    """Half of the actions are drawn from everything, half from what keeps a game going."""

    def __init__(self) -> None:
        super().__init__()
        self.game = new_game()
        self.model = Model()
        self.journal: list[bytes] = []

    def act(self, seat: Seat, action: Action) -> None:
        expected = self.model.objection(seat, action)
        before = msgspec.json.encode(self.game)
        decision = judge(self.game, seat, action)
        assert msgspec.json.encode(self.game) == before, "judging changed the game"
        if isinstance(decision, Rejected):
            named = FORBIDDEN if decision.is_forbidden else decision.rule or NO_RULE
            assert named == expected
            for language in languages():
                assert "{" not in put_into_words(decision, language)
            return
        assert expected is None
        if isinstance(action, Hide):
            assert decision.game.public is self.game.public
        self.game = decision.game
        self.model.do(seat, action)
        assert decision.events == self.expected_events(action)
        self.journal.append(msgspec.json.encode((seat, action)))

    def expected_events(self, action: Action) -> tuple[Event, ...]:
        """Return what everyone should have been told of an action, from how things stand after it."""
        public, model = self.game.public, self.model
        ended = (Ended(public.result),) if isinstance(public, Over) else ()
        match action:
            case Place(helicopter, crossing):
                return (Placed(helicopter, crossing),)
            case Take(helicopter) | Release(helicopter):
                return (OwnerChanged(helicopter, model.owner.get(helicopter)),)
            case Start():
                return (RoundBegan(1),)
            case Done():
                return (ThiefHid(model.round),)
            case Undo():
                mover = Helicopter(model.last_undone)
                return (Undone(mover, model.at[mover]),)
            case Move() | Search():
                begun = (RoundBegan(model.round),) if model.phase == "thief" else ()
                return (public.history[-1], *begun, *ended)
            case _:
                return ended

    @rule(seat=st.sampled_from(SEATS), action=actions)
    def anything(self, seat: Seat, action: Action) -> None:
        self.act(seat, action)

    @rule(seat=st.sampled_from(SEATS), is_patient=st.sampled_from([True] * 9 + [False]))
    def give_up(self, seat: Seat, is_patient: bool) -> None:
        if not is_patient:
            self.act(seat, Abandon())

    @precondition(lambda self: isinstance(self.game.public, Setup))
    @rule(order=st.permutations(CROSSINGS))
    def set_up(self, order: list[str]) -> None:
        for helicopter, crossing in zip(HELICOPTERS, order, strict=False):
            self.act(BOARD, Place(helicopter, crossing))
        self.act(BOARD, Start())

    @precondition(lambda self: isinstance(self.game.public, ThiefPhase))
    @rule(data=st.data())
    def hide_somewhere(self, data: st.DataObject) -> None:
        self.act(THIEF, Hide(data.draw(st.sampled_from(self.game.secret.ways_out()))))
        self.act(THIEF, Done())

    @precondition(lambda self: self.model.phase == "police")
    @rule(data=st.data())
    def act_with_all(self, data: st.DataObject) -> None:
        while self.model.phase == "police":
            choices = view_police(self.game.public, BOARD).you.actions()
            dull = [choice for choice in choices if not isinstance(choice, Search) or self.is_dull(choice)]
            self.act(BOARD, data.draw(st.sampled_from(dull or choices)))

    def is_dull(self, search: Search) -> bool:
        """Tell whether a search does not end the game: too many games would end early."""
        return search.building != self.game.secret.car or self.model.round > 5

    @invariant()
    def agrees_with_the_model(self) -> None:
        public, model = self.game.public, self.model
        assert view_public(public).phase == model.phase
        assert public.round == model.round
        assert public.crossings == tuple(model.at.get(one) for one in HELICOPTERS)
        assert public.owners == tuple(model.owner.get(one) for one in HELICOPTERS)
        assert public.acted == tuple(one in model.acted for one in HELICOPTERS)
        assert self.game.secret == Secret(tuple(model.route), model.choice)
        found = [(one.round, one.building, one.found) for one in view_public(public).searches]
        names = {"-": "nothing", "#": "car"}
        assert found == [(number, building, names.get(mark, "trace")) for number, building, mark in model.found]

    def teardown(self) -> None:
        self.replays_from_what_was_written()
        event(f"{self.model.end or self.model.phase} in round {self.model.round}")

    def replays_from_what_was_written(self) -> None:
        """The same actions, read back from JSON, give the same game byte for byte."""
        game = new_game()
        for row in self.journal:
            seat, action = msgspec.json.decode(row, type=tuple[Seat, Action])
            game = do(game, seat, action)
        assert msgspec.json.encode(game) == msgspec.json.encode(self.game)

    @invariant()
    def helicopters_are_apart(self) -> None:
        standing = [crossing for crossing in self.game.public.crossings if crossing]
        assert len(standing) == len(set(standing))

    @invariant()
    def there_is_a_trace_for_every_round_and_no_building_twice(self) -> None:
        route = self.game.secret.route
        assert len(route) == len(set(route)) == self.game.public.thief_moves
        assert all(trace in route for trace in view_public(self.game.public).traces)

    @invariant()
    def it_ends_in_exactly_one_way(self) -> None:
        public = self.game.public
        assert isinstance(public, Over) == bool(self.model.end)
        if isinstance(public, Over):
            assert public.result.reason == self.model.end
            winner = {"arrested": "police", "surrounded": "police", "escaped": "thief"}.get(self.model.end)
            assert public.result.winner == winner
            assert public.result.route == self.game.secret.route

    @invariant()
    def the_police_never_rule_the_truth_out(self) -> None:
        if self.game.public.round:
            assert self.game.secret.route in set(know(view_public(self.game.public)).each_route())

    @invariant()
    def views_offer_what_the_rules_allow(self) -> None:
        for seat in (BEN, CHLOE, BOARD):
            self.check_police_view(seat)
        you = view_thief(self.game).you
        allowed = [one for one in BUILDINGS if self.model.objection(THIEF, Hide(one)) is None]
        assert list(you.choices) == allowed

    def check_police_view(self, seat: PoliceSeat | BoardSeat) -> None:
        you = view_police(self.game.public, seat).you
        for helicopter in HELICOPTERS:
            moves = [to for to in CROSSINGS if self.model.objection(seat, Move(helicopter, to)) is None]
            searches = [one for one in BUILDINGS if self.model.objection(seat, Search(helicopter, one)) is None]
            assert list(you.moves.get(helicopter, ())) == moves
            assert list(you.searches.get(helicopter, ())) == searches
        assert you.undo == (self.model.objection(seat, Undo()) is None)

    @invariant()
    def everything_survives_json(self) -> None:
        game = self.game
        assert msgspec.json.decode(msgspec.json.encode(game), type=Game) == game
        pairs: list[tuple[Any, Any]] = [
            (PublicView, view_public(game.public)),
            (WatcherView, view_watcher(game.public)),
            (PoliceView, view_police(game.public, BEN)),
            (ThiefView, view_thief(game)),
        ]
        for kind, view in pairs:
            assert msgspec.json.decode(msgspec.json.encode(view), type=kind) == view

    @invariant()
    def it_can_be_written_down_and_read_back(self) -> None:
        if not self.game.public.round:
            return
        tags = {"Thief": 'Ana "the \\ Fox"'}
        in_full = self.read_back(write_in_full(self.game, tags))
        assert in_full.game == Game(without_owners(self.game.public), Secret(self.game.secret.route))
        assert in_full.tags["Thief"] == tags["Thief"]
        in_public = self.read_back(write_public(self.game.public))
        assert in_public.public == without_owners(self.game.public)

    def read_back(self, text: str) -> ReplayedGame:
        [(_, outcome)] = replay_all(text)
        assert isinstance(outcome, ReplayedGame), f"{outcome} in {text}"
        return outcome


AnyPlay.TestCase.settings = settings(max_examples=150, stateful_step_count=50, deadline=None)
TestAnyPlay = AnyPlay.TestCase
