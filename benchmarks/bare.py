"""The least that Flask and waitress need for a live page: what the table is measured against.

python -m benchmarks.bare PORT PAYLOAD_BYTES
"""

import sys
from collections.abc import Iterator
from queue import SimpleQueue

from flask import Flask, Response
from waitress import serve

THREADS = 176


def make_app(payload: bytes) -> Flask:
    """Return an application with one stream for everyone and a way to push to it."""
    app = Flask(__name__)
    pages: list[SimpleQueue[bytes]] = []
    event = b"data: %s\n\n" % payload

    def events(waiting: "SimpleQueue[bytes]") -> Iterator[bytes]:
        yield event
        while True:
            yield waiting.get()

    @app.get("/live")
    def live() -> Response:
        waiting: SimpleQueue[bytes] = SimpleQueue()
        pages.append(waiting)
        return Response(events(waiting), mimetype="text/event-stream")

    @app.post("/push")
    def push() -> Response:
        for waiting in pages:
            waiting.put(event)
        return Response(payload)

    @app.get("/healthz")
    def healthz() -> Response:
        return Response("ok")

    return app


if __name__ == "__main__":
    port, size = map(int, sys.argv[1:])
    serve(make_app(b"x" * size), host="127.0.0.1", port=port, threads=THREADS, connection_limit=1000, _quiet=True)
