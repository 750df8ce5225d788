"""What can be seen of the machine before anything is changed."""

import platform
import sys
from dataclasses import dataclass
from pathlib import Path

from firmware import raspberry
from systemd.installer.commands import Commands


@dataclass(frozen=True)
class Machine:
    """A machine, as tests can make one up."""

    model: str = ""
    """What the device tree calls it; empty on a machine that has none."""
    python: str = "3.11.2"
    is_64_bit: bool = True
    has_apt: bool = True
    systemd: int = 0
    """Its version; 0 where there is none."""
    is_booted: bool = False
    """Whether systemd runs here. In a chroot it is only installed."""
    host: str = "localhost"

    @property
    def is_supported(self) -> bool:
        """Whether it is a Raspberry Pi that the board was made for."""
        return raspberry.is_supported(self.model)

    @property
    def extra(self) -> str:
        """The extra that brings this machine's drivers; empty where there are none to bring."""
        return raspberry.extra_for(self.model) if self.is_supported else ""

    @property
    def compiles_drivers(self) -> bool:
        """Whether one of its drivers is published as source only."""
        return self.extra == "pi"

    @property
    def name(self) -> str:
        """What people call it."""
        return self.model or "this machine"


def look_at_machine(root: Path, commands: Commands) -> Machine:
    """Return what this machine is."""
    return Machine(
        model=raspberry.read_model(root),
        python=platform.python_version(),
        # Of a 32-bit system on a 64-bit kernel only its programs tell.
        is_64_bit=sys.maxsize > 2**32,
        has_apt=commands.ask("apt-get", "--version").code == 0,
        systemd=_version(commands.ask("systemctl", "--version").text),
        is_booted=(root / "run/systemd/system").is_dir(),
        host=platform.node() or "localhost",
    )


def _version(text: str) -> int:
    """Return the number in `systemd 252 (252.39-1)`."""
    words = text.split()
    return int(words[1]) if len(words) > 1 and words[0] == "systemd" and words[1].isdigit() else 0
