"""Any request at all, by anyone, in any phase: an answer in the documented form, and nothing else happens."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from companion.table.refusal import Refused, Trouble
from companion.table.table import Table
from tests.web.asking import FROM_A_PAGE, Answer, Question, WireBrowser
from tests.web.holding import check_answer, check_change, check_secrets, look_at
from tests.web.requests_at_random import PATHS, cookies, questions
from tests.web.wire_table import WireTable

PHASES = ("lobby", "setup", "thief", "police", "over")
WHO = ("thief", "police", "watch", "nobody", "everyone")


class Fuzzed:
    """A table in one phase of a game, and a browser for every way to come to it."""

    def __init__(self, opened: WireTable, phase: str) -> None:
        self.opened = opened
        self.browsers = {who: opened.browser() for who in WHO}
        for seat in ("thief", "police", "watch"):
            self.browsers[seat].sit(seat)
            self.browsers["everyone"].cookies.update(self.browsers[seat].cookies)
        self._play_to(phase, self.browsers["thief"], self.browsers["police"])

    def _play_to(self, phase: str, thief: WireBrowser, police: WireBrowser) -> None:
        reached = PHASES.index(phase)
        if reached >= 1:
            police.do("new_game", mode="open")
        if reached >= 2:
            for helicopter, crossing in (("pink", "F"), ("yellow", "G"), ("green", "K")):
                police.do("place", helicopter=helicopter, crossing=crossing)
            police.do("start")
        if reached >= 3:
            thief.do("hide", building=13)
            thief.do("done")
        if reached >= 4:
            police.do("abandon")

    def ask(self, who: str, question: Question) -> Answer:
        before = look_at(self.opened)
        answer = self.browsers[who].ask(question)
        check_answer(question, answer)
        after = look_at(self.opened)
        check_change(question, answer, before, after)
        check_secrets(after)
        return answer


@pytest.mark.parametrize("phase", PHASES)
@settings(max_examples=30, deadline=None, derandomize=True)
@given(asked=st.lists(st.tuples(st.sampled_from(WHO), questions()), min_size=4, max_size=12))
def test_any_request_is_answered_in_the_documented_form(phase: str, asked: list[tuple[str, Question]]) -> None:
    with TemporaryDirectory() as folder, WireTable(Path(folder)) as opened:
        fuzzed = Fuzzed(opened, phase)
        for who, question in asked:
            answer = fuzzed.ask(who, question)
            event(f"{answer.status}")
            opened.pass_time(0.02)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(jar=cookies, path=st.sampled_from([path for path in PATHS if path != "/api/live"]))
def test_a_cookie_that_the_table_did_not_sign_is_no_seat(jar: str, path: str) -> None:
    with TemporaryDirectory() as folder, WireTable(Path(folder)) as opened:
        stranger = opened.browser()
        for method in ("GET", "POST"):
            question = Question(method, path, (FROM_A_PAGE, ("Cookie", jar)), b"{}")
            check_answer(question, stranger.ask(question))
        answer = stranger.ask(Question("GET", "/api/seat", (("Cookie", jar),)))
        assert answer.json() == {"seats": []}


@pytest.mark.parametrize("phase", PHASES)
def test_a_body_over_the_limit_is_refused_wherever_bodies_are_read(phase: str, tmp_path: Path) -> None:
    with WireTable(tmp_path) as opened:
        fuzzed = Fuzzed(opened, phase)
        for path in ("/api/action", "/api/seat", "/bench/switch", "/bench/fault", "/bench/button"):
            question = Question("POST", path, (FROM_A_PAGE,), b'{"action":"done"}' + b" " * 17_000)
            answer = fuzzed.ask("thief", question)
            assert (answer.status, answer.json()["error"]) == (413, "too_large")


# What a table must not do. Each of these would be noticed.


def break_down(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: Table, *__: object) -> None:
        raise RuntimeError("something in the table broke")

    monkeypatch.setattr(Table, "act", broken)


def change_although_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Table.act

    def careless(table: Table, player: object, request: object) -> object:
        honest(table, player, request)  # type: ignore[arg-type]
        return Refused(Trouble.STALE)

    monkeypatch.setattr(Table, "act", careless)


@pytest.mark.parametrize(("fault", "noticed"), [(break_down, "answered 500"), (change_although_refused, "changed")])
def test_a_fault_would_be_noticed(
    fault: Callable[[pytest.MonkeyPatch], None], noticed: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with WireTable(tmp_path) as opened:
        fuzzed = Fuzzed(opened, "lobby")
        fault(monkeypatch)
        question = Question("POST", "/api/action", (FROM_A_PAGE,), b'{"action":"new_game"}')
        with pytest.raises(AssertionError, match=noticed):
            fuzzed.ask("police", question)
