"""The circuit is the one that `board.toml` describes."""

from firmware.plan import Expanders, Matrix
from firmware.signals import Button
from hardware.making.circuit import Circuit, Node
from hardware.making.design import design, name_pixels
from hardware.making.header import BCM, PINS
from tests.hardware.plans import expander_plan, matrix_plan, with_row_on

MATRIX = design(matrix_plan())
EXPANDERS = design(expander_plan())


def test_the_header_is_the_raspberry_pis() -> None:
    # Every second pin of the header's table, as it is printed everywhere.
    assert (BCM[3], BCM[7], BCM[19], BCM[27], BCM[33], BCM[40]) == (2, 4, 10, 0, 13, 21)
    assert len(BCM) == len(set(BCM.values())) == 28
    assert len(MATRIX.part("J1").pins) == PINS
    names = {pin.number: pin.name for pin in MATRIX.part("J1").pins}
    assert [names[number] for number in ("1", "2", "6", "17", "39")] == ["3V3", "5V", "GND", "3V3", "GND"]


def test_current_flows_from_column_through_reed_and_diode_into_the_row() -> None:
    switches = matrix_plan().switches
    assert isinstance(switches, Matrix)
    for row, buildings in enumerate(switches.buildings):
        for column, building in enumerate(buildings):
            reed, diode = MATRIX.nets_of(f"S{building}"), MATRIX.nets_of(f"D{building}")
            assert header_bcm(MATRIX, reed["2"]) == [switches.columns[column]]
            assert reed["1"] == diode["2"] == f"SW{building}"
            assert header_bcm(MATRIX, diode["1"]) == [switches.rows[row]]


def test_the_header_gives_no_five_volts_and_takes_none() -> None:
    for circuit in (MATRIX, EXPANDERS):
        assert {Node("J1", "2"), Node("J1", "4")} <= set(circuit.open_pins)
        assert "+5V" in circuit.nets_of("A1").values()


def test_the_data_line_goes_through_shifter_and_resistor_to_the_first_pixel() -> None:
    assert header_bcm(MATRIX, MATRIX.nets_of("U1")["2"]) == [matrix_plan().leds.pin]
    assert MATRIX.nets_of("U1")["3"] == MATRIX.nets_of("R1")["1"]
    assert MATRIX.nets_of("R1")["2"] == MATRIX.nets_of("LED0")["4"]


def test_the_chain_goes_from_pixel_to_pixel_behind_the_fuse() -> None:
    count = matrix_plan().leds.count
    for place in range(count - 1):
        assert MATRIX.nets_of(f"LED{place}")["2"] == MATRIX.nets_of(f"LED{place + 1}")["4"]
    supplies = {MATRIX.nets_of(f"LED{place}")["1"] for place in range(count)}
    assert supplies == {MATRIX.nets_of("F1")["2"]} == {MATRIX.nets_of("U1")["14"]}
    assert MATRIX.nets_of("F1")["1"] == MATRIX.nets_of("PS1")["1"]


def test_inputs_of_gates_that_are_not_used_lie_on_ground() -> None:
    nets = MATRIX.nets_of("U1")
    assert [nets[pin] for pin in ("4", "5", "10", "9", "13", "12")] == ["GND"] * 6
    assert {Node("U1", pin) for pin in ("6", "8", "11")} <= set(MATRIX.open_pins)


def test_pixels_are_named_for_what_they_light() -> None:
    names = name_pixels(matrix_plan())
    assert (names[0], names[25], names[51]) == ("building 1", "crossing A", "round 11")


def test_buttons_and_buzzer_are_on_their_pins() -> None:
    plan = matrix_plan()
    for number, button in enumerate(Button, 1):
        nets = MATRIX.nets_of(f"B{number}")
        assert header_bcm(MATRIX, nets["1"]) == [plan.buttons.pin(button)]
        assert nets["2"] == "GND"
    assert header_bcm(MATRIX, MATRIX.nets_of("R2")["1"]) == [plan.buzzer.pin]


def test_expanders_have_their_addresses_and_their_buildings() -> None:
    switches = expander_plan().switches
    assert isinstance(switches, Expanders)
    inputs = [*range(21, 28), *range(1, 8)]
    for chip, address, buildings in zip(("U2", "U3"), switches.addresses, switches.buildings, strict=True):
        nets = EXPANDERS.nets_of(chip)
        assert 0x20 + sum(1 << bit for bit, pin in enumerate(("15", "16", "17")) if nets[pin] == "+3V3") == address
        assert [nets[str(pin)] for pin, _ in zip(inputs, buildings, strict=False)] == [f"SW{one}" for one in buildings]
        assert {Node(chip, "8"), Node(chip, "28")} <= set(EXPANDERS.open_pins)
        assert (nets["9"], nets["10"]) == ("+3V3", "GND")
    assert header_bcm(EXPANDERS, "SDA") == [2]
    assert header_bcm(EXPANDERS, "SCL") == [3]


def test_another_pin_in_the_plan_moves_the_net() -> None:
    moved = design(with_row_on(matrix_plan(), 1, 24))
    assert header_bcm(MATRIX, "ROW1") == [5]
    assert header_bcm(moved, "ROW1") == [24]


def header_bcm(circuit: Circuit, net: str) -> list[int]:
    """The BCM numbers on a net."""
    return [BCM[int(node.pin)] for node in circuit.net(net).nodes if node.ref == "J1" and int(node.pin) in BCM]
