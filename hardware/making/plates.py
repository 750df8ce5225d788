"""The parts to cut from plywood or MDF: the plate to play on, the carrier below it, and the panel with the buttons."""

from collections.abc import Iterable, Iterator

from companion.games.city_chase.city import ROADS, SIDE
from hardware.making.layout import NUMBER_GAP_MM, TRACK_BOTTOM_MM, Layout
from hardware.making.measures import Mechanics
from hardware.making.panel import BUZZER_MM, LABEL_MM, Panel
from hardware.making.sheet import (
    Circle,
    Layer,
    Point,
    Polyline,
    Rectangle,
    Shape,
    Sheet,
    Text,
    box_around,
    line,
)
from hardware.making.titles import NOTE_MM, entitle

CORNER_MM = 5.0
BLOCK_CORNER_MM = 2.0
DASH_PART = 0.2
"""How long the dash in the middle of a road is, as a part of the pitch."""
TIE_MM = 3.0
SPECIAL_ROUNDS = (1, 6)
"""The yellow and the red Trace are hidden there: a second ring marks them."""
RING_MM = 1.5


def draw_plate(layout: Layout, mechanics: Mechanics) -> Sheet:
    """Return the plate that is played on."""
    shapes = (
        Rectangle(Layer.CUT, layout.plate, CORNER_MM, "plate"),
        *plate_holes(layout, mechanics, Layer.CUT),
        *city_marks(layout, mechanics, Layer.ENGRAVE),
        *track_marks(layout, mechanics, Layer.ENGRAVE),
    )
    notes = (
        f"Plywood or MDF, {mechanics.plate_mm:g} thick, seen from above. Cut the holes first and the outline last.",
        "A laser takes away about 0.1 on either side of a line: try a pin in a piece of waste, and change pin_play_mm.",
    )
    return entitle("City Chase: the plate", layout.plate, shapes, mechanics, notes)


def draw_carrier(layout: Layout, mechanics: Mechanics) -> Sheet:
    """Return the plate below it, which holds reeds and LEDs."""
    slots = [Rectangle(Layer.CUT, slot, slot.height / 2, f"reed {building}") for building, slot in layout.reeds.items()]
    openings = _circles(Layer.CUT, mechanics.led_opening_mm, named_leds(layout))
    numbers = [
        Text(
            Layer.ENGRAVE,
            Point(pin.x, pin.y - mechanics.letter_mm - slot_room(mechanics)),
            mechanics.letter_mm,
            f"{one}",
        )
        for one, pin in layout.pins.items()
    ]
    shapes: tuple[Shape, ...] = (
        Rectangle(Layer.CUT, layout.plate, CORNER_MM, "carrier"),
        *slots,
        *openings,
        *_circles(Layer.CUT, mechanics.screw_mm, numbered("screw", layout.screws)),
        *_circles(Layer.CUT, TIE_MM, numbered("tie", layout.ties)),
        *numbers,
        *_circles(Layer.NOTE, mechanics.pin_mm, ((f"pin {one} above", pin) for one, pin in layout.pins.items())),
    )
    notes = (
        f"Plywood or MDF, {mechanics.carrier_mm:g} thick, seen from above. It lies below the plate or the boxed board.",
        f"A reed lies in its slot against the plate, its middle {mechanics.reed.offset_mm:g} to the right of the pin.",
        "Bend its leads down only at the ends of the slot. Grey circles are the pins above.",
        *describe_dark(layout),
    )
    return entitle("City Chase: the carrier for reeds and LEDs", layout.plate, shapes, mechanics, notes)


def draw_panel(panel: Panel, mechanics: Mechanics) -> Sheet:
    """Return the panel with the buttons."""
    shapes: tuple[Shape, ...] = (
        Rectangle(Layer.CUT, panel.outline, CORNER_MM, "panel"),
        *panel_holes(panel, mechanics, Layer.CUT),
        *panel_marks(panel, mechanics, Layer.ENGRAVE),
        *case_notes(panel),
        Text(Layer.NOTE, Point(panel.buzzer.x, panel.buzzer.y - 2 * NOTE_MM), NOTE_MM, "buzzer below"),
    )
    notes = (
        f"Plywood or MDF, {mechanics.plate_mm:g} thick, seen from above. It lies at the plate's lower edge.",
        "The Pi's case is screwed to its underside, its floor against the panel.",
        "Turned over like that, it has its sockets for power on the right and the memory card at the back.",
    )
    return entitle("City Chase: the panel", panel.outline, shapes, mechanics, notes)


def plate_holes(layout: Layout, mechanics: Mechanics, layer: Layer) -> Iterator[Circle]:
    """Yield every round hole of the plate."""
    yield from _circles(layer, mechanics.pin_hole_mm, ((f"pin {one}", pin) for one, pin in layout.pins.items()))
    yield from _circles(layer, mechanics.led_mm, named_leds(layout))
    yield from _circles(layer, mechanics.screw_mm, numbered("screw", layout.screws))


def panel_holes(panel: Panel, mechanics: Mechanics, layer: Layer) -> Iterator[Circle]:
    """Yield every hole of the panel."""
    yield from _circles(layer, mechanics.button_mm, ((f"button {one}", place) for one, place in panel.buttons.items()))
    yield Circle(layer, panel.buzzer, BUZZER_MM / 2, "buzzer")
    yield from _circles(layer, mechanics.screw_mm, numbered("panel screw", panel.screws))
    yield from _circles(layer, mechanics.screw_mm, numbered("case", panel.case_screws))


def panel_marks(panel: Panel, mechanics: Mechanics, layer: Layer) -> Iterator[Shape]:
    """Yield the buttons' names, and where the helicopters stand."""
    for button, place in panel.labels.items():
        yield Text(layer, place, LABEL_MM, button.upper())
    yield from _circles(layer, mechanics.helicopter_mm, numbered("stand", panel.stands))


def case_notes(panel: Panel) -> tuple[Shape, ...]:
    """Return where the Pi's case is below the panel, and which way round."""
    return (
        Rectangle(Layer.NOTE, panel.case, name="case"),
        Text(Layer.NOTE, panel.case.centre, NOTE_MM, "Pi below"),
        Text(Layer.NOTE, Point(panel.case.centre.x, panel.case.y + 2 * NOTE_MM), NOTE_MM, "memory card"),
        Text(Layer.NOTE, Point(panel.power.x - NOTE_MM, panel.power.y + NOTE_MM), NOTE_MM, "power", "end"),
    )


def city_marks(layout: Layout, mechanics: Mechanics, layer: Layer) -> Iterator[Shape]:
    """Yield blocks, roads, numbers of buildings and letters of crossings."""
    block = mechanics.pitch_mm - mechanics.road_mm
    for building, pin in layout.pins.items():
        yield Rectangle(layer, box_around(pin, block, block), BLOCK_CORNER_MM, f"block {building}")
        yield Rectangle(layer, box_around(pin, mechanics.building_mm, mechanics.building_mm), name=f"plot {building}")
        corner = Point(pin.x - block / 2 + BLOCK_CORNER_MM, pin.y + mechanics.led_offset_mm)
        yield Text(layer, corner, mechanics.letter_mm, str(building), "start")
    aside = (mechanics.road_mm + mechanics.pavement_mm) / 2
    for crossing, place in layout.crossing_leds.items():
        yield Text(layer, Point(place.x - aside, place.y - aside), mechanics.letter_mm, crossing)
    yield from _dashes(mechanics, layer)


def _dashes(mechanics: Mechanics, layer: Layer) -> Iterator[Polyline]:
    """Yield a dash in the middle of every piece of road between two crossings or a crossing and the edge."""
    half, pitch, margin = DASH_PART * mechanics.pitch_mm / 2, mechanics.pitch_mm, mechanics.margin_mm
    for road in range(ROADS):
        for piece in range(SIDE):
            across, along = margin + pitch * (road + 1), margin + pitch * (piece + 0.5)
            yield line(layer, Point(along - half, across), Point(along + half, across))
            yield line(layer, Point(across, along - half), Point(across, along + half))


def track_marks(layout: Layout, mechanics: Mechanics, layer: Layer) -> Iterator[Shape]:
    """Yield the round track."""
    for number, place in enumerate(layout.round_leds, 1):
        yield Circle(layer, place, layout.spot_mm / 2, f"spot {number}")
        if number in SPECIAL_ROUNDS:
            yield Circle(layer, place, layout.spot_mm / 2 - RING_MM, f"ring {number}")
        below = layout.plate.bottom - TRACK_BOTTOM_MM - mechanics.letter_mm / 2
        yield Text(layer, Point(place.x, below), mechanics.letter_mm, str(number))


def slot_room(mechanics: Mechanics) -> float:
    """Return how far a number on the carrier is from the reed's slot and from the pin above."""
    return max(mechanics.reed.slot_width_mm, mechanics.pin_mm) / 2 + NUMBER_GAP_MM - mechanics.letter_mm / 2


def named_leds(layout: Layout) -> Iterator[tuple[str, Point]]:
    """Yield every LED with its name."""
    yield from ((f"LED of building {one}", place) for one, place in layout.building_leds.items())
    yield from ((f"LED of crossing {one}", place) for one, place in layout.crossing_leds.items())
    yield from ((f"LED of round {one}", place) for one, place in enumerate(layout.round_leds, 1))


def describe_dark(layout: Layout) -> tuple[str, ...]:
    """Return where the LEDs are that light nothing, if there are any."""
    if not layout.dark:
        return ()
    dark = ", ".join(map(_run, _runs(layout.dark)))
    return (
        f"Dark LEDs of the chain: {dark}. They have no opening: tape them below the carrier, on the way to the next.",
    )


def _runs(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Return the first and the last of numbers that follow each other."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs


def _run(ends: tuple[int, int]) -> str:
    first, last = ends
    return f"{first}" if first == last else f"{first} to {last}"


def numbered(name: str, places: Iterable[Point]) -> Iterator[tuple[str, Point]]:
    """Yield places with a name and a number each."""
    return ((f"{name} {number}", place) for number, place in enumerate(places, 1))


def _circles(layer: Layer, diameter: float, places: Iterable[tuple[str, Point]]) -> list[Circle]:
    return [Circle(layer, place, diameter / 2, name) for name, place in places]
