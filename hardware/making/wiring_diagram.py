"""The wiring diagram on sheets of A4: looms, buttons, buzzer, the way of the LEDs' chain, the supply.

Every wire is one of the wiring table's, with its number and its colour.
"""

from collections.abc import Iterator
from typing import TypeAlias

from hardware.making.circuit import Circuit, Node, Part, PinKind
from hardware.making.circuit_sheet import Disc, Mark, Sheet, Stroke, Words, rectangle
from hardware.making.design import BUTTONS, BUZZER, LEDS, PI, PI_PLUG, POWER, SUPPLY, SUPPLY_SOCKET
from hardware.making.spots import spot_of
from hardware.making.wiring import Wire, find_wires

Place: TypeAlias = tuple[float, float]
INKS = {
    "red": "#d01010",
    "black": "#000000",
    "white": "#9a9a9a",
    "yellow": "#d0a800",
    "orange": "#e87800",
    "green": "#0a8a2a",
    "blue": "#1848c8",
    "violet": "#8028b0",
    "grey": "#6a6a6a",
    "brown": "#7a4a1a",
    "pink": "#e060a0",
}
"""How a wire's colour is printed, so that it can be seen on white paper."""
THICK = 0.7
ROW = 7.2
PANEL = 55.5
PLUG_WIDTH, WIRE_WIDTH, THING_WIDTH, RETURN = 15.0, 13.0, 19.0, 4.0
PITCH = 27.0
"""Of the buildings in the picture of the chain."""
MAP_LEFT, MAP_TOP = 38.0, 49.0
MOST_DARK_TOLD = 12
SUPPLY_BOXES = {
    SUPPLY: (197.0, 34.0),
    SUPPLY_SOCKET: (197.0, 62.0),
    PI: (246.0, 34.0),
    PI_PLUG: (246.0, 62.0),
    POWER: (232.0, 95.0),
}
HEAVY = 2.0
NO_PRINTED_BOARD = (
    "There is no printed board for the expanders: on perfboard,",
    "join what the end of wiring.csv lists.",
)


def draw_wiring(circuit: Circuit, source: str) -> list[Sheet]:
    """Return all sheets."""
    wires = find_wires(circuit)
    drawn = (
        ("wiring, switches, buttons and buzzer", tuple(_draw_looms(circuit, wires))),
        ("wiring, LEDs and supply", (*_draw_chain(circuit, wires), *_draw_supply(circuit, wires))),
    )
    return [
        Sheet(title, marks, page=f"sheet {number} of {len(drawn)}", source=source)
        for number, (title, marks) in enumerate(drawn, 1)
    ]


def _draw_looms(circuit: Circuit, wires: tuple[Wire, ...]) -> Iterator[Mark]:
    looms = list(circuit.of_item("plug-6", "plug-8"))
    for number, loom in enumerate(looms):
        yield from _draw_panel(circuit, wires, loom, (11 + PANEL * number, 20))
    yield from _draw_panel(circuit, wires, circuit.part(BUTTONS), (11, 102))
    yield from _draw_panel(circuit, wires, circuit.part(BUZZER), (11 + 1.4 * PANEL, 102))
    is_printed = not any(circuit.of_item("expander"))
    for row, words in enumerate(
        (
            *(() if is_printed else NO_PRINTED_BOARD),
            "A number at a wire is its number in wiring.csv.",
            "The contact with a square pad is contact 1.",
            "White wires are drawn in grey. Bldg is a building.",
            "A magnet foot closes the reed above which it stands.",
        )
    ):
        yield Words(11 + 1.4 * PANEL, 150 + 6 * row, words, 3)


def _draw_panel(circuit: Circuit, wires: tuple[Wire, ...], plug: Part, place: tuple[float, float]) -> Iterator[Mark]:
    """Draw a connector with a row a contact, what hangs on each, and the wire that all of these share."""
    left, top = place
    yield Words(left, top - 2, f"{plug.ref}  {plug.note}", 3.2, bold=True)
    yield rectangle(left, top, PLUG_WIDTH, ROW * len(plug.pins))
    rows = {pin.number: top + ROW * (row + 0.5) for row, pin in enumerate(plug.pins)}
    for pin in plug.pins:
        yield Words(left + 1, rows[pin.number] + 1, f"{pin.number} {_brief(pin.name)}", 2.5)
    own = [wire for wire in wires if wire.start.ref == plug.ref]
    singles = [wire for wire in own if wire.end.pin == "1"]
    for wire in singles:
        yield from _draw_row(circuit, wire, left + PLUG_WIDTH, rows[wire.start.pin])
    right = left + PLUG_WIDTH + WIRE_WIDTH + THING_WIDTH + RETURN
    for wire in own:
        if wire.end.pin != "1":
            yield from _draw_return(wire, (left + PLUG_WIDTH, right), rows[wire.start.pin])
    heights = [rows[wire.start.pin] for wire in own]
    returning = next((wire for wire in own if wire.end.pin != "1"), None)
    if returning and singles:
        ink = INKS[returning.colour]
        yield Stroke(((right, min(heights)), (right, max(heights))), THICK, ink)
        for wire in singles:
            yield Stroke(((right - RETURN, rows[wire.start.pin]), (right, rows[wire.start.pin])), THICK, ink)


def _brief(name: str) -> str:
    return name.replace("building ", "bldg ")


def _draw_row(circuit: Circuit, wire: Wire, x: float, y: float) -> Iterator[Mark]:
    yield Stroke(((x, y), (x + WIRE_WIDTH, y)), THICK, INKS[wire.colour])
    yield Words(x + 0.8, y - 1, f"{wire.number} {wire.colour}", 2.1)
    thing = circuit.part(wire.end.ref)
    yield rectangle(x + WIRE_WIDTH, y - 2.6, THING_WIDTH, 5.2, "#f2f2f2")
    yield Words(x + WIRE_WIDTH + 1, y + 0.9, f"{thing.ref} {_brief(thing.note)}", 2.5)


def _draw_return(wire: Wire, across: tuple[float, float], y: float) -> Iterator[Mark]:
    yield Stroke(((across[0], y), (across[1], y)), THICK, INKS[wire.colour])
    yield Words(across[0] + 0.8, y - 1, f"{wire.number} {wire.colour}", 2.1)


def _draw_chain(circuit: Circuit, wires: tuple[Wire, ...]) -> Iterator[Mark]:
    pixels = list(circuit.of_item("pixel"))
    places = {_number(pixel): place for pixel in pixels if (place := _place_of(pixel))}
    yield Words(14, 18, "The LEDs' chain from above. An arrow printed on an LED must point to the greater number.", 3)
    data = [wire for wire in wires if circuit.pin(wire.end).kind is PinKind.INPUT]
    first = next(wire for wire in data if wire.start.ref == LEDS)
    yield from _draw_plug(circuit, wires, LEDS, (14, 23))
    for number, place in places.items():
        after = places.get(number + 1)
        if after and _are_neighbours(place, after):
            yield Stroke((place, after), THICK, INKS[first.colour])
    for pixel in pixels:
        if _number(pixel) in places:
            yield from _draw_pixel(pixel, places, last=_number(pixels[-1]))
    for row, words in enumerate(_notes_on_chain(pixels)):
        yield Words(14, 182 + 4.4 * row, words, 2.7)


def _draw_pixel(pixel: Part, places: dict[int, Place], last: int) -> Iterator[Mark]:
    """Draw an LED, and in words the wires that lead to a far one: drawn, they would run over others."""
    number = _number(pixel)
    x, y = place = places[number]
    yield Disc(x, y, 4.1, fill="#ffffff")
    yield Words(x, y - 0.1, str(number), 2.9, "middle", bold=True)
    yield Words(x, y + 2.5, _tag(pixel), 2.1, "middle")
    before, after = places.get(number - 1), places.get(number + 1)
    if not before or not _are_neighbours(before, place):
        yield Words(x, y - 4.9, f"from {number - 1 if number else LEDS}", 2.1, "middle")
    if number < last and (not after or not _are_neighbours(place, after)):
        yield Words(x, y + 6.5, f"to {number + 1}", 2.1, "middle")


def _notes_on_chain(pixels: list[Part]) -> Iterator[str]:
    yield "Large numbers are places in the chain, below them stands what they light: b building, c crossing, r round."
    yield (
        "Each LED: 5V to 5V (red), GND to GND (black), DOUT to the next DIN (green); lines are green wires. "
        f"The last one, {pixels[-1].ref}, is fed from {LEDS} too."
    )
    dark = [str(_number(pixel)) for pixel in pixels if not _place_of(pixel)]
    if dark:
        shown = ", ".join(dark[:MOST_DARK_TOLD]) + (" and so on" if len(dark) > MOST_DARK_TOLD else "")
        yield f"These stay dark and are soldered in anywhere on the way: {shown}."


def _number(pixel: Part) -> int:
    return int(pixel.ref.removeprefix("LED"))


def _are_neighbours(one: Place, other: Place) -> bool:
    """Tell whether a wire from one to the other passes no third: they stand in one row, side by side."""
    return one[1] == other[1] and abs(one[0] - other[0]) < PITCH + 0.1


def _tag(pixel: Part) -> str:
    kind, _, which = pixel.note.partition(" ")
    return f"{kind[0]} {which}"


def _place_of(pixel: Part) -> Place | None:
    """Return where an LED is in the picture, by what it lights; None for one that stays dark."""
    spot = spot_of(pixel)
    return (MAP_LEFT + PITCH * spot[0], MAP_TOP + PITCH * spot[1]) if spot else None


def _draw_plug(circuit: Circuit, wires: tuple[Wire, ...], ref: str, place: tuple[float, float]) -> Iterator[Mark]:
    """Draw a terminal with its contacts below each other, and say which wires leave it."""
    left, top = place
    plug = circuit.part(ref)
    yield rectangle(left, top, 14, 5 * len(plug.pins))
    yield Words(left + 16, top + 3, f"{ref} {plug.note}", 3, bold=True)
    for row, pin in enumerate(plug.pins):
        yield Words(left + 1, top + 3.4 + 5 * row, f"{pin.number} {pin.name}", 2.5)
        leaving = [wire for wire in wires if wire.start == Node(ref, pin.number)]
        said = ", ".join(f"{wire.number} {wire.colour} to {wire.end.ref}" for wire in leaving)
        yield Words(left + 16 + (26 if row == 0 else 0), top + 3.4 + 5 * row, said, 2.5)


def _draw_supply(circuit: Circuit, wires: tuple[Wire, ...]) -> Iterator[Mark]:
    for ref, (x, y) in SUPPLY_BOXES.items():
        part = circuit.part(ref)
        name, words = (part.note, "circuit board") if ref == POWER else (part.value, part.note)
        yield rectangle(x, y, 34, 15, "#f2f2f2")
        yield Words(x + 17, y + 5.5, f"{ref} {name}", 2.6, "middle", bold=True)
        yield Words(x + 17, y + 9.5, words.removeprefix("the "), 2.3, "middle")
    for x in (214.0, 263.0):
        yield Stroke(((x, 49.0), (x, 62.0)), HEAVY)
        yield Words(x + 2, 56.5, "plugged in", 2.2)
    fed = [wire for wire in wires if {wire.start.ref, wire.end.ref} <= SUPPLY_BOXES.keys()]
    for wire in fed:
        yield from _draw_lead(wire, below=0 if wire.colour == "red" else 1)
    for row, words in enumerate(_advice(fed)):
        yield Words(204, 128 + 5 * row, words, 2.8)


def _draw_lead(wire: Wire, below: int) -> Iterator[Mark]:
    ink, words = INKS[wire.colour], f"{wire.number} {wire.colour}"
    if PI_PLUG in {wire.start.ref, wire.end.ref}:
        y = 67.5 + 5 * below
        yield Stroke(((231.0, y), (246.0, y)), THICK, ink)
        yield Words(238.5, y - 0.9, words, 2.2, "middle")
    else:
        x, y = 208.0 + 12 * below, 105.0 - 5 * below
        yield Stroke(((x, 77.0), (x, y), (232.0, y)), THICK, ink)
        yield Words(x + 1, 83.0, words, 2.2)


def _advice(fed: list[Wire]) -> tuple[str, ...]:
    return (
        f"Wires {', '.join(str(wire.number) for wire in fed)}: at least {fed[0].copper_mm2:g} mm2 of copper.",
        "One supply feeds both: the circuit board at its",
        "terminal and the Pi at its own socket.",
        "Never connect 5 V to the Pi's header.",
        "Plus and minus exchanged cost a fuse at the board,",
        f"but at {PI_PLUG} the Pi: measure before it is plugged in.",
        "Pull the supply's plug before every change.",
    )
