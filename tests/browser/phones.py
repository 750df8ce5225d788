"""Phones, tablets and laptops: browser windows that act as a user does and remember everything that went wrong."""

import re
from collections.abc import Iterable
from types import MappingProxyType
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Request, ViewportSize, expect

from tests.browser.players import Player
from tests.browser.speech import SPEECHES, Speech

SMALL_PHONE: ViewportSize = {"width": 360, "height": 640}
PHONE: ViewportSize = {"width": 412, "height": 915}
TABLET: ViewportSize = {"width": 820, "height": 1180}
SCREEN: ViewportSize = {"width": 1920, "height": 1080}
SIZES = MappingProxyType({"360x640": SMALL_PHONE, "412x915": PHONE, "820x1180": TABLET, "1920x1080": SCREEN})

REPORT_VIOLATIONS = """
addEventListener("securitypolicyviolation", (event) =>
  console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`));
"""
REFUSED = re.compile(r"Failed to load resource: the server responded with a status of 4\d\d")
UNREACHABLE = re.compile(
    r"net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|INCOMPLETE|EMPTY_RESPONSE)"
)


class Complaints:
    """What a page should never do: errors in its console or scripts, breaches of its policy, requests to elsewhere."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.forgiven: list[re.Pattern[str]] = []
        self._heard: list[str] = []

    def listen_to(self, page: Page) -> None:
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self._heard.append(f"{page.url}: {error}"))
        page.on("request", self._look)

    def left(self) -> list[str]:
        """Return what was not expected."""
        return [one for one in self._heard if not any(pattern.search(one) for pattern in self.forgiven)]

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self._heard.append(f"{message.type}: {message.text}")

    def _look(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in {"data", "blob"} and parts.netloc != self.host:
            self._heard.append(f"request to another host: {request.url}")


class Phone:
    """One device with one page, in the language of its owner."""

    def __init__(self, context: BrowserContext, address: str, speech: Speech) -> None:
        self.context = context
        self.address = address
        self.say = speech
        self.complaints = Complaints(urlsplit(address).netloc)
        context.add_init_script(REPORT_VIOLATIONS)
        self.page = context.new_page()
        self.complaints.listen_to(self.page)

    def open(self, path: str) -> "Phone":
        """Open a page and wait until it has heard from the table."""
        self.page.goto(self.address + path)
        return self.wait()

    def wait(self) -> "Phone":
        expect(self.page.get_by_text(self.say("connecting"))).to_have_count(0)
        return self

    def become(self, player: Player) -> "Phone":
        """Hold the seat of a player who sat down without a page."""
        for name, value in player.cookies():
            self.context.add_cookies([{"name": name, "value": value, "url": self.address}])
        return self

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name, exact=isinstance(name, str))

    def tap(self, key: str, **values: str | int) -> None:
        """Tap the button with these words."""
        self.button(self.say(key, **values)).click()

    def link(self, key: str, **values: str | int) -> Locator:
        return self.page.get_by_role("link", name=self.say(key, **values), exact=True)

    def building(self, number: int) -> Locator:
        return self.button(self.say.building(number))

    def crossing(self, letter: str) -> Locator:
        return self.button(self.say.crossing(letter))

    def field(self, key: str) -> Locator:
        return self.page.get_by_label(self.say(key))

    def reads(self, key: str, **values: str | int) -> None:
        """Check that these words are to be read somewhere."""
        expect(self.page.get_by_text(self.say(key, **values)).filter(visible=True).first).to_be_visible()

    def never_mind(self, *patterns: re.Pattern[str]) -> None:
        """Expect these in the console: this test provokes them."""
        self.complaints.forgiven.extend(patterns)


class Phones:
    """Makes the devices of one test."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self._address = address
        self._made: list[Phone] = []

    def __call__(
        self,
        size: ViewportSize = PHONE,
        locale: str = "en-GB",
        *,
        is_still: bool = False,
        player: Player | None = None,
    ) -> Phone:
        context = self._browser.new_context(
            viewport=size,
            locale=locale,
            has_touch=size["width"] < SCREEN["width"],
            is_mobile=size["width"] <= PHONE["width"],
            reduced_motion="reduce" if is_still else "no-preference",
        )
        phone = Phone(context, self._address, SPEECHES[locale])
        self._made.append(phone)
        return phone if player is None else phone.become(player)

    def complaints(self) -> list[str]:
        return [one for phone in self._made for one in phone.complaints.left()]

    def switch_off(self) -> None:
        for phone in self._made:
            phone.context.close()

    def made(self) -> Iterable[Phone]:
        return tuple(self._made)
