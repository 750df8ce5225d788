"""Changes values in the owner's file and leaves everything else in it as it is, comments above all."""

import tomllib
from codecs import BOM_UTF8
from collections.abc import Mapping

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Item

from companion.settings.values import Setting, Value

_TITLE = "# The settings of this table. The page /settings changes them, too; what is changed here counts at once."
_COMMENTS = {
    Setting.BRIGHTNESS: "0.05 to 1, of all lights; the board's own limit of current still holds",
    Setting.SOUND: "true or false",
    Setting.LANGUAGE: "of phones that prefer none of ours",
    Setting.HOLD_S: "seconds that a building must be up before that is a search, 0.2 to 2",
    Setting.HINTS: "whether the thief is warned of dead ends and shown what the police can know",
}


def change_text(data: bytes, changes: Mapping[Setting, Value]) -> bytes | None:
    """Return the file with values changed or added; None where that cannot be done without touching more."""
    try:
        text = data.removeprefix(BOM_UTF8).decode()
        before = tomllib.loads(text)
        document = tomlkit.parse(text or f"{_TITLE}\n")
        for setting, value in changes.items():
            # A value in the place of another takes over its comment.
            document[setting.value] = value if setting in document else _with_comment(setting, value)
        changed = tomlkit.dumps(document)
        after = tomllib.loads(changed)
    except (ValueError, RecursionError, TOMLKitError):
        return None
    asked = {setting.value: value for setting, value in changes.items()}
    # Some documents have odd corners: what is not exactly what was meant is not written.
    return changed.encode() if repr(after | asked) == repr(after) and _others_alike(before, after, asked) else None


def takes_more_than_a_value(data: bytes, changes: Mapping[Setting, Value]) -> bool:
    """Return whether a change replaces what may hold comments and other work: a table or an array, by mistake."""
    try:
        before = tomllib.loads(data.removeprefix(BOM_UTF8).decode())
    except (ValueError, RecursionError):
        return False
    return any(isinstance(before.get(setting), dict | list) for setting in changes)


def _with_comment(setting: Setting, value: Value) -> Item:
    item = tomlkit.item(value)
    item.comment(_COMMENTS[setting])
    return item


def _others_alike(before: dict[str, object], after: dict[str, object], asked: dict[str, Value]) -> bool:
    # Compared as text: a NaN would not equal itself.
    def others(one: dict[str, object]) -> str:
        return repr(sorted((name, repr(value)) for name, value in one.items() if name not in asked))

    return others(before) == others(after)


def new_text(values: Mapping[Setting, Value]) -> bytes:
    """Return a file that sets these values and nothing else."""
    text = change_text(b"", values)
    if text is None:
        raise AssertionError("Five plain values always fit an empty file.")
    return text
