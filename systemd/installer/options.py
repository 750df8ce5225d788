"""What the one who started the installer wants."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from systemd.installer.problems import BadUsage
from systemd.installer.voice import shorten

INSTALL = """Installs the City Chase table as a service that starts with this machine, or brings it up to date.
Games and settings are kept. Running it again mends what is not as it should be."""
UNINSTALL = (
    """Takes away what the installer has put on this machine. Games and settings stay unless --purge is given."""
)
HIGHEST_PORT = 65535
SHOWN_LETTERS = 20


@dataclass(frozen=True)
class Options:
    """The command line, understood."""

    uninstalls: bool = False
    is_dry_run: bool = False
    says_yes: bool = False
    leaves_boot_settings: bool = False
    wants_hotspot: bool | None = None
    """None: what was chosen before."""
    port: int | None = None
    """None: the one that was chosen before."""
    leaves_stopped: bool = False
    purges: bool = False


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise BadUsage(f"{message}. See --help.")


def read_options(words: Sequence[str]) -> Options:
    """Return what a command line wants. Raises BadUsage."""
    if words[:1] == ["uninstall"]:
        return Options(uninstalls=True, **vars(_uninstall_parser().parse_args(words[1:])))
    return Options(**vars(_install_parser().parse_args(words)))


def _install_parser() -> argparse.ArgumentParser:
    parser = _parser("install", INSTALL, "To take it away again: uninstall [--help].")
    parser.add_argument(
        "--no-boot-config", dest="leaves_boot_settings", action="store_true",
        help="leave /boot/firmware/config.txt as it is",
    )  # fmt: skip
    parser.add_argument(
        "--hotspot", dest="wants_hotspot", action=argparse.BooleanOptionalAction,
        help="also open a Wi-Fi of the table's own where no known one is found, or no more",
    )  # fmt: skip
    parser.add_argument(
        "--port", type=_port, help="where the pages are (80, or the one that was chosen before)", metavar="N"
    )
    parser.add_argument("--no-start", dest="leaves_stopped", action="store_true", help="do not start the table now")
    return parser


def _uninstall_parser() -> argparse.ArgumentParser:
    parser = _parser("install uninstall", UNINSTALL, None)
    parser.add_argument(
        "--purge", dest="purges", action="store_true", help="also delete all games, the settings and the system user"
    )
    return parser


def _parser(name: str, description: str, epilog: str | None) -> _Parser:
    parser = _Parser(
        prog=f"systemd/{name}", description=description, epilog=epilog, allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument(
        "--dry-run", dest="is_dry_run", action="store_true", help="say what would be done, and change nothing"
    )
    parser.add_argument("--yes", dest="says_yes", action="store_true", help="answer yes to every question")
    return parser


def _port(word: str) -> int:
    # Python reads no number of thousands of digits, and no port has more than a few.
    if word.isdecimal() and len(word) <= len(str(HIGHEST_PORT)) and 1 <= int(word) <= HIGHEST_PORT:
        return int(word)
    shown = shorten(word, SHOWN_LETTERS)
    raise argparse.ArgumentTypeError(f"{shown} is not a port; ports are numbers from 1 to {HIGHEST_PORT}")
