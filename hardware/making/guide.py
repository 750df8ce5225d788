"""The build guide, `hardware/README.md`: a text in which every pin, number and part comes from the plan."""

from collections.abc import Iterator
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from companion.games.city_chase.city import BUILDINGS, CROSSINGS
from companion.games.city_chase.pieces import ROUNDS
from firmware.budget import PI_NAMES, Budget, work_out
from firmware.plan import BoardPlan, Expanders, Matrix, name_pins
from hardware.making.bom import list_parts
from hardware.making.design import design
from hardware.making.electronics import EXPANDERS, variant_plan
from hardware.making.figures import figures
from hardware.making.header import PIN_OF

TEMPLATE = "guide.md"
FIRST_LIGHTS = 5
"""So many are soldered before the first test of lights."""
INPUTS = (*(f"A{number}" for number in range(7)), *(f"B{number}" for number in range(7)))
"""Of an MCP23017, in the order of the plan. A7 and B7 are no inputs on newer chips."""


def files(plan: BoardPlan) -> dict[str, bytes]:
    """Return the guide by its path below hardware/. Raises BadPlan."""
    pages = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701 - it is no HTML
    )
    text = pages.get_template(TEMPLATE).render(
        has_matrix=isinstance(plan.switches, Matrix),
        at="" if isinstance(plan.switches, Matrix) else EXPANDERS,
        pins=list(_pins(plan)),
        chips=list(_chips(plan)) or list(_chips(variant_plan(plan))),
        lines=list_parts(plan, design(plan)),
        euros=sum(line.price for line in list_parts(plan, design(plan))),
        budget=work_out(plan),
        first_lights=",".join(name for _, name in sorted(_lights(plan))[:FIRST_LIGHTS]),
        draws=list(_draws(work_out(plan))),
        pi=PI_NAMES[plan.power.pi],
        supply_a=f"{plan.power.supply_ma / 1000:g}",
        plan=plan,
        **figures(plan),
    )
    return {"README.md": text.encode()}


def _pins(plan: BoardPlan) -> Iterator[tuple[int, int, str]]:
    """Yield every used pin: its BCM number, where it is on the header, and its place in the plan."""
    yield from ((bcm, PIN_OF[bcm], use) for bcm, use in name_pins(plan))


def _chips(plan: BoardPlan) -> Iterator[tuple[int, list[tuple[str, int]]]]:
    """Yield every expander's address, with its inputs and their buildings."""
    if isinstance(plan.switches, Expanders):
        for address, buildings in zip(plan.switches.addresses, plan.switches.buildings, strict=True):
            yield address, list(zip(INPUTS, buildings, strict=False))


def _lights(plan: BoardPlan) -> Iterator[tuple[int, str]]:
    """Yield every light's place in the chain, and what `board test --only` calls it."""
    names = (*map(str, BUILDINGS), *CROSSINGS, *(f"R{number}" for number in range(1, ROUNDS + 1)))
    yield from zip(plan.leds.chain, names, strict=True)


def _draws(budget: Budget) -> Iterator[tuple[str, int]]:
    yield from ((draw.what, draw.ma) for draw in budget.draws)
    yield "a fifth more, as a margin", budget.margin_ma
