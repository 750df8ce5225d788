"""A table in this process, with a simulated board that a test is the clock and the hand of. No thread, no server."""

from pathlib import Path
from types import TracebackType
from typing import Any, Self

from msgspec import Struct
from msgspec.json import decode
from msgspec.structs import replace

from companion.games.city_chase.actions import Done, Hide, Place, Start
from companion.games.city_chase.city import Building
from companion.games.city_chase.hand import Hand
from companion.games.city_chase.pieces import Helicopter
from companion.games.city_chase.state import Public, Secret
from companion.settings.book import SettingsBook
from companion.settings.office import Office
from companion.settings.values import defaults_of
from companion.table.actions import Action, Mode, NewGame, PassOn, Request
from companion.table.journal import Journal
from companion.table.refusal import Refusal, code_of
from companion.table.seats import Player, SeatKind
from companion.table.storage import Storage
from companion.table.table import Table
from firmware.attendant import Attendant
from firmware.board import Board, Drivers
from firmware.frames import RGB, Frame, building_light, crossing_light
from firmware.hardware import open_drivers
from firmware.loop import Loop
from firmware.plan import BoardPlan, read_plan
from firmware.signals import Button
from firmware.simulated import SimulatedBoard
from firmware.sound import Sound
from firmware.tuning import FindTuning
from tests.firmware.clock import Clock

PLAN = read_plan()
PERIOD = 1 / PLAN.switches.scans_per_second
NOTICED_S = 0.05
"""Long enough for the switches to agree, too short for a lift to be meant."""
MEANT_S = PLAN.switches.hold_s + NOTICED_S
KEPT_PIN = "00$00"
"""What is kept of a PIN that nobody has to know."""
WHEN = "2026-11-18T19:02:11+00:00"


def at_seven() -> str:
    """Return the time of every entry: two tables that did the same have the same journal."""
    return WHEN


class HeardBoard(Board):
    """A board that remembers what it was told to play, and when."""

    def __init__(self, plan: BoardPlan, drivers: Drivers, find_tuning: FindTuning) -> None:
        super().__init__(plan, drivers, find_tuning)
        self.heard: list[tuple[float, Sound]] = []

    def play(self, sound: Sound, now: float) -> None:
        self.heard.append((round(now, 4), sound))
        super().play(sound, now)


class OpenTable:
    """A table, its folder and its board. Time passes when it is told to."""

    def __init__(self, folder: Path, language: str = "en") -> None:
        self.folder = folder
        self._defaults = replace(defaults_of(PLAN), language=language)
        self.clock = Clock()
        self.simulated = SimulatedBoard(PLAN, self.clock)
        self.frames: list[tuple[float, Frame]] = []
        """Every frame that was sent, with its time."""
        self.open()

    def open(self) -> None:
        self.storage = Storage(self.folder)
        self.journal = Journal(self.storage.journal)
        self.table = Table(self.storage, self.journal, "simulated", at_seven)
        self.book = SettingsBook(self.folder, self._defaults)
        self.office = Office(self.folder, self.book, self.clock)
        self.board = HeardBoard(PLAN, open_drivers(PLAN, self.simulated), lambda: self.book.settings)
        attendant = Attendant(self.table, self.board, self.clock)
        self.clock.go(PERIOD)
        attendant.open()
        self.loop = Loop(self.board, attendant.look, attendant.tell)

    def close(self) -> None:
        self.board.close()
        self.journal.close()
        self.storage.close()

    def restart(self) -> None:
        """Be another table at the same folder and the same board, as after a power cut."""
        self.close()
        self.open()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
        self.simulated.close()

    # Time and hands

    def pass_time(self, seconds: float) -> None:
        """Let the board be looked at for a while, and keep every frame it sends."""
        strip = self.simulated.strip
        for _ in range(round(seconds / PERIOD)):
            before = strip.frames
            self.loop.step(self.clock.go(PERIOD))
            if strip.frames != before:
                self.frames.append((round(self.clock.now, 4), strip.lights()))

    def lift(self, *buildings: Building, for_s: float = NOTICED_S) -> None:
        """Lift buildings one after the other; each is noticed before the next."""
        for building in buildings:
            self.simulated.lift(building)
            self.pass_time(for_s)

    def hold(self, building: Building) -> None:
        """Lift a building for long enough to be meant."""
        self.lift(building, for_s=MEANT_S)

    def place(self, *buildings: Building) -> None:
        for building in buildings:
            self.simulated.place(building)
            self.pass_time(NOTICED_S)

    def press(self, *buttons: Button) -> None:
        for button in buttons:
            self.simulated.press(button)
            self.pass_time(0.2)

    def hold_down(self, button: Button) -> None:
        seconds = PLAN.buttons.hold_s + 0.1
        self.simulated.press(button, hold_ms=seconds * 1000)
        self.pass_time(seconds + 0.1)

    # What there is to see and hear

    def sounds(self) -> list[Sound]:
        """Return what was heard since this was last asked."""
        heard = [sound for _, sound in self.board.heard]
        self.board.heard.clear()
        return heard

    def light(self, building: Building) -> RGB:
        return self.simulated.strip.lights()[building_light(building)]

    def crossing_light(self, crossing: str) -> RGB:
        return self.simulated.strip.lights()[crossing_light(crossing)]

    def lights_of(self, building: Building, seconds: float = 2.0) -> set[RGB]:
        """Return every colour that a building shows in the next seconds."""
        shown = {self.light(building)}
        for _ in range(round(seconds / PERIOD)):
            self.pass_time(PERIOD)
            shown.add(self.light(building))
        return shown

    # Players

    def sit(self, seat: SeatKind, name: str = "", pin: str | None = None) -> Player:
        seated = self.table.sit_down(seat, name or seat, pin or (KEPT_PIN if seat == "thief" else None))
        assert isinstance(seated, Player), seated
        return seated

    def do(self, player: Player | None, *actions: Action) -> None:
        """Do what a player does, or a button of the board; it must be allowed."""
        for action in actions:
            refusal = self.ask(player, action)
            assert refusal is None, f"{action} was refused: {refusal}"

    def ask(self, player: Player | None, action: Action) -> Refusal | None:
        if player is not None:
            return self.table.act(player, Request(action))
        assert not isinstance(action, PassOn)
        return self.table.act_for_board(action)

    def code(self, player: Player | None, action: Action) -> str | None:
        """Return the code that an action is refused with."""
        refusal = self.ask(player, action)
        return code_of(refusal) if refusal else None

    # What there is behind the views

    def public(self) -> Public:
        assert self.table.scene.play is not None
        return self.table.scene.play.game.public

    def secret(self) -> Secret:
        assert self.table.scene.play is not None
        return self.table.scene.play.game.secret

    def hand(self) -> Hand:
        return self.table.scene.hand

    def view(self, player: Player | None = None) -> dict[str, Any]:
        """Return a view as it travels."""
        decoded: dict[str, Any] = decode(self.table.letter(player, "en").text)
        return decoded

    def rows(self) -> int:
        """Return how many entries the journal has."""
        return sum(len(self.journal.entries(game)) for game in self.journal.games())


class Players(Struct, frozen=True):
    """Who plays in most tests."""

    thief: Player
    ben: Player


def begin(opened: OpenTable, mode: Mode = Mode.OPEN, crossings: str = "FGK") -> Players:
    """Sit a thief and a police player down and play up to round 1's thief phase."""
    players = Players(opened.sit("thief", "Ana"), opened.sit("police", "Ben"))
    opened.do(players.ben, NewGame(mode), *places(crossings), Start())
    return players


def places(crossings: str) -> tuple[Place, ...]:
    return tuple(Place(helicopter, at) for helicopter, at in zip(Helicopter, crossings, strict=True))


def hide(opened: OpenTable, thief: Player, building: Building) -> None:
    """Play a thief phase on the phone alone."""
    opened.do(thief, Hide(building), Done())


def hide_by_hand(opened: OpenTable, thief: Player, building: Building) -> None:
    """Play a classic thief phase: run, hide, pin."""
    car = opened.secret().car
    for one in (car, building):
        if one is not None:
            opened.lift(one)
            opened.place(one)
    hide(opened, thief, building)
