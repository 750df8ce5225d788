"""The table: who may leave with what, what is carried over, and that nothing is shown that was not done."""

import logging
from pathlib import Path

import pytest

from companion.games.city_chase.actions import Abandon, Done, Hide, Move, Search, Take
from companion.games.city_chase.events import Ended, OwnerChanged, RoundBegan
from companion.games.city_chase.pieces import HELICOPTERS
from companion.table.actions import Choose, Mode, NewGame, PassOn, PlayerKind, Request
from companion.table.pins import hash_pin
from companion.table.refusal import Refused, Trouble, code_of
from companion.table.seats import MOST_POLICE, Player
from tests.companion.table.opening import OpenTable, begin, hide
from tests.companion.table.test_journal import fill_disk

PINK, YELLOW, GREEN = HELICOPTERS


def owners(opened: OpenTable) -> dict[str, list[str]]:
    """Return whose the helicopters are, as everyone sees it."""
    return {one["name"]: one["helicopters"] for one in opened.view()["seats"]["police"]}


def test_who_leaves_gives_their_helicopters_back(tmp_path: Path) -> None:
    with OpenTable(tmp_path) as opened:
        players = begin(opened)
        chloe = opened.sit("police", "Chloé")
        opened.do(players.ben, Take(PINK), Take(GREEN))
        opened.do(chloe, Take(YELLOW))
        opened.table.leave(players.ben)
        assert owners(opened) == {"Chloé": ["yellow"]}
        hide(opened, players.thief, 1)
        opened.do(chloe, Search(PINK, 7))


def test_only_helicopters_of_players_who_are_there_are_carried_over(tmp_path: Path) -> None:
    with OpenTable(tmp_path) as opened:
        players = begin(opened)
        chloe = opened.sit("police", "Chloé")
        opened.do(players.ben, Take(PINK))
        opened.do(chloe, Take(YELLOW), Abandon())
        opened.table.leave(players.ben)
        opened.do(chloe, NewGame())
        assert owners(opened) == {"Chloé": ["yellow"]}
        assert opened.public().owners == (None, chloe.id, None)


def test_helicopters_are_carried_over_a_restart(tmp_path: Path) -> None:
    with OpenTable(tmp_path) as opened:
        players = begin(opened)
        opened.do(players.ben, Take(PINK), Abandon())
        opened.restart()
        opened.do(players.ben, NewGame())
        assert owners(opened) == {"Ben": ["pink"]}


def test_a_thief_who_left_in_a_game_is_gone_when_it_ends(tmp_path: Path) -> None:
    with OpenTable(tmp_path) as opened:
        players = begin(opened)
        opened.table.leave(players.thief)
        assert opened.view()["seats"]["thief"] == {"name": "Ana"}
        opened.do(players.ben, Abandon())
        assert opened.view()["seats"]["thief"] is None


def test_a_thief_who_left_is_gone_even_if_the_power_went_as_the_game_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The end is in the journal, the seats are still the old ones: nobody could ever sit there again."""
    with OpenTable(tmp_path) as opened:
        players = begin(opened)
        opened.table.leave(players.thief)
        with monkeypatch.context() as power_cut:
            power_cut.setattr(opened.table, "_note_end", lambda _: None)
            opened.do(players.ben, Abandon())
        opened.restart()
        assert opened.view()["seats"]["thief"] is None
        assert isinstance(opened.table.sit_down("thief", "Dan", hash_pin("1234")), Player)


def test_a_phone_that_was_dropped_cannot_leave_for_the_other(tmp_path: Path) -> None:
    with OpenTable(tmp_path) as opened:
        thief = opened.sit("thief", "Ana")
        taken_up = opened.table.take_up(thief)
        assert isinstance(taken_up, Player)
        opened.table.leave(thief)
        assert opened.table.find(taken_up.id, taken_up.serial)


def test_nobody_is_found_before_there_is_something_to_show_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Views are read without the lock: between two steps of a change a page must not run into a gap."""
    with OpenTable(tmp_path) as opened:
        opened.sit("thief", "Ana")
        opened.sit("police", "Ben")
        adopt = opened.table._showing.adopt
        read: list[int] = []

        def look_then_adopt(*arguments: object) -> None:
            everyone = (None, *opened.table.scene.seats.players)
            read.extend(opened.table.letter(one, "en").version for one in everyone)
            adopt(*arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(opened.table._showing, "adopt", look_then_adopt)
        opened.sit("police", "Chloé")
        opened.do(opened.table.scene.seats.thief, PassOn("Ben"))
        assert len(read) > 2


def test_a_game_can_begin_without_anyone_at_the_table(tmp_path: Path) -> None:
    with OpenTable(tmp_path) as opened:
        opened.do(None, NewGame(Mode.CLASSIC))
        assert opened.view()["mode"] == "classic"
        assert opened.code(None, NewGame()) == Trouble.GAME_RUNNING
        assert opened.code(None, NewGame(thief=PlayerKind.EASY)) == Trouble.GAME_RUNNING


@pytest.mark.parametrize("kind", [PlayerKind.EASY, PlayerKind.NORMAL, PlayerKind.HARD])
def test_computer_players_are_still_to_come(tmp_path: Path, kind: PlayerKind) -> None:
    with OpenTable(tmp_path) as opened:
        assert opened.code(None, NewGame(thief=kind)) == Trouble.NO_COMPUTER
        assert opened.code(None, NewGame(police=kind)) == Trouble.NO_COMPUTER
        assert opened.view()["game"] is None


def test_a_full_table_has_no_seat_for_another_police_player_whose_pages_are_open(tmp_path: Path) -> None:
    with OpenTable(tmp_path) as opened:
        players = [opened.sit("police", f"Police {number}") for number in range(MOST_POLICE)]
        watches = [opened.table.watch(player) for player in players]
        assert opened.table.sit_down("police", "One more") == Refused(Trouble.TABLE_FULL)
        opened.table.stop_watching(watches[3])
        assert isinstance(opened.table.sit_down("police", "One more"), Player)
        assert opened.table.find(players[3].id, 0) is None


def test_the_board_is_told_what_everyone_may_know_and_nothing_of_the_thief(tmp_path: Path) -> None:
    with OpenTable(tmp_path) as opened:
        players = begin(opened)
        opened.table.fetch_events()
        opened.do(players.thief, Hide(13), Hide(14), Hide(1))
        assert opened.table.fetch_events() == ()
        opened.do(players.thief, Done())
        opened.do(players.ben, Take(PINK), Search(PINK, 7), Move(YELLOW, "C"), Search(GREEN, 19))
        told = opened.table.fetch_events()
        assert OwnerChanged(PINK, players.ben.id) in told
        assert told[-1] == RoundBegan(2)
        assert opened.table.fetch_events() == ()
        opened.do(players.ben, Abandon())
        assert isinstance(opened.table.fetch_events()[-1], Ended)


def snapshot(opened: OpenTable) -> list[object]:
    """Return all that an action could change."""
    everyone = (None, *opened.table.scene.seats.players)
    views = [opened.table.letter(one, "en").text for one in everyone]
    return [opened.table.scene, views, opened.rows(), opened.storage.read_seats(), opened.journal.counts()]


@pytest.mark.parametrize("by_hand", [True, False])
def test_what_cannot_be_saved_is_not_done(tmp_path: Path, caplog: pytest.LogCaptureFixture, by_hand: bool) -> None:
    with OpenTable(tmp_path) as opened:
        players = begin(opened)
        hide(opened, players.thief, 1)
        if by_hand:
            opened.lift(7)
        before = snapshot(opened)
        opened.journal._rows.execute("PRAGMA query_only = ON")
        with caplog.at_level(logging.ERROR):
            refused = opened.table.held(7) if by_hand else opened.ask(players.ben, Search(PINK, 7))
        assert refused == (True if by_hand else Refused(Trouble.NOT_SAVED))
        assert [len(record.message.splitlines()) for record in caplog.records] == [1]
        assert snapshot(opened) == before
        opened.journal._rows.execute("PRAGMA query_only = OFF")
        opened.do(players.ben, Search(PINK, 7))


def test_on_a_full_disk_the_game_stands_still_and_goes_on_when_there_is_room(tmp_path: Path) -> None:
    with OpenTable(tmp_path) as opened:
        players = begin(opened)
        fill_disk(opened.journal)
        before, refusal = snapshot(opened), None
        for building in (13, 14) * 250:
            refusal = opened.ask(players.thief, Hide(building))
            if refusal:
                break
            before = snapshot(opened)
        assert refusal == Refused(Trouble.NOT_SAVED)
        assert snapshot(opened) == before
        opened.journal._rows.execute("PRAGMA max_page_count = 100000")
        hide(opened, players.thief, 13)


@pytest.mark.parametrize("is_running", [True, False])
def test_who_could_not_be_written_down_does_not_sit_after_a_restart_either(tmp_path: Path, is_running: bool) -> None:
    with OpenTable(tmp_path) as opened:
        if is_running:
            begin(opened)
        before = snapshot(opened)
        opened.journal._rows.execute("PRAGMA query_only = ON")
        assert opened.table.sit_down("police", "Chloé") == Refused(Trouble.NOT_SAVED)
        assert snapshot(opened) == before
        opened.restart()
        assert "Chloé" not in owners(opened)


def test_seats_that_cannot_be_kept_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with OpenTable(tmp_path) as opened:
        players = begin(opened)
        before = snapshot(opened)
        monkeypatch.setattr("companion.table.storage.os.fsync", full_disk)
        assert opened.table.sit_down("police", "Chloé") == Refused(Trouble.NOT_SAVED)
        assert opened.table.leave(players.ben) == Refused(Trouble.NOT_SAVED)
        assert snapshot(opened) == before


def full_disk(_: int) -> None:
    raise OSError(28, "No space left on device")


def test_a_page_is_woken_by_its_own_view_alone(tmp_path: Path) -> None:
    with OpenTable(tmp_path) as opened:
        players = begin(opened)
        thiefs, bens, public = (opened.table.watch(one) for one in (players.thief, players.ben, None))
        opened.do(players.thief, Hide(13))
        assert [watch.wait(0) for watch in (thiefs, bens, public)] == [True, False, False]
        opened.do(players.thief, Done())
        assert [watch.wait(0) for watch in (thiefs, bens, public)] == [True, True, True]
        opened.table.leave(players.ben)
        assert [watch.is_over for watch in (thiefs, bens, public)] == [False, True, False]


@pytest.mark.parametrize("is_lift", [True, False])
def test_what_a_hand_did_while_nothing_could_be_saved_is_known_when_it_can(tmp_path: Path, is_lift: bool) -> None:
    with OpenTable(tmp_path) as opened:
        players = begin(opened)
        hide(opened, players.thief, 1)
        if not is_lift:
            opened.lift(25)
        opened.journal._rows.execute("PRAGMA query_only = ON")
        (opened.lift if is_lift else opened.place)(25)
        assert opened.view()["board"]["lifted"] == ([] if is_lift else [25])
        opened.journal._rows.execute("PRAGMA query_only = OFF")
        opened.pass_time(1.1)
        assert opened.view()["board"]["lifted"] == ([25] if is_lift else [])


def test_a_pin_compared_while_the_seat_was_passed_on_opens_nothing(tmp_path: Path) -> None:
    with OpenTable(tmp_path) as opened:
        ana = opened.sit("thief", "Ana")
        opened.sit("police", "Ben")
        opened.do(ana, PassOn("Ben"))
        assert opened.table.take_up(ana) == Refused(Trouble.SEAT_TAKEN)
        assert opened.table.sit_again(ana, "Anna") == Refused(Trouble.SEAT_TAKEN)
        assert [(one.seat, one.name) for one in opened.table.scene.seats.players] == [
            ("police", "Ana"),
            ("thief", "Ben"),
        ]


def test_a_helicopter_whose_owner_is_gone_after_a_power_cut_is_everyones(tmp_path: Path) -> None:
    with OpenTable(tmp_path) as opened:
        players = begin(opened)
        opened.do(players.ben, Take(PINK))
        opened.storage.write_seats(opened.table.scene.seats.without(players.ben))
        opened.restart()
        chloe = opened.sit("police", "Chloe")
        hide(opened, players.thief, 1)
        opened.do(chloe, Search(PINK, 7))


def test_what_pages_are_sent_and_what_signs_cookies_shows_itself_nowhere(tmp_path: Path) -> None:
    with OpenTable(tmp_path) as opened:
        players = begin(opened)
        opened.do(players.thief, Hide(13))
        shown = opened.table._showing._shown["thief"]
        assert "13" not in repr(opened.table.letter(players.thief, "en")) + repr(shown) + repr(opened.table.scene)


def test_a_game_that_cannot_be_read_hides_no_other(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with OpenTable(tmp_path) as opened:
        opened.do(None, NewGame(), Abandon(), NewGame(), Abandon())
        opened.journal._rows.execute("UPDATE entries SET action = '{}' WHERE game = 1")
        assert [summary.id for summary in opened.table.library.games()] == [2]
        assert "Game 1 is left out" in caplog.text


def test_before_the_first_game_the_thiefs_seat_is_the_thiefs_to_give(tmp_path: Path) -> None:
    with OpenTable(tmp_path) as opened:
        ana, ben = opened.sit("thief", "Ana"), opened.sit("police", "Ben")
        assert opened.code(ben, PassOn("Ben")) == "thief_only"
        opened.do(ana, PassOn("Ben"))


def test_a_crowd_pushes_out_itself_and_nobody_who_plays(tmp_path: Path) -> None:
    with OpenTable(tmp_path) as opened:
        players = begin(opened)
        for number in range(MOST_POLICE + 10):
            opened.sit("police", f"Passer-by {number}")
        assert opened.table.find(players.ben.id, players.ben.serial)


@pytest.mark.parametrize(("phase", "code"), [("setup", "not_started"), ("thief", "thiefs_turn"), ("over", "game_over")])
def test_to_choose_in_another_phase_breaks_what_a_search_would(tmp_path: Path, phase: str, code: str) -> None:
    with OpenTable(tmp_path) as opened:
        ben = opened.sit("police", "Ben")
        if phase == "thief":
            begin(opened)
        else:
            opened.do(ben, NewGame(), *([Abandon()] if phase == "over" else []))
        assert opened.code(ben, Choose(PINK)) == code


def test_to_choose_anothers_helicopter_is_forbidden_before_it_is_too_late(tmp_path: Path) -> None:
    with OpenTable(tmp_path) as opened:
        players = begin(opened)
        chloe = opened.sit("police", "Chloe")
        opened.do(chloe, Take(YELLOW))
        hide(opened, players.thief, 1)
        opened.hold(8)
        refusal = opened.table.act(players.ben, Request(Choose(YELLOW), version=0))
        assert refusal is not None
        assert code_of(refusal) == "not_your_helicopter"
