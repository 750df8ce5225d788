"""The owner's settings over HTTP: the code opens them, and each change counts at once."""

import logging
import os

from flask import Blueprint, Response, request
from msgspec import Struct
from msgspec.json import Decoder

from companion.games.city_chase.actions import Malformed, read_with
from companion.settings.book import SettingsBusy
from companion.settings.values import Setting, Value, accept, wanted
from companion.table.journal import NotSaved
from companion.table.refusal import Refused, Trouble
from web.answers import Fine, as_json, refuse
from web.languages import language_of_request
from web.owner import is_owner, let_in, lock_again
from web.site import site

log = logging.getLogger(__name__)

settings = Blueprint("settings", __name__, url_prefix="/api/settings")


class ShownCode(Struct, frozen=True):
    """The code that someone has typed."""

    code: str

    def __repr__(self) -> str:
        return "ShownCode(…)"


_code_decoder: Decoder[ShownCode] = Decoder(ShownCode)
_changes_decoder: Decoder[dict[str, object]] = Decoder(dict[str, object])


@settings.app_template_global()
def code_command() -> str:
    """Return what prints the code on this machine. Where the table is installed, its folder is not the user's."""
    is_installed = site().board_kind == "pi" or "STATE_DIRECTORY" in os.environ
    return "sudo citychase settings code" if is_installed else "citychase settings code"


@settings.post("/code")
def enter() -> Response:
    """Let the owner in."""
    shown = read_with(_code_decoder, request.get_data())
    refusal = site().office.enter(shown.code, request.remote_addr or "")
    if refusal is not None:
        return refuse(refusal)
    response = as_json(Fine())
    let_in(response)
    return response


@settings.post("/leave")
def leave() -> Response:
    """Lock the settings again for this browser."""
    response = as_json(Fine())
    lock_again(response)
    return response


@settings.get("")
def show() -> Response:
    """Return the settings, where each comes from, and what is wrong with the file."""
    return _report() if is_owner() else refuse(Refused(Trouble.CODE_WANTED))


@settings.post("")
def change() -> Response:
    """Change some settings, all or none of them."""
    changes: dict[Setting, Value] = {}
    for name, raw in read_with(_changes_decoder, request.get_data()).items():
        if name not in set(Setting):
            raise Malformed("There is no such setting.")
        value = accept(Setting(name), raw)
        if value is None:
            return refuse(Refused(Trouble.BAD_SETTING, {"wanted": wanted(Setting(name), language_of_request())}))
        changes[Setting(name)] = value
    if not is_owner():
        return refuse(Refused(Trouble.CODE_WANTED))
    if changes:
        site().office.book.change(changes)
    return _report()


@settings.errorhandler(NotSaved)
def refuse_unsaved(error: NotSaved) -> Response:
    """Return that nothing could be written."""
    log.error("%s", error)
    return refuse(Refused(Trouble.SETTINGS_BUSY if isinstance(error, SettingsBusy) else Trouble.SETTINGS_NOT_SAVED))


def _report() -> Response:
    book = site().office.book
    book.look()
    return as_json(book.report(language_of_request()))
