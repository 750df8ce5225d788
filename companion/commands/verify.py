"""`citychase verify`: checks game records against the rules."""

import click
from msgspec import UNSET, Struct, UnsetType

from companion.commands.places import printable
from companion.commands.reading import NumberedGame, Reading, print_json
from companion.commands.sources import records_argument
from companion.games.city_chase.record.mistake import Mistake
from companion.games.city_chase.record.replay import ReplayedGame
from companion.games.city_chase.record.tokens import Closing
from companion.games.city_chase.state import Over


class RightGame(Struct, frozen=True):
    """What `--json` prints for a game that is right."""

    game: int
    ok: bool
    end: str
    round: int
    file: str | UnsetType


class WrongGame(Struct, frozen=True):
    """What `--json` prints for a game that is wrong."""

    game: int
    ok: bool
    round: int
    token: str
    rule: str
    error: str
    file: str | UnsetType


@click.command("verify")
@records_argument
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a game.")
@click.pass_context
def verify_records(context: click.Context, names: tuple[str, ...], *, as_json: bool) -> None:
    """Check game records against the rules.

    Each FILE is a text of one or many games (.chase); - reads standard input. One line a game: how it ended, or the
    first token that cannot be, where it stands, and the number of the rule it breaks (docs/rules.md).

    Exit code: 0 all games are right, 1 a game is wrong or a file has none, 2 a file cannot be read.
    """
    reading = Reading(names)
    for game in reading.games():
        if as_json:
            print_json(report(game))
        else:
            click.echo(describe(game))
    context.exit(reading.exit_code)


def report(game: NumberedGame) -> RightGame | WrongGame:
    """Return what programs are told of a game."""
    outcome, file = game.outcome, game.file or UNSET
    if isinstance(outcome, ReplayedGame):
        return RightGame(game.number, True, outcome.end, outcome.round, file)
    sentence = outcome.objection.sentence()
    return WrongGame(game.number, False, outcome.round, outcome.token, outcome.rule, sentence, file)


def describe(game: NumberedGame) -> str:
    """Return the line that people are told of a game."""
    name = f"{printable(game.file)}: game {game.number}" if game.file else f"game {game.number}"
    if isinstance(game.outcome, ReplayedGame):
        return f"{name}: right, {_describe_end(game.outcome)}"
    return f"{name}: wrong, {_describe_mistake(game.outcome, game)}"


def _describe_end(replayed: ReplayedGame) -> str:
    if replayed.end != Closing.UNFINISHED:
        return f"{replayed.end} in round {replayed.round}"
    manner = "given up" if isinstance(replayed.public, Over) else "unfinished"
    return f"{manner} in round {replayed.round}" if replayed.round else f"{manner} before round 1"


def _describe_mistake(mistake: Mistake, game: NumberedGame) -> str:
    line, column = game.lines.place(mistake.offset)
    where = f"round {mistake.round}, line {line}, column {column}"
    excerpt = printable(game.lines.excerpt(mistake.offset, len(mistake.token)))
    return f"{where}: {excerpt}: {mistake.rule}: {mistake.objection.sentence()}"
