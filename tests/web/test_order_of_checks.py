"""Which of several mistakes is named: 400 before 401 before 403 before 409 stale before 409 against the rules."""

import pytest

from tests.web.visiting import STAGES, Guests

NOT_ACTIONS = [
    b"",
    b"{",
    b"null",
    b"[]",
    b'"start"',
    b"{}",
    b'{"action": null}',
    b'{"action": "fly"}',
    b'{"action": 7}',
    b'{"action": "place", "helicopter": "pink"}',
    b'{"action": "place", "helicopter": "red", "crossing": "A"}',
    b'{"action": "place", "helicopter": "pink", "crossing": "Q"}',
    b'{"action": "place", "helicopter": "pink", "crossing": "a"}',
    b'{"action": "search", "helicopter": "pink", "building": 0}',
    b'{"action": "search", "helicopter": "pink", "building": 26}',
    b'{"action": "search", "helicopter": "pink", "building": "8"}',
    b'{"action": "search", "helicopter": "pink", "building": 8.0}',
    b'{"action": "search", "helicopter": "pink", "building": true}',
    b'{"action": "start", "version": "1"}',
    b'{"action": "start", "version": 1.5}',
    b'{"action": "start", "version": -1}',
    b'{"action": "start", "version": true}',
    b'{"action": "new_game", "mode": "blind"}',
    b'{"action": "new_game", "thief": "genius"}',
    b'{"action": "pass_on", "to": ""}',
    b'{"action": "pass_on", "to": "' + b"x" * 25 + b'"}',
    b'{"action": "start"} {}',
    b'{"action": "start", "version": NaN}',
    b'{"action": "\xff"}',
    b'{"action": "\\ud800"}',
    b"[" * 5000,
]
THIEFS: list[dict[str, object]] = [
    {"action": "hide", "building": 13},
    {"action": "hide", "building": 99},
    {"action": "hide"},
    {"action": "hide", "building": "under the bed", "version": "old"},
    {"action": "hide", "building": 13, "version": 0},
    {"action": "done"},
    {"action": "done", "version": []},
]


@pytest.mark.parametrize("who", ["stranger", "eve", "ben", "ana"])
def test_what_cannot_be_read_is_malformed_whoever_sends_it(guests: Guests, who: str) -> None:
    for body in NOT_ACTIONS:
        assert getattr(guests, who).post("/api/action", body).refusal == (400, "malformed"), body


@pytest.mark.parametrize("who", ["stranger", "ana", "ben"])
def test_a_seat_that_there_is_not_is_malformed(guests: Guests, who: str) -> None:
    browser = getattr(guests, who)
    for seat in ("", "nobody", "Thief", "thief,police", "board", "None"):
        for path in ("/api/view", "/api/live", "/api/knowledge"):
            assert browser.get(f"{path}?as={seat}").refusal == (400, "malformed")
        for path in ("/api/action", "/api/leave"):
            assert browser.post(f"{path}?as={seat}", {"action": "new_game"}).refusal == (400, "malformed")


@pytest.mark.parametrize("stage", STAGES)
def test_the_thiefs_actions_are_forbidden_to_everyone_else_whatever_they_contain_and_whatever_the_phase(
    guests: Guests, stage: str
) -> None:
    guests.play_to(stage)
    for body in THIEFS:
        for other in (guests.ben, guests.chloe, guests.eve):
            answer = other.post("/api/action", body)
            assert answer.refusal == (403, "thief_only")
            assert answer.content["rule"] is None
        assert guests.stranger.post("/api/action", body).refusal == (401, "no_seat")


@pytest.mark.parametrize("stage", STAGES)
def test_everyone_else_gets_the_very_same_words_whatever_they_tried_to_hide_in(guests: Guests, stage: str) -> None:
    guests.play_to(stage)
    texts = {guests.ben.post("/api/action", body).text for body in THIEFS}
    assert len(texts) == 1


def test_the_thief_with_malformed_content_is_malformed(guests: Guests) -> None:
    guests.play_to("thief")
    assert guests.ana.act("hide", building=99).refusal == (400, "malformed")
    assert guests.ana.act("hide").refusal == (400, "malformed")


def test_no_seat_comes_before_not_this_seats_and_before_stale(guests: Guests) -> None:
    assert guests.stranger.act("start", version=0).refusal == (401, "no_seat")
    assert guests.ben.act("start", seat="public", version=0).refusal == (401, "no_seat")
    assert guests.ben.act("start", seat="watch").refusal == (401, "no_seat")


NOT_THEIRS: list[tuple[str, dict[str, object], str]] = [
    ("ana", {"action": "start"}, "police_only"),
    ("ana", {"action": "undo"}, "police_only"),
    ("ana", {"action": "choose", "helicopter": "pink"}, "police_only"),
    ("ana", {"action": "take", "helicopter": "pink"}, "police_only"),
    ("ana", {"action": "search", "helicopter": "pink", "building": 25}, "police_only"),
    ("eve", {"action": "move", "helicopter": "pink", "crossing": "F"}, "police_only"),
    ("eve", {"action": "choose", "helicopter": "pink"}, "police_only"),
    ("eve", {"action": "new_game"}, "players_only"),
    ("eve", {"action": "abandon"}, "players_only"),
    ("eve", {"action": "set_aside", "building": 8}, "players_only"),
    ("eve", {"action": "pass_on", "to": "Ben"}, "players_only"),
]


@pytest.mark.parametrize("stage", STAGES)
def test_not_this_seats_to_do_comes_before_stale_and_before_the_rules(guests: Guests, stage: str) -> None:
    guests.play_to(stage)
    for who, action, code in NOT_THEIRS:
        browser = getattr(guests, who)
        assert browser.post("/api/action", {**action, "version": 0}).refusal == (403, code), action
        assert browser.post("/api/action", action).refusal == (403, code), action


def test_another_players_helicopter_comes_before_stale_and_before_the_rules(guests: Guests) -> None:
    guests.play_to("police")
    guests.chloe.do("take", helicopter="pink")
    for fields in ({"crossing": "P"}, {"crossing": "E", "version": 0}):
        assert guests.ben.act("move", helicopter="pink", **fields).refusal == (403, "not_your_helicopter")


def test_stale_comes_before_the_rules(guests: Guests) -> None:
    guests.play_to("police")
    against_the_rules = {"helicopter": "pink", "crossing": "P"}
    assert guests.ben.act("move", **against_the_rules, version=0).refusal == (409, "stale")
    assert guests.ben.act("move", **against_the_rules).refusal == (409, "not_adjacent")
    assert guests.ben.act("new_game", version=0).refusal == (409, "stale")


def test_fields_that_an_action_does_not_have_are_ignored(guests: Guests) -> None:
    assert guests.ben.act("new_game", building="x", colour=None).status == 200
