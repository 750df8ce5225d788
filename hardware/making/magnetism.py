"""The field of a disc magnet, exactly, at any place outside of it.

A magnet that is magnetised evenly along its axis has the field of a thin coil as long and as wide as itself. The
field of such a coil off its axis is written with complete elliptic integrals: N. Derby and S. Olbert, "Cylindrical
magnets and ideal solenoids", American Journal of Physics 78 (2010) 229, arXiv:0909.3880, equations 1 to 4. The
generalised integral is found with R. Bulirsch's repeated means ("Numerical calculation of elliptic integrals and
elliptic functions III", 1969).
"""

from math import hypot, pi, sqrt

MU_0 = 4e-7 * pi
CLOSE_ENOUGH = 1e-9


def elliptic(kc: float, p: float, c: float, s: float) -> float:
    """Return the integral of (c cos² + s sin²) / ((cos² + p sin²) √(cos² + kc² sin²)) from 0 to a quarter turn.

    `kc` must not be 0, and `p` must be above 0.
    """
    p = sqrt(p)
    s /= p
    before, c = c, c + s / p
    ratio = abs(kc) / p
    s = 2 * (s + before * ratio)
    p += ratio
    greater, smaller, mean, product = 1.0, abs(kc), 1 + abs(kc), abs(kc)
    while abs(greater - smaller) > greater * CLOSE_ENOUGH:
        smaller = 2 * sqrt(product)
        product = smaller * mean
        before, c = c, c + s / p
        ratio = product / p
        s = 2 * (s + before * ratio)
        p += ratio
        greater = mean
        mean += smaller
    return pi / 2 * (s + c * mean) / (mean * (mean + p))


def radial_field(remanence: float, diameter: float, thickness: float, *, aside: float, above: float) -> float:
    """Return the part of the field that points away from the magnet's axis, in the unit of the remanence.

    `aside` is the distance from the axis, `above` that from the magnet's middle plane. Lengths are in any one unit.
    """
    radius, half = diameter / 2, thickness / 2
    return remanence / pi * (_end(radius, aside, above + half) - _end(radius, aside, above - half))


def _end(radius: float, aside: float, above: float) -> float:
    """Return what one end of the coil adds, seen from `above` that end."""
    farthest = hypot(above, aside + radius)
    nearest = hypot(above, aside - radius)
    return radius / farthest * elliptic(nearest / farthest, 1, 1, -1)
