"""What must be so before anything is changed."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from firmware import raspberry
from systemd.installer.checkout import release_id
from systemd.installer.hotspot import check_hotspot
from systemd.installer.packages import missing_packages
from systemd.installer.places import SOCKET
from systemd.installer.problems import Problem
from systemd.installer.release import is_sound, target
from systemd.installer.user import check_user
from systemd.installer.work import Work

OLDEST_PYTHON = (3, 11)
RELEASE_MB = 120
COMPILER_MB = 300
MB = 1024 * 1024
LISTENING = "0A"


def check_system(work: Work) -> None:
    """Make sure that this is a system the table can be installed on. Raises Problem."""
    machine = work.machine
    if not machine.has_apt or not machine.systemd:
        raise Problem("This needs Raspberry Pi OS or another Debian, with apt and systemd.")
    if not machine.is_64_bit:
        raise Problem("This system is a 32-bit one. Put the 64-bit Raspberry Pi OS on the card and run this again.")
    if tuple(int(number) for number in machine.python.split(".")[:2]) < OLDEST_PYTHON:
        raise Problem(f"This needs Python 3.11 or later, and this system has {machine.python}. A newer Debian has it.")
    if raspberry.is_pi(machine.model) and not machine.is_supported:
        raise Problem(f"The board needs a Raspberry Pi Zero 2 W, 3, 4 or 5, and this is a {machine.model}.")


def check_place(work: Work) -> None:
    """Make sure that the program's folder is no link, through which it could not be taken away. Raises Problem."""
    folder = work.places.program
    if folder.is_symlink():
        raise Problem(
            f"{work.places.shown(folder)} is a link, and the table needs a folder there. Remove the link, or put the "
            "folder itself in its place, and run this again."
        )


def check_room(work: Work) -> None:
    """Make sure that there is enough room. Raises Problem."""
    if is_sound(work, release_id(work.checkout, work.machine)):
        return
    needed = RELEASE_MB
    if "gcc" in missing_packages(work):
        needed += COMPILER_MB
    folder = next(path for path in (work.places.releases, *work.places.releases.parents) if path.exists())
    free = shutil.disk_usage(folder).free // MB
    if free < needed:
        raise Problem(
            f"A release needs {needed} MB in {work.places.shown(work.places.program)}, and there are only {free} MB "
            "free. Make room (sudo apt clean, df -h) and run this again."
        )


def check_port(work: Work) -> None:
    """Make sure that nobody else listens where the pages shall be. Raises Problem."""
    if not work.machine.is_booted:
        return
    inodes = listening_inodes(_tables(work), work.port)
    if not inodes or _is_ours(work):
        return
    raise Problem(
        f"Port {work.port} is in use by {_owner(work.places.root / 'proc', inodes)}. Stop that program, or choose "
        'another port: sudo make install OPTIONS="--port 8080"'
    )


def _is_ours(work: Work) -> bool:
    """Tell whether it is the table itself that listens where the pages shall be."""
    # What is written down may not be in force yet, after an interruption or by the owner's hand.
    answer = work.commands.ask("systemctl", "show", "-P", "Listen", SOCKET).text
    is_active = work.commands.ask("systemctl", "is-active", SOCKET).text.strip() == "active"
    return is_active and any(word.endswith(f":{work.port}") for word in answer.split())


def _tables(work: Work) -> str:
    files = (work.places.root / "proc/net" / name for name in ("tcp", "tcp6"))
    return "".join(file.read_text(encoding="ascii", errors="replace") for file in files if file.exists())


def listening_inodes(tables: str, port: int) -> set[str]:
    """Return the sockets that listen at a port, as /proc/net/tcp lists them."""
    rows = (line.split() for line in tables.splitlines())
    return {
        row[9]
        for row in rows
        if len(row) > 9 and row[3] == LISTENING and row[1].endswith(f":{port:04X}")  # noqa: PLR2004 - columns of a table
    }


def _owner(proc: Path, inodes: set[str]) -> str:
    """Return the name of the program that holds one of these sockets."""
    for process in proc.glob("[0-9]*"):
        if inodes.intersection(_sockets_of(process)):
            return (process / "comm").read_text(encoding="utf-8", errors="replace").strip()
    return "another program"


def _sockets_of(process: Path) -> Iterator[str]:
    try:
        for handle in (process / "fd").iterdir():
            found = re.fullmatch(r"socket:\[(\d+)\]", str(handle.readlink()))
            if found:
                yield found[1]
    except OSError:
        # It has ended, or is not ours to look into.
        return


def check_everything(work: Work) -> None:
    """Make sure that the work can be done. Raises Problem."""
    check_system(work)
    check_user(work)
    check_place(work)
    check_room(work)
    check_port(work)
    check_hotspot(work)
    _ask_about_no_pi(work)


def _ask_about_no_pi(work: Work) -> None:
    if work.machine.is_supported or target(work.places.current):
        return
    work.voice.say("This is not a Raspberry Pi, so there are no pins for a board.")
    is_wanted = work.options.is_dry_run or work.voice.ask(
        "Install the table with the simulated board as a service?", "Add --yes to install it with the simulated board."
    )
    if not is_wanted:
        raise Problem('Nothing was changed. To play without installing anything: "make play".')
