"""The settings of a table: what there is to set, and what each may be."""

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from msgspec import Meta, Struct, ValidationError, convert

from companion.games.city_chase.wording import ENGLISH, languages, words

if TYPE_CHECKING:
    from firmware.plan import BoardPlan

DIMMEST, BRIGHTEST = 0.05, 1.0
SHORTEST_HOLD_S, LONGEST_HOLD_S = 0.2, 2.0

Value: TypeAlias = float | bool | str


class Setting(StrEnum):
    """What can be set, by the name that it has in the file."""

    BRIGHTNESS = "brightness"
    SOUND = "sound"
    LANGUAGE = "language"
    HOLD_S = "hold_s"
    HINTS = "hints"


class Source(StrEnum):
    """Where a value comes from."""

    FILE = "file"
    LAST_GOOD = "last_good"
    """The file has a value that cannot be, or cannot be read: this is the one before."""
    OPTION = "option"
    """The command line."""
    BOARD = "board"
    """The board's plan, board.toml."""
    DEFAULT = "default"


class Settings(Struct, frozen=True):
    """All settings of a table at one moment."""

    brightness: float = 0.5
    """Of all lights, from 0 to 1. The board's own limit of current still holds."""
    sound: bool = True
    language: str = ENGLISH
    """Of phones that prefer none of ours, and of the terminal."""
    hold_s: float = 0.4
    """How long a building must be up before that is a search."""
    hints: bool = True
    """Whether the thief is warned of dead ends and shown what the police can know."""

    def value(self, setting: Setting) -> Value:
        """Return one of them."""
        value: Value = getattr(self, setting.value)
        return value


def defaults_of(plan: "BoardPlan") -> Settings:
    """Return the settings of a table that nobody has set: as its board is planned."""
    return Settings(brightness=plan.leds.brightness, sound=not plan.buzzer.muted, hold_s=plan.switches.hold_s)


_TYPES: Mapping[Setting, Any] = {
    Setting.BRIGHTNESS: Annotated[float, Meta(ge=DIMMEST, le=BRIGHTEST)],
    Setting.SOUND: bool,
    Setting.LANGUAGE: str,
    Setting.HOLD_S: Annotated[float, Meta(ge=SHORTEST_HOLD_S, le=LONGEST_HOLD_S)],
    Setting.HINTS: bool,
}


def accept(setting: Setting, raw: object) -> Value | None:
    """Return what someone wants to set as a value, or None where it cannot be."""
    try:
        value: Value = convert(raw, _TYPES[setting])
    except (ValidationError, OverflowError, UnicodeEncodeError):
        return None
    is_right = value in languages() if setting is Setting.LANGUAGE else value == value  # noqa: PLR0124 - NaN is not
    return value if is_right else None


def wanted(setting: Setting, language: str = ENGLISH) -> str:
    """Return in words what a setting may be."""
    told = words(language).table[f"setting_{setting}"]
    return told.format(
        languages=", ".join(languages()),
        dimmest=DIMMEST,
        brightest=int(BRIGHTEST),
        shortest=SHORTEST_HOLD_S,
        longest=int(LONGEST_HOLD_S),
    )


def as_toml(value: Value) -> str:
    """Return a value as it stands in the file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else repr(value)
