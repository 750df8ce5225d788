"""`citychase settings`: what the table's owner has set, and the code that opens the settings page."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.commands.options import config_option, data_option
from companion.commands.places import printable
from companion.commands.reading import Exit, print_json
from companion.settings.values import Setting, Settings, Source, Value, accept, as_toml, defaults_of, wanted
from companion.table.files import as_owner_of
from companion.table.storage import default_folder, find_journal, prepare_folder

if TYPE_CHECKING:
    from companion.settings.book import InForce

_TOLD = {
    Source.FILE: "settings.toml",
    Source.LAST_GOOD: "the last good value",
    Source.OPTION: "the command line",
    Source.BOARD: "board.toml",
    Source.DEFAULT: "default",
}
_YES = frozenset({"true", "yes", "on"})
_NO = frozenset({"false", "no", "off"})


@click.group("settings", invoke_without_command=True)
@data_option
@config_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.pass_context
def settings(context: click.Context, data: Path | None, config: Path | None, as_json: bool) -> None:
    """Show the settings in force, and where each comes from.

    They are in settings.toml in the folder of the table, for you to edit; a table that is open takes changes up at
    once. A value that cannot be is told with its line, and the last good one is used.

    Exit code: 0 all is well, 1 something is wrong with the file, 2 the board's plan cannot be used.
    """
    context.obj = data
    if context.invoked_subcommand is not None:
        return
    from companion.settings.book import SettingsBook  # noqa: PLC0415 - TOML that keeps its comments is slow to load
    from firmware.plan import read_plan  # noqa: PLC0415

    folder, defaults = data or default_folder(), defaults_of(read_plan(config))
    with as_owner_of(folder):
        # Who may not look into the folder would be shown what does not hold.
        find_journal(folder)
        book = SettingsBook(folder, defaults)
    if as_json:
        print_json(book.report())
    else:
        _show(book.in_force)
        _complain(book.in_force, book.file)
    context.exit(Exit.PROBLEM if book.in_force.problems else Exit.FINE)


def _show(now: "InForce") -> None:
    for setting in Setting:
        assignment = f"{setting} = {as_toml(now.settings.value(setting))}"
        click.echo(f"{assignment:20}  # {_TOLD[now.sources[setting]]}")


def _complain(now: "InForce", file: Path) -> None:
    for problem in now.problems:
        detail = f" ({problem.detail})" if problem.detail else ""
        click.echo(f"citychase: {file}: {problem.sentence(now.settings)}{detail}", err=True)


@settings.command("code")
@click.option("--new", "is_new", is_flag=True, help="Make another code. Whoever came in with the old one is out.")
@data_option
@click.pass_context
def code(context: click.Context, is_new: bool, data: Path | None) -> None:
    """Print the owner's code, which opens the settings page.

    It is made when it is first asked for, and stays until you want a new one.

    Exit code: 0 printed, 2 the folder cannot be used.
    """
    from companion.settings.office import make_code, read_code  # noqa: PLC0415

    folder = data or context.obj or default_folder()
    with as_owner_of(folder):
        prepare_folder(folder)
        shown = make_code(folder) if is_new else read_code(folder)
    click.echo(shown)


@settings.command("set")
@click.argument("name", metavar="SETTING")
@click.argument("value")
@data_option
@click.pass_context
def change(context: click.Context, name: str, value: str, data: Path | None) -> None:
    """Set SETTING to VALUE, also while a table is playing.

    The settings are brightness, sound, language, hold_s and hints.

    Exit code: 0 set, 2 it cannot be.
    """
    from companion.settings.book import SettingsBook  # noqa: PLC0415

    if name not in set(Setting):
        raise click.UsageError(f"There is no setting called {printable(name)}. There are {', '.join(Setting)}.")
    setting = Setting(name)
    meant = accept(setting, _read(value))
    if meant is None:
        raise click.UsageError(f"{printable(value)} cannot be: {wanted(setting)}.")
    folder = data or context.obj or default_folder()
    with as_owner_of(folder):
        prepare_folder(folder)
        book = SettingsBook(folder, Settings())
        book.change({setting: meant})
        book.keep()
    click.echo(f"{setting} = {as_toml(meant)}")


def _read(text: str) -> Value:
    """Return what was typed as a switch or a number where it is one."""
    if text.lower() in _YES | _NO:
        return text.lower() in _YES
    try:
        return float(text)
    except ValueError:
        return text
