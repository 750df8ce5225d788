"""What systemd and a table tell each other: sockets that are handed over, readiness, signs of life.

A table that was started by hand has no supervisor; then nothing is told, and nothing is different.
"""

import logging
import os
import socket
from collections.abc import Callable, MutableMapping

from companion.errors import CityChaseError

log = logging.getLogger(__name__)

FIRST_HANDED_OVER = 3
"""systemd hands over file numbers from this one on."""
BEATS = 4
"""How many signs of life there are in the time after which the table counts as hung."""
WORD_S = 5.0
"""How long a word that is said once may wait to be heard: systemd is busy while a small Pi starts."""


class NoSocket(CityChaseError):
    """What was promised to be handed over is not there."""


class Supervisor:
    """Whoever watches over the table: systemd, or nobody."""

    def __init__(self, address: str | None = None, patience_s: float | None = None) -> None:
        self._address = address
        self._beat_every_s = patience_s / BEATS if patience_s else None
        self._next_beat_at = float("-inf")
        self._is_deaf = False

    def tell_ready(self, status: str) -> None:
        """Tell that the table can be used, and what there is to say about it."""
        self._tell(f"READY=1\nSTATUS={status}", WORD_S)

    def tell_status(self, status: str) -> None:
        """Tell what there is to say about the table now."""
        self._tell(f"STATUS={status}", WORD_S)

    def tell_stopping(self) -> None:
        """Tell that the table is on its way out, so that nobody takes its silence for a hang."""
        self._tell("STOPPING=1", WORD_S)

    def beat(self, now: float) -> None:
        """Give a sign of life, where one is due. To be called by what must not hang, after it has done its work."""
        if self._beat_every_s is not None and now >= self._next_beat_at:
            self._next_beat_at = now + self._beat_every_s
            # Where nobody reads any more the queue is full: one beat less is better than a board that waits.
            self._tell("WATCHDOG=1", patience_s=0)

    def _tell(self, message: str, patience_s: float) -> None:
        if self._address is None:
            return
        # A leading @ stands for the zero byte of an address that is no file.
        address = f"\0{self._address[1:]}" if self._address.startswith("@") else self._address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as way:
                way.settimeout(patience_s)
                way.sendto(message.encode(), address)
        except BlockingIOError:
            return
        except OSError as error:
            # A table without a supervisor is still a table, and what keeps it from being heard may pass.
            if not self._is_deaf:
                log.warning("The supervisor at %s cannot be told anything: %s.", self._address, error.strerror or error)
            self._is_deaf = True
        else:
            self._is_deaf = False


def find_supervisor(environment: MutableMapping[str, str] = os.environ) -> Supervisor:
    """Return who watches over this process. What says so is taken away: it is meant for no other process."""
    address = environment.pop("NOTIFY_SOCKET", None)
    patience_us = environment.pop("WATCHDOG_USEC", "")
    meant = environment.pop("WATCHDOG_PID", "") or str(os.getpid())
    is_watched = patience_us.isdecimal() and meant == str(os.getpid())
    return Supervisor(address or None, int(patience_us) / 1_000_000 if is_watched else None)


def fetch_sockets(
    environment: MutableMapping[str, str] = os.environ, adopt: Callable[[int], socket.socket] | None = None
) -> list[socket.socket]:
    """Return the sockets that this process was handed, listening already; none where it was started by hand."""
    meant, count = environment.pop("LISTEN_PID", ""), environment.pop("LISTEN_FDS", "")
    environment.pop("LISTEN_FDNAMES", None)
    if meant != str(os.getpid()) or not count.isdecimal():
        return []
    return [(adopt or _adopt)(FIRST_HANDED_OVER + number) for number in range(int(count))]


def _adopt(number: int) -> socket.socket:
    try:
        os.set_inheritable(number, False)
        return socket.socket(fileno=number)
    except OSError as error:
        raise NoSocket(
            f"LISTEN_FDS promises a socket as file {number}, and there is none: {error.strerror}."
        ) from error
