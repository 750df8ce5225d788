"""What users do on the pages, in the words of the pages."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Locator, expect

from tests.browser.phones import Phone
from tests.browser.players import PIN

HELICOPTERS = ("pink", "yellow", "green")


def begins_with(words: str) -> re.Pattern[str]:
    return re.compile(rf"^{re.escape(words)}")


def take_seat(phone: Phone, seat: str, name: str, pin: str = PIN) -> None:
    """Sit down from the first page: choose, fill in, sit."""
    phone.open("/")
    phone.button(begins_with(f"{phone.say(f'join_{seat}')} {phone.say(f'join_{seat}_short')}")).click()
    phone.field("your_name").fill(name)
    if seat == "thief":
        phone.field("join_pin").fill(pin)
    phone.tap(f"join_sit_{seat}")
    phone.page.wait_for_url(re.compile(r"/(thief|police|table)$"))
    phone.wait()


def start_game(phone: Phone, mode: str = "open") -> None:
    phone.button(begins_with(phone.say(f"new_game_{mode}"))).click()
    phone.reads("phase_setup")


def helicopter(phone: Phone, name: str) -> Locator:
    group = phone.page.get_by_role("group", name=phone.say("police_helicopters"))
    return group.get_by_role("button", name=begins_with(phone.say.helicopter(name)))


def choose(phone: Phone, name: str) -> None:
    helicopter(phone, name).click()
    expect(helicopter(phone, name)).to_have_attribute("aria-pressed", "true")


def place(phone: Phone, name: str, letter: str) -> None:
    choose(phone, name)
    phone.crossing(letter).click()
    expect(helicopter(phone, name)).to_contain_text(phone.say("police_on", crossing=letter))


def place_all(phone: Phone, crossings: str) -> None:
    for name, letter in zip(HELICOPTERS, crossings, strict=True):
        place(phone, name, letter)


def start_chase(phone: Phone, crossings: str = "FGK") -> None:
    place_all(phone, crossings)
    phone.tap("police_start")
    phone.reads("phase_thief", round=1)


def keep_open(phone: Phone) -> None:
    phone.tap("thief_keep")
    expect(phone.button(phone.say("thief_cover"))).to_be_visible()


def hide(phone: Phone, building: int) -> None:
    """Uncover, choose a building, say Done and cover again."""
    keep_open(phone)
    phone.building(building).click()
    phone.reads("thief_chosen", building=building)
    phone.tap("thief_done")
    expect(phone.page.get_by_text(phone.say("thief_in_police"))).to_have_count(1)
    phone.tap("thief_cover")


def fly(phone: Phone, name: str, letter: str) -> None:
    choose(phone, name)
    phone.crossing(letter).click()


def search(phone: Phone, name: str, building: int) -> None:
    choose(phone, name)
    phone.building(building).click()


def has_acted(phone: Phone, name: str) -> None:
    expect(helicopter(phone, name)).to_contain_text(phone.say("police_has_acted"))


def lift(bench: Phone, building: int) -> None:
    bench.building(building).click()
    expect(bench.building(building)).to_have_attribute("aria-pressed", "true")


def put_back(bench: Phone, building: int) -> None:
    bench.building(building).click()
    expect(bench.building(building)).to_have_attribute("aria-pressed", "false")


def answer(phone: Phone, key: str) -> None:
    """Answer the question that the page asks."""
    question = phone.page.get_by_role("dialog")
    expect(question).to_be_visible()
    question.get_by_role("button", name=phone.say(key), exact=True).click()
    expect(question).to_have_count(0)


def use_menu(phone: Phone, key: str) -> None:
    menu = phone.page.locator("details.menu")
    menu.locator("summary").click()
    menu.get_by_role("button", name=phone.say(key), exact=True).click()


def give_up(phone: Phone) -> None:
    use_menu(phone, "give_up")
    answer(phone, "give_up_yes")
    phone.reads("over_abandoned")


def sees_the_end(phone: Phone, reason: str) -> None:
    expect(phone.page.get_by_role("heading", name=phone.say(f"over_{reason}"))).to_be_visible()


def sees_the_route(phone: Phone, *route: int) -> None:
    for number, building in enumerate(route, 1):
        step = re.escape(phone.say("map_step", round=number))
        expect(phone.building(building)).to_have_accessible_name(re.compile(step))


def press(bench: Phone, button: str) -> None:
    """Press one of the board's own buttons."""
    with bench.page.expect_response("**/bench/button"):
        bench.tap(f"bench_button_{button}")


def use_tool(bench: Phone, tool: str) -> None:
    """Choose what a tap on a building of the bench does: lift, stuck_open, stuck_closed or none, which mends."""
    bench.tap(f"bench_tool_{tool}")
    expect(bench.button(bench.say(f"bench_tool_{tool}"))).to_have_attribute("aria-pressed", "true")


def notice(phone: Phone, key: str, **values: str | int) -> Locator:
    return phone.page.locator(".notice").filter(has_text=phone.say(key, **values))


def set_aside(phone: Phone, key: str, building: int) -> None:
    """Say that a building is in place, in the notice that asks for it."""
    notice(phone, key, building=building).get_by_role("button", name=phone.say("set_aside"), exact=True).click()
    expect(notice(phone, key, building=building)).to_have_count(0)


def still_to_act(phone: Phone, helicopters: str) -> None:
    """Check whom the page waits for: "pink, yellow and green"."""
    expect(phone.page.locator("#status")).to_contain_text(phone.say("police_waiting", helicopters=helicopters))


@contextmanager
def looking(phone: Phone) -> Iterator[None]:
    """Hold the thief's button down for as long as the block lasts."""
    phone.button(phone.say("thief_hold")).hover()
    phone.page.mouse.down()
    expect(phone.page.locator(".cover")).to_have_count(0)
    yield
    phone.page.mouse.up()
    is_covered(phone)


def is_covered(phone: Phone) -> None:
    expect(phone.page.locator(".cover")).to_be_visible()


def turn_screen(phone: Phone, state: str) -> None:
    """Let the phone sleep ("hidden") or wake ("visible"), as its page is told."""
    phone.page.evaluate(
        """(state) => {
          Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        state,
    )


def open_tab(phone: Phone, path: str) -> Phone:
    """Open another tab in the same browser."""
    return Phone(phone.context, phone.address, phone.say).open(path)


def fits(phone: Phone) -> None:
    """Check that nobody has to scroll sideways."""
    width, room = phone.page.evaluate("[document.scrollingElement.scrollWidth, innerWidth]")
    assert width <= room, f"{phone.page.url} is {width} px wide in {room} px"


def try_helicopter(phone: Phone, name: str) -> None:
    """Tap a helicopter that is not to be had now: it is marked so, and says why."""
    expect(helicopter(phone, name)).to_have_attribute("aria-disabled", "true")
    helicopter(phone, name).click(force=True)


def show_code(phone: Phone, code: str) -> None:
    """Type the owner's code on the settings page."""
    phone.field("settings_code").fill(code)
    phone.tap("settings_open")
