"""The kernel's answers, laid out as <linux/gpio.h> has them."""

import fcntl
import struct
from pathlib import Path

import pytest

from companion.doctor.lines import read_lines

GET_CHIP, GET_LINE = 0x8044B401, 0xC100B405
CONSUMER, OFFSET, FLAGS = 32, 64, 72
USED, OUTPUT = 1, 1 << 3


class Kernel:
    """Chips with lines that are used, and a memory of which were asked about."""

    def __init__(self, labels: dict[str, str], used: dict[str, dict[int, bytes]]) -> None:
        self.labels = labels
        self.used = used
        self.asked: list[str] = []

    def ioctl(self, chip: int, request: int, answer: bytearray) -> int:
        name = Path(f"/proc/self/fd/{chip}").readlink().name
        if request == GET_CHIP:
            assert len(answer) == 68
            answer[32:64] = self.labels[name].encode().ljust(32, b"\0")
            return 0
        assert (request, len(answer)) == (GET_LINE, 256)
        self.asked.append(name)
        [number] = struct.unpack_from("=I", answer, OFFSET)
        consumer = self.used[name].get(number)
        answer[CONSUMER:OFFSET] = (consumer or b"").ljust(32, b"\0")
        struct.pack_into("=Q", answer, FLAGS, OUTPUT | (0 if consumer is None else USED))
        return 0


def test_lines_in_use_are_told_with_their_users(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gpiochip0").touch()
    kernel = Kernel({}, {"gpiochip0": {5: b"lg", 8: b"spi0 CS0", 18: b"", 27: b"\xff" * 32}})
    monkeypatch.setattr(fcntl, "ioctl", kernel.ioctl)
    assert read_lines(tmp_path) == {5: "lg", 8: "spi0 CS0", 18: "", 27: "\ufffd" * 32}
    assert len(kernel.asked) == 28


def test_the_first_kernels_of_a_pi_5_have_the_header_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    labels = {"gpiochip0": "gpio-brcmstb@107d508500", "gpiochip1": "gpio-brcmstb", "gpiochip4": "pinctrl-rp1"}
    for name in labels:
        (tmp_path / name).touch()
    kernel = Kernel(labels, {"gpiochip4": {4: b"lg"}})
    monkeypatch.setattr(fcntl, "ioctl", kernel.ioctl)
    assert read_lines(tmp_path) == {4: "lg"}
    assert set(kernel.asked) == {"gpiochip4"}
