"""Every wire to run between circuit board and game board, worked out from the nets: from, to, colour, length.

A net's wire begins at its connector and visits the parts in the game board one after the other.
"""

import csv
import io
from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from hardware.making.circuit import THIN_MM2, Circuit, Net, Node, Part, Place
from hardware.making.design import BULK, FIVE_VOLTS, FUSE, GND, GUARD, LED_VOLTS, LEDS, POWER
from hardware.making.lengths import Places

CONNECTORS = ("terminal-2", "terminal-3", "plug-2", "plug-6", "plug-8", "plug-10")
LOOM_COLOURS = ("yellow", "orange", "green", "blue", "violet", "grey", "brown")
BUTTON_COLOURS = {"pink": "pink", "yellow": "yellow", "green": "green"}
COMMON = "white"
POWER_WAY = (POWER, FUSE, GUARD, BULK, LEDS)
"""What the LEDs' current visits on the circuit board, in its order; back through ground the same way."""
COLUMNS = ("number", "from", "to", "carries", "colour", "length", "wire", "done")


class Way(StrEnum):
    """Where a wire runs."""

    JOINT = "on the circuit board"
    LEAD = "supply"
    LOOM = "from the circuit board"
    LINK = "from part to part"


class Wire(Struct, frozen=True):
    """One wire between two pins."""

    number: int
    start: Node
    end: Node
    net: str
    colour: str
    way: Way
    copper_mm2: float


def find_wires(circuit: Circuit) -> tuple[Wire, ...]:
    """Return all wires, connector by connector and then from part to part."""
    pairs = [(net, start, end) for net in circuit.nets for start, end in _pairs(circuit, net)]
    refs = {part.ref: place for place, part in enumerate(circuit.parts)}
    pairs.sort(key=lambda pair: (refs[pair[1].ref], int(pair[1].pin), refs[pair[2].ref]))
    return tuple(_wire(circuit, number, *pair) for number, pair in enumerate(pairs, 1))


def find_joints(circuit: Circuit) -> tuple[Wire, ...]:
    """Return what is joined on the circuit board: the printed one does it, or whoever builds it on perfboard."""
    joints = []
    for net in circuit.nets:
        carriers, others = _on_board(circuit, net)
        joints += [
            Wire(0, start, end, net.name, "any", Way.JOINT, _joint_mm2(net, end in carriers))
            for start, end in pairwise([*carriers, *others])
        ]
    first = len(find_wires(circuit)) + 1
    return tuple(replace(joint, number=number) for number, joint in enumerate(joints, first))


def _on_board(circuit: Circuit, net: Net) -> tuple[list[Node], list[Node]]:
    """Return a net's pins on the circuit board: those that the LEDs' current visits, in its order, and all others."""
    nodes = [node for node in net.nodes if circuit.part(node.ref).place is Place.BOARD]
    carriers = [node for node in nodes if node.ref in POWER_WAY and net.wire_mm2 > THIN_MM2]
    carriers.sort(key=lambda node: POWER_WAY.index(node.ref))
    return carriers, [node for node in nodes if node not in carriers]


def _joint_mm2(net: Net, is_on_the_way: bool) -> float:
    # A spur of a supply must outlast the fuse in a short; a spur of ground carries signals only.
    return net.wire_mm2 if is_on_the_way or net.name != GND else THIN_MM2


def _pairs(circuit: Circuit, net: Net) -> Iterator[tuple[Node, Node]]:
    """Go through the ends of a net's wires: each game-board part is reached from the one before it."""
    plugs = [node for node in net.nodes if circuit.part(node.ref).item in CONNECTORS]
    for group in _groups(circuit, net):
        starts = [plug for plug in plugs if _serves(circuit.part(plug.ref), circuit.part(group[0].ref), circuit)]
        line = [*starts[:1], *group]
        yield from pairwise(line)
        if len(starts) > 1 or (net.name in {LED_VOLTS, GND} and _is_pixel(circuit, group[-1]) and len(group) > 1):
            # Fed from both ends, the far LEDs do not turn yellow; a broken ground wire leaves no button dead.
            yield starts[-1], group[-1]


def _is_pixel(circuit: Circuit, node: Node) -> bool:
    return circuit.part(node.ref).item == "pixel"


def _groups(circuit: Circuit, net: Net) -> list[list[Node]]:
    """Return a net's pins in the game board, by the connector that serves them."""
    groups: dict[str, list[Node]] = {}
    for node in net.nodes:
        part = circuit.part(node.ref)
        if part.place is Place.TABLE:
            groups.setdefault(_family(part, circuit), []).append(node)
    return list(groups.values())


def _family(part: Part, circuit: Circuit) -> str:
    """Return what a part's connector is called: reeds have a connector each column or port, others one a kind."""
    if part.item != "reed":
        return {"barrel": "supply", "usb-plug": "supply"}.get(part.item, part.item)
    switch = circuit.nets_of(part.ref)["1"]
    return next(node.ref for node in circuit.net(switch).nodes if node.ref.startswith("J"))


def _serves(plug: Part, part: Part, circuit: Circuit) -> bool:
    served = {"terminal-2": "supply", "terminal-3": "pixel", "plug-2": "piezo", "plug-10": "button"}
    return served.get(plug.item, plug.ref) == _family(part, circuit)


def _wire(circuit: Circuit, number: int, net: Net, start: Node, end: Node) -> Wire:
    first, last = circuit.part(start.ref), circuit.part(end.ref)
    # A ground wire is as thick as the wire that brings the current.
    feeding = {"barrel": FIVE_VOLTS, "usb-plug": FIVE_VOLTS, "pixel": LED_VOLTS}.get(last.item)
    copper = net.wire_mm2 if net.name != GND else circuit.net(feeding).wire_mm2 if feeding else THIN_MM2
    return Wire(number, start, end, net.name, _colour(circuit, net), _way(first, last), copper)


def _way(start: Part, end: Part) -> Way:
    if "barrel" in {start.item, end.item}:
        return Way.LEAD
    return Way.LOOM if start.place is Place.BOARD else Way.LINK


def _colour(circuit: Circuit, net: Net) -> str:
    if net.name in {FIVE_VOLTS, LED_VOLTS}:
        return "red"
    if net.name == GND:
        return "black"
    if net.name.startswith("COL"):
        return COMMON
    if net.name.startswith("SW"):
        plug = next(node for node in net.nodes if circuit.part(node.ref).item in CONNECTORS)
        return LOOM_COLOURS[int(plug.pin) - 2]
    if net.name.startswith("BUTTON_"):
        return BUTTON_COLOURS.get(net.name.removeprefix("BUTTON_").lower(), "blue")
    return "white" if net.name == "SOUND" else "green"


def say_end(circuit: Circuit, node: Node) -> str:
    """Return how people say where a wire ends."""
    part, pin = circuit.part(node.ref), circuit.pin(node)
    if part.item in CONNECTORS:
        return f"{node.ref} {part.note}, contact {node.pin} ({pin.name})"
    if part.place is Place.BOARD:
        named = "" if pin.name == node.pin else f" ({pin.name})"
        return f"{node.ref}, pin {node.pin}{named}"
    if part.item == "pixel":
        return f"{node.ref} {part.note}, {pin.name}"
    name = {"reed": f"reed of {part.note}", "button": f"button {part.note}"}.get(part.item, part.note)
    return f"{node.ref} {name}, {'terminal ' if pin.name.isdigit() else ''}{pin.name}"


def wiring_table(circuit: Circuit, places: Places) -> bytes:
    """Return the table to tick off as CSV."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for wire in (*find_wires(circuit), *find_joints(circuit)):
        ends = (say_end(circuit, wire.start), say_end(circuit, wire.end))
        length, copper = _say_length(circuit, places, wire), f"{wire.copper_mm2:g} mm2"
        writer.writerow((wire.number, *ends, wire.net, wire.colour, length, copper, ""))
    return text.getvalue().encode()


def _say_length(circuit: Circuit, places: Places, wire: Wire) -> str:
    return wire.way if wire.way is Way.JOINT else f"{_length_cm(circuit, places, wire)} cm ({wire.way})"


def _length_cm(circuit: Circuit, places: Places, wire: Wire) -> int:
    return places.length_cm(circuit.part(wire.start.ref), circuit.part(wire.end.ref))


def copper_cm(circuit: Circuit, places: Places) -> dict[tuple[float, str], int]:
    """Return how many centimetres are needed of wire of each thickness and colour."""
    total: Counter[tuple[float, str]] = Counter()
    for wire in find_wires(circuit):
        total[wire.copper_mm2, wire.colour] += _length_cm(circuit, places, wire)
    return dict(sorted(total.items(), key=lambda each: (-each[0][0], each[0][1])))
