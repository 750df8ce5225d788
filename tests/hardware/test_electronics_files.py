"""All electrical files follow from the plan: another pin there is another pin in each of them."""

import csv
import re
from io import StringIO
from xml.etree.ElementTree import fromstring

import msgspec
import pytest
from fpdf import FPDF

from firmware.plan import BoardPlan, Power
from hardware.making.circuit import BadCircuit, Circuit
from hardware.making.circuit_sheet import A4, POINT_MM
from hardware.making.design import design
from hardware.making.electronics import files, variant_files
from tests.hardware.plans import expander_plan, matrix_plan, with_exchanged, with_row_on

FREED = 5
"""The pin of row 1."""


@pytest.fixture(scope="module")
def made() -> dict[str, bytes]:
    return files(matrix_plan())


@pytest.fixture(scope="module")
def made_with_expanders() -> dict[str, bytes]:
    return files(expander_plan())


def plan_with_room() -> BoardPlan:
    """The plan with the buzzer's pin given up, so that one is free: the buzzer moves to row 1's."""
    plan = matrix_plan()
    buzzer = msgspec.structs.replace(plan.buzzer, pin=FREED)
    return msgspec.structs.replace(with_row_on(plan, 1, plan.buzzer.pin), buzzer=buzzer)


def words_in(svg: bytes) -> list[str]:
    """Everything that is written in a drawing."""
    tree = fromstring(svg)  # noqa: S314 - our own
    return [element.text or "" for element in tree if element.tag.endswith("text")]


def header_joint(wiring: bytes, net: str) -> str:
    """Where the wiring table joins a net to the header."""
    rows = [row for row in csv.DictReader(StringIO(wiring.decode())) if row["carries"] == net]
    return next(row["from"] for row in rows if row["from"].startswith("J1,"))


def net_of_pad(board: bytes, ref: str, pad: str) -> str:
    """The net of a pad on the circuit board."""
    part = board.decode().partition(f'(fp_text reference "{ref}"')[2].partition("(footprint")[0]
    found = re.search(rf'\(pad "{pad}" .*?\(net \d+ "([^"]+)"\)', part)
    assert found
    return found.group(1)


def test_every_kind_of_file_is_made(made: dict[str, bytes], made_with_expanders: dict[str, bytes]) -> None:
    wanted = {"bom.csv", "wiring.csv", "drawings/schematic.pdf", "drawings/wiring.pdf", "pcb/city-chase.net"}
    assert (
        wanted | {"pcb/city-chase.kicad_pcb", "pcb/city-chase.kicad_pro", "drawings/circuit-board.svg"} <= made.keys()
    )
    assert {f"expanders/{path}" for path in wanted} <= made_with_expanders.keys()
    # A printed circuit there is for the matrix alone.
    assert not [path for path in made_with_expanders if path.endswith("kicad_pcb")]
    assert not made.keys() & made_with_expanders.keys()


def test_the_variant_is_made_beside_a_matrix_only(made_with_expanders: dict[str, bytes]) -> None:
    assert variant_files(matrix_plan()).keys() == made_with_expanders.keys()
    assert variant_files(expander_plan()) == {}


def test_the_variant_follows_the_plan_in_all_but_its_switches() -> None:
    plan = matrix_plan()
    changed = msgspec.structs.replace(
        with_exchanged(plan),
        power=Power(pi="zero2w", supply_ma=3000),
        leds=msgspec.structs.replace(plan.leds, limit_ma=700),
        mechanics={**plan.mechanics, "pitch_mm": 66},
    )
    variant = variant_files(changed)
    listed, before = variant["expanders/bom.csv"].decode(), variant_files(plan)["expanders/bom.csv"].decode()
    for words in ("Raspberry Pi Zero 2 W", "5 V, 3 A", "1 A slow", "370 \N{MULTIPLICATION SIGN} "):
        assert words in listed
        assert words not in before
    assert header_joint(variant["expanders/wiring.csv"], "BUTTON_PINK") == "J1, pin 11 (GPIO17)"
    assert header_joint(variant["expanders/wiring.csv"], "SDA") == "J1, pin 3 (GPIO2)"


def test_every_sheet_says_which_plan_it_was_made_from(made: dict[str, bytes]) -> None:
    others = files(matrix_plan(), "mine.toml"), variant_files(matrix_plan(), "mine.toml")
    wanted = "hardware/board.toml", "mine.toml", "mine.toml and hardware/expanders.toml"
    for drawn, source in zip((made, *others), wanted, strict=True):
        for path, content in drawn.items():
            if path.endswith(".svg"):
                assert any(word.startswith(f"made from {source}, sheet") for word in words_in(content)), path
            if path.endswith(".net"):
                assert f'(source "{source}")' in content.decode()


def test_another_pin_is_another_pin_everywhere(made: dict[str, bytes]) -> None:
    other = files(plan_with_room())
    assert "(pin 29)" in words_in(made["drawings/schematic-2.svg"])
    assert "(pin 29)" not in words_in(other["drawings/schematic-2.svg"])
    assert "BUZZER GPIO5 (pin 29)" in words_in(other["drawings/schematic-5.svg"])
    assert header_joint(made["wiring.csv"], "ROW1") == "J1, pin 29 (GPIO5)"
    assert header_joint(other["wiring.csv"], "ROW1") == "J1, pin 12 (GPIO18)"
    assert '(node (ref "J1") (pin "12") (pinfunction "GPIO18")' in net_text(other, "ROW1")
    assert net_of_pad(made["pcb/city-chase.kicad_pcb"], "J1", "29") == "ROW1"
    assert net_of_pad(other["pcb/city-chase.kicad_pcb"], "J1", "29") == "BUZZER"
    assert other["bom.csv"] == made["bom.csv"]


def test_two_exchanged_pins_are_exchanged_everywhere(made: dict[str, bytes]) -> None:
    other = files(with_exchanged(matrix_plan()))
    assert "GPIO17 (pin 11)" in words_in(made["drawings/schematic-2.svg"])
    assert "GPIO4 (pin 7)" in words_in(other["drawings/schematic-2.svg"])
    assert "BUTTON_PINK GPIO17 (pin 11)" in words_in(other["drawings/schematic-5.svg"])
    assert header_joint(other["wiring.csv"], "COL1") == "J1, pin 7 (GPIO4)"
    assert '(pin "7")' in net_text(other, "COL1")
    assert net_of_pad(other["pcb/city-chase.kicad_pcb"], "J1", "7") == "COL1"


def net_text(made: dict[str, bytes], net: str) -> str:
    """A net in the netlist."""
    return made["pcb/city-chase.net"].decode().partition(f'(name "{net}")')[2].partition("\n    )")[0]


def test_the_schematic_names_every_part_of_the_circuit(
    made: dict[str, bytes], made_with_expanders: dict[str, bytes]
) -> None:
    for plan, drawn in ((matrix_plan(), made), (expander_plan(), made_with_expanders)):
        said = " ".join(word for path, svg in drawn.items() if "schematic-" in path for word in words_in(svg))
        missing = [part.ref for part in design(plan).parts if not re.search(rf"\b{part.ref}(?=\b|[A-D]\b)", said)]
        assert missing == []


def test_the_schematic_shows_every_pin_of_the_header(made: dict[str, bytes]) -> None:
    said = words_in(made["drawings/schematic-1.svg"])
    assert {str(number) for number in range(1, 41)} <= set(said)
    nets = set(design(matrix_plan()).nets_of("J1").values())
    assert nets <= set(said)


def test_the_wiring_diagram_numbers_wires_as_the_table_does(made: dict[str, bytes]) -> None:
    said = set(words_in(made["drawings/wiring-1.svg"]))
    rows = csv.DictReader(StringIO(made["wiring.csv"].decode()))
    looms = [row for row in rows if row["from"].startswith(("J2 ", "J3 ", "J4 ", "J5 ", "J6 ", "J7 ", "J9 "))]
    run = [row for row in looms if row["length"] != "on the circuit board"]
    assert len(run) == 5 * 6 + 10 + 2
    assert {f"{row['number']} {row['colour']}" for row in run} <= said


def test_no_word_leaves_its_sheet(made: dict[str, bytes], made_with_expanders: dict[str, bytes]) -> None:
    ruler = FPDF(unit="mm")
    ruler.set_font("Helvetica")
    for path, svg in (made | made_with_expanders).items():
        if path.endswith(".svg"):
            for element in fromstring(svg):  # noqa: S314 - our own
                if element.tag.endswith("text"):
                    x, y, size = (float(element.attrib[name]) for name in ("x", "y", "font-size"))
                    # An eighth more than in Helvetica: other machines draw with wider letters.
                    ruler.set_font_size(size / POINT_MM)
                    width = 1.125 * ruler.get_string_width(element.text or "")
                    left = x - {"start": 0.0, "middle": 0.5, "end": 1.0}[element.attrib["text-anchor"]] * width
                    if "transform" not in element.attrib:
                        assert left >= 8, (path, element.text)
                        assert left + width <= A4[0] - 8, (path, element.text)
                    assert 8 <= y <= A4[1] - 8, (path, element.text)


def test_a_faulty_circuit_is_not_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    good = design(expander_plan())
    broken = Circuit(good.parts, good.nets)
    monkeypatch.setattr("hardware.making.electronics.design", lambda _: broken)
    with pytest.raises(BadCircuit, match="is not connected"):
        files(expander_plan())
