"""The folder that a table keeps: private to the user who runs it, and used by one table at a time."""

import fcntl
import os
import secrets
import time
from contextlib import suppress
from pathlib import Path
from typing import IO

from msgspec import DecodeError, ValidationError
from msgspec.json import decode, encode

from companion.errors import CityChaseError
from companion.table.journal import NotSaved
from companion.table.seats import Seats

KEY_BYTES = 32
JOURNAL = "journal.sqlite3"
SEATS = "seats.json"


class NoStorage(CityChaseError):
    """The folder cannot be used. The message says why and what to do."""


def default_folder() -> Path:
    """Return where a table keeps its things if nobody says: what systemd gives, or the user's own data folder."""
    given = os.environ.get("STATE_DIRECTORY")
    if given:
        return Path(given.split(":")[0])
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "citychase"


class Storage:
    """An opened folder: the key that signs cookies, the seats, and where the journal is."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            _make_private(folder)
            self._lock = _lock(folder / "lock")
        except OSError as error:
            raise _unusable(folder, error) from error

    @property
    def journal(self) -> Path:
        """The journal's file."""
        return self.folder / JOURNAL

    def key(self) -> bytes:
        """Return the key that signs cookies. It is made when first asked for."""
        path = self.folder / "key"
        try:
            key = path.read_bytes() if path.exists() else b""
            if len(key) != KEY_BYTES:
                key = secrets.token_bytes(KEY_BYTES)
                _write(path, key)
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
            _write(self.folder / SEATS, encode(seats))
        except OSError as error:
            raise NotSaved(f"The seats cannot be written to {self.folder}: {error.strerror or error}.") from error

    def close(self) -> None:
        """Let another table have the folder."""
        self._lock.close()


def _unusable(folder: Path, error: OSError) -> NoStorage:
    what = f"{Path(error.filename).name}: " if error.filename and Path(error.filename) != folder else ""
    return NoStorage(
        f"The folder {folder} cannot be used: {what}{error.strerror or error}. Name another one with --data."
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


def _write(path: Path, data: bytes) -> None:
    """Replace a file as a whole: after a power cut there is the old one or the new one."""
    new = path.with_name(f"{path.name}.new")
    with suppress(FileNotFoundError):
        new.unlink()
    handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
    sync(path.parent)


def sync(path: Path) -> None:
    """Make sure that a file, or the names in a folder, are on disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
