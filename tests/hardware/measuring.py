"""Reads made drawings back with others' readers, as a laser cutter's program would, not with what wrote them."""

import re
import tomllib
from importlib.resources import files
from io import StringIO
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

import ezdxf

from firmware.plan import BoardPlan, parse_plan

TEXT = (files("hardware") / "board.toml").read_text()
WRITTEN: dict[str, Any] = tomllib.loads(TEXT)["mechanics"]
SVG = "{http://www.w3.org/2000/svg}"
NUMBER = r"(-?[\d.]+)"
POINTS_PER_MM = 72 / 25.4


class Hole(NamedTuple):
    x: float
    y: float
    diameter: float


def plan_with(*changes: tuple[str, str]) -> BoardPlan:
    """Return board.toml's plan with some of its text replaced."""
    text = TEXT
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return parse_plan(text.encode())


def svg_circles(content: bytes) -> dict[str, tuple[str, Hole]]:
    """Return every named circle: its layer and its measures."""
    root = ET.fromstring(content)  # noqa: S314 - our own drawing
    return {
        circle.attrib["data-name"]: (
            group.attrib["id"],
            Hole(float(circle.attrib["cx"]), float(circle.attrib["cy"]), 2 * float(circle.attrib["r"])),
        )
        for group in root.iter(f"{SVG}g")
        for circle in group.iter(f"{SVG}circle")
    }


def svg_size(content: bytes) -> tuple[str, str, list[float]]:
    """Return how large a drawing says it is, and the part of the plane it shows."""
    root = ET.fromstring(content)  # noqa: S314 - our own drawing
    return root.attrib["width"], root.attrib["height"], [float(part) for part in root.attrib["viewBox"].split()]


def dxf_circles(content: bytes, layer: str) -> list[Hole]:
    """Return the circles on a layer. Up grows upwards."""
    document = ezdxf.read(StringIO(content.decode()))
    circles = document.modelspace().query(f'CIRCLE[layer=="{layer}"]')
    return [Hole(one.dxf.center.x, one.dxf.center.y, 2 * one.dxf.radius) for one in circles]


def pdf_pages(content: bytes) -> list[str]:
    """Return what is drawn on each page of an uncompressed PDF."""
    return [page.decode("latin-1") for page in re.findall(rb"stream\n(.*?)\nendstream", content, re.DOTALL)]


def pdf_circles(page: str, height: float) -> list[Hole]:
    """Return a page's circles in millimetres from its upper left corner: each is four curves, from the right."""
    curve = rf"{NUMBER} {NUMBER} {NUMBER} {NUMBER} {NUMBER} {NUMBER} c\s+"
    found = re.findall(rf"{NUMBER} {NUMBER} m {curve}{curve}", page)
    holes = []
    for numbers in found:
        right, y, left = float(numbers[0]), float(numbers[1]), float(numbers[-2])
        x, diameter = (right + left) / 2 / POINTS_PER_MM, (right - left) / POINTS_PER_MM
        holes.append(Hole(x, height - y / POINTS_PER_MM, diameter))
    return holes
