"""Asks the kernel who uses which pin. Nothing is claimed and nothing is changed: a running table does not notice.

See <linux/gpio.h>: an opened chip answers GPIO_V2_GET_LINEINFO_IOCTL for any line, also for lines of others.
"""

import fcntl
import os
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

Lines: TypeAlias = Mapping[int, str]
"""The lines that are in use, each with what its user calls itself; empty where it does not say."""

_CHIP = struct.Struct("=32s32sI")
_LINE = struct.Struct("=32s32sIIQ160s16s")
"""Name, consumer, offset, number of attributes, flags, ten attributes, room for later."""
_GET_CHIP = 0x8000_B401 | _CHIP.size << 16
_GET_LINE = 0xC000_B405 | _LINE.size << 16
_IS_USED = 1
_HEADER = 28
"""BCM numbers on the 40-pin header: 0 to 27."""
PI5_LABEL = "pinctrl-rp1"


def read_lines(folder: Path) -> Lines:
    """Return which pins of the header are in use. `folder` is where the chips are, /dev. Raises OSError."""
    chip = os.open(_header_chip(folder), os.O_RDONLY | os.O_CLOEXEC)
    try:
        asked = (_ask_line(chip, number) for number in range(_HEADER))
        return {number: consumer for number, is_used, consumer in asked if is_used}
    finally:
        os.close(chip)


def _header_chip(folder: Path) -> Path:
    """Return the chip with the header's pins: the first one, except with the first kernels for a Pi 5."""
    chips = sorted(folder.glob("gpiochip[0-9]"))
    return next((chip for chip in chips[1:] if _label(chip) == PI5_LABEL), folder / "gpiochip0")


def _label(path: Path) -> str:
    chip = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        answer = bytearray(_CHIP.size)
        fcntl.ioctl(chip, _GET_CHIP, answer)
    finally:
        os.close(chip)
    return _text(_CHIP.unpack(answer)[1])


def _ask_line(chip: int, number: int) -> tuple[int, bool, str]:
    answer = bytearray(_LINE.pack(b"", b"", number, 0, 0, b"", b""))
    fcntl.ioctl(chip, _GET_LINE, answer)
    _, consumer, _, _, flags, _, _ = _LINE.unpack(answer)
    return number, bool(flags & _IS_USED), _text(consumer)


def _text(raw: bytes) -> str:
    return raw.split(b"\0")[0].decode(errors="replace")
