"""What can happen to phones and tables in an evening: reloads, lost Wi-Fi, sleep, power cuts, a full house."""

import re
import stat
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from socket import create_connection
from types import SimpleNamespace

import pytest
from playwright.sync_api import expect

from tests.browser import acts, serving
from tests.browser.conftest import PlayerMaker
from tests.browser.phones import REFUSED, SMALL_PHONE, TABLET, UNREACHABLE, Phone, Phones
from tests.browser.players import Game, Player
from tests.browser.serving import ServedTable

NO_ROOM = re.compile("status of 503")
STREAMS = 144
"""As many as the table has for everyone together."""


def is_cut_off(phone: Phone) -> None:
    expect(phone.page.locator("#connection")).to_have_text(phone.say("reconnecting"))
    expect(phone.page.locator("#connection")).to_be_visible()


def is_connected(phone: Phone) -> None:
    expect(phone.page.locator("#connection")).to_be_hidden()


def small(phones: Phones, player: Player, path: str) -> Phone:
    phone = phones(SMALL_PHONE, is_still=True, player=player).open(path)
    phone.never_mind(UNREACHABLE)
    return phone


def test_every_page_comes_back_from_a_reload_in_the_middle_of_a_game(phones: Phones, game: Game) -> None:
    game.begin().hide(13).search("pink", 7)
    phone = phones(SMALL_PHONE, is_still=True, player=game.thief).become(game.police)
    pages = {
        "/thief": phone.say("thief_covered_police"),
        "/police": phone.say("police_waiting", helicopters="yellow and green"),
        "/table": phone.say("table_in_police"),
        "/bench": phone.say("news_nothing", helicopter="pink", building=7),
        "/": phone.say("join_running", round=1),
        "/games": phone.say("games_running", round=1),
        "/games/1": phone.say("game_running"),
    }
    for path, words in pages.items():
        phone.open(path)
        expect(phone.page.get_by_text(words).first).to_be_visible()
        phone.page.reload()
        phone.wait()
        expect(phone.page.get_by_text(words).first).to_be_visible()


def test_a_reload_covers_the_secret_and_keeps_the_choice(phones: Phones, game: Game) -> None:
    game.begin()
    ana = small(phones, game.thief, "/thief")
    acts.keep_open(ana)
    ana.building(13).click()
    ana.reads("thief_chosen", building=13)
    ana.page.reload()
    acts.is_covered(ana)
    with acts.looking(ana):
        ana.reads("thief_chosen", building=13)


def test_police_without_wifi_are_told_and_see_afterwards_what_happened(
    phones: Phones, game: Game, player: PlayerMaker
) -> None:
    game.begin().hide(1)
    ben = small(phones, game.police, "/police")
    acts.choose(ben, "yellow")
    ben.context.set_offline(True)
    is_cut_off(ben)
    ben.building(9).click()
    ben.reads("offline")
    player("police", "Chloe").act("search", helicopter="pink", building=8)
    assert len(game.police.view()["searches"]) == 1
    ben.context.set_offline(False)
    is_connected(ben)
    acts.has_acted(ben, "pink")
    acts.still_to_act(ben, "yellow and green")
    ben.building(14).click()
    acts.has_acted(ben, "yellow")


def test_a_thief_without_wifi_loses_neither_choice_nor_turn(phones: Phones, game: Game) -> None:
    game.begin()
    ana = small(phones, game.thief, "/thief")
    acts.keep_open(ana)
    ana.building(13).click()
    ana.reads("thief_chosen", building=13)
    ana.context.set_offline(True)
    is_cut_off(ana)
    ana.tap("thief_done")
    ana.reads("offline")
    ana.building(12).click()
    ana.reads("offline")
    expect(ana.building(13)).to_have_accessible_name(re.compile(ana.say("map_choice")))
    ana.context.set_offline(False)
    is_connected(ana)
    ana.tap("thief_done")
    ana.reads("phase_police", round=1)
    assert game.thief.view()["you"]["car"] == 13


def test_a_power_cut_while_the_thief_hides_costs_nothing(phones: Phones, game: Game, table: ServedTable) -> None:
    game.begin()
    ana, ben = small(phones, game.thief, "/thief"), small(phones, game.police, "/police")
    acts.keep_open(ana)
    ana.building(13).click()
    ana.reads("thief_chosen", building=13)
    ana.tap("thief_cover")
    table.kill()
    for phone in (ana, ben):
        is_cut_off(phone)
    table.start()
    for phone in (ana, ben):
        is_connected(phone)
        expect(acts.notice(phone, "hand_resumed")).to_be_visible()
    acts.is_covered(ana)
    acts.keep_open(ana)
    ana.reads("thief_chosen", building=13)
    ana.tap("thief_done")
    ben.reads("phase_police", round=1)
    for phone in (ana, ben):
        expect(acts.notice(phone, "hand_resumed")).to_have_count(0)
    acts.search(ben, "pink", 13)
    acts.sees_the_end(ana, "arrested")


def test_a_power_cut_while_the_police_search_costs_nothing(phones: Phones, game: Game, table: ServedTable) -> None:
    game.begin().hide(1)
    ben, tablet = small(phones, game.police, "/police"), phones(TABLET, is_still=True).open("/table")
    tablet.never_mind(UNREACHABLE)
    acts.fly(ben, "pink", "E")
    acts.has_acted(ben, "pink")
    table.kill()
    is_cut_off(ben)
    ben.building(9).click()
    ben.reads("offline")
    table.start()
    is_connected(ben)
    acts.has_acted(ben, "pink")
    acts.search(ben, "yellow", 9)
    acts.has_acted(ben, "yellow")
    tablet.reads("news_nothing", helicopter="yellow", building=9)
    is_connected(tablet)


def test_after_a_power_cut_the_game_can_be_given_up_with_two_taps(
    phones: Phones, game: Game, table: ServedTable
) -> None:
    game.begin().hide(13)
    ben = small(phones, game.police, "/police")
    table.restart()
    resumed = acts.notice(ben, "hand_resumed")
    resumed.get_by_role("button", name=ben.say("give_up")).click()
    acts.answer(ben, "no_back")
    expect(resumed).to_be_visible()
    resumed.get_by_role("button", name=ben.say("give_up")).click()
    acts.answer(ben, "give_up_yes")
    acts.sees_the_end(ben, "abandoned")
    acts.sees_the_route(ben, 13)


@contextmanager
def board_without(folder: Path, *buildings: int) -> Iterator[None]:
    """Let the next table find a board from which buildings are missing."""
    program = folder / "bin" / "citychase"
    program.parent.mkdir()
    program.write_text(
        f"""#!{sys.executable}
from companion.__main__ import main
from firmware.simulated import SimulatedBoard

begin = SimulatedBoard.__init__

def begin_without(board, plan, clock):
    begin(board, plan, clock)
    for building in {buildings}:
        board.lift(building)

SimulatedBoard.__init__ = begin_without
main()
"""
    )
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(serving, "sys", SimpleNamespace(executable=str(program.with_name("python"))))
        yield


def test_buildings_missing_after_a_power_cut_are_asked_for_before_play_goes_on(
    phones: Phones, game: Game, table: ServedTable, tmp_path: Path
) -> None:
    game.begin().hide(1)
    ben, tablet = small(phones, game.police, "/police"), phones(TABLET, is_still=True).open("/table")
    for phone in (ben, tablet):
        phone.never_mind(UNREACHABLE, REFUSED)
    with board_without(tmp_path, 8, 24):
        table.restart()
    for phone in (ben, tablet):
        for building in (8, 24):
            expect(acts.notice(phone, "hand_missing", building=building)).to_be_visible()
    acts.search(ben, "pink", 7)
    expect(ben.page.get_by_text(ben.say.told("buildings_missing", buildings="8, 24"))).to_be_visible()
    bench = acts.open_tab(ben, "/bench")
    acts.put_back(bench, 8)
    expect(acts.notice(tablet, "hand_missing", building=8)).to_have_count(0)
    acts.set_aside(ben, "hand_missing", 24)
    expect(tablet.page.locator(".notice")).to_have_count(0)
    acts.search(ben, "pink", 12)
    acts.has_acted(ben, "pink")


def test_a_phone_that_wakes_up_shows_the_newest_view(phones: Phones, game: Game) -> None:
    game.begin()
    ben = small(phones, game.police, "/police")
    ben.reads("phase_thief", round=1)
    acts.turn_screen(ben, "hidden")
    game.run(1, 2, 3)
    acts.turn_screen(ben, "visible")
    ben.reads("phase_thief", round=4)
    game.hide(4)
    ben.reads("phase_police", round=4)


def test_a_page_that_comes_back_from_the_browsers_memory_shows_the_newest_view(phones: Phones, game: Game) -> None:
    game.begin()
    ben = small(phones, game.police, "/police")
    ben.page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    game.hide(1).search("pink", 7)
    ben.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    acts.has_acted(ben, "pink")
    game.search("yellow", 9)
    acts.has_acted(ben, "yellow")


def test_back_and_forward_show_the_newest_view_and_a_covered_secret(phones: Phones, game: Game) -> None:
    game.begin()
    ana = small(phones, game.thief, "/thief")
    acts.keep_open(ana)
    ana.page.goto(f"{ana.address}/games")
    game.hide(13)
    ana.page.go_back()
    ana.wait().reads("phase_police", round=1)
    acts.is_covered(ana)
    ana.page.go_forward()
    ana.page.get_by_text(ana.say("games_running", round=1)).wait_for()
    ana.page.go_back()
    ana.wait()
    acts.is_covered(ana)


@contextmanager
def full_house(table: ServedTable, player: Player) -> Iterator[None]:
    """Take every live stream that the table has."""
    cookie = "; ".join(f"{name}={value}" for name, value in player.cookies())
    request = f"GET /api/live?as={player.seat} HTTP/1.1\r\nHost: table\r\nCookie: {cookie}\r\n\r\n".encode()
    with ExitStack() as streams:
        taken = [
            streams.enter_context(create_connection(("127.0.0.1", table.port), timeout=20)) for _ in range(STREAMS)
        ]
        for stream in taken:
            stream.sendall(request)
        assert all(stream.recv(15).startswith(b"HTTP/1.1 200") for stream in taken)
        yield


def asking_again_leaves_what_was_said(phone: Phone) -> None:
    acts.keep_open(phone)
    phone.tap("thief_done")
    said = phone.page.get_by_text(phone.say.reason("no_choice"))
    expect(said).to_be_visible()
    for _ in range(2):
        phone.page.wait_for_event("response", lambda response: "/api/view" in response.url)
    expect(said).to_be_visible()
    phone.tap("thief_cover")


def test_where_the_table_has_no_live_stream_left_a_page_plays_by_asking(
    phones: Phones, game: Game, table: ServedTable
) -> None:
    game.begin()
    with full_house(table, game.police):
        ana, ben = small(phones, game.thief, "/thief"), small(phones, game.police, "/police")
        ana.never_mind(NO_ROOM, REFUSED)
        ben.never_mind(NO_ROOM, REFUSED)
        ana.reads("crowded")
        asking_again_leaves_what_was_said(ana)
        acts.hide(ana, 13)
        ben.reads("phase_police", round=1)
        acts.search(ben, "pink", 7)
        acts.has_acted(ben, "pink")
        acts.search(ben, "green", 6)
        refused = ben.say.reason("out_of_reach", building=6, crossing="K", helicopter="green")
        expect(ben.page.get_by_text(refused)).to_be_visible()
        acts.search(ben, "green", 13)
        acts.sees_the_end(ana, "arrested")
    # Somebody went home: there is room again.
    acts.sees_the_end(ben, "arrested")
