"""The folder that a table keeps: private to the user who runs it, and used by one table at a time."""

import fcntl
import os
import secrets
import time
from pathlib import Path
from typing import IO

from msgspec import DecodeError, ValidationError
from msgspec.json import decode, encode

from companion.errors import CityChaseError
from companion.table.files import clear_drafts, replace_file
from companion.table.journal import NotSaved
from companion.table.seats import Seats

KEY_BYTES = 32
JOURNAL = "journal.sqlite3"
SEATS = "seats.json"
KEY = "key"
LOCK = "lock"


class NoStorage(CityChaseError):
    """The folder cannot be used. The message says why and what to do."""


def default_folder() -> Path:
    """Return where a table keeps its things if nobody says: what systemd gives, or the user's own data folder."""
    given = os.environ.get("STATE_DIRECTORY")
    if given:
        return Path(given.split(":")[0])
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "citychase"


def prepare_folder(folder: Path) -> None:
    """Make a table's folder where there is none, and shut it to other users. Raises NoStorage."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _make_private(folder)
    except OSError as error:
        raise _unusable(folder, error) from error


def find_journal(folder: Path) -> Path | None:
    """Return the journal in a folder, None where there is none yet. Raises NoStorage."""
    path = folder / JOURNAL
    try:
        if not path.exists():
            if folder.exists() and not folder.is_dir():
                raise NoStorage(f"{folder} is no folder. Name one with --data.")
            return None
        if not path.is_file():
            # To open a pipe is to wait for whoever writes into it.
            raise NoStorage(f"{path} is no file. Move it away, or name another folder with --data.")
    except OSError as error:
        raise _unusable(folder, error) from error
    return path


class Storage:
    """An opened folder: the key that signs cookies, the seats, and where the journal is."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        prepare_folder(folder)
        _refuse_root(folder)
        try:
            self._lock = _lock(folder / LOCK)
            clear_drafts(folder)
        except OSError as error:
            raise _unusable(folder, error) from error

    @property
    def journal(self) -> Path:
        """The journal's file."""
        return self.folder / JOURNAL

    def key(self) -> bytes:
        """Return the key that signs cookies. It is made when first asked for."""
        path = self.folder / KEY
        try:
            key = path.read_bytes() if path.exists() else b""
            if len(key) != KEY_BYTES:
                key = secrets.token_bytes(KEY_BYTES)
                replace_file(path, key)
        except OSError as error:
            raise _unusable(self.folder, error) from error
        return key

    def read_seats(self) -> Seats:
        """Return the seats as they were kept. Without a readable file nobody sits: they sit down again."""
        path = self.folder / SEATS
        try:
            return decode(path.read_bytes(), type=Seats)
        except (FileNotFoundError, DecodeError, ValidationError):
            return Seats()
        except OSError as error:
            raise _unusable(self.folder, error) from error

    def seats_age_s(self) -> float:
        """Return how long ago someone last sat down or left."""
        try:
            return time.time() - (self.folder / SEATS).stat().st_mtime
        except FileNotFoundError:
            return 0.0

    def write_seats(self, seats: Seats) -> None:
        """Keep the seats, safely on disk when this returns. Raises NotSaved."""
        try:
            replace_file(self.folder / SEATS, encode(seats))
        except OSError as error:
            raise NotSaved(f"The seats cannot be written to {self.folder}: {error.strerror or error}.") from error

    def close(self) -> None:
        """Let another table have the folder."""
        self._lock.close()


def _unusable(folder: Path, error: OSError) -> NoStorage:
    what = f"{Path(error.filename).name}: " if error.filename and Path(error.filename) != folder else ""
    way_out = "Try it with sudo, or name" if isinstance(error, PermissionError) and os.geteuid() else "Name"
    return NoStorage(
        f"The folder {folder} cannot be used: {what}{error.strerror or error}. {way_out} another one with --data."
    )


def _make_private(folder: Path) -> None:
    """Shut a folder to other users; one that holds other things is not ours to shut."""
    if not folder.stat().st_mode & 0o077:
        return
    if not (folder / JOURNAL).exists() and any(folder.iterdir()):
        raise NoStorage(
            f"Other users can read the folder {folder}, and it holds other things. Name another one with --data."
        )
    folder.chmod(0o700)


def _refuse_root(folder: Path) -> None:
    """Let root not play in another user's folder: it would follow whatever lies there."""
    owner = folder.stat().st_uid
    if os.geteuid() == 0 and owner != 0:
        raise NoStorage(
            f"The folder {folder} belongs to another user, and root cannot play there. Start the table that it belongs "
            "to (sudo systemctl start citychase), or name another folder with --data."
        )


def _lock(path: Path) -> IO[bytes]:
    handle = path.open("ab")
    path.chmod(0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        handle.close()
        raise NoStorage(
            f"Another table is using the folder {path.parent}. Stop it, or name another folder with --data."
        ) from error
    return handle
