"""Who is asking: the seats that a browser holds, by one signed cookie each, and which of them speaks."""

import re

from flask import Response, request
from itsdangerous import BadSignature, Signer

from companion.table.refusal import Refused, Trouble
from companion.table.seats import Player
from web.site import site

PREFIX = "citychase_"
ASKABLE = frozenset({"thief", "police", "watch", "public"})
A_MONTH_S = 30 * 24 * 3600
MOST_COOKIES = 20
"""Browsers send the oldest first: of too many, the last are looked at."""
_TOKEN = re.compile(r"\A([0-9a-f]{16})\.([0-9]{1,9})\Z")


def seats_held() -> list[Player]:
    """Return the players whom this browser is, the one that sat down last first."""
    cookies = [value for name, value in request.cookies.items() if name.startswith(PREFIX)]
    found = (_player(value) for value in cookies[-MOST_COOKIES:])
    return sorted((player for player in found if player is not None), key=lambda player: -player.sat)


def speaker() -> Player | Refused | None:
    """Return the player who speaks in this request, None for nobody, or why that cannot be said."""
    asked = request.args.get("as")
    if asked is None:
        return next(iter(seats_held()), None)
    if asked not in ASKABLE:
        return Refused(Trouble.MALFORMED)
    return held(asked)


def held(seat: str) -> Player | None:
    """Return the player whom this browser is in a seat."""
    return next((player for player in seats_held() if player.seat == seat), None)


def remember(response: Response, player: Player) -> None:
    """Give a browser the cookie of a seat, and take those of former evenings away: they would pile up."""
    for name, cookie in request.cookies.items():
        if name.startswith(PREFIX) and _token(cookie) and _player(cookie) is None:
            response.delete_cookie(name, httponly=True, samesite="Strict", path="/")
    value = _signer().sign(f"{player.id}.{player.serial}").decode()
    response.set_cookie(f"{PREFIX}{player.id}", value, max_age=A_MONTH_S, httponly=True, samesite="Strict", path="/")


def forget(response: Response, player: Player) -> None:
    """Take the cookie of a seat away."""
    response.delete_cookie(f"{PREFIX}{player.id}", httponly=True, samesite="Strict", path="/")


def _player(value: str) -> Player | None:
    token = _token(value)
    return site().table.find(token[1], int(token[2])) if token else None


def _token(value: str) -> re.Match[str] | None:
    """Return what a cookie says, if it is we who signed it."""
    try:
        return _TOKEN.match(_signer().unsign(value).decode())
    except (BadSignature, UnicodeDecodeError):
        return None


def _signer() -> Signer:
    return Signer(site().key, salt="citychase seat")
