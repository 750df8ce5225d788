"""The foot of a building: a frame to glue below its walls, a bar across, and below the bar a pin with the magnet in it.

The boxed game's buildings are hollow, and in a classic game the car and a Trace are below them: the frame leaves the
hollow open on either side of the bar. The magnet must be on the pin's axis, where the reeds expect it, so a building
cannot keep a pin of its own. The foot is printed with the frame on the bed and the magnet's pocket open upwards, so
nothing hangs over.
"""

from manifold3d import Manifold

from hardware.making.measures import Mechanics
from hardware.making.solids import block, cylinder, rounded_block

FLOOR_MM = 1.2
"""What is left above the magnet: three or four layers, so that it cannot be seen or pulled out upwards."""
LEAST_FRAME_MM = 2.0
RIM_MM = 3.0
"""How wide the frame is below the building's walls."""
CORNER_MM = 2.0
PRESS_MM = 0.1
"""How much wider the pocket is than the magnet: printers make holes a little too narrow, which holds it."""
SUNK_MM = 0.2
"""How far the magnet's face lies below the pin's end, for the drop of glue that seals it in."""


def frame_mm(mechanics: Mechanics) -> float:
    """Return how thick frame and bar are: so much higher a building stands."""
    return max(LEAST_FRAME_MM, FLOOR_MM + pocket_depth_mm(mechanics) - pin_length_mm(mechanics))


def pocket_mm(mechanics: Mechanics) -> float:
    """Return how wide the magnet's pocket is."""
    return mechanics.magnet.diameter_mm + PRESS_MM


def pocket_depth_mm(mechanics: Mechanics) -> float:
    """Return how deep the pocket is."""
    return mechanics.magnet.thickness_mm + SUNK_MM


def pin_length_mm(mechanics: Mechanics) -> float:
    """Return how far the pin stands out: the magnet's face is to be so deep in the plate."""
    return mechanics.magnet.depth_mm + SUNK_MM


def opening_mm(mechanics: Mechanics) -> tuple[float, float]:
    """Return how wide and how long the hollow is open on either side of the bar."""
    inside = mechanics.building_mm - 2 * RIM_MM
    return (inside - mechanics.pin_mm) / 2, inside


def make_foot(mechanics: Mechanics) -> Manifold:
    """Return the foot. The pin's axis goes through the origin."""
    frame, half, pin = frame_mm(mechanics), mechanics.building_mm / 2, mechanics.pin_mm
    across, along = opening_mm(mechanics)
    solid = rounded_block((-half, -half, 0), (half, half, frame), CORNER_MM)
    for left in (-pin / 2 - across, pin / 2):
        solid -= block((left, -along / 2, -1), (left + across, along / 2, frame + 1))
    tall = frame + pin_length_mm(mechanics)
    solid += cylinder(pin, tall)
    pocket = pocket_depth_mm(mechanics)
    return solid - cylinder(pocket_mm(mechanics), pocket + 1, z=tall - pocket)
