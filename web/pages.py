"""The pages: each is one template, the words its scripts need, and scripts that get the rest from the live stream."""

from functools import cache, lru_cache
from hashlib import blake2b
from importlib.resources import files
from io import BytesIO
from pathlib import Path

import segno
from flask import Blueprint, Response, render_template, send_from_directory, url_for
from markupsafe import Markup
from werkzeug.exceptions import NotFound

from companion.games.city_chase.wording import Words, languages, words
from companion.table.library import summarise
from web import bench as simulation
from web.identity import held, seats_held
from web.languages import language_of_request
from web.owner import may_set
from web.site import site

PAGES = frozenset({"join", "how", "thief", "police", "table", "bench", "games", "game", "settings", "missing"})
"""A word whose key begins with one of these names and `_` is sent to that page alone, any other word to every page."""
A_YEAR_S = 365 * 24 * 3600

pages = Blueprint("pages", __name__, template_folder="templates")


@pages.get("/")
def join() -> str:
    """Return the first page: what this is, and a seat for everyone."""
    address = site().find_address()
    return render("join", address=address, qr_svg=qr_code(address), held=seats_held())


@pages.get("/how-to-play")
def how_to_play() -> str:
    """Return the guided first game and the rules."""
    return render("how")


@pages.get("/thief")
def thief() -> str:
    """Return the thief's page."""
    player = held("thief")
    hints = site().office.book.settings.hints
    return render("thief", pin_wanted=player is not None and player.pin is None, hints=hints)


@pages.get("/police")
def police() -> str:
    """Return the page of the police players."""
    player = held("police")
    return render("police", name=player.name if player else None)


@pages.get("/table")
def table() -> str:
    """Return the page for a tablet or a television that everyone sees."""
    address = site().find_address()
    return render("table", address=address, qr_svg=qr_code(address))


@pages.get("/bench")
def bench() -> str:
    """Return the page of the simulated board. Where the board is real there is none."""
    simulation.board()
    return render("bench")


@pages.get("/games")
def games() -> str:
    """Return the page that lists all games."""
    return render("games")


@pages.get("/games/<int:number>")
def game(number: int) -> str:
    """Return the page to step through one game."""
    play = site().table.library.find(number)
    if play is None:
        raise NotFound
    summary = summarise(play)
    return render("game", game=summary, record=play.record() if summary.record else None)


@pages.get("/settings")
def settings() -> str:
    """Return the page of the table's owner. It holds nothing yet: what is set comes with the owner's cookie."""
    return render("settings", is_open=may_set())


@pages.get("/assets/<version>/<path:name>")
def asset(version: str, name: str) -> Response:
    """Return a static file. Its address names the version of all of them, so it may be kept for ever.

    The version is in the path so that a module's `import "./table.js"` asks for the same version.
    """
    response = send_from_directory(_static_folder(), name)
    if version == assets_version():
        response.cache_control.no_cache = None
        response.cache_control.public = True
        response.cache_control.immutable = True
        response.cache_control.max_age = A_YEAR_S
    return response


def missing_page() -> str:
    """Return what a browser shows for an address that does not exist."""
    return render("missing")


def render(page: str, **values: object) -> str:
    """Return a page in the language of the request."""
    language = language_of_request()
    chosen = words(language)

    def say(key: str, **named: object) -> str:
        return chosen.page[key].format_map(named)

    return render_template(
        f"{page}.html",
        page=page,
        language=language,
        languages={code: words(code).page["language_name"] for code in languages()},
        t=say,
        script_words=script_words(page, chosen),
        asset=_asset_url,
        board_kind=site().board_kind,
        **values,
    )


def script_words(page: str, chosen: Words) -> dict[str, str]:
    """Return the words that this page's scripts may need, those for helicopters and Traces among them."""
    others = PAGES - {page}
    own = {key: text for key, text in chosen.page.items() if key.partition("_")[0] not in others}
    helicopters = {f"helicopter_{key}": text for key, text in chosen.helicopter.items()}
    traces = {f"trace_{key}": text for key, text in chosen.trace.items()}
    return {**own, **helicopters, **traces}


@lru_cache(maxsize=8)
def qr_code(address: str) -> Markup:
    """Return the QR code of an address as SVG without any style of its own."""
    code = BytesIO()
    segno.make(address, error="m").save(
        code, kind="svg", xmldecl=False, svgns=False, border=2, omitsize=True, svgclass="qr", lineclass="qr-dark"
    )
    # segno drew it, from an address of our own: nothing in it comes from a player.
    return Markup(code.getvalue().decode())  # noqa: S704


@cache
def assets_version() -> str:
    """Return a name for the present contents of all static files."""
    digest = blake2b(digest_size=6)
    for path in sorted(_static_folder().iterdir()):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def _asset_url(name: str) -> str:
    return url_for("pages.asset", version=assets_version(), name=name)


def _static_folder() -> Path:
    return Path(str(files("web") / "static"))
