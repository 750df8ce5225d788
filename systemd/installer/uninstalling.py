"""Takes the table away again, and says what it leaves."""

import shlex
import shutil
from pathlib import Path

from systemd.installer import boot
from systemd.installer.checks import check_place
from systemd.installer.files import remove
from systemd.installer.installing import plan
from systemd.installer.packages import brought_packages
from systemd.installer.places import GROUPS, USER
from systemd.installer.port import is_the_owners
from systemd.installer.steps import Deed, carry_out, undoings
from systemd.installer.user import numbers
from systemd.installer.work import Work

PURGE = "sudo make uninstall OPTIONS=--purge"


def uninstall(work: Work) -> None:
    """Take everything away that the installer has made. Raises Problem."""
    check_place(work)
    if not is_anything_there(work):
        work.voice.say("City Chase is not installed here: there is nothing to remove.")
        tell_what_stays(work, [])
        return
    is_dry_run = work.options.is_dry_run
    if work.options.purges and not is_dry_run and not _is_sure(work):
        work.voice.say("Nothing was changed.")
        return
    removes_boot_lines = boot.has_our_lines(work) and (is_dry_run or boot.ask_for_removal(work))
    brought = brought_packages(work)
    elsewhere = moved(work) if work.options.purges else {}
    deeds = undoings(plan(work, removes_boot_lines=removes_boot_lines))
    if work.options.purges:
        deeds += purging(work)
    carry_out([deed for deed in deeds if deed.is_needed()], work.voice, is_dry_run)
    if is_dry_run:
        work.voice.say("This was a dry run: nothing was changed.")
        return
    work.voice.say()
    work.voice.say("City Chase is removed.")
    tell_what_stays(work, brought)
    for link, folder in elsewhere.items():
        work.voice.say(f"{folder} stays, to which {link} was a link: only you know what else is in there.")
        work.voice.say(f"    If it is only the table's: sudo rm -r {shlex.quote(str(folder))}")


def is_anything_there(work: Work) -> bool:
    """Tell whether there is anything to remove."""
    deeds = undoings(plan(work, removes_boot_lines=boot.has_our_lines(work)))
    return any(deed.is_needed() for deed in deeds) or bool(work.options.purges and kept(work))


def _is_sure(work: Work) -> bool:
    return work.voice.ask(
        "Delete all games, seats and settings of this table? Nobody can bring them back.",
        "Add --yes to delete them.",
        default=False,
    )


def purging(work: Work) -> list[Deed]:
    """Return what deletes the people's own things."""
    places = work.places

    def delete(folder: Path, what: str) -> Deed:
        if folder.is_symlink():
            return Deed(f"remove the link {places.shown(folder)} to the {what}", folder.is_symlink, folder.unlink)
        return Deed(f"delete {places.shown(folder)}: {what}", folder.exists, lambda: shutil.rmtree(folder))

    return [
        delete(places.state, "games, seats and settings"),
        delete(places.configuration, "the board's plan"),
        Deed(
            f"delete {places.shown(places.port_choice)}, your choice of the port",
            lambda: is_the_owners(places),
            lambda: remove(places.port_choice),
        ),
        Deed(
            f"remove the system user {USER}",
            lambda: numbers(places) is not None,
            lambda: work.commands.run("userdel", USER),
        ),
    ]


def moved(work: Work) -> dict[str, Path]:
    """Return the folders that the owner has moved elsewhere, as to another disk, by the link that was left.

    Other people's things may be in there, which the installer has given to the table's user with all the rest: what is
    the table's own cannot be told any more. So only the link is ours to remove.
    """
    own = (work.places.state, work.places.configuration)
    return {work.places.shown(link): link.resolve() for link in own if link.is_symlink() and link.exists()}


def kept(work: Work) -> list[str]:
    """Return what an uninstall leaves of the people's own things."""
    places = work.places
    found = []
    if places.state.exists() or places.state.is_symlink():
        found.append(f"{places.shown(places.state)}: games, seats and settings")
    if places.configuration.exists() or places.configuration.is_symlink():
        found.append(f"{places.shown(places.configuration)}: the board's plan")
    if is_the_owners(places):
        found.append(f"{places.shown(places.port_choice)}: your choice of the port")
    if numbers(places) is not None:
        found.append(f"the system user {USER}")
    return found


def tell_what_stays(work: Work, brought: list[str]) -> None:
    """Say what is left, and how to remove that too."""
    say = work.voice.say
    left = kept(work)
    if left:
        say(f"These stay; {PURGE} deletes them:")
        for thing in left:
            say(f"    {thing}")
    for backup in work.places.backups_of(work.places.boot_settings):
        say(f"{work.places.shown(backup)} stays too: {work.places.boot_settings.name} has changed since.")
    if brought:
        say(f"Debian packages that came with it stay, too: sudo apt remove {' '.join(brought)}")
    if brought or left:
        say(f"So do the groups {', '.join(GROUPS[:-1])} and {GROUPS[-1]}, which other programs use.")
