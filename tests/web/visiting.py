"""Browsers at a table in this process: the real application, called and not served. A test is the clock."""

from pathlib import Path
from typing import Any, TypeAlias

from flask.testing import FlaskClient
from msgspec import Struct
from msgspec.json import decode
from werkzeug.datastructures import Headers
from werkzeug.test import TestResponse

from companion.table.reception import Reception
from tests.companion.table.opening import OpenTable
from web.app import make_app
from web.site import Site, Streams

View: TypeAlias = dict[str, Any]
ADDRESS = "http://192.168.1.5:8000/"
PHONE = "192.168.1.31"
PIN = "2468"
STAGES = ("lobby", "setup", "thief", "police", "over")


class WebTable(OpenTable):
    """An open table with its application."""

    def __init__(
        self, folder: Path, *, streams: Streams | None = None, language: str = "en", is_simulated: bool = True
    ) -> None:
        self._streams = streams or Streams()
        self._is_simulated = is_simulated
        super().__init__(folder, language)

    def open(self) -> None:
        super().open()
        board = self.simulated if self._is_simulated else None
        self.site = Site(
            self.table,
            Reception(self.table, self.clock),
            self.storage.key(),
            lambda: ADDRESS,
            self._streams,
            self.office,
            board,
        )
        self.app = make_app(self.site)

    def browser(self, language: str = "en", address: str = PHONE) -> "Browser":
        """Return a browser that nobody has used yet."""
        return Browser(self, language, address)


class Answer:
    """What came back. A live stream is not read by looking at it."""

    def __init__(self, response: TestResponse) -> None:
        self.response = response
        self.status: int = response.status_code
        self.headers: Headers = response.headers

    @property
    def text(self) -> str:
        return self.response.text

    @property
    def content(self) -> Any:
        """What it says in JSON."""
        # Its text would be no good as a message: a live stream has no end.
        assert self.response.mimetype == "application/json", self.response.status
        return decode(self.response.data)

    @property
    def refusal(self) -> tuple[int, str]:
        """Its status and what is wrong."""
        return self.status, self.content["error"]


class Browser:
    """Keeps cookies as a browser does, and says what pages of ours say. After a restart it finds the new table."""

    def __init__(self, web: WebTable, language: str, address: str) -> None:
        self._web = web
        self._client: FlaskClient = web.app.test_client()
        self._headers = {"Accept-Language": language}
        self._address = address

    def ask(
        self, method: str, path: str, body: bytes | View | None = None, headers: dict[str, str] | None = None
    ) -> Answer:
        """Send a request as it is."""
        self._client.application = self._web.app
        all_headers = {**self._headers, **(headers or {})}
        # Who sends cookies as they are keeps none.
        client = self._web.app.test_client(use_cookies=False) if "Cookie" in all_headers else self._client
        content: dict[str, Any] = {"json": body} if isinstance(body, dict) else {"data": body}
        answer = client.open(
            path,
            method=method,
            headers=all_headers,
            environ_base={"REMOTE_ADDR": self._address},
            # A live stream would be read for ever.
            buffered=not path.startswith("/api/live"),
            **content,
        )
        return Answer(answer)

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})

    def post(self, path: str, body: bytes | View | None = None) -> Answer:
        """Send something as a page does."""
        return self.ask("POST", path, body, {"X-CityChase": "1"})

    # Seats

    def sit(self, seat: str, name: str | None = None, pin: str | None = None) -> Answer:
        wish = {"seat": seat, "name": name, "pin": pin}
        return self.post("/api/seat", {key: value for key, value in wish.items() if value is not None})

    def seats(self) -> list[View]:
        """Return the seats that the table says this browser holds."""
        found: list[View] = self.get("/api/seat").content["seats"]
        return found

    def leave(self, seat: str | None = None) -> Answer:
        return self.post("/api/leave" + _speaking(seat))

    # Playing

    def view(self, seat: str | None = None) -> View:
        answer = self.get("/api/view" + _speaking(seat))
        assert answer.status == 200, answer.text
        view: View = answer.content
        return view

    def act(self, action: str, seat: str | None = None, **fields: object) -> Answer:
        return self.post("/api/action" + _speaking(seat), {"action": action, **fields})

    def do(self, action: str, seat: str | None = None, **fields: object) -> View:
        """Do something that must be allowed."""
        answer = self.act(action, seat, **fields)
        assert answer.status == 200, f"{action} {fields} was refused: {answer.text}"
        view: View = answer.content
        return view

    # Cookies

    def cookies(self) -> dict[str, str]:
        """Return the seats' cookies, by name."""
        kept = self._client._cookies or {}
        return {one.key: one.value for one in kept.values() if one.key.startswith("citychase_")}

    def keep(self, name: str, value: str) -> None:
        self._client.set_cookie(name, value)


def _speaking(seat: str | None) -> str:
    return f"?as={seat}" if seat else ""


class Guests(Struct, frozen=True):
    """A browser for each kind of seat, and one without any."""

    web: WebTable
    ana: Browser
    """The thief."""
    ben: Browser
    """Police."""
    chloe: Browser
    """Police as well."""
    eve: Browser
    """Looks on."""
    stranger: Browser

    def everyone(self) -> dict[str, Browser]:
        return {"thief": self.ana, "police": self.ben, "watch": self.eve, "public": self.stranger}

    def others(self) -> tuple[Browser, ...]:
        """Return everyone but the thief."""
        return (self.ben, self.chloe, self.eve, self.stranger)

    # Short ways through a game

    def set_up(self, mode: str = "open", crossings: str = "FGP") -> None:
        self.ben.do("new_game", mode=mode)
        for helicopter, crossing in zip(("pink", "yellow", "green"), crossings, strict=True):
            self.ben.do("place", helicopter=helicopter, crossing=crossing)

    def start(self, mode: str = "open", crossings: str = "FGP") -> None:
        """Play up to round 1's thief phase."""
        self.set_up(mode, crossings)
        self.ben.do("start")

    def hide(self, building: int) -> None:
        """Play a thief phase."""
        self.ana.do("hide", building=building)
        self.ana.do("done")

    def fly(self, *flights: tuple[str, str]) -> None:
        for helicopter, crossing in flights:
            self.ben.do("move", helicopter=helicopter, crossing=crossing)

    def second_round(self) -> None:
        """Hide in 1 and let all helicopters fly: round 2's thief phase."""
        self.start()
        self.hide(1)
        self.fly(("pink", "J"), ("yellow", "C"), ("green", "O"))

    def play_to(self, stage: str) -> None:
        """Play an open game to a phase: in `police` the car is in 1, and `over` is an arrest there."""
        crossings = "FGA"
        if stage == "setup":
            self.ben.do("new_game")
        elif stage == "thief":
            self.start(crossings=crossings)
        elif stage in {"police", "over"}:
            self.start(crossings=crossings)
            self.hide(1)
        if stage == "over":
            self.ben.do("search", helicopter="green", building=1)


def seat_everyone(web: WebTable) -> Guests:
    """Let everyone sit down."""
    guests = Guests(web, *(web.browser() for _ in range(5)))
    sittings = (
        (guests.ana, "thief", "Ana", PIN),
        (guests.ben, "police", "Ben", None),
        (guests.chloe, "police", "Chloé", None),
        (guests.eve, "watch", "Eve", None),
    )
    for browser, seat, name, pin in sittings:
        answer = browser.sit(seat, name, pin)
        assert answer.status == 200, answer.text
    return guests
