"""Writes files so that there is the old one or the new one whenever the power fails."""

import hashlib
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

PLAIN = 0o644


class Wanted(NamedTuple):
    """What a file shall be."""

    text: str
    mode: int = PLAIN


def write(path: Path, text: str, mode: int = PLAIN) -> None:
    """Replace a file as a whole, safely on disk when this returns."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.citychase-new")
    new.unlink(missing_ok=True)
    try:
        _fill(new, text, mode)
        new.replace(path)
    except BaseException:
        # Half a file is of no use to anyone, and the disk may be full because of it.
        new.unlink(missing_ok=True)
        raise
    sync(path.parent)


def _fill(path: Path, text: str, mode: int) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    # A comment of the owner's may be in another encoding: its bytes stay what they are.
    with os.fdopen(handle, "w", encoding="utf-8", errors="surrogateescape", newline="") as file:
        file.write(text)
        file.flush()
        # The boot partition of a Pi is FAT, which knows no modes.
        os.fchmod(file.fileno(), mode)
        os.fsync(file.fileno())


def read(path: Path) -> str | None:
    """Return what a file says, with the line ends it has; nothing where there is none."""
    try:
        with path.open(encoding="utf-8", errors="surrogateescape", newline="") as file:
            return file.read()
    except (FileNotFoundError, NotADirectoryError):
        return None


def sync(folder: Path) -> None:
    """Make sure that the names in a folder are on disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def point(link: Path, target: Path) -> None:
    """Let a link point somewhere else, at once."""
    new = link.with_name(f"{link.name}.citychase-new")
    new.unlink(missing_ok=True)
    new.symlink_to(target.relative_to(link.parent))
    new.replace(link)
    sync(link.parent)


def are_there(wanted: Mapping[Path, Wanted]) -> bool:
    """Tell whether all these files are as they shall be."""
    return all(read(path) == text and path.stat().st_mode & 0o777 == mode for path, (text, mode) in wanted.items())


def write_all(wanted: Mapping[Path, Wanted]) -> None:
    """Write those files that are not yet as they shall be."""
    for path, (text, mode) in wanted.items():
        if not are_there({path: Wanted(text, mode)}):
            write(path, text, mode)


def digest(paths: Iterable[Path]) -> str:
    """Return what changes whenever one of these files does."""
    texts = "\n".join(read(path) or "" for path in paths)
    return hashlib.sha256(texts.encode(errors="surrogateescape")).hexdigest()


def remove(*paths: Path) -> None:
    """Remove files, and those of their folders that came with them and are empty now."""
    for path in paths:
        path.unlink(missing_ok=True)
        path.with_name(f"{path.name}.citychase-new").unlink(missing_ok=True)
        folder = path.parent
        came_with_it = "citychase" in folder.name or folder.name == "sysusers.d"
        if came_with_it and folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()
