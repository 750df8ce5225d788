"""A Debian that the installer is tried in."""

import os
import signal
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.debian import BUILD, ROOT, enter, key_of, paths_in, pip_settings

CHECKOUT = "/checkout"
WHEELS = "/wheels"


def wheel_folder(suite: str) -> Path:
    """Return where the wheels are kept that releases are made of."""
    recipe = (suite, *((ROOT / name).read_text() for name in ("pyproject.toml", "constraints.txt")))
    return BUILD / f"wheels-{key_of(*recipe)}"


def children(nspawn: int) -> list[int]:
    """Return the first process in a container, as this machine counts."""
    return [int(child) for child in Path(f"/proc/{nspawn}/task/{nspawn}/children").read_text().split()]


def cut_power(nspawn: int) -> None:
    """Kill the first process in a container, and with it all others there."""
    for child in children(nspawn):
        os.kill(child, signal.SIGKILL)


@dataclass(frozen=True)
class Debian:
    """A root file system, the checkout in it, and what else of this machine it can see."""

    root: Path
    checkout: Path
    wheels: Path | None = None
    """Without these, pip needs the network."""
    options: tuple[str, ...] = ()
    binds: Mapping[Path, str] = field(default_factory=dict)

    def command(self, *command: str, options: tuple[str, ...] = ()) -> list[str]:
        """Return the command that runs a command in it."""
        settings = pip_settings()
        binds = {self.checkout: CHECKOUT, **self.binds}
        if self.wheels:
            settings = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": WHEELS}
            binds[self.wheels] = WHEELS
        else:
            binds |= {Path(path): path for path in paths_in(settings.values())}
        proxies = {name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}
        return enter(self.root, binds, {**proxies, **settings}, *command, options=(*self.options, *options))

    def run(self, *command: str, options: tuple[str, ...] = ()) -> "subprocess.CompletedProcess[str]":
        """Run a command in it."""
        return subprocess.run(
            self.command(*command, options=options),
            stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
        )  # fmt: skip

    def install(self, *words: str, options: tuple[str, ...] = ()) -> "subprocess.CompletedProcess[str]":
        """Run the installer as people do, with all questions answered."""
        given = f"OPTIONS={' '.join(('--yes', *words))}"
        return self.run("make", "--silent", "-C", CHECKOUT, "install", given, options=options)

    def uninstall(self, *words: str) -> "subprocess.CompletedProcess[str]":
        """Run the uninstaller as people do."""
        return self.run("make", "--silent", "-C", CHECKOUT, "uninstall", f"OPTIONS={' '.join(words)}")

    def install_until(self, words: str) -> str:
        """Run the installer and cut the power when it says something. Returns what it said."""
        command = self.command(f"{CHECKOUT}/systemd/install", "--yes")
        said = ""
        with subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as process:
            for line in process.stdout or ():
                said += line
                if words in line:
                    cut_power(process.pid)
                    break
        return said

    def path(self, name: str) -> Path:
        """Return a place in it."""
        return self.root / name.lstrip("/")

    def release(self, link: str = "current") -> str:
        """Return the release that is in use."""
        return self.path(f"opt/citychase/{link}").readlink().name

    def releases(self) -> set[str]:
        """Return all releases that are there."""
        return {folder.name for folder in self.path("opt/citychase/releases").iterdir()}
