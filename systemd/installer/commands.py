"""Runs other programs. The one place where the installer does, so that tests can put another in its place."""

import os
import select
import subprocess
import time
from collections.abc import Mapping
from typing import NamedTuple, Protocol

from systemd.installer.problems import CommandFailed, Problem
from systemd.installer.voice import Voice

CHUNK = 65536
STAGES = ("Get:", "Setting up", "Collecting", "Building wheel for", "Installing")
"""How those lines of apt and pip begin that tell people how far it is."""


ASK_PATIENCE_S = 30
RUN_PATIENCE_S = 300
"""A slow card takes its time to have all on it, and a table to put its game away."""


class Answer(NamedTuple):
    """What a command said, and how it ended."""

    code: int
    text: str
    complaints: str = ""
    """What it said to the one at the terminal, not to the one who asked."""


class Commands(Protocol):
    """What the steps need."""

    def ask(self, *command: str) -> Answer:
        """Run a command that changes nothing, and return its answer. Code 127: there is no such command.

        Raises Problem where it never answers.
        """

    def run(self, *command: str) -> None:
        """Run a quick command. Raises CommandFailed."""

    def pause(self, seconds: int) -> None:
        """Let others get on with their work."""

    def show(self, *command: str, **environment: str) -> None:
        """Run a command that takes long, and show what it is at. Raises CommandFailed."""


class RealCommands:
    """Runs them."""

    def __init__(self, voice: Voice, ask_patience_s: float = ASK_PATIENCE_S) -> None:
        self._voice = voice
        self._ask_patience_s = ask_patience_s
        self._held: tuple[int, ...] = ()

    def hold(self, lock: int) -> None:
        """Let what takes long hold the installer's lock too: it may outlive an installer that was killed."""
        self._held = (lock,)

    def ask(self, *command: str) -> Answer:
        """Run a command that changes nothing."""
        return self._wait_for(command, self._ask_patience_s)

    def _wait_for(self, command: tuple[str, ...], patience_s: float) -> Answer:
        try:
            done = subprocess.run(
                command, capture_output=True, stdin=subprocess.DEVNULL, text=True, errors="replace", check=False,
                env=_environment({}), timeout=patience_s,
            )  # fmt: skip
        except subprocess.TimeoutExpired as error:
            raise Problem(
                f"{_name(command)} has not answered for {patience_s:g} s. Run this again; if that does not help, "
                "restart this machine first."
            ) from error
        except OSError as error:
            # Not there, or damaged.
            return Answer(127, "", f"{command[0]}: {error.strerror}")
        return Answer(done.returncode, done.stdout, done.stderr)

    def run(self, *command: str) -> None:
        """Run a quick command."""
        answer = self._wait_for(command, RUN_PATIENCE_S)
        if answer.code:
            raise CommandFailed(_name(command), answer.code, answer.text + answer.complaints)

    def pause(self, seconds: int) -> None:
        """Let others get on with their work."""
        time.sleep(seconds)

    def show(self, *command: str, **environment: str) -> None:
        """Run a command that takes long."""
        with subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env=_environment(environment), pass_fds=self._held,
        ) as process:  # fmt: skip
            output = self._follow(process)
        self._voice.clear()
        if process.returncode:
            raise CommandFailed(_name(command), process.returncode, output)

    def _follow(self, process: "subprocess.Popen[bytes]") -> str:
        """Show every line when it comes, and a second later that it still goes on. Returns all that was said."""
        if process.stdout is None:
            return ""
        begin = time.monotonic()
        lines: list[str] = []
        shown = ""
        rest = b""
        while True:
            seconds = int(time.monotonic() - begin)
            if not select.select([process.stdout], [], [], 1)[0]:
                if self._voice.is_terminal:
                    self._voice.show(shown, seconds)
                continue
            chunk = os.read(process.stdout.fileno(), CHUNK)
            if not chunk:
                return "\n".join((*lines, rest.decode(errors="replace")))
            *whole, rest = (rest + chunk).split(b"\n")
            for line in (one.decode(errors="replace").strip() for one in whole):
                lines.append(line)
                if line.startswith(STAGES):
                    shown = line
                    self._voice.show(shown, seconds)


def _environment(more: Mapping[str, str]) -> dict[str, str]:
    # English words are looked for, and nothing shall wait for an answer.
    return {**os.environ, "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive", **more}


def _name(command: tuple[str, ...]) -> str:
    """Return what people call a command: its first words, without options and folders."""
    words = [word for word in command if not word.startswith("-")][:2]
    if "-m" in command:
        return command[command.index("-m") + 1]
    return " ".join(word.rpartition("/")[2] for word in words)
