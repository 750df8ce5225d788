"""How the board is built, read from `board.toml` and checked before anything is opened."""

from codecs import BOM_UTF8
from collections import Counter
from importlib.resources import files
from pathlib import Path
from tomllib import loads

from msgspec import ValidationError, convert

from companion.errors import CityChaseError
from companion.games.city_chase.city import BUILDINGS, CROSSINGS
from companion.games.city_chase.pieces import ROUNDS
from companion.table.files import read_file
from firmware.budget import find_supply_problem
from firmware.parts import (
    BoardPlan,
    Buttons,
    Buzzer,
    Expanders,
    Leds,
    Matrix,
    Pin,
    Power,
    Scanning,
    Switches,
)
from firmware.pins import FREE_PINS, I2C_PINS, LED_PIN, RESERVED_PINS, find_pin_problem, name_pins

# Whoever needs a plan finds all of it here.
__all__ = [
    "FREE_PINS",
    "I2C_PINS",
    "LED_PIN",
    "RESERVED_PINS",
    "BadPlan",
    "BoardPlan",
    "Buttons",
    "Buzzer",
    "Expanders",
    "Leds",
    "Matrix",
    "Pin",
    "Power",
    "Scanning",
    "Switches",
    "name_pins",
    "parse_plan",
    "read_plan",
]

ADDRESSES = range(0x20, 0x28)
"""Those that an MCP23017 can be given by its three address pins."""


MOST_BYTES = 256 * 1024
"""More than any plan with all its comments."""


class BadPlan(CityChaseError):
    """A `board.toml` that no board can be built from. The message says where and what to do."""


def read_plan(path: Path | None = None) -> BoardPlan:
    """Return the plan in a file, or the one that comes with the program. Raises BadPlan."""
    name = str(path) if path else "board.toml"
    try:
        # Nothing that is no file, which could be without an end.
        data = read_file(path, MOST_BYTES) if path else (files("hardware") / "board.toml").read_bytes()
    except OSError as error:
        raise BadPlan(f"{name} cannot be read: {error.strerror or error}.") from error
    except ValueError as error:
        raise BadPlan(f"{name!r} is no file name: {error}.") from error
    if len(data) > MOST_BYTES:
        raise BadPlan(f"{name} is too long for a plan: more than {MOST_BYTES} bytes.")
    return parse_plan(data, name)


def parse_plan(data: bytes, name: str = "board.toml") -> BoardPlan:
    """Return the plan that a text describes. Raises BadPlan; `name` is what its message calls the text."""
    try:
        # Some editors put a byte order mark before the text.
        written = loads(data.removeprefix(BOM_UTF8).decode())
        plan = convert(written, BoardPlan)
    except ValidationError as error:
        raise BadPlan(f"{name}: {_in_plain_words(str(error))}") from error
    except RecursionError as error:
        raise BadPlan(f"{name} is not valid TOML: it is nested too deeply.") from error
    except UnicodeDecodeError as error:
        raise BadPlan(f"{name} is no text: byte {error.start + 1} cannot be read as UTF-8.") from error
    except ValueError as error:
        raise BadPlan(f"{name} is not valid TOML: {error}.") from error
    problem = find_pin_problem(plan) or _switch_problem(plan.switches) or _led_problem(plan.leds)
    # Files from before power was planned say nothing of a supply, and must not be refused for one.
    problem = problem or (find_supply_problem(plan) if "power" in written else None)
    if problem:
        raise BadPlan(f"{name}: {problem}")
    return plan


def _in_plain_words(complaint: str) -> str:
    """Return msgspec's complaint with the place as people see it in the file."""
    what, _, place = complaint.partition(" - at `$")
    keys = place.rstrip("`").strip(".").replace("...", "").split(".")
    section = f"[{keys[0]}] " if keys[0] else ""
    rest = ".".join(keys[1:])
    hint = " Check the spelling against hardware/board.toml." if "unknown field" in what else ""
    hint = " There are 'matrix' and 'expanders'." if keys[-1] == "wiring" else hint
    return f"{section}{rest + ': ' if rest else ''}{what[0].lower()}{what[1:]}.{hint}"


def _switch_problem(switches: Switches) -> str | None:
    problem = _address_problem(switches) if isinstance(switches, Expanders) else None
    wired = Counter(building for line in switches.buildings for building in line)
    missing = next((building for building in BUILDINGS if not wired[building]), None)
    twice = next((building for building, count in wired.items() if count > 1), None)
    if problem or not (missing or twice):
        return problem
    said = [f"building {missing} has no switch"] if missing else []
    said += [f"building {twice} has two"] if twice else []
    return f"[switches] buildings: {', and '.join(said)}{'' if missing else ' switches'}."


def _address_problem(switches: Expanders) -> str | None:
    for address in switches.addresses:
        if address not in ADDRESSES:
            between = f"from {ADDRESSES[0]:#x} to {ADDRESSES[-1]:#x}"
            return f"[switches] addresses: it must be {between}, not {address:#x}."
    if len(set(switches.addresses)) < len(switches.addresses):
        return (
            f"[switches] addresses: both chips have {switches.addresses[0]:#x}. "
            "Connect A0, A1 and A2 of one in another way."
        )
    return None


def _led_problem(leds: Leds) -> str | None:
    wanted = (("buildings", leds.buildings, len(BUILDINGS)), ("crossings", leds.crossings, len(CROSSINGS)))
    for name, places, count in (*wanted, ("rounds", leds.rounds, ROUNDS)):
        if len(places) != count:
            return f"[leds] {name}: there are {len(places)} places and there must be {count}."
    doubled = [place for place, count in Counter(leds.chain).items() if count > 1]
    if doubled:
        return f"[leds]: LED {doubled[0]} is named twice; each light needs an LED of its own."
    if leds.limit_ma <= leds.dark_ma:
        return f"[leds] limit_ma: {leds.count} LEDs draw more than {leds.limit_ma} mA even when they are dark."
    return None
