"""What a Pi's firmware says about its power supply and its heat, in a number with a bit for each."""

import re
from enum import Enum

from msgspec import Struct

SINCE_BOOT = 16
"""The same bits once more, so far to the left: what has been since the Pi was switched on."""


class Trouble(Enum):
    """The number of its bit."""

    UNDER_VOLTAGE = 0
    CAPPED = 1
    THROTTLED = 2
    HOT = 3


_WORDS = {
    Trouble.UNDER_VOLTAGE: "under-voltage",
    Trouble.CAPPED: "a capped clock",
    Trouble.THROTTLED: "a slowed processor",
    Trouble.HOT: "too much heat",
}


class Throttling(Struct, frozen=True):
    """What troubles a Pi now, and what did since it was switched on."""

    now: frozenset[Trouble] = frozenset()
    before: frozenset[Trouble] = frozenset()


def decode_throttled(number: int) -> Throttling:
    """Return what the number means. Bits that mean nothing here are passed over."""
    return Throttling(_set_bits(number), _set_bits(number >> SINCE_BOOT))


def _set_bits(number: int) -> frozenset[Trouble]:
    return frozenset(trouble for trouble in Trouble if number >> trouble.value & 1)


def parse_throttled(text: str) -> int | None:
    """Return the number in `throttled=0x50005`; None where there is none."""
    found = re.search(r"throttled=0x([0-9a-fA-F]{1,8})\b", text)
    return int(found[1], 16) if found else None


def name_troubles(troubles: frozenset[Trouble]) -> str:
    """Return them in words, the worst first."""
    return ", ".join(words for trouble, words in _WORDS.items() if trouble in troubles)
