"""The schematic on sheets of A4: header and power, switches, LEDs, buttons and buzzer, all read from the circuit."""

from hardware.making.circuit import Circuit, Part
from hardware.making.circuit_sheet import Anchor, Sheet
from hardware.making.design import (
    BULK,
    FUSE,
    GUARD,
    HEADER,
    LED_VOLTS,
    PI,
    PI_PLUG,
    POWER,
    SHIFTER,
    SUPPLY,
    SUPPLY_SOCKET,
)
from hardware.making.header import PINS
from hardware.making.parts import EXPANDER_PINS
from hardware.making.schematic_lights import PIXEL_ROWS, PIXELS_A_ROW, draw_buttons, draw_pixels, draw_shifter
from hardware.making.symbols import SMALL, TINY, Pen
from hardware.making.whereabouts import at_header, contact

LEFT, FOOT = 12.0, 189.0
"""Where a drawing's origin is on its sheet."""


def draw_schematic(circuit: Circuit, source: str) -> list[Sheet]:
    """Return all sheets."""
    drawn = [("Raspberry Pi and power", _draw_header(circuit))]
    if any(circuit.of_item("diode")):
        drawn.append(("matrix of switches", _draw_matrix(circuit)))
    drawn += [(f"switches on {chip.ref}", _draw_expander(circuit, chip)) for chip in circuit.of_item("expander")]
    drawn.append(("level shifter", draw_shifter(circuit)))
    pixels = list(circuit.of_item("pixel"))
    room = PIXELS_A_ROW * PIXEL_ROWS
    drawn += [("LEDs", draw_pixels(circuit, pixels[first : first + room])) for first in range(0, len(pixels), room)]
    drawn.append(("buttons and buzzer", draw_buttons(circuit)))
    count = len(drawn)
    return [
        Sheet(f"schematic, {title}", pen.marks(LEFT, FOOT), page=f"sheet {number} of {count}", source=source)
        for number, (title, pen) in enumerate(drawn, 1)
    ]


def _draw_header(circuit: Circuit) -> Pen:
    pen, header, nets = Pen(), circuit.part(HEADER), circuit.nets_of(HEADER)
    pen.box(11, 1.5, 23, 33)
    pen.text(17, 34, f"{HEADER} {header.value}", "middle")
    for number in range(1, PINS + 1):
        _draw_header_pin(pen, number, header.pin(str(number)).name, nets.get(str(number)))
    _draw_supply(pen, circuit)
    return pen


def _draw_header_pin(pen: Pen, number: int, name: str, net: str | None) -> None:
    side = -1 if number % 2 else 1
    outwards: Anchor = "end" if side < 0 else "start"
    inwards: Anchor = "start" if side < 0 else "end"
    y, end = 31.75 - 1.5 * ((number - 1) // 2), 17 + side * 8
    pen.line((17 + side * 6, y), (end, y))
    pen.text(17 + side * 0.4, y, str(number), outwards)
    pen.text(17 + side * 5.6, y, name, inwards)
    if net:
        pen.text(end + side * 0.3, y, net, outwards)
    else:
        pen.open_end(end, y)


def _draw_supply(pen: Pen, circuit: Circuit) -> None:
    supply, pi, fuse, guard, bulk = (circuit.part(ref) for ref in (SUPPLY, PI, FUSE, GUARD, BULK))
    pen.box(33, 25, 37, 31)
    pen.text(35, 32, f"{supply.ref} {supply.value}", "middle")
    pen.text(36.6, 30, "+", "end")
    pen.text(36.6, 26, "-", "end")
    pen.line((37, 30), (43.5, 30))
    pen.text(38.6, 30.8, f"{SUPPLY_SOCKET}.1", "middle", SMALL)
    pen.text(38.6, 26.8, f"{SUPPLY_SOCKET}.2", "middle", SMALL)
    pen.text(42.8, 30.8, f"{POWER}.1", "middle")
    pen.between("FuseIEC", (43.5, 30), (47.5, 30))
    pen.text(45.5, 31.2, f"{fuse.ref} {fuse.value}", "middle")
    pen.line((47.5, 30), (51, 30))
    pen.text(51.3, 30, LED_VOLTS)
    pen.dot(47.9, 30)
    pen.between("Diode", (47.9, 26), (47.9, 30))
    pen.dot(47.9, 26)
    pen.text(47.2, 28.5, guard.ref, "end")
    pen.text(47.2, 27.5, guard.value, "end", SMALL)
    pen.dot(50, 30)
    pen.between("Capacitor", (50, 30), (50, 26))
    pen.text(49.6, 28.7, "+", "end")
    pen.text(50.9, 28.5, bulk.ref)
    pen.text(50.9, 27.5, bulk.value, size=SMALL)
    pen.line((37, 26), (50, 26))
    pen.text(42.8, 26.8, f"{POWER}.2", "middle")
    pen.dot(46, 26)
    pen.ground(46, 26)
    pen.text(43.5, 19.7, f"{PI_PLUG}.1", "end", SMALL)
    pen.text(43.5, 16.2, f"{PI_PLUG}.2", "end", SMALL)
    pen.dot(40, 30)
    pen.line((40, 30), (40, 19), (44, 19))
    pen.dot(41.2, 26)
    pen.line((41.2, 26), (41.2, 17), (44, 17))
    pen.box(44, 15.5, 51, 20.5)
    pen.text(44.5, 19, "5V")
    pen.text(44.5, 17, "GND")
    pen.text(47.5, 21.3, f"{pi.ref} {pi.value}", "middle")
    pen.text(50.6, 18, pi.note.removeprefix("the Pi's own "), "end", SMALL)
    _draw_supply_notes(pen)


def _draw_supply_notes(pen: Pen) -> None:
    for row, words in enumerate(
        (
            "The Pi is fed through its own socket, and the header's",
            "5 V pins stay open: no supply can feed another backwards.",
            f"Behind the fuse are the LEDs and the level shifter {SHIFTER}.",
            f"Connect nothing of {LED_VOLTS} before the fuse.",
            f"{GUARD} blows the fuse if plus and minus are exchanged.",
        )
    ):
        pen.text(33, 11 - 1.4 * row, words, size=SMALL)


def _draw_matrix(circuit: Circuit) -> Pen:
    pen = Pen()
    rows = sorted(net.name for net in circuit.nets if net.name.startswith("ROW"))
    columns = sorted(net.name for net in circuit.nets if net.name.startswith("COL"))
    for number, column in enumerate(columns):
        _draw_column(pen, circuit, column, 6 + 9.8 * number)
    pen.line((6, 33.5), (6 + 9.8 * (len(columns) - 1), 33.5))
    pen.text(5.6, 33.5, "+3V3", "end")
    for number, row in enumerate(rows):
        y = _row_y(number)
        pen.line((4.5, y), (6 + 9.8 * 4 + 6, y))
        pen.text(4.2, y + 0.5, row, "end")
        name, _, pin = at_header(circuit, row).partition(" ")
        pen.text(4.2, y - 0.6, name, "end", SMALL)
        pen.text(4.2, y - 1.5, pin, "end", SMALL)
    for reed in circuit.of_item("reed"):
        _draw_reed(pen, circuit, reed, rows, columns)
    return pen


def _row_y(number: int) -> float:
    return 23.4 - 5.4 * number


def _draw_column(pen: Pen, circuit: Circuit, column: str, x: float) -> None:
    pull = next(node for node in circuit.net(column).nodes if node.ref.startswith("RN"))
    pen.between("ResistorIEC", (x, 30), (x, 33.5))
    pen.dot(x, 33.5)
    pen.text(x + 0.7, 32.2, str(pull), size=SMALL)
    pen.text(x + 0.7, 31.2, circuit.part(pull.ref).value.partition(" x ")[2], size=SMALL)
    pen.line((x, 30), (x, _row_y(4) + 3))
    pen.dot(x, 30)
    pen.line((x, 30), (x + 1, 30))
    pen.text(x + 1.2, 30, column)
    pen.text(x + 1.2, 29, at_header(circuit, column), size=SMALL)
    pen.text(x + 0.4, 27.6, contact(circuit, column, "plug-6"), size=SMALL)


def _draw_reed(pen: Pen, circuit: Circuit, reed: Part, rows: list[str], columns: list[str]) -> None:
    nets = circuit.nets_of(reed.ref)
    diode = next(node.ref for node in circuit.net(nets["1"]).nodes if circuit.part(node.ref).item == "diode")
    x, y = 6 + 9.8 * columns.index(nets["2"]), _row_y(rows.index(circuit.nets_of(diode)["1"]))
    pen.dot(x, y + 3)
    pen.between("SwitchReed", (x, y + 3), (x + 4, y + 3))
    pen.text(x + 2, y + 1.9, reed.ref, "middle")
    pen.line((x + 4, y + 3), (x + 6, y + 3))
    pen.text(x + 5, y + 3.6, contact(circuit, nets["1"], "plug-6"), "middle", TINY)
    pen.between("Diode", (x + 6, y + 3), (x + 6, y))
    pen.text(x + 6.7, y + 1.5, diode)
    pen.dot(x + 6, y)


def _draw_expander(circuit: Circuit, chip: Part) -> Pen:
    pen, nets = Pen(), circuit.nets_of(chip.ref)
    pins = {name: number for number, name in EXPANDER_PINS.items()}
    pen.box(15, 1, 27, 34)
    pen.text(21, 35, f"{chip.ref} {chip.value}, {chip.note}", "middle")
    left = ("VDD", "VSS", "SDA", "SCL", "RESET", "A0", "A1", "A2", "INTA", "INTB")
    for row, name in enumerate(left):
        y = 32 - 3 * row
        _draw_pin(pen, pins[name], name, (15, y), -1)
        if net := nets.get(pins[name]):
            where = at_header(circuit, net) if name in {"SDA", "SCL"} else ""
            pen.text(12.6, y, f"{net} {where}".strip(), "end")
        else:
            pen.open_end(13, y)
    _draw_near_chip(pen, circuit, chip)
    for row, name in enumerate([*(f"GPA{bit}" for bit in range(8)), *(f"GPB{bit}" for bit in range(8))]):
        _draw_input(pen, circuit, chip, pins[name], 32.5 - 2 * row)
    return pen


def _draw_pin(pen: Pen, number: str, name: str, place: tuple[float, float], side: int) -> None:
    x, y = place
    pen.line((x, y), (x + 2 * side, y))
    pen.text(x - 0.4 * side, y, name, "start" if side < 0 else "end")
    pen.text(x + 1 * side, y + 0.6, number, "middle", TINY)


def _draw_near_chip(pen: Pen, circuit: Circuit, chip: Part) -> None:
    """Draw what belongs to a chip without being on its inputs: the reset's pull-up and the capacitor."""
    parts = [part for part in circuit.parts if part.note.endswith(chip.ref)]
    for row, part in enumerate(parts):
        y = 5.5 - 3 * row
        ends = circuit.nets_of(part.ref)
        kind = "Capacitor" if part.item == "ceramic" else "ResistorIEC"
        pen.between(kind, (4, y), (8, y))
        pen.text(3.7, y, ends["1"], "end")
        pen.text(8.3, y, ends["2"])
        pen.text(6, y + 1.1, f"{part.ref} {part.value}", "middle", SMALL)


def _draw_input(pen: Pen, circuit: Circuit, chip: Part, number: str, y: float) -> None:
    _draw_pin(pen, number, chip.pin(number).name, (27, y), 1)
    net = circuit.nets_of(chip.ref).get(number)
    if not net:
        pen.open_end(29, y)
        return
    reed = next(circuit.part(node.ref) for node in circuit.net(net).nodes if circuit.part(node.ref).item == "reed")
    pen.line((29, y), (34, y))
    pen.text(31.5, y + 0.6, contact(circuit, net, "plug-8"), "middle", TINY)
    pen.between("SwitchReed", (34, y), (38, y))
    pen.ground(38, y)
    pen.text(39.2, y, f"{reed.ref} {reed.note}")
