"""What users do who have no pointer: everything with keys, looking at what has the focus on the way."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.phones import Phone

MOST_STOPS = 80
"""More stops of the Tab key than any page has."""
FOCUS = """() => {
  const one = document.activeElement;
  const style = getComputedStyle(one);
  const ring = style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth);
  const name = one.getAttribute("aria-label") ?? one.textContent.trim().slice(0, 60);
  return { isNowhere: one === document.body, name, ring };
}"""
IS_FOCUSED = "(one) => one === document.activeElement"


def press(phone: Phone, *keys: str) -> None:
    for key in keys:
        phone.page.keyboard.press(key)


def write(phone: Phone, words: str) -> None:
    phone.page.keyboard.type(words)


def tab_to(phone: Phone, wanted: Locator, key: str = "Tab") -> None:
    """Press Tab until something has the focus. Every stop on the way can be seen to have it."""
    expect(wanted).to_be_visible()
    for _ in range(MOST_STOPS):
        if wanted.evaluate(IS_FOCUSED):
            return
        press(phone, key)
        shows_focus(phone)
    raise AssertionError(f"The Tab key does not come to {wanted}.")


def shows_focus(phone: Phone) -> None:
    """Check that a ring is round what has the focus. After the last stop the focus is the browser's own."""
    focus = phone.page.evaluate(FOCUS)
    assert focus["isNowhere"] or focus["ring"] >= 2, f"Nothing shows that {focus['name']!r} has the focus."


def has_focus(locator: Locator) -> None:
    expect(locator).to_be_focused()


def use(phone: Phone, wanted: Locator, key: str = "Enter") -> None:
    tab_to(phone, wanted)
    press(phone, key)


def use_words(phone: Phone, key: str, **values: str | int) -> None:
    use(phone, phone.button(phone.say(key, **values)))


def fill_in(phone: Phone, field: Locator, words: str) -> None:
    tab_to(phone, field)
    write(phone, words)


def spot(phone: Phone, name: str) -> Locator:
    return phone.page.locator(f'city-map [data-spot="{name}"]')


def walk_to(phone: Phone, name: str) -> None:
    """Tab to the map, then take arrows to a building or an intersection of which all can be chosen."""
    kind = "building" if name.isdigit() else "crossing"
    tab_to(phone, phone.page.locator(f'.spot-{kind}[tabindex="0"]'))
    side, index = (5, int(name) - 1) if name.isdigit() else (4, ord(name) - ord("A"))
    here = phone.page.locator(":focus").get_attribute("data-spot") or ""
    start = int(here) - 1 if here.isdigit() else ord(here) - ord("A")
    across, down = index % side - start % side, index // side - start // side
    press(phone, *["ArrowRight" if across > 0 else "ArrowLeft"] * abs(across))
    press(phone, *["ArrowDown" if down > 0 else "ArrowUp"] * abs(down))
    has_focus(spot(phone, name))
    shows_focus(phone)


def choose_spot(phone: Phone, name: str, key: str = "Enter") -> None:
    walk_to(phone, name)
    press(phone, key)


def take_seat(phone: Phone, seat: str, name: str, pin: str | None) -> None:
    phone.open("/")
    press(phone, "Tab")
    has_focus(phone.link("skip"))
    use(phone, phone.page.locator(f'#seats [data-seat="{seat}"]'))
    has_focus(phone.page.locator("#sitting h3"))
    fill_in(phone, phone.field("your_name"), name)
    if pin is not None:
        fill_in(phone, phone.field("join_pin"), pin)
    press(phone, "Enter")
    phone.page.wait_for_url(re.compile(rf"/{seat}$"))
    phone.wait()
