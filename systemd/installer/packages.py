"""The Debian packages that the table needs."""

from systemd.installer.files import read, write
from systemd.installer.hotspot import has_hotspot
from systemd.installer.machine import Machine
from systemd.installer.problems import CommandFailed, Problem
from systemd.installer.steps import Deed, Step
from systemd.installer.voice import INDENT
from systemd.installer.work import Work

EVERYWHERE = ("python3-venv", "avahi-daemon")
COMPILER = ("gcc", "libc6-dev", "python3-dev")
"""The LED driver of a Pi up to 4 is published as source only."""


HOTSPOT = ("iw", "dnsmasq-base")
"""One sees who is in the Wi-Fi, the other gives them addresses."""


LOCKED = ("Could not get lock", "Unable to acquire the dpkg frontend lock", "locked by another process")
"""What apt and dpkg say while another of them is at work."""
PATIENCE_S = 300
PAUSE_S = 5


def needed_packages(machine: Machine, has_hotspot: bool = False) -> tuple[str, ...]:
    """Return what must be there."""
    compiler = COMPILER if machine.compiles_drivers else ()
    return EVERYWHERE + compiler + (HOTSPOT if has_hotspot else ())


def missing_packages(work: Work) -> list[str]:
    """Return what is not there yet."""
    return [package for package in needed_packages(work.machine, has_hotspot(work)) if not _is_installed(work, package)]


def brought_packages(work: Work) -> list[str]:
    """Return what the installer has brought and is there: it notes that before it tries to."""
    return [package for package in (read(work.places.packages) or "").split() if _is_installed(work, package)]


def _is_installed(work: Work, package: str) -> bool:
    asked = work.commands.ask("dpkg-query", "--show", "--showformat=${db:Status-Status}", package)
    return asked.text == "installed"


def _show_patiently(work: Work, *command: str) -> None:
    """Run a command that must be alone with Debian's packages. A fresh Pi may just be installing its updates."""
    for waited_s in range(0, PATIENCE_S, PAUSE_S):
        try:
            work.commands.show(*command)
        except CommandFailed as failure:
            if not any(words in failure.output for words in LOCKED):
                raise
        else:
            return
        if not waited_s:
            work.voice.say(f"{INDENT}Another program is installing packages: waiting for it, up to {PATIENCE_S} s …")
        elif work.voice.is_terminal:
            work.voice.show("waiting for the other program …", waited_s)
        work.commands.pause(PAUSE_S)
    work.voice.clear()
    raise Problem(
        f"Another program has been installing packages for {PATIENCE_S} s, such as this system's own updates. "
        "Run this again when it has ended."
    )


def bring_packages(work: Work) -> Step:
    """Install what is missing. It stays when the table goes: other programs may have come to need it."""
    missing = missing_packages(work)
    names = ", ".join(missing or needed_packages(work.machine, has_hotspot(work)))

    def install() -> None:
        brought = {*(read(work.places.packages) or "").split(), *missing}
        write(work.places.packages, "".join(f"{package}\n" for package in sorted(brought)))
        # Where an earlier apt-get was killed, dpkg refuses to do anything else before this.
        if work.commands.ask("dpkg", "--audit").text.strip():
            _show_patiently(work, "dpkg", "--configure", "--pending")
        _show_patiently(work, "apt-get", "update", "--quiet", "-o", "APT::Update::Error-Mode=any")
        _show_patiently(
            work, "apt-get", "install", "--quiet", "--yes", "--no-install-recommends", "-o", "Dpkg::Use-Pty=0", *missing
        )

    return Step(Deed(f"install the Debian packages {names}", lambda: bool(missing), install))
