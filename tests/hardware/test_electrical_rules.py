"""The electrical rule check: both boards pass, and each rule notices what it is for."""

import msgspec
import pytest

from firmware.plan import BoardPlan
from hardware.making.circuit import Circuit, Net, Node
from hardware.making.design import design
from hardware.making.electrical_rules import check
from tests.hardware.plans import expander_plan, matrix_plan, with_exchanged, with_shuffled_pins


@pytest.fixture(scope="module")
def matrix() -> Circuit:
    return design(matrix_plan())


@pytest.fixture(scope="module")
def expanders() -> Circuit:
    return design(expander_plan())


def moved(circuit: Circuit, node: str, net: str | None) -> Circuit:
    """The circuit with a pin on another net, or on none."""
    ref, pin = node.split(".")
    gone = Node(ref, pin)
    nets = [Net(one.name, tuple(other for other in one.nodes if other != gone)) for one in circuit.nets]
    if net:
        nets = [Net(one.name, (*one.nodes, gone)) if one.name == net else one for one in nets]
    open_pins = tuple(other for other in circuit.open_pins if other != gone)
    return Circuit(circuit.parts, tuple(nets), open_pins)


def both_moved(circuit: Circuit, first: str, second: str) -> Circuit:
    """The circuit with two pins exchanged."""
    net_of = {str(node): net.name for net in circuit.nets for node in net.nodes}
    return moved(moved(circuit, first, net_of[second]), second, net_of[first])


@pytest.mark.parametrize(
    "plan", [matrix_plan(), expander_plan(), with_exchanged(matrix_plan()), *map(with_shuffled_pins, range(5))]
)
def test_a_board_has_no_electrical_fault(plan: BoardPlan) -> None:
    assert check(design(plan)) == []


def test_a_pin_that_was_forgotten_is_noticed(matrix: Circuit) -> None:
    assert check(moved(matrix, "R3.2", None)) == ["R3.2 (2) is not connected."]


def test_a_pin_that_should_be_open_is_noticed(matrix: Circuit) -> None:
    broken = msgspec.structs.replace(matrix, open_pins=(*matrix.open_pins, Node("R3", "2")))
    assert check(broken) == ["R3.2 (2) is connected and should be open."]


def test_a_net_with_one_pin_is_noticed(matrix: Circuit) -> None:
    broken = msgspec.structs.replace(matrix, nets=(*matrix.nets, Net("LOST", (Node("U1", "6"),))))
    assert "Net LOST has only U1.6." in check(broken)


def test_a_pin_used_twice_is_noticed(matrix: Circuit) -> None:
    nets = (*matrix.nets, Net("SECOND", (Node("R3", "2"), Node("R2", "1"))))
    broken = msgspec.structs.replace(matrix, nets=nets)
    assert "R3.2 is used 2 times: GND, SECOND." in check(broken)


def test_outputs_against_each_other_are_noticed(matrix: Circuit) -> None:
    # The second gate of the level shifter, on the output of the first.
    assert "Net DATA_5V is driven by U1.3 and U1.6." in check(moved(matrix, "U1.6", "DATA_5V"))


def test_feeding_the_pi_backwards_is_noticed(matrix: Circuit) -> None:
    # The header's 5 V pin on the supply.
    assert any(fault.startswith("Net +5V is driven by") for fault in check(moved(matrix, "J1.2", "+5V")))


def test_a_short_of_the_supply_is_noticed(matrix: Circuit) -> None:
    assert any(fault.startswith("Net GND is driven by PS1.1") for fault in check(moved(matrix, "PS1.1", "GND")))


def test_an_input_that_nobody_drives_is_noticed(matrix: Circuit) -> None:
    nets = (*moved(matrix, "U1.5", None).nets, Net("AIR", (Node("U1", "5"), Node("C2", "1"))))
    assert "U1.5 (2A) is an input and nothing drives it." in check(msgspec.structs.replace(matrix, nets=nets))


def test_a_chip_without_supply_is_noticed(matrix: Circuit) -> None:
    assert "U1.14 (VCC) has no supply." in check(moved(matrix, "U1.14", "DATA"))


def test_a_ground_pin_that_is_not_on_ground_is_noticed(matrix: Circuit) -> None:
    assert "LED3.3 (GND) is on 5 V." in check(moved(matrix, "LED3.3", "+5V_LED"))


def test_a_pixel_the_wrong_way_round_is_noticed(matrix: Circuit) -> None:
    faults = check(both_moved(matrix, "LED7.1", "LED7.3"))
    assert faults == ["LED7.1 (5V) is on 0 V.", "LED7.3 (GND) is on 5 V."]


def test_five_volts_on_a_pin_of_the_pi_are_noticed(matrix: Circuit) -> None:
    # Pull-ups to the wrong supply: the columns see 5 V through them.
    faults = check(moved(matrix, "RN1.1", "+5V_LED"))
    assert "J1.11 (GPIO17) bears 3.3 V and can see 5 V." in faults


def test_an_expander_on_five_volts_is_noticed(expanders: Circuit) -> None:
    assert "U2.9 (VDD) is fed with more than its 3.3 V." in check(moved(expanders, "U2.9", "+5V_LED"))


def test_a_diode_the_wrong_way_round_is_noticed(matrix: Circuit) -> None:
    assert "D4 at S4 (building 4) is the wrong way round." in check(both_moved(matrix, "D4.1", "D4.2"))


def test_a_reed_without_its_diode_is_noticed(matrix: Circuit) -> None:
    # Straight from the column to the row.
    assert any("S4 (building 4) is in series with" in fault for fault in check(moved(matrix, "S4.1", "ROW1")))


def test_a_reed_between_two_rows_is_noticed(matrix: Circuit) -> None:
    assert any("S4 (building 4)" in fault for fault in check(moved(matrix, "S4.2", "ROW2")))


def test_a_reed_that_is_not_on_ground_is_noticed(expanders: Circuit) -> None:
    assert "S4 (building 4) does not pull to ground." in check(moved(expanders, "S4.2", "+3V3"))


@pytest.mark.parametrize("plan", [matrix_plan(), expander_plan()])
def test_a_reversed_supply_that_no_diode_meets_is_noticed(plan: BoardPlan) -> None:
    circuit = design(plan)
    fault = "Nothing blows F1 when the supply is reversed: +5V_LED has no diode from ground."
    assert fault in check(both_moved(circuit, "D26.1", "D26.2"))
    assert fault in check(moved(circuit, "D26.1", None))
    # Before the fuse it would conduct for ever.
    assert fault in check(moved(circuit, "D26.1", "+5V"))


def test_a_fuse_still_is_a_supply_and_a_resistor_is_none(matrix: Circuit) -> None:
    part = matrix.part("F1")
    as_resistor = msgspec.structs.replace(part, conducts=matrix.part("R1").conducts)
    broken = msgspec.structs.replace(matrix, parts=tuple(as_resistor if one == part else one for one in matrix.parts))
    assert "LED0.1 (5V) has no supply." in check(broken)
