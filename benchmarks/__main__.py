"""Runs all benchmarks and prints a table. Exit code 1 where something is slower than wanted."""

import platform
import sys
from typing import Literal

from rich.console import Console
from rich.table import Table
from rich.text import Text

from benchmarks import board, imports, inference, records, web
from benchmarks.measure import Comparison


def readable(taken: float, measure: Literal["s", "B"]) -> str:
    """Return a time, or a weight, in the unit that people would say it in."""
    if measure == "B":
        return f"{taken / 1000:.3g} kB"
    return readable_time(taken)


def readable_time(seconds: float) -> str:
    """Return a time in the unit that people would say it in."""
    for factor, unit in ((1, "s"), (1e3, "ms"), (1e6, "µs")):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def main() -> int:
    """Run everything."""
    console = Console()
    console.print(f"Python {platform.python_version()} on {platform.machine()}; every ratio is from this run.")
    table = Table("what", "takes", "against", "takes", "times as good", "wanted", "", show_lines=True)
    for column in table.columns:
        column.overflow = "fold"
    comparisons: list[Comparison] = []
    with console.status("measuring …"):
        for module in (inference, records, imports, board, web):
            comparisons.extend(module.compare())
    for one in comparisons:
        ours, other = (
            f"{readable(one.ours, one.measure)} a {one.unit}",
            f"{readable(one.other, one.measure)} a {one.other_unit}",
        )
        verdict = "met" if one.is_met else "MISSED"
        other_name = Text(one.other_name)  # brackets in it are no markup
        table.add_row(one.name, ours, other_name, other, f"{one.ratio:.1f}", f"{one.wanted:g}", verdict)
    console.print(table)
    return 0 if all(one.is_met for one in comparisons) else 1


if __name__ == "__main__":
    sys.exit(main())
