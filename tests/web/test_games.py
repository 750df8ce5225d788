"""Past games over HTTP: the list, the records, and that a running game's record is the public one for everybody."""

import pytest

from companion.games.city_chase.record.mistake import Mistake
from companion.games.city_chase.record.replay import replay_all
from tests.web.visiting import Guests

SUMMARY = ["id", "began", "mode", "thief", "police", "round", "end", "record"]


def ends_of(record: str) -> list[str]:
    """Return how the games of a record end; it must be a right one."""
    outcomes = [outcome for _, outcome in replay_all(record)]
    assert not [outcome for outcome in outcomes if isinstance(outcome, Mistake)]
    return [outcome.end for outcome in outcomes if not isinstance(outcome, Mistake)]


def test_at_first_there_are_no_games(guests: Guests) -> None:
    assert guests.stranger.get("/api/games").content == {"games": []}


def test_the_list_has_the_newest_first_with_the_fields_of_the_contract(guests: Guests) -> None:
    guests.play_to("over")
    guests.play_to("police")
    games = guests.stranger.get("/api/games").content["games"]
    assert [list(one) for one in games] == [SUMMARY, SUMMARY]
    newest, oldest = games
    assert newest == {
        "id": 2,
        "began": "2026-11-18T19:02:11+00:00",
        "mode": "open",
        "thief": "Ana",
        "police": ["Ben", "Chloé"],
        "round": 1,
        "end": None,
        "record": True,
    }
    assert (oldest["id"], oldest["end"], oldest["record"]) == (1, "arrested", True)


def test_everyone_gets_the_same_list(guests: Guests) -> None:
    guests.second_round()
    assert len({one.get("/api/games").text for one in guests.everyone().values()}) == 1


def test_before_its_end_a_games_record_is_the_public_one_for_everybody(guests: Guests) -> None:
    guests.second_round()
    guests.ana.do("hide", building=6)
    records = {one.get("/api/games/1/record").text for one in guests.everyone().values()}
    assert len(records) == 1
    (record,) = records
    assert record.splitlines()[-1] == "1. ? pJ yC gO *"
    assert ends_of(record) == ["*"]


def test_the_thiefs_choosing_changes_no_record(guests: Guests) -> None:
    guests.second_round()
    before = guests.ana.get("/api/games/1/record").text, guests.ana.get("/api/games").text
    guests.ana.do("hide", building=6)
    assert (guests.ana.get("/api/games/1/record").text, guests.ana.get("/api/games").text) == before


def test_after_its_end_everyone_gets_the_route(guests: Guests) -> None:
    guests.play_to("over")
    records = {one.get("/api/games/1/record").text for one in guests.everyone().values()}
    assert len(records) == 1
    (record,) = records
    assert record.splitlines()[-1] == "1. 1 gx1# arrested"
    assert ends_of(record) == ["arrested"]


def test_a_record_has_tags_and_is_saved_under_a_name(guests: Guests) -> None:
    guests.play_to("over")
    answer = guests.stranger.get("/api/games/1/record")
    assert answer.headers["Content-Type"] == "text/x-citychase; charset=utf-8"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="city-chase-1.chase"'
    for tag in (
        '[Date "2026-11-18"]',
        '[Thief "Ana"]',
        '[Police "Ben, Chloé"]',
        '[Mode "open"]',
        '[Helicopters "F G A"]',
    ):
        assert tag in answer.text


def test_a_game_given_up_says_so_and_shows_the_route(guests: Guests) -> None:
    guests.play_to("police")
    guests.ana.do("abandon")
    record = guests.stranger.get("/api/games/1/record").text
    assert '[Termination "abandoned"]' in record
    assert "1. 1 *" in record
    assert guests.stranger.get("/api/games").content["games"][0]["end"] == "abandoned"


def test_a_game_given_up_in_set_up_has_no_record(guests: Guests) -> None:
    guests.play_to("setup")
    assert guests.stranger.get("/api/games/1/record").refusal == (409, "no_record")
    guests.ben.do("abandon")
    assert guests.stranger.get("/api/games/1/record").refusal == (409, "no_record")
    assert guests.stranger.get("/api/games").content["games"][0]["record"] is False
    assert "data-game" not in guests.stranger.get("/games/1").text


@pytest.mark.parametrize("number", ["0", "2", "-1", "1.0", "x", "1e3", "01x", "9" * 9, "9" * 20, "9" * 5000, "%31%00"])
def test_a_game_that_there_is_not_is_not_found(guests: Guests, number: str) -> None:
    guests.play_to("over")
    assert guests.stranger.get(f"/api/games/{number}/record").refusal == (404, "not_found")
    page = guests.stranger.get(f"/games/{number}", Accept="text/html")
    assert page.status == 404
    assert 'data-page="missing"' in page.text


def test_the_page_of_a_running_game_tells_nothing_of_the_thief(guests: Guests) -> None:
    guests.second_round()
    pages = {one.get("/games/1").text for one in guests.everyone().values()}
    guests.ana.do("hide", building=6)
    guests.ana.do("hide", building=2)
    pages |= {one.get("/games/1").text for one in guests.everyone().values()}
    assert len(pages) == 1


def test_games_are_still_there_after_a_restart(guests: Guests) -> None:
    guests.play_to("over")
    before = guests.ben.get("/api/games").text, guests.ben.get("/api/games/1/record").text
    guests.web.restart()
    assert (guests.ben.get("/api/games").text, guests.ben.get("/api/games/1/record").text) == before


def test_a_name_in_a_record_cannot_end_its_tag(guests: Guests) -> None:
    guests.ana.sit("thief", 'A"] [x "\\')
    guests.play_to("over")
    record = guests.stranger.get("/api/games/1/record").text
    assert ends_of(record) == ["arrested"]
    assert record.count("\n[") == 4
