"""What the rules refuse, over HTTP: the status, the code, the rule's number and a sentence in the player's language."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import pytest

from tests.web.visiting import Answer, Guests

CONTRACT = (Path(__file__).parents[2] / "docs" / "contract.md").read_text()
ROWS = re.findall(r"^\| `(\w+)` \| ?([A-Z]\d)? ?\| (\d+) \|", CONTRACT.split("### Rejections")[1], re.MULTILINE)


class Case(NamedTuple):
    """How the table comes to refuse something: what happens before, and who asks for what."""

    before: Callable[[Guests], object]
    who: str
    action: str
    fields: Mapping[str, object] = MappingProxyType({})


def nothing(guests: Guests) -> None:
    assert guests.web.table.scene.play is None


def set_up(guests: Guests) -> None:
    guests.ben.do("new_game")


def in_play(guests: Guests) -> None:
    guests.start()


def hidden(guests: Guests) -> None:
    """The car is in 1; pink is on F, yellow on G, green on P."""
    guests.start()
    guests.hide(1)


def taken(guests: Guests) -> None:
    hidden(guests)
    guests.chloe.do("take", helicopter="pink")


def flown(guests: Guests) -> None:
    hidden(guests)
    guests.fly(("pink", "B"))


def searched(guests: Guests) -> None:
    hidden(guests)
    guests.ben.do("search", helicopter="pink", building=7)


def third_round(guests: Guests) -> None:
    guests.second_round()
    guests.hide(2)
    guests.fly(("pink", "F"), ("yellow", "G"), ("green", "P"))


def given_up(guests: Guests) -> None:
    guests.start()
    guests.ana.do("abandon")


def classic(guests: Guests) -> None:
    guests.start("classic")
    guests.ana.do("hide", building=13)


def classic_lifted(guests: Guests) -> None:
    classic(guests)
    guests.web.lift(13)


CASES: dict[str, Case] = {
    "thief_only": Case(in_play, "ben", "hide", {"building": 13}),
    "police_only": Case(set_up, "ana", "start"),
    "players_only": Case(in_play, "eve", "abandon"),
    "not_your_helicopter": Case(taken, "ben", "move", {"helicopter": "pink", "crossing": "B"}),
    "game_over": Case(given_up, "ben", "move", {"helicopter": "pink", "crossing": "B"}),
    "not_started": Case(set_up, "ben", "move", {"helicopter": "pink", "crossing": "B"}),
    "already_started": Case(in_play, "ben", "place", {"helicopter": "pink", "crossing": "A"}),
    "thiefs_turn": Case(in_play, "ben", "move", {"helicopter": "pink", "crossing": "B"}),
    "polices_turn": Case(hidden, "ana", "hide", {"building": 2}),
    "has_acted": Case(flown, "ben", "move", {"helicopter": "pink", "crossing": "F"}),
    "not_all_placed": Case(set_up, "ben", "start"),
    "crossing_taken": Case(lambda guests: guests.set_up(), "ben", "place", {"helicopter": "pink", "crossing": "P"}),
    "must_move_on": Case(Guests.second_round, "ana", "hide", {"building": 1}),
    "diagonal": Case(Guests.second_round, "ana", "hide", {"building": 7}),
    "not_next_to": Case(Guests.second_round, "ana", "hide", {"building": 25}),
    "has_trace": Case(third_round, "ana", "hide", {"building": 1}),
    "no_choice": Case(in_play, "ana", "done"),
    "lift_owed": Case(classic, "ana", "done"),
    "pin_owed": Case(classic_lifted, "ana", "done"),
    "already_there": Case(hidden, "ben", "move", {"helicopter": "pink", "crossing": "F"}),
    "not_adjacent": Case(hidden, "ben", "move", {"helicopter": "pink", "crossing": "A"}),
    "road_blocked": Case(hidden, "ben", "move", {"helicopter": "pink", "crossing": "G"}),
    "out_of_reach": Case(hidden, "ben", "search", {"helicopter": "pink", "building": 25}),
    "nothing_to_undo": Case(hidden, "ben", "undo"),
    "search_stays": Case(searched, "ben", "undo"),
    "nobodys_helicopter": Case(in_play, "ben", "release", {"helicopter": "pink"}),
}


def ask(guests: Guests, case: Case, language: str) -> Answer:
    browser = getattr(guests, case.who)
    browser.keep("lang", language)
    answer = browser.act(case.action, **case.fields)
    assert isinstance(answer, Answer)
    return answer


def test_there_is_a_case_for_every_rejection_of_the_contract() -> None:
    assert [code for code, _, _ in ROWS] == list(CASES)


@pytest.mark.parametrize(("code", "rule", "status"), ROWS)
def test_a_rejection_has_its_status_its_rule_and_a_sentence_in_both_languages(
    guests: Guests, code: str, rule: str, status: str
) -> None:
    case = CASES[code]
    case.before(guests)
    views = {name: browser.view() for name, browser in guests.everyone().items()}
    english, french = (ask(guests, case, language) for language in ("en", "fr"))
    for answer in (english, french):
        assert (answer.status, answer.content["error"], answer.content["rule"]) == (int(status), code, rule or None)
        assert set(answer.content) == {"error", "rule", "message"}
        assert "{" not in answer.content["message"]
    assert english.content["message"] != french.content["message"]
    for name, browser in guests.everyone().items():
        after = browser.view()
        assert after["version"] == views[name]["version"], "A rejection changes nothing."


def test_the_sentence_has_the_values_of_what_was_asked(guests: Guests) -> None:
    hidden(guests)
    answer = guests.ben.act("search", helicopter="pink", building=25)
    assert answer.content["message"] == (
        "Building 25 is not beside intersection F, where the pink helicopter is. "
        "It can search one of the 4 buildings around it."
    )


def test_without_a_game_there_is_nothing_to_play(guests: Guests) -> None:
    nothing(guests)
    answer = guests.ben.act("move", helicopter="pink", crossing="B")
    assert (answer.status, answer.content["error"], answer.content["rule"]) == (409, "no_game", "R1")
