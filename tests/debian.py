"""Small Debians to install things in: made by mmdebstrap from this machine's own mirror, entered by systemd-nspawn."""

import hashlib
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.mirror import apt_settings, find_mirror

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build" / "debian"
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
MMDEBSTRAP = ("mmdebstrap", "--quiet", "--mode=root", "--variant=minbase", "--skip=cleanup/apt/lists")


def key_of(*recipe: str) -> str:
    """Return a short name for what a recipe makes."""
    return hashlib.sha256("\n".join(recipe).encode()).hexdigest()[:12]


def suite() -> str:
    """Return the Debian that this machine runs, or else one that is known to work."""
    release = platform.freedesktop_os_release()
    return release["VERSION_CODENAME"] if release.get("ID") == "debian" else "bookworm"


def make_base(packages: Sequence[str]) -> Path:
    """Return a root file system with these packages, made once. Needs root."""
    options = apt_settings()
    folder = BUILD / f"base-{key_of(suite(), *packages, *options)}"
    if not folder.exists():
        new = folder.with_name(f"{folder.name}.new")
        shutil.rmtree(new, ignore_errors=True)
        new.parent.mkdir(parents=True, exist_ok=True)
        wishes = [f"--include={','.join(packages)}", *(f"--aptopt={option}" for option in options)]
        subprocess.run([*MMDEBSTRAP, *wishes, suite(), str(new), find_mirror([suite()])], check=True)
        new.rename(folder)
    return folder


@contextmanager
def copied(root: Path, folder: Path) -> Iterator[Path]:
    """Give a copy of a root file system: a layer over it, where the kernel has that, or else all of its files."""
    copy, layer, work = (folder / name for name in ("root", "layer", "work"))
    folder.mkdir(parents=True)
    # What is thrown away afterwards need not go to a disk that others use, too.
    is_in_memory = _run("mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", str(folder))
    for new in (copy, layer, work):
        new.mkdir()
    # Folders of the layer below can be renamed, as on a disk.
    options = f"lowerdir={root},upperdir={layer},workdir={work},redirect_dir=on"
    is_layered = _run("mount", "-t", "overlay", "-o", options, "overlay", str(copy))
    if not is_layered and not _run("cp", "-a", "--reflink=auto", f"{root}/.", str(copy)):
        raise OSError(f"{root} cannot be copied to {copy}.")
    try:
        yield copy
    finally:
        if is_layered:
            _run("umount", "--lazy", str(copy))
        if is_in_memory:
            _run("umount", "--lazy", str(folder))
        shutil.rmtree(folder)


def _run(*command: str) -> bool:
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


def pip_settings() -> dict[str, str]:
    """Return this machine's settings of pip, from its files and its environment, as variables."""
    command = [sys.executable, "-m", "pip", "config", "list"]
    listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found = re.findall(r"^[^.]*\.([\w-]+)='(.*)'$", listed, re.MULTILINE)
    return {f"PIP_{name.replace('-', '_').upper()}": value.replace("\\n", " ").strip() for name, value in found}


def paths_in(values: Iterable[str]) -> list[str]:
    """Return the files and folders of this machine that settings name."""
    words = " ".join(values).split()
    # An index of packages has them beside it.
    indexes = {Path(word.removeprefix("file://")).parent for word in words if word.startswith("file:///")}
    named = {Path(word) for word in words if word.startswith("/")}
    return sorted(str(path) for path in indexes | named if path.exists())


def copy_checkout(target: Path) -> Path:
    """Copy what a clone of this checkout would have, with what is not committed yet."""
    git = ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(git, check=True, capture_output=True, text=True, cwd=ROOT).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, target / name)
    return target


def enter(
    root: Path, binds: Mapping[Path, str], environment: Mapping[str, str], *command: str, options: Sequence[str] = ()
) -> list[str]:
    """Return the command that runs another one in a root file system, with folders of this machine in it."""
    return [
        "systemd-nspawn", "--quiet", f"--directory={root}", "--register=no", "--keep-unit", "--console=pipe",
        *(f"--bind={folder}:{place}" for folder, place in binds.items()),
        *(f"--setenv={name}={value}" for name, value in {"PATH": PATH, **environment}.items()),
        *options, *command,
    ]  # fmt: skip
