"""The board's circuit, drawn up from its plan: which part is joined to which.

The Pi is fed through its own power socket and the header's 5 V pins stay open. So nothing can be fed backwards: not the
Pi from the LEDs' supply, nor that supply from the Pi. Level shifter and LEDs are both behind the fuse, so that the
data line is never driven into LEDs without a supply.
"""

from collections.abc import Iterator

from firmware.budget import Budget, work_out
from firmware.plan import BoardPlan, Expanders, Matrix
from firmware.signals import Button
from hardware.making import parts
from hardware.making.circuit import Circuit, Draft, PinKind
from hardware.making.header import GROUNDS, LOGIC_VOLTS, PIN_OF, SCL, SDA, header

GND, FIVE_VOLTS, LED_VOLTS, THREE_VOLTS = "GND", "+5V", "+5V_LED", "+3V3"
HEADER = "J1"
BUTTONS, LEDS, BUZZER, POWER = "J7", "J8", "J9", "J10"
SHIFTER, FUSE, GUARD, BULK = "U1", "F1", "D26", "C1"
SUPPLY, SUPPLY_SOCKET, PI_PLUG, PI = "PS1", "J11", "P1", "A1"
FIRST_LOOM = 2
"""Looms are J2 and up: five of the matrix, four of the expanders."""
SERIES, TAME, PULL = "470 ohm", "470 ohm", "10 kohm"
"""At the first pixel (300 to 500 are right); at the buzzer, where 3.3 V give 7 mA and a pin bears 16; pull-ups."""
MODELS = {
    "zero2w": ("Raspberry Pi Zero 2 W", "micro USB"),
    "3": ("Raspberry Pi 3", "micro USB"),
    "4": ("Raspberry Pi 4", "USB-C"),
    "5": ("Raspberry Pi 5", "USB-C"),
}
STRAPS = ("15", "16", "17")
"""The pins A0, A1 and A2 of an MCP23017."""


def design(plan: BoardPlan) -> Circuit:
    """Return the circuit of a board."""
    draft = Draft()
    draft.add(header(HEADER, dict(_uses(plan))), {str(pin): GND for pin in GROUNDS})
    draft.join(THREE_VOLTS, HEADER, "1")
    budget = work_out(plan)
    _add_power(draft, plan, budget)
    if isinstance(plan.switches, Matrix):
        _add_matrix(draft, plan.switches)
    else:
        _add_expanders(draft, plan.switches)
    _add_leds(draft, plan)
    _add_buttons(draft, plan)
    _add_buzzer(draft, plan)
    draft.leave_rest_open(HEADER)
    return draft.circuit()


def name_pixels(plan: BoardPlan) -> list[str]:
    """Return what each pixel of the chain lights, in the order of the chain."""
    names = ["nothing, stays dark"] * plan.leds.count
    for number, place in enumerate(plan.leds.buildings, 1):
        names[place] = f"building {number}"
    for number, place in enumerate(plan.leds.crossings):
        names[place] = f"crossing {chr(ord('A') + number)}"
    for number, place in enumerate(plan.leds.rounds, 1):
        names[place] = f"round {number}"
    return names


def _uses(plan: BoardPlan) -> Iterator[tuple[int, PinKind]]:
    if isinstance(plan.switches, Matrix):
        yield from ((pin, PinKind.OUTPUT) for pin in plan.switches.rows)
        yield from ((pin, PinKind.INPUT) for pin in plan.switches.columns)
    yield from ((plan.buttons.pin(button), PinKind.INPUT) for button in Button)
    yield plan.leds.pin, PinKind.OUTPUT
    yield plan.buzzer.pin, PinKind.OUTPUT


def _join_gpio(draft: Draft, net: str, bcm: int) -> None:
    draft.join(net, HEADER, str(PIN_OF[bcm]))


def _add_power(draft: Draft, plan: BoardPlan, budget: Budget) -> None:
    model, plug = MODELS[plan.power.pi]
    # The lead to the Pi is as thick as that of the supply: only the supply's own limit protects it.
    draft.thicken(FIVE_VOLTS, budget.feed_mm2)
    draft.thicken(LED_VOLTS, budget.led_branch.wire_mm2)
    # What comes to the LEDs goes back again.
    draft.thicken(GND, budget.led_branch.wire_mm2)
    draft.add(parts.connector(POWER, "terminal-2", ("5V", "GND"), "TERMINAL-2", "5 V in"), {"1": FIVE_VOLTS, "2": GND})
    amperes = f"{plan.power.supply_ma / 1000:g} A"
    draft.add(parts.supply(SUPPLY, f"5 V, {amperes}"), {"1": FIVE_VOLTS, "2": GND})
    draft.add(parts.barrel_socket(SUPPLY_SOCKET, amperes), {"1": FIVE_VOLTS, "2": GND})
    draft.add(parts.usb_plug(PI_PLUG, plug), {"1": FIVE_VOLTS, "2": GND})
    draft.add(parts.power_socket(PI, model, plug), {"1": FIVE_VOLTS, "2": GND})
    draft.add(parts.fuse(FUSE, f"{budget.led_branch.fuse_ma / 1000:g} A slow"), {"1": FIVE_VOLTS, "2": LED_VOLTS})
    # Exchanged, plus and minus meet in it and not in LEDs, level shifter and capacitor, until the fuse is gone.
    draft.add(parts.guard(GUARD), {"1": LED_VOLTS, "2": GND})
    bulk = parts.capacitor(BULK, "bulk", "1000 uF 10 V", "RADIAL-D10-P5", "buffer for the LEDs")
    draft.add(bulk, {"1": LED_VOLTS, "2": GND})


def _add_matrix(draft: Draft, matrix: Matrix) -> None:
    draft.add(parts.pull_ups("RN1", len(matrix.columns), f"5 x {PULL}", "columns"), {"1": THREE_VOLTS})
    for number, bcm in enumerate(matrix.rows, 1):
        _join_gpio(draft, f"ROW{number}", bcm)
    for number, bcm in enumerate(matrix.columns, 1):
        _join_gpio(draft, f"COL{number}", bcm)
        draft.join(f"COL{number}", "RN1", str(number + 1))
        _add_loom(draft, number, [row[number - 1] for row in matrix.buildings])


def _add_loom(draft: Draft, column: int, buildings: list[int]) -> None:
    loom = f"J{FIRST_LOOM + column - 1}"
    names = ("common", *(f"building {building}" for building in buildings))
    draft.add(parts.connector(loom, "plug-6", names, "PINS-1X6", f"column {column}"), {"1": f"COL{column}"})
    for row, building in enumerate(buildings, 1):
        # From the column through the switch and the diode into the row, which is low while it is read.
        switch = f"SW{building}"
        draft.join(switch, loom, str(row + 1))
        draft.add(parts.diode(f"D{building}", f"building {building}"), {"2": switch, "1": f"ROW{row}"})
        draft.add(parts.reed(f"S{building}", f"building {building}"), {"1": switch, "2": f"COL{column}"})


def _add_expanders(draft: Draft, switches: Expanders) -> None:
    _join_gpio(draft, "SDA", SDA)
    _join_gpio(draft, "SCL", SCL)
    looms = iter(range(FIRST_LOOM, FIRST_LOOM + 4))
    for number, (address, buildings) in enumerate(zip(switches.addresses, switches.buildings, strict=True), 1):
        chip = f"U{number + 1}"
        draft.add(parts.expander(chip, address, LOGIC_VOLTS), {"9": THREE_VOLTS, "10": GND, "12": "SCL", "13": "SDA"})
        for bit, strap in enumerate(STRAPS):
            draft.join(THREE_VOLTS if address >> bit & 1 else GND, chip, strap)
        reset = f"RESET{number}"
        draft.join(reset, chip, "18")
        pull = parts.two_ended(f"R{number + 3}", "pull", PULL, "RESISTOR-P10.16", f"reset of {chip}")
        draft.add(pull, {"1": THREE_VOLTS, "2": reset})
        small = parts.capacitor(f"C{number + 2}", "ceramic", "100 nF", "DISC-P5", f"at {chip}")
        draft.add(small, {"1": THREE_VOLTS, "2": GND})
        for port, first in (("A", 0), ("B", 7)):
            _add_port(draft, f"J{next(looms)}", chip, port, buildings[first : first + 7])
        draft.leave_rest_open(chip)


def _add_port(draft: Draft, loom: str, chip: str, port: str, buildings: tuple[int, ...]) -> None:
    spare = ("spare",) * (7 - len(buildings))
    names = ("GND", *(f"building {building}" for building in buildings), *spare)
    draft.add(parts.connector(loom, "plug-8", names, "PINS-1X8", f"{chip}, port {port}"))
    if buildings:
        draft.join(GND, loom, "1")
    pins = {name: number for number, name in parts.EXPANDER_PINS.items()}
    for bit, building in enumerate(buildings):
        switch = f"SW{building}"
        draft.join(switch, chip, pins[f"GP{port}{bit}"])
        draft.join(switch, loom, str(bit + 2))
        draft.add(parts.reed(f"S{building}", f"building {building}"), {"1": switch, "2": GND})
    draft.leave_rest_open(loom)


def _add_leds(draft: Draft, plan: BoardPlan) -> None:
    first = {"1": GND, "2": "DATA_3V3", "3": "DATA_5V"}
    unused = {pin: GND for enable, entry, _ in parts.SHIFTER_GATE_PINS[1:] for pin in (enable, entry)}
    _join_gpio(draft, "DATA_3V3", plan.leds.pin)
    draft.add(parts.shifter(SHIFTER), {**first, **unused, "7": GND, "14": LED_VOLTS})
    draft.leave_rest_open(SHIFTER)
    draft.add(parts.capacitor("C2", "ceramic", "100 nF", "DISC-P5", "at U1"), {"1": LED_VOLTS, "2": GND})
    calm = parts.two_ended("R3", "pull", PULL, "RESISTOR-P10.16", "keeps the data line low while the Pi starts")
    draft.add(calm, {"1": "DATA_3V3", "2": GND})
    series = parts.two_ended("R1", "series", SERIES, "RESISTOR-P10.16", "at the first LED")
    draft.add(series, {"1": "DATA_5V", "2": "DATA"})
    terminal = parts.connector(LEDS, "terminal-3", ("5V", "DATA", "GND"), "TERMINAL-3", "LEDs")
    draft.add(terminal, {"1": LED_VOLTS, "2": "DATA", "3": GND})
    names = name_pixels(plan)
    for place, name in enumerate(names):
        entry = f"CHAIN{place}" if place else "DATA"
        draft.add(parts.pixel(f"LED{place}", name), {"1": LED_VOLTS, "3": GND, "4": entry})
        if place + 1 < len(names):
            draft.join(f"CHAIN{place + 1}", f"LED{place}", "2")
        else:
            draft.leave_open(f"LED{place}", ["2"])


def _add_buttons(draft: Draft, plan: BoardPlan) -> None:
    names = ("GND", *(button.value for button in Button), "GND")
    last = str(len(names))
    draft.add(parts.connector(BUTTONS, "plug-10", names, "PINS-1X10", "buttons"), {"1": GND, last: GND})
    for number, button in enumerate(Button, 1):
        net = f"BUTTON_{button.value.upper()}"
        _join_gpio(draft, net, plan.buttons.pin(button))
        draft.join(net, BUTTONS, str(number + 1))
        draft.add(parts.button(f"B{number}", button.value), {"1": net, "2": GND})


def _add_buzzer(draft: Draft, plan: BoardPlan) -> None:
    _join_gpio(draft, "BUZZER", plan.buzzer.pin)
    tame = parts.two_ended("R2", "series", TAME, "RESISTOR-P10.16", "at the buzzer")
    draft.add(tame, {"1": "BUZZER", "2": "SOUND"})
    draft.add(parts.connector(BUZZER, "plug-2", ("SOUND", "GND"), "PINS-1X2", "buzzer"), {"1": "SOUND", "2": GND})
    draft.add(parts.piezo("LS1"), {"1": "SOUND", "2": GND})
