"""What importing costs, each in a new interpreter, against importing Flask alone."""

import subprocess
import sys
from collections.abc import Iterator

from benchmarks.measure import Comparison

TIMES = 15
GAME = ", ".join(
    f"companion.games.city_chase.{module}"
    for module in ("rules", "views", "knowledge", "record.replay", "record.writing")
)


def compare() -> Iterator[Comparison]:
    """Compare the game by itself, and the whole program with its commands."""
    for name, modules in (("importing the game", GAME), ("importing the program", "companion.cli")):
        ours = other = float("inf")
        for _ in range(TIMES):
            ours = min(ours, _import_seconds(modules))
            other = min(other, _import_seconds("flask"))
        yield Comparison(name, "start", ours, "importing Flask", "start", other, 1)


def _import_seconds(modules: str) -> float:
    program = f"from time import perf_counter as now; begun = now(); import {modules}; print(now() - begun)"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    return float(done.stdout)
