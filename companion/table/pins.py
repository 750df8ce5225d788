"""The thief's PIN: how it is kept, and how often a wrong one may be tried."""

import hashlib
import hmac
import re
import secrets
from collections import deque
from collections.abc import Callable
from threading import Lock

PIN = re.compile(r"\A[0-9]{4,8}\Z")
TRIES_OF_ONE = 5
ONE_S = 60.0
TRIES_OF_ALL = 20
ALL_S = 300.0
"""Over all addresses: slower than one address alone, or many phones together would find a PIN in an evening."""
_MOST_ADDRESSES = 10_000
_COST, _BLOCK, _LANES = 2**13, 8, 1
"""Some 8 MB and 30 ms on a laptop, bearable on the smallest Pi."""


def is_pin(text: str) -> bool:
    """Tell whether this is a PIN: 4 to 8 digits."""
    return PIN.match(text) is not None


def hash_pin(pin: str) -> str:
    """Return what is kept of a PIN."""
    salt = secrets.token_bytes(16)
    return f"{salt.hex()}${_digest(pin, salt).hex()}"


def is_right(pin: str, kept: str) -> bool:
    """Tell whether a PIN is the one that was kept."""
    salt, digest = kept.split("$")
    return hmac.compare_digest(_digest(pin, bytes.fromhex(salt)), bytes.fromhex(digest))


def _digest(pin: str, salt: bytes) -> bytes:
    return hashlib.scrypt(pin.encode(), salt=salt, n=_COST, r=_BLOCK, p=_LANES)


class Tries:
    """Counts wrong PINs, by address and over all. A try counts when it begins: many at once get no further."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._lock = Lock()
        self._by_address: dict[str, deque[float]] = {}
        self._all: deque[float] = deque()

    def begin(self, address: str) -> bool:
        """Count a try, or tell that there were too many."""
        with self._lock:
            now = self._clock()
            mine = self._by_address.setdefault(address, deque())
            _forget(mine, now - ONE_S)
            _forget(self._all, now - ALL_S)
            if len(mine) >= TRIES_OF_ONE or len(self._all) >= TRIES_OF_ALL:
                return False
            mine.append(now)
            self._all.append(now)
            if len(self._by_address) > _MOST_ADDRESSES:
                self._by_address = {one: tries for one, tries in self._by_address.items() if tries}
            return True

    def was_right(self, address: str) -> None:
        """Take a try back that was no wrong one."""
        with self._lock:
            for tries in (self._by_address.get(address), self._all):
                if tries:
                    tries.pop()


def _forget(tries: deque[float], before: float) -> None:
    while tries and tries[0] <= before:
        tries.popleft()
