"""The units, and the table that they run. A new release that does not become ready makes way for the one before."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from companion.installed import SERVICE_PORT
from systemd.installer.avahi import announce_pages
from systemd.installer.boot import missing_buses
from systemd.installer.files import Wanted, are_there, digest, point, read, remove, write, write_all
from systemd.installer.hotspot import has_hotspot
from systemd.installer.places import HOTSPOT, SERVICE, SOCKET, USER
from systemd.installer.port import choose_port, is_the_owners
from systemd.installer.problems import CommandFailed, Problem
from systemd.installer.release import is_complete, packaged_board, target
from systemd.installer.steps import Deed, Step, doings
from systemd.installer.work import Work

OURS = (SERVICE, SOCKET)
SHOWN_LINES = 3


class NotReady(Problem):
    """The table does not become ready. The message is its last words."""


class Before(NamedTuple):
    """What last became ready: an earlier run may have been cut off between switching to a release and starting it."""

    release: str
    port: int
    schema: int
    """The form in which it left the games' journal."""


NOTHING = Before("", SERVICE_PORT, 0)


def unit_files(work: Work, folder: Path) -> dict[Path, Wanted]:
    """Return the units in a folder as they shall be on this machine."""
    places = work.places
    texts = {name: (folder / name).read_text(encoding="utf-8") for name in OURS}
    return {places.units / name: Wanted(text) for name, text in texts.items()}


def place_units(work: Work, folder: Path | None = None) -> Step:
    """Install the units: those of the checkout, or of a folder."""
    places = work.places
    units = unit_files(work, folder or work.checkout / "systemd")
    chosen, unwanted = choose_port(work)
    files = units | chosen
    ours = [*units] if is_the_owners(places) else [*units, places.port_choice]

    def is_needed() -> bool:
        return not are_there(files) or any(path.exists() for path in unwanted)

    def place() -> None:
        write_all(files)
        remove(*unwanted)

    def take_away() -> None:
        remove(*ours)
        if work.machine.is_booted:
            work.commands.run("systemctl", "daemon-reload")

    return Step(
        Deed(f"install the units {SERVICE} and {SOCKET}, port {work.port}", is_needed, place),
        Deed(f"remove the units {SERVICE} and {SOCKET}", lambda: any(path.exists() for path in ours), take_away),
    )


def enable_units(work: Work) -> Step:
    """Let the table start with the machine."""
    wanted = (*OURS, HOTSPOT) if has_hotspot(work) else OURS

    def is_enabled(unit: str) -> bool:
        return work.commands.ask("systemctl", "is-enabled", unit).text.strip() == "enabled"

    def is_known(unit: str) -> bool:
        return (work.places.units / unit).exists()

    def disable() -> None:
        known = [unit for unit in (*OURS, HOTSPOT) if is_known(unit)]
        if work.machine.is_booted:
            # The socket first: it would start the service again at the next visitor.
            work.commands.run("systemctl", "stop", *(unit for unit in (SOCKET, SERVICE, HOTSPOT) if unit in known))
        work.commands.run("systemctl", "disable", *known)

    return Step(
        Deed(
            "let the table start with this machine",
            lambda: not all(is_enabled(unit) for unit in wanted),
            lambda: work.commands.run("systemctl", "enable", *wanted),
        ),
        Deed("stop the table, and let it start no more", lambda: any(is_known(unit) for unit in OURS), disable),
    )


def can_start(work: Work) -> bool:
    """Tell whether the table can run here and now, and shall."""
    return work.machine.is_booted and not work.options.leaves_stopped and not missing_buses(work)


def start_table(work: Work) -> Step:
    """Start the table, or start it again where it runs on something older."""
    if not can_start(work):
        return Step(None)
    before = _what_ran(work)

    def is_active(unit: str) -> bool:
        return work.commands.ask("systemctl", "is-active", unit).text.strip() == "active"

    def is_needed() -> bool:
        started = read(work.places.started) or ""
        return not all(is_active(unit) for unit in OURS) or not started.startswith(_what_runs(work))

    def start() -> None:
        try:
            _start(work)
        except NotReady as failure:
            raise Problem(_make_way(work, before, str(failure))) from failure
        _remember_what_runs(work)

    return Step(Deed("start the table and wait until it is ready", is_needed, start))


def forget_what_was_replaced(work: Work) -> None:
    """Let there be no way back from a release that this machine is to start by itself: it may play for months."""
    if not can_start(work) and _what_ran(work).release != target(work.places.current):
        work.places.started.unlink(missing_ok=True)


def journal_schema(path: Path) -> int:
    """Return the form of the games' journal, which a release may have made newer; 0 where none can be read."""
    if not path.exists():
        return 0
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as journal:
            return int(journal.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.Error:
        return 0


def _make_way(work: Work, before: Before, said: str) -> str:
    """Go back to the release before, where a new one has replaced it. Returns what has happened."""
    release = before.release
    if target(work.places.current) == release or not is_complete(work.places, release):
        return f"The table does not start. {said}"
    if journal_schema(work.places.journal) > before.schema:
        return (
            "The new release does not start. It has already given the games a newer form, which the one before, "
            f"{release}, cannot read: that one was not put back. {said}"
        )
    _go_back(work, before)
    return f"The new release does not start. The table runs again on the one before, {release}. {said}"


def what_it_says(work: Work) -> str:
    """Return what the running table says of itself, its address above all; empty where it does not run."""
    if not work.machine.is_booted or work.commands.ask("systemctl", "is-active", SERVICE).code:
        return ""
    return work.commands.ask("systemctl", "show", "-P", "StatusText", SERVICE).text.strip()


def _what_runs(work: Work) -> str:
    """Return what is running after a start now."""
    places = work.places
    paths = (places.units / SERVICE, places.units / SOCKET)
    return f"{target(places.current)} {work.port} {digest(paths)}\n"


def _remember_what_runs(work: Work) -> None:
    """Write down what has become ready, and the games' form, which a newer release may change."""
    write(work.places.started, f"{_what_runs(work)}{journal_schema(work.places.journal)}\n")


def _what_ran(work: Work) -> Before:
    """Return what was written down last."""
    match (read(work.places.started) or "").split():
        case [release, port, _, schema] if port.isdecimal() and schema.isdecimal():
            return Before(release, int(port), int(schema))
        case _:
            return NOTHING


def _start(work: Work) -> None:
    """Start the table, on what is in place now. Raises NotReady."""
    run = work.commands.run
    since = _now(work)
    try:
        run("systemctl", "daemon-reload")
        # A socket cannot begin to listen while its service runs.
        run("systemctl", "stop", SOCKET, SERVICE)
        work.commands.ask("systemctl", "reset-failed", SOCKET, SERVICE)
        # What ran before has said all it had to say.
        since = _now(work)
        run("systemctl", "start", SOCKET)
        work.commands.show("systemctl", "start", SERVICE)
    except CommandFailed as failure:
        raise NotReady(_tell(_words_since(work, since))) from failure


def _go_back(work: Work, before: Before) -> None:
    """Use the release before, with its units, its port and its board's plan where that was the new release's."""
    places = work.places
    folder = places.releases / before.release
    new_board = packaged_board(places.current.resolve())
    old_board = packaged_board(folder)
    # The plan first: the new release could read it, too, but the one before not the new one's.
    if new_board and old_board and read(places.board) == read(new_board):
        write(places.board, read(old_board) or "")
    point(places.current, folder)
    port = None if is_the_owners(places) else before.port
    put_back = replace(work, options=replace(work.options, port=port))
    for deed in doings((announce_pages(put_back), place_units(put_back, folder / "units"))):
        deed.perform()
    try:
        _start(work)
    except NotReady as failure:
        raise Problem(f"Neither the new release nor the one before, {before.release}, starts. {failure}") from failure
    _remember_what_runs(put_back)


def _now(work: Work) -> str:
    """Return the time by which the journal has all that was said until now."""
    work.commands.ask("journalctl", "--sync")
    return work.commands.ask("date", "+@%s.%6N").text.strip()


def _words_since(work: Work, since: str) -> str:
    """Return what the program has said since a start, or, where it said nothing, systemd about it."""
    work.commands.ask("journalctl", "--sync")
    journal = ("journalctl", "--quiet", "--no-pager", "--output", "cat", "--since", since)
    return work.commands.ask(*journal, "--identifier", USER).text or work.commands.ask(*journal, "--unit", SERVICE).text


def _tell(said: str) -> str:
    last = [line for line in said.splitlines() if line.strip()][-SHOWN_LINES:]
    lines = "\n".join(f"    {line}" for line in last)
    return f"Its last words:\n{lines}\nAll of them: journalctl -u citychase"
