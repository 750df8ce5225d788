"""Which pins of the Pi's header a board may use, and what each of a plan's pins is for."""

from firmware.parts import BoardPlan, Expanders, Matrix, Pin
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
I2C_PINS = {2: "data (SDA)", 3: "clock (SCL)"}
"""Where expanders are. No file names these pins: the chips can be nowhere else."""


def name_pins(plan: BoardPlan) -> list[tuple[Pin, str]]:
    """Return every pin with what it is for, as the file names it."""
    buttons = [(plan.buttons.pin(button), f"[buttons] {button}") for button in Button]
    return [*_switch_pins(plan), (plan.leds.pin, "[leds] pin"), *buttons, (plan.buzzer.pin, "[buzzer] pin")]


def _switch_pins(plan: BoardPlan) -> list[tuple[Pin, str]]:
    match plan.switches:
        case Matrix(rows=rows, columns=columns):
            named = (("rows", rows), ("columns", columns))
            return [(pin, f"[switches] {name}, number {place}") for name, pins in named for place, pin in _count(pins)]
        case Expanders():
            return [(pin, f"[switches] expanders' {wire}") for pin, wire in I2C_PINS.items()]


def _count(pins: tuple[Pin, ...]) -> list[tuple[int, Pin]]:
    return list(enumerate(pins, 1))


def find_pin_problem(plan: BoardPlan) -> str | None:
    """Return what is wrong with a plan's pins, and what to do about it."""
    if plan.leds.pin != LED_PIN:
        return f"[leds] pin: the LEDs must be on pin {LED_PIN}: it is the only one that works without root."
    own = I2C_PINS if isinstance(plan.switches, Expanders) else {}
    seen: dict[Pin, str] = {}
    for pin, use in name_pins(plan):
        if pin in seen:
            return f"{use}: pin {pin} is already used by {seen[pin]}. {_advice(plan)}"
        if pin in RESERVED_PINS and pin not in own:
            return f"{use}: pin {pin} cannot be used, {RESERVED_PINS[pin]}. {_advice(plan)}"
        if pin not in FREE_PINS | own.keys():
            return f"{use}: there is no pin {pin} on the header; use BCM numbers. {_advice(plan)}"
        seen[pin] = use
    return None


def _advice(plan: BoardPlan) -> str:
    free = sorted(FREE_PINS - {pin for pin, _ in name_pins(plan)})
    return f"Free are: {', '.join(map(str, free))}." if free else "No pin is free: one must be given up."
