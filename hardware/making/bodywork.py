"""The lines of the parts list that are no electronics: wood, screws and magnets, as `[mechanics]` wants them."""

from collections.abc import Iterator

from companion.games.city_chase.city import BUILDINGS
from firmware.plan import BoardPlan
from hardware.making.case import LID_POST_HOLE_MM
from hardware.making.catalogue import Article, Line
from hardware.making.housing import BOARD_MM, FLOOR_MM, POST_HEIGHT_MM, pi_board, screw_mm
from hardware.making.layout import lay_out
from hardware.making.mechanics import read_mechanics
from hardware.making.panel import lay_out_panel
from hardware.making.sheet import Box

MAGNET_EUR, SCREW_EUR, SMALL_SCREW_EUR = 0.3, 0.1, 0.15
WOOD_EUR_PER_M2 = 30
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
    screws = len(layout.screws) + len(panel.screws) + len(panel.case_screws)
    screw = Article(
        "Screw with nut", "", f"for a {mechanics.screw_mm:g} mm hole", SCREW_EUR, "wood screws into the frame"
    )
    yield Line(screw, "M3", screws, "plate, panel, case")
    board = pi_board(plan.power.pi)
    yield _small_screw(BOARD_MM, POST_HEIGHT_MM, len(board.holes), "the Pi in its case")
    yield _small_screw(FLOOR_MM, LID_POST_HOLE_MM, len(board.lid_posts), "the case's lid")


def _small_screw(through: float, hole: float, count: int, purpose: str) -> Line:
    article = Article("Screw", "", f"{screw_mm(through, hole)} mm long", SMALL_SCREW_EUR, "", "a longer one")
    return Line(article, "M2.5", count, purpose)


def _wood(name: str, outline: Box, thickness_mm: float) -> Line:
    price = outline.width * outline.height / 1e6 * WOOD_EUR_PER_M2
    article = Article("Plywood", "", f"{thickness_mm:g} mm thick", price, "MDF, acrylic", "anything of iron")
    return Line(article, f"{outline.width:.0f} {TIMES} {outline.height:.0f} mm", 1, name)
