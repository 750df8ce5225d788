"""The build guide: what it says is what the plan gives, and every step in it can be taken on the simulated board."""

import re
import shlex
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from firmware.plan import BoardPlan, name_pins
from hardware.making.__main__ import make_all
from hardware.making.guide import files
from hardware.making.header import PIN_OF
from tests.companion.commands.running import run_citychase
from tests.hardware.plans import HARDWARE, expander_plan, matrix_plan, with_exchanged

PLANS = {"board.toml": matrix_plan(), "expanders.toml": expander_plan()}
LINK = re.compile(r"\]\(([^)#]+)\)")
PIN_ROW = re.compile(r"^\| (\d+) \| (\d+) \| (.+) \|$", re.MULTILINE)


@cache
def pack(name: str) -> dict[str, bytes]:
    return make_all(PLANS[name])


def guide(plan: BoardPlan) -> str:
    return files(plan)["README.md"].decode()


@pytest.mark.parametrize("name", PLANS)
def test_every_link_leads_to_a_file(name: str) -> None:
    made = pack(name)
    links = LINK.findall(made["README.md"].decode())
    assert len(links) > 20
    assert [one for one in links if one not in made and not (HARDWARE / one).exists()] == []


@pytest.mark.parametrize("name", PLANS)
def test_every_drawing_of_the_pack_is_named(name: str) -> None:
    made = pack(name)
    named = set(LINK.findall(made["README.md"].decode()))
    families = {re.sub(r"(-a4|-\d)?\.\w+$", "", one) for one in made if "drawings/" in one or "models/" in one}
    assert {one for one in families if not any(link.startswith(one) for link in named)} == set()


@pytest.mark.parametrize("plan", [matrix_plan(), expander_plan(), with_exchanged(matrix_plan())])
def test_its_table_of_pins_is_the_plans(plan: BoardPlan) -> None:
    rows = {(int(pin), int(bcm), use) for pin, bcm, use in PIN_ROW.findall(guide(plan))}
    assert rows == {(PIN_OF[bcm], bcm, use) for bcm, use in name_pins(plan)}


def test_a_changed_plan_changes_its_numbers() -> None:
    plan = matrix_plan()
    assert "a slow fuse of 2 A" in guide(plan)
    assert "a slow fuse of 1 A" in guide(replace(plan, leds=replace(plan.leds, limit_ma=700)))
    assert "drill pins 8.4 mm" in guide(plan)
    assert "drill pins 10.4 mm" in guide(replace(plan, mechanics={**plan.mechanics, "pin_mm": 10}))


@pytest.mark.parametrize("name", PLANS)
def test_every_test_in_it_passes_on_a_sound_simulated_board(name: str, tmp_path: Path) -> None:
    steps = re.findall(r"^(?:sudo )?citychase (board test.*)$", guide(PLANS[name]), re.MULTILINE)
    assert len(steps) == 6 if name == "board.toml" else 5
    for step in steps:
        words = [str(tmp_path / "report.txt") if word == "report.txt" else word for word in shlex.split(step)]
        ran = run_citychase(*words, "--board", "simulated", "--config", HARDWARE / name)
        assert (ran.code, ran.err) == (0, ""), step
        assert "All is well." in ran.out
