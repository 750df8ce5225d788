"""The parts list: every part counted from the circuit, with its price, what may replace it and what may not."""

import csv
import io
from collections.abc import Iterator
from itertools import groupby
from math import ceil

from msgspec.structs import replace

from firmware.budget import WIRES, work_out
from firmware.plan import BoardPlan, Expanders, Matrix
from hardware.making.bodywork import body_lines
from hardware.making.catalogue import (
    ARTICLES,
    DIP_SOCKETS,
    FUSE_HOLDER,
    PERFBOARD,
    PI_EUR,
    PI_HEADER,
    PLUG,
    PRINTED_BOARD,
    RIBBON,
    SD_CARD,
    WIRE_PRICE,
    WITHOUT_HEADER,
    Article,
    Line,
)
from hardware.making.circuit import THIN_MM2, Circuit, Part
from hardware.making.housing import PLUG_MM
from hardware.making.lengths import find_places
from hardware.making.mechanics import read_mechanics
from hardware.making.pcb.placement import HEIGHT, WIDTH
from hardware.making.wiring import copper_cm, find_joints

RESERVE = 1.1
"""Wire is cut a little too long, and once too short."""
JOINT_CM = 5
"""What a joint on a perfboard takes on an average."""

COLUMNS = (
    *("part", "value", "package", "quantity", "references", "price each EUR", "price EUR"),
    *("may be replaced by", "must not be replaced by"),
)


def list_parts(plan: BoardPlan, circuit: Circuit) -> list[Line]:
    """Return all lines of the parts list. Raises BadPlan."""
    return [*_circuit_lines(plan, circuit), *_accessories(plan, circuit), *body_lines(plan)]


def parts_list(plan: BoardPlan, circuit: Circuit) -> bytes:
    """Return the parts list as CSV, with the sum in its last row. Raises BadPlan."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    lines = list_parts(plan, circuit)
    for line in lines:
        one = line.article
        prices = (f"{one.price:.2f}", f"{line.price:.2f}")
        writer.writerow((one.name, line.value, one.package, line.quantity, line.refs, *prices, one.instead, one.never))
    # Of what is printed, or the lines would not add up.
    total = sum(round(line.price, 2) for line in lines)
    writer.writerow(("all together", "", "", "", "", "", f"{total:.2f}", "", ""))
    return text.getvalue().encode()


def shorten(refs: list[str]) -> str:
    """Return references in short: S1-S25 for S1, S2 and so on."""
    numbered = sorted(_split(ref) for ref in refs)
    runs = groupby(enumerate(numbered), key=lambda pair: (pair[1][0], pair[1][1] - pair[0]))
    said = []
    for _, run in runs:
        members = [f"{letters}{number}" for _, (letters, number) in run]
        said.append(members[0] if len(members) == 1 else f"{members[0]}-{members[-1]}")
    return " ".join(said)


def _split(ref: str) -> tuple[str, int]:
    letters = ref.rstrip("0123456789")
    return letters, int(ref[len(letters) :])


def _circuit_lines(plan: BoardPlan, circuit: Circuit) -> Iterator[Line]:
    for item, article in {**ARTICLES, **_fitting(plan)}.items():
        parts = list(circuit.of_item(item))
        # Buttons are all the same, whatever they are called.
        values = sorted({_value(part, article) for part in parts})
        for value in values:
            alike = [part.ref for part in parts if _value(part, article) == value]
            yield Line(article, value, len(alike), shorten(alike))


def _fitting(plan: BoardPlan) -> dict[str, Article]:
    """Return the articles that follow the plan, by what they are in the circuit."""
    mechanics = read_mechanics(plan)
    reed = mechanics.reed
    closes, opens = f"closes by {reed.operate_at:g} AT", f"opens at {reed.release_at:g} AT or more"
    wide, thick = PLUG_MM
    most_a = dict(WIRES)[work_out(plan).feed_mm2] / 1000
    return {
        # Nothing but the supply's own limit protects the wires before the fuse.
        "supply": replace(ARTICLES["supply"], instead=f"one of up to {most_a:g} A, which the wires bear"),
        "usb-plug": replace(ARTICLES["usb-plug"], package=f"5V and GND, at most {wide:g} x {thick:g} mm"),
        "pi": replace(ARTICLES["pi"], price=PI_EUR[plan.power.pi]),
        "reed": replace(ARTICLES["reed"], value=f"{closes}, {opens}", package=f"glass, {reed.length_mm:g} mm"),
        "pixel": replace(ARTICLES["pixel"], package=f"on a round board of {mechanics.led_board_mm:g} mm"),
        "button": replace(ARTICLES["button"], package=f"for a hole of {mechanics.button_mm:g} mm"),
    }


def _value(part: Part, article: Article) -> str:
    return article.value if part.item == "button" else article.value or part.value


def _accessories(plan: BoardPlan, circuit: Circuit) -> Iterator[Line]:
    if isinstance(plan.switches, Matrix):
        yield Line(PRINTED_BOARD, f"{WIDTH:g} x {HEIGHT:g} mm", 1, "pcb/city-chase.kicad_pcb")
    else:
        yield Line(PERFBOARD, "", 1, "the circuit board")
    yield Line(SD_CARD, "", 1, "for A1")
    if plan.power.pi in WITHOUT_HEADER:
        yield Line(PI_HEADER, "", 1, "for A1")
    for package, price in DIP_SOCKETS.items():
        refs = [part.ref for part in circuit.parts if part.package == package]
        if refs:
            yield Line(Article("Socket for a chip", "", package, price), "", len(refs), f"for {shorten(refs)}")
    yield Line(FUSE_HOLDER, "", 1, f"for {shorten([part.ref for part in circuit.of_item('fuse')])}")
    for item, price in PLUG.items():
        refs = [part.ref for part in circuit.of_item(item)]
        if refs:
            contacts = item.removeprefix("plug-")
            plug = Article(f"Plug, {contacts} contacts", "", "2.54 mm, with crimp contacts", price, "Dupont plugs")
            yield Line(plug, "", len(refs), f"for {shorten(refs)}")
    for (copper, colour), length_cm in copper_cm(circuit, find_places(plan)).items():
        wire = Article(f"Stranded wire, {colour}", "", "in metres", WIRE_PRICE[copper], "any thicker one")
        yield Line(wire, f"{copper:g} mm2", ceil(length_cm * RESERVE / 100), "see wiring.csv")
    if isinstance(plan.switches, Expanders):
        yield Line(RIBBON, "", 1, "from the Pi to the circuit board")
        joints_cm = JOINT_CM * len(find_joints(circuit))
        wire = Article("Wire, any colour", "", "in metres", WIRE_PRICE[THIN_MM2], "any thicker one")
        yield Line(wire, f"{THIN_MM2:g} mm2", ceil(joints_cm * RESERVE / 100), "joints on the perfboard")
