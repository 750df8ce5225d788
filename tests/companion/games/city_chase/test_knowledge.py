import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.city_chase.actions import Abandon, Done, Hide, Move, Search
from companion.games.city_chase.city import BUILDINGS, Route
from companion.games.city_chase.knowledge import Knowledge, know, know_nothing
from companion.games.city_chase.pieces import ROUNDS, Find
from companion.games.city_chase.record.replay import ReplayedGame, replay_all
from companion.games.city_chase.routes import longest_routes
from companion.games.city_chase.state import Ending, Game, Over, PolicePhase, Searched, Secret, ThiefPhase
from companion.games.city_chase.views import view_police, view_public, view_thief
from tests.companion.games.city_chase.playing import (
    BEN,
    BOARD,
    GREEN,
    PINK,
    THIEF,
    YELLOW,
    begin,
    do,
    hide,
    play_rounds,
)

LONGEST = longest_routes()


def all_beginnings(number: int) -> set[Route]:
    return {route[:number] for route in LONGEST if len(route) >= number}


def fitting_routes(game: Game) -> set[Route]:
    """Work out by going through all routes what fits: what the fast way must agree with."""
    public = game.public
    routes = all_beginnings(public.thief_moves)
    for deed in public.history:
        if isinstance(deed, Searched):
            routes = {one for one in routes if Secret(one[: deed.round]).under(deed.building) is deed.find}
    if isinstance(public, ThiefPhase):
        return {route for route in routes if Secret(route).ways_out()}
    if isinstance(public, Over) and public.result.reason is Ending.SURROUNDED:
        return {route for route in routes if not Secret(route).ways_out()}
    return routes


def police_actions(game: Game) -> list[Move | Search]:
    """Return what a helicopter can do, finding the car only where there is nothing else to do."""
    actions = view_police(game.public, BOARD).you.actions()
    dull = [one for one in actions if not isinstance(one, Search) or one.building != game.secret.car]
    return dull or list(actions)


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game that was legally played for some rounds, stopped anywhere."""
    game = begin(draw(st.permutations("ABCDEFGHIJKLMNOP").map(lambda order: "".join(order[:3]))))
    for _ in range(draw(st.integers(1, ROUNDS))):
        if not isinstance(game.public, ThiefPhase):
            break
        game = do(game, THIEF, Hide(draw(st.sampled_from(game.secret.ways_out()))), Done())
        for _ in range(draw(st.sampled_from([3, 3, 3, 1, 2]))):
            if not isinstance(game.public, PolicePhase):
                break
            game = do(game, BOARD, draw(st.sampled_from(police_actions(game))))
        if isinstance(game.public, PolicePhase):
            break
    return game


@settings(max_examples=100, deadline=None)
@given(games())
def test_what_is_known_is_exactly_what_fits(game: Game) -> None:
    expected = fitting_routes(game)
    knowledge = know(view_public(game.public))
    assert set(knowledge.each_route()) == expected
    assert knowledge.routes == len(expected)
    weights = {building: sum(route[-1] == building for route in expected) for building in BUILDINGS}
    assert knowledge.weights == weights
    assert knowledge.possible == tuple(building for building in BUILDINGS if weights[building])
    assert game.secret.route in expected


@settings(max_examples=50, deadline=None)
@given(games())
def test_the_thiefs_view_tells_the_police_nothing_more(game: Game) -> None:
    assert know(view_thief(game)) == know(view_public(game.public)) == know(view_police(game.public, BEN))


@settings(max_examples=50, deadline=None)
@given(games(), st.sampled_from(BUILDINGS))
def test_prospects_split_the_routes(game: Game, building: int) -> None:
    knowledge = know(view_public(game.public))
    prospects = knowledge.prospects(building)
    assert sum(after.routes for after in prospects.values()) == knowledge.routes
    assert all(after == knowledge.searched(building, find) for find, after in prospects.items())
    assert Secret(game.secret.route).under(building) in prospects


def test_before_round_1_everything_may_be() -> None:
    assert know(view_public(begin().public)) == know_nothing()
    assert know_nothing().routes == 1
    assert know_nothing().possible == ()


@pytest.mark.rule("P5")
def test_an_empty_building_was_empty_only_then() -> None:
    game = do(hide(begin("FGP"), 3), BEN, Search(PINK, 8), Search(YELLOW, 13), Search(GREEN, 25))
    assert 8 not in know_after_hiding(game, 0).possible
    assert 8 in know_after_hiding(game, 1).possible


def know_after_hiding(game: Game, rounds: int) -> Knowledge:
    knowledge = know(view_public(game.public))
    for _ in range(rounds):
        knowledge = knowledge.thief_moved()
    return knowledge


@pytest.mark.rule("P6")
def test_a_yellow_trace_tells_where_the_thief_began() -> None:
    game = do(hide(play_rounds((2,)), 3), BEN, Search(PINK, 2))
    assert know(view_public(game.public)).possible == (1, 3, 7)


@pytest.mark.rule("P7")
def test_after_an_arrest_only_routes_that_end_there_are_left() -> None:
    game = do(hide(play_rounds((1,)), 2), BEN, Search(PINK, 2))
    knowledge = know(view_public(game.public))
    assert knowledge.possible == (2,)
    assert set(knowledge.each_route()) == {(1, 2), (3, 2), (7, 2)}


@pytest.mark.rule("T5")
def test_a_surrounded_thief_was_on_a_route_without_a_way_out() -> None:
    game = play_rounds((7, 2, 3, 8, 13, 12, 11, 6, 1))
    knowledge = know(view_public(game.public))
    assert knowledge.round == 9
    assert all(not Secret(route).ways_out() for route in knowledge.each_route())
    assert (7, 2, 3, 8, 13, 12, 11, 6, 1) in set(knowledge.each_route())


def test_a_game_given_up_is_known_as_far_as_it_went() -> None:
    for game in (begin(), play_rounds((1,)), hide(play_rounds((1,)), 2), play_rounds((2, 7, 6, 11))):
        given_up = do(game, BEN, Abandon())
        assert know(view_public(given_up.public)) == know(view_public(game.public))


ABANDONED = '[Termination "abandoned"]\n'


@pytest.mark.parametrize(
    ("record", "number", "possible"),
    [
        ("1. ? pB yx8- gO 2. ? yx13# arrested", 2, (13,)),
        ("1. ? px7- yx9- gx18- 2. ? pB yx8y *", 2, (3, 7, 9, 13)),
        ("1. ? px7- yx9- gx18- 2. ? pB yx8y gO *", 2, (3, 7, 9, 13)),
        (f"{ABANDONED}1. ? px7- yx9- gx18- 2. ? pB yx8y *", 2, (3, 7, 9, 13)),
        (f"{ABANDONED}1. ? px7- yx9- gx18- 2. ? pB yx8y gO *", 2, (3, 7, 9, 13)),
    ],
)
def test_a_public_record_is_known_without_its_route(record: str, number: int, possible: tuple[int, ...]) -> None:
    [(_, outcome)] = replay_all(f'[Helicopters "F G K"]\n{record}')
    assert isinstance(outcome, ReplayedGame)
    knowledge = know(view_public(outcome.public))
    assert (knowledge.round, knowledge.possible) == (number, possible)


def test_what_cannot_be_is_a_contradiction() -> None:
    knowledge = know_nothing().thief_moved()
    assert not knowledge.is_contradiction
    assert knowledge.searched(13, Find.YELLOW).is_contradiction
    assert knowledge.searched(13, Find.CAR).searched(13, Find.NOTHING).is_contradiction


def test_nobody_moves_on_after_round_11() -> None:
    knowledge = know_nothing()
    for _ in range(ROUNDS):
        knowledge = knowledge.thief_moved()
    assert knowledge.routes == 42_736
    assert knowledge.thief_moved().is_contradiction
