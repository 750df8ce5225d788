"""The power budget, worked out from the plan: what everything draws at 5 V, which supply gives it, which fuse holds it.

The firmware keeps to the same numbers: a plan with too small a supply is refused, and no frame draws more than the plan
allows. None of them was measured on a board yet; where a builder can, a measured figure is the better one.
"""

from msgspec import Struct

from firmware.parts import LEAST_LIMIT_MA, BoardPlan, Expanders, PiModel

BUSY_PI_MA: dict[PiModel, int] = {"zero2w": 700, "3": 1340, "4": 1600, "5": 2400}
"""What a Pi draws that is as busy as can be, without anything in its USB ports.

Pi 5 and 4: the peaks of 12 W and 8 W that Raspberry Pi named when it announced the Pi 5. Pi 3: the highest under stress
of a 3B, from the table of typical power requirements in Raspberry Pi's documentation (power-supplies.adoc). No peak of
a Zero 2 W was published: twice the 350 mA that are typical of it in the same table.
"""
OWN_SUPPLY_MA: dict[PiModel, int] = {"zero2w": 2000, "3": 2500, "4": 3000, "5": 5000}
"""What Raspberry Pi recommends a Pi's own supply to give, from the same table. Less is never advised, LEDs or not."""
PI_NAMES: dict[PiModel, str] = {"zero2w": "Zero 2 W", "3": "3", "4": "4", "5": "5"}
SHIFTER_MA = 10
"""A 74AHCT125: 1.5 mA for each input at only 3.3 V by its data sheet, and as much again for driving a long wire."""
BUZZER_MA = 16
"""The most that a pin of the Pi may give."""
EXPANDER_MA = 5
"""An MCP23017: 1 mA of its own by its data sheet, and 0.1 mA for each pull-up with a closed switch."""
PULL_UPS_MA = 2
"""The matrix: five columns, even with pull-ups of 10 kilohms."""
MARGIN_PARTS = 5
"""A fifth more than is drawn: supplies grow old and warm, and lose some in their cable."""
SUPPLIES_MA = (2500, 3000, 4000, 5000, 6000, 8000, 10_000)
"""What 5 V supplies are sold with. More needs wires and plugs that are no longer a weekend's."""
FUSES_MA = (500, 630, 800, 1000, 1250, 1600, 2000, 2500, 3150, 4000, 5000, 6300, 8000, 10_000, 12_500, 16_000)
"""Usual fuses of 5 x 20 mm."""
LASTING_SHARE = 0.75
"""Of its value, that a fuse carries for ever without growing tired."""
WIRES = ((0.5, 3000), (0.75, 6000), (1.0, 10_000), (1.5, 16_000))
"""Copper in square millimetres, and the milliamperes that flexible cords of it may carry."""


class Draw(Struct, frozen=True):
    """Something that draws current, and how much at most."""

    what: str
    ma: int


class Branch(Struct, frozen=True):
    """Wires behind a fuse of their own. It is a slow one: charging the capacitor is no fault."""

    ma: int
    """What flows there at most."""
    fuse_ma: int
    wire_mm2: float
    """The thinnest copper that the fuse still protects."""


class Budget(Struct, frozen=True, kw_only=True):
    """What a plan comes to."""

    leds: Draw
    pi: Draw
    rest: tuple[Draw, ...]
    margin_ma: int
    needed_ma: int
    """What the supply must give at least."""
    supply_ma: int | None
    """The supply to choose: the smallest usual one that gives it. None where even the largest does not."""
    led_branch: Branch
    feed_mm2: float
    """The copper from the supply to the board and to the Pi's own socket: it bears whatever the supply gives, so that
    nothing but the LEDs, whose wires are thinner, needs a fuse."""
    white_ma: int
    """What the LEDs would draw if all were white at full brightness and nothing restrained them."""

    @property
    def draws(self) -> tuple[Draw, ...]:
        """Everything that draws current."""
        return (self.leds, self.pi, *self.rest)

    @property
    def drawn_ma(self) -> int:
        """All of it together."""
        return sum(draw.ma for draw in self.draws)


def work_out(plan: BoardPlan) -> Budget:
    """Return the power budget of a plan."""
    pi = plan.power.pi
    leds = Draw("LEDs", min(plan.leds.limit_ma, plan.leds.white_ma))
    busy = Draw(f"a busy Pi {PI_NAMES[pi]}", BUSY_PI_MA[pi])
    rest = _rest(plan)
    drawn = sum(draw.ma for draw in (leds, busy, *rest))
    margin = -(-drawn // MARGIN_PARTS)
    needed = max(drawn + margin, OWN_SUPPLY_MA[pi])
    supply = next((one for one in SUPPLIES_MA if one >= needed), None)
    return Budget(
        leds=leds,
        pi=busy,
        rest=rest,
        margin_ma=margin,
        needed_ma=needed,
        supply_ma=supply,
        # The level shifter is behind the same fuse: without 5 V there must be no signal either.
        led_branch=_protect(leds.ma + SHIFTER_MA),
        feed_mm2=_wire(max(plan.power.supply_ma, needed)),
        white_ma=plan.leds.white_ma,
    )


def _rest(plan: BoardPlan) -> tuple[Draw, ...]:
    switches = (
        Draw("expanders", EXPANDER_MA * len(plan.switches.addresses))
        if isinstance(plan.switches, Expanders)
        else Draw("pull-ups", PULL_UPS_MA)
    )
    return (Draw("level shifter", SHIFTER_MA), Draw("buzzer", BUZZER_MA), switches)


def _protect(ma: int) -> Branch:
    fuse = next(one for one in FUSES_MA if one * LASTING_SHARE >= ma)
    return Branch(ma, fuse, _wire(fuse))


def _wire(ma: int) -> float:
    """Return the thinnest usual wire for a current. The plan's own limits stay below what the thickest carries."""
    return next(mm2 for mm2, carried in WIRES if carried >= ma)


def find_supply_problem(plan: BoardPlan) -> str | None:
    """Return why a plan's supply is too small, and what to change to what."""
    budget = work_out(plan)
    if plan.power.supply_ma >= budget.needed_ma:
        return None
    parts = ", ".join(f"{draw.what} {draw.ma}" for draw in budget.draws)
    if budget.needed_ma > budget.drawn_ma + budget.margin_ma:
        parts = f"{parts}, and no Pi {PI_NAMES[plan.power.pi]} should have less"
    return (
        f"[power] supply_ma: {plan.power.supply_ma} mA are too little, {budget.needed_ma} are needed "
        f"({parts}, margin {budget.margin_ma}). {_way_out(plan, budget)}"
    )


def _way_out(plan: BoardPlan, budget: Budget) -> str:
    if budget.supply_ma is None:
        largest = SUPPLIES_MA[-1]
        return f"Take a supply of {largest} mA and lower [leds] limit_ma to {_most_for_leds(budget, largest)}."
    limit = _most_for_leds(budget, plan.power.supply_ma)
    can_lower = plan.power.supply_ma >= OWN_SUPPLY_MA[plan.power.pi] and limit >= max(
        LEAST_LIMIT_MA, plan.leds.dark_ma + 1
    )
    return f"Take a supply of {budget.supply_ma} mA{f', or lower [leds] limit_ma to {limit}' if can_lower else ''}."


def _most_for_leds(budget: Budget, supply_ma: int) -> int:
    """Return what a supply leaves for the LEDs, once all else and the margin are taken off."""
    return supply_ma * MARGIN_PARTS // (MARGIN_PARTS + 1) - (budget.drawn_ma - budget.leds.ma)
