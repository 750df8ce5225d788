"""Serves the application with waitress: one process, a thread for every live stream, and some to spare."""

import errno
import socket
from collections.abc import Sequence
from typing import TypeAlias

from flask import Flask
from waitress.server import BaseWSGIServer, MultiSocketServer, create_server

from companion.errors import CityChaseError
from web.site import STREAMS_FOR_ALL, STREAMS_FOR_SEATS

SPARE_THREADS = 32
GONE_MS = 30_000
"""A phone that has left the Wi-Fi does not say goodbye: after so long without an answer it is gone."""

IDLE_S = 15
Server: TypeAlias = MultiSocketServer | BaseWSGIServer


class NoAddress(CityChaseError):
    """The table cannot be reached at the address that was asked for."""


def open_server(app: Flask, host: str, port: int, sockets: Sequence[socket.socket] = ()) -> Server:
    """Return a server that listens already: on the sockets it is handed, else at host and port. Raises NoAddress."""
    where: dict[str, object] = {"sockets": list(sockets)} if sockets else {"host": host, "port": port}
    try:
        server = create_server(
            app,
            **where,
            threads=STREAMS_FOR_ALL + STREAMS_FOR_SEATS + SPARE_THREADS,
            connection_limit=1000,
            # Who connects and says nothing does not keep others out for long. Live streams are not meant by this.
            channel_timeout=IDLE_S,
            cleanup_interval=5,
            # select() knows no file numbers above 1023.
            asyncore_use_poll=True,
            max_request_body_size=1024 * 1024,
            max_request_header_size=32 * 1024,
            ident=None,
        )
    except OSError as error:
        if error.errno == errno.EADDRNOTAVAIL:
            raise NoAddress(f"{host} is no address of this machine. Choose another one with --host.") from error
        raise NoAddress(
            f"Port {port} at {host} cannot be used: {error.strerror or error}. Choose another one with --port."
        ) from error
    except ValueError as error:
        raise NoAddress(f"{host} is no address of this machine. Choose another one with --host.") from error
    # What connections are accepted with. It is no setting of create_server, but all its sockets read it from here.
    server.adj.socket_options = [(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)]
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux has it, macOS has not
        server.adj.socket_options.append((socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_MS))
    return server
