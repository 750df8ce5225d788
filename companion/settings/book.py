"""The settings in force, kept in the owner's file and taken from it, whoever changes it: the page, a command, a hand.

What is in force is one value that is replaced as a whole, so that any thread may look at it at any time. A bad file
stops nothing: each value that cannot be is the last good one, which is kept beside the file for the next start.
"""

import fcntl
import logging
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import chain, count
from pathlib import Path
from threading import Lock
from typing import TypeAlias

from msgspec import DecodeError, Struct
from msgspec.json import decode, encode
from msgspec.structs import replace

from companion.games.city_chase.wording import ENGLISH
from companion.settings.changing import change_text, new_text, takes_more_than_a_value
from companion.settings.reading import FILE, MOST_BYTES, Fault, Problem, Reading, fall_back, read_settings
from companion.settings.values import Setting, Settings, Source, Value, accept, as_toml
from companion.table.files import give_to_folders_owner, read_file, replace_file
from companion.table.journal import NotSaved

log = logging.getLogger(__name__)

LAST_GOOD = "settings.last-good.json"
BROKEN = "settings.toml.broken"
LOCK = "settings.lock"
LONGEST_WAIT_S = 5.0
"""How long one program waits for another that is changing the settings."""
_BETWEEN_TRIES_S = 0.01
_FROM_BOARD = frozenset({Setting.BRIGHTNESS, Setting.SOUND, Setting.HOLD_S})
_Look: TypeAlias = tuple[int, ...] | None
"""What tells one state of the file from another."""


class SettingsBusy(NotSaved):
    """Another program was changing the settings for too long, so nothing was written."""


class InForce(Struct, frozen=True):
    """The settings at one moment, where each comes from, and what is wrong with the file."""

    settings: Settings
    sources: dict[Setting, Source]
    problems: tuple[Problem, ...] = ()


class ToldProblem(Struct, frozen=True):
    """A problem as it travels."""

    line: int | None
    name: str | None
    message: str


class Report(Struct, frozen=True):
    """All that can be told about the settings."""

    file: str
    settings: Settings
    sources: dict[Setting, Source]
    problems: list[ToldProblem]
    put_aside: str | None = None
    """As what the last change kept a file that it could not change without losing something."""


class SettingsBook:
    """The settings of one table. Safe to be used by many threads; looking at them takes no lock.

    `defaults` holds where the file says nothing: of the board's plan, and of the program. `given` is what the command
    line says: it goes before the file until someone changes that setting.
    """

    def __init__(self, folder: Path, defaults: Settings, given: Mapping[Setting, Value] | None = None) -> None:
        self._folder = folder
        self._defaults = defaults
        self._given = dict(given or {})
        self._lock = Lock()
        self._kept = self._good = _read_last_good(folder / LAST_GOOD)
        self._seen = _look_at(self.file)
        self._reading = self._read()
        self._now = self._put_together()
        self._is_keeping_told = False
        self._aside: str | None = None

    @property
    def file(self) -> Path:
        """The owner's file."""
        return self._folder / FILE

    @property
    def settings(self) -> Settings:
        """The settings in force at this moment."""
        return self._now.settings

    @property
    def in_force(self) -> InForce:
        """The settings, their sources and what is wrong with the file, which belong together."""
        return self._now

    def report(self, language: str = ENGLISH) -> Report:
        """Return all of it in words."""
        now = self._now
        told = [ToldProblem(one.line, one.name, one.sentence(now.settings, language)) for one in now.problems]
        return Report(FILE, now.settings, now.sources, told, self._aside)

    def look(self) -> None:
        """Take up what someone has changed in the file since."""
        with self._lock:
            seen = _look_at(self.file)
            if seen == self._seen:
                return
            self._seen = seen
            before = self._now.settings
            self._reread()
            self._tell_changes(before)
            self.tell_problems()

    def tell_problems(self) -> None:
        """Write down in the log what is wrong with the file."""
        now = self._now
        for problem in now.problems:
            detail = f" ({problem.detail})" if problem.detail else ""
            log.warning("%s: %s%s", self.file, problem.sentence(now.settings), detail)

    def change(self, changes: Mapping[Setting, Value]) -> None:
        """Set values, safely on disk when this returns. Comments in the file stay. Raises NotSaved."""
        with self._turn(), self._lock:
            before = self._now.settings
            try:
                self._write(changes)
            except OSError as error:
                raise self._unwritable(error) from error
            finally:
                # Also where writing failed half-way: what is in force is what is there.
                self._seen = _look_at(self.file)
                self._reread()
            for setting in changes:
                self._given.pop(setting, None)
            self._now = self._put_together()
            self._tell_changes(before)

    def keep(self) -> None:
        """Keep the last good values for a start with a bad file. Not with every change: a slider makes many."""
        if self._good == self._kept:
            return
        try:
            with self._turn(), self._lock:
                good = self._good
                replace_file(self._folder / LAST_GOOD, encode(good))
                self._kept = good
                self._is_keeping_told = False
        except (OSError, NotSaved) as error:
            if not self._is_keeping_told:
                reason = (error.strerror if isinstance(error, OSError) else None) or str(error).rstrip(".")
                log.warning("The last good settings cannot be kept in %s: %s.", self._folder, reason)
            self._is_keeping_told = True

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Within it, no other program changes the settings in this folder. Raises NotSaved.

        Taken before the lock among threads, so that whoever only looks never waits for another program.
        """
        try:
            handle = os.open(self._folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK, 0o600)
        except OSError as error:
            raise self._unwritable(error, LOCK) from error
        try:
            try:
                give_to_folders_owner(self._folder / LOCK)
                _wait_for(handle)
            except OSError as error:
                raise self._unwritable(error, LOCK) from error
            yield
        finally:
            os.close(handle)

    def _unwritable(self, error: OSError, name: str = FILE) -> NotSaved:
        return NotSaved(f"{self._folder / name} cannot be written: {error.strerror or error}.")

    def _write(self, changes: Mapping[Setting, Value]) -> None:
        found = _read_file(self.file)
        data = None if isinstance(found, Problem) or len(found or b"") > MOST_BYTES else found or b""
        changed = change_text(data, changes) if data is not None else None
        self._aside = None
        if changed is None or (data and takes_more_than_a_value(data, changes)):
            self._aside = self._put_aside(data)
            log.warning("%s had a mistake; it is kept as %s.", self.file, self._aside)
        if changed is None:
            changed = new_text({**self._reading.values, **changes})
        try:
            replace_file(self.file, changed)
        except OSError:
            if data is None and self._aside:
                (self._folder / self._aside).replace(self.file)
                self._aside = None
            raise

    def _put_aside(self, data: bytes | None) -> str:
        """Keep a file that cannot be changed, and return its name. Its owner may have written a lot into it."""
        names = chain([BROKEN], (f"{BROKEN}-{number}" for number in count(2)))
        aside = next(path for path in map(self._folder.joinpath, names) if not os.path.lexists(path))
        if data is None:
            self.file.replace(aside)
        else:
            # A copy, so that at no moment there is no file.
            replace_file(aside, data)
        return aside.name

    def _tell_changes(self, before: Settings) -> None:
        for setting in Setting:
            value = self._now.settings.value(setting)
            if value != before.value(setting):
                log.info("%s is %s now.", setting, as_toml(value))

    def _reread(self) -> None:
        before = self._reading.values
        self._reading = self._read()
        for setting in [*self._given]:
            if self._reading.values.get(setting) != before.get(setting):
                # Someone has changed it since the start: now that counts.
                del self._given[setting]
        self._now = self._put_together()

    def _read(self) -> Reading:
        data = _read_file(self.file)
        if isinstance(data, Problem):
            reading = fall_back(data, self._good)
        elif data is None:
            # An editor may be about to write it anew, with a slip: what was good before it went stays the last good.
            return Reading({})
        else:
            reading = read_settings(data, self._good)
        self._good = reading.values
        return reading

    def _put_together(self) -> InForce:
        reading = self._reading
        sources = {one: Source.BOARD if one in _FROM_BOARD else Source.DEFAULT for one in Setting}
        sources |= {one: Source.LAST_GOOD if one in reading.kept else Source.FILE for one in reading.values}
        sources |= dict.fromkeys(self._given, Source.OPTION)
        values = {one.value: value for one, value in {**reading.values, **self._given}.items()}
        return InForce(replace(self._defaults, **values), sources, reading.problems)


def find_problems(folder: Path, defaults: Settings) -> list[ToldProblem]:
    """Return what is wrong with the settings in a folder, each with its line. Changes nothing."""
    return SettingsBook(folder, defaults).report().problems


def _wait_for(handle: int) -> None:
    until = time.monotonic() + LONGEST_WAIT_S
    while True:
        try:
            # Not one call that waits: it could not be given a limit.
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            if time.monotonic() >= until:
                raise SettingsBusy("Another program is changing the settings. Try again.") from error
            time.sleep(_BETWEEN_TRIES_S)
        else:
            return


def _look_at(path: Path) -> _Look:
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    except OSError as error:
        return (error.errno or 0,)
    return (found.st_ino, found.st_mtime_ns, found.st_ctime_ns, found.st_size)


def _read_file(path: Path) -> bytes | Problem | None:
    """Return what is in the file, None where there is none, or why it cannot be read."""
    try:
        return read_file(path, MOST_BYTES)
    except FileNotFoundError:
        return None
    except OSError as error:
        return Problem(Fault.UNREADABLE, detail=error.strerror or str(error))


def _read_last_good(path: Path) -> dict[Setting, Value]:
    """Return the last good values. Without a readable file there are none."""
    found: dict[str, object] = {}
    with suppress(OSError, DecodeError, UnicodeDecodeError, RecursionError):
        found = decode(read_file(path, MOST_BYTES), type=dict[str, object])
    values = {one: accept(one, found.get(one)) for one in Setting}
    return {one: value for one, value in values.items() if value is not None}
