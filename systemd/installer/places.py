"""Where everything is on an installed machine."""

from dataclasses import dataclass
from pathlib import Path

from companion import installed
from firmware.raspberry import BOOT_CONFIG, MODULES

USER = "citychase"
GROUPS = ("gpio", "spi", "i2c")
HOST = "citychase"
SERVICE = "citychase.service"
SOCKET = "citychase.socket"
HOTSPOT = "citychase-hotspot.service"


@dataclass(frozen=True)
class Places:
    """The places, below a root that tests can choose."""

    root: Path = Path("/")

    @property
    def program(self) -> Path:
        """What only the installer writes to: the releases, and which of them is in use."""
        return self.root / "opt/citychase"

    @property
    def releases(self) -> Path:
        """One folder a release, each a virtual environment."""
        return self.program / "releases"

    @property
    def current(self) -> Path:
        """A link to the release in use."""
        return self.program / "current"

    @property
    def previous(self) -> Path:
        """A link to the release that was in use before."""
        return self.program / "previous"

    @property
    def started(self) -> Path:
        """Says what last became ready: the release, its port, a digest of its units, the form of the games."""
        return self.program / "started"

    @property
    def hotspot_started(self) -> Path:
        """Says which hotspot was last started."""
        return self.program / "hotspot-started"

    @property
    def packages(self) -> Path:
        """Lists the Debian packages that the installer has brought."""
        return self.program / "packages"

    @property
    def state(self) -> Path:
        """Games, seats and settings."""
        return self.root / "var/lib/citychase"

    @property
    def journal(self) -> Path:
        """All games."""
        return self.state / "journal.sqlite3"

    @property
    def configuration(self) -> Path:
        """What is the owner's to edit."""
        return self.root / "etc/citychase"

    @property
    def board(self) -> Path:
        """The board's plan."""
        return self.configuration / "board.toml"

    @property
    def wrapper(self) -> Path:
        """The command that people type."""
        return self.root / "usr/local/bin/citychase"

    @property
    def units(self) -> Path:
        """The units of this machine's own services."""
        return self.root / "etc/systemd/system"

    @property
    def port_choice(self) -> Path:
        """Says at which other port than the standard one the table is. Owners may write it, too."""
        return self.root / f"{installed.SOCKET}.d/port.conf"

    @property
    def sysusers(self) -> Path:
        """Describes the system user."""
        return self.root / "etc/sysusers.d/citychase.conf"

    @property
    def udev_rule(self) -> Path:
        """Lets the group gpio use the LEDs of a Pi 5."""
        return self.root / "etc/udev/rules.d/99-citychase-pio.rules"

    @property
    def avahi_service(self) -> Path:
        """Announces the pages in the network."""
        return self.root / installed.AVAHI_SERVICE

    @property
    def avahi_settings(self) -> Path:
        """Says what this machine is called in the network."""
        return self.root / installed.AVAHI_SETTINGS

    @property
    def boot_settings(self) -> Path:
        """What a Raspberry Pi reads when it starts."""
        return self.root / BOOT_CONFIG

    @property
    def modules(self) -> Path:
        """Says what the kernel is to load, so that I2C can be used."""
        return self.root / MODULES

    @property
    def hotspot_profile(self) -> Path:
        """The table's own Wi-Fi, for NetworkManager."""
        return self.root / installed.HOTSPOT

    @property
    def hotspot_program(self) -> Path:
        """Opens the table's own Wi-Fi where there is no other."""
        return self.root / "usr/local/lib/citychase/hotspot"

    @property
    def lock(self) -> Path:
        """Held by the installer while it works."""
        return self.root / "run/citychase-install.lock"

    def backup_of(self, path: Path, number: int = 1) -> Path:
        """Where a file is kept as it was before; later ones have a number."""
        return path.with_name(f"{path.name}.before-citychase" + (f"-{number}" if number > 1 else ""))

    def backups_of(self, path: Path) -> list[Path]:
        """Return all backups of a file that are there."""
        return sorted(path.parent.glob(f"{self.backup_of(path).name}*"))

    def shown(self, path: Path) -> str:
        """Return how people write a place."""
        return f"/{path.relative_to(self.root)}"
