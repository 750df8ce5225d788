"""Finds the address under which phones in the network reach this machine."""

import fcntl
import ipaddress
import socket
import struct
from pathlib import Path

_SOMEWHERE = ("192.0.2.1", 9)
"""An address reserved for documentation. Nothing is sent there: only the way there is looked up."""

_INTERFACES = Path("/sys/class/net")
LOOPBACK = "127.0.0.1"
_GET_ADDRESS = 0x8915
"""SIOCGIFADDR of netdevice(7)."""


def address_for_phones(host: str, port: int) -> str:
    """Return the address to open on a phone, for a table that listens at this host."""
    name = _network_address() if _is_everywhere(host) else host
    shown = f"[{name}]" if ":" in name else name
    return f"http://{shown}/" if port == 80 else f"http://{shown}:{port}/"  # noqa: PLR2004 - http's own port


def _is_everywhere(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False


def _network_address() -> str:
    """Return this machine's address in the network, or the loopback's where there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_SOMEWHERE)
            return str(probe.getsockname()[0])
        except OSError:
            # A network of the table's own leads nowhere else, and is a network all the same.
            found = (_address_of(name, probe) for name in _interfaces())
            return next((address for address in found if address and not address.startswith("127.")), LOOPBACK)


def _interfaces() -> list[str]:
    """Return the names of the network interfaces. Asking by netlink, as Python does, is more than a service may."""
    try:
        return sorted(path.name for path in _INTERFACES.iterdir())
    except OSError:
        return []


def _address_of(interface: str, probe: socket.socket) -> str | None:
    """Return the address of a network interface, None where it has none. Only Linux can be asked."""
    request = struct.pack("256s", interface.encode()[:15])
    try:
        answer = fcntl.ioctl(probe.fileno(), _GET_ADDRESS, request)
    except OSError:
        return None
    return socket.inet_ntoa(answer[20:24])
