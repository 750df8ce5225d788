"""Nobody needs a pointer, nobody needs eyes: keys reach everything, the focus stays, news is in live regions."""

from playwright.sync_api import expect

from tests.browser import acts, acts_quietly
from tests.browser.conftest import PlayerMaker
from tests.browser.phones import REFUSED, SCREEN, Phone, Phones
from tests.browser.players import PIN, Game
from tests.browser.positions import play_round_1, play_round_2, play_round_3


def test_a_game_to_an_arrest_with_nothing_but_keys(phones: Phones) -> None:
    ana, ben, board = phones(SCREEN), phones(SCREEN), phones(SCREEN).open("/bench")
    acts_quietly.take_seat(ana, "thief", "Ana", PIN)
    acts_quietly.take_seat(ben, "police", "Ben", None)
    acts_quietly.use(ana, ana.button(acts.begins_with(ana.say("new_game_open"))))
    place_helicopters(ben)
    hide(ana, 17)
    play_round_with_keys(ben)
    hide(ana, 18)
    acts_quietly.use(board, board.building(18), "Space")
    expect(board.building(18)).to_have_attribute("aria-pressed", "true")
    ben.reads("police_choosing", building=18)
    acts_quietly.use(ben, ben.page.locator('[data-key="choose-pink"]'))
    for phone in (ana, ben):
        acts.sees_the_end(phone, "arrested")
    step_back_with_keys(ben)


def place_helicopters(ben: Phone) -> None:
    ben.reads("phase_setup")
    for name, letter in zip(acts.HELICOPTERS, "FGK", strict=True):
        acts_quietly.use(ben, acts.helicopter(ben, name), "Space")
        expect(acts.helicopter(ben, name)).to_have_attribute("aria-pressed", "true")
        acts_quietly.choose_spot(ben, letter)
        expect(acts.helicopter(ben, name)).to_contain_text(ben.say("police_on", crossing=letter))
        acts_quietly.has_focus(acts_quietly.spot(ben, letter))
    acts_quietly.use_words(ben, "police_start")


def hide(ana: Phone, building: int) -> None:
    """Look while Space is held down, keep open, choose, say Done and cover."""
    expect(ana.page.locator(".cover")).to_be_visible()
    acts_quietly.tab_to(ana, ana.button(ana.say("thief_hold")))
    ana.page.keyboard.down("Space")
    expect(ana.page.locator(".cover")).to_have_count(0)
    ana.page.keyboard.up("Space")
    expect(ana.page.locator(".cover")).to_be_visible()
    acts_quietly.use_words(ana, "thief_keep")
    # Back to the map: past the last stop the focus would leave the window, and that covers the secret.
    acts_quietly.tab_to(ana, ana.page.locator('.spot-building[tabindex="0"]'), "Shift+Tab")
    acts_quietly.choose_spot(ana, str(building), "Space")
    ana.reads("thief_chosen", building=building)
    acts_quietly.has_focus(acts_quietly.spot(ana, str(building)))
    acts_quietly.use_words(ana, "thief_done")
    expect(ana.page.get_by_text(ana.say("thief_in_police"))).to_have_count(1)
    acts_quietly.tab_to(ana, ana.button(ana.say("thief_cover")), "Shift+Tab")
    acts_quietly.press(ana, "Enter")
    expect(ana.page.locator(".cover")).to_be_visible()


def play_round_with_keys(ben: Phone) -> None:
    """Move pink to J, search 9 with yellow, and take green to O, which the page asks about."""
    ben.reads("phase_police", round=1)
    acts_quietly.choose_spot(ben, "J")
    acts.has_acted(ben, "pink")
    acts_quietly.choose_spot(ben, "9")
    acts.has_acted(ben, "yellow")
    acts_quietly.choose_spot(ben, "O")
    question = ben.page.get_by_role("dialog")
    acts_quietly.has_focus(question.get_by_role("button", name=ben.say("no_back")))
    acts_quietly.press(ben, "Escape")
    expect(question).to_have_count(0)
    acts_quietly.has_focus(acts_quietly.spot(ben, "O"))
    # Two presses in a row are one, as two taps are: press until the page asks again.
    while question.count() == 0:
        acts_quietly.press(ben, "Enter")
    stays_in_question(ben)
    acts_quietly.use_words(ben, "police_last_yes")
    ben.reads("phase_thief", round=2)


def stays_in_question(ben: Phone) -> None:
    """Go round a question with the Tab key: nothing behind it can be reached."""
    question = ben.page.get_by_role("dialog")
    expect(question).to_be_visible()
    for key in ("Tab", "Tab", "Tab", "Shift+Tab", "Shift+Tab"):
        acts_quietly.press(ben, key)
        acts_quietly.shows_focus(ben)
        is_behind = "() => document.activeElement !== document.body && !document.activeElement.closest('dialog')"
        assert not ben.page.evaluate(is_behind)


def step_back_with_keys(ben: Phone) -> None:
    acts_quietly.use_words(ben, "replay_back")
    ben.reads("replay_hides", round=2, building=18)
    acts_quietly.tab_to(ben, ben.page.get_by_role("slider"))
    acts_quietly.press(ben, "Home")
    ben.reads("replay_start", crossings="F, G and K")


def test_escape_closes_the_menu_and_gives_the_focus_back(phones: Phones) -> None:
    phone = phones().open("/table")
    summary = phone.page.locator("details.menu summary")
    acts_quietly.use(phone, summary)
    expect(phone.link("menu_how")).to_be_visible()
    acts_quietly.tab_to(phone, phone.link("menu_games"))
    acts_quietly.press(phone, "Escape")
    expect(phone.link("menu_how")).to_be_hidden()
    acts_quietly.has_focus(summary)


def test_escape_at_a_question_from_the_menu_changes_nothing(phones: Phones, game: Game) -> None:
    ben = phones(player=game.begin().police).open("/police")
    acts_quietly.use(ben, ben.page.locator("details.menu summary"))
    acts_quietly.use_words(ben, "give_up")
    expect(ben.page.get_by_role("dialog")).to_be_visible()
    acts_quietly.press(ben, "Escape")
    expect(ben.page.get_by_role("dialog")).to_have_count(0)
    assert game.police.view()["phase"] == "thief"


def test_the_focus_is_on_the_menu_again_after_its_question(phones: Phones, game: Game) -> None:
    ben = phones(player=game.begin().police).open("/police")
    summary = ben.page.locator("details.menu summary")
    acts_quietly.use(ben, summary)
    acts_quietly.use_words(ben, "give_up")
    acts_quietly.press(ben, "Escape")
    expect(ben.page.get_by_role("dialog")).to_have_count(0)
    acts_quietly.has_focus(summary)


def test_the_focus_is_never_lost_with_a_button_that_has_done_its_work(phones: Phones, game: Game) -> None:
    ana = phones(player=game.begin().thief).open("/thief")
    acts_quietly.use_words(ana, "thief_keep")
    acts_quietly.tab_to(ana, ana.page.locator('.spot-building[tabindex="0"]'), "Shift+Tab")
    acts_quietly.choose_spot(ana, "13")
    acts_quietly.use_words(ana, "thief_done")
    ana.reads("phase_police", round=1)
    acts_quietly.has_focus(ana.button(ana.say("thief_cover")))
    ben = phones(player=game.police).open("/police")
    game.police.act("move", helicopter="pink", crossing="B")
    undo = ben.button(ben.say("police_undo"))
    expect(undo).to_be_enabled()
    acts_quietly.use(ben, undo)
    expect(undo).to_be_disabled()
    acts_quietly.has_focus(undo)


def test_the_skip_link_leads_past_the_bar(phones: Phones) -> None:
    phone = phones().open("/table")
    acts_quietly.press(phone, "Tab")
    skip = phone.link("skip")
    acts_quietly.has_focus(skip)
    expect(skip).to_be_in_viewport()
    acts_quietly.press(phone, "Enter", "Tab")
    is_in_main = "() => document.activeElement.closest('main') !== null"
    assert phone.page.evaluate(is_in_main)


def test_the_focus_stays_on_a_helicopter_while_others_play(phones: Phones, game: Game) -> None:
    ben = phones(player=game.begin().hide(13).police).open("/police")
    green = acts.helicopter(ben, "green")
    acts_quietly.tab_to(ben, green)
    game.search("pink", 7)
    acts.has_acted(ben, "pink")
    acts_quietly.has_focus(green)


def test_the_focus_stays_on_the_map_while_others_play(phones: Phones, game: Game) -> None:
    ben = phones(player=game.begin().hide(13).police).open("/police")
    acts_quietly.walk_to(ben, "9")
    game.search("pink", 7)
    acts.has_acted(ben, "pink")
    acts_quietly.has_focus(acts_quietly.spot(ben, "9"))


def test_the_focus_stays_with_the_map_when_its_spots_can_no_longer_be_chosen(phones: Phones, game: Game) -> None:
    ben = phones(player=game.begin().hide(13).police).open("/police")
    acts_quietly.walk_to(ben, "9")
    game.fly()
    ben.reads("phase_thief", round=2)
    acts_quietly.has_focus(ben.page.locator("city-map"))


def test_the_focus_stays_in_a_form_while_others_sit_down(phones: Phones, player: PlayerMaker) -> None:
    phone = phones().open("/")
    acts_quietly.use(phone, phone.page.locator('#seats [data-seat="police"]'))
    acts_quietly.fill_in(phone, phone.field("your_name"), "Chl")
    player("thief", "Ana")
    expect(phone.page.locator("#at-table")).to_contain_text("Ana")
    acts_quietly.write(phone, "oé")
    expect(phone.field("your_name")).to_have_value("Chloé")


def test_the_focus_stays_on_the_thiefs_buttons_while_the_police_play(phones: Phones, game: Game) -> None:
    ana = phones(player=game.begin().hide(13).thief).open("/thief")
    keep = ana.button(ana.say("thief_keep"))
    acts_quietly.tab_to(ana, keep)
    game.search("pink", 7).search("yellow", 9)
    game.police.act("move", helicopter="green", crossing="L")
    ana.reads("phase_thief", round=2)
    acts_quietly.has_focus(keep)


def test_arrow_keys_walk_only_over_what_can_be_chosen(phones: Phones) -> None:
    phone = phones().open("/how-to-play")
    acts_quietly.walk_to(phone, "13")
    acts_quietly.press(phone, "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp")
    acts_quietly.has_focus(acts_quietly.spot(phone, "3"))
    acts_quietly.press(phone, "ArrowDown", "ArrowDown", "Enter")
    phone.reads("how_hide_done")
    acts_quietly.has_focus(phone.button(phone.say("how_next")))


def test_a_screen_reader_hears_what_happens(phones: Phones, game: Game) -> None:
    """News comes in regions that are read aloud when they change: each was there before its words came."""
    play_round_1(game)
    ben, tablet = phones(player=game.police).open("/police"), phones().open("/table")
    ana = phones(player=game.thief).open("/thief")
    play_round_2(game)
    log = tablet.page.get_by_role("log", name=tablet.say("table_news"))
    expect(log).to_contain_text(tablet.say("news_trace", helicopter="pink", building=17, trace="yellow"))
    expect(log).to_contain_text(tablet.say("table_round", round=3))
    expect(ben.page.get_by_role("status").filter(has_text=ben.say("phase_thief", round=3))).to_have_count(1)
    acts.keep_open(ana)
    ana.building(19).click()
    expect(ana.page.get_by_role("status").filter(has_text=ana.say("thief_ways_many", number=3))).to_have_count(1)
    play_round_3(game)
    for phone in (ana, ben, tablet):
        told = phone.page.get_by_role("status").filter(has_text=phone.say("over_arrested"))
        expect(told).to_have_count(1)


def test_a_screen_reader_hears_why_not(phones: Phones, game: Game) -> None:
    ben = phones(player=game.begin().hide(13).police).open("/police")
    ben.never_mind(REFUSED)
    acts_quietly.choose_spot(ben, "25")
    said = ben.say.reason("out_of_reach", building=25, crossing="F", helicopter="pink")
    expect(ben.page.get_by_role("status").filter(has_text=said)).to_have_count(1)
