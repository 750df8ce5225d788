"""Games to cut the power in: what is done, step by step, by whom, and what must be there after each step."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from msgspec import Struct

from companion.games.city_chase.city import Building
from tests.web.asking import Answer, Carrier, View, WireBrowser

Body: TypeAlias = dict[str, Any]
NAMES = {"ana": "Ana", "ben": "Ben", "chloe": "Chloé", "wim": "Wim"}


class Step(Struct, frozen=True):
    """Something that someone asks of the table."""

    who: str
    path: str
    body: Body = {}

    @property
    def is_action(self) -> bool:
        return self.path == "/api/action"


class Lift(Struct, frozen=True):
    """A hand on the simulated board; the game shows when it was noticed."""

    building: Building
    state: str
    is_noticed: Callable[[View], bool]


def act(who: str, action: str, **details: object) -> Step:
    return Step(who, "/api/action", {"action": action, **details})


def sit(who: str, seat: str) -> Step:
    pin = {"pin": "2468"} if seat == "thief" else {}
    return Step(who, "/api/seat", {"seat": seat, "name": NAMES[who], **pin})


def leave(who: str) -> Step:
    return Step(who, "/api/leave")


def fly(who: str, helicopter: str, crossing: str) -> Step:
    return act(who, "move", helicopter=helicopter, crossing=crossing)


def search(who: str, helicopter: str, building: Building) -> Step:
    return act(who, "search", helicopter=helicopter, building=building)


def hide(building: Building) -> tuple[Step, ...]:
    return act("ana", "hide", building=building), act("ana", "done")


def place_all(who: str, crossings: str) -> tuple[Step, ...]:
    pairs = zip(("pink", "yellow", "green"), crossings, strict=True)
    return tuple(act(who, "place", helicopter=one, crossing=at) for one, at in pairs)


SITTING = (sit("ana", "thief"), sit("ben", "police"), sit("chloe", "police"), sit("wim", "watch"))
OPEN_GAME: tuple[Step, ...] = (
    *SITTING,
    act("ben", "new_game", mode="open"),
    act("ben", "take", helicopter="pink"),
    act("chloe", "take", helicopter="green"),
    act("ben", "release", helicopter="pink"),
    act("ben", "place", helicopter="pink", crossing="A"),
    *place_all("ben", "FGK")[:2],
    act("chloe", "place", helicopter="green", crossing="K"),
    act("ben", "start"),
    act("ana", "hide", building=8),
    *hide(13),
    fly("ben", "pink", "E"),
    act("chloe", "undo"),
    fly("ben", "pink", "B"),
    search("ben", "yellow", 9),
    search("chloe", "green", 18),
    leave("ana"),
    sit("ana", "thief"),
    *hide(14),
    leave("wim"),
    search("ben", "yellow", 13),
    leave("chloe"),
    sit("chloe", "police"),
    fly("chloe", "pink", "C"),
    fly("ben", "green", "L"),
    act("ben", "set_aside", building=3),
    *hide(15),
    fly("ben", "pink", "D"),
    search("chloe", "yellow", 14),
    search("ben", "green", 19),
    *hide(20),
    search("chloe", "green", 20),
    act("ana", "pass_on", to="Ben"),
)
OPEN_RECORD = """[Date "TODAY"]
[Thief "Ana"]
[Police "Ben, Chloé"]
[Mode "open"]
[Helicopters "F G K"]

1. 13 pB yx9- gx18-
2. 14 yx13y pC gL
3. 15 pD yx14b gx19-
4. 20 gx20# arrested
"""


def up(building: Building) -> Lift:
    """Lift a building, and wait until it is seen to be up."""
    return Lift(building, "lifted", lambda view: building in view["board"]["lifted"])


def down(building: Building) -> Lift:
    return Lift(building, "placed", lambda view: building not in view["board"]["lifted"])


def searched_by_hand(building: Building) -> Lift:
    """Lift a building, and wait until that is a search."""
    return Lift(building, "lifted", lambda view: any(one["building"] == building for one in view["searches"]))


def to_be_chosen(building: Building) -> Lift:
    return Lift(building, "lifted", lambda view: view["hand"]["choosing"] is not None)


Group: TypeAlias = tuple[Step | Lift, ...]
"""What happens between two power cuts."""
CLASSIC_GAME: tuple[Group, ...] = (
    (*SITTING, act("ben", "new_game", mode="classic"), *place_all("ben", "FGK"), act("ben", "start")),
    (act("ana", "hide", building=12),),
    (up(12),),
    (up(3), down(3)),
    (act("ana", "done"),),
    (to_be_chosen(8), act("ben", "choose", helicopter="yellow")),
    (searched_by_hand(19),),
    (fly("ben", "pink", "B"),),
    (up(12), down(12)),
    (up(11),),
    (act("ana", "hide", building=11),),
    (act("ana", "done"),),
    (fly("chloe", "pink", "A"),),
    (act("ben", "undo"),),
    (fly("chloe", "pink", "F"),),
    (searched_by_hand(9), down(9)),
    (search("ben", "green", 18),),
    (act("chloe", "abandon"),),
)
CLASSIC_RECORD = """[Date "TODAY"]
[Thief "Ana"]
[Police "Ben, Chloé"]
[Mode "classic"]
[Helicopters "F G K"]
[Termination "abandoned"]

1. 12 yx8- gx19- pB
2. 11 pF yx9- gx18- *
"""


class Company:
    """Four people with a browser each, at a table that may be switched off and on."""

    def __init__(self, carry: Carrier) -> None:
        self.browsers: Mapping[str, WireBrowser] = {who: WireBrowser(carry) for who in NAMES}
        self.nobody = WireBrowser(carry)

    def send(self, step: Step, version: int | None = None) -> Answer:
        decided = {} if version is None else {"version": version}
        return self.browsers[step.who].post(step.path, **step.body, **decided)

    def at(self, carry: Carrier) -> "Company":
        """Return the same people, with the same cookies, at another table."""
        company = Company(carry)
        for who, browser in self.browsers.items():
            company.browsers[who].cookies.update(browser.cookies)
        return company

    def views(self) -> dict[str, View]:
        """Return what everyone sees, also without a seat."""
        return {**{who: browser.view() for who, browser in self.browsers.items()}, "nobody": self.nobody.view()}


def kept(views: Mapping[str, View]) -> dict[str, View]:
    """Return views without what a restart may change: that there was one, and what the switches see after it."""
    return {who: _kept(view) for who, view in views.items()}


def _kept(view: View) -> View:
    classic = view["classic"] and {**view["classic"], "to_pin": None}
    return {**view, "version": None, "hand": None, "board": view["board"]["kind"], "classic": classic}


def check_versions(before: Mapping[str, View], after: Mapping[str, View]) -> None:
    """A version goes on counting over a cut, and only where its view is another one.

    Where buildings are up, the view was another one for a moment: before the board was first looked at.
    """
    for who, view in after.items():
        was = before[who]
        has_changed = {**view, "version": 0} != {**was, "version": 0}
        has_counted = view["version"] > was["version"]
        assert view["version"] >= was["version"], f"{who} counts backwards"
        assert has_counted is has_changed or (has_counted and view["board"]["lifted"]), f"{was} became {view}"
