"""Edits a table's file of settings as its owner does."""

import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path

_moments: Iterator[int] = count(1_800_000_000)


def edit(folder: Path, text: str | bytes) -> None:
    """Write the file as an editor does, a moment after whatever was before."""
    file = folder / "settings.toml"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    moment = next(_moments)
    os.utime(file, (moment, moment))
