"""The wires to run are those of the circuit, no more and no fewer."""

import csv
from collections import Counter
from io import StringIO

import pytest
from msgspec.structs import replace

from firmware.budget import work_out
from firmware.parts import PiModel
from firmware.plan import BoardPlan, Power
from hardware.making.bom import list_parts
from hardware.making.catalogue import ARTICLES, Line
from hardware.making.circuit import THIN_MM2, Circuit, Node, Place
from hardware.making.design import design
from hardware.making.lengths import find_places
from hardware.making.papers import SLACK_MM
from hardware.making.wiring import CONNECTORS, copper_cm, find_joints, find_wires, wiring_table
from tests.hardware.plans import expander_plan, matrix_plan, with_exchanged

LIGHT_KINDS = ("buildings", "crossings", "rounds")
PLANS = pytest.mark.parametrize("plan", [matrix_plan(), expander_plan(), with_exchanged(matrix_plan())])


@PLANS
def test_wires_join_exactly_what_the_circuit_joins(plan: BoardPlan) -> None:
    circuit = design(plan)
    ends = [node for net in circuit.nets for node in net.nodes if is_wired(circuit, node)]
    wires = find_wires(circuit)
    for net in circuit.nets:
        # What the circuit board joins is joined already: connectors are one group.
        joined = {node: "board" if circuit.part(node.ref).place is Place.BOARD else str(node) for node in net.nodes}
        for wire in wires:
            if wire.net == net.name:
                assert {wire.start, wire.end} <= set(net.nodes)
                old, new = joined[wire.start], joined[wire.end]
                joined = {node: new if group == old else group for node, group in joined.items()}
        assert len({joined[node] for node in net.nodes if node in ends}) <= 1


@PLANS
def test_every_wired_contact_has_a_wire(plan: BoardPlan) -> None:
    circuit = design(plan)
    ends = {node for net in circuit.nets for node in net.nodes if is_wired(circuit, node)}
    assert {end for wire in find_wires(circuit) for end in (wire.start, wire.end)} == ends


def test_an_exchange_of_two_pins_changes_the_joints_at_the_header_and_no_wire_in_the_game_board() -> None:
    before, after = design(matrix_plan()), design(with_exchanged(matrix_plan()))
    assert find_wires(before) == find_wires(after)
    old, new = ({str(joint.start): joint.net for joint in find_joints(one)} for one in (before, after))
    assert {pin: (net, new[pin]) for pin, net in old.items() if new[pin] != net} == {
        "J1.7": ("BUTTON_PINK", "COL1"),
        "J1.11": ("COL1", "BUTTON_PINK"),
    }


@PLANS
def test_joints_join_all_that_is_on_the_circuit_board(plan: BoardPlan) -> None:
    circuit = design(plan)
    joined = Counter(joint.net for joint in find_joints(circuit))
    for net in circuit.nets:
        on_board = [node for node in net.nodes if circuit.part(node.ref).place is Place.BOARD]
        assert joined[net.name] == max(0, len(on_board) - 1)


@PLANS
def test_the_leds_current_runs_through_thick_joints_and_through_nothing_else(plan: BoardPlan) -> None:
    circuit, budget = design(plan), work_out(plan)
    led = budget.led_branch.wire_mm2
    thickness = {(str(one.start), str(one.end)): one.copper_mm2 for one in find_joints(circuit)}
    way = {
        ("J10.1", "F1.1"): budget.feed_mm2,
        ("F1.2", "D26.1"): led,
        ("D26.1", "C1.1"): led,
        ("C1.1", "J8.1"): led,
        ("J10.2", "D26.2"): led,
        ("D26.2", "C1.2"): led,
        ("C1.2", "J8.3"): led,
    }
    assert thickness.items() >= way.items()
    spurs = {joint: copper for joint, copper in thickness.items() if joint not in way}
    # What hangs on the LEDs' supply bears what their fuse lets through.
    assert {joint for joint, copper in spurs.items() if copper > THIN_MM2} == {
        (str(one.start), str(one.end)) for one in find_joints(circuit) if one.net == "+5V_LED"
    } - way.keys()
    assert set(spurs.values()) == {THIN_MM2, led}


def test_a_thicker_wire_for_more_light_is_a_thicker_joint() -> None:
    plan = matrix_plan()
    bright = replace(plan, leds=replace(plan.leds, limit_ma=2900), power=replace(plan.power, supply_ma=6000))
    joints = {(str(one.start), str(one.end)): one.copper_mm2 for one in find_joints(design(bright))}
    assert joints["C1.2", "J8.3"] == joints["F1.2", "D26.1"] == work_out(bright).led_branch.wire_mm2 > 0.5


def test_the_table_has_a_row_a_wire_with_a_box_to_tick() -> None:
    circuit = design(matrix_plan())
    rows = list(csv.DictReader(StringIO(wiring_table(circuit, find_places(matrix_plan())).decode())))
    assert len(rows) == len(find_wires(circuit)) + len(find_joints(circuit))
    assert [int(row["number"]) for row in rows] == list(range(1, len(rows) + 1))
    assert all(row["from"] and row["to"] and row["colour"] and row["done"] == "" for row in rows)


def lengths_of(plan: BoardPlan) -> dict[tuple[str, str], int]:
    """The centimetres of each wire in the table, by the parts it joins."""
    rows = list(csv.DictReader(StringIO(wiring_table(design(plan), find_places(plan)).decode())))
    return {
        (row["from"].split()[0], row["to"].split()[0]): int(row["length"].partition(" cm")[0])
        for row in rows
        if " cm " in row["length"]
    }


def with_pitch(plan: BoardPlan, pitch_mm: int) -> BoardPlan:
    return replace(plan, mechanics={**plan.mechanics, "pitch_mm": pitch_mm})


def test_wires_are_as_long_as_the_way_and_some_slack() -> None:
    lengths = lengths_of(with_pitch(matrix_plan(), 60))
    assert lengths["S1", "S6"] == lengths["LED0", "LED1"] == (60 + SLACK_MM) / 10
    # Back to the first column of the next row.
    assert lengths["LED4", "LED5"] == 27
    assert lengths["J10", "J11"] == 100


@PLANS
def test_every_wire_of_a_wider_board_is_as_long_or_longer_and_so_are_the_metres(plan: BoardPlan) -> None:
    narrow, wide = lengths_of(with_pitch(plan, 60)), lengths_of(with_pitch(plan, 80))
    assert narrow.keys() == wide.keys()
    assert wide["S1", "S6" if ("S1", "S6") in wide else "S2"] == 10
    assert all(wide[ends] >= length for ends, length in narrow.items() if ends[0].startswith(("S", "LED")))
    few, many = (copper_cm(design(one), find_places(one)) for one in (with_pitch(plan, 60), with_pitch(plan, 80)))
    assert few.keys() == many.keys()
    assert all(many[kind] >= few[kind] for kind in few)
    assert sum(many.values()) > sum(few.values())


def test_a_dark_light_at_the_beginning_makes_no_wire_shorter() -> None:
    plan = matrix_plan()
    leds = replace(plan.leds, **{name: tuple(one + 1 for one in getattr(plan.leds, name)) for name in LIGHT_KINDS})
    before, after = lengths_of(plan), lengths_of(replace(plan, leds=leds))
    assert after["J8", "LED0"] == before["J8", "LED0"] > 50
    assert after["LED1", "LED2"] == before["LED0", "LED1"]


def test_a_wire_reaches_the_farthest_corner_from_the_circuit_board() -> None:
    plan = matrix_plan()
    places = find_places(plan)
    far = places.parts["LED0"]
    across, down = abs(places.circuit_board.x - far.x), abs(places.circuit_board.y - far.y)
    assert lengths_of(plan)["J8", "LED0"] * 10 >= across + down + SLACK_MM
    # The circuit board is below the plate, beside the buttons.
    assert places.circuit_board.y > max(place.y for ref, place in places.parts.items() if not ref.startswith("B"))


def test_colours_of_one_loom_differ() -> None:
    circuit = design(matrix_plan())
    for loom in ("J2", "J3", "J4", "J5", "J6"):
        colours = Counter(wire.colour for wire in find_wires(circuit) if wire.start.ref == loom)
        assert set(colours.values()) == {1}
        assert len(colours) == 6


def test_the_leds_are_fed_from_both_ends() -> None:
    circuit = design(matrix_plan())
    fed = [str(wire.end) for wire in find_wires(circuit) if wire.start.ref == "J8"]
    assert sorted(fed) == ["LED0.1", "LED0.3", "LED0.4", "LED51.1", "LED51.3"]


@pytest.mark.parametrize("pi", ["zero2w", "3", "4", "5"])
@pytest.mark.parametrize("plan", [matrix_plan(), expander_plan()])
def test_every_wire_ends_at_a_listed_thing_that_is_screwed_or_soldered(plan: BoardPlan, pi: PiModel) -> None:
    plan = replace(plan, power=Power(pi=pi, supply_ma=6000))
    circuit = design(plan)
    listed = {part.ref for line in list_parts(plan, circuit) for part in circuit.of_item(*items_of(line))}
    for wire in find_wires(circuit):
        assert {wire.start.ref, wire.end.ref} <= listed
        assert not {circuit.part(end.ref).place for end in (wire.start, wire.end)} & {Place.PLUGGED}


@PLANS
def test_what_is_plugged_in_has_its_counterpart_on_the_same_nets(plan: BoardPlan) -> None:
    circuit = design(plan)
    fits = {"supply": "barrel", "pi": "usb-plug"}
    plugged = [part for part in circuit.parts if part.place is Place.PLUGGED]
    assert {part.item for part in plugged} == fits.keys()
    for part in plugged:
        (counterpart,) = circuit.of_item(fits[part.item])
        assert circuit.nets_of(part.ref) == circuit.nets_of(counterpart.ref)
        assert counterpart.ref in {end.ref for wire in find_wires(circuit) for end in (wire.start, wire.end)}


def items_of(line: Line) -> list[str]:
    """What the articles of a line are called in the circuit."""
    return [item for item, article in ARTICLES.items() if article.name == line.article.name]


def is_wired(circuit: Circuit, node: Node) -> bool:
    """Whether a wire ends at this pin."""
    part = circuit.part(node.ref)
    return part.place is Place.TABLE or part.item in CONNECTORS
