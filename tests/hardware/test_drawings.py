"""The committed drawings, measured against board.toml."""

import re
from itertools import combinations, pairwise, product
from math import dist
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from companion.games.city_chase.city import TOUCHES
from hardware.making.layout import lay_out
from hardware.making.lettering import font_size, words_width
from hardware.making.mechanical import drawings, sheets
from hardware.making.mechanics import read_mechanics
from hardware.making.sheet import Box, Circle, Layer, Polyline, Rectangle, Sheet, Text
from hardware.making.tiles import PAGE, WINDOW, tiles
from tests.hardware.measuring import (
    POINTS_PER_MM,
    SVG,
    WRITTEN,
    Hole,
    dxf_circles,
    pdf_circles,
    pdf_pages,
    plan_with,
    svg_circles,
    svg_size,
)

DRAWINGS = Path(__file__).parents[2] / "hardware" / "drawings"
NAMES = sorted(sheets(plan_with()))
PITCH = WRITTEN["pitch_mm"]
PIN_HOLE = WRITTEN["pin_mm"] + WRITTEN["pin_play_mm"]
FALLBACK_FONT = 1.15
"""How much wider than Helvetica DejaVu Sans is, which Linux takes where there is no Helvetica."""
TAKEN = {"buildings": (0, 25), "crossings": (25, 41), "rounds": (41, 52)}
OTHER_PITCH = ("pitch_mm = 60", "pitch_mm = 64")


def pin(building: int) -> tuple[float, float]:
    """Return where a pin must be, from board.toml alone."""
    row, column = divmod(building - 1, 5)
    return WRITTEN["margin_mm"] + PITCH * (column + 0.5), WRITTEN["margin_mm"] + PITCH * (row + 0.5)


def committed(name: str) -> bytes:
    return (DRAWINGS / name).read_bytes()


@pytest.mark.parametrize(("name", "layer"), [("plate", "cut"), ("overlay", "cut"), ("drilling-template", "drill")])
def test_every_pin_hole_is_where_board_toml_puts_it(name: str, layer: str) -> None:
    circles = svg_circles(committed(f"{name}.svg"))
    for building in range(1, 26):
        assert circles[f"pin {building}"] == (layer, Hole(*pin(building), PIN_HOLE))


def test_a_buildings_led_is_in_front_of_it_on_the_pavement() -> None:
    circles = svg_circles(committed("plate.svg"))
    block = PITCH - WRITTEN["road_mm"]
    middle = (WRITTEN["building_mm"] / 2 + block / 2) / 2
    for building in range(1, 26):
        x, y = pin(building)
        assert circles[f"LED of building {building}"] == ("cut", Hole(x, y + middle, WRITTEN["led_mm"]))


def test_a_crossings_led_is_in_the_middle_of_its_four_buildings() -> None:
    circles = svg_circles(committed("plate.svg"))
    for crossing, corners in TOUCHES.items():
        x, y = (sum(places) / 4 for places in zip(*map(pin, corners), strict=True))
        assert circles[f"LED of crossing {crossing}"] == ("cut", Hole(x, y, WRITTEN["led_mm"]))


def test_the_carrier_has_an_opening_behind_every_light_of_the_plate() -> None:
    plate, carrier = svg_circles(committed("plate.svg")), svg_circles(committed("carrier.svg"))
    lights = [name for name in plate if name.startswith("LED")]
    assert len(lights) == 25 + 16 + 11
    for name in lights:
        assert carrier[name][1][:2] == plate[name][1][:2]
        assert carrier[name][1].diameter > WRITTEN["led_board_mm"]


def test_every_reed_lies_beside_its_pin() -> None:
    root = ET.fromstring(committed("carrier.svg"))  # noqa: S314 - our own drawing
    slots = {rect.attrib.get("data-name"): rect.attrib for rect in root.iter(f"{SVG}rect")}
    for building in range(1, 26):
        slot = {key: float(slots[f"reed {building}"][key]) for key in ("x", "y", "width", "height")}
        x, y = pin(building)
        assert slot["x"] + slot["width"] / 2 == pytest.approx(x + WRITTEN["reed"]["offset_mm"], abs=0.001)
        assert slot["y"] + slot["height"] / 2 == pytest.approx(y, abs=0.001)
        assert slot["width"] > WRITTEN["reed"]["length_mm"]
        assert slot["height"] > WRITTEN["reed"]["diameter_mm"]


@pytest.mark.parametrize("name", NAMES)
def test_svg_and_dxf_have_the_same_circles_on_the_same_layers(name: str) -> None:
    _, _, (left, top, _, height) = svg_size(committed(f"{name}.svg"))
    for layer in Layer:
        drawn = {
            (round(hole.x - left, 2), round(top + height - hole.y, 2), round(hole.diameter, 2))
            for on, hole in svg_circles(committed(f"{name}.svg")).values()
            if on == layer
        }
        cut = dxf_circles(committed(f"{name}.dxf"), layer)
        assert len(cut) == len(drawn)
        for hole in cut:
            assert min(dist(hole, other) for other in drawn) < 0.02, (name, layer, hole)


def test_the_dxf_is_in_millimetres_and_has_every_pin() -> None:
    content = committed("plate.dxf")
    assert re.search(r"\$INSUNITS\s+70\s+4\s", content.decode())
    holes = [hole for hole in dxf_circles(content, "cut") if hole.diameter == pytest.approx(PIN_HOLE)]
    assert len(holes) == 25
    xs, ys = sorted({hole.x for hole in holes}), sorted({hole.y for hole in holes})
    assert [there - here for here, there in pairwise(xs)] == pytest.approx([PITCH] * 4)
    assert [there - here for here, there in pairwise(ys)] == pytest.approx([PITCH] * 4)


@pytest.mark.parametrize("name", NAMES)
def test_an_svg_is_as_large_as_it_says(name: str) -> None:
    width, height, (_, _, across, down) = svg_size(committed(f"{name}.svg"))
    assert width == f"{across:g}mm"
    assert height.endswith("mm")
    assert float(height.removesuffix("mm")) == down


def test_another_pitch_moves_the_holes() -> None:
    made = dict(drawings(plan_with(OTHER_PITCH)))
    circles = svg_circles(made["drawings/plate.svg"])
    assert circles["pin 25"][1].x - circles["pin 21"][1].x == 4 * 64
    assert circles["pin 25"][1].y - circles["pin 5"][1].y == 4 * 64
    assert made["drawings/plate.dxf"] != committed("plate.dxf")


@pytest.mark.parametrize("name", NAMES)
def test_a_pdf_is_one_page_at_full_size(name: str) -> None:
    content = committed(f"{name}.pdf")
    _, _, (left, top, width, height) = svg_size(committed(f"{name}.svg"))
    [page] = pdf_pages(content)
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", content)
    assert box
    assert [float(side) for side in box.groups()] == pytest.approx(
        [width * POINTS_PER_MM, height * POINTS_PER_MM], abs=0.01
    )
    wanted = [(hole.x - left, hole.y - top) for _, hole in svg_circles(committed(f"{name}.svg")).values()]
    found = [(hole.x, hole.y) for hole in pdf_circles(page, height)]
    assert len(found) == len(wanted)
    assert all(min(dist(here, there) for there in found) < 0.05 for here in wanted)


@pytest.mark.parametrize("name", NAMES)
def test_pages_to_glue_show_the_whole_drawing_at_full_size(name: str) -> None:
    content = committed(f"{name}-a4.pdf")
    assert set(re.findall(rb"/MediaBox \[(.*?)\]", content)) == {b"0 0 595.28 841.89"}
    _, _, view = svg_size(committed(f"{name}.svg"))
    pages, parts = pdf_pages(content), tiles(Box(*view))
    assert len(pages) == len(parts)
    seen: set[tuple[float, float]] = set()
    for page, tile in zip(pages, parts, strict=True):
        for hole in pdf_circles(page, PAGE.height):
            seen.add((hole.x - WINDOW.x + tile.part.x, hole.y - WINDOW.y + tile.part.y))
    for _, hole in svg_circles(committed(f"{name}.svg")).values():
        assert min(dist((hole.x, hole.y), place) for place in seen) < 0.05


@pytest.mark.parametrize("name", NAMES)
def test_every_page_has_its_name_and_a_ruler_of_100_mm(name: str) -> None:
    pages = pdf_pages(committed(f"{name}-a4.pdf"))
    names = [re.findall(r"\(([A-Z]\d)\) Tj", page) for page in pages]
    assert names[0] == ["A1"]
    assert len({one for [one] in names}) == len(pages)
    for page in pages:
        lines = re.findall(r"([\d.]+) ([\d.]+) m ([\d.]+) \2 l", page)
        assert 100 * POINTS_PER_MM in [pytest.approx(float(end) - float(start), abs=0.02) for start, _, end in lines]


def boxes(sheet: Sheet) -> list[tuple[str, Box]]:
    """Return the box around every text, in the widest font it may be shown in."""
    return [(shape.words, widened(shape)) for shape in sheet.shapes if isinstance(shape, Text)]


def widened(text: Text) -> Box:
    more = 0 if text.engraved else (FALLBACK_FONT - 1) * text.width
    shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
    return Box(text.bounds.x - shift * more, text.bounds.y, text.bounds.width + more, text.bounds.height)


def misses(box: Box, circle: Circle) -> bool:
    """Tell whether a circle's line runs outside of a box."""
    x, y = circle.centre.x, circle.centre.y
    near = dist((x, y), (min(max(x, box.x), box.right), min(max(y, box.y), box.bottom)))
    far = max(dist((x, y), corner) for corner in product((box.x, box.right), (box.y, box.bottom)))
    return near > circle.radius or far < circle.radius


VARIANTS = {
    "as it is": (),
    "narrow": (
        ("pitch_mm = 60", "pitch_mm = 48"),
        ("building_mm = 32", "building_mm = 24"),
        ("road_mm = 12", "road_mm = 8"),
    ),
    "wide": (("pitch_mm = 60", "pitch_mm = 80"), ("building_mm = 32", "building_mm = 40")),
    "for a Zero": (('pi = "4"', 'pi = "zero2w"'),),
    "large buttons": (("button_mm = 16", "button_mm = 24"), ("button_pitch_mm = 28", "button_pitch_mm = 36")),
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_text_touches_another_text_or_a_hole_or_leaves_its_sheet(variant: str) -> None:
    for name, sheet in sheets(plan_with(*VARIANTS[variant])).items():
        texts = boxes(sheet)
        assert texts
        for (words, box), (others, other) in combinations(texts, 2):
            assert not box.meets(other), (name, words, others)
        for words, box in texts:
            assert sheet.frame.x < box.x, (name, words)
            assert box.right < sheet.frame.right, (name, words)
            for circle in sheet.shapes:
                assert not isinstance(circle, Circle) or misses(box, circle), (name, words, circle.name)


def web(one: Circle | Rectangle, other: Circle | Rectangle) -> float:
    """Return what is left between two holes or slots; a slot's round ends are taken as square."""
    across = max(one.bounds.x - other.bounds.right, other.bounds.x - one.bounds.right, 0)
    down = max(one.bounds.y - other.bounds.bottom, other.bounds.y - one.bounds.bottom, 0)
    if isinstance(one, Circle) and isinstance(other, Circle):
        return dist((one.centre.x, one.centre.y), (other.centre.x, other.centre.y)) - one.radius - other.radius
    if isinstance(one, Rectangle) and isinstance(other, Rectangle):
        return dist((0, 0), (across, down))
    hole, slot = (one, other) if isinstance(one, Circle) else (other, one)
    centre, box = hole.bounds.centre, slot.bounds
    nearest = (min(max(centre.x, box.x), box.right), min(max(centre.y, box.y), box.bottom))
    return dist((centre.x, centre.y), nearest) - hole.bounds.width / 2


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_two_cuts_touch(variant: str) -> None:
    for name, sheet in sheets(plan_with(*VARIANTS[variant])).items():
        cuts = [shape for shape in sheet.shapes if shape.layer in {Layer.CUT, Layer.DRILL}]
        holes = [shape for shape in cuts if isinstance(shape, Circle)]
        slots = [shape for shape in cuts if isinstance(shape, Rectangle) and shape.name.startswith("reed")]
        assert len(slots) == (25 if name == "carrier" else 0)
        cutouts: list[Circle | Rectangle] = [*holes, *slots]
        for one, other in combinations(cutouts, 2):
            assert web(one, other) > 1, (name, one.name, other.name)


def test_every_drawing_says_its_scale_its_units_and_its_measures() -> None:
    for name in NAMES:
        words = " ".join(ET.fromstring(committed(f"{name}.svg")).itertext())  # noqa: S314 - our own drawing
        assert "Scale 1:1, all measures in millimetres." in words
        assert f"pitch {PITCH:g}" in words
        assert not re.search(r"20\d\d", words), "a date"


def test_letters_are_large_enough_to_read() -> None:
    for sheet in sheets(plan_with()).values():
        assert min(shape.height for shape in sheet.shapes if isinstance(shape, Text)) >= 2


def test_engraved_words_are_lines_that_a_laser_follows() -> None:
    root = ET.fromstring(committed("plate.svg"))  # noqa: S314 - our own drawing
    engraved = next(group for group in root.iter(f"{SVG}g") if group.attrib["id"] == "engrave")
    assert not list(engraved.iter(f"{SVG}text"))
    words = {path.attrib["data-name"] for path in engraved.iter(f"{SVG}path")}
    assert {str(number) for number in range(1, 26)} | set("ABCDEFGHIJKLMNOP") <= words


def test_words_are_as_wide_as_helvetica_makes_them() -> None:
    assert words_width("HHHH", 7.18) == pytest.approx(4 * 0.722 * 10)
    assert font_size(7.18) == pytest.approx(10)


def test_the_chain_goes_through_the_leds_in_the_order_of_the_plan() -> None:
    plan = plan_with(("buildings = [0, 1, 2,", "buildings = [2, 1, 0,"))
    layout = lay_out(plan, read_mechanics(plan))
    assert [number for number, _ in layout.chain] == list(range(52))
    assert layout.chain[0][1] == layout.building_leds[3]
    assert layout.wires_mm[0] == PITCH
    assert len(layout.wires_mm) == 51


def test_a_gap_in_the_chain_is_no_place() -> None:
    plan = plan_with((" 51]", " 60]"))
    layout = lay_out(plan, read_mechanics(plan))
    assert [number for number, _ in layout.chain][-2:] == [50, 60]
    assert layout.dark == tuple(range(51, 60))


def chain_from_below(*changes: tuple[str, str]) -> tuple[set[str], str]:
    """Return the wires that are drawn below the carrier, and all words there."""
    sheet = sheets(plan_with(*changes))["carrier-from-below"]
    wires = {shape.name for shape in sheet.shapes if isinstance(shape, Polyline)}
    return wires, "\n".join(shape.words for shape in sheet.shapes if isinstance(shape, Text))


def test_no_wire_leads_over_leds_that_stay_dark() -> None:
    wires, words = chain_from_below((" 51]", " 60]"))
    assert "wire 50" in chain_from_below()[0]
    assert "wire 50" not in wires
    assert "wire 49" in wires
    assert "to 51" in words
    assert "60, from 59" in words
    assert "Dark LEDs of the chain: 51 to 59." in words


def test_a_first_led_that_is_sacrificed_has_a_note_and_the_others_keep_their_numbers() -> None:
    places = {name: ", ".join(map(str, range(*ends))) for name, ends in TAKEN.items()}
    later = {name: ", ".join(map(str, range(start + 1, end + 1))) for name, (start, end) in TAKEN.items()}
    changes = [(f"{name} = [{places[name]}]", f"{name} = [{later[name]}]") for name in TAKEN]
    wires, words = chain_from_below(*changes)
    assert "1, from 0" in words
    assert "Dark LEDs of the chain: 0. They have no opening" in words
    assert "wire 0" not in wires
    assert "wire 1" in wires
    carrier = sheets(plan_with(*changes))["carrier"]
    assert any(isinstance(shape, Text) and "Dark LEDs of the chain: 0." in shape.words for shape in carrier.shapes)
    assert "Dark" not in chain_from_below()[1]
