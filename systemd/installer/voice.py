"""Talks with the one who started the installer."""

import io
import shutil
import sys
from typing import TextIO

from systemd.installer.problems import Problem

INDENT = "        "
LOG_WIDTH = 100


def shorten(line: str, width: int) -> str:
    """Return as much of a line as there is room for."""
    return line if len(line) <= width else f"{line[: width - 1]}…"


class Voice:
    """Says, asks, and shows that something goes on."""

    def __init__(self, out: TextIO, asks: TextIO | None, says_yes: bool = False) -> None:
        self._out = out
        self._asks = asks
        self._says_yes = says_yes
        self._is_terminal = out.isatty()

    def say(self, text: str = "") -> None:
        """Say something."""
        print(text, file=self._out, flush=True)

    def ask(self, question: str, otherwise: str, default: bool = True) -> bool:
        """Return the answer to a question. Without a terminal there is none: `otherwise` says what to add instead."""
        if self._says_yes:
            self.say(f"{question} yes (--yes)")
            return True
        if self._asks is None:
            raise Problem(f"{question} There is no terminal to answer on. {otherwise}")
        while True:
            print(f"{question} [{'Y/n' if default else 'y/N'}] ", end="", file=self._out, flush=True)
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
        print(f"\r\033[K{text}", end="", file=self._out, flush=True)

    def clear(self) -> None:
        """Take away what was shown last."""
        if self._is_terminal:
            print("\r\033[K", end="", file=self._out, flush=True)

    @property
    def is_terminal(self) -> bool:
        """Whether a line can be shown that changes."""
        return self._is_terminal


def open_voice(says_yes: bool) -> Voice:
    """Return a voice on this terminal, or on none."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A name that this terminal cannot show is no reason to stop half way.
        sys.stdout.reconfigure(errors="replace")
    return Voice(sys.stdout, sys.stdin if sys.stdin and sys.stdin.isatty() else None, says_yes)
