"""Where everything that a wire ends at is on plate and panel, and how long the wire must be for it."""

from collections.abc import Iterator
from math import ceil, dist

from msgspec import Struct

from companion.games.city_chase.city import BUILDINGS
from firmware.plan import BoardPlan
from firmware.signals import Button
from hardware.making.circuit import Part, Place
from hardware.making.layout import Layout, lay_out
from hardware.making.mechanics import read_mechanics
from hardware.making.panel import Panel, lay_out_panel
from hardware.making.papers import SLACK_MM
from hardware.making.sheet import Point

INTO_CASE_MM = 60.0
"""From the wood down to the circuit board in its case, and enough to lift it out with its plugs in."""
FREE_CM = {"barrel": 100, "usb-plug": 100, "piezo": 20}
"""What the plan gives no place to: the supply may stand beside the table, the sounder hangs near the circuit board."""


class Places(Struct, frozen=True):
    """Places on plate and panel, which are joined, from the plate's upper left corner."""

    circuit_board: Point
    parts: dict[str, Point]
    """Those of the parts in the game board, by reference."""

    def length_cm(self, one: Part, other: Part) -> int:
        """Return how long a wire between two parts is cut, in whole centimetres."""
        free = max(FREE_CM.get(one.item, 0), FREE_CM.get(other.item, 0))
        return free or ceil((self._way_mm(one, other) + SLACK_MM) / 10)

    def _way_mm(self, one: Part, other: Part) -> float:
        start, end = self._of(one), self._of(other)
        if not start or not end:
            return 0.0
        if Place.BOARD in {one.place, other.place}:
            # Looms are tied along the roads.
            return abs(start.x - end.x) + abs(start.y - end.y) + INTO_CASE_MM
        return dist((start.x, start.y), (end.x, end.y))

    def _of(self, part: Part) -> Point | None:
        return self.circuit_board if part.place is Place.BOARD else self.parts.get(part.ref)


def find_places(plan: BoardPlan) -> Places:
    """Return the places of a plan's board. Raises BadPlan."""
    mechanics = read_mechanics(plan)
    layout = lay_out(plan, mechanics)
    panel = lay_out_panel(mechanics, plan.power.pi, layout.plate.width)
    case = _below(layout, panel.case.centre)
    return Places(case, {**_of_plate(layout), **_of_panel(layout, panel)})


def _of_plate(layout: Layout) -> dict[str, Point]:
    lights = {f"LED{number}": point for number, point in _with_dark(layout.chain)}
    return lights | {f"S{building}": layout.reeds[building].centre for building in BUILDINGS}


def _with_dark(chain: tuple[tuple[int, Point], ...]) -> Iterator[tuple[int, Point]]:
    """Yield every LED of the chain. Those that stay dark are soldered in beside the next that does not."""
    before = -1
    for number, point in chain:
        yield from ((dark, point) for dark in range(before + 1, number + 1))
        before = number


def _of_panel(layout: Layout, panel: Panel) -> dict[str, Point]:
    return {f"B{number}": _below(layout, panel.buttons[button]) for number, button in enumerate(Button, 1)}


def _below(layout: Layout, place: Point) -> Point:
    return Point(place.x, layout.plate.height + place.y)
