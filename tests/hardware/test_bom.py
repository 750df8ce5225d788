"""The parts list has as many of everything as the plan needs."""

import csv
from io import StringIO

import pytest
from msgspec.structs import replace

from firmware.plan import BoardPlan
from hardware.making.bom import list_parts, parts_list, shorten
from hardware.making.catalogue import ARTICLES
from hardware.making.design import design
from tests.hardware.plans import expander_plan, matrix_plan


def quantities(plan: BoardPlan) -> dict[str, int]:
    """How many there are of each article and value."""
    lines = list_parts(plan, design(plan))
    return {f"{line.article.name} {line.value}".strip(): line.quantity for line in lines}


def test_the_list_for_the_matrix_is_what_the_plan_needs() -> None:
    plan = matrix_plan()
    counted = quantities(plan)
    assert counted["Reed switch, normally open closes by 20 AT, opens at 5 AT or more"] == 25
    assert counted["Diode 1N4148"] == 25
    assert counted["NeoPixel (WS2812B) 5 V"] == plan.leds.count
    assert counted["Push button, closes when pressed"] == 8
    assert counted["Pin header, 6 contacts"] == counted["Plug, 6 contacts"] == 5
    assert counted["Disc magnet 6 \N{MULTIPLICATION SIGN} 3 mm"] == 25
    assert counted["Plywood 340 \N{MULTIPLICATION SIGN} 368 mm"] == 1


def test_the_list_for_the_expanders_has_chips_and_no_diodes() -> None:
    counted = quantities(expander_plan())
    assert counted["Port expander MCP23017"] == 2
    assert counted["Ceramic capacitor 100 nF"] == 3
    assert counted["Reed switch, normally open closes by 20 AT, opens at 5 AT or more"] == 25
    assert "Diode 1N4148" not in counted


def test_the_list_has_what_carries_the_circuit_and_starts_the_pi() -> None:
    matrix, expanders = quantities(matrix_plan()), quantities(expander_plan())
    assert matrix["Printed circuit board 65 x 56.5 mm"] == 1
    assert expanders["Perfboard"] == 1
    assert not [name for name in expanders if name.startswith("Printed circuit")]
    stand_off = "Stand-off M2.5 \N{MULTIPLICATION SIGN} 11 mm"
    assert (matrix[stand_off], stand_off in expanders) == (4, False)
    assert expanders["Ribbon cable with two sockets 2 x 20"] == 1
    for counted in (matrix, expanders):
        assert counted["microSD card"] == 1
        assert counted["USB plug with screw terminals USB-C"] == 1
        assert "Pin header 2 x 20, 2.54 mm" not in counted


def test_the_fuse_is_the_one_that_was_worked_out_and_no_other() -> None:
    plan = matrix_plan()
    (fuse,) = (line for line in list_parts(plan, design(plan)) if line.refs == "F1")
    assert (fuse.value, fuse.article.instead) == ("2 A slow", "")


def test_a_zero_needs_pins_and_another_plug() -> None:
    plan = matrix_plan()
    counted = quantities(replace(plan, power=replace(plan.power, pi="zero2w")))
    assert counted["Pin header 2 x 20, 2.54 mm"] == 1
    assert counted["USB plug with screw terminals micro USB"] == 1


@pytest.mark.parametrize("plan", [matrix_plan(), expander_plan()])
def test_every_part_of_the_circuit_is_on_the_list_once(plan: BoardPlan) -> None:
    circuit = design(plan)
    assert {part.item for part in circuit.parts} <= ARTICLES.keys()
    names = {article.name for article in ARTICLES.values()}
    counted = sum(line.quantity for line in list_parts(plan, circuit) if line.article.name in names)
    assert counted == len(circuit.parts)


def test_the_sum_is_that_of_the_lines() -> None:
    rows = list(csv.DictReader(StringIO(parts_list(matrix_plan(), design(matrix_plan())).decode())))
    assert sum(float(row["price EUR"]) for row in rows[:-1]) == pytest.approx(float(rows[-1]["price EUR"]), abs=0.01)


def test_references_are_told_in_runs() -> None:
    assert shorten(["S1", "S3", "S2", "S10", "U1"]) == "S1-S3 S10 U1"


def test_what_must_fit_the_wood_is_as_the_mechanics_have_it() -> None:
    plan = matrix_plan()
    mechanics = {**plan.mechanics, "button_mm": 12, "reed": {"operate_at": 15}}
    fitted = {line.article.name: line for line in list_parts(replace(plan, mechanics=mechanics), design(plan))}
    assert fitted["Push button, closes when pressed"].article.package == "for a hole of 12 mm"
    assert fitted["Reed switch, normally open"].value.startswith("closes by 15 AT")


def test_no_supply_may_be_stronger_than_the_wires_before_the_fuse() -> None:
    lines = {line.article.name: line.article for line in list_parts(matrix_plan(), design(matrix_plan()))}
    assert lines["Power supply, 5 V"].instead.startswith("one of up to 6 A")
