"""What each part is called in shops, what it costs, and what may stand in for it.

Prices are what single pieces typically cost in euros, without postage; they are for a first estimate.
"""

from msgspec import Struct


class Article(Struct, frozen=True):
    """A line of the parts list."""

    name: str
    value: str
    """Empty when the circuit gives it."""
    package: str
    price: float
    instead: str = ""
    never: str = ""


class Line(Struct, frozen=True):
    """So many of one article."""

    article: Article
    value: str
    quantity: int
    refs: str

    @property
    def price(self) -> float:
        """What all of them cost."""
        return self.article.price * self.quantity


SOCKET_MM, HEADER_BASE_MM = 8.5, 2.5
"""How high the circuit board's socket is, and the plastic at the foot of the Pi's header, on which it comes to sit."""
HEAT_SINK_MM = 6
"""What fits between the Pi's chip (up to 2.5 mm high) and the solder joints below the circuit board (as much)."""
PI_EUR = {"zero2w": 20, "3": 40, "4": 60, "5": 75}
"""What a Pi costs with a gigabyte or two."""
ARTICLES: dict[str, Article] = {
    "pi": Article(
        "Raspberry Pi",
        "",
        f"with a heat sink of {HEAT_SINK_MM:g} mm at most, no fan",
        60,
        "another Pi: change [power] pi and make again",
        "a Pico or a Pi 1",
    ),
    "supply": Article(
        "Power supply, 5 V",
        "",
        "plug-in or desktop, barrel plug of 5.5 x 2.1 or 2.5 mm, plus inside",
        18,
        "more amperes",
        "12 V; a charger that can give 9 V",
    ),
    "barrel": Article(
        "Barrel socket with screw terminals",
        "",
        "5.5 x 2.1 or 2.5 mm: the supply's own",
        1.5,
        "one that bears more amperes",
        "one that bears less than the supply gives",
    ),
    "usb-plug": Article(
        "USB plug with screw terminals",
        "",
        "5V and GND",
        3,
        "a USB lead cut open, if its copper is as thick",
        "a thin charging lead",
    ),
    "header": Article(
        "Socket 2 x 20, 2.54 mm",
        "",
        f"through-hole, {SOCKET_MM:g} mm high",
        2,
        "a taller one, with taller stand-offs",
        "",
    ),
    "terminal-2": Article("Screw terminal, 2 contacts", "", "5.08 mm pitch", 0.5, "a plug-in screw terminal", ""),
    "terminal-3": Article("Screw terminal, 3 contacts", "", "5.08 mm pitch", 0.7, "a plug-in screw terminal", ""),
    "fuse": Article("Fuse, slow", "", "5 x 20 mm, glass", 0.3, "", "a bigger or smaller one; a bridge of wire"),
    "bulk": Article(
        "Electrolytic capacitor", "", "radial, 10 mm wide, 5 mm pitch", 0.4, "2200 uF; 16 V or 25 V", "less than 6.3 V"
    ),
    "ceramic": Article("Ceramic capacitor", "", "5 mm pitch", 0.1, "any from 47 nF to 220 nF", "an electrolytic one"),
    "pull-ups": Article(
        "Resistor network, one common pin",
        "",
        "SIP-6",
        0.3,
        "4.7 to 22 kohm",
        "isolated pairs",
    ),
    "pull": Article("Resistor", "", "1/4 W, axial", 0.05, "4.7 to 22 kohm", ""),
    "series": Article("Resistor", "", "1/4 W, axial", 0.05, "330 to 560 ohm", "a bridge of wire"),
    "diode": Article("Diode", "", "DO-35, 7.62 mm pitch", 0.05, "1N4448, 1N914, BAT85", "a Zener diode; an LED"),
    "guard": Article(
        "Power diode",
        "",
        "DO-201, 15.24 mm pitch",
        0.3,
        "SB520 to SB560, 1N5400 to 1N5408",
        "a 1N4007: 1 A is too little",
    ),
    "shifter": Article(
        "Level shifter",
        "",
        "DIP-14",
        0.8,
        "74HCT125",
        "74HC125 (3.3 V is too low for it); a BSS138 (slow)",
    ),
    "expander": Article("Port expander", "", "DIP-28 (MCP23017-E/SP)", 2.2, "", "MCP23S17, which is for SPI"),
    "plug-2": Article("Pin header, 2 contacts", "", "2.54 mm, with lock", 0.2, "a plain pin header", ""),
    "plug-6": Article("Pin header, 6 contacts", "", "2.54 mm, with lock", 0.4, "a plain pin header", ""),
    "plug-8": Article("Pin header, 8 contacts", "", "2.54 mm, with lock", 0.5, "a plain pin header", ""),
    "plug-10": Article("Pin header, 10 contacts", "", "2.54 mm, with lock", 0.6, "a plain pin header", ""),
    "reed": Article(
        "Reed switch, normally open",
        "",
        "",
        0.6,
        "one in plastic",
        "a normally closed one",
    ),
    "pixel": Article(
        "NeoPixel (WS2812B)",
        "5 V",
        "on a 10 mm round board",
        0.35,
        "SK6812 RGB",
        "12 V types; RGBW (32 bits)",
    ),
    "button": Article("Push button, closes when pressed", "", "", 0.9, "any that closes", "a latching one"),
    "piezo": Article(
        "Piezo sounder, passive", "", "with wires", 0.8, "a bare piezo disc", "an active one; a magnetic one (80 mA)"
    ),
}
DIP_SOCKETS = {"DIP-14": 0.3, "DIP-28": 0.5}
FUSE_HOLDER = Article("Fuse holder with cover", "", "5 x 20 mm, 22.6 mm pitch", 0.7, "two clips for a fuse", "")
PRINTED_BOARD = Article(
    "Printed circuit board", "", "two layers, 1.6 mm", 5, "perfboard, joined as wiring.csv says", ""
)
PERFBOARD = Article(
    "Perfboard", "", "2.54 mm, about 160 x 100 mm", 3, "strip board, if its strips are cut", "a solderless breadboard"
)
RIBBON = Article("Ribbon cable with two sockets 2 x 20", "", "20 cm", 4, "", "a longer one")
SD_CARD = Article("microSD card", "", "16 GB or more, class A1", 8, "a larger one", "")
PI_HEADER = Article("Pin header 2 x 20, 2.54 mm", "", "to solder into the Pi", 1, "a Zero 2 WH, which has it", "")
WITHOUT_HEADER = ("zero2w",)
"""The Pis that are sold without pins."""
PLUG = {"plug-2": 0.3, "plug-6": 0.6, "plug-8": 0.7, "plug-10": 0.9}
"""A housing with its crimp contacts, for each header with lock."""
WIRE_PRICE = {1.5: 1.0, 1.0: 0.8, 0.75: 0.6, 0.5: 0.45, 0.14: 0.2}
"""A metre of it, by its copper in square millimetres."""
