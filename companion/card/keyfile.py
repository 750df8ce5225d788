"""What a profile of NetworkManager says about a network: its name, its password and the address of this machine in it.

Only the standard library is used: the installer asks here, too, before anything else is installed.
"""

import re
from configparser import ConfigParser, Error
from typing import NamedTuple

_ESCAPES = {"s": " ", "t": "\t", "n": "\n", "r": "\r"}


class NoKeyfile(Exception):
    """A text that is no profile."""


class Profile(NamedTuple):
    """What is written in a profile, whether a network can have it or not."""

    name: str
    password: str | None
    address: str | None


def read_keyfile(text: str) -> Profile:
    """Return what a profile says. Raises NoKeyfile."""
    file = ConfigParser(interpolation=None, strict=False, delimiters=("=",), comment_prefixes=("#",))
    try:
        file.read_string(text)
    except Error as error:
        raise NoKeyfile(str(error)) from error
    name = _unescape(file.get("wifi", "ssid", fallback=""))
    password = file.get("wifi-security", "psk", fallback=None)
    found = re.match(r"\d{1,3}(?:\.\d{1,3}){3}", file.get("ipv4", "address1", fallback=""))
    return Profile(_from_bytes(name), None if password is None else _unescape(password), found[0] if found else None)


def _unescape(value: str) -> str:
    """Return a value as it is meant: GLib writes leading spaces as \\s, and a backslash before some characters."""
    return re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[1]), value)


def _from_bytes(name: str) -> str:
    """Return a name that NetworkManager has written as numbers: those that are no plain text."""
    if not re.fullmatch(r"(?:\d{1,3};){2,}", name):
        return name
    numbers = [int(number) for number in name.split(";")[:-1]]
    return bytes(number for number in numbers if number < 256).decode(errors="replace")  # noqa: PLR2004 - a byte
