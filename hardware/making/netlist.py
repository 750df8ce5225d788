"""The netlist as KiCad reads it: every part and every net, on the circuit board or off it."""

from collections.abc import Iterator

from hardware.making.circuit import Circuit, Net, Part

LIBRARY = "city-chase"


def write_netlist(circuit: Circuit, source: str) -> bytes:
    """Return the .net file."""
    lines = [
        '(export (version "E")',
        f'  (design (source "{source}") (tool "hardware.making"))',
        "  (components",
        *(_component(part) for part in circuit.parts),
        "  )",
        "  (nets",
        *(line for code, net in enumerate(circuit.nets, 1) for line in _net(circuit, code, net)),
        "  )",
        ")",
    ]
    return ("\n".join(lines) + "\n").encode()


def _component(part: Part) -> str:
    package = f' (footprint "{LIBRARY}:{part.package}")' if part.package else ""
    return f'    (comp (ref "{part.ref}") (value "{part.value or part.note}"){package})'


def _net(circuit: Circuit, code: int, net: Net) -> Iterator[str]:
    yield f'    (net (code "{code}") (name "{net.name}")'
    for node in net.nodes:
        pin = circuit.pin(node)
        yield f'      (node (ref "{node.ref}") (pin "{node.pin}") (pinfunction "{pin.name}") (pintype "{pin.kind}"))'
    yield "    )"
