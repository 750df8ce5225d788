"""The way to the settings: the code that the owner has, and how often a wrong one may be tried.

The code is kept as it is, because `citychase settings code` shows it again: it keeps guests from turning the lights
off, not thieves from a bank. Only the user who runs the table can read it.
"""

import hmac
import re
import secrets
from collections.abc import Callable
from pathlib import Path

from companion.settings.book import SettingsBook
from companion.table.files import read_file, replace_file
from companion.table.journal import NotSaved
from companion.table.pins import Tries
from companion.table.refusal import Refused, Trouble

CODE_FILE = "owner-code"
DIGITS = 6
_CODE = re.compile(rb"\A[0-9]{%d}\Z" % DIGITS)


def read_code(folder: Path) -> str:
    """Return the owner's code. It is made when first asked for. Raises NotSaved."""
    try:
        kept = read_file(folder / CODE_FILE, DIGITS + 2).strip()
    except FileNotFoundError:
        kept = b""
    except OSError as error:
        hint = " Try it with sudo." if isinstance(error, PermissionError) else ""
        raise NotSaved(f"The owner's code in {folder} cannot be read: {error.strerror or error}.{hint}") from error
    return kept.decode() if _CODE.match(kept) else make_code(folder)


def make_code(folder: Path) -> str:
    """Make another code; the one before, and whoever came in with it, counts no more. Raises NotSaved."""
    code = "".join(secrets.choice("0123456789") for _ in range(DIGITS))
    try:
        replace_file(folder / CODE_FILE, f"{code}\n".encode())
    except OSError as error:
        raise _unusable(folder, error) from error
    return code


def _unusable(folder: Path, error: OSError) -> NotSaved:
    return NotSaved(f"The owner's code cannot be kept in {folder}: {error.strerror or error}.")


class Office:
    """Where the owner of a table sets it."""

    def __init__(self, folder: Path, book: SettingsBook, clock: Callable[[], float]) -> None:
        self.book = book
        self._folder = folder
        # Wrong codes must not keep the thief from the PIN, nor wrong PINs the owner from the code.
        self._tries = Tries(clock)

    def code(self) -> str:
        """Return the code that holds now. A command may have made another one meanwhile. Raises NotSaved."""
        return read_code(self._folder)

    def enter(self, code: str, address: str) -> Refused | None:
        """Let someone in who knows the code, or return why not. Raises NotSaved."""
        if not self._tries.begin(address):
            return Refused(Trouble.TOO_MANY_TRIES)
        # People write digits in groups.
        told = re.sub(r"[\s-]", "", code).encode(errors="replace")
        if not hmac.compare_digest(told, self.code().encode()):
            return Refused(Trouble.WRONG_CODE)
        self._tries.was_right(address)
        return None
