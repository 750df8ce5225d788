"""The program `citychase`: finds the command and says in one sentence what is wrong with a call."""

import os
import sys
from io import TextIOWrapper
from typing import TextIO

import click

from companion.commands.analyse import analyse_records
from companion.commands.board import board
from companion.commands.card import card
from companion.commands.doctor import doctor
from companion.commands.games import games
from companion.commands.play import play
from companion.commands.reading import Exit
from companion.commands.settings import settings
from companion.commands.verify import verify_records
from companion.errors import CityChaseError
from companion.version import DISTRIBUTION


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name=DISTRIBUTION, prog_name="citychase")
@click.pass_context
def citychase(context: click.Context) -> None:
    """Companion of the board game City Chase: Cops & Robber."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


citychase.add_command(play)
citychase.add_command(games)
citychase.add_command(settings)
citychase.add_command(board)
citychase.add_command(doctor)
citychase.add_command(card)
citychase.add_command(verify_records)
citychase.add_command(analyse_records)


def run() -> int:
    """Run the program and return its exit code. What goes wrong is one sentence on standard error."""
    # A terminal that cannot show a character gets a question mark instead of no answer at all.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        return int(citychase.main(prog_name="citychase", standalone_mode=False) or Exit.FINE)
    except click.ClickException as error:
        return _complain(error.format_message(), error.exit_code)
    except click.Abort:
        return _complain("stopped.", Exit.PROBLEM)
    except CityChaseError as error:
        return _complain(str(error), Exit.UNUSABLE)
    except OSError as error:
        _give_up(sys.stdout)
        return _complain(f"the answer cannot be written: {error.strerror or error}.", Exit.UNUSABLE)


def _give_up(stream: TextIO) -> None:
    """Send what is still waiting to be written nowhere: Python would try once more on its way out, and fail again."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def _complain(sentence: str, code: int) -> int:
    try:
        click.echo(f"citychase: {sentence}", err=True)
    except OSError:
        # The exit code still tells.
        _give_up(sys.stderr)
    return code
