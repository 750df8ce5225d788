"""The Pi's case: a tray with posts, open towards every socket, and a lid, which hangs downwards and has screws.

Every opening reaches the rim, so nothing hangs over when it is printed.
"""

from manifold3d import Manifold

from hardware.making.housing import (
    BOARD_MM,
    EAR_MM,
    FLOOR_MM,
    LID_HOLE_MM,
    LID_POST_MM,
    PLAY_MM,
    POST_HEIGHT_MM,
    POST_HOLE_MM,
    POST_MM,
    WALL_MM,
    PiBoard,
)
from hardware.making.sheet import Point
from hardware.making.solids import block, cylinder, rounded_block

CORNER_MM = 3.0
EAR_THICK_MM = 3.0
SILL_MM = 4.0
"""How high the wall is below the sockets: plugs are thicker than sockets."""
POWER_SIDE_MM = (4.0, 61.0)
"""Along the board's edge with the sockets for power and screens."""
CARD_MM = 18.0
LOOM_MM = (8.0, 60.0)
"""Along the edge with the pins."""
LOOM_SILL_MM = 10.0
"""How high the wall is there above the board: it holds the looms back."""
END_CORNER_MM = 2.0
LID_POST_HOLE_MM = 5.0
"""How deep the lid's screws may go."""
LIP_MM = 4.0
LIP_WALL_MM = 1.5
LIP_PLAY_MM = 0.3
VENT_MM = 3.0
VENTS = 5
VENT_PART = 0.5
"""How long the vents are, as a part of the lid's width."""
THROUGH_MM = 1.0
"""How much longer a cut is than what it cuts through."""


def make_tray(board: PiBoard, screw_mm: float) -> Manifold:
    """Return the lower part. The corner of its floor is the origin."""
    length, width = board.outer_mm
    top = board.height_mm
    solid = rounded_block((0, 0, 0), (length, width, top), CORNER_MM)
    solid -= block((WALL_MM, WALL_MM, FLOOR_MM), (length - WALL_MM, width - WALL_MM, top + THROUGH_MM))
    for hole in board.holes:
        solid += cylinder(POST_MM, FLOOR_MM + POST_HEIGHT_MM, hole.x, hole.y)
    for hole in board.holes:
        solid -= cylinder(POST_HOLE_MM, POST_HEIGHT_MM + THROUGH_MM, hole.x, hole.y, FLOOR_MM)
    for ear in board.ears:
        inside = WALL_MM if ear.y < 0 else width - WALL_MM
        low, high = sorted((ear.y, inside))
        tongue = block((ear.x - EAR_MM / 2, low, 0), (ear.x + EAR_MM / 2, high, EAR_THICK_MM))
        solid += tongue + cylinder(EAR_MM, EAR_THICK_MM, ear.x, ear.y)
        solid -= cylinder(screw_mm, EAR_THICK_MM + 2 * THROUGH_MM, ear.x, ear.y, -THROUGH_MM)
    solid -= _openings(board)
    for post in board.lid_posts:
        solid += _lid_post(board, post, top)
    for post in board.lid_posts:
        solid -= cylinder(POST_HOLE_MM, LID_POST_HOLE_MM + THROUGH_MM, post.x, post.y, top - LID_POST_HOLE_MM)
    return solid


def _lid_post(board: PiBoard, post: Point, height: float) -> Manifold:
    """Return a post outside of a corner, or the lid's part above it, joined to the wall."""
    half = LID_POST_MM / 2
    _, width = board.outer_mm
    low, high = sorted((post.y, WALL_MM if post.y < 0 else width - WALL_MM))
    joint = block((post.x - half, low, 0), (post.x + half, high, height))
    return joint + cylinder(LID_POST_MM, height, post.x, post.y)


def _openings(board: PiBoard) -> Manifold:
    """Return what is cut out of the walls."""
    length, width = board.outer_mm
    edge, top = WALL_MM + PLAY_MM, board.height_mm + THROUGH_MM
    middle = board.corner.y + board.width_mm / 2
    looms = FLOOR_MM + POST_HEIGHT_MM + BOARD_MM + LOOM_SILL_MM
    power = block((edge + POWER_SIDE_MM[0], -THROUGH_MM, SILL_MM), (edge + POWER_SIDE_MM[1], WALL_MM, top))
    pins = block((edge + LOOM_MM[0], width - WALL_MM, looms), (edge + LOOM_MM[1], width + THROUGH_MM, top))
    card = block((-THROUGH_MM, middle - CARD_MM / 2, FLOOR_MM), (WALL_MM, middle + CARD_MM / 2, top))
    cut = power + pins + card
    if board.sockets_at_the_end:
        near, far = edge + END_CORNER_MM, width - edge - END_CORNER_MM
        cut += block((length - WALL_MM, near, SILL_MM), (length + THROUGH_MM, far, top))
    return cut


def make_lid(board: PiBoard) -> Manifold:
    """Return the lid as it is printed: its outside down."""
    length, width = board.outer_mm
    solid = rounded_block((0, 0, 0), (length, width, FLOOR_MM), CORNER_MM)
    far = WALL_MM + LIP_PLAY_MM
    lip = block((far, far, 0), (length - far, width - far, FLOOR_MM + LIP_MM))
    inner = far + LIP_WALL_MM
    solid += lip - block((inner, inner, FLOOR_MM), (length - inner, width - inner, FLOOR_MM + LIP_MM + THROUGH_MM))
    for post in board.lid_posts:
        solid += _lid_post(board, post, FLOOR_MM)
    for post in board.lid_posts:
        solid -= cylinder(LID_HOLE_MM, FLOOR_MM + 2 * THROUGH_MM, post.x, post.y, -THROUGH_MM)
    half = VENT_PART * width / 2
    for vent in range(VENTS):
        middle = length * (vent + 1) / (VENTS + 1)
        start = (middle - VENT_MM / 2, width / 2 - half, -THROUGH_MM)
        solid -= block(start, (middle + VENT_MM / 2, width / 2 + half, FLOOR_MM + THROUGH_MM))
    return solid
