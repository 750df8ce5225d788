"""Puts exchanged wires right in a plan's file, and leaves everything else in it as it is."""

from pathlib import Path

import tomlkit
from tomlkit.items import Array

from companion.games.city_chase.city import Building
from firmware.plan import parse_plan


def put_right(text: str, answering: dict[Building, Building]) -> str:
    """Return a plan's text with buildings where their switches are.

    `answering` says which building's switch answered when a building was lifted: with 7 answered by 12, what the plan
    calls 12 is 7.
    """
    document = tomlkit.parse(text)
    really = {answered: building for building, answered in answering.items()}
    for row in document["switches"]["buildings"]:
        _rename(row, really)
    changed = tomlkit.dumps(document)
    parse_plan(changed.encode())
    return changed


def _rename(row: Array, really: dict[Building, Building]) -> None:
    for place, building in enumerate(list(row)):
        row[place] = really.get(building, building)


def put_right_in_file(path: Path, answering: dict[Building, Building]) -> None:
    """Change a plan's file at once or not at all. The first plan stays beside it with the suffix `.bak` for good."""
    before = path.read_text(encoding="utf-8")
    after = put_right(before, answering)
    backup, beside = path.with_name(path.name + ".bak"), path.with_name(path.name + ".new")
    if not backup.exists():
        backup.write_text(before, encoding="utf-8")
    beside.write_text(after, encoding="utf-8")
    beside.replace(path)
