"""Each rule of docs/rules.md, shown by example. `test_any_play.py` goes through all the rest by chance."""

import re
from itertools import permutations

import pytest

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
from companion.games.city_chase.city import BUILDINGS, Route
from companion.games.city_chase.events import Ended, RoundBegan, ThiefHid, Undone
from companion.games.city_chase.pieces import Colour, Find
from companion.games.city_chase.rejection import Reason, Rule
from companion.games.city_chase.rules import new_game
from companion.games.city_chase.seats import Seat
from companion.games.city_chase.state import (
    Ending,
    Game,
    Moved,
    Over,
    PolicePhase,
    Searched,
    Secret,
    Setup,
    Side,
    ThiefPhase,
)
from companion.games.city_chase.views import view_public, view_thief
from tests.companion.games.city_chase.playing import (
    BEN,
    BOARD,
    CHLOE,
    GREEN,
    PINK,
    THIEF,
    WATCHER,
    YELLOW,
    accept,
    begin,
    broken_rule,
    do,
    hide,
    patrol,
    play_rounds,
    reject,
)

SPIRAL = (1, 2, 3, 4, 9, 14, 13, 12, 11, 16, 17)
INTO_A_CORNER = (7, 2, 3, 8, 13, 12, 11, 6, 1)
"""In building 1 all neighbours, 2 and 6, hold a Trace."""
DEAD_END = (1, 2, 3, 4, 5, 10, 9, 14, 19, 20, 15)


def find_in(game: Game, action: Search) -> Find:
    searched = accept(game, BEN, action).events[0]
    assert isinstance(searched, Searched)
    return searched.find


def ending_of(game: Game) -> Ending:
    assert isinstance(game.public, Over)
    return game.public.result.reason


@pytest.mark.rule("R1")
def test_rounds_alternate_between_thief_and_police() -> None:
    game = begin()
    assert isinstance(game.public, ThiefPhase)
    game = hide(game, 1)
    assert isinstance(game.public, PolicePhase)
    game = do(game, BEN, Move(PINK, "B"), Move(YELLOW, "H"), Move(GREEN, "O"))
    assert isinstance(game.public, ThiefPhase)
    assert game.public.round == 2


@pytest.mark.rule("R1")
@pytest.mark.parametrize(
    ("seat", "action"),
    [(THIEF, Hide(1)), (THIEF, Done()), (BEN, Move(PINK, "A")), (BEN, Search(PINK, 1)), (BEN, Undo())],
)
def test_nothing_of_the_play_can_be_done_in_set_up(seat: Seat, action: Action) -> None:
    assert reject(new_game(), seat, action).reason is Reason.NOT_STARTED
    assert broken_rule(new_game(), seat, action) == Rule.R1


@pytest.mark.rule("R1")
@pytest.mark.parametrize("action", [Move(PINK, "B"), Search(PINK, 7), Undo()])
def test_the_police_wait_for_the_thief(action: Action) -> None:
    assert reject(begin(), BEN, action).reason is Reason.THIEFS_TURN
    assert broken_rule(begin(), BEN, action) == Rule.R1


@pytest.mark.rule("R1")
@pytest.mark.parametrize("action", [Hide(2), Done()])
def test_the_thief_waits_for_the_police(action: Action) -> None:
    game = hide(begin(), 1)
    assert reject(game, THIEF, action).reason is Reason.POLICES_TURN
    assert broken_rule(game, THIEF, action) == Rule.R1


@pytest.mark.rule("R1")
@pytest.mark.parametrize("action", [Place(PINK, "A"), Start()])
def test_helicopters_are_placed_before_the_game_only(action: Action) -> None:
    for game in (begin(), hide(begin(), 1)):
        assert reject(game, BEN, action).reason is Reason.ALREADY_STARTED
        assert broken_rule(game, BEN, action) == Rule.R1


@pytest.mark.rule("S1")
def test_round_1_begins_only_when_all_three_helicopters_stand() -> None:
    game = new_game()
    for helicopter, crossing in ((PINK, "A"), (YELLOW, "B"), (GREEN, "C")):
        rejected = reject(game, BEN, Start())
        assert rejected.rule == Rule.S1
        assert rejected.values == {"helicopter": helicopter}
        game = do(game, BEN, Place(helicopter, crossing))
    begun = accept(game, BEN, Start())
    assert begun.events == (RoundBegan(1),)
    assert isinstance(begun.game.public, ThiefPhase)


@pytest.mark.rule("S1")
def test_a_placed_helicopter_may_be_placed_again() -> None:
    game = do(new_game(), BEN, Place(PINK, "A"), Place(PINK, "P"), Place(PINK, "P"))
    assert game.public.crossings == ("P", None, None)


@pytest.mark.rule("S2")
def test_two_helicopters_are_never_placed_on_one_crossing() -> None:
    game = do(new_game(), BEN, Place(PINK, "A"))
    assert broken_rule(game, BEN, Place(GREEN, "A")) == Rule.S2


@pytest.mark.rule("T1")
@pytest.mark.parametrize("building", BUILDINGS)
def test_in_round_1_the_thief_hides_anywhere(building: int) -> None:
    assert hide(begin(), building).secret.route == (building,)


@pytest.mark.rule("T2")
@pytest.mark.parametrize(
    ("building", "reason"),
    [(13, Reason.MUST_MOVE_ON), (7, Reason.DIAGONAL), (1, Reason.NOT_NEXT_TO), (15, Reason.NOT_NEXT_TO)],
)
def test_later_the_thief_must_go_to_a_neighbour(building: int, reason: Reason) -> None:
    game = play_rounds((13,))
    rejected = reject(game, THIEF, Hide(building))
    assert rejected.reason is reason
    assert rejected.rule == Rule.T2


@pytest.mark.rule("T3")
def test_no_building_is_visited_twice() -> None:
    game = play_rounds((13, 14))
    assert broken_rule(game, THIEF, Hide(13)) == Rule.T3


@pytest.mark.rule("T3")
def test_a_found_trace_still_bars_its_building() -> None:
    game = hide(play_rounds((1,)), 2)
    game = do(game, BEN, Search(PINK, 7), Move(YELLOW, "D"), Move(GREEN, "P"))
    game = do(hide(game, 3), BEN, Search(PINK, 2), Move(YELLOW, "H"), Move(GREEN, "O"))
    assert view_public(game.public).traces == {2: Colour.BLUE}
    assert broken_rule(game, THIEF, Hide(2)) == Rule.T3


@pytest.mark.rule("T2", "T3")
def test_staying_breaks_t2_though_the_building_holds_a_trace() -> None:
    game = play_rounds((13, 14))
    assert broken_rule(game, THIEF, Hide(14)) == Rule.T2


@pytest.mark.rule("T4")
def test_the_trace_of_each_round_lies_where_the_thief_was() -> None:
    secret = Secret(SPIRAL)
    finds = [secret.under(building) for building in SPIRAL]
    assert finds == [Find.YELLOW, *[Find.BLUE] * 4, Find.RED, *[Find.BLUE] * 4, Find.CAR]


@pytest.mark.rule("T5", "E1")
def test_a_thief_without_a_way_out_is_surrounded_when_the_thief_phase_begins() -> None:
    game = hide(play_rounds(INTO_A_CORNER[:-1]), INTO_A_CORNER[-1])
    assert isinstance(game.public, PolicePhase)
    game = patrol(game)
    assert ending_of(game) is Ending.SURROUNDED
    assert game.public.round == len(INTO_A_CORNER) + 1
    assert game.public.thief_moves == len(INTO_A_CORNER)


@pytest.mark.rule("T5", "P7")
def test_a_thief_in_a_dead_end_is_not_surrounded_before_the_police_have_acted() -> None:
    game = hide(play_rounds(INTO_A_CORNER[:-1]), INTO_A_CORNER[-1])
    assert ending_of(do(game, BEN, Search(PINK, INTO_A_CORNER[-1]))) is Ending.ARRESTED


@pytest.mark.rule("T6")
def test_the_choice_may_change_until_done() -> None:
    game = do(begin(), THIEF, Hide(1), Hide(25), Hide(3))
    assert game.secret == Secret((), 3)
    done = accept(game, THIEF, Done())
    assert done.game.secret == Secret((3,))
    assert done.events == (ThiefHid(1),)


@pytest.mark.rule("T6")
def test_a_refused_choice_leaves_the_earlier_one() -> None:
    game = do(play_rounds((13,)), THIEF, Hide(14))
    reject(game, THIEF, Hide(1))
    assert do(game, THIEF, Done()).secret.route == (13, 14)


@pytest.mark.rule("T6")
def test_done_needs_a_choice_in_every_round() -> None:
    assert broken_rule(begin(), THIEF, Done()) == Rule.T6
    assert broken_rule(play_rounds((13,)), THIEF, Done()) == Rule.T6


@pytest.mark.rule("P1")
def test_each_helicopter_acts_exactly_once_a_round() -> None:
    game = do(hide(begin(), 1), BEN, Move(PINK, "B"), Search(YELLOW, 8))
    assert broken_rule(game, BEN, Move(PINK, "F")) == Rule.P1
    assert broken_rule(game, BEN, Search(YELLOW, 9)) == Rule.P1
    assert isinstance(game.public, PolicePhase)
    assert isinstance(do(game, BEN, Move(GREEN, "O")).public, ThiefPhase)


@pytest.mark.rule("P1")
def test_having_acted_is_named_before_what_is_wrong_with_the_action() -> None:
    game = do(hide(begin(), 1), BEN, Move(PINK, "B"))
    assert broken_rule(game, BEN, Move(PINK, "P")) == Rule.P1
    assert broken_rule(game, BEN, Search(PINK, 25)) == Rule.P1


@pytest.mark.rule("P2")
def test_helicopters_act_in_any_order() -> None:
    actions: tuple[Action, ...] = (Move(PINK, "B"), Search(YELLOW, 8), Move(GREEN, "O"))
    ends = {do(hide(begin(), 1), BEN, *order).public.crossings for order in permutations(actions)}
    assert ends == {("B", "G", "O")}


@pytest.mark.rule("P3")
@pytest.mark.parametrize(
    ("crossing", "reason"),
    [("F", Reason.ALREADY_THERE), ("A", Reason.NOT_ADJACENT), ("H", Reason.NOT_ADJACENT), ("G", Reason.ROAD_BLOCKED)],
)
def test_a_helicopter_flies_one_road_to_a_free_crossing(crossing: str, reason: Reason) -> None:
    rejected = reject(hide(begin(), 1), BEN, Move(PINK, crossing))
    assert rejected.reason is reason
    assert rejected.rule == Rule.P3


@pytest.mark.rule("P3", "S2")
def test_a_helicopter_may_go_where_another_has_just_left() -> None:
    game = do(hide(begin(), 1), BEN, Move(YELLOW, "H"), Move(PINK, "G"))
    assert game.public.crossings == ("G", "H", "K")


@pytest.mark.rule("P4")
def test_a_helicopter_searches_only_what_its_crossing_touches() -> None:
    game = hide(begin(), 1)
    for building in BUILDINGS:
        if building not in (7, 8, 12, 13):
            assert broken_rule(game, BEN, Search(PINK, building)) == Rule.P4


@pytest.mark.rule("P5")
def test_an_empty_building_shows_nothing() -> None:
    game = hide(begin(), 1)
    assert find_in(game, Search(PINK, 13)) is Find.NOTHING


@pytest.mark.rule("P6", "T4")
@pytest.mark.parametrize(
    ("route", "find"), [((2, 1), Find.YELLOW), ((1, 2, 3), Find.BLUE), ((5, 4, 3, 8, 7, 2, 1), Find.RED)]
)
def test_a_trace_shows_its_colour(route: Route, find: Find) -> None:
    game = hide(play_rounds(route[:-1]), route[-1])
    assert find_in(game, Search(PINK, 2)) is find


@pytest.mark.rule("P7", "E1")
def test_finding_the_car_ends_the_game_at_once() -> None:
    arrest = accept(hide(begin(), 13), BEN, Search(PINK, 13))
    assert ending_of(arrest.game) is Ending.ARRESTED
    assert arrest.game.public.acted == (True, False, False)
    ended = arrest.events[-1]
    assert isinstance(ended, Ended)
    assert ended.result.winner is Side.POLICE
    assert ended.result.route == (13,)


@pytest.mark.rule("P8")
def test_searching_again_finds_what_is_there_now() -> None:
    game = do(hide(begin("FGP"), 3), BEN, Search(PINK, 13), Search(YELLOW, 13), Search(GREEN, 25))
    game = do(hide(game, 8), BEN, Search(GREEN, 25), Search(PINK, 13))
    game = do(game, BEN, Move(YELLOW, "C"))
    game = hide(game, 13)
    assert find_in(game, Search(YELLOW, 8)) is Find.BLUE
    again = do(game, BEN, Search(YELLOW, 8))
    assert find_in(again, Search(PINK, 8)) is Find.BLUE
    assert find_in(again, Search(PINK, 13)) is Find.CAR


@pytest.mark.rule("E1", "E2")
@pytest.mark.parametrize(("route", "ways_out"), [(SPIRAL, 2), (DEAD_END, 0)])
def test_after_round_11_the_thief_has_escaped_even_without_a_way_out(route: Route, ways_out: int) -> None:
    game = play_rounds(route)
    assert len(game.secret.ways_out()) == ways_out
    assert ending_of(game) is Ending.ESCAPED
    assert game.public.round == 11


@pytest.mark.rule("E1")
@pytest.mark.parametrize(
    ("seat", "action"),
    [
        (THIEF, Hide(1)),
        (THIEF, Done()),
        (THIEF, Abandon()),
        (BEN, Place(PINK, "A")),
        (BEN, Start()),
        (BEN, Take(PINK)),
        (BEN, Release(PINK)),
        (BEN, Move(PINK, "B")),
        (BEN, Search(PINK, 13)),
        (BEN, Undo()),
        (BOARD, Abandon()),
    ],
)
def test_nothing_can_be_done_once_the_game_is_over(seat: Seat, action: Action) -> None:
    over = do(hide(begin(), 13), BEN, Search(PINK, 13))
    assert broken_rule(over, seat, action) == Rule.E1


@pytest.mark.rule("E3")
@pytest.mark.parametrize("seat", [THIEF, BEN, BOARD])
def test_a_game_given_up_has_no_winner_and_shows_the_route(seat: Seat) -> None:
    game = do(play_rounds((13, 14)), THIEF, Hide(15))
    given_up = accept(game, seat, Abandon())
    assert ending_of(given_up.game) is Ending.ABANDONED
    ended = given_up.events[-1]
    assert isinstance(ended, Ended)
    assert ended.result.winner is None
    assert ended.result.route == (13, 14)
    assert given_up.game.secret.choice is None


@pytest.mark.rule("E3")
def test_a_game_can_be_given_up_in_set_up() -> None:
    game = do(new_game(), BEN, Place(PINK, "A"), Abandon())
    assert game.public.crossings == ("A", None, None)
    assert ending_of(game) is Ending.ABANDONED


def test_undo_takes_moves_back_one_by_one_to_the_last_search() -> None:
    game = do(hide(begin(), 1), BEN, Search(PINK, 7))
    moved = do(game, BEN, Move(YELLOW, "H"))
    undone = accept(moved, BEN, Undo())
    assert undone.game == game
    assert undone.events == (Undone(YELLOW, "G"),)
    rejected = reject(game, BEN, Undo())
    assert rejected.reason is Reason.SEARCH_STAYS
    assert rejected.rule is None


def test_undo_twice_restores_the_beginning_of_the_phase() -> None:
    game = hide(begin(), 1)
    assert do(game, BEN, Move(YELLOW, "H"), Move(PINK, "G"), Undo(), Undo()) == game
    assert reject(game, BEN, Undo()).reason is Reason.NOTHING_TO_UNDO


def test_undo_never_reaches_into_an_earlier_round() -> None:
    game = do(hide(begin(), 1), BEN, Move(PINK, "B"), Move(YELLOW, "H"), Move(GREEN, "O"))
    assert broken_rule(game, BEN, Undo()) == Rule.R1
    assert reject(hide(game, 2), BEN, Undo()).reason is Reason.NOTHING_TO_UNDO


def test_what_was_undone_is_forgotten() -> None:
    game = do(hide(begin(), 1), BEN, Move(PINK, "B"), Undo(), Move(PINK, "E"))
    assert game.public.history == (Moved(1, PINK, "F", "E"),)


@pytest.mark.parametrize("seat", [BEN, WATCHER, BOARD])
@pytest.mark.parametrize("action", [Hide(1), Done()])
def test_only_the_thief_hides(seat: Seat, action: Action) -> None:
    over = do(begin(), BEN, Abandon())
    for game in (new_game(), begin(), hide(begin(), 1), over):
        rejected = reject(game, seat, action)
        assert rejected.reason is Reason.THIEF_ONLY
        assert rejected.is_forbidden
        assert rejected.rule is None


@pytest.mark.parametrize("seat", [THIEF, WATCHER])
@pytest.mark.parametrize("action", [Place(PINK, "A"), Start(), Take(PINK), Move(PINK, "A"), Search(PINK, 1), Undo()])
def test_only_the_police_fly(seat: Seat, action: Action) -> None:
    assert reject(hide(begin(), 1), seat, action).reason is Reason.POLICE_ONLY


def test_someone_watching_cannot_give_the_game_up() -> None:
    assert reject(begin(), WATCHER, Abandon()).reason is Reason.PLAYERS_ONLY


def test_the_board_owns_no_helicopter() -> None:
    assert reject(begin(), BOARD, Take(PINK)).reason is Reason.POLICE_ONLY


def test_an_owned_helicopter_is_moved_only_by_its_owner_or_the_board() -> None:
    game = do(do(hide(begin(), 1), BEN, Take(PINK)), CHLOE, Take(GREEN))
    for action in (Move(PINK, "B"), Search(PINK, 7), Take(PINK), Release(PINK)):
        rejected = reject(game, CHLOE, action)
        assert rejected.reason is Reason.NOT_YOUR_HELICOPTER
        assert rejected.is_forbidden
    assert do(game, BEN, Move(PINK, "B")).public.crossings[0] == "B"
    assert do(game, BOARD, Move(PINK, "B")).public.crossings[0] == "B"
    assert do(game, CHLOE, Move(YELLOW, "H")).public.crossings[1] == "H"


def test_an_owned_helicopter_is_placed_and_undone_only_by_its_owner() -> None:
    setup = do(new_game(), BEN, Take(PINK))
    assert reject(setup, CHLOE, Place(PINK, "A")).reason is Reason.NOT_YOUR_HELICOPTER
    moved = do(hide(begin(), 1), BEN, Take(PINK), Move(PINK, "B"))
    assert reject(moved, CHLOE, Undo()).reason is Reason.NOT_YOUR_HELICOPTER
    do(moved, BOARD, Undo())


def test_a_released_helicopter_is_everyones_again() -> None:
    game = do(hide(begin(), 1), BEN, Take(PINK), Take(PINK), Release(PINK))
    assert reject(game, BEN, Release(PINK)).reason is Reason.NOBODYS_HELICOPTER
    do(game, CHLOE, Move(PINK, "B"))


def test_players_keep_their_helicopters_for_the_next_game() -> None:
    owners = do(new_game(), BEN, Take(GREEN)).public.owners
    assert new_game(owners).public == Setup(owners=(None, None, "ben"))


@pytest.mark.rule("T6")
def test_what_the_thief_does_before_done_changes_nothing_public() -> None:
    game = begin()
    for action in (Hide(1), Hide(1), Hide(7), Hide(25)):
        decision = accept(game, THIEF, action)
        assert decision.events == ()
        assert decision.game.public is game.public
        game = decision.game


def test_what_a_log_could_show_does_not_tell_where_the_thief_is() -> None:
    game = do(play_rounds((13, 14)), THIEF, Hide(19))
    shown = (
        f"{game!r} {Hide(19)!r} {accept(game, THIEF, Done())!r} {reject(game, THIEF, Hide(25))!r} {view_thief(game)!r}"
    )
    assert not re.search(r"\b(13|14|19|25)\b", shown)
