"""Which language a browser gets: its own choice, else what it prefers, else the table's."""

from flask import request

from companion.games.city_chase.wording import languages
from web.site import site


def language_of_request() -> str:
    """Return the code of the language to answer this request in."""
    chosen = request.cookies.get("lang", "")
    if chosen in languages():
        return chosen
    return request.accept_languages.best_match(languages()) or site().language
