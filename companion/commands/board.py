"""`citychase board test`: tries a new board, one part at a time."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.commands.options import board_option, config_option
from companion.commands.reading import Exit

if TYPE_CHECKING:
    from firmware.bring_up import Finding, Part
    from firmware.hardware import Wish
    from firmware.plan import BoardPlan
    from firmware.scope import Scope

PARTS = ("leds", "switches", "buttons", "buzzer")
SCOPED = ("leds", "switches")
"""The parts that have buildings, crossings and rounds."""
PATIENCE_S = 20


def _read_scope(_: click.Context, __: click.Parameter, text: str | None) -> "Scope | None":
    from firmware.scope import BadScope, read_scope  # noqa: PLC0415

    try:
        return None if text is None else read_scope(text)
    except BadScope as error:
        raise click.BadParameter(str(error)) from error


@click.group("board")
def board() -> None:
    """Look after the board."""


@board.command("test")
@board_option
@config_option
@click.option("--part", "parts", type=click.Choice(PARTS), multiple=True, help="Only this part; may be given again.")
@click.option(
    "--only",
    "scope",
    metavar="WHAT",
    callback=_read_scope,
    help="Of lights and switches only these: buildings, crossings, rounds, like 1-5,A-D,R1.",
)
@click.option(
    "--built-as",
    type=click.Path(path_type=Path),
    help="The plan that the simulated board is really built by, to see what wrong wires look like.  [default: its own]",
)
@click.option("--report", type=click.Path(path_type=Path), help="Save the report to this file.")
@click.option(
    "--patience",
    type=click.IntRange(1, 600),
    default=PATIENCE_S,
    show_default=True,
    help="Seconds to wait for each lift and press.",
)
@click.pass_context
def try_board(  # noqa: PLR0913, PLR0917 - each is an option of the command
    context: click.Context,
    wish: "Wish",
    config: Path | None,
    parts: tuple[str, ...],
    scope: "Scope | None",
    built_as: Path | None,
    report: Path | None,
    patience: int,
) -> None:
    """Try every LED, switch and button and the buzzer, one at a time.

    While a board is being built, --part and --only try what is there already. With --only and no --part, lights and
    switches are tried.

    At the end there is a report of what is not as it should be and what to do about it. Wires that are exchanged can be
    put right in the file given with --config. On the simulated board a simulated hand does what it is told, and all is
    well unless --built-as says that it was built by another plan.

    Exit code: 0 all is well, 1 something is not, 2 the board or its plan cannot be used.
    """
    from firmware.bring_up import Part, put_finding_into_words  # noqa: PLC0415 - drivers are loaded when they are needed
    from firmware.leaving import leave_properly  # noqa: PLC0415
    from firmware.plan import read_plan  # noqa: PLC0415
    from firmware.scope import Scope  # noqa: PLC0415

    plan = read_plan(config)
    built = read_plan(built_as) if built_as else plan
    if type(built.switches) is not type(plan.switches):
        raise click.UsageError(f"{built_as} has another wiring than the plan that is tried.")
    if report is not None:
        _try_to_save(report)
    chosen = tuple(Part(part) for part in PARTS if part in (parts or (SCOPED if scope else PARTS)))
    scope = scope or Scope()
    if chosen == (Part.SWITCHES,) and not scope.buildings:
        raise click.UsageError("--only names no building, and nothing else has a switch.")
    with leave_properly():
        findings = _walk(plan, built, wish, chosen, scope, patience)
    lines = [put_finding_into_words(finding) for finding in findings] or ["All is well."]
    click.echo("\n".join(["", "Report", *lines]))
    if report is not None:
        report.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    _offer_to_put_right(config, findings)
    context.exit(Exit.PROBLEM if findings else Exit.FINE)


def _try_to_save(report: Path) -> None:
    """See that the report can be saved, so that nobody walks for nothing. An earlier report stays until the new one."""
    try:
        report.open("a", encoding="utf-8").close()
    except OSError as error:
        raise click.UsageError(f"The report cannot be saved to {report}: {error.strerror or error}.") from error


def _walk(  # noqa: PLR0913, PLR0917 - what the command was given
    plan: "BoardPlan",
    built: "BoardPlan",
    wish: "Wish",
    parts: tuple["Part", ...],
    scope: "Scope",
    patience_s: float,
) -> list["Finding"]:
    from firmware.benches import BuildersBench, SimulatedBench  # noqa: PLC0415
    from firmware.board import Board  # noqa: PLC0415
    from firmware.bring_up import BringUp, Part  # noqa: PLC0415
    from firmware.hardware import choose_kind, look_at_machine, open_drivers  # noqa: PLC0415

    kind = choose_kind(wish, look_at_machine(), plan)
    wanted = scope.buildings if Part.SWITCHES in parts else ()
    click.echo(f"Trying the {'simulated board' if kind == 'simulated' else 'board on the pins of this Pi'}.")
    if kind == "simulated":
        simulated = SimulatedBench(plan, click.echo, built_as=built)
        with Board(plan, open_drivers(plan, simulated.board, wanted)) as opened:
            return list(BringUp(opened, simulated, patience_s, scope).walk(parts))
    if built is not plan:
        raise click.UsageError("--built-as is for the simulated board: this one is built already.")
    builders = BuildersBench(plan, click.echo, lambda question: _confirm(question, default=True))
    with Board(plan, open_drivers(plan, None, wanted)) as opened:
        return list(BringUp(opened, builders, patience_s, scope).walk(parts))


def _confirm(question: str, *, default: bool = False) -> bool:
    if sys.stdin is None:
        raise click.UsageError("There is nobody to ask: standard input is closed.")
    return click.confirm(question, default=default)


def _offer_to_put_right(config: Path | None, findings: list["Finding"]) -> None:
    from firmware.bring_up import swaps  # noqa: PLC0415
    from firmware.replanning import put_right_in_file  # noqa: PLC0415

    exchanged = swaps(findings)
    if not exchanged:
        return
    if config is None:
        click.echo("To put exchanged wires right, copy hardware/board.toml and name the copy with --config.")
    elif _confirm(f"Put the exchanged wires right in {config}? The old file is kept as {config.name}.bak."):
        put_right_in_file(config, exchanged)
        click.echo("Done. Run this again to see that all is well.")
