"""Goes through the games of all named records, as `verify` and `analyse` both do."""

from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path

import click
from msgspec import Struct
from msgspec.json import encode

from companion.commands.places import Lines, printable
from companion.commands.progress import show_progress
from companion.commands.sources import Source, Unreadable, chosen_names, read_source
from companion.games.city_chase.record.mistake import Mistake
from companion.games.city_chase.record.replay import Outcome, replay_all


class Exit(IntEnum):
    """What a command tells the program that called it."""

    FINE = 0
    PROBLEM = 1
    UNUSABLE = 2


_LINE_BREAKS = {character: f"\\u{ord(character):04x}" for character in "\x85\u2028\u2029"}


def print_json(value: Struct) -> None:
    """Print a value as one line of JSON, for every reader's idea of a line."""
    text = encode(value).decode()
    for character, escaped in _LINE_BREAKS.items():
        text = text.replace(character, escaped)
    click.echo(text)


class NumberedGame(Struct, frozen=True):
    """One game of a record. `file` is named only where there are several."""

    number: int
    outcome: Outcome
    file: str | None
    lines: Lines


class Reading:
    """One run over the named records: yields their games and remembers the worst that was found."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = chosen_names(names)
        self.exit_code = Exit.FINE

    def games(self) -> Iterator[NumberedGame]:
        """Yield all games. What cannot be read is said on standard error, and the rest is still read."""
        for name in self._names:
            try:
                source = read_source(name)
            except Unreadable as error:
                self._complain(str(error), Exit.UNUSABLE)
            else:
                yield from self._games_of(source)

    def _games_of(self, source: Source) -> Iterator[NumberedGame]:
        file = source.name if len(self._names) > 1 else None
        lines = Lines(source.text)
        number = 0
        with show_progress(f"Reading {Path(source.name).name}", len(source.text)) as show:
            for number, (written, outcome) in enumerate(replay_all(source.text), 1):
                if isinstance(outcome, Mistake):
                    self._note(Exit.PROBLEM)
                yield NumberedGame(number, outcome, file, lines)
                show(written.end)
        if not number:
            self._complain(f"{printable(source.name)} holds no game.", Exit.PROBLEM)

    def _complain(self, sentence: str, code: Exit) -> None:
        click.echo(f"citychase: {sentence}", err=True)
        self._note(code)

    def _note(self, code: Exit) -> None:
        self.exit_code = max(self.exit_code, code)
