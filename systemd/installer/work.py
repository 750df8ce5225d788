"""What every step is given."""

from dataclasses import dataclass
from pathlib import Path

from systemd.installer.commands import Commands
from systemd.installer.files import read
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
        """Where the pages are as it is written down now."""
        return chosen_port(read(port_drop_in(self.places)) or "")


STANDARD_PORT = 80
LISTEN = "ListenStream="


def port_drop_in(places: Places) -> Path:
    """Return where another port than the standard one is written down."""
    return places.units / "citychase.socket.d/port.conf"


def port_text(port: int) -> str:
    """Return what lets the socket listen at another port. The empty line takes the standard one away."""
    return f"[Socket]\n{LISTEN}\n{LISTEN}{port}\n"


def chosen_port(text: str) -> int:
    """Return the port that such a file chooses."""
    chosen = [line.removeprefix(LISTEN) for line in text.splitlines() if line.startswith(LISTEN)]
    return int(chosen[-1]) if chosen and chosen[-1].isdecimal() else STANDARD_PORT
