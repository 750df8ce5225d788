"""Where a net can be found: on which pin of the header, on which contact of a connector."""

from hardware.making.circuit import Circuit
from hardware.making.design import HEADER


def at_header(circuit: Circuit, net: str) -> str:
    """Return on which pin of the header a net is."""
    numbers = (node.pin for node in circuit.net(net).nodes if node.ref == HEADER)
    return ", ".join(f"{circuit.part(HEADER).pin(number).name} (pin {number})" for number in numbers)


def contact(circuit: Circuit, net: str, item: str) -> str:
    """Return the contact of a connector that a net is on."""
    return ", ".join(str(node) for node in circuit.net(net).nodes if circuit.part(node.ref).item == item)
