"""The KiCad project around the circuit board: the rules that its own check goes by."""

import json

from hardware.making.pcb.rules import CLEARANCE, EDGE, TRACK, VIA, VIA_HOLE


def write_project(name: str) -> bytes:
    """Return the .kicad_pro file."""
    rules = {
        "min_clearance": CLEARANCE,
        "min_copper_edge_clearance": EDGE - 0.01,
        "min_hole_clearance": 0.25,
        "min_hole_to_hole": 0.25,
        "min_through_hole_diameter": 0.3,
        "min_track_width": TRACK,
        "min_via_annular_width": 0.15,
        "min_via_diameter": VIA,
    }
    default = {
        "name": "Default",
        "clearance": CLEARANCE,
        "track_width": TRACK,
        "via_diameter": VIA,
        "via_drill": VIA_HOLE,
        "diff_pair_gap": 0.25,
        "diff_pair_via_gap": 0.25,
        "diff_pair_width": 0.2,
        "microvia_diameter": 0.3,
        "microvia_drill": 0.1,
        "wire_width": 6.0,
        "bus_width": 12.0,
        "line_style": 0,
        "pcb_color": "rgba(0, 0, 0, 0.000)",
        "schematic_color": "rgba(0, 0, 0, 0.000)",
    }
    project = {
        "board": {"design_settings": {"meta": {"version": 2}, "rules": rules}},
        "meta": {"filename": f"{name}.kicad_pro", "version": 1},
        "net_settings": {"classes": [default], "meta": {"version": 2}},
        "pcbnew": {"page_layout_descr_file": ""},
    }
    return (json.dumps(project, indent=2) + "\n").encode()
