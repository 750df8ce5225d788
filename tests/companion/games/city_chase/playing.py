"""Plays games in tests: whole rounds in a line, and loud when something expected to be right is rejected."""

from companion.games.city_chase.actions import Action, Done, Hide, Move, Place, Start
from companion.games.city_chase.pieces import HELICOPTERS, Helicopter
from companion.games.city_chase.rejection import Rejected
from companion.games.city_chase.rules import Accepted, judge, new_game
from companion.games.city_chase.seats import BoardSeat, PoliceSeat, Seat, ThiefSeat, WatchSeat
from companion.games.city_chase.state import Game

PINK, YELLOW, GREEN = HELICOPTERS
THIEF = ThiefSeat()
BEN = PoliceSeat("ben")
CHLOE = PoliceSeat("chloe")
WATCHER = WatchSeat()
BOARD = BoardSeat()

PATROL = {"A": "B", "B": "A", "D": "H", "H": "D", "P": "O", "O": "P"}
"""Where a helicopter flies that only goes to and fro, from A, D or P."""


def accept(game: Game, seat: Seat, action: Action) -> Accepted:
    decision = judge(game, seat, action)
    assert isinstance(decision, Accepted), f"{action} was rejected: {decision}"
    return decision


def do(game: Game, seat: Seat, *actions: Action) -> Game:
    for action in actions:
        game = accept(game, seat, action).game
    return game


def reject(game: Game, seat: Seat, action: Action) -> Rejected:
    decision = judge(game, seat, action)
    assert isinstance(decision, Rejected), f"{action} was accepted"
    return decision


def broken_rule(game: Game, seat: Seat, action: Action) -> str | None:
    return reject(game, seat, action).rule


def begin(crossings: str = "FGK") -> Game:
    """Return round 1's thief phase with pink, yellow and green on these crossings."""
    placed = (Place(helicopter, at) for helicopter, at in zip(Helicopter, crossings, strict=True))
    return do(new_game(), BEN, *placed, Start())


def hide(game: Game, building: int) -> Game:
    return do(game, THIEF, Hide(building), Done())


def patrol(game: Game) -> Game:
    """Play a police phase that finds nothing: every helicopter flies."""
    moves = (Move(one, PATROL[str(at)]) for one, at in zip(Helicopter, game.public.crossings, strict=True))
    return do(game, BEN, *moves)


def play_rounds(route: tuple[int, ...]) -> Game:
    """Play whole rounds in which the police only patrol, from A, D and P."""
    game = begin("ADP")
    for building in route:
        game = patrol(hide(game, building))
    return game
