"""Named positions: every page in every state worth looking at, reached once and shared by pictures and axe.

An evening is one table. It goes on from position to position, so that a table and a game serve many of them.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from playwright.sync_api import Route, expect

from tests.browser import acts
from tests.browser.phones import REFUSED, TABLET, UNREACHABLE, Phone, Phones
from tests.browser.players import Game, Player, SeatName
from tests.browser.serving import ServedTable


@dataclass(frozen=True)
class Position:
    """A page in a state, with a name for its picture."""

    name: str
    phone: Phone


@dataclass(frozen=True)
class Stage:
    """What an evening needs: a table, devices that stand still, and players without a page."""

    table: ServedTable
    phones: Phones
    player: Callable[[SeatName, str], Player]
    locale: str = "en-GB"

    def look(self, path: str, player: Player | None = None) -> Phone:
        """Open a page on a device of no size in particular: whoever looks at it chooses the size."""
        return self.phones(TABLET, self.locale, is_still=True, player=player).open(path)

    def seat(self) -> Game:
        return Game(self.player("thief", "Ana"), self.player("police", "Ben"))

    def lift(self, player: Player, building: int) -> None:
        player.send("/bench/switch", building=building, state="lifted")


Evening = Callable[[Stage], Iterator[Position]]


def play_round_1(game: Game) -> None:
    """Hide in 17; two searches find nothing."""
    game.begin("FGK").hide(17)
    game.police.act("move", helicopter="pink", crossing="J")
    game.search("yellow", 8).search("green", 18)


def play_round_2(game: Game) -> None:
    """Run to 18; pink finds the yellow Trace in 17."""
    game.hide(18).search("pink", 17).search("yellow", 9)
    game.police.act("move", helicopter="green", crossing="L")


def play_round_3(game: Game) -> None:
    """Run to 19; pink finds a blue Trace, green the car."""
    game.hide(19).search("pink", 18).search("green", 19)


def reads_reason(phone: Phone, key: str, **values: str | int) -> None:
    expect(phone.page.get_by_text(phone.say.reason(key, **values)).first).to_be_visible()


def at_the_door(stage: Stage) -> Iterator[Position]:
    phone = stage.look("/")
    phone.reads("join_nobody")
    yield Position("join", phone)
    for seat in ("thief", "police", "watch"):
        choose_seat(phone, seat)
        yield Position(f"join-{seat}", phone)
    phone.open("/").page.locator("details.menu summary").click()
    yield Position("join-menu", phone)
    phone.open("/games").reads("games_none")
    yield Position("games-empty", phone)
    phone.never_mind(REFUSED)
    phone.open("/nowhere").reads("missing_text")
    yield Position("missing", phone)
    game = stage.seat().begin().hide(17)
    phone.open("/").reads("join_running", round=1)
    yield Position("join-running", phone)
    choose_seat(phone, "thief")
    phone.reads("join_thief_taken", name="Ana")
    yield Position("join-taken", phone)
    held = stage.look("/", game.thief)
    held.reads("join_running", round=1)
    yield Position("join-held", held)


def choose_seat(phone: Phone, seat: str) -> None:
    phone.button(acts.begins_with(f"{phone.say(f'join_{seat}')} {phone.say(f'join_{seat}_short')}")).click()
    phone.reads(f"join_sit_{seat}" if phone.page.locator("[name=name]").count() else "join_sit_again")


def in_the_lesson(stage: Stage) -> Iterator[Position]:
    phone = stage.look("/how-to-play")
    phone.reads("how_hide_do")
    yield Position("how-1-hide", phone)
    phone.building(4).click()
    phone.reads("how_hide_other")
    yield Position("how-1-wrong", phone)
    phone.building(13).click()
    phone.reads("how_hide_done")
    yield Position("how-1-right", phone)
    phone.tap("how_next")
    yield Position("how-2-trace", phone)
    phone.tap("how_next")
    yield Position("how-3-run", phone)
    for key in ("how_skip", "how_skip", "how_next", "how_skip"):
        phone.tap(key)
    phone.reads("how_think_do")
    yield Position("how-7-think", phone)
    phone.tap("how_skip")
    yield Position("how-8-move", phone)
    for _ in range(3):
        phone.tap("how_skip")
    phone.reads("how_end_do")
    yield Position("how-11-end", phone)


def as_the_thief(stage: Stage) -> Iterator[Position]:
    yield Position("thief-sit", stage.look("/thief"))
    game = stage.seat()
    phone = stage.look("/thief", game.thief)
    phone.reads("thief_in_lobby")
    yield Position("thief-lobby", phone)
    yield Position("thief-taken", stage.look("/thief"))
    play_round_1(game)
    phone.reads("phase_thief", round=2)
    yield Position("thief-covered", phone)
    play_round_2(game)
    acts.keep_open(phone)
    phone.reads("thief_choose_many", building=18, number=3)
    yield Position("thief-choices", phone)
    yield from thief_goes_on(game, phone)


def thief_goes_on(game: Game, phone: Phone) -> Iterator[Position]:
    phone.building(19).click()
    phone.reads("thief_chosen", building=19)
    yield Position("thief-chosen", phone)
    phone.never_mind(REFUSED)
    phone.building(24).click()
    reads_reason(phone, "diagonal", building=24, car=18)
    yield Position("thief-refused", phone)
    phone.tap("thief_done")
    phone.reads("phase_police", round=3)
    expect(phone.page.get_by_text(phone.say("thief_known_asking"))).to_have_count(0)
    yield Position("thief-known", phone)
    game.search("pink", 18).search("green", 19)
    acts.sees_the_end(phone, "arrested")
    phone.reads("replay_title")
    yield Position("thief-over", phone)


def as_a_classic_thief(stage: Stage) -> Iterator[Position]:
    game = stage.seat().begin(mode="classic")
    phone = stage.look("/thief", game.thief)
    phone.reads("thief_covered")
    yield Position("thief-classic-covered", phone)
    acts.keep_open(phone)
    phone.building(13).click()
    phone.reads("thief_classic_hide", building=13)
    yield Position("thief-classic-steps", phone)
    stage.lift(game.police, 13)
    stage.lift(game.police, 3)
    phone.reads("hand_put_back", building=3)
    yield Position("thief-classic-lifted", phone)
    phone.never_mind(REFUSED)
    phone.tap("thief_done")
    reads_reason(phone, "pin_owed", building=3)
    yield Position("thief-classic-refused", phone)
    police = stage.look("/police", game.police)
    police.reads("police_eyes_closed")
    yield Position("police-classic", police)


def as_the_police(stage: Stage) -> Iterator[Position]:
    yield Position("police-sit", stage.look("/police"))
    game = stage.seat()
    phone = stage.look("/police", game.police)
    phone.reads("police_in_lobby")
    yield Position("police-lobby", phone)
    game.open()
    acts.place(phone, "pink", "F")
    yield Position("police-setup", phone)
    acts.place(phone, "yellow", "G")
    acts.place(phone, "green", "K")
    phone.reads("police_start")
    yield Position("police-placed", phone)
    game.police.act("start")
    phone.reads("police_in_thief")
    yield Position("police-waiting", phone)
    game.hide(17)
    phone.reads("phase_police", round=1)
    yield Position("police-targets", phone)
    phone.never_mind(REFUSED)
    phone.crossing("P").click()
    reads_reason(phone, "not_adjacent", crossing="P", origin="F")
    yield Position("police-refused", phone)
    acts.choose(phone, "pink")
    yield from police_hands(stage, game, phone)


def police_hands(stage: Stage, game: Game, phone: Phone) -> Iterator[Position]:
    stage.lift(game.police, 8)
    phone.reads("police_choosing", building=8)
    yield Position("police-choosing", phone)
    game.police.act("choose", helicopter="yellow")
    acts.has_acted(phone, "yellow")
    stage.lift(game.police, 25)
    phone.reads("hand_put_back", building=25)
    yield Position("police-put-back", phone)
    game.search("green", 18)
    acts.has_acted(phone, "green")
    for building in (8, 25):
        game.police.send("/bench/switch", building=building, state="placed")
    expect(phone.page.get_by_text(phone.say("hand_put_back", building=25))).to_have_count(0)
    phone.crossing("J").click()
    expect(phone.page.get_by_role("dialog")).to_be_visible()
    yield Position("police-last-move", phone)
    acts.answer(phone, "police_last_yes")
    phone.reads("phase_thief", round=2)
    play_round_2(game)
    play_round_3(game)
    acts.sees_the_end(phone, "arrested")
    phone.reads("replay_title")
    yield Position("police-over", phone)


def after_a_power_cut(stage: Stage) -> Iterator[Position]:
    game = stage.seat()
    play_round_1(game)
    game.hide(18)
    stage.table.restart()
    phone = stage.look("/police", game.police)
    phone.reads("hand_resumed")
    yield Position("police-resumed", phone)
    yield Position("police-missing", without_building(stage, game.police, 8))
    lost = stage.look("/police", game.police)
    for one in stage.phones.made():
        one.never_mind(UNREACHABLE)
    stage.table.kill()
    lost.reads("reconnecting")
    yield Position("connection-lost", lost)


def without_building(stage: Stage, player: Player, building: int) -> Phone:
    """Show a page a view in which a building is missing: a simulated board comes back with all in place."""
    view = player.view()
    view["hand"]["missing"] = [building]
    view["board"]["lifted"] = [building]
    stream = f"event: view\ndata: {json.dumps(view)}\n\n"
    phone = stage.phones(TABLET, stage.locale, is_still=True, player=player)

    def answer(route: Route) -> None:
        route.fulfill(content_type="text/event-stream", body=stream)

    phone.page.route("**/api/live*", answer)
    phone.page.route("**/api/view*", lambda route: route.fulfill(json=view))
    phone.open("/police").reads("hand_missing", building=building)
    return phone


def at_the_table(stage: Stage) -> Iterator[Position]:
    tablet = stage.look("/table")
    tablet.reads("phase_lobby")
    yield Position("table-lobby", tablet)
    game = stage.seat().open()
    tablet.reads("phase_setup")
    yield Position("table-setup", tablet)
    game.police.act("abandon")
    play_round_1(game)
    play_round_2(game)
    game.hide(19).search("pink", 18)
    tablet.reads("news_trace", helicopter="pink", building=18, trace="blue")
    yield Position("table-traces", tablet)
    running = stage.look("/games/2")
    running.reads("game_running")
    running.reads("replay_title")
    yield Position("game-running", running)
    game.search("green", 19)
    acts.sees_the_end(tablet, "arrested")
    tablet.reads("replay_title")
    yield Position("table-over", tablet)
    yield from among_old_games(stage, game)


def among_old_games(stage: Stage, game: Game) -> Iterator[Position]:
    game.begin(mode="classic").police.act("abandon")
    game.begin().run(1, 2, 3).police.act("abandon")
    game.begin().run(13)
    games = stage.look("/games")
    games.reads("games_running", round=2)
    yield Position("games-full", games)
    games.open("/games/2").reads("replay_title")
    yield Position("game", games)
    games.open("/games/1").reads("game_no_record")
    yield Position("game-no-record", games)


def at_the_bench(stage: Stage) -> Iterator[Position]:
    bench = stage.look("/bench")
    bench.reads("phase_lobby")
    yield Position("bench-lobby", bench)
    game = stage.seat()
    play_round_1(game)
    play_round_2(game)
    game.hide(19)
    bench.reads("phase_police", round=3)
    yield Position("bench-running", bench)
    acts.lift(bench, 18)
    expect(bench.page.locator("#phase")).to_contain_text(bench.say.told("board_put_back_one", buildings=18))
    yield Position("bench-lifted", bench)
    acts.put_back(bench, 18)
    bench.tap("bench_tool_stuck_open")
    bench.building(25).click()
    bench.tap("bench_tool_stuck_closed")
    bench.building(1).click()
    bench.reads("bench_mark_stuck_closed")
    expect(bench.page.get_by_text(bench.say("bench_mark_stuck_open"), exact=True)).to_be_visible()
    yield Position("bench-faults", bench)


def in_the_office(stage: Stage) -> Iterator[Position]:
    phone = stage.look("/settings")
    phone.reads("settings_locked")
    yield Position("settings-locked", phone)
    phone.never_mind(REFUSED)
    acts.show_code(phone, "none")
    expect(phone.page.get_by_text(phone.say.told("wrong_code"))).to_be_visible()
    yield Position("settings-wrong-code", phone)
    acts.show_code(phone, stage.table.owners_code())
    phone.reads("settings_board")
    yield Position("settings-open", phone)
    phone.button(phone.say("settings_sound")).click()
    phone.reads("settings_saved")
    yield Position("settings-saved", phone)
    stage.table.edit_settings('# Our table\nbrightness = "bright"\nsound = false\nhintz = true\n')
    phone.open("/settings").reads("settings_problems_many", number=2)
    yield Position("settings-problems", phone)
    stage.table.edit_settings("# Our table\nbrightness 0.3\n")
    phone.open("/settings").reads("settings_problems_one")
    yield Position("settings-broken-file", phone)


EVENINGS: Mapping[str, Evening] = MappingProxyType(
    {
        "at_the_door": at_the_door,
        "in_the_lesson": in_the_lesson,
        "as_the_thief": as_the_thief,
        "as_a_classic_thief": as_a_classic_thief,
        "as_the_police": as_the_police,
        "after_a_power_cut": after_a_power_cut,
        "at_the_table": at_the_table,
        "at_the_bench": at_the_bench,
        "in_the_office": in_the_office,
    }
)
