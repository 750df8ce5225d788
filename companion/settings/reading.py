"""Reads the owner's file, whatever is in it: what is good counts, and what is not is told with its line.

Pure: bytes and the last good values in, values and problems out. Nothing here is ever raised.
"""

import re
import tomllib
from codecs import BOM_UTF8
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from msgspec import Struct

from companion.games.city_chase.wording import ENGLISH, words
from companion.settings.places import lines_of_names
from companion.settings.values import Setting, Settings, Value, accept, as_toml, wanted

FILE = "settings.toml"
MOST_BYTES = 64 * 1024
"""The file of someone who comments everything is a hundred times shorter."""
MOST_NAME = 40
_LINE = re.compile(r" \(at line (\d+), column \d+\)$")
_AT_THE_END = " (at end of document)"


class Fault(StrEnum):
    """What can be wrong with the file. The value is the end of the key of its words."""

    UNREADABLE = "unreadable"
    TOO_LARGE = "too_large"
    NOT_TOML = "not_toml"
    BAD_VALUE = "bad_value"
    UNKNOWN = "unknown"


class Problem(Struct, frozen=True):
    """Something wrong with the file, with its line where it has one."""

    fault: Fault
    line: int | None = None
    name: str | None = None
    """The name in the file, fit to be shown."""
    detail: str = ""
    """What the parser or the system says, in English."""

    def sentence(self, settings: Settings, language: str = ENGLISH) -> str:
        """Return what is wrong and what holds meanwhile."""
        told = words(language).table
        values: dict[str, object] = {"line": self.line, "name": self.name, "most": MOST_BYTES // 1024}
        if self.fault is Fault.BAD_VALUE and self.name:
            setting = Setting(self.name)
            values |= {"wanted": wanted(setting, language), "used": as_toml(settings.value(setting))}
        elif self.fault is Fault.UNKNOWN:
            values["names"] = ", ".join(Setting)
        return told[f"settings_{self.fault}"].format_map(values)


class Reading(Struct, frozen=True):
    """What a file comes to."""

    values: dict[Setting, Value]
    """What it sets, with the last good value where it has one that cannot be."""
    kept: frozenset[Setting] = frozenset()
    """Of which of them that is so."""
    problems: tuple[Problem, ...] = ()
    is_broken: bool = False
    """Whether nothing of it could be read."""


def read_settings(data: bytes, last_good: Mapping[Setting, Value]) -> Reading:
    """Return what the bytes of a file come to."""
    if len(data) > MOST_BYTES:
        return fall_back(Problem(Fault.TOO_LARGE), last_good)
    try:
        # Some editors put a byte order mark before the text.
        text = data.removeprefix(BOM_UTF8).decode()
        found = tomllib.loads(text)
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        return fall_back(Problem(Fault.NOT_TOML, line, detail="It is not UTF-8 text"), last_good)
    except RecursionError:
        return fall_back(Problem(Fault.NOT_TOML, 1, detail="It is nested too deeply"), last_good)
    except ValueError as error:
        return fall_back(_not_toml(error, text), last_good)
    return _pick(found, lines_of_names(text), last_good)


def fall_back(problem: Problem, last_good: Mapping[Setting, Value]) -> Reading:
    """Return what a file comes to of which nothing can be read."""
    return Reading(dict(last_good), frozenset(last_good), (problem,), is_broken=True)


def _not_toml(error: ValueError, text: str) -> Problem:
    what = str(error)
    place = _LINE.search(what)
    if place:
        return Problem(Fault.NOT_TOML, int(place[1]), detail=what[: place.start()])
    # An error without a place is one that only the end of the text showed, or a number of thousands of digits.
    line = text.rstrip().count("\n") + 1 if what.endswith(_AT_THE_END) else _line_of_longest(text)
    return Problem(Fault.NOT_TOML, line, detail=what.removesuffix(_AT_THE_END))


def _line_of_longest(text: str) -> int:
    lines = text.split("\n")
    return lines.index(max(lines, key=len)) + 1


def _pick(found: dict[str, Any], lines: dict[str, int], last_good: Mapping[Setting, Value]) -> Reading:
    values: dict[Setting, Value] = {}
    kept: set[Setting] = set()
    problems: list[Problem] = []
    for name, raw in found.items():
        if name not in set(Setting):
            problems.append(Problem(Fault.UNKNOWN, lines.get(name), _shown(name)))
            continue
        setting = Setting(name)
        value = accept(setting, raw)
        if value is not None:
            values[setting] = value
            continue
        problems.append(Problem(Fault.BAD_VALUE, lines.get(name), name))
        if setting in last_good:
            values[setting] = last_good[setting]
            kept.add(setting)
    return Reading(values, frozenset(kept), tuple(sorted(problems, key=lambda one: one.line or 0)))


def _shown(name: str) -> str:
    """Return a name that anyone may have typed, fit for a terminal and a page."""
    safe = name if name.isprintable() and name else ascii(name)
    return safe if len(safe) <= MOST_NAME else f"{safe[: MOST_NAME - 1]}…"
