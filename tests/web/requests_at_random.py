"""Requests of every kind: right, nearly right, and nothing that a page would ever send. Strategies for Hypothesis."""

import json
from typing import Any

from hypothesis import strategies as st

from companion.games.city_chase.city import BUILDINGS, CROSSINGS
from companion.games.city_chase.pieces import HELICOPTERS
from tests.web.asking import FROM_A_PAGE, Headers, Question

METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "BREW")
PATHS = (
    *(
        "/",
        "/how-to-play",
        "/thief",
        "/police",
        "/table",
        "/bench",
        "/games",
        "/games/1",
        "/games/99999999999999999999",
    ),
    *("/settings", "/api/settings", "/api/settings/code", "/api/settings/leave"),
    *("/healthz", "/api/view", "/api/live", "/api/action", "/api/seat", "/api/leave", "/api/knowledge", "/api/games"),
    *("/api/games/1/record", "/api/games/0/record", "/api/games/-1/record", "/api/games/x/record", "/api", "/api/"),
    *("/bench/switch", "/bench/fault", "/bench/button", "/bench/leds", "/bench/nothing"),
    *("/assets/x/style.css", "/assets/x/../server.py", "/assets/x/%2e%2e/app.py", "/assets/x/none.js", "/favicon.ico"),
)
SETTING_PATHS = ("/api/settings", "/api/settings/code", "/api/settings/leave")
POSTED = (
    "/api/action",
    "/api/action",
    "/api/seat",
    "/api/leave",
    "/bench/switch",
    "/bench/fault",
    "/bench/button",
    *SETTING_PATHS,
)
ACTIONS = ("new_game", "place", "start", "take", "release", "hide", "done", "move", "search", "undo", "choose")
MORE_ACTIONS = ("set_aside", "abandon", "pass_on")

helicopters = st.sampled_from(HELICOPTERS)
buildings = st.sampled_from(BUILDINGS)
odd_numbers = st.sampled_from([0, -1, 26, 2**31, 2**63, 2**64, 10**400, 1.5, 8.0, float("nan"), float("inf"), 1e308])
odd_texts = st.one_of(
    st.sampled_from(["", "pink ", "PINK", "a", "Ä", "\x00", "\ud800", "{car}", "8"]), st.text(max_size=30)
)
scalars = st.one_of(st.none(), st.booleans(), st.integers(), odd_numbers, odd_texts)
anything = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(odd_texts, inner, max_size=4)),
    max_leaves=8,
)


def known(action: str) -> st.SearchStrategy[dict[str, Any]]:
    """Return actions that can be read."""
    fields: dict[str, st.SearchStrategy[Any]] = {
        "helicopter": helicopters,
        "crossing": st.sampled_from(CROSSINGS),
        "building": buildings,
        "mode": st.sampled_from(["open", "classic"]),
        "to": st.sampled_from(["Ben", "Chloé", "nobody"]),
    }
    return st.fixed_dictionaries({"action": st.just(action), **fields}, optional={"version": st.integers(0, 60)})


actions = st.sampled_from([*ACTIONS, *MORE_ACTIONS]).flatmap(known)
wishes = st.fixed_dictionaries(
    {"seat": st.sampled_from(["thief", "police", "watch"])},
    optional={
        "name": st.one_of(st.sampled_from(["Ana", "Ben", "Chloé", "  ", "x" * 25, "\u202e", "a\nb"]), odd_texts),
        "pin": st.sampled_from(["2468", "1111", "12", "", "١٢٣٤"]),
    },
)
hands = st.fixed_dictionaries(
    {"building": buildings},
    optional={
        "state": st.sampled_from(["lifted", "placed"]),
        "fault": st.sampled_from(["stuck_open", "stuck_closed", "none"]),
        "bounce_ms": st.one_of(st.integers(0, 1000), odd_numbers),
    },
)
presses = st.fixed_dictionaries(
    {"button": st.sampled_from([*HELICOPTERS, "north", "east", "south", "west", "done"])},
    optional={"hold_ms": st.one_of(st.integers(0, 10_000), odd_numbers)},
)
readable = st.one_of(actions, wishes, hands, presses)


@st.composite
def spoilt(draw: st.DrawFn) -> Any:
    """Something readable, with one field changed, left out or added."""
    body = dict(draw(readable))
    key = draw(st.sampled_from(sorted(body)))
    kind = draw(st.sampled_from(["changed", "left out", "added"]))
    if kind == "changed":
        body[key] = draw(anything)
    elif kind == "left out":
        del body[key]
    else:
        body[draw(odd_texts)] = draw(anything)
    return body


def as_bytes(value: object) -> bytes:
    # Lone surrogates become bytes that are no UTF-8; NaN and Infinity stay as they are.
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")


twisted = st.sampled_from(
    [
        b"",
        b"{",
        b"[" * 15_000,
        b'{"a":' * 3_000,
        b'{"action":"done","action":"hide","building":13}',
        b'{"action":"hide","building":13,"building":1}',
        b'{"action":"done"} {"action":"done"}',
        b'{"action":"done"}\x00',
        b"\xef\xbb\xbf" + b'{"action":"done"}',
        '{"action":"done"}'.encode("utf-16"),
        b'{"action":"\xff\xfe"}',
        b'{"action":"done","version":' + b"9" * 5000 + b"}",
        b'{"seat":"police","name":"' + b"x" * 17_000 + b'"}',
        b"action=done",
    ]
)
bodies = st.one_of(
    readable.map(as_bytes), spoilt().map(as_bytes), anything.map(as_bytes), st.binary(max_size=60), twisted
)

shown = st.text(st.characters(min_codepoint=32, max_codepoint=255, exclude_characters="\x7f"), max_size=40)
types = st.sampled_from(
    ["application/json", "text/plain", "multipart/form-data", "application/x-www-form-urlencoded", ""]
)
cookies = st.one_of(
    shown,
    st.sampled_from(
        [
            "citychase_0123456789abcdef=0123456789abcdef.0.AAAAAAAAAAAAAAAAAAAAAAAAAAA",
            "citychase_=; citychase_x=..; lang=xx",
            "lang=fr",
            "; ".join(f"citychase_{number}=x" for number in range(40)),
        ]
    ),
)
asked = st.sampled_from(
    ["", "", "", "?as=thief", "?as=police", "?as=watch", "?as=public", "?as=", "?as=board", "?as=%ff"]
)
tails = st.one_of(asked, st.text(max_size=10).map(lambda text: "?" + text.replace("#", "").encode().hex()))


@st.composite
def headers(draw: st.DrawFn) -> Headers:
    """Headers as pages send them, and others."""
    made = [("Content-Type", draw(types))]
    mark = draw(st.sampled_from([FROM_A_PAGE, FROM_A_PAGE, FROM_A_PAGE, ("X-CityChase", "2"), None]))
    if mark:
        made.append(mark)
    for name, values in (("Accept-Language", shown), ("Accept", shown), ("Range", shown), ("Origin", shown)):
        if draw(st.booleans()):
            made.append((name, draw(values)))
    return tuple(made)


MEANT = {"/api/action": actions, "/api/seat": wishes, "/bench/switch": hands, "/bench/button": presses}


@st.composite
def questions(draw: st.DrawFn) -> Question:
    """Any request: what a page could send, something like it, or anything."""
    kind = draw(st.sampled_from(["meant", "like it", "any"]))
    if kind == "meant":
        path = draw(st.sampled_from(["/api/action", *MEANT]))
        return Question("POST", path + draw(asked), (FROM_A_PAGE,), as_bytes(draw(MEANT[path])))
    if kind == "like it":
        return Question("POST", draw(st.sampled_from(POSTED)) + draw(asked), draw(headers()), draw(bodies))
    path = draw(st.sampled_from(PATHS)) + draw(tails)
    return Question(draw(st.sampled_from(METHODS)), path, draw(headers()), draw(bodies))
