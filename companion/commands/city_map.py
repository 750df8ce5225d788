"""Draws the city on a terminal: how many routes have the car in each building, and where the helicopters are."""

from collections.abc import Iterator
from itertools import groupby

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from companion.games.city_chase.analysis import Step, analyse
from companion.games.city_chase.city import BUILDINGS, CROSSINGS, ROADS, SIDE, Building
from companion.games.city_chase.pieces import HELICOPTERS, Colour, Helicopter
from companion.games.city_chase.record.replay import ReplayedGame
from companion.games.city_chase.state import Moved, Searched

CELL = 6
"""Characters a building is wide: five digits and a gap."""
MAP_WIDTH = SIDE * CELL

_HELICOPTER_STYLES = {
    Helicopter.PINK: "black on bright_magenta",
    Helicopter.YELLOW: "black on bright_yellow",
    Helicopter.GREEN: "black on bright_green",
}
_TRACE_STYLES = {Colour.YELLOW: "bold bright_yellow", Colour.RED: "bold bright_red", Colour.BLUE: "bold bright_blue"}
# From hardly likely to certain, dark enough for white figures. The figures say the same without colour.
_HEAT = ("on color(17)", "on color(18)", "on color(54)", "on color(90)", "on color(124)", "on color(160)")


class MapPrinter:
    """Prints games as rows of small maps, a row a round."""

    def __init__(self) -> None:
        self._console = Console(highlight=False)
        # On a narrower terminal lines break; cutting them off would hide buildings.
        self._console.width = max(self._console.width, MAP_WIDTH)

    def print_game(self, headline: str, replayed: ReplayedGame) -> None:
        """Print what could be known after every step of a game."""
        self._console.print(Text(headline, "bold underline"))
        for _, steps in groupby(_draw_steps(replayed), key=lambda pair: pair[0].round):
            self._console.print()
            self._console.print(Columns([drawing for _, drawing in steps], padding=(0, 3)))
        self._console.print()


def _draw_steps(replayed: ReplayedGame) -> Iterator[tuple[Step, Text]]:
    traces: dict[Building, Colour] = {}
    for step in analyse(replayed.public):
        if isinstance(step.deed, Searched) and step.deed.find.colour:
            traces[step.deed.building] = step.deed.find.colour
        yield step, draw_step(step, traces)


def draw_step(step: Step, traces: dict[Building, Colour]) -> Text:
    """Return a small map of what can be known after a step, under a headline."""
    weights = step.knowledge.weights
    routes = step.knowledge.routes
    drawing = Text(no_wrap=True)
    drawing.append(f"{step.round}. {step.token}".ljust(MAP_WIDTH), "bold")
    drawing.append(f"\n{_tell(step)}\n{_count(routes, len(step.knowledge.possible))}\n")
    for row in range(SIDE):
        for building in BUILDINGS[row * SIDE : (row + 1) * SIDE]:
            drawing.append_text(_draw_building(weights[building], routes, traces.get(building)))
        drawing.append("\n")
        if row < ROADS:
            drawing.append_text(_draw_road(row, step))
    return drawing


def _tell(step: Step) -> str:
    match step.deed:
        case None:
            return "the thief has hidden"
        case Moved(helicopter=helicopter, origin=origin, crossing=crossing):
            return f"{helicopter} flies from {origin} to {crossing}"
        case Searched(helicopter=helicopter, building=building, find=find):
            found = f"{find.colour} Trace" if find.colour else find.found
            return f"{helicopter} lifts {building}: {found}"


def _count(routes: int, buildings: int) -> str:
    return f"{routes} route{'s' * (routes != 1)}, {buildings} building{'s' * (buildings != 1)}"


def _draw_building(weight: int, routes: int, trace: Colour | None) -> Text:
    if weight:
        # Half of all routes in one building is as hot as it gets.
        level = min(weight * len(_HEAT) * 2 // routes, len(_HEAT) - 1)
        return Text.assemble((str(weight).center(CELL - 1), f"white {_HEAT[level]}"), " ")
    if trace:
        return Text.assemble((f"({trace[0]})".center(CELL - 1), _TRACE_STYLES[trace]), " ")
    return Text("·".center(CELL - 1) + " ", "dim")


def _draw_road(row: int, step: Step) -> Text:
    line = Text(" " * (CELL - 1))
    for crossing in CROSSINGS[row * ROADS : (row + 1) * ROADS]:
        if crossing in step.crossings:
            helicopter = HELICOPTERS[step.crossings.index(crossing)]
            line.append(helicopter.letter, _HELICOPTER_STYLES[helicopter])
        else:
            line.append("+", "dim")
        line.append(" " * (CELL - 1))
    return line.append("\n")
