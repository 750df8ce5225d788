"""`citychase games`: the games that were played at this table, and their records."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import click

from companion.commands.options import data_option
from companion.commands.places import printable
from companion.commands.reading import Exit, print_json
from companion.games.city_chase.record.writing import NotWritable
from companion.table.files import as_owner_of
from companion.table.journal import Journal
from companion.table.library import GameSummary, Library
from companion.table.storage import default_folder, find_journal


@click.group("games", invoke_without_command=True)
@data_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@click.pass_context
def games(context: click.Context, data: Path | None, as_json: bool) -> None:
    """List the games in the journal, newest first.

    Before its end a game is told as everyone may know it, without the thief's route.
    """
    context.obj = data
    if context.invoked_subcommand is not None:
        return
    with _library(data) as library:
        played = library.games() if library else []
    for summary in played:
        if as_json:
            print_json(summary)
        else:
            click.echo(_line(summary))
    if not played and not as_json:
        click.echo("No games yet. Begin one: citychase play")


@games.command("export")
@click.argument("game", type=click.IntRange(1))
@click.option("--output", type=click.Path(path_type=Path), help="Write to this file instead of standard output.")
@data_option
@click.pass_context
def export(context: click.Context, game: int, output: Path | None, data: Path | None) -> None:
    """Write the record of a game, by its number in the list.

    Exit code: 0 written, 1 there is no such game or it has no record, 2 it cannot be written.
    """
    with _library(data or context.obj) as library:
        play = library.find(game) if library else None
    if play is None:
        _complain(context, f"There is no game {game}. citychase games lists them.")
        return
    try:
        record = play.record()
    except NotWritable as error:
        _complain(context, str(error))
        return
    if output is None:
        click.echo(record, nl=False)
    else:
        output.write_text(record, encoding="utf-8")


@games.command("backup")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--force", is_flag=True, help="Replace the file where it is there already.")
@data_option
@click.pass_context
def backup(context: click.Context, file: Path, force: bool, data: Path | None) -> None:
    """Copy all games to FILE, also while a table is playing.

    The copy is one file, for you alone: of a game that is not over it holds the thief's secret, too.

    Exit code: 0 copied, 1 there are no games yet or FILE is there already, 2 it cannot be read or written.
    """
    from companion.table.backup import back_up, is_copy  # noqa: PLC0415

    folder = data or context.obj or default_folder()
    journal = find_journal(folder)
    if journal is None:
        _complain(context, f"There are no games in {folder} yet.")
    elif not file.parent.is_dir():
        _complain(context, f"There is no folder {file.parent}.")
    elif file.exists() and (not file.is_file() or file.samefile(journal)):
        _complain(context, f"{file} is no file for a copy. Name another one.")
    elif file.exists() and not force:
        _complain(context, f"{file} is there already. Name another file, or replace it with --force.")
    elif file.exists() and not is_copy(file):
        # Above all none of what the table keeps beside its journal.
        _complain(context, f"{file} holds something else than games. Name another file, or remove it first.")
    else:
        click.echo(f"{_counted(back_up(journal, file))} copied to {file}.")


@games.command("restore")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@data_option
@click.pass_context
def restore(context: click.Context, file: Path, data: Path | None) -> None:
    """Put a copy that `backup` made in the place of the games there are.

    What was there before is kept beside it. No table may be playing meanwhile.

    Exit code: 0 put back, 2 it cannot be.
    """
    from companion.table.backup import restore as put_back  # noqa: PLC0415

    restored = put_back(file, data or context.obj or default_folder())
    click.echo(f"{_counted(restored.games)} put back.")
    if restored.kept:
        click.echo(f"What was there before is in {restored.kept}.")


def _counted(games: int) -> str:
    return "1 game" if games == 1 else f"{games} games"


def _complain(context: click.Context, sentence: str) -> None:
    click.echo(f"citychase: {sentence}", err=True)
    context.exit(Exit.PROBLEM)


@contextmanager
def _library(data: Path | None) -> Iterator[Library | None]:
    """Read the journal, also while a table is playing; None where there is none yet."""
    folder = data or default_folder()
    with as_owner_of(folder):
        path = find_journal(folder)
        journal = Journal(path, is_copy=True) if path else None
    if journal is None:
        yield None
        return
    try:
        yield Library(journal)
    finally:
        journal.close()


def _line(summary: GameSummary) -> str:
    ending = summary.end or "not over"
    people = f"{summary.thief or '?'} against {', '.join(summary.police) or '?'}"
    when = datetime.fromisoformat(summary.began).astimezone().strftime("%Y-%m-%d %H:%M:%S")
    return printable(f"{summary.id:4}  {when}  {summary.mode:7}  round {summary.round:2}  {ending:10}  {people}")
