"""Makes the Flask application of a table. Nothing here opens anything: it is given a site that is ready."""

from flask import Flask, Response, request
from msgspec import Struct
from werkzeug.exceptions import HTTPException, NotFound, RequestEntityTooLarge

from companion.games.city_chase.actions import Malformed
from companion.table.refusal import Refused, Trouble
from companion.version import program_version
from web.answers import as_json, refuse, refuse_http
from web.api import api
from web.bench import bench
from web.live import live
from web.pages import missing_page, pages
from web.settings import settings
from web.site import EXTENSION, Site, site

MOST_BYTES = 16 * 1024
"""The longest request that makes sense is a hundred bytes."""
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Health(Struct, frozen=True):
    """That the table is there, and which."""

    ok: bool
    board: str
    version: str


def make_app(of: Site) -> Flask:
    """Return the application of a site."""
    app = Flask("web", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = MOST_BYTES
    app.extensions[EXTENSION] = of
    for blueprint in (api, live, pages, settings):
        app.register_blueprint(blueprint)
    if of.simulated is not None:
        app.register_blueprint(bench)
    app.add_url_rule("/healthz", view_func=healthz)
    # Flask wraps whatever breaks in an InternalServerError, after it has logged it; the client gets a sentence.
    app.register_error_handler(HTTPException, answer_error)
    app.register_error_handler(Malformed, refuse_malformed)
    app.before_request(check_length)
    app.before_request(check_origin)
    app.after_request(protect)
    return app


def check_length() -> None:
    """Refuse what is too long, also where nobody would read it."""
    if (request.content_length or 0) > MOST_BYTES:
        raise RequestEntityTooLarge


def check_origin() -> Response | None:
    """Refuse what changes something and does not carry the header that a page of another site cannot send."""
    if request.method != "POST" or request.url_rule is None or request.headers.get("X-CityChase") == "1":
        return None
    return refuse(Refused(Trouble.NOT_FROM_A_PAGE))


def refuse_malformed(_: Malformed) -> Response:
    """Return that a request cannot be read. Nothing of it is repeated."""
    return refuse(Refused(Trouble.MALFORMED))


def healthz() -> Response:
    """Tell that the table is there."""
    return as_json(Health(ok=True, board=site().board_kind, version=program_version()))


def answer_error(error: HTTPException) -> Response:
    """Return what is wrong: as a page to someone who has opened an address that is none, else as JSON."""
    looks_for_a_page = request.method == "GET" and not request.path.startswith(("/api/", "/bench/", "/assets/"))
    if isinstance(error, NotFound) and looks_for_a_page and request.accept_mimetypes.accept_html:
        return Response(missing_page(), status=NotFound.code, mimetype="text/html")
    return refuse_http(error)


def protect(response: Response) -> Response:
    """Set the headers that every answer has. What may be kept says so itself."""
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store")
    return response
