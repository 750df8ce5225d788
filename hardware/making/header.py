"""The 40-pin header of a Raspberry Pi: which BCM number is on which pin."""

from hardware.making.circuit import Part, Pin, PinKind

BCM: dict[int, int] = {
    3: 2,
    5: 3,
    7: 4,
    8: 14,
    10: 15,
    11: 17,
    12: 18,
    13: 27,
    15: 22,
    16: 23,
    18: 24,
    19: 10,
    21: 9,
    22: 25,
    23: 11,
    24: 8,
    26: 7,
    27: 0,
    28: 1,
    29: 5,
    31: 6,
    32: 12,
    33: 13,
    35: 19,
    36: 16,
    37: 26,
    38: 20,
    40: 21,
}
"""The BCM number on each pin that has one."""
PIN_OF: dict[int, int] = {bcm: pin for pin, bcm in BCM.items()}
"""The pin on which each BCM number is."""
GROUNDS = (6, 9, 14, 20, 25, 30, 34, 39)
FIVE_VOLTS = (2, 4)
THREE_VOLTS = (1, 17)
PINS = 40
LOGIC_VOLTS = 3.3
SDA, SCL = 2, 3


def header(ref: str, uses: dict[int, PinKind]) -> Part:
    """Return the header, its BCM pins being what the program makes of them."""
    return Part(
        ref=ref,
        item="header",
        value="Raspberry Pi",
        pins=tuple(_pin(number, uses) for number in range(1, PINS + 1)),
        package="SOCKET-2X20",
        note="to the Raspberry Pi",
    )


def _pin(number: int, uses: dict[int, PinKind]) -> Pin:
    if number in GROUNDS:
        return Pin(str(number), "GND", PinKind.POWER_IN, bears_volts=0)
    if number in FIVE_VOLTS:
        return Pin(str(number), "5V", PinKind.POWER_OUT, gives_volts=5)
    if number in THREE_VOLTS:
        return Pin(str(number), "3V3", PinKind.POWER_OUT, gives_volts=LOGIC_VOLTS)
    bcm = BCM[number]
    kind = uses.get(bcm, PinKind.BIDIRECTIONAL)
    gives = None if kind is PinKind.INPUT else LOGIC_VOLTS
    return Pin(str(number), f"GPIO{bcm}", kind, gives_volts=gives, bears_volts=LOGIC_VOLTS)
