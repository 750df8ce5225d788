"""Where each part goes on the circuit board, three times its size, seen from the side of the parts."""

from collections.abc import Iterator

from hardware.making.circuit_sheet import Disc, Mark, Sheet, Stroke, Words, rectangle
from hardware.making.pcb.layout import Layout
from hardware.making.pcb.placement import HEIGHT, HOLE, HOLES, WIDTH, Placed

SCALE = 3.0
LEFT, TOP = 14.0, 16.0
NOTES = (
    "From the parts' side, three times its size.",
    "Square pad: pin 1; of a diode, the ring's end.",
    "D7 and S7 belong to building 7, and so on.",
    "",
    "Solder in this order, flat parts first:",
    "1  diodes D1 to D25",
    "2  resistors R1, R2, R3",
    "3  socket of U1, notch upwards; C2",
    "4  resistor network RN1, its dot at pin 1",
    "5  pin headers J2 to J7 and J9",
    "6  fuse holder F1, terminals J8 and J10",
    "7  diode D26; C1, its plus at the square pad",
    "8  last, from below: socket J1",
    "Chip and fuse go in after the first tests.",
    "",
    "If plus and minus are exchanged, D26 blows",
    "the fuse. Nothing protects the Pi: measure",
    "its plug P1 before you plug it in.",
)


def draw_assembly(layout: Layout, source: str) -> Sheet:
    """Return the sheet."""
    marks: list[Mark] = [rectangle(LEFT, TOP, WIDTH * SCALE, HEIGHT * SCALE)]
    marks += [Disc(*_on_sheet(*hole), HOLE / 2 * SCALE) for hole in HOLES]
    for part in layout.parts:
        marks += _draw_part(part)
    marks += [Words(LEFT + WIDTH * SCALE + 5, TOP + 6 + 6 * row, text, 2.9) for row, text in enumerate(NOTES)]
    return Sheet("circuit board, where each part goes", tuple(marks), page="sheet 1 of 1", source=source)


def _on_sheet(x: float, y: float) -> tuple[float, float]:
    return LEFT + x * SCALE, TOP + y * SCALE


def _draw_part(part: Placed) -> Iterator[Mark]:
    body = part.shape.body
    corners = ((body.left, body.top), (body.right, body.top), (body.right, body.bottom), (body.left, body.bottom))
    outline = [_on_sheet(*part.to_board(*corner)) for corner in corners]
    middle = _on_sheet(*part.to_board((body.left + body.right) / 2, (body.top + body.bottom) / 2))
    if part.shape.round_body:
        yield Disc(*middle, (body.right - body.left) / 2 * SCALE, fill="#f2f2f2")
    else:
        yield Stroke(tuple(outline), closed=True, fill="#f2f2f2")
    if part.shape.ring_at is not None:
        ends = [_on_sheet(*part.to_board(part.shape.ring_at, y)) for y in (body.top, body.bottom)]
        yield Stroke(tuple(ends), 1.0)
    for pad, x, y in part.pads():
        across, down = _on_sheet(x, y)
        half = pad.size / 2 * SCALE
        if pad.is_square:
            yield rectangle(across - half, down - half, 2 * half, 2 * half, "#ffffff")
        else:
            yield Disc(across, down, half, fill="#ffffff")
    yield from _draw_name(part, middle)


def _draw_name(part: Placed, middle: tuple[float, float]) -> Iterator[Mark]:
    area = part.area()
    kind = part.shape.name.partition("-")[0]
    left, top = _on_sheet(area.left, area.top)
    _, bottom = _on_sheet(area.right, area.bottom)
    if kind == "PINS":
        # Beside the pins, inside the body.
        yield Words(left + 5, middle[1], f"{part.ref} {part.value}", 2.6, "middle", bold=True, turn=90)
    elif kind == "TERMINAL":
        yield Words(middle[0], bottom - 1, f"{part.ref} {part.value}", 2.6, "middle", bold=True)
        for pad, x, y in part.pads():
            across, down = _on_sheet(x, y)
            yield Words(across, down - 6, part.names[pad.number], 2.6, "middle")
    elif kind == "SOCKET":
        yield Words(middle[0], middle[1] + 0.8, f"{part.ref} on the other side", 2.3, "middle", bold=True)
    elif kind == "SIP":
        yield Words(left + 1, top - 1.2, part.ref, 2.6, bold=True)
    else:
        says_value = kind in {"FUSE", "DIP"}
        turn = 90 if area.bottom - area.top > area.right - area.left else 0
        name = f"{part.ref} {part.value}" if says_value else part.ref
        nudge = (1.0, 0.0) if turn else (0.0, 1.0)
        yield Words(middle[0] + nudge[0], middle[1] + nudge[1], name, 2.6, "middle", bold=True, turn=turn)
