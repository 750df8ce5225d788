"""A table in this process with its real application before it. The test is clock, hand and network."""

from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from companion.table.reception import Reception
from tests.companion.table.opening import OpenTable
from tests.web.asking import Answer, Headers, Question, WireBrowser, carry_inside, open_inside
from web.app import make_app
from web.live import _COMMENT
from web.site import Site, Streams

ADDRESS = "http://192.168.1.20:8000/"


class WireTable(OpenTable):
    """A table, its folder, its board and its pages."""

    def __init__(self, folder: Path) -> None:
        self._streams: list[Stream] = []
        super().__init__(folder)

    def open(self) -> None:
        super().open()
        reception = Reception(self.table, self.clock)
        # A comment whenever nothing has changed: a test never waits for one.
        key = self.storage.key()
        site = Site(self.table, reception, key, lambda: ADDRESS, Streams(), self.office, self.simulated, comment_s=0)
        self.app = make_app(site)

    def carry(self, question: Question) -> Answer:
        return carry_inside(self.app, question)

    def browser(self, language: str = "en") -> WireBrowser:
        return WireBrowser(self.carry, language)

    def stream(self, browser: WireBrowser) -> "Stream":
        """Open a live stream. It stays open until the table is left."""
        chunks, status, headers = open_inside(self.app, Question("GET", "/api/live", browser.headers()))
        self._streams.append(Stream(chunks, status, headers))
        return self._streams[-1]

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.table.send_all_away()
        for stream in self._streams:
            stream.read()
        super().__exit__(kind, error, trace)


class Stream:
    """A live stream that is read without waiting."""

    def __init__(self, chunks: Iterator[bytes], status: str, headers: Headers) -> None:
        self._chunks = chunks
        self.status = status
        self.headers = headers

    def read(self) -> bytes:
        """Return what has come since: events, and then a comment, or the end."""
        read = []
        for chunk in self._chunks:
            read.append(chunk)
            if chunk == _COMMENT:
                break
        return b"".join(read)
