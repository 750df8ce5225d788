"""The grid that tracks run on, and which nets may use which of its nodes.

Its step is a quarter of 2.54 mm: between two pads of a row there is room for exactly one track, in the middle.
"""

from collections.abc import Iterator
from math import ceil, floor, hypot

from msgspec import Struct

from hardware.making.pcb.placement import FIRST_PIN, HEIGHT, HOLE_KEEPOUT, HOLES, WIDTH, Placed
from hardware.making.pcb.rules import CLEARANCE, EDGE, TRACK, VIA

STEP = 0.635
LEFT, TOP = round(FIRST_PIN[0] - 13 * STEP, 4), round(FIRST_PIN[1] - 7 * STEP, 4)
COLUMNS = floor((WIDTH - LEFT) / STEP) + 1
ROWS = floor((HEIGHT - TOP) / STEP) + 1
LAYER_SIZE = COLUMNS * ROWS
FRONT, BACK = 0, 1
FREE, CLOSED = "", "-"


class Track(Struct, frozen=True):
    """A piece of copper on one layer."""

    net: str
    layer: int
    width: float
    points: tuple[tuple[float, float], ...]


class Via(Struct, frozen=True):
    """A plated hole between the layers."""

    net: str
    x: float
    y: float


def node_at(x: float, y: float, layer: int = FRONT) -> int:
    """Return the node that is nearest to a place."""
    return layer * LAYER_SIZE + round((y - TOP) / STEP) * COLUMNS + round((x - LEFT) / STEP)


def place_of(node: int) -> tuple[float, float]:
    """Return where a node is."""
    row, column = divmod(node % LAYER_SIZE, COLUMNS)
    return round(LEFT + STEP * column, 4), round(TOP + STEP * row, 4)


class Grid:
    """Which net owns which node: a pad's surroundings are for its own net only, and nobody's if two pads meet there."""

    def __init__(self, parts: list[Placed], tracks: list[Track]) -> None:
        self.track_owner = [FREE] * (2 * LAYER_SIZE)
        self.via_owner = [FREE] * LAYER_SIZE
        self._close_edges()
        for x, y in HOLES:
            self._claim_round(x, y, HOLE_KEEPOUT / 2, CLOSED)
        for part in parts:
            for pad, x, y in part.pads():
                # A pad on no net still keeps everyone away.
                net = part.nets.get(pad.number, CLOSED)
                if pad.is_square:
                    self._claim_square(x, y, pad.size / 2, net)
                else:
                    self._claim_round(x, y, pad.size / 2, net)
        for track in tracks:
            for start, end in zip(track.points, track.points[1:], strict=False):
                self._claim_track(track, start, end)

    def _close_edges(self) -> None:
        for node in range(LAYER_SIZE):
            x, y = place_of(node)
            to_edge = min(x, y, WIDTH - x, HEIGHT - y)
            if to_edge < EDGE + TRACK / 2:
                self.track_owner[node] = self.track_owner[node + LAYER_SIZE] = CLOSED
            if to_edge < EDGE + VIA / 2:
                self.via_owner[node] = CLOSED

    def _claim_round(self, x: float, y: float, radius: float, net: str) -> None:
        for node, across, down in _around(x, y, radius + CLEARANCE + VIA):
            self._claim_near(node, hypot(across, down) - radius, net)

    def _claim_square(self, x: float, y: float, half: float, net: str) -> None:
        for node, across, down in _around(x, y, half + CLEARANCE + VIA):
            self._claim_near(node, hypot(max(across - half, 0), max(down - half, 0)), net)

    def _claim_near(self, node: int, distance: float, net: str) -> None:
        if distance < CLEARANCE + TRACK / 2:
            for layer in (FRONT, BACK):
                _claim(self.track_owner, node + layer * LAYER_SIZE, net)
        if distance < CLEARANCE + VIA / 2:
            # Not even a via of the pad's own net: two holes would break into each other.
            self.via_owner[node] = CLOSED

    def _claim_track(self, track: Track, start: tuple[float, float], end: tuple[float, float]) -> None:
        for node in range(LAYER_SIZE):
            distance = _to_segment(place_of(node), start, end) - track.width / 2 - CLEARANCE
            if distance < TRACK / 2:
                _claim(self.track_owner, node + track.layer * LAYER_SIZE, track.net)
            if distance < VIA / 2:
                _claim(self.via_owner, node, track.net)


def _claim(owners: list[str], node: int, net: str) -> None:
    owners[node] = net if owners[node] in {FREE, net} else CLOSED


def _around(x: float, y: float, reach: float) -> Iterator[tuple[int, float, float]]:
    """Go through the nodes near a place, with how far they are across and down."""
    columns = range(max(0, floor((x - reach - LEFT) / STEP)), min(COLUMNS, ceil((x + reach - LEFT) / STEP) + 1))
    rows = range(max(0, floor((y - reach - TOP) / STEP)), min(ROWS, ceil((y + reach - TOP) / STEP) + 1))
    for node in (row * COLUMNS + column for row in rows for column in columns):
        across, down = place_of(node)
        yield node, abs(across - x), abs(down - y)


def _to_segment(point: tuple[float, float], start: tuple[float, float], end: tuple[float, float]) -> float:
    across, down = end[0] - start[0], end[1] - start[1]
    along = ((point[0] - start[0]) * across + (point[1] - start[1]) * down) / (across**2 + down**2)
    part = min(1.0, max(0.0, along))
    return hypot(point[0] - start[0] - part * across, point[1] - start[1] - part * down)
