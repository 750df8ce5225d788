"""Releases: each is a virtual environment of its own, and a link says which one is in use."""

import shutil
import sys
from pathlib import Path

from systemd.installer.checkout import LOCKED, UNITS, copy_release_files, release_id
from systemd.installer.contents import contents, is_whole
from systemd.installer.files import point, read, remove, sync, write
from systemd.installer.places import Places
from systemd.installer.steps import Deed, Step
from systemd.installer.work import Work

COMPLETE = "complete"
"""The last file of a release, which lists all others. A folder without it was left half built."""
DAMAGED = ".damaged"
"""Added to the name of the release in use while it is built anew: until that is done there is no other."""


LOOK = "import companion.cli"
"""What a release's own Python must be able to do: a newer Debian may no longer have the one that it was made for."""


def target(link: Path) -> str:
    """Return the release that a link points to; empty where there is no such link."""
    return link.readlink().name if link.is_symlink() else ""


def is_complete(places: Places, release: str) -> bool:
    """Tell whether a release was built to its end."""
    return bool(release) and (places.releases / release / COMPLETE).is_file()


def is_sound(work: Work, release: str) -> bool:
    """Tell whether a release was built to its end and nothing of it has been lost or changed since."""
    folder = work.places.releases / release
    if not is_complete(work.places, release) or not is_whole(folder, read(folder / COMPLETE) or ""):
        return False
    # -B: looking at a release does not change it.
    return work.commands.ask(str(folder / "bin/python"), "-IB", "-c", LOOK).code == 0


def packaged_board(folder: Path) -> Path | None:
    """Return the board's plan in a release."""
    return next(iter(folder.glob("lib/python3*/site-packages/hardware/board.toml")), None)


def build_release(work: Work) -> Step:
    """Make the virtual environment of this checkout's release."""
    places = work.places
    release = release_id(work.checkout, work.machine)
    drivers = f" with the drivers [{work.machine.extra}]" if work.machine.extra else ""

    def build() -> None:
        folder = places.releases / release
        is_in_use = target(places.current) == release
        is_aside = is_in_use and folder.exists()
        if is_aside:
            _set_aside(folder)
        try:
            _build(work, folder)
            if is_in_use:
                # What runs is not what is built now.
                places.started.unlink(missing_ok=True)
        except BaseException:
            # Half a release is of no use to anyone, and the disk may be full because of it.
            shutil.rmtree(folder, ignore_errors=True)
            if is_aside:
                _aside(folder).rename(folder)
            raise
        finally:
            shutil.rmtree(_source(places), ignore_errors=True)
        shutil.rmtree(_aside(folder), ignore_errors=True)

    def remove_all() -> None:
        shutil.rmtree(places.program)

    return Step(
        Deed(
            f"build release {release}{drivers} in {places.shown(places.releases / release)}",
            lambda: not is_sound(work, release),
            build,
        ),
        Deed(f"remove {places.shown(places.program)}, the program", places.program.exists, remove_all),
    )


def _aside(folder: Path) -> Path:
    return folder.with_name(f"{folder.name}{DAMAGED}")


def _set_aside(folder: Path) -> None:
    """Keep the release in use until it is built anew at the same place: its programs know where they are."""
    if _aside(folder).exists():
        shutil.rmtree(_aside(folder))
    folder.rename(_aside(folder))
    sync(folder.parent)


def put_back(work: Work) -> None:
    """Use the release again that was set aside when an earlier run was cut off: in its place is half a new one."""
    places = work.places
    release = target(places.current)
    folder = places.releases / release
    if not release or is_complete(places, release) or not _aside(folder).exists():
        return
    verb = "would put" if work.options.is_dry_run else "putting"
    work.voice.say(f"{verb} release {release} back: it was being built anew when an earlier run was cut off")
    if not work.options.is_dry_run:
        shutil.rmtree(folder, ignore_errors=True)
        _aside(folder).rename(folder)
        sync(folder.parent)


def _source(places: Places) -> Path:
    return places.program / "source"


def _build(work: Work, folder: Path) -> None:
    source = _source(work.places)
    for old in (source, folder):
        if old.exists():
            shutil.rmtree(old)
    folder.mkdir(parents=True)
    copy_release_files(work.checkout, source)
    work.voice.show("making the virtual environment …", 0)
    # venv itself would call ensurepip too, but keep to itself what that says, such as that the disk is full.
    work.commands.show(sys.executable, "-m", "venv", "--without-pip", str(folder))
    work.commands.show(str(folder / "bin/python"), "-m", "ensurepip", "--upgrade", "--default-pip")
    extra = f"[{work.machine.extra}]" if work.machine.extra else ""
    work.voice.show("installing the program and what it needs …", 0)
    work.commands.show(
        str(folder / "bin/python"), "-m", "pip", "install", "--progress-bar", "off", "--use-pep517",
        "--constraint", str(source / LOCKED), f"{source}{extra}",
        PIP_DISABLE_PIP_VERSION_CHECK="1", PIP_NO_INPUT="1",
    )  # fmt: skip
    work.commands.run(str(folder / "bin/citychase"), "--version")
    # Kept beside the program that they start, for going back to it.
    (folder / "units").mkdir()
    for name in UNITS:
        shutil.copyfile(source / "systemd" / name, folder / "units" / name)
    # Once the release is complete nobody looks after what is left of building it.
    shutil.rmtree(source)
    # All of it must be on the card before anything says that it is complete.
    work.commands.run("sync", "--file-system", str(folder))
    write(folder / COMPLETE, contents(folder))


def switch_release(work: Work) -> Step:
    """Let the new release be the one in use."""
    places = work.places
    release = release_id(work.checkout, work.machine)
    before = target(places.current)
    coming_from = f" instead of {before}" if before and before != release else ""

    def switch() -> None:
        if is_complete(places, before):
            point(places.previous, places.releases / before)
        point(places.current, places.releases / release)

    return Step(Deed(f"use release {release}{coming_from}", lambda: target(places.current) != release, switch))


def prune_releases(work: Work) -> Step:
    """Remove all releases but the one in use and the one before."""
    places = work.places

    def old() -> list[Path]:
        kept = {release_id(work.checkout, work.machine), target(places.current), target(places.previous)}
        there = places.releases.iterdir() if places.releases.is_dir() else ()
        return [folder for folder in there if folder.name not in kept]

    def prune() -> None:
        for folder in old():
            # Without this first, a half removed one would pass for complete.
            remove(folder / COMPLETE)
            shutil.rmtree(folder)

    return Step(Deed("remove older releases", lambda: bool(old()), prune))
