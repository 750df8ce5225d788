from importlib.resources import files
from typing import get_args

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from firmware.budget import BUSY_PI_MA, FUSES_MA, LASTING_SHARE, SUPPLIES_MA, WIRES, find_supply_problem, work_out
from firmware.frames import LIGHTS, RGB
from firmware.parts import PiModel
from firmware.plan import BadPlan, BoardPlan, Power, parse_plan, read_plan
from firmware.power import current_ma, restrain

TEXT = (files("hardware") / "board.toml").read_text()
PLAN = read_plan()
WITH_EXPANDERS = parse_plan((files("hardware") / "expanders.toml").read_bytes())
MODELS: tuple[PiModel, ...] = get_args(PiModel)

colours = st.tuples(*[st.integers(0, 255)] * 3)
plans = st.builds(
    lambda plan, limit_ma, pi, supply_ma: replace(
        plan, leds=replace(plan.leds, limit_ma=limit_ma), power=Power(pi, supply_ma)
    ),
    st.sampled_from((PLAN, WITH_EXPANDERS)),
    st.integers(100, 10_000),
    st.sampled_from(MODELS),
    st.integers(1000, 10_000),
)


def test_the_budget_of_the_plan_that_comes_with_the_program() -> None:
    budget = work_out(PLAN)
    assert [(draw.what, draw.ma) for draw in budget.draws] == [
        ("LEDs", 1200),
        ("a busy Pi 4", 1600),
        ("level shifter", 10),
        ("buzzer", 16),
        ("pull-ups", 2),
    ]
    assert (budget.drawn_ma, budget.margin_ma, budget.needed_ma, budget.supply_ma) == (2828, 566, 3394, 4000)
    assert (budget.led_branch.ma, budget.led_branch.fuse_ma, budget.led_branch.wire_mm2) == (1210, 2000, 0.5)
    assert budget.feed_mm2 == 0.75
    assert budget.white_ma == 52 * 61


def test_expanders_draw_more_than_pull_ups() -> None:
    assert work_out(WITH_EXPANDERS).drawn_ma - work_out(PLAN).drawn_ma == 8


def test_leds_never_count_for_more_than_all_of_them_white() -> None:
    assert work_out(replace(PLAN, leds=replace(PLAN.leds, limit_ma=9000))).leds.ma == PLAN.leds.white_ma


@given(plans, st.lists(colours, min_size=LIGHTS, max_size=LIGHTS), st.floats(0.01, 1))
def test_no_frame_draws_more_than_its_share_of_the_budget(plan: BoardPlan, frame: list[RGB], brightness: float) -> None:
    shown = restrain(tuple(frame), plan.leds, brightness)
    assert current_ma(shown, plan.leds.count) <= work_out(plan).leds.ma


def test_white_without_restraint_draws_what_the_budget_says() -> None:
    assert current_ma(((255, 255, 255),) * LIGHTS, PLAN.leds.count) == work_out(PLAN).white_ma


@pytest.mark.parametrize(("pi", "supply_ma"), [("zero2w", 2500), ("3", 4000), ("4", 4000), ("5", 5000)])
def test_every_pi_has_a_supply(pi: PiModel, supply_ma: int) -> None:
    assert work_out(replace(PLAN, power=Power(pi))).supply_ma == supply_ma


@given(plans)
def test_no_budget_is_below_what_is_drawn_and_no_fuse_below_what_it_must_hold(plan: BoardPlan) -> None:
    budget = work_out(plan)
    assert budget.leds.ma == min(plan.leds.limit_ma, plan.leds.white_ma)
    assert budget.pi.ma == BUSY_PI_MA[plan.power.pi]
    assert budget.drawn_ma == sum(draw.ma for draw in budget.draws)
    assert budget.needed_ma >= budget.drawn_ma * 1.2
    assert budget.supply_ma is None or budget.needed_ma <= budget.supply_ma in SUPPLIES_MA
    carried, branch = dict(WIRES), budget.led_branch
    assert budget.leds.ma < branch.ma <= branch.fuse_ma * LASTING_SHARE
    assert branch.fuse_ma in FUSES_MA
    assert branch.fuse_ma <= carried[branch.wire_mm2]


@given(plans)
def test_a_plan_is_refused_exactly_where_its_supply_does_not_give_the_budget(plan: BoardPlan) -> None:
    budget = work_out(plan)
    assert (find_supply_problem(plan) is None) == (plan.power.supply_ma >= budget.needed_ma)


@given(plans)
def test_who_does_as_a_refusal_says_is_not_refused_again(plan: BoardPlan) -> None:
    problem = find_supply_problem(plan)
    assume(problem is not None)
    assert problem is not None
    advice = problem.split("). ")[1].removesuffix(".")
    for way in advice.split(", or "):
        changed = plan
        for step in way.split(" and "):
            value = int(step.removesuffix(" mA").rpartition(" ")[2])
            changed = (
                replace(changed, power=replace(changed.power, supply_ma=value))
                if "supply" in step
                else replace(changed, leds=replace(changed.leds, limit_ma=value))
            )
        assert changed != plan
        assert find_supply_problem(changed) is None
        assert changed.leds.limit_ma > changed.leds.dark_ma


@pytest.mark.parametrize(
    ("pi", "supply_ma", "limit_ma", "complaint"),
    [
        (
            "4",
            3000,
            1200,
            "3394 are needed (LEDs 1200, a busy Pi 4 1600, level shifter 10, buzzer 16, pull-ups 2, margin 566).",
        ),
        ("4", 3000, 1200, "[power] supply_ma: 3000 mA are too little"),
        ("4", 3000, 1200, "margin 566). Take a supply of 4000 mA, or lower [leds] limit_ma to 872."),
        ("4", 2000, 1200, "margin 566). Take a supply of 4000 mA."),
        ("5", 4500, 1200, "and no Pi 5 should have less, margin 726). Take a supply of 5000 mA."),
    ],
)
def test_too_small_a_supply_is_refused_with_what_to_change(
    pi: str, supply_ma: int, limit_ma: int, complaint: str
) -> None:
    text = TEXT.replace('pi = "4"', f'pi = "{pi}"').replace("supply_ma = 4000", f"supply_ma = {supply_ma}")
    with pytest.raises(BadPlan) as told:
        parse_plan(text.replace("limit_ma = 1200", f"limit_ma = {limit_ma}").encode())
    assert complaint in str(told.value)


def test_more_leds_than_any_usual_supply_feeds_are_told_to_draw_less() -> None:
    crowded = replace(PLAN.leds, rounds=(*PLAN.leds.rounds[:-1], 999), limit_ma=10_000)
    problem = find_supply_problem(replace(PLAN, leds=crowded))
    assert problem is not None
    assert problem.endswith("Take a supply of 10000 mA and lower [leds] limit_ma to 6705.")


def test_an_unknown_pi_is_told_which_there_are() -> None:
    with pytest.raises(BadPlan, match=r"\[power\] pi: invalid enum value '2'"):
        parse_plan(TEXT.replace('pi = "4"', 'pi = "2"').encode())
