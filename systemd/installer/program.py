"""The command that people type, and the board's plan that is theirs to edit."""

from systemd.installer.files import Wanted, are_there, read, remove, write, write_all
from systemd.installer.places import Places
from systemd.installer.release import packaged_board
from systemd.installer.steps import Deed, Step
from systemd.installer.work import Work

RUNNABLE = 0o755


def place_wrapper(work: Work) -> Step:
    """Install the command `citychase`."""
    path = work.places.wrapper
    wanted = {path: Wanted(work.source("citychase"), RUNNABLE)}
    shown = work.places.shown(path)
    return Step(
        Deed(f"install the command {shown}", lambda: not are_there(wanted), lambda: write_all(wanted)),
        Deed(f"remove the command {shown}", path.exists, lambda: remove(path)),
    )


def packaged_boards(places: Places) -> set[str]:
    """Return the board's plan as each release that is still here brought it."""
    folders = places.releases.iterdir() if places.releases.is_dir() else ()
    texts = (read(path) for folder in folders if (path := packaged_board(folder)))
    return {text for text in texts if text is not None}


def place_board(work: Work) -> Step:
    """Copy the board's plan; one that the owner has changed is left alone."""
    places = work.places
    newest = (work.checkout / "hardware/board.toml").read_text(encoding="utf-8")
    there = read(places.board)
    is_the_owners = there is not None and there != newest and there not in packaged_boards(places)
    what = ", which you have changed, as it is" if is_the_owners else ", the board's plan"

    def is_needed() -> bool:
        return there != newest and not is_the_owners

    verb = "keep" if is_the_owners else "write"
    return Step(
        Deed(f"{verb} {places.shown(places.board)}{what}", is_needed, lambda: write(places.board, newest)),
    )
