"""What the buttons mean, against real games that the real rules judge."""

from collections.abc import Callable
from itertools import permutations, product

import pytest
from hypothesis import event, given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.games.city_chase.actions import Abandon, Done, Hide, Move, Place, Search, Start, Undo
from companion.games.city_chase.city import CROSSINGS, ROADS_FROM
from companion.games.city_chase.pieces import HELICOPTERS, Helicopter
from companion.games.city_chase.rejection import Reason, Rejected
from companion.games.city_chase.rules import judge, new_game
from companion.games.city_chase.state import Ending, Game, Over, PolicePhase, Setup, ThiefPhase
from companion.games.city_chase.views import PoliceView, view_police
from companion.table.actions import Choose
from firmware.control import (
    ControlState,
    NewGame,
    Outcome,
    Refused,
    beyond,
    follow,
    helicopter_meant,
    point_out,
    press,
)
from firmware.picture import NOTHING_UP
from firmware.signals import Button, ButtonSignal, HeldDown, Pressed
from tests.companion.games.city_chase.playing import BOARD, GREEN, PINK, THIEF, YELLOW, begin, do, hide

ARROWS = (Button.NORTH, Button.EAST, Button.SOUTH, Button.WEST)
COLOURS = (Button.PINK, Button.YELLOW, Button.GREEN)
LONG_DONE = HeldDown(Button.DONE, 0)
FRESH = ControlState()
SPIRAL = (1, 2, 3, 4, 9, 14, 13, 12, 11, 16, 17)


class Table:
    """A game, and what its players have begun with the buttons."""

    def __init__(self, game: Game | None = None) -> None:
        self.game = game
        self.state = FRESH
        self.choosing: tuple[Helicopter, ...] = ()
        self.rejected: Rejected | None = None

    @property
    def view(self) -> PoliceView | None:
        return view_police(self.game.public, BOARD) if self.game else None

    def signal(self, signal: ButtonSignal) -> Outcome:
        """Press a button and let the rules judge what it wants, as a table does."""
        self.state, outcome = press(self.state, signal, self.view, self.choosing)
        self.rejected = None
        if isinstance(outcome, NewGame):
            self.game = new_game()
        elif isinstance(outcome, Place | Start | Move | Undo):
            assert self.game is not None
            decision = judge(self.game, BOARD, outcome)
            if isinstance(decision, Rejected):
                self.rejected = decision
            else:
                self.game = decision.game
        return outcome

    def press(self, *buttons: Button) -> Outcome:
        """Press buttons one after the other and return what the last one did."""
        outcome: Outcome = None
        for button in buttons:
            outcome = self.signal(Pressed(button, 0))
        return outcome

    def crossings(self) -> tuple[str | None, ...]:
        assert self.game is not None
        return self.game.public.crossings

    def hide(self, building: int) -> None:
        assert self.game is not None
        self.game = hide(self.game, building)


def police_phase(crossings: str = "FGK") -> Table:
    return Table(hide(begin(crossings), 1))


def one_left(crossings: str = "FGK") -> Table:
    """Return a police phase in which green alone has still to act."""
    table = police_phase(crossings)
    table.press(Button.PINK, Button.NORTH, Button.YELLOW, Button.NORTH)
    return table


def test_arrows_follow_the_roads() -> None:
    for crossing in CROSSINGS:
        reached = [there for arrow in ARROWS if (there := beyond(crossing, arrow)) is not None]
        assert sorted(reached) == sorted(ROADS_FROM[crossing])
    assert [beyond("F", arrow) for arrow in ARROWS] == ["B", "G", "J", "E"]
    assert [beyond("D", arrow) for arrow in ARROWS] == [None, None, "H", "C"]


@pytest.mark.parametrize("game", [None, do(new_game(), BOARD, Abandon())])
def test_before_and_after_a_game_only_holding_done_does_anything(game: Game | None) -> None:
    table = Table(game)
    assert {table.press(button) for button in Button} == {Refused.NOT_NOW}
    assert table.signal(LONG_DONE) == NewGame()
    assert isinstance(table.game and table.game.public, Setup)


def test_a_first_press_puts_each_helicopter_on_its_crossing() -> None:
    table = Table(new_game())
    table.press(*COLOURS)
    assert table.crossings() == ("F", "G", "K")


def test_a_second_press_only_chooses() -> None:
    table = Table(new_game())
    table.press(Button.PINK, Button.YELLOW)
    assert table.press(Button.PINK) is None
    assert table.state.selected is PINK
    assert table.crossings() == ("F", "G", None)


@pytest.mark.parametrize(("pink", "yellow", "placed"), [("F", "G", "K"), ("K", None, "L"), ("K", "L", "M")])
def test_a_taken_crossing_gives_way_to_the_next_free_one(pink: str, yellow: str | None, placed: str) -> None:
    table = Table(Game(Setup(crossings=(pink, yellow, None))))
    assert table.press(Button.GREEN) == Place(GREEN, placed)


def test_in_set_up_arrows_move_the_chosen_helicopter() -> None:
    table = Table(new_game())
    table.press(Button.PINK, Button.NORTH, Button.WEST)
    assert table.crossings() == ("A", None, None)


def test_in_set_up_arrows_skip_the_others() -> None:
    table = Table(Game(Setup(crossings=("E", "F", "G"))))
    assert table.press(Button.PINK, Button.EAST) == Place(PINK, "H")


def test_in_set_up_a_helicopter_stays_where_there_is_no_way_on() -> None:
    table = Table(Game(Setup(crossings=("F", "G", "H"))))
    assert table.press(Button.PINK, Button.EAST) is Refused.OFF_THE_BOARD
    assert table.crossings() == ("F", "G", "H")


def test_in_set_up_an_arrow_needs_a_helicopter() -> None:
    assert Table(new_game()).press(Button.NORTH) is Refused.NONE_CHOSEN
    # Chosen in a game that has ended since, and not standing in this one.
    table = Table(new_game())
    table.press(Button.PINK)
    table.game = new_game()
    assert table.press(Button.NORTH) is Refused.NONE_CHOSEN


def test_done_starts_the_game_when_the_rules_allow_it() -> None:
    table = Table(new_game())
    assert table.press(Button.DONE) == Start()
    assert table.rejected is not None
    assert table.rejected.reason is Reason.NOT_ALL_PLACED
    table.press(*COLOURS, Button.DONE)
    assert isinstance(table.game and table.game.public, ThiefPhase)


def test_holding_done_in_set_up_does_nothing() -> None:
    assert Table(new_game()).signal(LONG_DONE) is Refused.NOT_NOW


@pytest.mark.parametrize("kind", [Pressed, HeldDown])
@pytest.mark.parametrize("button", Button)
def test_while_the_thief_hides_the_buttons_keep_still(button: Button, kind: Callable[..., ButtonSignal]) -> None:
    state, outcome = press(FRESH, kind(button, 0), view_police(begin().public, BOARD))
    assert outcome is None
    assert state == ControlState((1, "thief"))


def test_a_colour_and_an_arrow_are_a_move() -> None:
    table = police_phase()
    assert table.press(Button.PINK) is None
    assert table.press(Button.NORTH) == Move(PINK, "B")
    assert table.crossings() == ("B", "G", "K")


def test_a_button_other_than_done_means_the_same_however_long_it_is_held() -> None:
    table = police_phase()
    table.signal(HeldDown(Button.PINK, 0))
    assert table.signal(HeldDown(Button.NORTH, 1)) == Move(PINK, "B")


def test_the_rules_say_that_a_road_is_blocked() -> None:
    table = police_phase()
    assert table.press(Button.PINK, Button.EAST) == Move(PINK, "G")
    assert table.rejected is not None
    assert table.rejected.reason is Reason.ROAD_BLOCKED


def test_an_arrow_off_the_board_is_refused() -> None:
    assert police_phase("ADP").press(Button.PINK, Button.NORTH) is Refused.OFF_THE_BOARD


def test_an_arrow_needs_a_helicopter_while_several_have_still_to_act() -> None:
    table = police_phase()
    assert table.press(Button.NORTH) is Refused.NONE_CHOSEN
    table.press(Button.PINK, Button.NORTH)
    assert table.press(Button.SOUTH) is Refused.NONE_CHOSEN


def test_a_helicopter_that_has_acted_cannot_be_chosen() -> None:
    table = police_phase()
    table.press(Button.PINK, Button.NORTH)
    assert table.press(Button.PINK) is Refused.HAS_ACTED
    assert table.state.selected is None


def test_done_with_nothing_to_confirm_is_refused() -> None:
    table = police_phase()
    assert table.press(Button.DONE) is Refused.NOTHING_TO_CONFIRM
    assert table.press(Button.PINK, Button.DONE) is Refused.NOTHING_TO_CONFIRM


def test_the_only_helicopter_left_needs_no_choosing_and_its_move_must_be_confirmed() -> None:
    table = one_left()
    assert table.view is not None
    assert helicopter_meant(table.state, table.view) is GREEN
    assert table.press(Button.SOUTH) is None
    assert table.crossings() == ("B", "C", "K")
    assert table.press(Button.DONE) == Move(GREEN, "O")
    assert isinstance(table.game and table.game.public, ThiefPhase)


def test_another_arrow_changes_the_last_move() -> None:
    table = one_left()
    assert table.press(Button.SOUTH, Button.WEST, Button.DONE) == Move(GREEN, "J")


@pytest.mark.parametrize("colour", COLOURS)
def test_a_colour_cancels_the_last_move(colour: Button) -> None:
    table = one_left()
    assert table.press(Button.SOUTH, colour) is None
    assert table.press(Button.DONE) is Refused.NOTHING_TO_CONFIRM
    assert table.press(Button.WEST, Button.DONE) == Move(GREEN, "J")


def test_a_last_move_that_cannot_be_made_is_refused_and_leaves_the_one_before() -> None:
    table = police_phase("FHK")
    table.press(Button.PINK, Button.SOUTH, Button.YELLOW, Button.NORTH, Button.NORTH)
    assert table.crossings() == ("J", "D", "K")
    assert table.press(Button.WEST) is Refused.BLOCKED
    assert table.press(Button.DONE) == Move(GREEN, "G")


def test_holding_done_takes_the_last_move_back() -> None:
    table = police_phase()
    table.press(Button.PINK, Button.NORTH)
    assert table.signal(LONG_DONE) == Undo()
    assert table.crossings() == ("F", "G", "K")
    assert table.press(Button.PINK, Button.WEST) == Move(PINK, "E")


def test_holding_done_drops_a_move_that_waits_before_it_takes_one_back() -> None:
    table = one_left()
    table.press(Button.SOUTH)
    assert table.signal(LONG_DONE) is None
    assert table.crossings() == ("B", "C", "K")
    assert table.press(Button.DONE) is Refused.NOTHING_TO_CONFIRM
    assert table.signal(LONG_DONE) == Undo()
    assert table.crossings() == ("B", "G", "K")


def test_after_an_undo_a_helicopter_must_be_chosen_again() -> None:
    table = one_left()
    table.press(Button.GREEN)
    table.signal(LONG_DONE)
    assert table.press(Button.EAST) is Refused.NONE_CHOSEN


def test_of_several_that_could_search_a_colour_points_one_out_and_done_chooses_it() -> None:
    table = police_phase()
    table.choosing = (PINK, YELLOW)
    assert table.press(Button.DONE) is Refused.NONE_CHOSEN
    assert table.press(Button.GREEN) is Refused.NOT_TOUCHING
    assert table.press(Button.NORTH) is Refused.NOT_NOW
    assert table.press(Button.PINK) is None
    assert table.press(Button.YELLOW) is None
    assert table.state.searcher is YELLOW
    assert table.press(Button.DONE) == Choose(YELLOW)
    assert table.state.searcher is None


def test_who_was_pointed_out_is_forgotten_when_the_building_goes_back() -> None:
    table = police_phase()
    table.choosing = (PINK, YELLOW)
    table.press(Button.PINK)
    table.choosing = ()
    assert table.press(Button.DONE) is Refused.NOTHING_TO_CONFIRM
    table.choosing = (PINK, YELLOW)
    assert table.press(Button.DONE) is Refused.NONE_CHOSEN


def test_what_was_begun_is_forgotten_with_its_phase() -> None:
    table = one_left()
    table.press(Button.GREEN, Button.SOUTH, Button.DONE)
    table.hide(2)
    assert follow(table.state, table.view) == ControlState((2, "police"))
    assert table.press(Button.NORTH) is Refused.NONE_CHOSEN


def test_a_phone_can_overtake_what_was_begun() -> None:
    table = police_phase()
    table.press(Button.PINK)
    assert table.game is not None
    table.game = do(table.game, BOARD, Search(PINK, 7))
    assert table.press(Button.NORTH) is Refused.NONE_CHOSEN

    waiting = one_left()
    waiting.press(Button.SOUTH)
    assert waiting.game is not None
    waiting.game = do(waiting.game, BOARD, Undo())
    assert waiting.press(Button.DONE) is Refused.NOTHING_TO_CONFIRM


def finish_police_phase(table: Table) -> None:
    """Fly every helicopter with the buttons alone, in the first order and directions that box none of them in."""
    begun = table.game
    for colours, arrows in product(permutations(COLOURS), product(ARROWS, repeat=len(COLOURS))):
        for colour, arrow in zip(colours, arrows, strict=True):
            table.press(colour, arrow)
        if isinstance(table.press(Button.DONE), Move):
            return
        table.game, table.state = begun, FRESH


@given(st.permutations(CROSSINGS).map(lambda order: "".join(order[:3])))
def test_a_police_phase_can_be_finished_with_the_buttons_from_anywhere(crossings: str) -> None:
    table = police_phase(crossings)
    finish_police_phase(table)
    assert isinstance(table.game and table.game.public, ThiefPhase)


def test_a_whole_evening_can_be_played_with_the_buttons() -> None:
    table = Table()
    for _ in range(2):
        table.signal(LONG_DONE)
        table.press(*COLOURS, Button.DONE)
        for building in SPIRAL:
            table.hide(building)
            finish_police_phase(table)
        assert table.game is not None
        assert isinstance(table.game.public, Over)
        assert table.game.public.result.reason is Ending.ESCAPED


UNAVOIDABLE = {Reason.NOT_ALL_PLACED, Reason.ROAD_BLOCKED, Reason.NOTHING_TO_UNDO, Reason.SEARCH_STAYS}
"""What the rules may still say no to: all else is never asked of them."""
signals = st.builds(
    lambda kind, button: kind(button, 0.0), st.sampled_from([Pressed, Pressed, HeldDown]), st.sampled_from(Button)
)
hands = st.sampled_from(["hide", "search", "lift", "put back"])


def lend_a_hand(table: Table, hand: str) -> None:
    """Do what others at the table do meanwhile: the thief, a phone, a lifted building."""
    public = table.game.public if table.game else None
    if hand == "hide" and table.game and isinstance(public, ThiefPhase):
        ways_out = table.game.secret.ways_out()
        table.game = do(table.game, THIEF, Hide(ways_out[-1]), Done())
    elif hand == "search" and table.game and table.view and isinstance(public, PolicePhase):
        searches = [one for one in table.view.you.actions() if isinstance(one, Search)]
        table.game = do(table.game, BOARD, searches[0])
        table.choosing = ()
    elif hand == "lift" and isinstance(public, PolicePhase):
        left = tuple(one for one, acted in zip(HELICOPTERS, public.acted, strict=True) if not acted)
        table.choosing = left if len(left) > 1 else ()
    else:
        table.choosing = ()


@given(st.lists(st.one_of(signals, signals, signals, hands), min_size=60, max_size=150), st.booleans())
def test_whatever_is_pressed_the_buttons_ask_only_what_belongs_to_the_moment(
    steps: list[ButtonSignal | str], is_set_up: bool
) -> None:
    table = Table(hide(begin(), 13)) if is_set_up else Table()
    for step in steps:
        if isinstance(step, str):
            lend_a_hand(table, step)
            continue
        before = table.game
        outcome = table.signal(step)
        event(type(outcome).__name__)
        assert table.rejected is None or table.rejected.reason in UNAVOIDABLE
        if isinstance(outcome, Choose):
            assert outcome.helicopter in table.choosing
        if isinstance(outcome, Move) and table.game and not isinstance(table.game.public, PolicePhase):
            assert step == Pressed(Button.DONE, 0.0), "a phase ended without being confirmed"
        if before and isinstance(before.public, ThiefPhase):
            assert outcome is None
            assert table.state == replace(FRESH, turn=(before.public.round, "thief"))


def test_the_lights_are_told_what_was_begun_with_the_buttons() -> None:
    view = view_police(hide(begin(), 1).public, BOARD)
    state, _ = press(FRESH, Pressed(Button.PINK, 0.0), view)
    assert point_out(NOTHING_UP, state, view).selected is Helicopter.PINK
    both = (Helicopter.PINK, Helicopter.YELLOW)
    state, _ = press(FRESH, Pressed(Button.YELLOW, 0.0), view, both)
    shown = point_out(NOTHING_UP, state, view, both)
    assert (shown.choosing, shown.searcher) == (both, Helicopter.YELLOW)


def test_the_lights_are_told_of_a_last_move_until_it_is_confirmed() -> None:
    game = do(hide(begin(), 1), BOARD, Search(Helicopter.YELLOW, 8), Search(Helicopter.GREEN, 18))
    view = view_police(game.public, BOARD)
    state, outcome = press(FRESH, Pressed(Button.NORTH, 0.0), view)
    assert outcome is None
    assert point_out(NOTHING_UP, state, view).intended == Move(Helicopter.PINK, "B")
