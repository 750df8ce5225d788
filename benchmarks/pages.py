"""A hundred open pages: a socket each, read by one loop that notes when an event has come."""

import selectors
import socket
import time
from collections.abc import Callable

EVENT_END = b"\n\n"


class Pages:
    """Live streams of a server, all waiting for the next event."""

    def __init__(self, port: int, path: str, count: int) -> None:
        self._selector = selectors.DefaultSelector()
        self._sockets = [self._open(port, path) for _ in range(count)]
        # The first event of each stream comes by itself.
        self._wait_for_all()

    def _open(self, port: int, path: str) -> socket.socket:
        page = socket.create_connection(("127.0.0.1", port))
        page.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        self._selector.register(page, selectors.EVENT_READ)
        return page

    def push(self, send: Callable[[], object]) -> list[float]:
        """Send something, and return how many seconds later each page had its event."""
        begun = time.perf_counter()
        send()
        return [moment - begun for moment in self._wait_for_all()]

    def _wait_for_all(self) -> list[float]:
        moments: dict[int, float] = {}
        tails: dict[int, bytes] = {}
        while len(moments) < len(self._sockets):
            for key, _ in self._selector.select():
                page = key.fileobj
                assert isinstance(page, socket.socket)
                data = page.recv(65536)
                assert data, "the server has closed a stream"
                # A comment ends as an event does; none falls into the few seconds that this takes.
                tails[page.fileno()] = (tails.get(page.fileno(), b"") + data)[-64:]
                if EVENT_END in tails[page.fileno()].replace(b"\r\n\r\n", b"", 1).replace(b"\r\n", b""):
                    moments.setdefault(page.fileno(), time.perf_counter())
        return list(moments.values())

    def close(self) -> None:
        """Close all pages."""
        self._selector.close()
        for page in self._sockets:
            page.close()
