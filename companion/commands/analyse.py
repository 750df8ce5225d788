"""`citychase analyse`: what the police could have known after every action."""

from collections.abc import Iterator
from itertools import groupby

import click
from msgspec import UNSET, Struct, UnsetType
from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from companion.commands.city_map import MAP_WIDTH, draw_step
from companion.commands.reading import NumberedGame, Reading, print_json
from companion.commands.sources import records_argument
from companion.commands.verify import describe, report
from companion.games.city_chase.analysis import Step, analyse
from companion.games.city_chase.city import Building
from companion.games.city_chase.pieces import Colour
from companion.games.city_chase.record.mistake import Mistake
from companion.games.city_chase.record.replay import ReplayedGame
from companion.games.city_chase.state import Searched


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
    reading = Reading(names)
    console = Console(highlight=False)
    # On a narrower terminal lines break; cutting them off would hide buildings.
    console.width = max(console.width, MAP_WIDTH)
    for game in reading.games():
        if as_json:
            print_json(report(game) if isinstance(game.outcome, Mistake) else _report_steps(game, game.outcome))
        elif isinstance(game.outcome, Mistake):
            click.echo(describe(game))
        else:
            _print_steps(console, game, game.outcome)
    context.exit(reading.exit_code)


def _report_steps(game: NumberedGame, replayed: ReplayedGame) -> GameReport:
    steps = [_report_step(step) for step in analyse(replayed.public)]
    return GameReport(game.number, steps, game.file or UNSET)


def _report_step(step: Step) -> StepReport:
    weights = {building: weight for building, weight in step.knowledge.weights.items() if weight}
    return StepReport(step.round, step.token, sum(weights.values()), tuple(weights), weights)


def _print_steps(console: Console, game: NumberedGame, replayed: ReplayedGame) -> None:
    console.print(Text(describe(game), "bold underline"))
    drawn = _draw_steps(replayed)
    for _, steps in groupby(drawn, key=lambda pair: pair[0].round):
        console.print()
        console.print(Columns([drawing for _, drawing in steps], padding=(0, 3)))
    console.print()


def _draw_steps(replayed: ReplayedGame) -> Iterator[tuple[Step, Text]]:
    traces: dict[Building, Colour] = {}
    for step in analyse(replayed.public):
        if isinstance(step.deed, Searched) and step.deed.find.colour:
            traces[step.deed.building] = step.deed.find.colour
        yield step, draw_step(step, traces)
