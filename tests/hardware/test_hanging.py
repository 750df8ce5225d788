"""The Pi's case turned over below the panel: what is printed must meet what is cut from wood.

The tray is only ever rotated, never mirrored, and what it has on which side is felt for in the solid.
"""

from collections.abc import Iterator

import pytest
from manifold3d import Manifold
from msgspec import Struct

from hardware.making.case import make_tray
from hardware.making.frame import NOTCH_MM, Frame, build_frame
from hardware.making.housing import PLUG_MM, pi_board
from hardware.making.layout import lay_out
from hardware.making.mechanics import read_mechanics
from hardware.making.panel import Panel, lay_out_panel, lower_panel
from hardware.making.plates import draw_panel
from hardware.making.sheet import Text
from hardware.making.solids import block
from tests.hardware.measuring import plan_with

MODELS = {
    "a Pi 4": ((), 11.2 + 3),
    "a Zero 2 W": ((('pi = "4"', 'pi = "zero2w"'),), 54 + 3),
    "a Pi 4 below a wide board": ((("pitch_mm = 60", "pitch_mm = 100"),), 11.2 + 3),
}
"""What is changed for it, and how far its socket for power is from the case's end with the memory card."""
CARD_DEPTH = -3.0
"""There only the opening for the memory card is: it begins at the floor, the sockets' at a sill."""
POWER_DEPTH = -10.0
"""There only the sockets for power and screens are: the looms leave further down. A plug's middle is there as well."""


class Hanging(Struct, frozen=True):
    """A tray below the panel: across to the right, away from the player, and up from the panel's underside."""

    tray: Manifold
    frame: Frame
    panel: Panel

    def leads_out(self, right: int, back: int, up: float) -> bool:
        """Tell whether there is a straight way from inside of the tray to one side, somewhere near its middle."""
        middle = self.panel.case.centre
        starts = [(middle.x + aside * back, aside * right - middle.y) for aside in range(-16, 17, 4)]
        return any(not self.tray.ray_cast((x, y, up), (x + 200 * right, y + 200 * back, up)) for x, y in starts)


def hang(name: str, turn: int) -> Hanging:
    """Return a plan's tray turned over and then about its upright axis, where the case's holes in the panel are."""
    changes, _ = MODELS[name]
    plan = plan_with(*changes)
    mechanics = read_mechanics(plan)
    layout = lay_out(plan, mechanics)
    panel = lay_out_panel(mechanics, plan.power.pi, layout.plate.width)
    board = pi_board(plan.power.pi)
    below = lower_panel(panel, layout.plate.bottom)
    length, width = board.outer_mm
    turned = make_tray(board, mechanics.screw_mm).translate((-length / 2, -width / 2, 0)).rotate((180, 0, 0))
    placed = turned.rotate((0, 0, turn)).translate((below.case.centre.x, -below.case.centre.y, 0))
    return Hanging(placed, build_frame(layout, panel, mechanics, board), below)


def right_way_round(name: str) -> Hanging:
    """Return the tray whose sockets for power are on the right: there the notch is."""
    [found] = [one for one in (hang(name, 90), hang(name, -90)) if one.leads_out(1, 0, POWER_DEPTH)]
    return found


@pytest.mark.parametrize("name", MODELS)
def test_turned_over_the_sockets_for_power_are_on_the_right_and_the_card_at_the_back(name: str) -> None:
    hanging = right_way_round(name)
    assert not hanging.leads_out(-1, 0, POWER_DEPTH)
    assert hanging.leads_out(0, 1, CARD_DEPTH)
    assert not hanging.leads_out(0, -1, CARD_DEPTH)


@pytest.mark.parametrize("name", MODELS)
def test_a_plug_in_the_pis_socket_lies_in_the_notch_and_touches_nothing(name: str) -> None:
    hanging = right_way_round(name)
    case, notch = hanging.panel.case, hanging.frame.cable_notch
    _, from_card = MODELS[name]
    at = case.y + from_card
    half, thick = PLUG_MM[0] / 2, PLUG_MM[1] / 2
    assert notch.y < at - half
    assert at + half < notch.bottom
    assert POWER_DEPTH - thick > -NOTCH_MM
    plug = block(
        (case.right - 2, -at - half, POWER_DEPTH - thick + 0.01),
        (notch.right + 20, -at + half, POWER_DEPTH + thick - 0.01),
    )
    assert (hanging.tray ^ plug).volume() == pytest.approx(0, abs=1e-6)
    heads = ((hole.x, -hole.y) for hole in hanging.panel.case_screws)
    assert not any(case.right < x and abs(y + at) < half + 3 for x, y in heads)


@pytest.mark.parametrize("name", MODELS)
def test_the_panels_holes_for_the_case_meet_its_ears(name: str) -> None:
    hanging = right_way_round(name)
    for hole in hanging.panel.case_screws:
        assert not hanging.tray.ray_cast((hole.x, -hole.y, 20), (hole.x, -hole.y, -100))
        for aside in (-3, 3):
            assert hanging.tray.ray_cast((hole.x, -hole.y + aside, 20), (hole.x, -hole.y + aside, -100))


@pytest.mark.parametrize("name", MODELS)
def test_the_looms_leave_on_the_left_beside_their_notch(name: str) -> None:
    hanging = right_way_round(name)
    assert hanging.leads_out(-1, 0, -25)
    assert abs(hanging.frame.loom_notches[0].centre.x - hanging.panel.case.x) <= 41


def drawn(panel: Panel, words: str) -> Iterator[Text]:
    """Yield the words of the panel's drawing."""
    shapes = draw_panel(panel, read_mechanics(plan_with())).shapes
    return (shape for shape in shapes if isinstance(shape, Text) and shape.words == words)


def test_the_panels_drawing_says_which_side_is_which() -> None:
    hanging = right_way_round("a Pi 4")
    case = hanging.panel.case
    [card], [power] = drawn(hanging.panel, "memory card"), drawn(hanging.panel, "power")
    assert case.y < card.at.y < case.centre.y
    assert case.centre.x < power.left < power.at.x < case.right
