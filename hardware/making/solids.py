"""Solids as files for 3D printers: binary STL, whose triangles always come in the same order."""

from struct import pack
from typing import TypeAlias

from manifold3d import CrossSection, JoinType, Manifold

Corner: TypeAlias = tuple[float, float, float]
Triangle: TypeAlias = tuple[Corner, Corner, Corner]

SEGMENTS = 64
DECIMALS = 3
HEADER = b"City Chase, made from board.toml, in millimetres"
HEADER_LENGTH = 80


def cylinder(diameter: float, height: float, x: float = 0, y: float = 0, z: float = 0) -> Manifold:
    """Return an upright cylinder, by the middle of its lower end."""
    return Manifold.cylinder(height, diameter / 2, circular_segments=SEGMENTS).translate((x, y, z))


def block(start: Corner, end: Corner) -> Manifold:
    """Return a block between two opposite corners."""
    size = tuple(there - here for here, there in zip(start, end, strict=True))
    return Manifold.cube(size).translate(start)


def rounded_block(start: Corner, end: Corner, radius: float) -> Manifold:
    """Return a block whose upright edges are rounded."""
    inner = (end[0] - start[0] - 2 * radius, end[1] - start[1] - 2 * radius)
    outline = CrossSection.square(inner).offset(radius, JoinType.Round, 2, SEGMENTS)
    return outline.extrude(end[2] - start[2]).translate((start[0] + radius, start[1] + radius, start[2]))


def triangles(solid: Manifold) -> list[Triangle]:
    """Return a solid's faces, rounded, each from its smallest corner on, in order. None has two corners in one."""
    mesh = solid.to_mesh64()
    corners = [_rounded(vertex) for vertex in mesh.vert_properties.tolist()]
    faces = [(corners[a], corners[b], corners[c]) for a, b, c in mesh.tri_verts.tolist()]
    return sorted(_turned(face) for face in faces if len(set(face)) == len(face))


def _rounded(vertex: list[float]) -> Corner:
    x, y, z = (round(value, DECIMALS) + 0.0 for value in vertex[:3])
    return x, y, z


def _turned(face: Triangle) -> Triangle:
    first = face.index(min(face))
    a, b, c = (*face[first:], *face[:first])
    return a, b, c


def normal(face: Triangle) -> Corner:
    """Return the direction a face looks to, one long."""
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = face
    ux, uy, uz, vx, vy, vz = bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az
    x, y, z = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    length = (x * x + y * y + z * z) ** 0.5 or 1.0
    return x / length, y / length, z / length


def write_stl(solid: Manifold) -> bytes:
    """Return the file."""
    faces = triangles(solid)
    records = (pack("<12fH", *normal(face), *(value for corner in face for value in corner), 0) for face in faces)
    return HEADER.ljust(HEADER_LENGTH, b" ") + pack("<I", len(faces)) + b"".join(records)
