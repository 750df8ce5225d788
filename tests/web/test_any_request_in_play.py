"""A machine that plays at random over HTTP: phones, hands, buttons, power cuts; what is allowed and what is not."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import event, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.json import encode

from companion.games.city_chase.city import BUILDINGS
from tests.web.asking import FROM_A_PAGE, Answer, Question, View
from tests.web.cutting import Company, kept
from tests.web.cutting import check_versions as check_versions_over_cut
from tests.web.holding import check_answer, check_change, check_secrets, check_versions, look_at
from tests.web.requests_at_random import actions, asked, presses, questions
from tests.web.wire_table import WireTable

MODES = st.sampled_from(["open", "classic"])
PEOPLE = st.sampled_from(["ana", "ben", "chloe", "wim"])
SEATS = {"ana": "thief", "ben": "police", "chloe": "police", "wim": "watch"}
NAMES = {"ana": "Ana", "ben": "Ben", "chloe": "Chloé", "wim": "Wim"}
OPENINGS = ({"action": "new_game", "mode": "open"}, {"action": "new_game", "mode": "classic"})
SET_UP = (
    *({"action": "place", "helicopter": one, "crossing": at} for one, at in (("pink", "F"), ("yellow", "G"))),
    {"action": "place", "helicopter": "green", "crossing": "K"},
    {"action": "start"},
)
HELICOPTERS = ("pink", "yellow", "green")


def allowed(view: View) -> list[dict[str, Any]]:
    """Return what a view says that its player can do, and what belongs to its phase."""
    you = view["you"] or {"seat": None}
    if you["seat"] == "thief":
        hides = [{"action": "hide", "building": building} for building in you["choices"]]
        return [*hides, {"action": "done"}] if hides else list(OPENINGS)
    if you["seat"] != "police":
        return [{"action": "undo"}]
    if view["phase"] == "setup":
        return list(SET_UP)
    if view["phase"] == "police":
        return police_actions(view, you)
    return list(OPENINGS)


def police_actions(view: View, you: dict[str, Any]) -> list[dict[str, Any]]:
    moves = [{"action": "move", "helicopter": one, "crossing": at} for one, to in you["moves"].items() for at in to]
    searches = [
        {"action": "search", "helicopter": one, "building": b} for one, to in you["searches"].items() for b in to
    ]
    chosen = view["hand"]["choosing"]
    choices = [{"action": "choose", "helicopter": one} for one in chosen["helicopters"]] if chosen else []
    return [*moves, *searches, *choices, {"action": "undo"}]


class AnyRequest(RuleBasedStateMachine):
    """Half of what is asked keeps a game going, the rest is anything."""

    def __init__(self) -> None:
        super().__init__()
        self._folder = TemporaryDirectory()
        self.opened = WireTable(Path(self._folder.name))
        self.company = Company(self.opened.carry)
        self.standing = look_at(self.opened)

    @initialize(mode=MODES)
    def sit_down(self, mode: str) -> None:
        for who in SEATS:
            self.sit(who)
        self.begin(mode)

    @precondition(lambda self: self.phase() in {"lobby", "setup", "over"})
    @rule(mode=MODES)
    def begin(self, mode: str) -> None:
        """Begin a game and set it up, as far as ben has a seat."""
        self.put_all_back()
        for action in ({"action": "new_game", "mode": mode}, *SET_UP):
            self.post("ben", "/api/action", action)

    def ask(self, who: str, question: Question) -> Answer:
        answer = self.company.browsers[who].ask(question)
        check_answer(question, answer)
        after = look_at(self.opened)
        check_change(question, answer, self.standing, after)
        self.standing = after
        return answer

    def post(self, who: str, path: str, body: object) -> Answer:
        return self.ask(who, Question("POST", path, (FROM_A_PAGE,), encode(body)))

    @rule(who=PEOPLE, data=st.data())
    def play_on(self, who: str, data: st.DataObject) -> None:
        view = self.company.browsers[who].view()
        action = data.draw(st.sampled_from(allowed(view)))
        version = data.draw(st.sampled_from([None, view["version"]]))
        answer = self.post(who, "/api/action", action if version is None else {**action, "version": version})
        event(f"{view['phase']}: {answer.status}")
        if answer.is_fine:
            assert answer.body == self.company.browsers[who].get("/api/view").body, "the caller's new view"

    @precondition(lambda self: self.phase() == "thief")
    @rule(data=st.data())
    def hide(self, data: st.DataObject) -> None:
        """Do all that a thief phase asks for, in a classic game with hands."""
        self.put_all_back()
        ana = self.company.browsers["ana"]
        if not self.choices():
            self.sit("ana")
            return
        self.post("ana", "/api/action", {"action": "hide", "building": data.draw(st.sampled_from(self.choices()))})
        for building in (ana.view()["classic"] or {}).get("to_lift", []):
            self.lift(building)
            self.put_back(building)
        self.post("ana", "/api/action", {"action": "done"})

    def choices(self) -> list[int]:
        you = self.company.browsers["ana"].view()["you"] or {}
        choices: list[int] = you.get("choices", [])
        return choices

    @precondition(lambda self: self.phase() == "police")
    @rule(data=st.data())
    def answer(self, data: st.DataObject) -> None:
        """Let all helicopters act, as far as ben may fly them."""
        self.put_all_back()
        for _ in HELICOPTERS:
            view = self.company.browsers["ben"].view()
            if view["phase"] == "police":
                self.post("ben", "/api/action", data.draw(st.sampled_from(allowed(view))))
        event(f"round {view['round']}")

    def phase(self) -> str:
        phase: str = self.company.nobody.view()["phase"]
        return phase

    @rule(who=PEOPLE, action=actions, speaker=asked)
    def act_at_random(self, who: str, action: dict[str, Any], speaker: str) -> None:
        self.post(who, f"/api/action{speaker}", action)

    @rule(who=PEOPLE, question=questions())
    def ask_anything(self, who: str, question: Question) -> None:
        self.ask(who, question)

    @rule(who=PEOPLE)
    def sit(self, who: str) -> None:
        pin = {"pin": "2468"} if SEATS[who] == "thief" else {}
        self.post(who, "/api/seat", {"seat": SEATS[who], "name": NAMES[who], **pin})

    @rule(who=PEOPLE)
    def leave(self, who: str) -> None:
        self.post(who, "/api/leave", {})

    @rule(building=st.sampled_from(BUILDINGS))
    def lift(self, building: int) -> None:
        self.post("wim", "/bench/switch", {"building": building, "state": "lifted"})
        self.pass_time(0.4)

    @rule(building=st.sampled_from(BUILDINGS))
    def put_back(self, building: int) -> None:
        self.post("wim", "/bench/switch", {"building": building, "state": "placed"})
        self.pass_time(0.1)

    @precondition(lambda self: self.phase() == "thief")
    @rule(building=st.sampled_from(BUILDINGS), is_cut=st.booleans())
    def look_under(self, building: int, is_cut: bool) -> None:
        """Lift a building and put it back while the thief hides: in a classic game that is remembered."""
        self.lift(building)
        self.put_back(building)
        if is_cut:
            self.cut_power()

    @rule()
    def put_all_back(self) -> None:
        for building in BUILDINGS:
            self.opened.simulated.place(building)
        self.pass_time(0.1)

    @rule(press=presses)
    def press(self, press: dict[str, Any]) -> None:
        self.ask("wim", Question("POST", "/bench/button", (FROM_A_PAGE,), encode({"button": press["button"]})))
        self.pass_time(0.3)

    def pass_time(self, seconds: float) -> None:
        """Let the board be seen. Nobody asks for what happens then, but versions count it."""
        self.opened.pass_time(seconds)
        after = look_at(self.opened)
        check_versions(self.standing, after)
        self.standing = after

    @rule()
    def cut_power(self) -> None:
        """A table that is rebuilt from its folder shows everyone the same."""
        before = self.company.views()
        self.opened.restart()
        after = self.company.views()
        assert kept(after) == kept(before)
        check_versions_over_cut(before, after)
        self.standing = look_at(self.opened)

    @invariant()
    def the_secret_is_kept(self) -> None:
        check_secrets(self.standing)

    def teardown(self) -> None:
        self.cut_power()
        self.opened.__exit__(None, None, None)
        self._folder.cleanup()


TestAnyRequest = AnyRequest.TestCase
TestAnyRequest.settings = settings(max_examples=30, stateful_step_count=45, deadline=None, derandomize=True)
