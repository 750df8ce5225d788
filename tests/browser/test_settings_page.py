"""The owner's page: the code opens it, and whatever is set there is seen at once where it matters."""

import re

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from tests.browser import acts, layout
from tests.browser.phones import REFUSED, UNREACHABLE, Phone, Phones
from tests.browser.players import Game, Player
from tests.browser.serving import ServedTable
from tests.web.asking import wait_until

NARROW: ViewportSize = {"width": 320, "height": 568}


@pytest.fixture
def office(phones: Phones, table: ServedTable) -> Phone:
    """The page, opened with the code."""
    phone = phones().open("/settings")
    acts.show_code(phone, table.owners_code())
    phone.reads("settings_board")
    return phone


def slider(phone: Phone, key: str) -> Locator:
    return phone.page.get_by_role("slider", name=phone.say(key))


def switch(phone: Phone, key: str) -> Locator:
    return phone.button(phone.say(key))


def file(table: ServedTable) -> str:
    return (table.folder / "data" / "settings.toml").read_text()


def brightest(player: Player) -> int:
    """Return the brightest part of any light that the board shows."""
    lights = player.api.get("/bench/leds").json()
    colours = [*lights["buildings"].values(), *lights["crossings"].values(), *lights["rounds"].values()]
    return max(int(colour[place : place + 2], 16) for colour in colours for place in (1, 3, 5))


def test_the_menu_of_every_page_leads_to_the_settings(phones: Phones) -> None:
    phone = phones()
    for path in ("/", "/thief", "/police", "/table", "/games", "/bench", "/how-to-play"):
        phone.open(path).page.locator("details.menu summary").click()
        phone.link("menu_settings").click()
        phone.reads("settings_locked")


def test_a_wrong_code_opens_nothing_and_says_so(phones: Phones) -> None:
    phone = phones().open("/settings")
    phone.never_mind(REFUSED)
    for number in range(5):
        acts.show_code(phone, f"no {number}")
        expect(phone.page.get_by_text(phone.say.told("wrong_code"))).to_be_visible()
    acts.show_code(phone, "no 5")
    expect(phone.page.get_by_text(phone.say.told("too_many_tries"))).to_be_visible()
    assert phone.page.get_by_role("slider").count() == 0


def test_the_code_is_typed_on_a_keyboard_of_digits(phones: Phones) -> None:
    phone = phones().open("/settings")
    expect(phone.field("settings_code")).to_have_attribute("inputmode", "numeric")
    expect(phone.field("settings_code")).to_have_css("-webkit-text-security", "none")
    expect(phone.page.get_by_text("citychase settings code")).to_be_visible()
    field = phone.field("settings_code").bounding_box()
    button = phone.button(phone.say("settings_open")).bounding_box()
    assert field
    assert button
    assert button["y"] - field["y"] - field["height"] < 30


def test_brightness_is_seen_on_the_board_while_it_is_set(office: Phone, table: ServedTable, game: Game) -> None:
    game.begin()
    wait_until(lambda: brightest(game.police) > 60, "the board shows the game")
    slider(office, "settings_brightness").fill("0.1")
    wait_until(lambda: 0 < brightest(game.police) < 30, "the board is dim")
    office.reads("settings_saved")
    assert "brightness = 0.1 #" in file(table)
    office.tap("settings_undo")
    office.reads("settings_undone")
    wait_until(lambda: brightest(game.police) > 60, "the board is bright again")
    expect(slider(office, "settings_brightness")).to_have_value("0.5")
    expect(office.button(office.say("settings_undo"))).to_be_disabled()


def test_a_slider_that_is_dragged_is_undone_as_a_whole(office: Phone, table: ServedTable) -> None:
    bar = slider(office, "settings_brightness")
    box = bar.bounding_box()
    assert box
    mouse, y = office.page.mouse, box["y"] + box["height"] / 2
    mouse.move(box["x"] + box["width"] / 2, y)
    mouse.down()
    for part in (0.6, 0.7, 0.8, 0.9, 0.95):
        mouse.move(box["x"] + box["width"] * part, y)
    mouse.up()
    office.reads("settings_saved")
    wait_until(lambda: bool(re.search(r"brightness = (0\.9|0\.95|1\.0) ", file(table))), "the last place is saved")
    office.tap("settings_undo")
    office.reads("settings_undone")
    wait_until(lambda: "brightness = 0.5 " in file(table), "all of it is taken back")


def test_a_slider_that_was_dragged_out_and_back_follows_the_file_again(office: Phone, table: ServedTable) -> None:
    bar = slider(office, "settings_hold")
    box = bar.bounding_box()
    assert box
    mouse, y = office.page.mouse, box["y"] + box["height"] / 2
    start = box["x"] + box["width"] * (0.4 - 0.2) / (2 - 0.2)
    mouse.move(start, y)
    mouse.down()
    before = bar.input_value()
    mouse.move(start + box["width"] / 2, y)
    expect(bar).not_to_have_value(before)
    mouse.move(start, y)
    expect(bar).to_have_value(before)
    mouse.up()
    office.reads("settings_saved")
    wait_until(lambda: f"hold_s = {before} " in file(table), "the last place is saved")
    table.edit_settings("hold_s = 1.5\n")
    office.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(bar).to_have_value("1.5")


def test_the_values_in_force_are_shown_also_between_the_sliders_steps(office: Phone, table: ServedTable) -> None:
    table.edit_settings("brightness = 0.37\nhold_s = 0.85\n")
    office.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(slider(office, "settings_brightness")).to_have_attribute("aria-valuetext", re.compile(r"^37\s?%$"))
    expect(office.page.locator("output[for=brightness]")).to_have_text(re.compile(r"^37\s?%$"))
    expect(office.page.locator("output[for=hold_s]")).to_have_text("0.85 s")


def test_a_file_that_a_change_puts_aside_is_named(office: Phone, table: ServedTable) -> None:
    for name in ("settings.toml.broken", "settings.toml.broken-2"):
        table.edit_settings("sound 3\n")
        switch(office, "settings_sound").click()
        expect(office.page.get_by_text(office.say("settings_put_aside", name=name), exact=True)).to_be_visible()
    switch(office, "settings_hints").click()
    expect(switch(office, "settings_hints")).to_have_attribute("aria-pressed", "false")
    expect(office.page.get_by_text(office.say("settings_put_aside", name=name), exact=True)).to_be_visible()


def test_many_mistakes_are_folded_and_stay_unfolded(office: Phone, table: ServedTable) -> None:
    table.edit_settings("".join(f"wrong_{number} = 1\n" for number in range(1, 6)))
    office.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(office.page.get_by_text("wrong_3")).to_be_visible()
    expect(office.page.get_by_text("wrong_4")).to_be_hidden()
    office.page.get_by_text(office.say("settings_problems_more_many", number=2), exact=True).click()
    expect(office.page.get_by_text("wrong_5")).to_be_visible()
    assert layout.problems(office.page, is_phone=True) == []
    switch(office, "settings_sound").click()
    office.reads("settings_saved")
    expect(office.page.get_by_text("wrong_5")).to_be_visible()


def test_the_names_of_all_settings_line_up(office: Phone) -> None:
    names = office.page.locator(".setting label, .setting .switch, .setting > p:first-child")
    assert names.count() == 5
    assert (
        len(
            {
                name.evaluate("""(one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return range.getBoundingClientRect().x;
    }""")
                for name in names.all()
            }
        )
        == 1
    )


def test_sound_is_switched_off_and_on(office: Phone, table: ServedTable) -> None:
    expect(switch(office, "settings_sound")).to_have_attribute("aria-pressed", "true")
    switch(office, "settings_sound").click()
    expect(switch(office, "settings_sound")).to_have_attribute("aria-pressed", "false")
    office.reads("settings_saved")
    assert "sound = false" in file(table)
    switch(office, "settings_sound").click()
    expect(switch(office, "settings_sound")).to_have_attribute("aria-pressed", "true")
    wait_until(lambda: "sound = true" in file(table), "it is on again")


def test_two_taps_before_the_first_is_answered_are_two_changes(office: Phone, table: ServedTable) -> None:
    sound = office.page.get_by_role("button", name=office.say("settings_sound"))
    expect(sound).to_have_attribute("aria-pressed", "true")
    sound.evaluate("(button) => { button.click(); button.click(); }")
    office.reads("settings_saved")
    wait_until(lambda: "sound = true" in file(table), "the second tap has taken the first back")
    expect(sound).to_have_attribute("aria-pressed", "true")


def test_the_hold_time_is_set_with_keys_and_counts(office: Phone, table: ServedTable, game: Game) -> None:
    slider(office, "settings_hold").focus()
    office.page.keyboard.press("End")
    expect(slider(office, "settings_hold")).to_have_attribute("aria-valuetext", "2.0 s")
    office.reads("settings_saved")
    assert "hold_s = 2" in file(table)
    game.begin().hide(1)
    game.police.send("/bench/switch", building=8, state="lifted")
    wait_until(lambda: game.police.view()["board"]["lifted"] == [8], "the lift is seen")
    assert game.police.view()["searches"] == []
    office.page.keyboard.press("Home")
    wait_until(lambda: game.police.view()["hand"]["choosing"] is not None, "the lift is meant")


def test_a_phone_without_a_language_of_ours_follows_the_table(office: Phone, table: ServedTable) -> None:
    office.button("Français").click()
    office.reads("settings_saved")
    expect(office.button("Français")).to_have_attribute("aria-pressed", "true")
    page = office.context.request.get(f"{table.local_address}/", headers={"Accept-Language": "de"})
    assert '<html lang="fr">' in page.text()


def test_without_hints_the_thief_is_neither_warned_nor_told(office: Phone, phones: Phones, game: Game) -> None:
    game.begin()
    thief = phones(player=game.thief).open("/thief")
    thief.never_mind(REFUSED)
    expect(switch(thief, "thief_warn")).to_be_visible()
    switch(office, "settings_hints").click()
    office.reads("settings_saved")
    thief.open("/thief").reads("thief_covered")
    expect(switch(thief, "thief_warn")).to_be_hidden()
    acts.keep_open(thief)
    thief.building(1).click()
    thief.reads("thief_chosen", building=1)
    expect(thief.page.locator(".outlook")).to_have_text("")
    thief.tap("thief_done")
    thief.reads("thief_known_asking")
    thief.tap("thief_cover")
    thief.reads("thief_covered_route")


def test_a_thief_whose_page_was_open_is_told_nothing_either(office: Phone, phones: Phones, game: Game) -> None:
    game.begin()
    thief = phones(player=game.thief).open("/thief")
    thief.never_mind(REFUSED)
    switch(office, "settings_hints").click()
    office.reads("settings_saved")
    game.hide(1)
    acts.keep_open(thief)
    expect(switch(thief, "thief_warn")).to_be_hidden()
    thief.reads("thief_known_asking")


def test_mistakes_in_the_file_are_told_with_their_lines_and_put_right_here(
    phones: Phones, table: ServedTable, office: Phone
) -> None:
    table.edit_settings("# ours\nbrightness = 7 # too much\n")
    phone = phones(locale="fr-FR").open("/settings")
    acts.show_code(phone, table.owners_code())
    phone.reads("settings_problems_one")
    expect(phone.page.get_by_text("Ligne 2 : brightness doit être un nombre de 0.05 à 1")).to_be_visible()
    slider(phone, "settings_brightness").fill("0.3")
    phone.reads("settings_saved")
    expect(phone.page.get_by_text(phone.say("settings_problems_one"))).to_have_count(0)
    assert file(table) == "# ours\nbrightness = 0.3 # too much\n"
    # The other phone looks again when it is looked at.
    office.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(slider(office, "settings_brightness")).to_have_value("0.3")


def test_the_settings_stay_open_until_they_are_locked_again(office: Phone) -> None:
    office.open("/settings").reads("settings_board")
    office.tap("settings_lock")
    office.reads("settings_locked")
    expect(office.field("settings_code")).to_be_focused()
    office.open("/settings").reads("settings_locked")


def test_a_new_code_locks_a_page_that_is_open(office: Phone, table: ServedTable) -> None:
    office.never_mind(REFUSED)
    (table.folder / "data" / "owner-code").unlink()
    switch(office, "settings_sound").click()
    office.reads("settings_locked")
    expect(office.page.get_by_text(office.say.told("code_wanted"))).to_be_visible()


def test_without_a_connection_the_page_says_so_and_shows_what_holds(office: Phone, table: ServedTable) -> None:
    office.never_mind(UNREACHABLE)
    office.context.set_offline(True)
    switch(office, "settings_sound").click()
    office.reads("offline")
    expect(switch(office, "settings_sound")).to_have_attribute("aria-pressed", "true")
    office.context.set_offline(False)
    switch(office, "settings_sound").click()
    office.reads("settings_saved")
    assert "sound = false" in file(table)
    office.page.route("**/api/settings", lambda route: route.abort("internetdisconnected"))
    office.open("/settings").reads("offline")
    office.page.unroute("**/api/settings")
    office.tap("try_again")
    office.reads("settings_board")


def test_the_page_fits_the_smallest_phone_in_both_languages(phones: Phones, table: ServedTable) -> None:
    table.edit_settings("brightness = 7\nsound 3\n")
    for locale in ("en-GB", "fr-FR"):
        phone = phones(NARROW, locale).open("/settings")
        assert layout.problems(phone.page, is_phone=True) == []
        acts.show_code(phone, table.owners_code())
        phone.reads("settings_board")
        switch(phone, "settings_sound").click()
        phone.reads("settings_saved")
        assert layout.problems(phone.page, is_phone=True) == []
        table.edit_settings("brightness = 7\nsound 3\n")


def test_everything_can_be_reached_and_set_with_the_keyboard(phones: Phones, table: ServedTable) -> None:
    phone = phones().open("/settings")
    phone.field("settings_code").focus()
    phone.page.keyboard.type(table.owners_code())
    phone.page.keyboard.press("Enter")
    phone.reads("settings_board")
    phone.page.keyboard.press("Tab")
    expect(slider(phone, "settings_brightness")).to_be_focused()
    phone.page.keyboard.press("ArrowLeft")
    phone.reads("settings_saved")
    assert "brightness = 0.45 #" in file(table)
    phone.page.keyboard.press("Tab")
    expect(switch(phone, "settings_sound")).to_be_focused()
    phone.page.keyboard.press("Space")
    expect(switch(phone, "settings_sound")).to_have_attribute("aria-pressed", "false")
    expect(switch(phone, "settings_sound")).to_be_focused()
