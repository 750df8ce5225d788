"""Where records come from: files, or standard input."""

import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

import click
from msgspec import Struct

from companion.commands.places import printable
from companion.errors import CityChaseError

STANDARD_INPUT = "-"
LARGEST_BYTES = 256 * 1024 * 1024
"""More than a million games. Something that never ends, like /dev/zero, must not fill the memory of a Pi."""

_Command = TypeVar("_Command", bound=Callable[..., Any])


class Unreadable(CityChaseError):
    """A record that cannot be read at all, as against one that is wrong."""


class Source(Struct, frozen=True):
    """A text and the name people know it by."""

    name: str
    text: str


def records_argument(command: _Command) -> _Command:
    """Give a command its `[FILE…|-]`."""
    return click.argument("names", nargs=-1, metavar="[FILE…|-]")(command)


def chosen_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the files to read: standard input where none is named and something is sent there."""
    if names:
        return names
    if sys.stdin is None or sys.stdin.isatty():
        raise click.UsageError("Which record? Name a .chase file, or - for standard input; --help tells more.")
    return (STANDARD_INPUT,)


def read_source(name: str) -> Source:
    """Return a file's text, UTF-8 with or without a byte order mark. Raises Unreadable."""
    known_as = "standard input" if name == STANDARD_INPUT else click.format_filename(name)
    shown = printable(known_as) or "''"
    try:
        data = _read_bytes(name)
    except IsADirectoryError as error:
        raise Unreadable(f"{shown} is a folder; name the .chase files in it.") from error
    except OSError as error:
        raise Unreadable(f"{shown} cannot be read: {error.strerror or error}.") from error
    if len(data) > LARGEST_BYTES:
        raise Unreadable(f"{shown} is larger than {LARGEST_BYTES >> 20} MiB; split it into smaller files.")
    try:
        return Source(known_as, data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise Unreadable(f"{shown} is not UTF-8 text: byte {error.start + 1} cannot be read.") from error


def _read_bytes(name: str) -> bytes:
    if name == STANDARD_INPUT:
        if sys.stdin is None:
            raise OSError(errno.EBADF, "it is closed")
        return _read_some(sys.stdin.buffer)
    # Path("") would be this folder.
    if not name:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    with Path(name).open("rb") as file:
        return _read_some(file)


def _read_some(file: BinaryIO) -> bytes:
    """Return at most one byte more than is allowed, so that too much shows."""
    return file.read(LARGEST_BYTES + 1)
