"""An electrical rule check: what must hold for any circuit, whatever it is meant to do.

Each rule is a function that goes through a circuit and tells what is wrong in one sentence a fault.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterator
from typing import TypeAlias

from hardware.making.circuit import Circuit, Conduction, Node, Part, Pin, PinKind

SOURCES = {PinKind.OUTPUT, PinKind.BIDIRECTIONAL, PinKind.POWER_OUT}
Rule: TypeAlias = Callable[[Circuit], Iterator[str]]


def check(circuit: Circuit) -> list[str]:
    """Return every fault of a circuit."""
    return [fault for rule in RULES for fault in rule(circuit)]


def find_loose_pins(circuit: Circuit) -> Iterator[str]:
    """A pin is on a net, or open on purpose."""
    joined = {node for net in circuit.nets for node in net.nodes}
    allowed = set(circuit.open_pins)
    for part, pin in _pins(circuit):
        node = Node(part.ref, pin.number)
        if node not in joined and node not in allowed:
            yield f"{node} ({pin.name}) is not connected."
        if node in joined and node in allowed:
            yield f"{node} ({pin.name}) is connected and should be open."


def find_lonely_nets(circuit: Circuit) -> Iterator[str]:
    """A net joins at least two pins."""
    for net in circuit.nets:
        if len(net.nodes) <= 1:
            yield f"Net {net.name} has only {', '.join(map(str, net.nodes)) or 'no pin'}."


def find_pins_used_twice(circuit: Circuit) -> Iterator[str]:
    """A pin is on one net, once."""
    for node, times in Counter(node for net in circuit.nets for node in net.nodes).items():
        if times > 1:
            nets = ", ".join(net.name for net in circuit.nets if node in net.nodes)
            yield f"{node} is used {times} times: {nets}."


def find_fighting_outputs(circuit: Circuit) -> Iterator[str]:
    """No two parts drive one net, and nothing drives a supply."""
    for net in circuit.nets:
        drivers = {
            # Pins of one supply may meet.
            (node if circuit.pin(node).kind is PinKind.OUTPUT else node.ref): node
            for node in net.nodes
            if circuit.pin(node).kind in {PinKind.OUTPUT, PinKind.POWER_OUT}
            # Plus and minus of sources are told apart by what they give; grounds may meet.
            and circuit.pin(node).gives_volts != 0
        }
        grounded = any(circuit.pin(node).gives_volts == 0 for node in net.nodes)
        if len(drivers) > 1 or (drivers and grounded):
            yield f"Net {net.name} is driven by {' and '.join(map(str, drivers.values()))}."


def find_undriven_inputs(circuit: Circuit) -> Iterator[str]:
    """From each input a source can be reached: an output, a supply, or one of them through a resistor or a switch."""
    for part, pin, net in _joined_pins(circuit):
        if pin.kind is PinKind.INPUT and not _reaches_source(circuit, net):
            yield f"{part.ref}.{pin.number} ({pin.name}) is an input and nothing drives it."


def find_unpowered_parts(circuit: Circuit) -> Iterator[str]:
    """Each supply pin is on its supply, directly or through a fuse, and ground pins are on ground."""
    for part, pin, net in _joined_pins(circuit):
        if pin.kind is PinKind.POWER_IN:
            volts = _supplies(circuit, net)
            if not volts:
                yield f"{part.ref}.{pin.number} ({pin.name}) has no supply."
            elif (pin.bears_volts == 0) != (volts == {0}):
                yield f"{part.ref}.{pin.number} ({pin.name}) is on {max(volts):g} V."


def find_overvoltage(circuit: Circuit) -> Iterator[str]:
    """No pin sees more volts than it bears, not through resistors, switches and diodes either."""
    for part, pin, net in _joined_pins(circuit):
        if pin.bears_volts is not None and pin.kind is not PinKind.POWER_IN:
            highest = max(_volts_at(circuit, net), default=0.0)
            if highest > pin.bears_volts:
                yield f"{part.ref}.{pin.number} ({pin.name}) bears {pin.bears_volts:g} V and can see {highest:g} V."
        elif pin.bears_volts and max(_supplies(circuit, net), default=0.0) > pin.bears_volts:
            yield f"{part.ref}.{pin.number} ({pin.name}) is fed with more than its {pin.bears_volts:g} V."


def find_badly_wired_reeds(circuit: Circuit) -> Iterator[str]:
    """In a matrix, current flows from an input through reed and diode into an output; else a reed pulls to ground."""
    has_diodes = any(circuit.of_item("diode"))
    for reed in circuit.of_item("reed"):
        nets = set(circuit.nets_of(reed.ref).values())
        if has_diodes:
            yield from _matrix_faults(circuit, reed, nets)
        elif not any(_supplies(circuit, net) == {0} for net in nets):
            yield f"{reed.ref} ({reed.note}) does not pull to ground."


def find_unguarded_fuses(circuit: Circuit) -> Iterator[str]:
    """Behind each fuse a diode lies from ground to the supply: only if that is reversed does it conduct."""
    for fuse in circuit.of_item("fuse"):
        behind = [net for net in circuit.nets_of(fuse.ref).values() if not _has_source(circuit, net)]
        guards = [circuit.nets_of(guard.ref) for guard in circuit.of_item("guard")]
        for net in behind:
            if not any(ends.get("1") == net and _supplies(circuit, ends.get("2", net)) == {0} for ends in guards):
                yield f"Nothing blows {fuse.ref} when the supply is reversed: {net} has no diode from ground."


def _has_source(circuit: Circuit, net: str) -> bool:
    return any(circuit.pin(node).kind is PinKind.POWER_OUT for node in circuit.net(net).nodes)


def _matrix_faults(circuit: Circuit, reed: Part, nets: set[str]) -> Iterator[str]:
    name = f"{reed.ref} ({reed.note})"
    beside = {node.ref for net in nets for node in circuit.net(net).nodes}
    diodes = [diode for diode in circuit.of_item("diode") if diode.ref in beside]
    # Several diodes on a column would be a reed without one of its own.
    if len(diodes) != 1:
        yield f"{name} is in series with {len(diodes)} diodes and must be with one."
        return
    ends = circuit.nets_of(diodes[0].ref)
    if ends.get("2") not in nets:
        yield f"{diodes[0].ref} at {name} is the wrong way round."
        return
    column = next(iter(nets - {ends["2"]}), "")
    if not _has_pi_pin(circuit, column, PinKind.INPUT) or not _has_pi_pin(circuit, ends.get("1", ""), PinKind.OUTPUT):
        yield f"{name} is not between a column and a row."


RULES: tuple[Rule, ...] = (
    find_loose_pins,
    find_lonely_nets,
    find_pins_used_twice,
    find_fighting_outputs,
    find_undriven_inputs,
    find_unpowered_parts,
    find_overvoltage,
    find_badly_wired_reeds,
    find_unguarded_fuses,
)


def _pins(circuit: Circuit) -> Iterator[tuple[Part, Pin]]:
    return ((part, pin) for part in circuit.parts for pin in part.pins)


def _joined_pins(circuit: Circuit) -> Iterator[tuple[Part, Pin, str]]:
    for net in circuit.nets:
        for node in net.nodes:
            part = circuit.part(node.ref)
            yield part, part.pin(node.pin), net.name


def _has_pi_pin(circuit: Circuit, net: str, kind: PinKind) -> bool:
    found = (one for one in circuit.nets if one.name == net)
    return any(
        circuit.part(node.ref).item == "header" and circuit.pin(node).kind is kind
        for one in found
        for node in one.nodes
    )


def _reaches_source(circuit: Circuit, start: str) -> bool:
    return any(
        circuit.pin(node).kind in SOURCES
        for net in _reach(circuit, start, {Conduction.SIGNAL, Conduction.SUPPLY})
        for node in circuit.net(net).nodes
    )


def _supplies(circuit: Circuit, start: str) -> set[float]:
    return {
        volts
        for net in _reach(circuit, start, {Conduction.SUPPLY})
        for node in circuit.net(net).nodes
        if circuit.pin(node).kind is PinKind.POWER_OUT and (volts := circuit.pin(node).gives_volts) is not None
    }


def _volts_at(circuit: Circuit, start: str) -> Iterator[float]:
    for net in _reach(circuit, start, {Conduction.SIGNAL, Conduction.SUPPLY}):
        for node in circuit.net(net).nodes:
            volts = circuit.pin(node).gives_volts
            if volts is not None:
                yield volts


def _reach(circuit: Circuit, start: str, ways: set[Conduction]) -> Iterator[str]:
    """Go through the nets that a level can come from. A net with a source keeps that level: there it ends."""
    seen, waiting = {start}, deque([start])
    while waiting:
        name = waiting.popleft()
        yield name
        nodes = circuit.net(name).nodes
        if _has_source(circuit, name):
            continue
        for node in nodes:
            if circuit.part(node.ref).conducts in ways:
                beyond = set(circuit.nets_of(node.ref).values()) - seen
                seen |= beyond
                waiting.extend(sorted(beyond))
