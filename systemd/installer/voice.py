"""Talks with the one who started the installer."""

import io
import os
import shutil
import sys
from typing import TextIO

from systemd.installer.problems import Problem

INDENT = "        "
LOG_WIDTH = 100


def shorten(line: str, width: int) -> str:
    """Return as much of a line as there is room for."""
    return line if len(line) <= width else f"{line[: width - 1]}…"


class Unheard(Exception):
    """What is said cannot be written, and to say it was all there was to do."""

    def __init__(self, error: OSError) -> None:
        self.error = error
        super().__init__(f"the answer cannot be written: {error.strerror or error}.")


class Voice:
    """Says, asks, and shows that something goes on.

    Where what it says cannot be written any more, it says the rest at another place, and in the end nowhere: work that
    is under way is not broken off for that. Without another place it raises Unheard.
    """

    def __init__(
        self, out: TextIO, asks: TextIO | None, says_yes: bool = False, elsewhere: TextIO | None = None
    ) -> None:
        self._out = out
        self._asks = asks
        self._says_yes = says_yes
        self._elsewhere = elsewhere
        self._is_terminal = out.isatty()
        self._is_heard = True

    def say(self, text: str = "") -> None:
        """Say something."""
        self._write(f"{text}\n")

    def _write(self, text: str) -> None:
        try:
            print(text, end="", file=self._out, flush=True)
        except OSError as error:
            silence(self._out)
            self._move(error)
            self._write(text)

    def _move(self, error: OSError) -> None:
        """Talk elsewhere from now on, or to nobody."""
        if self._elsewhere is None:
            raise Unheard(error) from error
        if self._out is self._elsewhere:
            self._is_heard = False
            return
        self._out = self._elsewhere
        self._is_terminal = self._out.isatty()
        self._write(f"\ncitychase: this cannot be written any more ({error.strerror}). The work goes on, here:\n")

    def ask(self, question: str, otherwise: str, default: bool = True) -> bool:
        """Return the answer to a question. Without a terminal there is none: `otherwise` says what to add instead."""
        if self._says_yes:
            self.say(f"{question} yes (--yes)")
            return True
        if self._asks is None:
            raise Problem(f"{question} There is no terminal to answer on. {otherwise}")
        while True:
            self._write(f"{question} [{'Y/n' if default else 'y/N'}] ")
            if not self._is_heard:
                raise Problem(f"{question} Nobody can read this question. {otherwise}")
            line = self._asks.readline()
            if not line:
                raise Problem(f"No answer. {otherwise}")
            answer = line.strip().lower()
            if answer in {"", "y", "yes", "n", "no"}:
                return answer.startswith("y") if answer else default

    def show(self, line: str, seconds: int) -> None:
        """Show what a command is at. A terminal has one line for that, which changes; a log gets one line each."""
        if not self._is_terminal:
            if line:
                self.say(f"{INDENT}{shorten(line, LOG_WIDTH)}")
            return
        width = shutil.get_terminal_size().columns - 1
        text = shorten(f"{INDENT}{seconds:3} s  {line}", width)
        self._write(f"\r\033[K{text}")

    def clear(self) -> None:
        """Take away what was shown last."""
        if self._is_terminal:
            self._write("\r\033[K")

    @property
    def is_terminal(self) -> bool:
        """Whether a line can be shown that changes."""
        return self._is_terminal


def open_voice(says_yes: bool, only_talks: bool) -> Voice:
    """Return a voice on this terminal, or on none. One that only talks has nothing to do where nobody hears it."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A name that this terminal cannot show is no reason to stop half way.
        sys.stdout.reconfigure(errors="replace")
    asks = sys.stdin if sys.stdin and sys.stdin.isatty() else None
    return Voice(sys.stdout, asks, says_yes, None if only_talks else sys.stderr)


def silence(stream: TextIO) -> None:
    """Send what is still waiting to be written nowhere: Python would try once more on its way out, and fail again."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def open_what_is_closed() -> None:
    """Open streams that were closed before the start: a file that is opened later would get their number."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            # It gets the lowest number that is free.
            os.open(os.devnull, os.O_RDWR)
    sys.stdout = sys.stdout or os.fdopen(1, "w", closefd=False)
    sys.stderr = sys.stderr or os.fdopen(2, "w", closefd=False)
