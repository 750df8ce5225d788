"""`citychase doctor`: looks at this machine and its board, and says what to do about each problem."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.commands.options import board_option, config_option, data_option
from companion.commands.places import printable
from companion.commands.progress import show_progress
from companion.commands.reading import Exit, print_json
from companion.table.storage import default_folder

if TYPE_CHECKING:
    from companion.doctor.findings import Finding, Verdict
    from companion.doctor.patient import Patient
    from firmware.hardware import Wish

_COLOURS = {"fine": "green", "note": "yellow", "problem": "red"}
_MARKS = {"fine": "✓", "note": "!", "problem": "✗"}
_ASCII_MARKS = {"fine": "+", "note": "!", "problem": "x"}
NAME_WIDTH = 8


@click.command("doctor")
@board_option
@data_option
@config_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@click.pass_context
def doctor(context: click.Context, wish: "Wish", data: Path | None, config: Path | None, as_json: bool) -> None:
    """Look at this machine and this board, and say what mends each problem.

    A line for each thing: what was found, and whether that is fine (a tick), good to know (!) or a problem (a cross),
    with what mends it below. Nothing is changed, and a table may be playing meanwhile. Some things only
    root can see: sudo citychase doctor.

    Exit code: 0 no problem, 1 a problem, 2 wrong usage.
    """
    from companion.doctor.findings import Verdict  # noqa: PLC0415 - drivers are loaded when they are needed
    from companion.doctor.patient import look_at_patient  # noqa: PLC0415

    patient = look_at_patient(wish, data or default_folder(), config)
    verdicts = []
    for finding in _examine_with_progress(patient):
        verdicts.append(finding.verdict)
        if as_json:
            print_json(finding)
        else:
            _tell(finding)
    if not as_json:
        click.echo(_sum_up(verdicts))
    context.exit(Exit.PROBLEM if Verdict.PROBLEM in verdicts else Exit.FINE)


def _examine_with_progress(patient: "Patient") -> Iterator["Finding"]:
    from companion.doctor.examination import CHECKS, examine  # noqa: PLC0415

    with show_progress("Looking at this machine", len(CHECKS)) as show:
        for done, finding in enumerate(examine(patient), 1):
            show(done)
            yield finding


def _tell(finding: "Finding") -> None:
    # https://no-color.org
    colour = False if os.environ.get("NO_COLOR") else None
    mark = click.style(_marks()[finding.verdict], fg=_COLOURS[finding.verdict], bold=True)
    click.echo(f"{mark} {finding.check:{NAME_WIDTH}} {printable(finding.found)}", color=colour)
    if finding.remedy:
        click.echo(f"{'':{NAME_WIDTH + 4}} {printable(finding.remedy)}")


def _marks() -> dict[str, str]:
    """Return the signs for the verdicts, plain ones where the terminal has no others."""
    if sys.stdout is None:
        # It is closed: nothing is shown, and the exit code tells.
        return _ASCII_MARKS
    try:
        "".join(_MARKS.values()).encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return _ASCII_MARKS
    return _MARKS


def _sum_up(verdicts: list["Verdict"]) -> str:
    problems = sum(verdict == "problem" for verdict in verdicts)
    notes = sum(verdict == "note" for verdict in verdicts)
    known = f" {notes} {'thing is' if notes == 1 else 'things are'} good to know." if notes else ""
    if not problems:
        return f"No problem found.{known}"
    return f"{problems} {'problem' if problems == 1 else 'problems'} found.{known}"
