"""Power cuts between and within the writes to disk, and disks that take nothing, without starting a server each time.

A cut journal is made of the files as they were in the middle of a game: the database, and its log up to some byte.
"""

import resource
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from companion.table.deeds import Entry
from companion.table.journal import Journal
from companion.table.storage import JOURNAL
from tests.web.asking import Answer, View
from tests.web.cutting import OPEN_GAME, SITTING, Company, Step, act, check_versions, hide, kept, leave, place_all, sit
from tests.web.wire_table import WireTable

WAL = f"{JOURNAL}-wal"
FRAME_BYTES = 24 + 4096
HEADER_BYTES = 32


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[WireTable]:
    with WireTable(tmp_path / "table") as table:
        yield table


def everything(journal: Journal) -> list[Entry]:
    return [entry for game in journal.games() for entry in journal.entries(game)]


# Cuts at any byte of the journal


class Acknowledged(Struct, frozen=True):
    """What had been written when an action was acknowledged."""

    wal_bytes: int
    entries: int


def play_and_measure(opened: WireTable) -> list[Acknowledged]:
    company = Company(opened.carry)
    marks = []
    for step in OPEN_GAME:
        assert company.send(step).is_fine
        marks.append(Acknowledged((opened.folder / WAL).stat().st_size, opened.rows()))
    return marks


def entries_after_cut(opened: WireTable, folder: Path, wal: bytes) -> list[Entry]:
    """Return what a journal tells whose log ends here."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    shutil.copy(opened.folder / JOURNAL, folder / JOURNAL)
    (folder / WAL).write_bytes(wal)
    journal = Journal(folder / JOURNAL)
    try:
        return everything(journal)
    finally:
        journal.close()


@pytest.mark.parametrize("torn", [b"", b"\xff" * 100, bytes(FRAME_BYTES)], ids=["nothing", "rubbish", "zeros"])
def test_a_journal_cut_anywhere_tells_all_that_was_acknowledged_before(
    opened: WireTable, tmp_path: Path, torn: bytes
) -> None:
    """What follows the cut may also be rubbish, or the zeros that a file system leaves there."""
    marks = play_and_measure(opened)
    wal = (opened.folder / WAL).read_bytes()
    whole = everything(opened.journal)
    ends = range(HEADER_BYTES, len(wal) + 1, FRAME_BYTES)
    for end in [*ends, *(end + 2000 for end in ends[:-1:3])]:
        told = entries_after_cut(opened, tmp_path / "cut", wal[:end] + torn)
        safe = [mark.entries for mark in marks if mark.wal_bytes <= end][-1:] or [0]
        on_its_way = [mark.entries for mark in marks if mark.wal_bytes > end][:1]
        assert told == whole[: len(told)]
        assert len(told) in safe + on_its_way, "half an action, or less than was acknowledged"


# Cuts between the writes of one action


class PowerCut(BaseException):
    """The program goes no further, and nothing is tidied up."""


class Fuse:
    """Cuts the power before or after one of the next writes."""

    def __init__(self, patch: pytest.MonkeyPatch, opened: WireTable, write: int, *, is_after: bool) -> None:
        self.has_blown = False
        self._left = write
        self._is_after = is_after
        for owner, name in ((opened.journal, "add"), (opened.storage, "write_seats")):
            patch.setattr(owner, name, self._guarded(getattr(owner, name)))

    def _guarded(self, write: Callable[..., None]) -> Callable[..., None]:
        def guarded(*values: Any) -> None:
            self._left -= 1
            if self._left < 0 and not self._is_after:
                self._blow()
            write(*values)
            if self._left < 0:
                self._blow()

        return guarded

    def _blow(self) -> None:
        self.has_blown = True
        raise PowerCut


class Told(Struct, frozen=True):
    """A table as it stands on the disk and before everyone's eyes."""

    views: dict[str, View]
    entries: list[Entry]


def told_by(opened: WireTable, company: Company) -> Told:
    return Told(kept(company.views()), everything(opened.journal))


def copy_of(opened: WireTable, folder: Path) -> WireTable:
    """Return another table in the same state, in a folder of its own. Cookies are good for both."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(opened.folder, folder)
    return WireTable(folder)


def cuts_within(
    opened: WireTable, company: Company, step: Step, patch: pytest.MonkeyPatch, folder: Path
) -> Iterator[Told]:
    """Yield what there is after a cut before and after each write of a step."""
    for cut in range(20):
        with copy_of(opened, folder) as doomed, patch.context() as armed:
            others = company.at(doomed.carry)
            fuse = Fuse(armed, doomed, cut // 2, is_after=bool(cut % 2))
            if not is_cut(others, step):
                return
            assert fuse.has_blown
            armed.undo()
            doomed.restart()
            yield told_by(doomed, others)


def is_cut(company: Company, step: Step) -> bool:
    try:
        company.send(step)
    except PowerCut:
        return True
    return False


def test_a_cut_between_any_two_writes_leaves_an_action_done_or_not_done(
    opened: WireTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    company = Company(opened.carry)
    tried = 0
    for step in OPEN_GAME:
        before = told_by(opened, company)
        cuts = list(cuts_within(opened, company, step, monkeypatch, tmp_path / "copy")) if step.is_action else []
        assert company.send(step).is_fine
        after = told_by(opened, company)
        tried += len(cuts)
        for index, found in enumerate(cuts):
            assert found in (before, after), f"{step} is half done after cut {index}"
    assert tried >= 2 * sum(step.is_action for step in OPEN_GAME)


def test_who_was_cut_off_while_sitting_down_or_leaving_does_it_again(
    opened: WireTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A seat is kept in a file beside the journal. Between the two nothing is lost, and asking again completes it."""
    company = Company(opened.carry)
    for step in (*SITTING, act("ben", "new_game"), act("chloe", "take", helicopter="green")):
        assert company.send(step).is_fine
    for step in (leave("chloe"), sit("chloe", "police"), leave("ana"), sit("ana", "thief")):
        again = [asked_again(opened, company, step, monkeypatch, tmp_path / "copy", cut) for cut in range(4)]
        assert company.send(step).is_fine
        expected = company.nobody.view()["seats"]
        assert expected in again
        assert all(seats in (expected, None) for seats in again), f"{step}"


def asked_again(  # noqa: PLR0913, PLR0917 - one cut
    opened: WireTable, company: Company, step: Step, patch: pytest.MonkeyPatch, folder: Path, cut: int
) -> Any:
    """Return who sits where when a step was cut off and then asked for again; None where it was not cut off."""
    with copy_of(opened, folder) as doomed, patch.context() as armed:
        others = company.at(doomed.carry)
        Fuse(armed, doomed, cut // 2, is_after=bool(cut % 2))
        if not is_cut(others, step):
            return None
        armed.undo()
        doomed.restart()
        assert others.send(step).is_fine
        return others.nobody.view()["seats"]


# Disks that take nothing


@contextmanager
def full_disk(opened: WireTable) -> Iterator[None]:
    """Let no file of this process grow beyond the journal: what is written there goes nowhere."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, ((opened.folder / WAL).stat().st_size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def read_only(opened: WireTable) -> Iterator[None]:
    opened.journal._rows.execute("PRAGMA query_only = ON")
    yield
    opened.journal._rows.execute("PRAGMA query_only = OFF")


@contextmanager
def locked(opened: WireTable) -> Iterator[None]:
    """Let another program hold the journal for longer than anyone waits."""
    opened.journal._rows.execute("PRAGMA busy_timeout = 1")
    with closing(sqlite3.connect(opened.folder / JOURNAL, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


Failure = Callable[[WireTable], AbstractContextManager[None]]


def expect_not_saved(answer: Answer) -> None:
    assert (answer.status, answer.json()["error"], answer.json()["rule"]) == (503, "not_saved", None)


@pytest.mark.parametrize("failure", [full_disk, read_only, locked])
def test_what_cannot_be_written_is_not_done_and_the_game_goes_on_later(opened: WireTable, failure: Failure) -> None:
    company = Company(opened.carry)
    for step in (*SITTING, act("ben", "new_game"), *place_all("ben", "FGK"), act("ben", "start"), *hide(13)):
        assert company.send(step).is_fine
    before, raw = told_by(opened, company), company.views()
    seats = (opened.folder / "seats.json").read_bytes()
    wishes = (act("ben", "move", helicopter="pink", crossing="B"), act("chloe", "take", helicopter="pink"))
    with failure(opened):
        for step in (*wishes, act("ana", "abandon"), leave("chloe")):
            expect_not_saved(company.send(step))
            assert told_by(opened, company) == before
            assert company.views() == raw
            assert (opened.folder / "seats.json").read_bytes() == seats
    for step in wishes:
        assert company.send(step).is_fine
    check_versions(raw, company.views())


def test_a_seat_that_cannot_be_kept_is_not_given_nor_taken(opened: WireTable) -> None:
    company = Company(opened.carry)
    for step in SITTING[:3]:
        assert company.send(step).is_fine
    before, raw = told_by(opened, company), company.views()
    seats, aside = opened.folder / "seats.json", opened.folder / "seats.aside"
    seats.rename(aside)
    # A folder cannot be replaced by a file.
    seats.mkdir()
    for step in (SITTING[3], leave("ben"), leave("ana"), act("ana", "pass_on", to="Ben")):
        expect_not_saved(company.send(step))
        assert told_by(opened, company) == before
        assert company.views() == raw
    seats.rmdir()
    aside.rename(seats)
    assert company.send(SITTING[3]).is_fine
    opened.restart()
    assert company.nobody.view()["seats"]["watching"] == 1
