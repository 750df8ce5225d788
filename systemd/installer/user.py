"""The system user that the table runs as, and the folder of its games."""

import os

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
        there = folder.stat()
        return there.st_mode & 0o777 != PRIVATE or (there.st_uid, there.st_gid) != numbers(work.places)

    def make() -> None:
        folder.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
        folder.chmod(PRIVATE)
        owner = numbers(work.places)
        if owner:
            os.chown(folder, *owner)

    return Step(Deed(f"make {work.places.shown(folder)} for games and settings", is_missing, make))
