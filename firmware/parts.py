"""What a board is made of: switches in one of two wirings, LEDs, buttons, a buzzer and their power."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from companion.games.city_chase.city import SIDE, Building
from firmware.signals import Button

CHIPS = 2
INPUTS = 14
"""What an MCP23017 can read. It has two pins more, A7 and B7, which on newer chips are outputs only."""
MOST_SCANS_ON_I2C = 200
"""Asking both chips takes some 2 ms at the bus's usual 100 kHz."""
IDLE_MA = 1
"""What a NeoPixel draws when it is dark."""
CHANNEL_MA = 20
"""What one colour of one NeoPixel draws at full."""
LEAST_LIMIT_MA = 100

Pin: TypeAlias = int
Seconds: TypeAlias = Annotated[float, Meta(gt=0, le=10)]
Five: TypeAlias = Annotated[tuple[Pin, ...], Meta(min_length=SIDE, max_length=SIDE)]
Place: TypeAlias = Annotated[int, Meta(ge=0, le=999)]
"""Of an LED in its chain."""
PiModel: TypeAlias = Literal["zero2w", "3", "4", "5"]


class Scanning(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How switches are read, whatever their wiring."""

    scans_per_second: Annotated[int, Meta(ge=10, le=1000)] = 100
    agreeing_scans: Annotated[int, Meta(ge=1, le=20)] = 3
    hold_s: Seconds = 0.4

    @property
    def settle_s(self) -> float:
        """How long a change must last at least: what the agreeing scans span, less a little for an early scan."""
        return 0.9 * (self.agreeing_scans - 1) / self.scans_per_second


class Matrix(Scanning, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="wiring", tag="matrix"):
    """Five rows and five columns of the Pi's own pins, with a diode at each switch."""

    rows: Five
    columns: Five
    buildings: Annotated[
        tuple[Annotated[tuple[Building, ...], Meta(min_length=SIDE, max_length=SIDE)], ...],
        Meta(min_length=SIDE, max_length=SIDE),
    ]
    settle_us: Annotated[int, Meta(ge=0, le=1000)] = 50


class Expanders(Scanning, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="wiring", tag="expanders"):
    """Two MCP23017 chips on the Pi's I2C bus, with a switch between each input and ground."""

    addresses: Annotated[tuple[int, ...], Meta(min_length=CHIPS, max_length=CHIPS)]
    buildings: Annotated[
        tuple[Annotated[tuple[Building, ...], Meta(max_length=INPUTS)], ...],
        Meta(min_length=CHIPS, max_length=CHIPS),
    ]
    """A list a chip, in the order of its inputs: A0 to A6, then B0 to B6."""
    scans_per_second: Annotated[int, Meta(ge=10, le=MOST_SCANS_ON_I2C)] = 100


Switches: TypeAlias = Matrix | Expanders


class Leds(Struct, frozen=True, forbid_unknown_fields=True):
    """The chain of NeoPixels."""

    pin: Pin
    buildings: tuple[Place, ...]
    crossings: tuple[Place, ...]
    rounds: tuple[Place, ...]
    order: Literal["GRB", "RGB"] = "GRB"
    brightness: Annotated[float, Meta(gt=0, le=1)] = 0.5
    limit_ma: Annotated[int, Meta(ge=LEAST_LIMIT_MA, le=10_000)] = 1200

    @property
    def chain(self) -> tuple[int, ...]:
        """The place in the chain of every light of a frame."""
        return (*self.buildings, *self.crossings, *self.rounds)

    @property
    def count(self) -> int:
        """How many LEDs the chain has. Those that are nothing stay dark."""
        return max(self.chain) + 1

    @property
    def dark_ma(self) -> int:
        """What the chain draws when all of it is dark."""
        return self.count * IDLE_MA

    @property
    def white_ma(self) -> int:
        """What the chain would draw if all of it were white at full brightness."""
        return self.count * (IDLE_MA + 3 * CHANNEL_MA)


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


class Power(Struct, frozen=True, forbid_unknown_fields=True):
    """Which Pi is fed, and what the one supply of Pi and LEDs gives at 5 V."""

    pi: PiModel = "4"
    supply_ma: Annotated[int, Meta(ge=1000, le=10_000)] = 4000


class BoardPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole board. `mechanics` are measures of its wood and plastic, which only the drawings need."""

    switches: Switches
    leds: Leds
    buttons: Buttons
    buzzer: Buzzer
    power: Power = Power()
    mechanics: dict[str, object] = field(default_factory=dict)

    @property
    def has_i2c(self) -> bool:
        """Whether its switches are on the I2C bus."""
        return isinstance(self.switches, Expanders)
