"""What the program knows about Raspberry Pis: their models, and the lines of `config.txt` that a board needs.

Only the standard library is used: the installer asks here before anything else is installed.
"""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

MODEL_FILES = ("proc/device-tree/model", "sys/firmware/devicetree/base/model")
BOOT_CONFIG = "boot/firmware/config.txt"
BEGIN = "# citychase: begin"
END = "# citychase: end"
_BLOCK = re.compile(rf"(?m)^{BEGIN}\r?\n(?:(?!{BEGIN}|{END})[^\n]*\n)*{END}(?:\r?\n|\Z)")
_FIFTH = ("Raspberry Pi 5", "Raspberry Pi Compute Module 5")
_FOURTH = ("Raspberry Pi 4", "Raspberry Pi Compute Module 4")
_THIRD = ("Raspberry Pi 3", "Raspberry Pi Compute Module 3", "Raspberry Pi Zero 2")
_FILTERS: dict[str, tuple[str, ...]] = {
    "all": ("",),
    "pi3": _THIRD,
    "pi3+": ("Raspberry Pi 3 Model A Plus", "Raspberry Pi 3 Model B Plus"),
    "pi02": ("Raspberry Pi Zero 2",),
    "pi4": _FOURTH,
    "pi400": ("Raspberry Pi 400",),
    "cm4": ("Raspberry Pi Compute Module 4",),
    "pi5": _FIFTH,
    "pi500": ("Raspberry Pi 500",),
    "cm5": ("Raspberry Pi Compute Module 5",),
}
"""Which models a section of config.txt is for, by how their names begin. What is not here is for none of ours."""


_OTHER_NAMES = {"i2c": "i2c_arm", "i2c1": "i2c_arm"}
"""Parameters that config.txt knows by more than one name."""


class BootLine(NamedTuple):
    """A line of `config.txt`, and what it is for."""

    text: str
    reason: str


I2C_LINES = (BootLine("dtparam=i2c_arm=on", "I2C reads the port expanders"),)
I2C_MODULE = "i2c-dev"
"""The part of the kernel that makes /dev/i2c-1. Nothing loads it by itself."""
I2C_DEVICE = "dev/i2c-1"
MODULES = "etc/modules-load.d/citychase.conf"
"""Where systemd reads what the kernel is to load for the board."""


def read_model(root: Path = Path("/")) -> str:
    """Return what the device tree calls this machine; empty where there is none."""
    for name in MODEL_FILES:
        try:
            return (root / name).read_text(errors="replace").rstrip("\0\n")
        except OSError:
            continue
    return ""


def is_pi(model: str) -> bool:
    """Tell whether it is a Raspberry Pi."""
    return model.startswith("Raspberry Pi")


def is_pi5(model: str) -> bool:
    """Tell whether it is one of the fifth generation, whose LEDs need a driver of their own."""
    return model.startswith(_FIFTH)


def is_supported(model: str) -> bool:
    """Tell whether it is a Pi that the board was made for: a Zero 2 W, 3, 4, 5, or what is built like one of them."""
    return model.startswith(_THIRD + _FOURTH + _FIFTH)


def kind_of(model: str) -> Literal["zero2w", "3", "4", "5"] | None:
    """Return which of the supported Pis it is, as plans call them, or is built like."""
    if model.startswith(_FILTERS["pi02"]):
        return "zero2w"
    kinds: tuple[tuple[Literal["3", "4", "5"], tuple[str, ...]], ...] = (("3", _THIRD), ("4", _FOURTH), ("5", _FIFTH))
    return next((kind for kind, names in kinds if model.startswith(names)), None)


def extra_for(model: str) -> str:
    """Return the extra that brings this Pi's drivers."""
    return "pi5" if is_pi5(model) else "pi"


def needs_i2c(plan: str) -> bool:
    """Tell whether the text of a board's plan has port expanders. What is no plan has none."""
    try:
        switches = tomllib.loads(plan.removeprefix("\N{BOM}")).get("switches")
    except (ValueError, RecursionError):
        return False
    return isinstance(switches, dict) and switches.get("wiring") == "expanders"


def boot_lines(model: str, *, has_i2c: bool = False) -> tuple[BootLine, ...]:
    """Return the lines that `config.txt` must have on this Pi, for a board with or without I2C."""
    if not is_pi(model):
        return ()
    return (*led_lines(model), *(I2C_LINES if has_i2c else ()))


def led_lines(model: str) -> tuple[BootLine, ...]:
    """Return the lines for the LEDs. A Pi 5 drives them without SPI and needs none."""
    if is_pi5(model):
        return ()
    spi = (
        BootLine("dtparam=spi=on", "SPI drives the LEDs"),
        BootLine("dtoverlay=spi0-0cs", "SPI leaves pins 7 and 8 to the buttons"),
    )
    if model.startswith(_FOURTH):
        return (*spi, BootLine("core_freq_min=500", "steady colours on a Pi 4"))
    return (*spi, BootLine("core_freq=250", "steady colours on a Pi 3 or Zero 2 W"))


def missing_boot_lines(text: str, model: str, *, has_i2c: bool = False) -> tuple[BootLine, ...]:
    """Return the lines that this `config.txt` still lacks, or overrides later."""
    in_force = _settings(text, model)
    wanted = boot_lines(model, has_i2c=has_i2c)
    return tuple(line for line in wanted if in_force.get(_key(line.text)) != _value(line.text))


def add_boot_lines(text: str, model: str, *, has_i2c: bool = False) -> str:
    """Return a `config.txt` with what it lacks, in a block of our own at its end. With nothing lacking it is as before.

    What an earlier call has added is part of the new block: nothing is ever written twice.
    """
    if not missing_boot_lines(text, model, has_i2c=has_i2c):
        return text
    rest = remove_boot_lines(text)
    lines = [line.text for line in missing_boot_lines(rest, model, has_i2c=has_i2c)]
    # Editors of other systems end a line in their own way.
    end = "\r\n" if "\r\n" in rest else "\n"
    whole = rest if not rest or rest.endswith("\n") else f"{rest}{end}"
    # What stands before may end in a section for other models.
    return end.join((f"{whole}{BEGIN}", "[all]", *lines, END, ""))


def remove_boot_lines(text: str) -> str:
    """Return a `config.txt` without our block."""
    return _BLOCK.sub("", text)


def _settings(text: str, model: str) -> dict[str, str]:
    """Return what is set on this model: of what is set twice, the last."""
    return {_key(line): _value(line) for line in _lines_in_force(text, model)}


def _lines_in_force(text: str, model: str) -> Iterator[str]:
    is_in_force = True
    for raw in text.splitlines():
        line = raw.split("#")[0].strip()
        if line.startswith("[") and line.endswith("]"):
            is_in_force = model.startswith(_FILTERS.get(line[1:-1].lower(), ("?",)))
        elif line and is_in_force:
            yield from _one_by_one(line)


def _one_by_one(line: str) -> Iterator[str]:
    """Yield the parameters of `dtparam=i2c_arm=on,spi=on` each on a line of its own."""
    key, _, value = line.partition("=")
    if key == "dtparam":
        yield from (f"dtparam={parameter.strip()}" for parameter in value.split(","))
    else:
        yield line


def _key(line: str) -> str:
    """Return what a line sets. An overlay is set by being named."""
    key, _, value = line.partition("=")
    if key == "dtparam":
        name = value.partition("=")[0]
        return f"dtparam={_OTHER_NAMES.get(name, name)}"
    return f"dtoverlay={value.partition(',')[0]}" if key == "dtoverlay" else key.strip()


def _value(line: str) -> str:
    key, _, value = line.partition("=")
    if key == "dtoverlay":
        return "on"
    # A parameter without a value is switched on.
    return (value.partition("=")[2] or "on") if key == "dtparam" else value.strip()
