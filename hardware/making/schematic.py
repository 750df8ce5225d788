"""The schematic on sheets of A4: header and power, switches, LEDs, buttons and buzzer, all read from the circuit."""

from hardware.making.circuit import Circuit, Part
from hardware.making.circuit_sheet import Anchor, Sheet
from hardware.making.design import BUTTONS, BUZZER, FUSE, HEADER, LED_VOLTS, LEDS, POWER, SHIFTER
from hardware.making.header import PINS
from hardware.making.parts import EXPANDER_PINS, SHIFTER_GATE_PINS
from hardware.making.symbols import Pen

LEFT, FOOT = 12.0, 189.0
"""Where a drawing's origin is on its sheet."""
SMALL, TINY = 15.0, 13.0
PIXELS_A_ROW, PIXEL_ROWS = 13, 6


def draw_schematic(circuit: Circuit, source: str) -> list[Sheet]:
    """Return all sheets."""
    drawn = [("Raspberry Pi and power", _draw_header(circuit))]
    if any(circuit.of_item("diode")):
        drawn.append(("matrix of switches", _draw_matrix(circuit)))
    drawn += [(f"switches on {chip.ref}", _draw_expander(circuit, chip)) for chip in circuit.of_item("expander")]
    drawn.append(("level shifter", _draw_shifter(circuit)))
    pixels = list(circuit.of_item("pixel"))
    room = PIXELS_A_ROW * PIXEL_ROWS
    drawn += [("LEDs", _draw_pixels(circuit, pixels[first : first + room])) for first in range(0, len(pixels), room)]
    drawn.append(("buttons and buzzer", _draw_buttons(circuit)))
    count = len(drawn)
    return [
        Sheet(f"schematic, {title}", pen.marks(LEFT, FOOT), page=f"sheet {number} of {count}", source=source)
        for number, (title, pen) in enumerate(drawn, 1)
    ]


def at_header(circuit: Circuit, net: str) -> str:
    """Return on which pin of the header a net is."""
    numbers = (node.pin for node in circuit.net(net).nodes if node.ref == HEADER)
    return ", ".join(f"{circuit.part(HEADER).pin(number).name} (pin {number})" for number in numbers)


def contact(circuit: Circuit, net: str, item: str) -> str:
    """Return the contact of a connector that a net is on."""
    return ", ".join(str(node) for node in circuit.net(net).nodes if circuit.part(node.ref).item == item)


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
    supply, pi, fuse, bulk = (circuit.part(ref) for ref in ("PS1", "A1", FUSE, "C1"))
    pen.box(33, 25, 38, 31)
    pen.text(35.5, 32, f"{supply.ref} {supply.value}", "middle")
    pen.text(37.4, 30, "+", "end")
    pen.text(37.4, 26, "-", "end")
    pen.line((38, 30), (43.5, 30))
    pen.text(42.8, 30.8, f"{POWER}.1", "middle")
    pen.between("FuseIEC", (43.5, 30), (47.5, 30))
    pen.text(45.5, 31.2, f"{fuse.ref} {fuse.value}", "middle")
    pen.line((47.5, 30), (50.5, 30))
    pen.text(50.8, 30, LED_VOLTS)
    pen.dot(49, 30)
    pen.between("Capacitor", (49, 30), (49, 26))
    pen.text(48.6, 28.7, "+", "end")
    pen.text(49.9, 28.5, bulk.ref)
    pen.text(49.9, 27.5, bulk.value, size=SMALL)
    pen.dot(49, 26)
    pen.line((38, 26), (49, 26))
    pen.text(42.8, 26.8, f"{POWER}.2", "middle")
    pen.dot(46, 26)
    pen.ground(46, 26)
    pen.dot(40, 30)
    pen.line((40, 30), (40, 19), (44, 19))
    pen.dot(41.2, 26)
    pen.line((41.2, 26), (41.2, 17), (44, 17))
    pen.box(44, 15.5, 51, 20.5)
    pen.text(44.5, 19, "5V")
    pen.text(44.5, 17, "GND")
    pen.text(47.5, 21.3, f"{pi.ref} {pi.value}", "middle")
    pen.text(50.6, 18, pi.note.removeprefix("the Pi's own "), "end", SMALL)
    for row, words in enumerate(
        (
            "The Pi is fed through its own socket, and the header's",
            "5 V pins stay open: no supply can feed another backwards.",
            f"Behind the fuse are the LEDs and the level shifter {SHIFTER}.",
            f"Connect nothing of {LED_VOLTS} before the fuse.",
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


def _draw_shifter(circuit: Circuit) -> Pen:
    pen, nets = Pen(), circuit.nets_of(SHIFTER)
    enable, entry, out = SHIFTER_GATE_PINS[0]
    pen.text(6.6, 29, f"{nets[entry]} {at_header(circuit, nets[entry])}", "end", SMALL)
    pen.line((7, 29), (16, 29))
    _draw_gate(pen, circuit, (16, 29), SHIFTER_GATE_PINS[0], 1)
    calm, series = circuit.part("R3"), circuit.part("R1")
    pen.dot(11, 29)
    pen.between("ResistorIEC", (11, 29), (11, 25))
    pen.ground(11, 25)
    pen.text(11.8, 27.5, calm.ref)
    pen.text(11.8, 26.5, calm.value, size=SMALL)
    pen.line((18, 27.9), (18, 26))
    pen.ground(18, 26)
    pen.text(18.4, 27.3, enable, size=TINY)
    pen.line((20, 29), (24, 29))
    pen.text(22, 29.7, nets[out], "middle", SMALL)
    pen.between("ResistorIEC", (24, 29), (28, 29))
    pen.text(26, 30.2, f"{series.ref} {series.value}", "middle", SMALL)
    pen.line((28, 29), (33, 29))
    pen.text(31, 29.7, circuit.nets_of(series.ref)["2"], "middle", SMALL)
    pen.text(33.3, 29, f"{contact(circuit, 'DATA', 'terminal-3')} to LED0.4 (DIN)")
    _draw_chip_supply(pen, circuit)
    for number, gate in enumerate(SHIFTER_GATE_PINS[1:], 2):
        _draw_unused(pen, circuit, gate, number, 8 + 13 * (number - 2))
    pen.text(
        2,
        3.5,
        f"{SHIFTER} {circuit.part(SHIFTER).value}: one gate makes 5 V of the Pi's 3.3 V; inputs and "
        "enables of the others lie on ground.",
        size=SMALL,
    )
    return pen


def _draw_gate(pen: Pen, circuit: Circuit, place: tuple[float, float], gate: tuple[str, str, str], number: int) -> None:
    x, y = place
    pen.line((x, y - 1.8), (x, y + 1.8), (x + 4, y), (x, y - 1.8))
    pen.text(x + 1.2, y, f"{circuit.part(SHIFTER).ref}{'ABCD'[number - 1]}", "middle", TINY)
    pen.text(x - 0.6, y + 0.6, gate[1], "middle", TINY)
    pen.text(x + 4.5, y + 0.6, gate[2], "middle", TINY)


def _draw_chip_supply(pen: Pen, circuit: Circuit) -> None:
    nets, small = circuit.nets_of(SHIFTER), circuit.part("C2")
    pen.line((6, 20), (14, 20))
    pen.text(5.6, 20, nets["14"], "end")
    pen.box(12.5, 15, 15.5, 18.5)
    pen.text(14, 16.75, SHIFTER, "middle")
    pen.line((14, 20), (14, 18.5))
    pen.text(14.4, 19.2, "14", size=TINY)
    pen.line((14, 15), (14, 13.5), (9, 13.5))
    pen.text(14.4, 14.4, "7", size=TINY)
    pen.dot(9, 20)
    pen.between("Capacitor", (9, 20), (9, 13.5))
    pen.text(8, 17.6, small.ref, "end")
    pen.text(8, 16.6, small.value, "end", SMALL)
    pen.ground(9, 13.5)
    pen.text(22, 19, f"{LEDS}.1", "end", SMALL)
    pen.line((22.4, 19), (25, 19))
    pen.text(25.4, 19, f"{circuit.nets_of(LEDS)['1']} to the first and the last LED")
    pen.text(22, 17, f"{LEDS}.3", "end", SMALL)
    pen.line((22.4, 17), (25, 17))
    pen.text(25.4, 17, f"{circuit.nets_of(LEDS)['3']} to the first and the last LED")


def _draw_unused(pen: Pen, circuit: Circuit, gate: tuple[str, str, str], number: int, x: float) -> None:
    y = 9.0
    _draw_gate(pen, circuit, (x, y), gate, number)
    pen.line((x, y), (x - 1.5, y), (x - 1.5, y - 2))
    pen.ground(x - 1.5, y - 2)
    pen.line((x + 2, y - 0.9), (x + 2, y - 2))
    pen.ground(x + 2, y - 2)
    pen.text(x + 2.4, y - 1.6, gate[0], size=TINY)
    pen.line((x + 4, y), (x + 5.4, y))
    pen.open_end(x + 5.4, y)


def _draw_pixels(circuit: Circuit, pixels: list[Part]) -> Pen:
    pen = Pen()
    for number, pixel in enumerate(pixels):
        row, column = divmod(number, PIXELS_A_ROW)
        x, y = 0.7 + 4.15 * column, 29 - 5 * row
        pen.box(x, y, x + 3.4, y + 3.4)
        kind, _, which = pixel.note.partition(" ")
        pen.text(x + 1.7, y + 2.7, pixel.ref, "middle", SMALL)
        pen.text(x + 1.7, y + 1.6, kind.rstrip(","), "middle", TINY)
        pen.text(x + 1.7, y + 0.7, which.partition(",")[0], "middle", TINY)
        if column == 0:
            pen.line((x - 0.7, y + 1.7), (x, y + 1.7))
        if circuit.nets_of(pixel.ref).get("2"):
            pen.line((x + 3.4, y + 1.7), (x + 4.15, y + 1.7))
    first, last = pixels[0], pixels[-1]
    pen.text(
        0.7,
        34.5,
        f"{first.ref} DIN: {circuit.nets_of(first.ref)['4']}.  Each DOUT (pin 2) goes to the next "
        f"DIN (pin 4), from left to right and row by row.",
    )
    end = "" if circuit.nets_of(last.ref).get("2") else f"{last.ref} DOUT stays open."
    pen.text(
        0.7,
        33.3,
        f"All: 5V (pin 1) on {circuit.nets_of(first.ref)['1']}, GND (pin 3) on "
        f"{circuit.nets_of(first.ref)['3']}.  {end}",
    )
    return pen


def _draw_buttons(circuit: Circuit) -> Pen:
    pen = Pen()
    for number, button in enumerate(circuit.of_item("button")):
        y = 33 - 3 * number
        net = circuit.nets_of(button.ref)["1"]
        pen.text(13, y, f"{net} {at_header(circuit, net)}", "end")
        pen.line((13.4, y), (19, y))
        pen.text(16, y + 0.7, contact(circuit, net, "plug-10"), "middle", SMALL)
        pen.between("Button", (19, y), (23, y))
        pen.ground(23, y)
        pen.text(24.2, y, f"{button.ref} {button.note}")
    grounds = " and ".join(f"{BUTTONS}.{pin}" for pin, net in circuit.nets_of(BUTTONS).items() if net == "GND")
    pen.text(34, 33, f"The buttons' ground is on {grounds}.", size=SMALL)
    pen.text(34, 31.6, "The Pi's own pull-ups hold the pins high.", size=SMALL)
    _draw_buzzer(pen, circuit)
    return pen


def _draw_buzzer(pen: Pen, circuit: Circuit) -> None:
    tame, nets = circuit.part("R2"), circuit.nets_of("R2")
    y = 6.0
    pen.text(13, y, f"{nets['1']} {at_header(circuit, nets['1'])}", "end")
    pen.line((13.4, y), (15, y))
    pen.between("ResistorIEC", (15, y), (19, y))
    pen.text(17, y + 1.2, f"{tame.ref} {tame.value}", "middle", SMALL)
    pen.line((19, y), (26, y))
    pen.text(22.5, y + 0.7, f"{BUZZER}.1 {nets['2']}", "middle", SMALL)
    pen.between("Crystal", (26, y), (30, y))
    pen.ground(30, y)
    pen.text(31.2, y, "LS1 piezo sounder, passive")
