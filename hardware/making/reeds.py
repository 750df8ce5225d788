"""Whether a reed feels its own building's magnet, and no other's.

A reed lies flat below its building and is closed by the field along it. Under the middle of a magnet whose pole faces
down the field points one way on one side and the other way on the other: together they do nothing, and the reed stays
open. So its middle is `offset_mm` away from the pin. What counts here is the mean of the field along the glass, which
is what a test coil gives a reed too.

Datasheets state sensitivity in ampere-turns of a test coil. In a long coil the field is µ0 times the ampere-turns by
its length (Dexter Magnetic Technologies, "Magnets for sensors"); where a datasheet does not name its coil, an inch is
taken. Coils are not long, reeds bend the field they are in, and makers differ: Littelfuse's application note AN102
("Ampere*turn versus mT and Gauss") expects to be wrong by a factor of two or more, and asks for twice the field where
a magnet reaches a reed with one pole, as here. OWN_MARGIN is both together; for the neighbours there is the first.
"""

from itertools import product
from math import hypot

from msgspec import Struct

from companion.games.city_chase.city import SIDE
from hardware.making.magnetism import MU_0, radial_field
from hardware.making.measures import Mechanics, Reed

OWN_MARGIN = 4.0
OTHERS_MARGIN = 2.0
EARTH_MT = 0.05
"""What the earth adds along a reed, on the safe side: it has 0.03 to 0.06 mT in all, and part of that points down."""
PIECES = 40
"""Into how many pieces a reed is cut to take the mean of the field along it (Simpson's rule)."""
FARTHEST_LIFT_MM = 200.0
ACCURACY_MM = 0.01


class Fields(Struct, frozen=True):
    """What reeds feel, and what they need, in millitesla."""

    own: float
    others: float
    """All the other buildings' magnets together, at the reed where that is most, as if none undid another."""
    operate: float
    release: float

    @property
    def closes(self) -> bool:
        """Whether a pinned building surely closes its reed, even against all the others and the earth."""
        return self.own - self.others - EARTH_MT >= OWN_MARGIN * self.operate

    @property
    def opens(self) -> bool:
        """Whether the reed surely opens when its building is lifted, whatever the others do."""
        return self.others + EARTH_MT <= self.release / OTHERS_MARGIN


def fields(mechanics: Mechanics) -> Fields:
    """Return what the reeds of a board feel."""
    return Fields(
        own=abs(mean_field(mechanics, 0, 0)),
        others=_others(mechanics),
        operate=in_millitesla(mechanics.reed, mechanics.reed.operate_at),
        release=in_millitesla(mechanics.reed, mechanics.reed.release_at),
    )


def in_millitesla(reed: Reed, ampere_turns: float) -> float:
    """Return the field in the reed's test coil."""
    return MU_0 * ampere_turns / (reed.test_coil_mm / 1000) * 1000


def mean_field(mechanics: Mechanics, right_mm: float, front_mm: float, lifted_mm: float = 0) -> float:
    """Return the mean field along a reed in millitesla, from a magnet on a pin so far from the reed's own pin."""
    reed = mechanics.reed
    start = reed.offset_mm - right_mm - reed.length_mm / 2
    places = [start + reed.length_mm * piece / PIECES for piece in range(PIECES + 1)]
    along = [_along(mechanics, place, front_mm, lifted_mm) for place in places]
    simpson = along[0] + along[-1] + 4 * sum(along[1:-1:2]) + 2 * sum(along[2:-1:2])
    return simpson / (3 * PIECES)


def _along(mechanics: Mechanics, right_mm: float, front_mm: float, lifted_mm: float) -> float:
    """Return the field in the reed's direction at one place of it, in millitesla."""
    aside = hypot(right_mm, front_mm)
    if not aside:
        return 0.0
    magnet = mechanics.magnet
    above = mechanics.plate_mm - magnet.depth_mm + (mechanics.reed.diameter_mm + magnet.thickness_mm) / 2 + lifted_mm
    radial = radial_field(magnet.remanence_t, magnet.diameter_mm, magnet.thickness_mm, aside=aside, above=above)
    return 1000 * radial * right_mm / aside


def _others(mechanics: Mechanics) -> float:
    """Return what all the other buildings come to at the reed where that is most."""
    pitch, apart = mechanics.pitch_mm, range(1 - SIDE, SIDE)
    felt = {
        (right, front): abs(mean_field(mechanics, right * pitch, front * pitch)) if (right, front) != (0, 0) else 0.0
        for right, front in product(apart, repeat=2)
    }
    return max(
        sum(felt[other - column, line - row] for other, line in product(range(SIDE), repeat=2))
        for column, row in product(range(SIDE), repeat=2)
    )


def opening_lift(mechanics: Mechanics, ampere_turns: float) -> float:
    """Return how far a building is lifted, in millimetres, when its reed feels no more than so many ampere-turns."""
    wanted = in_millitesla(mechanics.reed, ampere_turns)
    low, high = 0.0, FARTHEST_LIFT_MM
    while high - low > ACCURACY_MM:
        middle = (low + high) / 2
        low, high = (middle, high) if abs(mean_field(mechanics, 0, 0, middle)) > wanted else (low, middle)
    return high


def find_reed_problem(mechanics: Mechanics) -> str | None:
    """Return why these magnets and reeds do not go together, with what to do about it."""
    felt = fields(mechanics)
    if not felt.closes:
        return (
            f"[mechanics.reed]: a pinned building's magnet gives its reed {felt.own:.2f} mT along the glass, and it "
            f"needs {OWN_MARGIN * felt.operate + felt.others + EARTH_MT:.2f} mT. Take a larger magnet, a greater "
            "depth_mm, a thinner plate, a more sensitive reed (operate_at), or an offset_mm near "
            f"{mechanics.reed.length_mm / 2:g}."
        )
    if not felt.opens:
        return (
            f"[mechanics.reed]: the other buildings' magnets give a reed {felt.others:.3f} mT and the earth "
            f"{EARTH_MT:g}; only up to {felt.release / OTHERS_MARGIN:.3f} mT in all it opens for sure. Take a "
            "smaller magnet, a larger pitch_mm, or a reed with a higher release_at."
        )
    return None
