"""The power is cut after every action of whole games, and in the middle of some: what was acknowledged is there."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from socket import socket

import pytest
from msgspec.json import encode

from tests.browser.serving import ServedTable
from tests.companion.commands.running import run_citychase
from tests.web.asking import FROM_A_PAGE, Question, View, carry_to, read_answer, send_to, wait_until
from tests.web.cutting import (
    CLASSIC_GAME,
    CLASSIC_RECORD,
    OPEN_GAME,
    OPEN_RECORD,
    SITTING,
    Company,
    Group,
    Lift,
    check_versions,
    kept,
)


class Powered:
    """A real table, and the company that plays at it, with cuts in between."""

    def __init__(self, served: ServedTable) -> None:
        self.served = served
        self.company = Company(carry_to(served.port))

    def play(self, groups: tuple[Group, ...]) -> None:
        """Play on, and cut the power after each group."""
        for group in groups:
            decided = self.company.views()
            for index, step in enumerate(group):
                if isinstance(step, Lift):
                    self._lift(step)
                    continue
                # What was decided before the cut is not stale after it.
                version = decided[step.who]["version"] if step.is_action and index == 0 else None
                answer = self.company.send(step, version)
                assert answer.is_fine, f"{step}: {answer.body!r}"
            before = self.company.views()
            self.served.restart()
            after = self.company.views()
            assert kept(after) == kept(before), f"after {group}"
            check_versions(before, after)

    def _lift(self, lift: Lift) -> None:
        ana = self.company.browsers["ana"]
        assert ana.post("/bench/switch", building=lift.building, state=lift.state).is_fine
        wait_until(lambda: lift.is_noticed(ana.view()), f"{lift} is noticed")

    def record(self) -> str:
        """Return the record of the first game, once as the table and once as the command gives it."""
        served = self.company.nobody.get("/api/games/1/record").body.decode()
        assert run_citychase("games", "--data", self.served.folder / "data", "export", "1").out == served
        return re.sub(r"\d{4}-\d\d-\d\d", "TODAY", served)


@pytest.fixture
def powered(tmp_path: Path) -> Iterator[Powered]:
    with ServedTable(tmp_path) as served:
        yield Powered(served)
    assert "Traceback" not in served.log.read_text()


def test_an_open_game_with_a_power_cut_after_every_action_comes_to_its_end(powered: Powered) -> None:
    powered.play(tuple((step,) for step in OPEN_GAME))
    assert powered.record() == OPEN_RECORD
    seats = powered.company.nobody.view()["seats"]
    assert seats["thief"] == {"name": "Ben"}
    assert [one["name"] for one in seats["police"]] == ["Ana", "Chloé"]


def test_a_classic_game_with_hands_and_power_cuts_comes_to_its_end(powered: Powered) -> None:
    powered.play(CLASSIC_GAME)
    assert powered.record() == CLASSIC_RECORD


Moment = Callable[[ServedTable, socket], None]
"""How long is waited with the cut, once a request was sent."""


def after_looks(count: int) -> Moment:
    def look(served: ServedTable, _: socket) -> None:
        for _look in range(count):
            (served.folder / "data" / "journal.sqlite3-wal").stat()

    return look


def when_the_journal_grows(served: ServedTable, _: socket) -> None:
    wal = served.folder / "data" / "journal.sqlite3-wal"
    before = wal.stat()
    wait_until(lambda: wal.stat().st_mtime_ns != before.st_mtime_ns, "the journal is written")


def when_it_was_answered(_: ServedTable, connection: socket) -> None:
    data = b"".join(iter(lambda: connection.recv(65536), b""))
    assert read_answer(data).is_fine


def test_an_action_that_the_power_cut_is_wholly_there_or_not_at_all(powered: Powered) -> None:
    company = powered.company
    for step in SITTING:
        assert company.send(step).is_fine
    moments = [after_looks(count) for count in (0, 200, 400, 800)]
    for moment in (*moments, when_the_journal_grows, when_the_journal_grows, when_it_was_answered):
        has_begun = cut_while_a_game_begins(powered, moment)
        if moment is when_it_was_answered:
            assert has_begun, "an acknowledged game is gone"
        if has_begun:
            company.browsers["ben"].do("abandon")


def cut_while_a_game_begins(powered: Powered, moment: Moment) -> bool:
    """Cut the power while `new_game` is on its way, and return whether it was done, which must be wholly or not."""
    served, company = powered.served, powered.company
    ben, before, listed = company.browsers["ben"], company.views(), games(powered)
    body = encode({"action": "new_game", "mode": "open"})
    with send_to(served.port, Question("POST", "/api/action", (*ben.headers(), FROM_A_PAGE), body)) as connection:
        moment(served, connection)
        served.restart()
    after = company.views()
    new = games(powered)[: len(games(powered)) - len(listed)]
    check_versions(before, after)
    if not new:
        assert kept(after) == kept(before)
        return False
    assert [(one["thief"], one["police"], one["round"]) for one in new] == [("Ana", ["Ben", "Chloé"], 0)]
    assert {(view["game"], view["phase"]) for view in after.values()} == {(new[0]["id"], "setup")}
    return True


def games(powered: Powered) -> list[View]:
    listed: list[View] = powered.company.nobody.get("/api/games").json()["games"]
    return listed
