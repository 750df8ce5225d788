"""The part of the schematic that players see and press: level shifter, LEDs, buttons and buzzer."""

from hardware.making.circuit import Circuit, Part
from hardware.making.design import BUTTONS, BUZZER, LEDS, SHIFTER
from hardware.making.parts import SHIFTER_GATE_PINS
from hardware.making.symbols import SMALL, TINY, Pen
from hardware.making.whereabouts import at_header, contact

PIXELS_A_ROW, PIXEL_ROWS = 13, 6


def draw_shifter(circuit: Circuit) -> Pen:
    """Draw the way of the data from the Pi to the first LED."""
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


def draw_pixels(circuit: Circuit, pixels: list[Part]) -> Pen:
    """Draw a piece of the LEDs' chain."""
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


def draw_buttons(circuit: Circuit) -> Pen:
    """Draw buttons and buzzer."""
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
