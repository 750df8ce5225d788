"""The frame that everything is screwed on."""

from itertools import combinations, pairwise

import pytest

from firmware.plan import BoardPlan
from hardware.making.bodywork import body_lines
from hardware.making.frame import (
    JOINING_SCREWS,
    NOTCH_MM,
    Frame,
    build_frame,
    frame_height_mm,
    joining_screw_mm,
    wood_screw_mm,
)
from hardware.making.housing import pi_board
from hardware.making.layout import STRIP_MM, Layout, lay_out
from hardware.making.mechanics import read_mechanics
from hardware.making.panel import Panel, lay_out_panel, lower_panel
from hardware.making.sheet import Box, Point, box_around
from tests.hardware.measuring import plan_with

VARIANTS = {
    "as it is": (),
    "narrow": (
        ("pitch_mm = 60", "pitch_mm = 48"),
        ("building_mm = 32", "building_mm = 24"),
        ("road_mm = 12", "road_mm = 8"),
        ("margin_mm = 20", "margin_mm = 16"),
    ),
    "as wide as brings a screw near the case": (("pitch_mm = 60", "pitch_mm = 100"),),
    "for a Zero": (('pi = "4"', 'pi = "zero2w"'),),
    "large buttons": (("button_mm = 16", "button_mm = 24"), ("button_pitch_mm = 28", "button_pitch_mm = 36")),
}


def built(plan: BoardPlan) -> tuple[Frame, Layout, Panel]:
    """Return a frame, and what is screwed on it."""
    mechanics = read_mechanics(plan)
    layout = lay_out(plan, mechanics)
    panel = lay_out_panel(mechanics, plan.power.pi, layout.plate.width)
    below = lower_panel(panel, layout.plate.bottom)
    return build_frame(layout, panel, mechanics, pi_board(plan.power.pi)), layout, below


def contains(box: Box, point: Point) -> bool:
    return box.x < point.x < box.right and box.y < point.y < box.bottom


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_screw_is_in_a_strip_and_none_in_a_notch(variant: str) -> None:
    frame, layout, panel = built(plan_with(*VARIANTS[variant]))
    for screw in (*layout.screws, *panel.screws):
        assert any(contains(strip.box, screw) for strip in frame.strips), screw
        near = box_around(screw, 6, 6)
        assert not any(near.meets(notch) for notch in (*frame.loom_notches, frame.cable_notch)), screw


@pytest.mark.parametrize("variant", VARIANTS)
def test_strips_do_not_overlap_and_nothing_that_hangs_down_is_in_their_way(variant: str) -> None:
    plan = plan_with(*VARIANTS[variant])
    mechanics = read_mechanics(plan)
    frame, layout, panel = built(plan)
    for one, other in combinations(frame.strips, 2):
        assert not one.box.meets(other.box)
    hanging = [
        *(box_around(place, mechanics.button_mm + 8, mechanics.button_mm + 8) for place in panel.buttons.values()),
        *(box_around(place, mechanics.led_opening_mm, mechanics.led_opening_mm) for place in layout.leds),
        *(box_around(place, 11, 11) for place in panel.case_screws),
        *layout.reeds.values(),
        panel.case,
        box_around(panel.buzzer, 20, 20),
    ]
    for strip in frame.strips:
        assert [box for box in hanging if box.meets(strip.box)] == []


@pytest.mark.parametrize("variant", VARIANTS)
def test_looms_and_cable_have_a_way_through(variant: str) -> None:
    frame, layout, panel = built(plan_with(*VARIANTS[variant]))
    for notch, name in zip(frame.loom_notches, ("plate", "panel"), strict=True):
        assert any(
            strip.name == name and strip.box.y == notch.y and strip.box.x < notch.x and notch.right < strip.box.right
            for strip in frame.strips
        )
    assert frame.loom_notches[0].bottom == frame.loom_notches[1].y == layout.plate.bottom
    assert panel.case.y < frame.cable_notch.centre.y < panel.case.bottom
    assert frame.cable_notch.right == panel.outline.right


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_corners_have_whole_wood_and_their_screws_are_below_the_notches(variant: str) -> None:
    frame, _, panel = built(plan_with(*VARIANTS[variant]))
    notch = frame.cable_notch
    assert panel.outline.y + STRIP_MM + 12 <= notch.y
    assert notch.bottom <= panel.outline.bottom - STRIP_MM - 12
    lowest = min(strip.height_mm for strip in frame.strips) - NOTCH_MM
    heights = (0, *frame.corner_screws_mm, lowest)
    assert all(above - below >= 6 for below, above in pairwise(heights))
    assert 6 <= frame.joining_screws_mm <= lowest - 6


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_frames_are_joined_where_both_are_and_no_notch_is(variant: str) -> None:
    frame, layout, panel = built(plan_with(*VARIANTS[variant]))
    assert len(frame.joints) == JOINING_SCREWS
    for joint in frame.joints:
        assert joint.y == layout.plate.bottom == panel.outline.y
        assert STRIP_MM < joint.x < min(layout.plate.right, panel.outline.right) - STRIP_MM
        assert not any(box_around(joint, 6, 6).meets(notch) for notch in frame.loom_notches)


def test_the_case_hangs_free_and_plate_and_panel_are_level() -> None:
    frame, _, _ = built(plan_with())
    board = pi_board("4")
    heights = {strip.name: strip.height_mm for strip in frame.strips}
    assert heights["panel"] == frame_height_mm(board) >= board.height_mm + 2 + 2 + 3
    assert heights["plate"] + 3 == heights["panel"]


def test_the_parts_list_has_its_strips_and_screws_that_fit() -> None:
    lines = list(body_lines(plan_with()))
    strips = {(line.refs, line.value): line.quantity for line in lines if line.article.name == "Strip of wood"}
    assert sum(strips.values()) == 8
    assert strips["frame of the plate", "340 \N{MULTIPLICATION SIGN} 52 mm"] == 2
    screws = {line.refs: (line.quantity, line.value) for line in lines if line.article.name == "Wood screw"}
    assert screws["plate and carrier on the frame"] == (8, "3 \N{MULTIPLICATION SIGN} 20 mm")
    assert screws["panel on the frame"] == (6, "3 \N{MULTIPLICATION SIGN} 16 mm")
    assert joining_screw_mm() < 2 * STRIP_MM < wood_screw_mm(2 * STRIP_MM)
