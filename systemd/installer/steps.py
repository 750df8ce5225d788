"""The work as a list of steps: each says what it does, whether that is done already, and how it is done and undone."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from systemd.installer.voice import Voice


class Deed(NamedTuple):
    """One thing to do."""

    sentence: str
    is_needed: Callable[[], bool]
    perform: Callable[[], None]


class Step(NamedTuple):
    """A thing to do when installing, and what takes it back: not what is people's own, or others may use."""

    doing: Deed | None
    undoing: Deed | None = None


def doings(steps: Iterable[Step]) -> list[Deed]:
    """Return what installs."""
    return [step.doing for step in steps if step.doing]


def undoings(steps: Sequence[Step]) -> list[Deed]:
    """Return what uninstalls: the last thing first."""
    return [step.undoing for step in reversed(steps) if step.undoing]


def carry_out(deeds: Sequence[Deed], voice: Voice, is_dry_run: bool = False) -> int:
    """Do what is not done yet, and return how much that was. A dry run only says so."""
    done = 0
    for number, deed in enumerate(deeds, 1):
        place = f"[{number:2}/{len(deeds)}]"
        if not deed.is_needed():
            voice.say(f"{place} already done: {deed.sentence}")
            continue
        done += 1
        voice.say(f"{place} {'would ' if is_dry_run else ''}{deed.sentence}")
        if not is_dry_run:
            deed.perform()
    return done
