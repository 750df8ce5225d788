"""Files that a table keeps: replaced as a whole, private, and belonging to whom their folder belongs to."""

import errno
import os
import secrets
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

DRAFT = ".new"
LEFT_S = 600
"""After so long nobody is writing a draft any more."""


def replace_file(path: Path, data: bytes) -> None:
    """Replace a file as a whole: after a power cut there is the old one or the new one."""
    # Others may be replacing the same file: each has a draft of its own.
    new = path.with_name(f".{path.name}.{secrets.token_hex(4)}{DRAFT}")
    handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        give_to_folders_owner(new)
        new.replace(path)
    finally:
        # Half of it is of no use, and may be a secret.
        new.unlink(missing_ok=True)
    sync(path.parent)


def clear_drafts(folder: Path) -> None:
    """Remove what a power cut has left half written. Another program may be writing right now: new ones stay."""
    for draft in folder.glob(f".*{DRAFT}"):
        with suppress(FileNotFoundError):
            if time.time() - draft.stat().st_mtime > LEFT_S:
                draft.unlink()


def read_file(path: Path, most_bytes: int) -> bytes:
    """Return the beginning of a file, one byte more than allowed where there is more. Waits for nothing: no pipe."""
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, "It is not a file", str(path))
        return file.read(most_bytes + 1)


def sync(path: Path) -> None:
    """Make sure that a file, or the names in a folder, are on disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def as_owner_of(folder: Path) -> Iterator[None]:
    """Within it, root is whoever a folder belongs to.

    An installed table's folder is its user's own. What lies there, links above all, must lead nowhere with root's
    rights, and what is made there must be that user's.
    """
    owner = _owner(folder)
    if os.geteuid() != 0 or owner is None or owner.st_uid == 0:
        yield
        return
    group, groups = os.getegid(), os.getgroups()
    os.setgroups([])
    os.setegid(owner.st_gid)
    os.seteuid(owner.st_uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(group)
        os.setgroups(groups)


def _owner(folder: Path) -> os.stat_result | None:
    try:
        return folder.stat()
    except OSError:
        return None


def give_to_folders_owner(path: Path) -> None:
    """Let a file that root has made be used by whom its folder belongs to: with sudo, someone's own home."""
    if os.geteuid() == 0:
        folder = path.parent.stat()
        os.chown(path, folder.st_uid, folder.st_gid, follow_symlinks=False)
