"""A circuit as data: parts with their pins, and the nets that join them. Everything electrical is made from this.

Drawings, wiring table, parts list, netlist and circuit board are views of one `Circuit`, so they cannot disagree.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from companion.errors import CityChaseError

THIN_MM2 = 0.14
"""Copper of a wire that carries a signal."""


class BadCircuit(CityChaseError):
    """A circuit that contradicts itself. The message names the part and the pin."""


class PinKind(StrEnum):
    """What a pin does to its net."""

    INPUT = "input"
    OUTPUT = "output"
    BIDIRECTIONAL = "bidirectional"
    PASSIVE = "passive"
    POWER_IN = "power_in"
    POWER_OUT = "power_out"


class Place(StrEnum):
    """Where a part sits."""

    BOARD = "circuit board"
    TABLE = "game board"
    PLUGGED = "plugged in"
    """It ends in a plug or a socket of its own: no wire can be screwed or soldered to it."""


class Pin(Struct, frozen=True):
    """One pin of a part."""

    number: str
    name: str
    kind: PinKind = PinKind.PASSIVE
    gives_volts: float | None = None
    """What it puts on its net when it is high; for an output or a source."""
    bears_volts: float | None = None
    """The most that it may see; None for a part that this circuit cannot hurt."""


class Conduction(StrEnum):
    """How a part with two pins passes a voltage on from one to the other."""

    NONE = "none"
    SIGNAL = "signal"
    """A resistor, a switch, a diode: it passes a level, but no supply."""
    SUPPLY = "supply"
    """A fuse: what is behind it is still a supply."""


class Part(Struct, frozen=True):
    """One thing to buy and to connect."""

    ref: str
    item: str
    """Which kind of thing it is: its line in the parts list."""
    value: str
    pins: tuple[Pin, ...]
    package: str = ""
    """The name of its footprint; empty for what is on no circuit board."""
    place: Place = Place.BOARD
    conducts: Conduction = Conduction.NONE
    note: str = ""
    """What it is on the board, as people say it."""

    def pin(self, number: str) -> Pin:
        """Return a pin by its number."""
        for pin in self.pins:
            if pin.number == number:
                return pin
        raise BadCircuit(f"{self.ref} has no pin {number}.")


class Node(Struct, frozen=True, order=True):
    """A pin of a part, by reference and number."""

    ref: str
    pin: str

    def __str__(self) -> str:
        return f"{self.ref}.{self.pin}"


class Net(Struct, frozen=True):
    """Pins that are joined, in the order in which a wire would visit them."""

    name: str
    nodes: tuple[Node, ...]
    wire_mm2: float = THIN_MM2
    """How thick its wires must be at least."""


Nodes: TypeAlias = tuple[Node, ...]


class Circuit(Struct, frozen=True):
    """Parts, nets, and the pins that are open on purpose."""

    parts: tuple[Part, ...]
    nets: tuple[Net, ...]
    open_pins: Nodes = ()

    def part(self, ref: str) -> Part:
        """Return a part by its reference."""
        for part in self.parts:
            if part.ref == ref:
                return part
        raise BadCircuit(f"The circuit has no part {ref}.")

    def pin(self, node: Node) -> Pin:
        """Return the pin that a node means."""
        return self.part(node.ref).pin(node.pin)

    def net(self, name: str) -> Net:
        """Return a net by its name."""
        for net in self.nets:
            if net.name == name:
                return net
        raise BadCircuit(f"The circuit has no net {name}.")

    def nets_of(self, ref: str) -> dict[str, str]:
        """Return the net on each pin of a part; open pins are left out."""
        return {node.pin: net.name for net in self.nets for node in net.nodes if node.ref == ref}

    def of_item(self, *items: str) -> Iterator[Part]:
        """Go through the parts of some kinds."""
        return (part for part in self.parts if part.item in items)


class Draft:
    """A circuit being drawn up."""

    def __init__(self) -> None:
        self._parts: dict[str, Part] = {}
        self._nets: dict[str, list[Node]] = {}
        self._open: list[Node] = []
        self._wires_mm2: dict[str, float] = {}

    def add(self, part: Part, nets: dict[str, str] | None = None) -> None:
        """Add a part, with the net of each pin by number."""
        if part.ref in self._parts:
            raise BadCircuit(f"{part.ref} is there twice.")
        self._parts[part.ref] = part
        for number, net in (nets or {}).items():
            self.join(net, part.ref, number)

    def join(self, net: str, ref: str, number: str) -> None:
        """Put a pin on a net."""
        self._parts[ref].pin(number)
        self._nets.setdefault(net, []).append(Node(ref, number))

    def thicken(self, net: str, wire_mm2: float) -> None:
        """Say how thick a net's wires must be at least."""
        self._wires_mm2[net] = wire_mm2

    def leave_open(self, ref: str, numbers: Iterable[str]) -> None:
        """Say that pins are open on purpose."""
        self._open += [Node(ref, number) for number in numbers]

    def leave_rest_open(self, ref: str) -> None:
        """Say that all pins of a part that are on no net are open on purpose."""
        joined = {node for nodes in self._nets.values() for node in nodes}
        self.leave_open(ref, [pin.number for pin in self._parts[ref].pins if Node(ref, pin.number) not in joined])

    def circuit(self) -> Circuit:
        """Return the finished circuit."""
        nets = tuple(Net(name, tuple(nodes), self._wires_mm2.get(name, THIN_MM2)) for name, nodes in self._nets.items())
        return Circuit(tuple(self._parts.values()), nets, tuple(self._open))
