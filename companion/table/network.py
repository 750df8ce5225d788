"""Finds the address under which phones in the network reach this machine."""

import ipaddress
import socket

_SOMEWHERE = ("192.0.2.1", 9)
"""An address reserved for documentation. Nothing is sent there: only the way there is looked up."""


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
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
