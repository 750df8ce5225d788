"""The drawings for paper: what to drill through, what to lay on the boxed game's board, and what to solder by."""

from collections.abc import Iterator
from math import dist

from msgspec import structs

from hardware.making.layout import Layout
from hardware.making.measures import Mechanics
from hardware.making.panel import BUZZER_MM, Panel, lower_panel
from hardware.making.plates import (
    CORNER_MM,
    TIE_MM,
    case_notes,
    city_marks,
    describe_dark,
    named_leds,
    numbered,
    panel_holes,
    plate_holes,
    track_marks,
)
from hardware.making.sheet import Box, Circle, Layer, Point, Rectangle, Shape, Sheet, Text, cross, line
from hardware.making.titles import NOTE_MM, entitle

CROSS_ARM_MM = 6.0
LABEL_GAP_MM = 1.5
CHAIN_NUMBER_MM = 2.2
NEAR = 1.2
"""Up to so many times the pitch a wire is drawn; longer ones would cross everything else."""
SLACK_MM = 20


def draw_template(layout: Layout, panel: Panel, mechanics: Mechanics) -> Sheet:
    """Return what is stuck on the wood to drill through: the plate, and the panel below it."""
    below = lower_panel(panel, layout.plate.bottom)
    holes = [*plate_holes(layout, mechanics, Layer.DRILL), *panel_holes(below, mechanics, Layer.DRILL)]
    outline = Box(0, 0, max(layout.plate.width, below.outline.width), below.outline.bottom)
    shapes: tuple[Shape, ...] = (
        Rectangle(Layer.CUT, layout.plate, name="plate"),
        Rectangle(Layer.CUT, below.outline, name="panel"),
        *holes,
        *(stroke for hole in holes for stroke in cross(Layer.DRILL, hole.centre, min(CROSS_ARM_MM, hole.radius + 1.5))),
        *_names(layout, below, mechanics),
        *case_notes(below),
    )
    widths = (
        f"pins {mechanics.pin_hole_mm:g}, LEDs {mechanics.led_mm:g}, buttons {mechanics.button_mm:g}, "
        f"screws {mechanics.screw_mm:g}, buzzer {BUZZER_MM:g}"
    )
    notes = (
        f"Punch the crosses first, then drill 2, then the full width: {widths}.",
        "The carrier's openings for LEDs and its slots for reeds are in the drawing of the carrier.",
    )
    return entitle("City Chase: drilling template", outline, shapes, mechanics, notes)


def _names(layout: Layout, panel: Panel, mechanics: Mechanics) -> Iterator[Text]:
    """Yield a name beside every hole that has one."""
    right = LABEL_GAP_MM + CROSS_ARM_MM
    for building, pin in layout.pins.items():
        beside = Point(pin.x + right, pin.y - mechanics.pin_hole_mm / 2)
        yield Text(Layer.NOTE, beside, NOTE_MM, f"pin {building}", "start")
        led = layout.building_leds[building]
        yield Text(Layer.NOTE, Point(led.x + right, led.y), NOTE_MM, f"LED {building}", "start")
    for crossing, place in layout.crossing_leds.items():
        yield Text(Layer.NOTE, Point(place.x + right, place.y - NOTE_MM), NOTE_MM, crossing, "start")
    for number, place in enumerate(layout.round_leds, 1):
        yield Text(Layer.NOTE, Point(place.x, place.y + right + NOTE_MM / 2), NOTE_MM, f"round {number}")
    for button, place in panel.labels.items():
        yield Text(Layer.NOTE, place, NOTE_MM, button)
    yield Text(Layer.NOTE, Point(panel.buzzer.x, panel.buzzer.y - 2 * NOTE_MM), NOTE_MM, "buzzer")


def draw_overlay(layout: Layout, mechanics: Mechanics) -> Sheet:
    """Return what is printed and laid on the boxed game's board."""
    pins = [Circle(Layer.CUT, pin, mechanics.pin_hole_mm / 2, f"pin {one}") for one, pin in layout.pins.items()]
    windows = [Circle(Layer.WINDOW, place, mechanics.led_mm / 2, name) for name, place in named_leds(layout)]
    shapes = (
        Rectangle(Layer.CUT, layout.plate, CORNER_MM, "overlay"),
        *pins,
        *windows,
        *city_marks(layout, mechanics, Layer.PRINT),
        *track_marks(layout, mechanics, Layer.PRINT),
    )
    notes = (
        "To lay on the boxed game's board, or on a plate without engraving. Cut out the holes for the pins.",
        "At the green circles light comes through white paper; more through film, or through a hole.",
        "Fits only if pitch_mm was measured on your board: hold one page against it before you cut.",
    )
    return entitle("City Chase: overlay", layout.plate, shapes, mechanics, notes)


def draw_underside(layout: Layout, mechanics: Mechanics) -> Sheet:
    """Return the carrier as it is seen while it is soldered: from below, left and right exchanged."""
    seen = _mirrored(layout)
    shapes: tuple[Shape, ...] = (
        Rectangle(Layer.NOTE, seen.plate, CORNER_MM, "carrier"),
        *(Circle(Layer.NOTE, place, mechanics.led_opening_mm / 2, name) for name, place in named_leds(seen)),
        *(Rectangle(Layer.NOTE, slot, slot.height / 2, f"reed {one}") for one, slot in seen.reeds.items()),
        *(Circle(Layer.NOTE, at, mechanics.screw_mm / 2, name) for name, at in numbered("screw", seen.screws)),
        *(Circle(Layer.NOTE, at, TIE_MM / 2, name) for name, at in numbered("tie", seen.ties)),
        *_chain(seen, mechanics),
        *_reed_names(seen),
    )
    return entitle("City Chase: the carrier from below", seen.plate, shapes, mechanics, describe_chain(layout))


def _chain(seen: Layout, mechanics: Mechanics) -> Iterator[Shape]:
    """Yield the wires to the next LED where that is near, and the words that lead on where it is far or dark."""
    radius = mechanics.led_opening_mm / 2
    buildings = set(seen.building_leds.values())
    near = [
        there == here + 1 and _is_near(length, mechanics)
        for (here, _), (there, _), length in zip(seen.chain, seen.chain[1:], seen.wires_mm, strict=False)
    ]
    for (number, here), (_, there), joined in zip(seen.chain, seen.chain[1:], near, strict=False):
        if joined:
            yield line(Layer.PRINT, _towards(here, there, radius), _towards(there, here, radius), f"wire {number}")
    for place, (number, point) in enumerate(seen.chain):
        words = [str(number)]
        if number and (not place or not near[place - 1]):
            words.append(f"from {number - 1}")
        if place < len(near) and not near[place]:
            words.append(f"to {number + 1}")
        # Below a building's LED runs the wire of the crossings.
        side = -1 if point in buildings else 1
        beside = Point(point.x, point.y + side * (radius + LABEL_GAP_MM + CHAIN_NUMBER_MM / 2))
        yield Text(Layer.PRINT, beside, CHAIN_NUMBER_MM, ", ".join(words))


def _is_near(length: float, mechanics: Mechanics) -> bool:
    return length < NEAR * mechanics.pitch_mm


def _towards(here: Point, there: Point, far: float) -> Point:
    """Return the place so far from here on the straight way there."""
    part = far / dist((here.x, here.y), (there.x, there.y))
    return Point(here.x + part * (there.x - here.x), here.y + part * (there.y - here.y))


def _reed_names(seen: Layout) -> Iterator[Text]:
    for building, slot in seen.reeds.items():
        above = Point(slot.centre.x, slot.y - 2 * LABEL_GAP_MM - NOTE_MM / 2)
        yield Text(Layer.PRINT, above, NOTE_MM, f"reed {building}")


def _mirrored(layout: Layout) -> Layout:
    """Return the layout as it is seen from below."""
    width = layout.plate.width

    def over(point: Point) -> Point:
        return Point(width - point.x, point.y)

    return structs.replace(
        layout,
        pins={one: over(place) for one, place in layout.pins.items()},
        reeds={one: structs.replace(slot, x=width - slot.right) for one, slot in layout.reeds.items()},
        building_leds={one: over(place) for one, place in layout.building_leds.items()},
        crossing_leds={one: over(place) for one, place in layout.crossing_leds.items()},
        round_leds=tuple(map(over, layout.round_leds)),
        screws=tuple(map(over, layout.screws)),
        ties=tuple(map(over, layout.ties)),
        chain=tuple((number, over(place)) for number, place in layout.chain),
    )


def describe_chain(layout: Layout) -> tuple[str, ...]:
    """Return how the LEDs' chain runs, and how long its wires are."""
    wires = layout.wires_mm
    longest = max(range(len(wires)), key=wires.__getitem__)
    (here, _), (there, _) = layout.chain[longest], layout.chain[longest + 1]
    straight = f"The longest wire, from LED {here} to LED {there}, is {wires[longest]:.0f} straight"
    return (
        "Numbers are places in the chain of LEDs, as [leds] of board.toml has them. A line is a wire to the next.",
        f"{straight}; all together are {sum(wires) / 1000:.1f} m. Allow {SLACK_MM} more for each.",
        *describe_dark(layout),
    )
