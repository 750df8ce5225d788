"""The parts that the board is made of, each with its pins. What they are called in shops stands in `bom.py`."""

from hardware.making.circuit import Conduction, Part, Pin, PinKind, Place

SUPPLY_VOLTS = 5.0
EXPANDER_PINS: dict[str, str] = {
    **{str(1 + bit): f"GPB{bit}" for bit in range(8)},
    "9": "VDD",
    "10": "VSS",
    "11": "NC",
    "12": "SCL",
    "13": "SDA",
    "14": "NC",
    "15": "A0",
    "16": "A1",
    "17": "A2",
    "18": "RESET",
    "19": "INTB",
    "20": "INTA",
    **{str(21 + bit): f"GPA{bit}" for bit in range(8)},
}
SHIFTER_GATE_PINS = (("1", "2", "3"), ("4", "5", "6"), ("10", "9", "8"), ("13", "12", "11"))
"""Enable, input and output of each gate of a 74AHCT125."""


def two_ended(ref: str, item: str, value: str, package: str, note: str) -> Part:
    """Return a resistor or another part with two ends that are the same."""
    pins = (Pin("1", "1"), Pin("2", "2"))
    return Part(ref, item, value, pins, package, conducts=Conduction.SIGNAL, note=note)


def capacitor(ref: str, item: str, value: str, package: str, note: str) -> Part:
    """Return a capacitor, which passes no level on. Its first pin is plus."""
    return Part(ref, item, value, (Pin("1", "+"), Pin("2", "-")), package, note=note)


def diode(ref: str, note: str) -> Part:
    """Return a diode: pin 1 is the cathode, with the ring, as KiCad counts."""
    pins = (Pin("1", "K"), Pin("2", "A"))
    return Part(ref, "diode", "1N4148", pins, "DIODE-P7.62", conducts=Conduction.SIGNAL, note=note)


def guard(ref: str) -> Part:
    """Return a diode across a supply, which conducts when that is reversed. It bears more than the fuse before it."""
    pins = (Pin("1", "K"), Pin("2", "A"))
    return Part(ref, "guard", "SB540", pins, "DIODE-P15.24", note="against a reversed supply")


def fuse(ref: str, value: str) -> Part:
    """Return a fuse in its holder."""
    pins = (Pin("1", "1"), Pin("2", "2"))
    return Part(ref, "fuse", value, pins, "FUSE-5X20", conducts=Conduction.SUPPLY, note="for the LEDs")


def pull_ups(ref: str, count: int, value: str, note: str) -> Part:
    """Return a row of resistors with one common pin, the first."""
    pins = (Pin("1", "common"), *(Pin(str(number + 1), f"R{number}") for number in range(1, count + 1)))
    return Part(ref, "pull-ups", value, pins, f"SIP-{count + 1}", conducts=Conduction.SIGNAL, note=note)


def connector(ref: str, item: str, names: tuple[str, ...], package: str, note: str) -> Part:
    """Return a connector, whose pins are named for what they carry."""
    pins = tuple(Pin(str(number), name) for number, name in enumerate(names, 1))
    return Part(ref, item, "", pins, package, note=note)


def reed(ref: str, note: str) -> Part:
    """Return a reed switch."""
    pins = (Pin("1", "1"), Pin("2", "2"))
    return Part(ref, "reed", "", pins, place=Place.TABLE, conducts=Conduction.SIGNAL, note=note)


def button(ref: str, note: str) -> Part:
    """Return a push button."""
    pins = (Pin("1", "1"), Pin("2", "2"))
    return Part(ref, "button", note, pins, place=Place.TABLE, conducts=Conduction.SIGNAL, note=note)


def piezo(ref: str) -> Part:
    """Return a sounder without electronics of its own: a capacitor, as far as a pin can tell."""
    return Part(ref, "piezo", "", (Pin("1", "1"), Pin("2", "2")), place=Place.TABLE, note="sounder")


def pixel(ref: str, note: str) -> Part:
    """Return a NeoPixel. Data is understood from 0.7 of the supply upwards, so its input wants 5 V."""
    pins = (
        Pin("1", "5V", PinKind.POWER_IN, bears_volts=SUPPLY_VOLTS),
        Pin("2", "DOUT", PinKind.OUTPUT, gives_volts=SUPPLY_VOLTS),
        Pin("3", "GND", PinKind.POWER_IN, bears_volts=0),
        Pin("4", "DIN", PinKind.INPUT, bears_volts=SUPPLY_VOLTS),
    )
    return Part(ref, "pixel", "", pins, place=Place.TABLE, note=note)


def shifter(ref: str) -> Part:
    """Return a 74AHCT125, whose inputs take 2.0 V for high and bear 5 V with or without a supply."""
    gates = [
        pin
        for number, (enable, entry, out) in enumerate(SHIFTER_GATE_PINS, 1)
        for pin in (
            Pin(enable, f"{number}OE", PinKind.INPUT, bears_volts=SUPPLY_VOLTS),
            Pin(entry, f"{number}A", PinKind.INPUT, bears_volts=SUPPLY_VOLTS),
            Pin(out, f"{number}Y", PinKind.OUTPUT, gives_volts=SUPPLY_VOLTS),
        )
    ]
    supply = [
        Pin("7", "GND", PinKind.POWER_IN, bears_volts=0),
        Pin("14", "VCC", PinKind.POWER_IN, bears_volts=SUPPLY_VOLTS),
    ]
    pins = tuple(sorted((*gates, *supply), key=lambda pin: int(pin.number)))
    return Part(ref, "shifter", "74AHCT125", pins, "DIP-14", note="makes 5 V of the Pi's 3.3 V")


def expander(ref: str, address: int, volts: float) -> Part:
    """Return an MCP23017, run at the Pi's own voltage so that the bus needs no shifting."""
    pins = tuple(_expander_pin(number, name, volts) for number, name in EXPANDER_PINS.items())
    return Part(ref, "expander", "MCP23017", pins, "DIP-28", note=f"address {address:#04x}")


def _expander_pin(number: str, name: str, volts: float) -> Pin:
    if name == "VDD":
        return Pin(number, name, PinKind.POWER_IN, bears_volts=volts)
    if name == "VSS":
        return Pin(number, name, PinKind.POWER_IN, bears_volts=0)
    if name == "NC":
        return Pin(number, name)
    if name in {"INTA", "INTB", "GPA7", "GPB7"}:
        return Pin(number, name, PinKind.OUTPUT, gives_volts=volts, bears_volts=volts)
    if name == "SDA":
        return Pin(number, name, PinKind.BIDIRECTIONAL, gives_volts=volts, bears_volts=volts)
    return Pin(number, name, PinKind.INPUT, bears_volts=volts)


def supply(ref: str, value: str) -> Part:
    """Return the 5 V supply."""
    pins = (
        Pin("1", "+", PinKind.POWER_OUT, gives_volts=SUPPLY_VOLTS),
        Pin("2", "-", PinKind.POWER_OUT, gives_volts=0),
    )
    return Part(ref, "supply", value, pins, place=Place.PLUGGED, note="supply")


def barrel_socket(ref: str, value: str) -> Part:
    """Return the socket that the supply's plug is put into, with a screw terminal for each pole."""
    pins = (Pin("1", "+"), Pin("2", "-"))
    return Part(ref, "barrel", value, pins, place=Place.TABLE, note="socket for the supply")


def usb_plug(ref: str, plug: str) -> Part:
    """Return the plug that goes into the Pi's own power socket, with a screw terminal for each pole."""
    pins = (Pin("1", "5V"), Pin("2", "GND"))
    return Part(ref, "usb-plug", plug, pins, place=Place.TABLE, note=f"{plug} plug into the Pi")


def power_socket(ref: str, model: str, plug: str) -> Part:
    """Return the Raspberry Pi's own power socket, which protects the Pi as the header's 5 V pins do not."""
    pins = (
        Pin("1", "5V", PinKind.POWER_IN, bears_volts=SUPPLY_VOLTS),
        Pin("2", "GND", PinKind.POWER_IN, bears_volts=0),
    )
    return Part(ref, "pi", model, pins, place=Place.PLUGGED, note=f"the Pi's own {plug} socket")
