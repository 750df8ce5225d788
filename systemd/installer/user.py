"""The system user that the table runs as, and the folder of its games."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from systemd.installer.files import Wanted, are_there, read, remove, write_all
from systemd.installer.places import GROUPS, USER, Places
from systemd.installer.problems import Problem
from systemd.installer.steps import Deed, Step
from systemd.installer.work import Work

PRIVATE = 0o700
FIRST_PERSON = 1000
"""Debian numbers people from here on, and systems below."""
FIELDS = 4
"""What /etc/group has in a line; /etc/passwd has more."""


def members(places: Places, group: str) -> list[str] | None:
    """Return who is in a group; None where there is no such group."""
    found = _entry(places, "etc/group", group)
    return found[3].split(",") if found else None


def group_number(places: Places, group: str) -> int | None:
    """Return a group's number; None where there is no such group."""
    found = _entry(places, "etc/group", group)
    return int(found[2]) if found else None


def numbers(places: Places) -> tuple[int, int] | None:
    """Return the user's and its group's number; None where there is no such user."""
    found = _entry(places, "etc/passwd", USER)
    return (int(found[2]), int(found[3])) if found else None


def _entry(places: Places, file: str, name: str) -> list[str] | None:
    """Return what is written of a name. Lines of another kind, such as a `+` for a directory service, are passed by."""
    rows = (line.split(":") for line in (read(places.root / file) or "").splitlines())
    return next((row for row in rows if row[0] == name and len(row) >= FIELDS), None)


def check_user(work: Work) -> None:
    """Make sure that nobody logs in under the table's name: the table must not become a person. Raises Problem."""
    found = _entry(work.places, "etc/passwd", USER)
    if found and int(found[2]) >= FIRST_PERSON:
        raise Problem(
            f"Somebody's account on this machine is called {USER}, and the table needs that name for itself. Rename "
            f"it while nobody is logged in under it (sudo usermod -l NEWNAME {USER}), or begin with a fresh card."
        )


def make_user(work: Work) -> Step:
    """Make the user, in the groups that may use the pins."""
    places = work.places
    wanted = {places.sysusers: Wanted(work.source("sysusers.conf"))}

    def is_missing() -> bool:
        is_in_groups = all(USER in (members(places, group) or ()) for group in GROUPS)
        return not are_there(wanted) or numbers(places) is None or not is_in_groups

    def make() -> None:
        write_all(wanted)
        work.commands.run("systemd-sysusers", str(places.sysusers))

    return Step(
        Deed(f"make the system user {USER}, in the groups {', '.join(GROUPS[:-1])} and {GROUPS[-1]}", is_missing, make),
        Deed(f"remove {places.shown(places.sysusers)}", places.sysusers.exists, lambda: remove(places.sysusers)),
    )


def make_state_folder(work: Work) -> Step:
    """Make the folder of games and settings, which only the table's user may look into."""
    folder = work.places.state

    def is_missing() -> bool:
        if not folder.is_dir():
            return True
        return folder.stat().st_mode & 0o777 != PRIVATE or not _belongs_to(folder, numbers(work.places))

    def make() -> None:
        folder.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
        folder.chmod(PRIVATE)
        owner = numbers(work.places)
        if owner:
            _give(folder, owner)

    return Step(Deed(f"make {work.places.shown(folder)} for games and settings", is_missing, make))


def _belongs_to(folder: Path, owner: tuple[int, int] | None) -> bool:
    """Tell whether a folder and all in it have this owner, as far as that can be seen: a dry run need not be root's."""
    there = folder.stat()
    if (there.st_uid, there.st_gid) != owner:
        return False
    with suppress(PermissionError):
        for name, handle in _everything_in(folder):
            # A table that plays makes and removes files all the time.
            with suppress(FileNotFoundError):
                there = os.stat(name, dir_fd=handle, follow_symlinks=False)
                if (there.st_uid, there.st_gid) != owner:
                    return False
    return True


def _give(folder: Path, owner: tuple[int, int]) -> None:
    """Let a folder and all in it have an owner: games of a user who was made anew have the old one's number.

    The folder itself comes last. Where this is cut off it still has the old number, for us and for systemd, which looks
    at nothing else.
    """
    for name, handle in _everything_in(folder):
        with suppress(FileNotFoundError):
            os.chown(name, *owner, dir_fd=handle, follow_symlinks=False)
    os.chown(folder, *owner)


def _everything_in(folder: Path) -> Iterator[tuple[str, int]]:
    """List all that is in a folder, each by its name in an open folder: no link that the user has made is followed."""
    # The folder itself may be a link of the owner's, to a bigger disk.
    for _, folders, files, handle in os.fwalk(folder.resolve(), topdown=False):
        for name in (*folders, *files):
            yield name, handle
