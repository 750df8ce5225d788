"""Draws a solid as it is seen from above and aside: the edges that are not hidden, as SVG."""

from collections import defaultdict
from html import escape
from math import ceil, dist, sqrt

from manifold3d import Manifold

from hardware.making.solids import Corner, normal, triangles
from hardware.making.svg import number

TOWARDS_EYE: Corner = (-0.45, -0.65, 0.6124)
SHARP = 0.9
"""Two faces meet in an edge where the cosine between them is below that."""
STEP_MM = 0.7
"""So finely an edge is looked at: it may be hidden in part."""
NEAR_MM = 0.03
FAR_MM = 1000.0
EDGE_MM = 4.0
SCALE = 3
"""Pixels a millimetre."""


def draw_solid(solid: Manifold, title: str) -> bytes:
    """Return the picture."""
    lines = [(_seen(start), _seen(end)) for start, end in _visible_edges(solid)]
    left, right = min(x for ends in lines for x, _ in ends), max(x for ends in lines for x, _ in ends)
    top, bottom = min(y for ends in lines for _, y in ends), max(y for ends in lines for _, y in ends)
    width, height = right - left + 2 * EDGE_MM, bottom - top + 2 * EDGE_MM
    view = f"{number(left - EDGE_MM)} {number(top - EDGE_MM)} {number(width)} {number(height)}"
    path = "".join(f"M{_short(a)} {_short(b)}L{_short(c)} {_short(d)}" for (a, b), (c, d) in lines)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * SCALE:.0f}" height="{height * SCALE:.0f}" '
        f'viewBox="{view}">\n<title>{escape(title)}</title>\n'
        f'<rect x="{number(left - EDGE_MM)}" y="{number(top - EDGE_MM)}" width="100%" height="100%" fill="#fff"/>\n'
        f'<path d="{path}" fill="none" stroke="#222" stroke-width=".35" stroke-linecap="round"/>\n</svg>\n'
    ).encode()


def _short(value: float) -> str:
    return number(round(value, 2))


def _visible_edges(solid: Manifold) -> list[tuple[Corner, Corner]]:
    """Return the pieces of edges that the eye sees."""
    faces = defaultdict(list)
    for face in triangles(solid):
        for start, end in zip(face, (*face[1:], face[0]), strict=True):
            faces[min(start, end), max(start, end)].append(normal(face))
    drawn = [(ends, normals) for ends, normals in sorted(faces.items()) if _is_drawn(normals)]
    return [piece for ends, normals in drawn for piece in _visible_pieces(solid, *ends, normals)]


def _is_drawn(normals: list[Corner]) -> bool:
    """Tell whether an edge is sharp, or the solid's outline, and not on its far side."""
    facing = [_product(one, TOWARDS_EYE) > 0 for one in normals]
    return any(facing) and (not all(facing) or _product(normals[0], normals[-1]) < SHARP)


def _visible_pieces(solid: Manifold, start: Corner, end: Corner, normals: list[Corner]) -> list[tuple[Corner, Corner]]:
    count = ceil(dist(start, end) / STEP_MM)
    places = [_between(start, end, step / count) for step in range(count + 1)]
    seen = [_is_visible(solid, _between(start, end, (step + 0.5) / count), normals) for step in range(count)]
    pieces: list[tuple[Corner, Corner]] = []
    for step, visible in enumerate(seen):
        if not visible:
            continue
        if step and seen[step - 1]:
            pieces[-1] = (pieces[-1][0], places[step + 1])
        else:
            pieces.append((places[step], places[step + 1]))
    return pieces


def _is_visible(solid: Manifold, place: Corner, normals: list[Corner]) -> bool:
    """Tell whether nothing is between a place on an edge and the eye."""
    outwards = tuple(sum(parts) for parts in zip(*normals, strict=True))
    here = tuple(at + NEAR_MM * (out + eye) for at, out, eye in zip(place, outwards, TOWARDS_EYE, strict=True))
    there = tuple(at + FAR_MM * eye for at, eye in zip(here, TOWARDS_EYE, strict=True))
    return not solid.ray_cast(here, there)


def _between(start: Corner, end: Corner, part: float) -> Corner:
    x, y, z = (here + part * (there - here) for here, there in zip(start, end, strict=True))
    return x, y, z


def _product(one: Corner, other: Corner) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def _seen(place: Corner) -> tuple[float, float]:
    """Return where a place is on the picture."""
    x, y, z = TOWARDS_EYE
    flat = sqrt(x * x + y * y)
    length = sqrt(x * x + y * y + z * z)
    right = (-y / flat, x / flat, 0.0)
    up = (-x * z / (flat * length), -y * z / (flat * length), flat / length)
    return _product(place, right), -_product(place, up)
