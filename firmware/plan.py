"""How the board is built, read from `board.toml` and checked before anything is opened."""

from codecs import BOM_UTF8
from collections import Counter
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from msgspec import DecodeError, Meta, Struct, ValidationError
from msgspec.toml import decode

from companion.errors import CityChaseError
from companion.games.city_chase.city import BUILDINGS, CROSSINGS, SIDE, Building
from companion.games.city_chase.pieces import ROUNDS
from firmware.signals import Button

FREE_PINS = frozenset({4, 5, 6, 7, 8, 10, 12, 13, *range(16, 28)})
"""BCM numbers on the 40-pin header that a board may use."""
RESERVED_PINS = {
    0: "the header keeps it for a HAT's memory",
    1: "the header keeps it for a HAT's memory",
    2: "it has a fixed pull-up (I2C)",
    3: "it has a fixed pull-up (I2C)",
    9: "SPI, which drives the LEDs, owns it",
    11: "SPI, which drives the LEDs, owns it",
    14: "it is the serial console",
    15: "it is the serial console",
}
LED_PIN = 10
IDLE_MA = 1.0
"""What a NeoPixel draws when it is dark."""

Pin: TypeAlias = int
Seconds: TypeAlias = Annotated[float, Meta(gt=0, le=10)]
Five: TypeAlias = Annotated[tuple[Pin, ...], Meta(min_length=SIDE, max_length=SIDE)]


class BadPlan(CityChaseError):
    """A `board.toml` that no board can be built from. The message says where and what to do."""


class Switches(Struct, frozen=True, forbid_unknown_fields=True):
    """How the reed switches are wired and read."""

    wiring: Literal["matrix"]
    rows: Five
    columns: Five
    buildings: Annotated[
        tuple[Annotated[tuple[Building, ...], Meta(min_length=SIDE, max_length=SIDE)], ...],
        Meta(min_length=SIDE, max_length=SIDE),
    ]
    settle_us: Annotated[int, Meta(ge=0, le=1000)] = 50
    scans_per_second: Annotated[int, Meta(ge=10, le=1000)] = 100
    agreeing_scans: Annotated[int, Meta(ge=1, le=20)] = 3
    hold_s: Seconds = 0.4

    @property
    def settle_s(self) -> float:
        """How long a change must last at least: what the agreeing scans span, less a little for an early scan."""
        return 0.9 * (self.agreeing_scans - 1) / self.scans_per_second


class Leds(Struct, frozen=True, forbid_unknown_fields=True):
    """The chain of NeoPixels."""

    pin: Pin
    buildings: tuple[Annotated[int, Meta(ge=0, le=999)], ...]
    crossings: tuple[Annotated[int, Meta(ge=0, le=999)], ...]
    rounds: tuple[Annotated[int, Meta(ge=0, le=999)], ...]
    order: Literal["GRB", "RGB"] = "GRB"
    brightness: Annotated[float, Meta(gt=0, le=1)] = 0.5
    limit_ma: Annotated[int, Meta(ge=100, le=10_000)] = 1200

    @property
    def chain(self) -> tuple[int, ...]:
        """The place in the chain of every light of a frame."""
        return (*self.buildings, *self.crossings, *self.rounds)

    @property
    def count(self) -> int:
        """How many LEDs the chain has. Those that are nothing stay dark."""
        return max(self.chain) + 1


class Buttons(Struct, frozen=True, forbid_unknown_fields=True):
    """Each button's pin, and how long a long press is."""

    pink: Pin
    yellow: Pin
    green: Pin
    north: Pin
    east: Pin
    south: Pin
    west: Pin
    done: Pin
    hold_s: Seconds = 1.0

    def pin(self, button: Button) -> Pin:
        """Return the pin a button is on."""
        pin: Pin = getattr(self, button.value)
        return pin


class Buzzer(Struct, frozen=True, forbid_unknown_fields=True):
    """The buzzer's pin, and whether it keeps quiet."""

    pin: Pin
    muted: bool = False


class BoardPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole board."""

    switches: Switches
    leds: Leds
    buttons: Buttons
    buzzer: Buzzer


def read_plan(path: Path | None = None) -> BoardPlan:
    """Return the plan in a file, or the one that comes with the program. Raises BadPlan."""
    name = str(path) if path else "board.toml"
    try:
        data = path.read_bytes() if path else (files("hardware") / "board.toml").read_bytes()
    except OSError as error:
        raise BadPlan(f"{name} cannot be read: {error.strerror or error}.") from error
    except ValueError as error:
        raise BadPlan(f"{name!r} is no file name: {error}.") from error
    return parse_plan(data, name)


def parse_plan(data: bytes, name: str = "board.toml") -> BoardPlan:
    """Return the plan that a text describes. Raises BadPlan; `name` is what its message calls the text."""
    try:
        # Some editors put a byte order mark before the text.
        plan = decode(data.removeprefix(BOM_UTF8), type=BoardPlan)
    except ValidationError as error:
        raise BadPlan(f"{name}: {_in_plain_words(str(error))}") from error
    except RecursionError as error:
        raise BadPlan(f"{name} is not valid TOML: it is nested too deeply.") from error
    except (DecodeError, ValueError) as error:
        raise BadPlan(f"{name} is not valid TOML: {error}.") from error
    problem = _pin_problem(plan) or _switch_problem(plan.switches) or _led_problem(plan.leds)
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
    return f"{section}{rest + ': ' if rest else ''}{what[0].lower()}{what[1:]}.{hint}"


def name_pins(plan: BoardPlan) -> list[tuple[Pin, str]]:
    """Return every pin with what it is for, as the file names it."""
    rows = [(pin, f"[switches] rows, number {number}") for number, pin in enumerate(plan.switches.rows, 1)]
    columns = [(pin, f"[switches] columns, number {number}") for number, pin in enumerate(plan.switches.columns, 1)]
    buttons = [(plan.buttons.pin(button), f"[buttons] {button}") for button in Button]
    return [*rows, *columns, (plan.leds.pin, "[leds] pin"), *buttons, (plan.buzzer.pin, "[buzzer] pin")]


def _pin_problem(plan: BoardPlan) -> str | None:
    if plan.leds.pin != LED_PIN:
        return f"[leds] pin: the LEDs must be on pin {LED_PIN}: it is the only one that works without root."
    seen: dict[Pin, str] = {}
    for pin, use in name_pins(plan):
        if pin in RESERVED_PINS:
            return f"{use}: pin {pin} cannot be used, {RESERVED_PINS[pin]}. {_advice(plan)}"
        if pin not in FREE_PINS:
            return f"{use}: there is no pin {pin} on the header; use BCM numbers. {_advice(plan)}"
        if pin in seen:
            return f"{use}: pin {pin} is already used by {seen[pin]}. {_advice(plan)}"
        seen[pin] = use
    return None


def _advice(plan: BoardPlan) -> str:
    free = sorted(FREE_PINS - {pin for pin, _ in name_pins(plan)})
    return f"Free are: {', '.join(map(str, free))}." if free else "No pin is free: one must be given up."


def _switch_problem(switches: Switches) -> str | None:
    wired = Counter(building for row in switches.buildings for building in row)
    for building in BUILDINGS:
        if not wired[building]:
            twice = next(one for one, count in wired.items() if count > 1)
            return f"[switches] buildings: building {building} has no switch, and building {twice} has two."
    return None


def _led_problem(leds: Leds) -> str | None:
    wanted = (("buildings", leds.buildings, len(BUILDINGS)), ("crossings", leds.crossings, len(CROSSINGS)))
    for name, places, count in (*wanted, ("rounds", leds.rounds, ROUNDS)):
        if len(places) != count:
            return f"[leds] {name}: there are {len(places)} places and there must be {count}."
    doubled = [place for place, count in Counter(leds.chain).items() if count > 1]
    if doubled:
        return f"[leds]: LED {doubled[0]} is named twice; each light needs an LED of its own."
    if leds.limit_ma <= leds.count * IDLE_MA:
        return f"[leds] limit_ma: {leds.count} LEDs draw more than {leds.limit_ma} mA even when they are dark."
    return None
