"""Answers in JSON, and everything that goes wrong as one sentence in the player's language."""

from flask import Response
from msgspec import Struct
from msgspec.json import encode
from werkzeug.exceptions import HTTPException, InternalServerError, MethodNotAllowed, NotFound, RequestEntityTooLarge

from companion.table.refusal import Refusal, Refused, Trouble, code_of, sentence_of, status_of
from web.languages import language_of_request

JSON = "application/json"
_TROUBLES: dict[type[HTTPException], Trouble] = {
    NotFound: Trouble.NOT_FOUND,
    MethodNotAllowed: Trouble.WRONG_METHOD,
    RequestEntityTooLarge: Trouble.TOO_LARGE,
    InternalServerError: Trouble.BROKEN,
}


class ErrorAnswer(Struct, frozen=True):
    """An error as it travels."""

    error: str
    rule: str | None
    message: str


class Fine(Struct, frozen=True):
    """All there is to say."""

    ok: bool = True


def as_json(value: Struct) -> Response:
    """Return a value as an answer."""
    return text_as_json(encode(value))


def text_as_json(text: bytes) -> Response:
    """Return a JSON text as an answer."""
    return Response(text, mimetype=JSON)


def refuse(refusal: Refusal) -> Response:
    """Return a refusal as an answer."""
    sentence = sentence_of(refusal, language_of_request())
    response = as_json(ErrorAnswer(code_of(refusal), refusal.rule, sentence))
    response.status_code = status_of(refusal)
    return response


def refuse_http(error: HTTPException) -> Response:
    """Return what the framework refuses, in our own form. Nothing of the request is repeated."""
    refusal = Refused(_TROUBLES.get(type(error), Trouble.MALFORMED))
    response = refuse(refusal)
    response.status_code = error.code or status_of(refusal)
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        response.headers["Allow"] = ", ".join(sorted(error.valid_methods))
    return response
