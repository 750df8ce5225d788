"""Runs a real table in a process of its own, which can be killed and started again in the same folder."""

import os
import subprocess
import sys
from pathlib import Path
from socket import socket
from types import TracebackType
from typing import Self

from companion.games.city_chase.wording import words

NAME = "citychase.local"
"""What the browser is told to find at 127.0.0.1, so that pages run as on a phone: not localhost, no secure context."""
LAST_WORDS = words().table["play_stop"]


class ServedTable:
    """A table with a simulated board, a folder and a port of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self._process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        """The table as a phone sees it."""
        return f"http://{NAME}:{self.port}"

    @property
    def local_address(self) -> str:
        """The table for programs of this machine."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        return self.folder / "server.log"

    def owners_code(self) -> str:
        """Return the code that opens the settings, as it is kept."""
        return (self.folder / "data" / "owner-code").read_text().strip()

    def edit_settings(self, text: str) -> None:
        """Write the file of settings as its owner does."""
        (self.folder / "data" / "settings.toml").write_text(text)

    def start(self) -> None:
        """Start the table and wait until it says that it is open."""
        command = [str(Path(sys.executable).with_name("citychase")), "play", "--board", "simulated"]
        options = ["--host", "127.0.0.1", "--port", str(self.port), "--data", str(self.folder / "data")]
        with self.log.open("a") as log:
            self._process = subprocess.Popen(
                [*command, *options],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, "LC_ALL": "C.UTF-8", "PYTHONUNBUFFERED": "1"},
            )
        assert self._process.stdout is not None
        said = iter(self._process.stdout.readline, "")
        assert any(LAST_WORDS in line for line in said), f"The table did not open: {self.log.read_text()}"

    def kill(self) -> None:
        """End the table as a power cut does."""
        self._end(is_sudden=True)

    def restart(self) -> None:
        """Cut the power and switch it on again."""
        self.kill()
        self.start()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process is not None:
            self._end(is_sudden=False)

    def _end(self, *, is_sudden: bool) -> None:
        assert self._process is not None
        process, self._process = self._process, None
        if is_sudden:
            process.kill()
        else:
            process.terminate()
        process.communicate(timeout=20)


def free_port() -> int:
    with socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
