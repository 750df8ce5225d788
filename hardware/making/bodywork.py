"""The lines of the parts list that are no electronics: wood, screws and magnets, as `[mechanics]` wants them."""

from collections import Counter
from collections.abc import Iterator

from companion.games.city_chase.city import BUILDINGS
from firmware.plan import BoardPlan, Matrix
from hardware.making.case import EAR_THICK_MM, LID_POST_HOLE_MM, make_lid, make_tray
from hardware.making.catalogue import Article, Line
from hardware.making.foot import make_foot
from hardware.making.frame import (
    JOINING_SCREWS,
    JOINTS,
    SCREWS_A_JOINT,
    Frame,
    build_frame,
    joining_screw_mm,
    wood_screw_mm,
)
from hardware.making.housing import (
    BOARD_MM,
    CIRCUIT_BOARD_THICK_MM,
    FLOOR_MM,
    POST_HEIGHT_MM,
    SCREWS_MM,
    STACK_MM,
    STAND_OFF_THREAD_MM,
    PiBoard,
    pi_board,
    screw_mm,
)
from hardware.making.layout import STRIP_MM, Layout, lay_out
from hardware.making.measures import Mechanics
from hardware.making.mechanics import read_mechanics
from hardware.making.panel import Panel, lay_out_panel
from hardware.making.plates import TIE_MM
from hardware.making.sheet import Box

MAGNET_EUR, SCREW_EUR, SMALL_SCREW_EUR, STAND_OFF_EUR = 0.3, 0.1, 0.15, 0.3
WOOD_EUR_PER_M2 = 30
THICKNESS_PRICED_MM = 4
"""Thicker wood costs so much more."""
NUT_MM = 2.5
PLASTIC_G_PER_CM3, PLASTIC_EUR_PER_G = 1.24, 0.025
"""PLA, printed solid: less where the printer leaves hollows."""
CABLES = 1
"""The supply's, which is tied to the frame."""
TIE_EUR = 0.03
GLUE_STICKS = 10
WOOD_SCREW_MM = 3
TIMES = "\N{MULTIPLICATION SIGN}"


def body_lines(plan: BoardPlan) -> Iterator[Line]:
    """Yield what holds the electronics. Raises BadPlan."""
    mechanics = read_mechanics(plan)
    layout = lay_out(plan, mechanics)
    panel = lay_out_panel(mechanics, plan.power.pi, layout.plate.width)
    magnet = mechanics.magnet
    yield Line(
        Article("Disc magnet", "", f"remanence {magnet.remanence_t:g} T", MAGNET_EUR, "", "a stronger one; a bar"),
        f"{magnet.diameter_mm:g} {TIMES} {magnet.thickness_mm:g} mm",
        len(BUILDINGS),
        "one a building",
    )
    yield _wood("plate", layout.plate, mechanics.plate_mm)
    yield _wood("carrier", layout.plate, mechanics.carrier_mm)
    yield _wood("panel", panel.outline, mechanics.plate_mm)
    board = pi_board(plan.power.pi)
    frame = build_frame(layout, panel, mechanics, board)
    yield from _strips(frame)
    yield from _wood_screws(layout, panel, mechanics)
    through = mechanics.plate_mm + EAR_THICK_MM + NUT_MM
    screw = Article("Screw with nut", "", f"{next(one for one in SCREWS_MM if one >= through)} mm long", SCREW_EUR)
    yield Line(screw, "M3", len(panel.case_screws), "case below the panel")
    if isinstance(plan.switches, Matrix):
        yield from _mounts(board)
    else:
        yield _small_screw(BOARD_MM, POST_HEIGHT_MM, len(board.holes), "the Pi in its case")
    yield _small_screw(FLOOR_MM, LID_POST_HOLE_MM, len(board.lid_posts), "the case's lid")
    yield from _printed(mechanics, board)
    ties = len(layout.ties) // 2 + CABLES
    yield Line(Article("Cable tie", "", f"up to {TIE_MM - 0.5:g} mm wide", TIE_EUR, "string"), "", ties, "looms, cable")
    yield Line(Article("Glue for wood", "", "bottle", 4, "", ""), "", 1, "the frame's corners")
    yield Line(Article("Hot glue", "", "sticks", 0.2, "", ""), "", GLUE_STICKS, "reeds and lights")
    yield Line(Article("Glue for plastic", "", "tube, two parts", 6, "", "hot glue"), "", 1, "magnets and buildings")


def _printed(mechanics: Mechanics, board: PiBoard) -> Iterator[Line]:
    """Yield what is printed, by its weight."""
    parts = (
        ("magnet-foot.stl", make_foot(mechanics), len(BUILDINGS)),
        ("pi-case.stl", make_tray(board, mechanics.screw_mm), 1),
        ("pi-case-lid.stl", make_lid(board), 1),
    )
    for name, solid, count in parts:
        grams = solid.volume() / 1000 * PLASTIC_G_PER_CM3
        article = Article("Printed part", "", f"PLA, {grams:.1f} g each", grams * PLASTIC_EUR_PER_G, "PETG")
        yield Line(article, name, count, "in models/")


def _strips(frame: Frame) -> Iterator[Line]:
    """Yield strips of the same size together."""
    counts = Counter((strip.name, round(strip.length_mm), strip.height_mm) for strip in frame.strips)
    for (name, length, height), count in counts.items():
        price = length * height / 1e6 * WOOD_EUR_PER_M2 * STRIP_MM / THICKNESS_PRICED_MM
        article = Article("Strip of wood", "", f"{STRIP_MM:g} mm thick", price, "MDF")
        yield Line(article, f"{length} {TIMES} {height:g} mm", count, f"frame of the {name}")


def _wood_screws(layout: Layout, panel: Panel, mechanics: Mechanics) -> Iterator[Line]:
    """Yield what holds plate, panel and frame."""
    both_mm = mechanics.plate_mm + mechanics.carrier_mm
    for length, count, purpose in (
        (wood_screw_mm(both_mm), len(layout.screws), "plate and carrier on the frame"),
        (wood_screw_mm(mechanics.plate_mm), len(panel.screws), "panel on the frame"),
        (wood_screw_mm(STRIP_MM), JOINTS * SCREWS_A_JOINT, "the frame's corners"),
        (joining_screw_mm(), JOINING_SCREWS, "frame to frame"),
    ):
        article = Article("Wood screw", "", f"for a {mechanics.screw_mm:g} mm hole", SCREW_EUR, "", "a longer one")
        yield Line(article, f"{WOOD_SCREW_MM:g} {TIMES} {length} mm", count, purpose)


def _mounts(board: PiBoard) -> Iterator[Line]:
    """Yield what holds the Pi in its case, and the circuit board on the Pi: it hangs, so the header is not enough."""
    thread = f"thread {screw_mm(BOARD_MM, POST_HEIGHT_MM)} mm long"
    article = Article("Stand-off", "", thread, STAND_OFF_EUR, "", "one of another height")
    yield Line(article, f"M2.5 {TIMES} {STACK_MM:g} mm", board.stand_offs, "Pi to case, below the circuit board")
    if others := len(board.holes) - board.stand_offs:
        yield _small_screw(BOARD_MM, POST_HEIGHT_MM, others, "the Pi's other holes")
    yield _small_screw(CIRCUIT_BOARD_THICK_MM, STAND_OFF_THREAD_MM, board.stand_offs, "the circuit board")


def _small_screw(through: float, hole: float, count: int, purpose: str) -> Line:
    article = Article("Screw", "", f"{screw_mm(through, hole)} mm long", SMALL_SCREW_EUR, "", "a longer one")
    return Line(article, "M2.5", count, purpose)


def _wood(name: str, outline: Box, thickness_mm: float) -> Line:
    price = outline.width * outline.height / 1e6 * WOOD_EUR_PER_M2
    article = Article("Plywood", "", f"{thickness_mm:g} mm thick", price, "MDF, acrylic", "anything of iron")
    return Line(article, f"{outline.width:.0f} {TIMES} {outline.height:.0f} mm", 1, name)
