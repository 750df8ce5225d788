"""Where everything is on the panel with the buttons, joined to the plate's lower edge. The Pi hangs below it."""

from msgspec import Struct, structs

from firmware.parts import PiModel
from firmware.signals import Button
from hardware.making.housing import PiBoard, pi_board
from hardware.making.layout import STRIP_MM, around_the_edge
from hardware.making.measures import Mechanics
from hardware.making.sheet import Box, Point

GAP_MM = 6.0
COLLAR_MM = 4.0
"""How far a button reaches beyond its hole, with its nut and room for fingers."""
LABEL_GAP_MM = 2.0
LABEL_MM = 4.0
EDGE_MM = STRIP_MM + 2
"""From the panel's edge to the first thing below it: the frame is there."""
BUZZER_MM = 4.0
"""The hole that the buzzer below is heard through."""
CABLE_MM = 24.0
"""How long the notch in the frame's right strip is: the plug in the Pi lies in it."""
CORNER_MM = 12.0
"""How much wood stays between that notch and the strip's ends: the screws of the frame's corners go in there."""
HELICOPTERS = (Button.PINK, Button.YELLOW, Button.GREEN)


class Panel(Struct, frozen=True):
    """Every place on the panel."""

    outline: Box
    buttons: dict[Button, Point]
    labels: dict[Button, Point]
    stands: tuple[Point, ...]
    """Where the helicopters stand before the game, each above its button."""
    buzzer: Point
    screws: tuple[Point, ...]
    case: Box
    """The Pi's case below the panel, its long side upright. Turned over, it has the memory card at the back where its
    sockets for power are on the right."""
    power: Point
    """Where the socket for power faces the panel's right edge: on the case's edge."""
    case_screws: tuple[Point, ...]


def lay_out_panel(mechanics: Mechanics, model: PiModel, least_width: float) -> Panel:
    """Return where everything is. The panel is as wide as the plate, or wider where it must be."""
    pitch = mechanics.button_pitch_mm
    label = mechanics.button_mm / 2 + COLLAR_MM + LABEL_GAP_MM + LABEL_MM / 2
    board = pi_board(model)
    length, width = board.outer_mm
    above, below = _room(board)
    least_height = 2 * pitch + mechanics.button_mm / 2 + COLLAR_MM + label + LABEL_MM / 2 + 2 * EDGE_MM
    height = max(least_height, above + length + below)
    middle = (height - (label - mechanics.button_mm / 2 - COLLAR_MM)) / 2
    buttons, right = _buttons(mechanics, middle)
    top = min(max(above, (height - length) / 2), height - length - below)
    case = Box(right + GAP_MM - board.place.y, top, width, length)
    outline = Box(0, 0, max(least_width, case.right - board.place.y + max(mechanics.margin_mm, EDGE_MM)), height)
    lift = pitch / 2 + mechanics.helicopter_mm / 2
    return Panel(
        outline=outline,
        buttons=buttons,
        labels={button: Point(place.x, place.y + label) for button, place in buttons.items()},
        stands=tuple(Point(buttons[one].x, buttons[one].y - lift) for one in HELICOPTERS),
        buzzer=Point(buttons[Button.DONE].x, middle - pitch),
        screws=tuple(place for place in around_the_edge(outline) if place.x != outline.centre.x),
        case=case,
        power=Point(case.right, case.y + board.power_mm),
        case_screws=tuple(Point(case.x + ear.y, case.y + ear.x) for ear in board.ears),
    )


def _room(board: PiBoard) -> tuple[float, float]:
    """Return how far the case must be from the panel's rear and front edge, so that the notch is not at a corner."""
    notch = STRIP_MM + CORNER_MM + CABLE_MM / 2
    length, _ = board.outer_mm
    return max(EDGE_MM, notch - board.power_mm), max(EDGE_MM, notch - (length - board.power_mm))


def _buttons(mechanics: Mechanics, middle: float) -> tuple[dict[Button, Point], float]:
    """Return the buttons, and where they end on the right."""
    pitch = mechanics.button_pitch_mm
    left = max(mechanics.margin_mm, EDGE_MM) + pitch / 2
    cross = left + 4 * pitch + GAP_MM
    done = cross + 2 * pitch + GAP_MM
    low = middle + mechanics.helicopter_mm / 2
    helicopters = {button: Point(left + place * pitch, low) for place, button in enumerate(HELICOPTERS)}
    others = {
        Button.NORTH: Point(cross, middle - pitch),
        Button.EAST: Point(cross + pitch, middle),
        Button.SOUTH: Point(cross, middle + pitch),
        Button.WEST: Point(cross - pitch, middle),
        Button.DONE: Point(done, middle),
    }
    return helicopters | others, done + pitch / 2


def lower_panel(panel: Panel, down: float) -> Panel:
    """Return the panel so much further down."""

    def lower(point: Point) -> Point:
        return Point(point.x, point.y + down)

    return structs.replace(
        panel,
        outline=structs.replace(panel.outline, y=panel.outline.y + down),
        buttons={button: lower(place) for button, place in panel.buttons.items()},
        labels={button: lower(place) for button, place in panel.labels.items()},
        stands=tuple(map(lower, panel.stands)),
        buzzer=lower(panel.buzzer),
        screws=tuple(map(lower, panel.screws)),
        case=structs.replace(panel.case, y=panel.case.y + down),
        power=lower(panel.power),
        case_screws=tuple(map(lower, panel.case_screws)),
    )
