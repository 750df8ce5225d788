"""What of the checkout becomes part of a release."""

import hashlib
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from systemd.installer.machine import Machine

LOCKED = "constraints.txt"
UNITS = ("citychase.service", "citychase.socket", "back-off")
HASH_LETTERS = 8


def read_project(checkout: Path) -> dict[str, Any]:
    """Return pyproject.toml."""
    return tomllib.loads((checkout / "pyproject.toml").read_text(encoding="utf-8"))


def version_of(checkout: Path) -> str:
    """Return the version in this checkout."""
    return str(read_project(checkout)["project"]["version"])


def release_files(checkout: Path) -> list[Path]:
    """Return what a release is made of, as paths in the checkout: the wheel's files and the units."""
    project = read_project(checkout)
    packages = project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    single = ["pyproject.toml", LOCKED, project["project"]["readme"], *project["project"]["license-files"]]
    of_packages = (file for package in packages for file in _files_in(checkout / package))
    chosen = {*of_packages, *(checkout / name for name in single), *(checkout / "systemd" / name for name in UNITS)}
    return sorted(file.relative_to(checkout) for file in chosen)


def _files_in(folder: Path) -> Iterator[Path]:
    for path in folder.rglob("*"):
        if path.is_file() and path.suffix != ".pyc":
            yield path


def release_id(checkout: Path, machine: Machine) -> str:
    """Return the name of the release that this checkout makes on this machine: the same for the same content."""
    # Another Pi needs another extra, and a newer Debian has another Python.
    content = hashlib.sha256(f"{machine.extra} {machine.python.rpartition('.')[0]}\0".encode())
    for name in release_files(checkout):
        data = (checkout / name).read_bytes()
        content.update(f"{name}\0{len(data)}\0".encode() + data)
    return f"{version_of(checkout)}-{content.hexdigest()[:HASH_LETTERS]}"


def copy_release_files(checkout: Path, folder: Path) -> None:
    """Copy them, so that building leaves nothing in the checkout, which need not be root's."""
    for name in release_files(checkout):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(checkout / name, folder / name)
