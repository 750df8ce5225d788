"""The program `citychase`: finds the command and says in one sentence what is wrong with a call."""

import sys
from importlib.metadata import version
from io import TextIOWrapper

import click

from companion.commands.analyse import analyse_records
from companion.commands.verify import verify_records

DISTRIBUTION = "citychase-tabletop"


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(version(DISTRIBUTION), prog_name="citychase")
@click.pass_context
def citychase(context: click.Context) -> None:
    """Companion of the board game City Chase: Cops & Robber."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


citychase.add_command(verify_records)
citychase.add_command(analyse_records)


def main() -> None:
    """Run the program. Wrong usage is one sentence and exit code 2."""
    # A terminal that cannot show a character gets a question mark instead of no answer at all.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        code = citychase.main(standalone_mode=False)
    except click.ClickException as error:
        click.echo(f"citychase: {error.format_message()}", err=True)
        code = error.exit_code
    except click.Abort:
        click.echo("citychase: stopped.", err=True)
        code = 1
    sys.exit(code)
