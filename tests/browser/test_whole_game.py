"""A whole game played as people play it: only by tapping on pages, and by lifting buildings on the bench."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser import acts
from tests.browser.phones import PHONE, SCREEN, SMALL_PHONE, TABLET, Phone, Phones
from tests.companion.commands.running import run_citychase


class Evening:
    """Ana's phone, Ben's phone, the family's tablet, and the board."""

    def __init__(self, phones: Phones) -> None:
        self.ana = phones(SMALL_PHONE)
        self.ben = phones(PHONE)
        self.tablet = phones(TABLET).open("/table")
        self.board = phones(SCREEN).open("/bench")

    def all(self) -> tuple[Phone, ...]:
        return self.ana, self.ben, self.tablet

    def play_to_the_arrest(self) -> None:
        acts.take_seat(self.ana, "thief", "Ana")
        acts.take_seat(self.ben, "police", "Ben")
        acts.start_game(self.ben)
        acts.start_chase(self.ben, "FGK")
        self.play_round_1()
        self.play_round_2()

    def play_round_1(self) -> None:
        acts.hide(self.ana, 17)
        acts.fly(self.ben, "pink", "E")
        acts.has_acted(self.ben, "pink")
        self.ben.tap("police_undo")
        expect(acts.helicopter(self.ben, "pink")).to_contain_text(self.ben.say("police_to_act"))
        acts.search(self.ben, "yellow", 8)
        acts.has_acted(self.ben, "yellow")
        acts.lift(self.board, 18)
        acts.has_acted(self.ben, "green")
        self.tablet.reads("news_nothing", helicopter="green", building=18)
        acts.put_back(self.board, 18)
        acts.fly(self.ben, "pink", "J")
        acts.answer(self.ben, "no_back")
        self.ben.reads("phase_police", round=1)
        self.ben.crossing("B").click()
        acts.answer(self.ben, "no_back")
        self.ben.crossing("J").click()
        acts.answer(self.ben, "police_last_yes")
        self.ben.reads("phase_thief", round=2)

    def play_round_2(self) -> None:
        acts.hide(self.ana, 18)
        acts.lift(self.board, 17)
        self.tablet.reads("news_trace", helicopter="pink", building=17, trace="yellow")
        acts.has_acted(self.ben, "pink")
        acts.put_back(self.board, 17)
        acts.lift(self.board, 18)
        acts.sees_the_end(self.tablet, "arrested")


@pytest.fixture
def evening(phones: Phones) -> Evening:
    return Evening(phones)


def test_two_phones_a_tablet_and_the_board_play_to_an_arrest(evening: Evening) -> None:
    evening.play_to_the_arrest()
    for phone in evening.all():
        acts.sees_the_end(phone, "arrested")
        phone.reads("over_arrested_why", round=2)
        acts.sees_the_route(phone, 17, 18)
    evening.board.reads("over_arrested")


def test_everyone_can_step_through_the_game_that_ended(evening: Evening) -> None:
    evening.play_to_the_arrest()
    for phone in evening.all():
        step_through(phone)


def step_through(phone: Phone) -> None:
    phone.tap("replay_back")
    phone.reads("news_trace", helicopter="pink", building=17, trace="yellow")
    phone.tap("replay_round_back")
    phone.reads("replay_hides", round=2, building=18)
    phone.tap("replay_round_back")
    phone.reads("replay_hides", round=1, building=17)
    phone.tap("replay_forward")
    phone.reads("news_nothing", helicopter="yellow", building=8)
    phone.page.get_by_role("slider", name=phone.say("replay_slider")).fill("0")
    phone.reads("replay_start", crossings="F, G and K")
    phone.tap("replay_play")
    expect(phone.button(phone.say("replay_pause"))).to_be_visible()
    phone.tap("replay_pause")
    expect(phone.button(phone.say("replay_play"))).to_be_visible()


def test_the_record_that_everyone_can_save_is_right(evening: Evening, tmp_path: Path) -> None:
    evening.play_to_the_arrest()
    for number, phone in enumerate(evening.all()):
        with phone.page.expect_download() as coming:
            phone.link("over_record").click()
        file = tmp_path / f"{number}.chase"
        coming.value.save_as(file)
        assert coming.value.suggested_filename == "city-chase-1.chase"
        assert re.search(r"1\. 17 yx8- gx18- pJ\s+2\. 18 px17y gx18# arrested", file.read_text())
        checked = run_citychase("verify", file)
        assert checked.code == 0, checked.out + checked.err


def test_a_rematch_with_the_same_seats_is_one_tap(evening: Evening) -> None:
    evening.play_to_the_arrest()
    acts.put_back(evening.board, 18)
    evening.ana.tap("over_same")
    for phone in evening.all():
        phone.reads("phase_setup")
    acts.start_chase(evening.ben)
    acts.hide(evening.ana, 1)
    evening.ben.reads("phase_police", round=1)


def test_a_rematch_with_the_thiefs_seat_passed_on_is_one_tap_of_the_thief(evening: Evening) -> None:
    evening.play_to_the_arrest()
    acts.put_back(evening.board, 18)
    evening.ana.tap("over_pass", name="Ben")
    evening.ana.page.wait_for_url("**/police")
    evening.ben.page.wait_for_url("**/thief**")
    check_seats_are_swapped(thief=evening.ben, police=evening.ana)


def test_a_rematch_with_the_thiefs_seat_passed_on_is_one_tap_of_the_police(evening: Evening) -> None:
    evening.play_to_the_arrest()
    acts.put_back(evening.board, 18)
    evening.ben.tap("over_pass", name="Ben")
    evening.ben.page.wait_for_url("**/thief**")
    evening.ana.page.wait_for_url("**/police")
    check_seats_are_swapped(thief=evening.ben, police=evening.ana)


def check_seats_are_swapped(thief: Phone, police: Phone) -> None:
    thief.reads("thief_handed")
    thief.field("thief_pin").fill("1357")
    thief.tap("thief_pin_keep")
    thief.reads("thief_pin_kept")
    police.reads("phase_setup")
    acts.start_chase(police, "AFK")
    acts.hide(thief, 25)
    police.reads("phase_police", round=1)


def test_a_game_given_up_is_asked_about_first_and_shows_the_route(evening: Evening) -> None:
    acts.take_seat(evening.ana, "thief", "Ana")
    acts.take_seat(evening.ben, "police", "Ben")
    acts.start_game(evening.ana)
    acts.start_chase(evening.ben)
    acts.hide(evening.ana, 5)
    acts.use_menu(evening.ben, "give_up")
    acts.answer(evening.ben, "no_back")
    evening.ben.reads("phase_police", round=1)
    acts.give_up(evening.ben)
    for phone in evening.all():
        acts.sees_the_end(phone, "abandoned")
        acts.sees_the_route(phone, 5)
