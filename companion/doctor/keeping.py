"""Checks of what a table keeps: its folder, its journal, and the room there is for more."""

import os
import shlex
import sqlite3
import stat
import time
from pathlib import Path
from typing import Any

from companion.doctor.findings import Opinion, Unseen, fine, note, problem
from companion.doctor.patient import WITH_SUDO, Patient
from companion.doctor.service import INSTALL
from companion.settings.book import find_problems
from companion.settings.reading import FILE
from companion.settings.values import Settings, defaults_of
from companion.table.database import SCHEMA, is_journal, is_out_of_room, open_to_read, version_of
from companion.table.files import as_owner_of
from companion.table.storage import JOURNAL, KEY, LOCK, SEATS
from firmware.plan import BadPlan, read_plan

PATIENCE_S = 60
STEPS = 100_000
"""How many steps SQLite takes between two looks at the clock."""
LEAST_BYTES, LITTLE_BYTES = 50_000_000, 500_000_000
MAKE_ROOM = "sudo apt clean && sudo journalctl --vacuum-size=50M"
LOOK_AT_CARD = (
    "The card may be worn out: sudo dmesg --level=err,warn. Copy the games to another one: "
    "sudo citychase games backup FILE"
)
STOP = "sudo systemctl stop citychase.socket citychase.service"
START = "sudo systemctl start citychase.socket citychase.service"
_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def check_folder(patient: Patient) -> Opinion:
    """Tell whether the table may use its folder, with the key that signs cookies, and the seats."""
    folder = patient.data
    try:
        owner = folder.stat().st_uid
    except FileNotFoundError:
        return fine(f"There is no {folder} yet: the first table makes it.")
    if patient.user.uid not in {0, owner}:
        raise Unseen(f"{folder} may not be looked into by {patient.user.name}.", WITH_SUDO)
    with as_owner_of(folder):
        closed = [path for path in (folder, *map(folder.joinpath, (KEY, SEATS, LOCK))) if not _is_open(path)]
    if closed:
        quoted = shlex.quote(str(folder))
        return problem(
            f"The table may not use {', '.join(map(str, closed))}.",
            f"sudo chown -R --reference={quoted} {quoted} && sudo chmod -R u+rwX {quoted}",
        )
    return fine(f"The table may use {folder}.")


def _is_open(path: Path) -> bool:
    """Tell whether a file that the table needs can be read and replaced; one that is not there yet can be made."""
    wanted = os.R_OK | os.W_OK | (os.X_OK if path.is_dir() else 0)
    return not os.path.lexists(path) or os.access(path, wanted, effective_ids=True)


def check_journal(patient: Patient) -> Opinion:
    """Tell whether the games can be read, every page of them. A table may be playing meanwhile."""
    with as_owner_of(patient.data):
        return _look_at_journal(patient)


def _look_at_journal(patient: Patient) -> Opinion:
    path = patient.data / JOURNAL
    try:
        # What SQLite says of a file that it may not read is no help.
        seen = _try_to_read(path)
    except FileNotFoundError:
        return fine(f"There are no games in {patient.data} yet.")
    except PermissionError as error:
        return _judge_rights(patient, path, error)
    except OSError as error:
        return _judge_error(path, error)
    kind = _kind(seen)
    if kind:
        return problem(f"{path} is {kind} instead of a journal.", _restore(patient, path))
    if seen.st_mode & 0o077:
        return problem(
            f"Other users can read {path}, and with it the thief's secret.", f"sudo chmod 600 {shlex.quote(str(path))}"
        )
    return _check_content(patient, path, seen.st_size)


def _judge_rights(patient: Patient, path: Path, error: PermissionError) -> Opinion:
    if not patient.user.is_root:
        raise Unseen(f"{path} may not be read by {patient.user.name}.", WITH_SUDO) from error
    # Root has looked as whom the folder belongs to: the table itself may not read it either.
    folder = shlex.quote(str(patient.data))
    return problem(f"The table may not read {path}.", f"sudo chown -R --reference={folder} {folder}")


def _try_to_read(path: Path) -> os.stat_result:
    """Return what a file is, once it could be opened. Nothing else is opened: a pipe would wait for its writer."""
    seen = path.stat()
    if stat.S_ISREG(seen.st_mode):
        with path.open("rb") as file:
            file.read(1)
    return seen


def _kind(seen: os.stat_result) -> str | None:
    """Return what is in the place of a file; None for a file."""
    if stat.S_ISREG(seen.st_mode):
        return None
    return next((name for is_one, name in _KINDS if is_one(seen.st_mode)), "no file")


def _judge_error(path: Path, error: OSError) -> Opinion:
    """Return what to think of a file that is there and cannot be read, though that is allowed."""
    if isinstance(error, NotADirectoryError):
        return problem(f"{path.parent} is no folder.", "Name a folder with --data.")
    return problem(f"{path} cannot be read: {error.strerror or error}.", LOOK_AT_CARD)


def _check_content(patient: Patient, path: Path, size: int) -> Opinion:
    try:
        with open_to_read(path) as journal:
            end = time.monotonic() + PATIENCE_S
            journal.set_progress_handler(lambda: int(time.monotonic() > end), STEPS)
            return _judge(patient, journal, path, size)
    except (sqlite3.Error, UnicodeError) as error:
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_INTERRUPT:
            return note(f"The journal {path} ({_size(size)}) is too long to check all of it in {PATIENCE_S} seconds.")
        if getattr(error, "sqlite_errorcode", None) in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            return note(f"Another program keeps the journal {path} locked.", "Try it again in a minute.")
        if isinstance(error, sqlite3.OperationalError) and is_out_of_room(path):
            return note(f"The journal {path} cannot be read while the disk is full (see space).", MAKE_ROOM)
        return problem(f"The journal {path} cannot be read: {error}.", _restore(patient, path))


def _judge(patient: Patient, journal: sqlite3.Connection, path: Path, size: int) -> Opinion:
    schema = version_of(journal)
    [[verdict], *_] = _read(journal, "PRAGMA integrity_check(1)")
    if verdict != "ok":
        return problem(f"The journal {path} is damaged.", _restore(patient, path))
    if schema > SCHEMA:
        return problem(f"The journal {path} was written by a newer citychase.", INSTALL)
    if not is_journal(journal):
        return problem(f"{path} is no journal of citychase.", _restore(patient, path))
    if not schema:
        return fine(f"The journal {path} is still empty.")
    [(games,)] = _read(journal, "SELECT count(DISTINCT game) FROM entries")
    counted = "1 game" if games == 1 else f"{games} games"
    return fine(f"The journal {path} is whole: {counted}, {_size(size)}.")


def _read(journal: sqlite3.Connection, question: str) -> list[Any]:
    return journal.execute(question).fetchall()


def _restore(patient: Patient, path: Path) -> str:
    """Return how games come back. A service would hold the folder meanwhile, and the next phone would start it."""
    aside = shlex.join(["sudo", "mv", str(path), f"{path}.damaged"])
    if patient.is_installed:
        put_back = "sudo citychase games restore FILE"
        return f"{STOP} && {put_back} && {START}. Without a copy, begin anew: {STOP} && {aside} && {START}"
    return f"citychase games restore FILE puts a copy back. Without one, begin anew: {aside}"


def _size(count: int) -> str:
    return f"{count / 1e6:.1f} MB" if count >= 100_000 else f"{count / 1e3:.0f} kB"  # noqa: PLR2004 - 0.1 MB


def check_settings(patient: Patient) -> Opinion:
    """Tell whether the owner's settings are as the owner means them."""
    with as_owner_of(patient.data):
        return _look_at_settings(patient)


def _look_at_settings(patient: Patient) -> Opinion:
    path = patient.data / FILE
    try:
        kind = _kind(_try_to_read(path))
    except FileNotFoundError:
        return fine(f"There are no settings in {patient.data}: the board's own hold.")
    except PermissionError as error:
        return _judge_rights(patient, path, error)
    except OSError as error:
        return _judge_error(path, error)
    if kind:
        remove = ["sudo", "rm", "-r"] if path.is_dir() else ["sudo", "rm"]
        return problem(f"{path} is {kind} instead of a file.", shlex.join([*remove, str(path)]))
    problems = find_problems(patient.data, _defaults(patient))
    if problems:
        told = " ".join(one.message for one in problems)
        return problem(f"{path}: {told}", shlex.join(["sudo", "nano", str(path)]))
    return fine(f"The settings in {path} are in order.")


def _defaults(patient: Patient) -> Settings:
    """Return what holds where the file says nothing."""
    try:
        return defaults_of(read_plan(patient.plan_file))
    except BadPlan:
        # Which the check of the plan tells.
        return Settings()


def check_space(patient: Patient) -> Opinion:
    """Tell how much room there is for more games."""
    folder = next(one for one in (patient.data, *patient.data.absolute().parents) if _is_seen(one))
    free = patient.free_bytes(folder)
    found = f"{free // 1_000_000} MB are free where games are kept."
    if free < LEAST_BYTES:
        return problem(f"Only {found} Soon nothing can be saved.", MAKE_ROOM)
    if free < LITTLE_BYTES:
        return note(found, MAKE_ROOM)
    return fine(found)


def _is_seen(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        return False
