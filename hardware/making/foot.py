"""The foot of a building: a disc to glue below it, a pin for the plate, and a pocket for the magnet in the pin's end.

It is printed with the disc on the bed and the pocket open upwards, so nothing hangs over. Where `depth_mm` is 0 there
is no pin, and the pocket is in the disc itself: for the boxed game's buildings, which have pins of their own.
"""

from manifold3d import Manifold

from hardware.making.measures import Mechanics
from hardware.making.solids import cylinder

FLOOR_MM = 1.2
"""What is left above the magnet: three or four layers, so that it cannot be seen or pulled out upwards."""
LEAST_DISC_MM = 2.0
DISC_PART = 0.7
"""How wide the disc is, as a part of the building."""
PRESS_MM = 0.1
"""How much wider the pocket is than the magnet: printers make holes a little too narrow, which holds it."""
SUNK_MM = 0.2
"""How far the magnet's face lies below the pin's end, for the drop of glue that seals it in."""


def disc_mm(mechanics: Mechanics) -> float:
    """Return how thick the disc is."""
    return max(LEAST_DISC_MM, FLOOR_MM + pocket_mm(mechanics) - pin_length_mm(mechanics))


def pocket_mm(mechanics: Mechanics) -> float:
    """Return how deep the pocket is."""
    return mechanics.magnet.thickness_mm + SUNK_MM


def pin_length_mm(mechanics: Mechanics) -> float:
    """Return how far the pin stands out: the magnet's face is to be so deep in the plate."""
    return mechanics.magnet.depth_mm + SUNK_MM if mechanics.magnet.depth_mm else 0.0


def make_foot(mechanics: Mechanics) -> Manifold:
    """Return the foot."""
    disc, pin = disc_mm(mechanics), pin_length_mm(mechanics)
    solid = cylinder(DISC_PART * mechanics.building_mm, disc)
    if pin:
        solid += cylinder(mechanics.pin_mm, pin + disc)
    pocket = pocket_mm(mechanics)
    return solid - cylinder(mechanics.magnet.diameter_mm + PRESS_MM, pocket + 1, z=disc + pin - pocket)
