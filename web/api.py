"""The HTTP interface of docs/contract.md: seats, views, actions, games."""

from flask import Blueprint, Response, request
from msgspec import Struct
from msgspec.json import Decoder, encode

from companion.games.city_chase.actions import read_action_name, read_with
from companion.games.city_chase.city import Building
from companion.games.city_chase.record.writing import NotWritable
from companion.games.city_chase.rejection import Reason, Rejected
from companion.table.actions import THIEFS_ACTIONS, read_request
from companion.table.library import GameSummary
from companion.table.reception import SeatWish
from companion.table.refusal import Refused, Trouble
from companion.table.seats import Player, SeatKind
from web.answers import Fine, as_json, refuse, text_as_json
from web.identity import forget, held, remember, seats_held, speaker
from web.languages import language_of_request
from web.site import site

api = Blueprint("api", __name__, url_prefix="/api")
RECORD_TYPE = "text/x-citychase; charset=utf-8"
_wish_decoder: Decoder[SeatWish] = Decoder(SeatWish)


class HeldSeat(Struct, frozen=True):
    """A seat that this browser holds."""

    seat: SeatKind
    name: str
    pin: bool


class HeldSeats(Struct, frozen=True):
    """All of them, the last taken first."""

    seats: tuple[HeldSeat, ...]


class Known(Struct, frozen=True):
    """What the police can know of the thief."""

    routes: int
    possible: tuple[Building, ...]
    weights: dict[Building, int]


class Games(Struct, frozen=True):
    """All games, newest first."""

    games: list[GameSummary]


@api.get("/view")
def view() -> Response:
    """Return the caller's view."""
    caller = speaker()
    return refuse(caller) if isinstance(caller, Refused) else _view_of(caller)


@api.post("/action")
def act() -> Response:
    """Do what the caller asks for."""
    data = request.get_data()
    caller = speaker()
    if isinstance(caller, Refused):
        return refuse(caller)
    if read_action_name(data) in THIEFS_ACTIONS and (caller is None or caller.seat != "thief"):
        # By its name alone: nobody learns anything from how its content is refused.
        return refuse(Refused(Trouble.NO_SEAT) if caller is None else Rejected(Reason.THIEF_ONLY))
    wish = read_request(data)
    if caller is None:
        return refuse(Refused(Trouble.NO_SEAT))
    refusal = site().table.act(caller, wish)
    if refusal is not None:
        return refuse(refusal)
    # Handing the thief's seat on changes who the caller is.
    return _view_of(site().table.find(caller.id, caller.serial))


@api.get("/seat")
def seats() -> Response:
    """Return the seats that this browser holds."""
    return as_json(HeldSeats(tuple(HeldSeat(one.seat, one.name, one.pin is not None) for one in seats_held())))


@api.post("/seat")
def sit() -> Response:
    """Let someone sit down."""
    wish = read_with(_wish_decoder, request.get_data())
    address = request.remote_addr or ""
    seated = site().reception.sit(wish, held(wish.seat), address, language_of_request())
    if not isinstance(seated, Player):
        return refuse(seated)
    response = _view_of(seated)
    remember(response, seated)
    return response


@api.post("/leave")
def leave() -> Response:
    """Let the caller go. Who has no seat has left already."""
    caller = speaker()
    if isinstance(caller, Refused):
        return refuse(caller)
    if caller is None:
        return as_json(Fine())
    refusal = site().table.leave(caller)
    if refusal is not None:
        return refuse(refusal)
    response = as_json(Fine())
    forget(response, caller)
    return response


@api.get("/knowledge")
def knowledge() -> Response:
    """Tell the thief what the police can know."""
    caller = speaker()
    if isinstance(caller, Refused):
        return refuse(caller)
    if caller is None:
        return refuse(Refused(Trouble.NO_SEAT))
    if caller.seat != "thief":
        return refuse(Rejected(Reason.THIEF_ONLY))
    if not site().office.book.settings.hints:
        return refuse(Refused(Trouble.HINTS_OFF))
    known = site().table.knowledge()
    if known is None:
        return refuse(Refused(Trouble.NOTHING_KNOWN))
    return as_json(Known(known.routes, known.possible, {one: many for one, many in known.weights.items() if many}))


@api.get("/games")
def games() -> Response:
    """List all games."""
    return text_as_json(encode(Games(site().table.library.games())))


@api.get("/games/<int:game>/record")
def record(game: int) -> Response:
    """Return a game's record; before its end the public one, for everybody."""
    play = site().table.library.find(game)
    if play is None:
        return refuse(Refused(Trouble.NOT_FOUND))
    try:
        text = play.record()
    except NotWritable:
        return refuse(Refused(Trouble.NO_RECORD))
    response = Response(text, content_type=RECORD_TYPE)
    response.headers["Content-Disposition"] = f'attachment; filename="city-chase-{game}.chase"'
    return response


def _view_of(player: Player | None) -> Response:
    return text_as_json(site().table.letter(player, language_of_request()).text)
