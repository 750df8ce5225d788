"""Goes through the games of all named records, as `verify` and `analyse` both do."""

from collections.abc import Iterator
from enum import IntEnum

import click
from msgspec import Struct

from companion.commands.places import Lines
from companion.commands.progress import show_progress
from companion.commands.sources import Source, Unreadable, chosen_names, read_sources
from companion.games.city_chase.record.mistake import Mistake
from companion.games.city_chase.record.replay import Outcome, replay_all


class Exit(IntEnum):
    """What a command tells the program that called it."""

    FINE = 0
    PROBLEM = 1
    UNUSABLE = 2


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
        for source in read_sources(self._names):
            if isinstance(source, Unreadable):
                self._complain(str(source), Exit.UNUSABLE)
            else:
                yield from self._games_of(source)

    def _games_of(self, source: Source) -> Iterator[NumberedGame]:
        file = source.name if len(self._names) > 1 else None
        lines = Lines(source.text)
        number = 0
        with show_progress(f"Reading {source.name}", len(source.text)) as show:
            for number, (written, outcome) in enumerate(replay_all(source.text), 1):
                if isinstance(outcome, Mistake):
                    self._note(Exit.PROBLEM)
                yield NumberedGame(number, outcome, file, lines)
                show(written.end)
        if not number:
            self._complain(f"{source.name} holds no game.", Exit.PROBLEM)

    def _complain(self, sentence: str, code: Exit) -> None:
        click.echo(f"citychase: {sentence}", err=True)
        self._note(code)

    def _note(self, code: Exit) -> None:
        self.exit_code = max(self.exit_code, code)
