"""The committed models, read back as a slicer reads them."""

from collections import Counter
from itertools import pairwise, product
from math import cos, dist, pi, radians
from pathlib import Path
from struct import iter_unpack, unpack
from typing import TypeAlias

import pytest

from hardware.making.bodywork import body_lines
from hardware.making.case import make_tray
from hardware.making.foot import frame_mm, make_foot
from hardware.making.housing import PLAY_MM, WALL_MM, pi_board, screw_mm
from hardware.making.mechanical import models
from hardware.making.mechanics import read_mechanics
from hardware.making.solids import block, write_stl
from tests.hardware.measuring import WRITTEN, plan_with

MODELS = Path(__file__).parents[2] / "hardware" / "models"
NAMES = ("magnet-foot", "pi-case", "pi-case-lid")
MAGNET = WRITTEN["magnet"]
BOX_MM = 56.5 + 2 * 3
"""How wide the case is: as a HAT, with play and walls."""
STEEPEST_OVERHANG = cos(radians(44))

Corner: TypeAlias = tuple[float, float, float]
Face: TypeAlias = tuple[Corner, Corner, Corner]

VARIANTS = {
    "as it is": (),
    "for a Zero": (('pi = "4"', 'pi = "zero2w"'),),
    "for a thin board": (("plate_mm = 4", "plate_mm = 2"), ("depth_mm = 3", "depth_mm = 1.3")),
    "with large magnets": (("diameter_mm = 6", "diameter_mm = 8"), ("pin_mm = 8", "pin_mm = 10")),
}


def faces(content: bytes) -> list[Face]:
    """Return the triangles of a binary STL."""
    [count] = unpack("<I", content[80:84])
    assert len(content) == 84 + 50 * count
    return [(numbers[3:6], numbers[6:9], numbers[9:12]) for numbers in iter_unpack("<12fH", content[84:])]


def sticks_out(face: Face) -> Corner:
    """Return the direction a face looks to, as long as twice its area."""
    a, b, c = face
    u = [there - here for here, there in zip(a, b, strict=True)]
    v = [there - here for here, there in zip(a, c, strict=True)]
    return u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]


def volume(content: bytes) -> float:
    return sum(sum(x * y for x, y in zip(face[0], sticks_out(face), strict=True)) for face in faces(content)) / 6


def size(content: bytes) -> list[float]:
    corners = [corner for face in faces(content) for corner in face]
    return [max(axis) - min(axis) for axis in zip(*corners, strict=True)]


def circles_at(content: bytes, height: float, radius: float, middle: tuple[float, float]) -> int:
    """Return how many corners lie on a circle."""
    corners = {corner for face in faces(content) for corner in face}
    on = [one for one in corners if one[2] == pytest.approx(height, abs=0.002)]
    return sum(1 for one in on if dist(one[:2], middle) == pytest.approx(radius, abs=0.002))


def made(variant: str) -> dict[str, bytes]:
    """Return the models of a plan by their names."""
    files = models(plan_with(*VARIANTS[variant]))
    return {Path(name).stem: content for name, content in files if name.endswith(".stl")}


@pytest.mark.parametrize("variant", VARIANTS)
def test_models_are_closed_and_can_be_printed_without_supports(variant: str) -> None:
    solids = made(variant)
    assert set(solids) == set(NAMES)
    for name, content in solids.items():
        edges = Counter((start, end) for face in faces(content) for start, end in pairwise((*face, face[0])))
        assert set(edges.values()) == {1}, name
        assert all((end, start) in edges for start, end in edges), name
        assert min(corner[2] for face in faces(content) for corner in face) == 0
        for face in faces(content):
            x, y, z = sticks_out(face)
            hangs = -z > STEEPEST_OVERHANG * (x * x + y * y + z * z) ** 0.5
            assert not hangs or max(corner[2] for corner in face) == 0, (name, face)


def test_a_model_stands_on_a_flat_base() -> None:
    for name in NAMES:
        content = (MODELS / f"{name}.stl").read_bytes()
        base = sum(-sticks_out(face)[2] / 2 for face in faces(content) if max(corner[2] for corner in face) == 0)
        wide, deep, _ = size(content)
        assert base > 0.4 * wide * deep, name


def test_the_foot_is_a_frame_with_a_bar_and_a_pin_without_the_magnets_pocket() -> None:
    content = (MODELS / "magnet-foot.stl").read_bytes()
    wide, deep, tall = size(content)
    assert wide == deep == pytest.approx(WRITTEN["building_mm"], abs=0.01)
    pin = tall - 2
    assert MAGNET["depth_mm"] < pin < WRITTEN["plate_mm"]
    pocket = pi / 4 * (MAGNET["diameter_mm"] + 0.1) ** 2 * (MAGNET["thickness_mm"] + 0.2)
    corners = (4 - pi) * 2**2
    frame = wide**2 - corners - (wide - 6) * (wide - 6 - WRITTEN["pin_mm"])
    full = frame * 2 + pi / 4 * WRITTEN["pin_mm"] ** 2 * pin
    assert volume(content) == pytest.approx(full - pocket, rel=0.005)


def test_a_foot_leaves_its_building_open_on_either_side_of_the_bar() -> None:
    foot = make_foot(read_mechanics(plan_with()))
    for x, y in product((-12.9, -8.5, -4.1, 4.1, 8.5, 12.9), (-12.9, 0, 12.9)):
        assert not foot.ray_cast((x, y, -1), (x, y, 20)), (x, y)
    assert all(foot.ray_cast((x, y, -1), (x, y, 20)) for x, y in ((0, 0), (0, 14), (14, 0), (3.9, 12)))


@pytest.mark.parametrize(
    ("variant", "magnet_mm"), [("as it is", 6), ("for a thin board", 6), ("with large magnets", 8)]
)
def test_the_pocket_takes_the_magnet_and_leaves_a_floor(variant: str, magnet_mm: float) -> None:
    content = made(variant)["magnet-foot"]
    tall = size(content)[2]
    bottom = tall - MAGNET["thickness_mm"] - 0.2
    assert circles_at(content, bottom, magnet_mm / 2 + 0.05, (0, 0)) == 64
    assert circles_at(content, tall, magnet_mm / 2 + 0.05, (0, 0)) == 64
    assert bottom >= 1.2 - 1e-6


def test_a_thin_boards_foot_has_a_thicker_frame_for_the_magnet() -> None:
    mechanics = read_mechanics(plan_with(*VARIANTS["for a thin board"]))
    assert size(write_stl(make_foot(mechanics)))[2] == pytest.approx(frame_mm(mechanics) + 1.5)
    assert frame_mm(mechanics) > 2


@pytest.mark.parametrize(("variant", "pattern"), [("as it is", (58, 49)), ("for a Zero", (58, 23))])
def test_the_posts_are_at_the_pis_holes(variant: str, pattern: tuple[int, int]) -> None:
    content = made(variant)["pi-case"]
    edge = WALL_MM + PLAY_MM + 3.5
    for x, y in product((0, pattern[0]), (0, -pattern[1])):
        middle = (edge + x, BOX_MM - edge + y)
        assert circles_at(content, 7, 1.05, middle) == 64, "an M2.5 screw's hole"
        assert circles_at(content, 7, 3, middle) == 64, "the post around it"


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_circuit_board_and_plugs_with_bent_wires_fit_into_the_case(variant: str) -> None:
    board = pi_board(plan_with(*VARIANTS[variant]).power.pi)
    tray = make_tray(board, 3.2)
    assert board.outer_mm[1] == pytest.approx(BOX_MM)
    start = 2 + 5 + 1.4 + 11
    room = block((WALL_MM + 0.5, WALL_MM + 0.5, start), (WALL_MM + 1 + 65, BOX_MM - WALL_MM - 0.5, start + 1.6 + 26))
    assert (tray ^ room).volume() == 0


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_lids_screws_meet_the_trays_posts_and_no_opening(variant: str) -> None:
    solids = made(variant)
    tall = size(solids["pi-case"])[2]
    board = pi_board(plan_with(*VARIANTS[variant]).power.pi)
    for x, y in product((3.5, board.outer_mm[0] - 3.5), (-3.5, BOX_MM + 3.5)):
        assert circles_at(solids["pi-case"], tall, 1.05, (x, y)) >= 64
        assert circles_at(solids["pi-case-lid"], 0, 1.4, (x, y)) >= 64


def test_a_zero_shares_two_holes_with_the_circuit_board() -> None:
    held = {line.refs: line.quantity for line in body_lines(plan_with(*VARIANTS["for a Zero"])) if "M2.5" in line.value}
    assert held == {
        "Pi to case, below the circuit board": 2,
        "the Pi's other holes": 2,
        "the circuit board": 2,
        "the case's lid": 4,
    }


def test_screws_do_not_reach_the_end_of_their_holes() -> None:
    held = {
        line.refs: (line.quantity, line.article.package) for line in body_lines(plan_with()) if "M2.5" in line.value
    }
    assert held == {
        "Pi to case, below the circuit board": (4, "thread 6 mm long"),
        "the circuit board": (4, "6 mm long"),
        "the case's lid": (4, "6 mm long"),
    }
    assert screw_mm(1.4, 5) == screw_mm(2, 5) == 6
    assert screw_mm(1.4, 4) == 5


def test_the_case_takes_the_pi_and_a_board_on_it() -> None:
    board = pi_board("5")
    content = (MODELS / "pi-case.stl").read_bytes()
    wide, deep, tall = size(content)
    assert wide == pytest.approx(85 + 2 * 3)
    assert deep == pytest.approx(board.place.height, abs=0.01)
    assert tall > 2 + 5 + 1.4 + 38
    assert 10_000 < volume(content) < 70_000


def test_the_lid_fits_into_the_case() -> None:
    wide, deep, _ = size((MODELS / "pi-case-lid.stl").read_bytes())
    assert [wide, deep] == pytest.approx([91, BOX_MM + 2 * 7])
    corners = {corner for face in faces((MODELS / "pi-case-lid.stl").read_bytes()) for corner in face}
    lip = [corner for corner in corners if corner[2] == pytest.approx(6)]
    assert min(x for x, _, _ in lip) == pytest.approx(2.3)
    assert max(y for _, y, _ in lip) == pytest.approx(BOX_MM - 2.3)


def test_a_picture_of_a_model_hides_what_is_behind() -> None:
    """From above and aside, of a foot one sees the rims, and of the disc's lower rim the nearer half."""
    picture = (MODELS / "magnet-foot.svg").read_text()
    assert 150 < picture.count("M") < 330
    assert "url(" not in picture
