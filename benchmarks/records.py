"""Verifying records, in tokens a second, against python-chess reading PGN, in plies a second."""

import io
import random
from collections.abc import Iterator
from functools import partial

import chess.pgn

from benchmarks.measure import Comparison, best_of
from companion.games.city_chase.actions import Action, Done, Hide, Place, Search, Start
from companion.games.city_chase.city import CROSSINGS
from companion.games.city_chase.pieces import HELICOPTERS
from companion.games.city_chase.record.replay import ReplayedGame, replay_all
from companion.games.city_chase.record.scanning import scan
from companion.games.city_chase.record.writing import write_in_full, write_public
from companion.games.city_chase.rules import Accepted, judge, new_game
from companion.games.city_chase.seats import BoardSeat, ThiefSeat
from companion.games.city_chase.state import Game, Over, PolicePhase
from companion.games.city_chase.views import view_police

GAMES = 1000
CHESS_GAMES = 60
CHESS_PLIES = 80
WANTED = 3
FIRST_ROUND_WITH_ARRESTS = 9
"""Before it random police do not search where the car is: real games are longer than random ones."""


def compare() -> Iterator[Comparison]:
    """Compare records with the route, and public ones."""
    chance = random.Random(1)  # noqa: S311 - games to measure with
    pgn = "\n\n".join(_chess_game(chance) for _ in range(CHESS_GAMES))
    plies = _read_chess(pgn)
    games = [_play(chance) for _ in range(GAMES)]
    for name, text in (
        ("verify records", "\n".join(write_in_full(game) for game in games)),
        ("verify public records", "\n".join(_without_route(game) for game in games)),
    ):
        tokens = sum(len(written.tokens) for written in scan(text))
        seconds, chess_seconds = best_of(partial(_verify, text), partial(_read_chess, pgn), 5)
        yield Comparison(
            name, "token", seconds / tokens, "python-chess reads PGN", "ply", chess_seconds / plies, WANTED
        )


def _do(game: Game, seat: ThiefSeat | BoardSeat, action: Action) -> Game:
    decision = judge(game, seat, action)
    assert isinstance(decision, Accepted)
    return decision.game


def _play(chance: random.Random) -> Game:
    game = new_game()
    for helicopter, crossing in zip(HELICOPTERS, chance.sample(CROSSINGS, 3), strict=True):
        game = _do(game, BoardSeat(), Place(helicopter, crossing))
    game = _do(game, BoardSeat(), Start())
    while not isinstance(game.public, Over):
        if isinstance(game.public, PolicePhase):
            game = _do(game, BoardSeat(), chance.choice(_police_actions(game)))
        else:
            game = _do(game, ThiefSeat(), Hide(chance.choice(game.secret.ways_out())))
            game = _do(game, ThiefSeat(), Done())
    return game


def _police_actions(game: Game) -> list[Action]:
    may_arrest = game.public.round >= FIRST_ROUND_WITH_ARRESTS
    return [
        action
        for action in view_police(game.public, BoardSeat()).you.actions()
        if may_arrest or not isinstance(action, Search) or action.building != game.secret.car
    ]


def _without_route(game: Game) -> str:
    """Return a finished game's record as the police had it before the end."""
    lines = write_public(game.public).split("\n")
    words = [line.split(" ") for line in lines]
    return "\n".join(
        " ".join([word[0], "?", *word[2:]]) if word[0].endswith(".") and word[1] != "surrounded" else line
        for word, line in zip(words, lines, strict=True)
    )


def _verify(text: str) -> None:
    outcomes = [outcome for _, outcome in replay_all(text)]
    assert len(outcomes) == GAMES
    assert all(isinstance(outcome, ReplayedGame) for outcome in outcomes)


def _chess_game(chance: random.Random) -> str:
    game = chess.pgn.Game()
    node: chess.pgn.GameNode = game
    board = game.board()
    while board.ply() < CHESS_PLIES and not board.is_game_over():
        move = chance.choice(list(board.legal_moves))
        node = node.add_variation(move)
        board.push(move)
    return str(game)


def _read_chess(text: str) -> int:
    file = io.StringIO(text)
    plies = 0
    while (game := chess.pgn.read_game(file)) is not None:
        assert not game.errors
        plies += game.end().ply()
    return plies
