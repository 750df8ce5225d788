"""Writes the circuit board as KiCad 6 reads it.

Every identifier follows from what it is for, so the same board always gives the same bytes.
"""

from collections.abc import Iterator
from uuid import NAMESPACE_URL, uuid5

from hardware.making.pcb.footprints import Box, Footprint
from hardware.making.pcb.grid import FRONT, Track, Via
from hardware.making.pcb.layout import Layout
from hardware.making.pcb.marking import MARKS, Mark
from hardware.making.pcb.placement import CORNER, HEIGHT, HOLE, HOLE_KEEPOUT, HOLES, WIDTH, Placed
from hardware.making.pcb.rules import POUR_CLEARANCE, POUR_WIDTH, VIA, VIA_HOLE

ORIGIN = (100.0, 60.0)
"""Where on the sheet the board's upper left corner is."""
LAYERS = """\
  (layers
    (0 "F.Cu" signal)
    (31 "B.Cu" signal)
    (36 "B.SilkS" user "B.Silkscreen")
    (37 "F.SilkS" user "F.Silkscreen")
    (38 "B.Mask" user)
    (39 "F.Mask" user)
    (44 "Edge.Cuts" user)
    (46 "B.CrtYd" user "B.Courtyard")
    (47 "F.CrtYd" user "F.Courtyard")
    (48 "B.Fab" user)
    (49 "F.Fab" user)
  )
  (setup
    (pad_to_mask_clearance 0)
  )"""
COPPER = ("F.Cu", "B.Cu")
COURTYARD = 0.25
EFFECTS = "(effects (font (size 0.8 0.8) (thickness 0.13)))"
RING = 0.3


def write_board(layout: Layout, ground: str) -> str:
    """Return the .kicad_pcb file."""
    numbers = {name: number for number, name in enumerate(layout.nets, 1)}
    lines = [
        '(kicad_pcb (version 20211014) (generator "city-chase")',
        "  (general (thickness 1.6))",
        '  (paper "A4")',
        LAYERS,
        '  (net 0 "")',
        *(f'  (net {number} "{name}")' for name, number in numbers.items()),
        *(line for part in layout.parts for line in _footprint(part, numbers)),
        *(line for number, place in enumerate(HOLES, 1) for line in _mounting_hole(number, *place)),
        *_outline(),
        *(_text(mark, f"mark {number}") for number, mark in enumerate(MARKS)),
        *(line for number, track in enumerate(layout.tracks) for line in _segments(track, numbers, number)),
        *(_via(via, numbers) for via in layout.vias),
        *(line for layer in COPPER for line in _pour(layer, ground, numbers[ground])),
        ")",
    ]
    return "\n".join(lines) + "\n"


def _stamp(what: str) -> str:
    return f"(tstamp {uuid5(NAMESPACE_URL, f'city-chase/{what}')})"


def _at(x: float, y: float) -> str:
    return f"{ORIGIN[0] + x:.4f} {ORIGIN[1] + y:.4f}"


def _footprint(part: Placed, numbers: dict[str, int]) -> Iterator[str]:
    turn = f" {part.rotation}" if part.rotation else ""
    yield f'  (footprint "city-chase:{part.shape.name}" (layer "F.Cu") {_stamp(part.ref)}'
    yield f"    (at {_at(part.x, part.y)}{turn})"
    yield "    (attr through_hole)"
    yield from _names(part)
    yield from _drawings(part.ref, part.shape)
    for pad, *_ in part.pads():
        shape = "rect" if pad.is_square else "circle"
        net = part.nets.get(pad.number)
        joined = f' (net {numbers[net]} "{net}")' if net else ""
        size = f"(size {pad.size:g} {pad.size:g})"
        yield (
            f'    (pad "{pad.number}" thru_hole {shape} (at {pad.x:g} {pad.y:g}{turn}) {size} '
            f'(drill {pad.hole:g}) (layers "*.Cu" "*.Mask"){joined} {_stamp(f"{part.ref} pad {pad.number}")})'
        )
    yield "  )"


def _names(part: Placed) -> Iterator[str]:
    body = part.shape.body
    middle, centre = (body.left + body.right) / 2, (body.top + body.bottom) / 2
    if part.shape.name.startswith("PINS"):
        # On either side of the pins, within the body: hidden once it is soldered, there when it is placed.
        yield _part_text(part, "reference", part.ref, (-1.9, centre, 90))
        yield _part_text(part, "value", part.value, (1.9, centre, 90))
    elif part.shape.name.startswith("TERMINAL"):
        yield _part_text(part, "reference", part.ref, (middle, 3.2, 0))
        yield _part_text(part, "value", part.value, (middle, centre, 0), "F.Fab")
        for pad in part.shape.pads:
            yield _part_text(part, "user", part.names[pad.number], (pad.x, -2.6, 0))
    elif part.shape.name.startswith("SIP"):
        yield _part_text(part, "reference", part.ref, (2.0, body.top + 1.2, 90))
        yield _part_text(part, "value", part.value, (0, centre, 90), "F.Fab")
    else:
        # Along the part, and never upside down.
        tall = body.bottom - body.top > body.right - body.left
        turn = 90 if tall is (part.rotation % 180 == 0) else 0
        # Clear of a diode's ring.
        shift = 0.4 if part.shape.ring_at is not None else 0.0
        yield _part_text(part, "reference", part.ref, (middle + shift, centre, turn))
        yield _part_text(part, "value", part.value, (middle, centre, turn), "F.Fab")


def _part_text(part: Placed, kind: str, text: str, place: tuple[float, float, int], layer: str = "F.SilkS") -> str:
    x, y, turn = place
    stamp = _stamp(f"{part.ref} {kind} {text}")
    return f'    (fp_text {kind} "{text}" (at {x:g} {y:g} {turn}) (layer "{layer}") {EFFECTS} {stamp})'


def _drawings(ref: str, shape: Footprint) -> Iterator[str]:
    body = shape.body
    if shape.round_body:
        middle, edge = (body.left + body.right) / 2, body.right
        yield (
            f"    (fp_circle (center {middle:g} 0) (end {edge:g} 0) "
            f'(layer "F.SilkS") (width 0.15) (fill none) {_stamp(f"{ref} body")})'
        )
    else:
        yield _rectangle(ref, "F.SilkS", body, 0.15)
    if shape.ring_at is not None:
        ring = f"(start {shape.ring_at:g} {body.top:g}) (end {shape.ring_at:g} {body.bottom:g})"
        yield f'    (fp_line {ring} (layer "F.SilkS") (width {RING}) {_stamp(f"{ref} ring")})'
    yield _rectangle(ref, "F.CrtYd", _with_pads(shape).grown(COURTYARD), 0.05)


def _with_pads(shape: Footprint) -> Box:
    pads = [
        Box(pad.x - pad.size / 2, pad.y - pad.size / 2, pad.x + pad.size / 2, pad.y + pad.size / 2)
        for pad in shape.pads
    ]
    boxes = [shape.body, *pads]
    return Box(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )


def _rectangle(ref: str, layer: str, box: Box, width: float) -> str:
    corners = f"(start {box.left:g} {box.top:g}) (end {box.right:g} {box.bottom:g})"
    return f'    (fp_rect {corners} (layer "{layer}") (width {width:g}) (fill none) {_stamp(f"{ref} {layer}")})'


def _mounting_hole(number: int, x: float, y: float) -> Iterator[str]:
    name = f"H{number}"
    yield f'  (footprint "city-chase:HOLE-M2.5" (layer "F.Cu") {_stamp(name)}'
    yield f"    (at {_at(x, y)})"
    yield "    (attr exclude_from_pos_files exclude_from_bom)"
    yield f'    (fp_text reference "{name}" (at 0 0) (layer "F.Fab") {EFFECTS} {_stamp(f"{name} reference")})'
    yield f'    (fp_text value "M2.5" (at 0 1.2) (layer "F.Fab") {EFFECTS} {_stamp(f"{name} value")})'
    ring = f"(center 0 0) (end {HOLE_KEEPOUT / 2:g} 0)"
    yield f'    (fp_circle {ring} (layer "F.CrtYd") (width 0.05) (fill none) {_stamp(f"{name} courtyard")})'
    yield (
        f'    (pad "" np_thru_hole circle (at 0 0) (size {HOLE:g} {HOLE:g}) (drill {HOLE:g}) '
        f'(layers "*.Cu" "*.Mask") {_stamp(f"{name} hole")})'
    )
    yield "  )"


def _outline() -> Iterator[str]:
    style = '(layer "Edge.Cuts") (width 0.1)'
    right, bottom = WIDTH - CORNER, HEIGHT - CORNER
    sides = (
        ((CORNER, 0), (right, 0)),
        ((WIDTH, CORNER), (WIDTH, bottom)),
        ((right, HEIGHT), (CORNER, HEIGHT)),
        ((0, bottom), (0, CORNER)),
    )
    for number, (start, end) in enumerate(sides):
        yield f"  (gr_line (start {_at(*start)}) (end {_at(*end)}) {style} {_stamp(f'side {number}')})"
    bend = CORNER * (1 - 0.5**0.5)
    corners = (
        ((0, CORNER), (bend, bend), (CORNER, 0)),
        ((right, 0), (WIDTH - bend, bend), (WIDTH, CORNER)),
        ((WIDTH, bottom), (WIDTH - bend, HEIGHT - bend), (right, HEIGHT)),
        ((CORNER, HEIGHT), (bend, HEIGHT - bend), (0, bottom)),
    )
    for number, (start, middle, end) in enumerate(corners):
        points = f"(start {_at(*start)}) (mid {_at(*middle)}) (end {_at(*end)})"
        yield f"  (gr_arc {points} {style} {_stamp(f'corner {number}')})"


def _text(mark: Mark, name: str) -> str:
    turn = f" {mark.rotation}" if mark.rotation else ""
    font = f"(font (size {mark.size:g} {mark.size:g}) (thickness {mark.size * 0.16:.3f}))"
    justify = f" (justify {mark.justify})" if mark.justify else ""
    place = f"(at {_at(mark.x, mark.y)}{turn})"
    return f'  (gr_text "{mark.text}" {place} (layer "F.SilkS") {_stamp(name)} (effects {font}{justify}))'


def _segments(track: Track, numbers: dict[str, int], number: int) -> Iterator[str]:
    for place, (start, end) in enumerate(zip(track.points, track.points[1:], strict=False)):
        layer = COPPER[0] if track.layer == FRONT else COPPER[1]
        yield (
            f"  (segment (start {_at(*start)}) (end {_at(*end)}) (width {track.width:g}) "
            f'(layer "{layer}") (net {numbers[track.net]}) {_stamp(f"track {number} {place}")})'
        )


def _via(via: Via, numbers: dict[str, int]) -> str:
    return (
        f"  (via (at {_at(via.x, via.y)}) (size {VIA:g}) (drill {VIA_HOLE:g}) "
        f'(layers "F.Cu" "B.Cu") (net {numbers[via.net]}) {_stamp(f"via {via.net} {via.x} {via.y}")})'
    )


def _pour(layer: str, net: str, number: int) -> Iterator[str]:
    corners = ((0.5, 0.5), (WIDTH - 0.5, 0.5), (WIDTH - 0.5, HEIGHT - 0.5), (0.5, HEIGHT - 0.5))
    points = " ".join(f"(xy {_at(*corner)})" for corner in corners)
    yield f'  (zone (net {number}) (net_name "{net}") (layer "{layer}") {_stamp(f"pour {layer}")} (hatch edge 0.508)'
    yield f"    (connect_pads (clearance {POUR_CLEARANCE:g}))"
    yield f"    (min_thickness {POUR_WIDTH:g})"
    yield "    (fill yes (thermal_gap 0.4) (thermal_bridge_width 0.5) (island_removal_mode 0))"
    yield f"    (polygon (pts {points}))"
    yield "  )"
