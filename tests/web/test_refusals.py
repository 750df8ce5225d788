"""What the table itself refuses: every row of the contract, provoked over HTTP."""

import fcntl
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.games.city_chase.wording import words
from companion.settings.values import Setting
from companion.table.seats import MOST_POLICE
from tests.companion.table.test_journal import fill_disk
from tests.web.visiting import PIN, Answer, Guests, WebTable, seat_everyone
from web.app import MOST_BYTES
from web.site import Streams

CONTRACT = (Path(__file__).parents[2] / "docs" / "contract.md").read_text()
SECTION = CONTRACT.split("### Refusals")[1].split("### Rejections")[0]
ROWS = re.findall(r"^\| `(\w+)` \| (\d+) \|", SECTION, re.MULTILINE)


def fill_table(guests: Guests) -> Answer:
    for number in range(MOST_POLICE - 2):
        guests.web.sit("police", f"Police {number}")
    for player in guests.web.table.scene.seats.police:
        guests.web.table.watch(player)
    return guests.stranger.sit("police", "One more")


def decide_too_late(guests: Guests) -> Answer:
    version = guests.ben.view()["version"]
    guests.chloe.do("new_game")
    return guests.ben.act("new_game", version=version)


def begin_twice(guests: Guests) -> Answer:
    guests.ben.do("new_game")
    return guests.ana.act("new_game")


def choose_nothing(guests: Guests) -> Answer:
    guests.play_to("police")
    return guests.ben.act("choose", helicopter="pink")


def go_on_without_a_building(guests: Guests) -> Answer:
    guests.play_to("police")
    guests.web.lift(25)
    guests.web.restart()
    return guests.ben.act("move", helicopter="pink", crossing="E")


def give_up_at_once(guests: Guests) -> Answer:
    guests.ben.do("new_game")
    guests.ben.do("abandon")
    return guests.ben.get("/api/games/1/record")


def guess(guests: Guests) -> Answer:
    for number in range(5):
        assert guests.stranger.sit("thief", pin=f"000{number}").refusal == (409, "seat_taken")
    return guests.stranger.sit("thief", pin="0005")


def hide_without_a_pin(guests: Guests) -> Answer:
    guests.ana.do("pass_on", to="Ben")
    guests.chloe.do("new_game")
    return guests.ben.act("hide", building=13)


def break_down(guests: Guests) -> Answer:
    guests.web.journal.close()
    return guests.stranger.get("/api/games")


def run_out_of_disk(guests: Guests) -> Answer:
    fill_disk(guests.web.journal)
    answers = (guests.ben.act("new_game" if number % 2 else "abandon") for number in range(100))
    return next(answer for answer in answers if answer.status not in {200, 409})


def ask_without_hints(guests: Guests) -> Answer:
    guests.web.book.change({Setting.HINTS: False})
    return guests.ana.get("/api/knowledge")


def set_what_cannot_be_written(guests: Guests) -> Answer:
    guests.ben.post("/api/settings/code", {"code": guests.web.office.code()})
    (guests.web.folder / "settings.lock").mkdir()
    return guests.ben.post("/api/settings", {"sound": False})


def set_while_another_does(guests: Guests) -> Answer:
    guests.ben.post("/api/settings/code", {"code": guests.web.office.code()})
    with (guests.web.folder / "settings.lock").open("w") as other, pytest.MonkeyPatch.context() as patch:
        patch.setattr("companion.settings.book.LONGEST_WAIT_S", 0.0)
        fcntl.flock(other, fcntl.LOCK_EX)
        return guests.ben.post("/api/settings", {"sound": False})


WAYS: dict[str, Callable[[Guests], Answer]] = {
    "malformed": lambda guests: guests.ben.act("fly"),
    "bad_name": lambda guests: guests.stranger.sit("police", "x" * 25),
    "bad_pin": lambda guests: guests.stranger.sit("thief", pin="12"),
    "bad_setting": lambda guests: guests.ben.post("/api/settings", {"brightness": 2}),
    "no_seat": lambda guests: guests.stranger.act("start"),
    "code_wanted": lambda guests: guests.ben.get("/api/settings"),
    "wrong_code": lambda guests: guests.ben.post("/api/settings/code", {"code": "none"}),
    "not_from_a_page": lambda guests: guests.ben.ask("POST", "/api/action", {"action": "new_game"}),
    "not_found": lambda guests: guests.ben.get("/api/nothing"),
    "wrong_method": lambda guests: guests.ben.get("/api/action"),
    "too_large": lambda guests: guests.ben.post("/api/action", b" " * (MOST_BYTES + 1)),
    "seat_taken": lambda guests: guests.stranger.sit("thief", pin="0000"),
    "table_full": fill_table,
    "stale": decide_too_late,
    "no_game": lambda guests: guests.ben.act("start"),
    "game_running": begin_twice,
    "no_computer": lambda guests: guests.ben.act("new_game", thief="easy"),
    "no_such_player": lambda guests: guests.ana.act("pass_on", to="Nobody"),
    "nothing_to_choose": choose_nothing,
    "buildings_missing": go_on_without_a_building,
    "pin_wanted": hide_without_a_pin,
    "nothing_known": lambda guests: guests.ana.get("/api/knowledge"),
    "hints_off": ask_without_hints,
    "no_record": give_up_at_once,
    "too_many_tries": guess,
    "broken": break_down,
    "not_saved": run_out_of_disk,
    "settings_not_saved": set_what_cannot_be_written,
    "settings_busy": set_while_another_does,
    "no_room": lambda guests: guests.stranger.get("/api/live"),
}


def test_there_is_a_way_to_every_refusal_of_the_contract() -> None:
    assert [code for code, _ in ROWS] == list(WAYS)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("code", "status"), ROWS)
def test_a_refusal_has_its_status_and_a_sentence_in_the_players_language(
    tmp_path: Path, code: str, status: str, language: str
) -> None:
    with WebTable(tmp_path, streams=Streams(0, 0)) as web:
        guests = seat_everyone(web)
        for one in (guests.ana, guests.ben, guests.stranger):
            one.keep("lang", language)
        answer = WAYS[code](guests)
        assert answer.refusal == (int(status), code)
        assert answer.content["rule"] == ("R1" if code == "no_game" else None)
        # What stands before the first value, which is another in every case.
        assert answer.content["message"].startswith(words(language).table[code].partition("{")[0])
        assert "{" not in answer.content["message"]


def test_a_wrong_method_says_which_is_right(guests: Guests) -> None:
    assert guests.ben.get("/api/action").headers["Allow"] == "OPTIONS, POST"
    assert guests.ben.ask("POST", "/api/view", headers={"X-CityChase": "1"}).headers["Allow"] == "GET, HEAD, OPTIONS"


def test_what_was_refused_because_it_cannot_be_saved_has_not_happened(guests: Guests) -> None:
    run_out_of_disk(guests)
    before = {name: one.view() for name, one in guests.everyone().items()}
    action = "abandon" if guests.ben.view()["phase"] == "setup" else "new_game"
    assert guests.ben.act(action).refusal == (503, "not_saved")
    assert {name: one.view() for name, one in guests.everyone().items()} == before


def test_missing_buildings_are_named_and_only_what_plays_waits_for_them(guests: Guests) -> None:
    refused = go_on_without_a_building(guests)
    assert "25" in refused.content["message"]
    guests.ben.do("take", helicopter="pink")
    guests.ben.do("release", helicopter="pink")
    view = guests.ben.do("set_aside", building=25)
    assert view["hand"]["missing"] == []
    guests.ben.do("move", helicopter="pink", crossing="E")


@pytest.mark.parametrize("path", ["/api/seat", "/api/leave", "/api/action", "/bench/switch", "/bench/button"])
def test_a_body_may_have_16_kib_and_no_more_wherever_it_is_sent(guests: Guests, path: str) -> None:
    assert MOST_BYTES == 16 * 1024
    assert guests.stranger.post(path, b" " * MOST_BYTES).status != 413
    assert guests.stranger.post(path, b" " * (MOST_BYTES + 1)).refusal == (413, "too_large")


@pytest.mark.parametrize("path", ["/api/seat", "/api/leave", "/api/action"])
@pytest.mark.parametrize("header", [{}, {"X-CityChase": ""}, {"X-CityChase": "0"}, {"X-City-Chase": "1"}])
def test_a_page_of_another_site_can_change_nothing(guests: Guests, path: str, header: dict[str, str]) -> None:
    body = {"seat": "watch", "action": "new_game"}
    assert guests.ben.ask("POST", path, body, header).refusal == (403, "not_from_a_page")
    view = guests.ben.view()
    assert (view["phase"], len(view["seats"]["police"])) == ("lobby", 2)


def test_health_tells_which_board_and_which_version(guests: Guests) -> None:
    content = guests.stranger.get("/healthz").content
    assert (content.pop("ok"), content.pop("board")) == (True, "simulated")
    assert re.fullmatch(r"\d+\.\d+\.\d+.*", content.pop("version"))
    assert content == {}


def test_who_has_no_seat_has_left_already(guests: Guests) -> None:
    answer = guests.stranger.leave()
    assert (answer.status, answer.content) == (200, {"ok": True})


def test_only_the_thief_may_see_what_the_police_know(guests: Guests) -> None:
    guests.play_to("police")
    assert guests.ben.get("/api/knowledge").refusal == (403, "thief_only")
    assert guests.eve.get("/api/knowledge").refusal == (403, "thief_only")
    assert guests.stranger.get("/api/knowledge").refusal == (401, "no_seat")
    known = guests.ana.get("/api/knowledge").content
    assert (known["routes"], known["possible"]) == (25, list(range(1, 26)))
    assert known["weights"] == {str(building): 1 for building in range(1, 26)}
    guests.ben.do("search", helicopter="pink", building=7)
    assert guests.ana.get("/api/knowledge").content["routes"] == 24


def test_the_pin_that_sat_the_thief_down_is_shown_nowhere(guests: Guests) -> None:
    assert all(PIN not in one.get("/api/view").text for one in guests.everyone().values())
    assert PIN not in guests.ana.get("/api/seat").text
