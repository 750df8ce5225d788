"""What the installer has left on a machine: where its files are, and the port and the name that the table has there.

Only the standard library is used: the installer asks here, too, before anything else is installed.
Names of files have no slash before them: they are looked for below a root, which in tests is any folder.
"""

import re
from pathlib import Path

UNIT = "etc/systemd/system/citychase.service"
SOCKET = "etc/systemd/system/citychase.socket"
AVAHI_SERVICE = "etc/avahi/services/citychase.service"
AVAHI_SETTINGS = "etc/avahi/avahi-daemon.conf"
HOTSPOT = "etc/NetworkManager/system-connections/citychase-hotspot.nmconnection"
SERVICE_PORT = 80
OPEN_PORT = 8000
"""That of `citychase play` in the hand of a person."""
MOST_BYTES = 1024 * 1024
"""More than any file that is read here has."""
_HOST_NAMES = ("proc/sys/kernel/hostname", "etc/hostname")
"""Where a machine's own name is: as it is now, and as it is after a start."""


def is_installed(root: Path = Path("/")) -> bool:
    """Tell whether the table is a service of this machine."""
    return (root / UNIT).exists()


def table_port(root: Path = Path("/")) -> int:
    """Return the port of the service's socket, or that of a table opened by hand where there is no service."""
    return service_port(root) if is_installed(root) else OPEN_PORT


def service_port(root: Path = Path("/"), besides: str = "") -> int:
    """Return the port of the service's socket, or what it would be without one of the files beside the unit."""
    # What an owner changes is in files beside the unit; the last one counts.
    changes = [path for path in sorted((root / f"{SOCKET}.d").glob("*.conf")) if path.name != besides]
    return port_in("\n".join(_text(path) for path in (root / SOCKET, *changes))) or SERVICE_PORT


def port_in(unit: str) -> int | None:
    """Return the last port that a socket's unit listens at, or what is written beside it. None where it has none."""
    ports = re.findall(r"^\s*ListenStream\s*=(?:.*:)?\s*(\d{1,5})\s*$", unit, re.MULTILINE)
    return int(ports[-1]) if ports else None


def table_name(root: Path = Path("/")) -> str | None:
    """Return the name under which avahi announces the table, such as citychase.local. None where it does not."""
    if not (root / AVAHI_SERVICE).exists():
        return None
    settings = server_settings(_text(root / AVAHI_SETTINGS))
    host = settings.get("host-name") or _host_name(root)
    return f"{host}.{settings.get('domain-name') or 'local'}" if host else None


def _host_name(root: Path) -> str:
    """Return the machine's own name, which avahi takes where it is given none. Only what is before a dot counts."""
    names = (_text(root / name).strip().partition(".")[0] for name in _HOST_NAMES)
    return next(filter(None, names), "")


def server_settings(text: str) -> dict[str, str]:
    """Return what is set in the section [server] of avahi-daemon.conf."""
    section, found = "", {}
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            section = line
        elif section == "[server]" and not line.startswith("#"):
            key, _, value = line.partition("=")
            found[key.strip()] = value.strip()
    return found


def _text(path: Path) -> str:
    """Return a file's text, empty where it is not there or not for us."""
    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES).decode(errors="replace")
    except OSError:
        return ""
