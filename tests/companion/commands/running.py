"""Runs the program as a person does, in a process of its own."""

import subprocess
import sys
from pathlib import Path

from msgspec import Struct


class Run(Struct, frozen=True):
    """What a call of the program came to."""

    code: int
    out: str
    err: str


def run_citychase(*arguments: str | Path, given: str | bytes = b"", **environment: str) -> Run:
    data = given.encode() if isinstance(given, str) else given
    done = subprocess.run(
        [str(Path(sys.executable).with_name("citychase")), *map(str, arguments)],
        input=data,
        capture_output=True,
        check=False,
        timeout=120,
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", **environment},
    )
    return Run(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))
