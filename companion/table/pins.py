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
        self._tries: deque[tuple[float, str]] = deque()
        """When and from where, those of the last minutes."""

    def begin(self, address: str) -> bool:
        """Count a try, or tell that there were too many."""
        with self._lock:
            now = self._clock()
            while self._tries and self._tries[0][0] <= now - ALL_S:
                self._tries.popleft()
            own = [at for at, tried_from in self._tries if tried_from == address and at > now - ONE_S]
            if len(own) >= TRIES_OF_ONE or len(self._tries) >= TRIES_OF_ALL:
                return False
            self._tries.append((now, address))
            return True

    def was_right(self, address: str) -> None:
        """Take a try back that was no wrong one."""
        with self._lock:
            last = next((one for one in reversed(self._tries) if one[1] == address), None)
            if last:
                self._tries.remove(last)
