"""What every step is given."""

from dataclasses import dataclass
from pathlib import Path

from companion import installed
from systemd.installer.commands import Commands
from systemd.installer.machine import Machine
from systemd.installer.options import Options
from systemd.installer.places import Places
from systemd.installer.voice import Voice


@dataclass(frozen=True)
class Work:
    """Where from, where to, on what, with what, and what is wanted."""

    checkout: Path
    places: Places
    machine: Machine
    commands: Commands
    voice: Voice
    options: Options

    def source(self, name: str) -> str:
        """Return the text of a file that is to be installed."""
        return (self.checkout / "systemd" / name).read_text(encoding="utf-8")

    @property
    def port(self) -> int:
        """Where the pages are: what is wanted now, or was before."""
        if self.options.port is not None:
            return self.options.port
        return self.port_before

    @property
    def port_before(self) -> int:
        """Where the pages are as it is written down now, by the installer or by the owner."""
        return installed.service_port(self.places.root)
