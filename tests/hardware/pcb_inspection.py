"""Run by Debian's own Python, which has KiCad's pcbnew: fills, checks and reads a circuit board.

Usage: pcb_inspection.py BOARD REPORT. Writes KiCad's report to REPORT, and what it saw to stdout as JSON.
"""

import json
import sys
from collections.abc import Iterator
from typing import Any

import pcbnew  # type: ignore[import-not-found] # of Debian, not of the virtual environment

MILLION = 1_000_000


def main(path: str, report: str) -> None:
    """Inspect a board."""
    board = pcbnew.LoadBoard(path)
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    board.BuildConnectivity()
    pcbnew.WriteDRCReport(board, report, pcbnew.EDA_UNITS_MILLIMETRES, True)
    box = board.GetBoardEdgesBoundingBox()
    seen = {
        "unconnected": board.GetConnectivity().GetUnconnectedCount(),
        "nets": _joined(board),
        "size": [round(box.GetWidth() / MILLION, 1), round(box.GetHeight() / MILLION, 1)],
        "holes": sorted(_holes(board, box)),
    }
    print(json.dumps(seen))


def _joined(board: Any) -> dict[str, list[str]]:
    """Return the pads of each net."""
    nets: dict[str, list[str]] = {}
    for pad in board.GetPads():
        if pad.GetNetname():
            nets.setdefault(pad.GetNetname(), []).append(f"{pad.GetParent().GetReference()}.{pad.GetNumber()}")
    return {name: sorted(pads) for name, pads in nets.items()}


def _holes(board: Any, box: Any) -> Iterator[list[float]]:
    """Return where the holes without copper are, from the upper left corner."""
    for pad in board.GetPads():
        if pad.GetAttribute() == pcbnew.PAD_ATTRIB_NPTH:
            place = pad.GetPosition()
            yield [round((place.x - box.GetX()) / MILLION, 1), round((place.y - box.GetY()) / MILLION, 1)]


main(*sys.argv[1:])
