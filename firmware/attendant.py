"""Stands between a board and the table: passes on what hands and buttons do, and gives it light and sound.

It decides nothing about the game. What a lift or a button comes to, the table says. While a classic thief is hiding,
the board neither lights nor sounds what the switches see.
"""

from collections.abc import Callable

from msgspec.structs import replace

from companion.games.city_chase import hand as hands
from companion.games.city_chase.actions import Abandon
from companion.games.city_chase.city import BUILDINGS
from companion.games.city_chase.events import Ended, Event
from companion.games.city_chase.pieces import Helicopter
from companion.games.city_chase.seats import BoardSeat
from companion.games.city_chase.state import PolicePhase, Searched, Setup
from companion.games.city_chase.views import PoliceView, PublicView, view_police, view_public
from companion.table.actions import NewGame
from companion.table.table import Table
from companion.table.views import Scene
from firmware import control
from firmware.board import Board
from firmware.control import ControlState, Outcome, Refused, point_out, press
from firmware.picture import NOTHING_UP, Discovery, Picture
from firmware.signals import ButtonSignal, Held, HeldDown, Lifted, Pinned, Pressed, Signal
from firmware.sound import Sound, sound_for

AGAIN_S = 1.0
"""How soon the table is told again what it could not write down."""


class Attendant:
    """One board at one table."""

    def __init__(self, table: Table, board: Board, clock: Callable[[], float]) -> None:
        self._table = table
        self._board = board
        self._clock = clock
        self._begun = ControlState()
        self._game: int | None = None
        self._discovery: Discovery | None = None
        self._ended_at: float | None = None
        self._is_blind = False
        self._put_right_at = 0.0

    def open(self) -> None:
        """Take the first look at the board, and let the table compare it with what it should be."""
        self._board.step(self._clock())
        self._table.board_opened(self._board.in_place)

    def tell(self, signals: tuple[Signal, ...]) -> bool:
        """Pass on what happened on the board. Returns whether the lights may answer at once.

        While a classic thief is hiding they may not: a frame out of turn would tell that something was lifted.
        """
        # Of what is seen in one scan, what came back is told first: who exchanges two buildings has one up, not two.
        for signal in sorted(signals, key=lambda one: not isinstance(one, Pinned)):
            match signal:
                case Lifted(building):
                    self._lifted(building)
                case Pinned(building):
                    self._table.pinned(building)
                case Held(building):
                    self._held(building)
                case Pressed() | HeldDown():
                    self._pressed(signal)
        play = self._table.scene.play
        return play is None or not play.hides_board

    def look(self) -> tuple[PublicView, Picture]:
        """Return what the board is to show now, and sound what has happened since the last look."""
        now = self._clock()
        self._put_right(now)
        scene = self._table.scene
        for event in self._table.fetch_events():
            self._follow(event, now)
        if not self._is_blind and "switches" in self._board.lost_parts:
            self._is_blind = True
            self._table.switches_lost()
        if scene.play and scene.play.id != self._game:
            self._game, self._discovery, self._ended_at = scene.play.id, None, None
        view = view_public(scene.play.game.public if scene.play else Setup())
        return view, self._picture(scene)

    def _put_right(self, now: float) -> None:
        """Tell the table again what it could not write down: the board is compared as a whole."""
        up = self._table.scene.hand.up
        seen = frozenset(BUILDINGS) - self._board.in_place
        if up == seen or self._is_blind or now < self._put_right_at:
            return
        self._put_right_at = now + AGAIN_S
        for building in up - seen:
            self._table.pinned(building)
        for building in seen - up:
            self._table.lifted(building)

    def _lifted(self, building: int) -> None:
        self._table.lifted(building)
        scene = self._table.scene
        if _is_police_phase(scene) and building not in scene.hand.spent:
            self._sound(Sound.SENSED)

    def _held(self, building: int) -> None:
        if self._table.held(building):
            self._sound(Sound.NOT_ALLOWED)

    def _pressed(self, signal: ButtonSignal) -> None:
        scene = self._table.scene
        view, choosing = _boards_view(scene), _choosing(scene)
        self._begun, outcome = press(self._begun, signal, view, choosing, has_resumed=scene.has_resumed)
        if not isinstance(outcome, Abandon):
            # Whoever presses a button goes on with the game.
            self._table.go_on()
        if not self._do(outcome, scene):
            self._sound(Sound.NOT_ALLOWED)

    def _do(self, outcome: Outcome, scene: Scene) -> bool:
        """Do what a button wants, and tell whether it could be."""
        if outcome is None:
            return True
        if isinstance(outcome, Refused):
            return False
        action = NewGame(scene.mode) if isinstance(outcome, control.NewGame) else outcome
        return self._table.act_for_board(action) is None

    def _follow(self, event: Event, now: float) -> None:
        if isinstance(event, Searched):
            self._discovery = Discovery(event.building, event.find, now)
        elif isinstance(event, Ended):
            self._ended_at = now
        sound = sound_for(event)
        if sound is not None:
            self._sound(sound)

    def _sound(self, sound: Sound) -> None:
        self._board.play(sound, self._clock())

    def _picture(self, scene: Scene) -> Picture:
        if scene.play is None:
            return Picture(lifted=scene.hand.lifted)
        hand = scene.play.hand
        happened = replace(NOTHING_UP, discovery=self._discovery, ended_at=self._ended_at, is_resumed=scene.has_resumed)
        if scene.play.hides_board:
            return happened
        found = self._discovery.building if self._discovery else None
        # The building that was searched shows what was found for as long as it is up; the others are to go back.
        refused = (hand.spent & hand.lifted) - hand.missing - {found}
        up = replace(happened, lifted=hand.lifted, missing=tuple(sorted(hand.missing)))
        picture = replace(up, refused=refused if scene.play.is_running else frozenset())
        view = _boards_view(scene)
        return point_out(picture, self._begun, view, _choosing(scene)) if view else picture


def _boards_view(scene: Scene) -> PoliceView | None:
    return view_police(scene.play.game.public, BoardSeat()) if scene.play else None


def _choosing(scene: Scene) -> tuple[Helicopter, ...]:
    play = scene.play
    return hands.searchers(play.game.public, play.hand.choosing) if play and play.hand.choosing else ()


def _is_police_phase(scene: Scene) -> bool:
    return scene.play is not None and isinstance(scene.play.game.public, PolicePhase)
