"""`citychase analyse`: what the police could have known after every action."""

import click
from msgspec import UNSET, Struct, UnsetType

from companion.commands.reading import NumberedGame, Reading, print_json
from companion.commands.sources import records_argument
from companion.commands.verify import describe, report
from companion.games.city_chase.analysis import Step, analyse
from companion.games.city_chase.city import Building
from companion.games.city_chase.record.mistake import Mistake
from companion.games.city_chase.record.replay import ReplayedGame


class StepReport(Struct, frozen=True):
    """What `--json` prints for a step."""

    round: int
    token: str
    routes: int
    possible: tuple[Building, ...]
    weights: dict[Building, int]


class GameReport(Struct, frozen=True):
    """What `--json` prints for a game."""

    game: int
    steps: list[StepReport]
    file: str | UnsetType


@click.command("analyse")
@records_argument
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a game.")
@click.pass_context
def analyse_records(context: click.Context, names: tuple[str, ...], *, as_json: bool) -> None:
    """Show what the police could have known after every action.

    Each FILE is a text of one or many games (.chase); - reads standard input. For every step a small map: in how many
    of the thief's possible routes the car is in each building. p, y and g are the helicopters, (y), (r) and (b) the
    Traces that show. Only what the police saw is used, also where the record tells the route.

    Exit code: 0 all games are right, 1 a game is wrong or a file has none, 2 a file cannot be read.
    """
    from companion.commands.city_map import MapPrinter  # noqa: PLC0415 - rich is slow to load, for other commands too

    reading = Reading(names)
    maps = MapPrinter()
    for game in reading.games():
        if as_json:
            print_json(report(game) if isinstance(game.outcome, Mistake) else _report_steps(game, game.outcome))
        elif isinstance(game.outcome, Mistake):
            click.echo(describe(game))
        else:
            maps.print_game(describe(game), game.outcome)
    context.exit(reading.exit_code)


def _report_steps(game: NumberedGame, replayed: ReplayedGame) -> GameReport:
    steps = [_report_step(step) for step in analyse(replayed.public)]
    return GameReport(game.number, steps, game.file or UNSET)


def _report_step(step: Step) -> StepReport:
    weights = {building: weight for building, weight in step.knowledge.weights.items() if weight}
    return StepReport(step.round, step.token, sum(weights.values()), tuple(weights), weights)
