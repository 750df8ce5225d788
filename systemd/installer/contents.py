"""What a release consists of, so that whatever is lost of it or changed is noticed.

Not pip's own lists: they go with the packages that are lost, and say nothing of the programs and units beside them.
"""

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

COMPILED = "__pycache__"
"""Python makes these anew where it misses them or has become a newer one."""


def contents(folder: Path) -> str:
    """Return a list of all files and links in a folder, each with what shows that it is unchanged."""
    return "".join(f"{fingerprint(folder / name)} {name}\n" for name in sorted(_names_in(folder)))


def is_whole(folder: Path, listed: str) -> bool:
    """Tell whether all that was listed is there, and as it was. What was added since does not count."""
    lines = [line.partition(" ") for line in listed.splitlines()]
    try:
        return bool(lines) and all(fingerprint(folder / name) == wanted for wanted, _, name in lines)
    except (OSError, ValueError):
        # Lost, or on a part of the card that cannot be read any more; or the list itself is no list any more.
        return False


def fingerprint(path: Path) -> str:
    """Return what changes whenever a file does; of a link, which may lead out of here, whenever it leads elsewhere."""
    data = b"link to " + os.fsencode(path.readlink()) if path.is_symlink() else path.read_bytes()
    return hashlib.sha256(data).hexdigest()


def _names_in(folder: Path) -> Iterator[str]:
    for here, folders, files in os.walk(folder):
        links = [name for name in folders if Path(here, name).is_symlink()]
        folders[:] = [name for name in folders if name != COMPILED]
        for name in (*files, *links):
            yield str(Path(here, name).relative_to(folder))
