"""The Wi-Fi that guests join: what a network's name and password may be, and that of the Pi's own hotspot."""

import re
from pathlib import Path

from msgspec import Struct
from segno.helpers import make_wifi_data

from companion.card.keyfile import NoKeyfile, read_keyfile
from companion.errors import CityChaseError
from companion.installed import HOTSPOT

SHARED_ADDRESS = "10.42.0.1"
"""That of NetworkManager's own hotspots unless another is chosen."""
MOST_NAME_BYTES = 32
_PASSPHRASE = re.compile(r"[ -~]{8,63}|[0-9a-fA-F]{64}")
"""What WPA knows: a phrase of plain characters, or the key itself."""


class BadWifi(CityChaseError):
    """A network that no phone could join. The message says what is wrong with it."""


class Wifi(Struct, frozen=True):
    """A network's name, and its password where it has one."""

    name: str
    password: str | None

    def __post_init__(self) -> None:
        size = len(self.name.encode(errors="replace"))
        if not 1 <= size <= MOST_NAME_BYTES:
            raise BadWifi(f"A Wi-Fi's name has 1 to {MOST_NAME_BYTES} bytes; this one has {size}.")
        if not self.name.isprintable():
            raise BadWifi("This Wi-Fi's name holds characters that cannot be printed.")
        if self.password is not None and not _PASSPHRASE.fullmatch(self.password):
            # The password itself is nobody's business, a log's least of all.
            raise BadWifi("A WPA password has 8 to 63 plain characters: no accents, no line breaks.")

    @property
    def code(self) -> str:
        """What the QR code says: phones offer to join."""
        return make_wifi_data(self.name, self.password, "nopass" if self.password is None else "WPA")


class Hotspot(Struct, frozen=True):
    """The Pi's own network, and the Pi's address in it."""

    wifi: Wifi
    address: str = SHARED_ADDRESS


def read_hotspot(root: Path = Path("/")) -> Hotspot | None:
    """Return the Pi's own network; None where there is none. Raises PermissionError, and BadWifi."""
    try:
        text = (root / HOTSPOT).read_text(encoding="utf-8", errors="replace")
    except (FileNotFoundError, NotADirectoryError):
        return None
    return parse_keyfile(text)


def parse_keyfile(text: str) -> Hotspot:
    """Return the network that a profile of NetworkManager describes. Raises BadWifi."""
    try:
        profile = read_keyfile(text)
    except NoKeyfile as error:
        raise BadWifi(f"/{HOTSPOT} cannot be read: it is no profile of NetworkManager.") from error
    return Hotspot(Wifi(profile.name, profile.password), profile.address or SHARED_ADDRESS)
