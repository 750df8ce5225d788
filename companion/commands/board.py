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

PARTS = ("leds", "switches", "buttons", "buzzer")
PATIENCE_S = 20


@click.group("board")
def board() -> None:
    """Look after the board."""


@board.command("test")
@board_option
@config_option
@click.option("--part", "parts", type=click.Choice(PARTS), multiple=True, help="Only this part; may be given again.")
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
    report: Path | None,
    patience: int,
) -> None:
    """Try every LED, switch and button and the buzzer, one at a time.

    At the end there is a report of what is not as it should be and what to do about it. Wires that are exchanged can be
    put right in the file given with --config. On the simulated board a simulated hand does what it is told.

    Exit code: 0 all is well, 1 something is not, 2 the board or its plan cannot be used.
    """
    from firmware.bring_up import Part, put_finding_into_words  # noqa: PLC0415 - drivers are loaded when they are needed
    from firmware.leaving import leave_properly  # noqa: PLC0415
    from firmware.plan import read_plan  # noqa: PLC0415

    plan = read_plan(config)
    if report is not None:
        _try_to_save(report)
    chosen = tuple(Part(part) for part in PARTS if not parts or part in parts)
    with leave_properly():
        findings = _walk(plan, wish, chosen, patience)
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


def _walk(plan: "BoardPlan", wish: "Wish", parts: tuple["Part", ...], patience_s: float) -> list["Finding"]:
    from firmware.benches import BuildersBench, SimulatedBench  # noqa: PLC0415
    from firmware.board import Board  # noqa: PLC0415
    from firmware.bring_up import BringUp  # noqa: PLC0415
    from firmware.hardware import choose_kind, look_at_machine, open_drivers  # noqa: PLC0415
    from firmware.plan import read_plan  # noqa: PLC0415

    kind = choose_kind(wish, look_at_machine())
    click.echo(f"Trying the {'simulated board' if kind == 'simulated' else 'board on the pins of this Pi'}.")
    if kind == "simulated":
        # The simulated board is built as the plan that comes with the program says.
        simulated = SimulatedBench(plan, click.echo, built_as=read_plan())
        with Board(plan, open_drivers(plan, simulated.board)) as opened:
            return list(BringUp(opened, simulated, patience_s).walk(parts))
    builders = BuildersBench(plan, click.echo, lambda question: _confirm(question, default=True))
    with Board(plan, open_drivers(plan)) as opened:
        return list(BringUp(opened, builders, patience_s).walk(parts))


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
