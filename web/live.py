"""Live views, as Server-Sent Events: the caller's own view at once, and again whenever it changes.

Comments keep the connection alive. They come in a rhythm of their own, which no event disturbs: from outside a stream
in which the thief sees something looks like any other.
"""

import time
from collections.abc import Callable, Iterator

from flask import Blueprint, Response

from companion.table.refusal import Refused, Trouble
from companion.table.showing import Letter, Watch
from companion.table.table import Table
from web.answers import refuse
from web.identity import speaker
from web.languages import language_of_request
from web.site import COMMENT_S, Streams, site

live = Blueprint("live", __name__, url_prefix="/api")
RETRY_MS = 1000
_COMMENT = b": still here\n\n"


@live.get("/live")
def stream() -> Response:
    """Open a live stream, or say that there is no room."""
    caller = speaker()
    if isinstance(caller, Refused):
        return refuse(caller)
    here = site()
    if not here.streams.enter(has_seat=caller is not None):
        response = refuse(Refused(Trouble.NO_ROOM))
        response.headers["Retry-After"] = "5"
        return response
    events = LiveEvents(here.table, here.streams, here.table.watch(caller), language_of_request(), here.comment_s)
    return Response(events, mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})


class LiveEvents:
    """The events of one stream. However it ends, also before it began, its place is given back once."""

    def __init__(  # noqa: PLR0913, PLR0917 - the last two are for tests
        self,
        table: Table,
        streams: Streams,
        watch: Watch,
        language: str,
        comment_s: float = COMMENT_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._table = table
        self._streams = streams
        self._watch = watch
        self._language = language
        self._comment_s = comment_s
        self._clock = clock
        self._is_open = True

    def __iter__(self) -> Iterator[bytes]:
        letter = self._read()
        yield b"retry: %d\n%s" % (RETRY_MS, _event(letter))
        comment_at = self._clock() + self._comment_s
        while not self._watch.is_over:
            if self._watch.wait(comment_at - self._clock()) and not self._watch.is_over:
                newest = self._read()
                if newest != letter:
                    letter = newest
                    yield _event(letter)
            if self._clock() >= comment_at:
                comment_at += self._comment_s
                yield _COMMENT

    def close(self) -> None:
        """Give the place back. The server calls this however the stream ends."""
        if self._is_open:
            self._is_open = False
            self._table.stop_watching(self._watch)
            self._streams.leave()

    def _read(self) -> Letter:
        return self._table.letter_for(self._watch, self._language)


def _event(letter: Letter) -> bytes:
    return b"event: view\nid: %d\ndata: %s\n\n" % (letter.version, letter.text)
