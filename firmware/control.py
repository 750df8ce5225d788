"""What the buttons mean: enough for a table without a police phone. Pure; the rules judge what comes out of it.

The state here is only what the players have begun with the buttons and not finished: a helicopter chosen, a last move
not yet confirmed. Everything else is read from the board's own view each time.
"""

from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from companion.games.city_chase.actions import Abandon, Move, Place, Start, Undo
from companion.games.city_chase.city import CROSSINGS, ROADS, Crossing
from companion.games.city_chase.pieces import HELICOPTERS, Helicopter
from companion.games.city_chase.views import PhaseName, PoliceView
from companion.table.actions import Choose
from firmware.picture import Picture
from firmware.signals import Button, ButtonSignal, HeldDown

HELICOPTER_OF: dict[Button, Helicopter] = {Button(helicopter.value): helicopter for helicopter in HELICOPTERS}
DEFAULT_CROSSINGS: dict[Helicopter, Crossing] = dict(zip(HELICOPTERS, ("F", "G", "K"), strict=True))
"""Where a helicopter's first press puts it."""
_STEPS: dict[Button, tuple[int, int]] = {
    Button.NORTH: (-1, 0),
    Button.EAST: (0, 1),
    Button.SOUTH: (1, 0),
    Button.WEST: (0, -1),
}
"""Rows down and columns to the right."""


class NewGame(Struct, frozen=True):
    """Begin a game with the last settings."""


class Refused(StrEnum):
    """Why a button does nothing now, where the rules need not be asked."""

    NOT_NOW = "not_now"
    HAS_ACTED = "has_acted"
    NONE_CHOSEN = "none_chosen"
    NOT_TOUCHING = "not_touching"
    OFF_THE_BOARD = "off_the_board"
    BLOCKED = "blocked"
    NOTHING_TO_CONFIRM = "nothing_to_confirm"


Intent: TypeAlias = Place | Start | Move | Undo | Choose | NewGame | Abandon
Outcome: TypeAlias = Intent | Refused | None
"""None where a button only changed the state, or is to be passed over without light or sound."""


class ControlState(Struct, frozen=True):
    """What was begun with the buttons. It is worth something only in the round and phase it belongs to."""

    turn: tuple[int, PhaseName] | None = None
    selected: Helicopter | None = None
    searcher: Helicopter | None = None
    """The one pointed out among several that could be searching."""
    last_move: Move | None = None
    """The move that would end the phase, until it is confirmed."""


_Pressed: TypeAlias = tuple[ControlState, Outcome]


def press(
    state: ControlState,
    signal: ButtonSignal,
    view: PoliceView | None,
    choosing: tuple[Helicopter, ...] = (),
    *,
    has_resumed: bool = False,
) -> _Pressed:
    """Return what a button begins and what it wants done. `view` is the board's own, None where there is no game.

    Only done knows a long press. Any other button held long means what it always means. As the first thing after a
    game was taken up again, a long press gives it up.
    """
    state = follow(state, view, choosing)
    is_long_done = isinstance(signal, HeldDown) and signal.button is Button.DONE
    if has_resumed and is_long_done:
        return ControlState(state.turn), Abandon()
    if view is None or view.phase == "over":
        return state, NewGame() if is_long_done else Refused.NOT_NOW
    if view.phase == "thief":
        # Nothing anyone notices may happen while the thief is hiding, not even a refusal.
        return state, None
    if view.phase == "setup":
        return (state, Refused.NOT_NOW) if is_long_done else _press_in_setup(state, signal.button, view)
    if is_long_done:
        return _take_back(state)
    if choosing:
        return _press_while_choosing(state, signal.button, choosing)
    return _press_in_police_phase(state, signal.button, view)


def follow(state: ControlState, view: PoliceView | None, choosing: tuple[Helicopter, ...] = ()) -> ControlState:
    """Return the state without what the game has overtaken: phones and hands play too."""
    turn = (view.round, view.phase) if view else None
    if view is None or turn != state.turn:
        return ControlState(turn)
    selected, last_move = state.selected, state.last_move
    if selected and view.helicopters[selected].acted:
        selected = None
    if last_move and not (_is_last(last_move.helicopter, view) and _is_offered(last_move, view)):
        last_move = None
    searcher = state.searcher if state.searcher in choosing else None
    return ControlState(turn, selected, searcher, last_move)


def helicopter_meant(state: ControlState, view: PoliceView) -> Helicopter | None:
    """Return the helicopter that an arrow would move: the chosen one, or the only one left to act."""
    selected = follow(state, view).selected
    if selected or view.phase != "police":
        return selected
    left = _left_to_act(view)
    return left[0] if len(left) == 1 else None


def point_out(
    picture: Picture, state: ControlState, view: PoliceView, choosing: tuple[Helicopter, ...] = ()
) -> Picture:
    """Return the picture with what was begun with the buttons, for the lights to show."""
    current = follow(state, view, choosing)
    return replace(
        picture,
        choosing=choosing,
        selected=helicopter_meant(current, view),
        searcher=current.searcher,
        intended=current.last_move,
    )


def _press_in_setup(state: ControlState, button: Button, view: PoliceView) -> _Pressed:
    if button is Button.DONE:
        return state, Start()
    taken = {where.crossing for where in view.helicopters.values()}
    if button in HELICOPTER_OF:
        helicopter = HELICOPTER_OF[button]
        stands = view.helicopters[helicopter].crossing is not None
        place = None if stands else Place(helicopter, _first_free(DEFAULT_CROSSINGS[helicopter], taken))
        return replace(state, selected=helicopter), place
    here = view.helicopters[state.selected].crossing if state.selected else None
    if state.selected is None or here is None:
        return state, Refused.NONE_CHOSEN
    there = beyond(here, button)
    while there in taken and there is not None:
        there = beyond(there, button)
    return state, Place(state.selected, there) if there else Refused.OFF_THE_BOARD


def _take_back(state: ControlState) -> _Pressed:
    """Drop the move that waits to be confirmed, which is what was done last; otherwise ask the rules.

    After an undo a helicopter must be chosen again: an arrow is meant for the one that came back, not the one after.
    """
    if state.last_move:
        return replace(state, last_move=None), None
    return replace(state, selected=None), Undo()


def _press_while_choosing(state: ControlState, button: Button, choosing: tuple[Helicopter, ...]) -> _Pressed:
    if button is Button.DONE:
        if state.searcher is None:
            return state, Refused.NONE_CHOSEN
        return replace(state, searcher=None), Choose(state.searcher)
    if button not in HELICOPTER_OF:
        return state, Refused.NOT_NOW
    helicopter = HELICOPTER_OF[button]
    if helicopter not in choosing:
        return state, Refused.NOT_TOUCHING
    return replace(state, searcher=helicopter), None


def _press_in_police_phase(state: ControlState, button: Button, view: PoliceView) -> _Pressed:
    if button is Button.DONE:
        return replace(state, last_move=None), state.last_move or Refused.NOTHING_TO_CONFIRM
    if button in _STEPS:
        return _fly(state, button, view)
    if state.last_move:
        return replace(state, last_move=None), None
    helicopter = HELICOPTER_OF[button]
    if view.helicopters[helicopter].acted:
        return state, Refused.HAS_ACTED
    return replace(state, selected=helicopter), None


def _fly(state: ControlState, arrow: Button, view: PoliceView) -> _Pressed:
    helicopter = helicopter_meant(state, view)
    here = view.helicopters[helicopter].crossing if helicopter else None
    if helicopter is None or here is None:
        return state, Refused.NONE_CHOSEN
    there = beyond(here, arrow)
    if there is None:
        return state, Refused.OFF_THE_BOARD
    move = Move(helicopter, there)
    if not _is_last(helicopter, view):
        return state, move
    # What done will confirm must be possible now, so the view is asked before the rules are.
    return (replace(state, last_move=move), None) if _is_offered(move, view) else (state, Refused.BLOCKED)


def beyond(crossing: Crossing, arrow: Button) -> Crossing | None:
    """Return the next crossing in a direction, or None at the edge of the city."""
    row, column = divmod(CROSSINGS.index(crossing), ROADS)
    down, right = _STEPS[arrow]
    row, column = row + down, column + right
    return CROSSINGS[row * ROADS + column] if row in range(ROADS) and column in range(ROADS) else None


def _first_free(wanted: Crossing, taken: set[Crossing | None]) -> Crossing:
    """Return a crossing, or the next one in reading order that is free; after P comes A."""
    start = CROSSINGS.index(wanted)
    return next(crossing for crossing in CROSSINGS[start:] + CROSSINGS[:start] if crossing not in taken)


def _left_to_act(view: PoliceView) -> list[Helicopter]:
    return [helicopter for helicopter, where in view.helicopters.items() if not where.acted]


def _is_last(helicopter: Helicopter, view: PoliceView) -> bool:
    return _left_to_act(view) == [helicopter]


def _is_offered(move: Move, view: PoliceView) -> bool:
    return move.crossing in view.you.moves.get(move.helicopter, ())
