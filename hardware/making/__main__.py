"""Makes the hardware pack: `python -m hardware.making [FOLDER]`, hardware/ if none is named.

With --check it writes nothing, and tells which files are not what the plan gives.
"""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeAlias

import click

from companion.commands.progress import show_progress
from companion.errors import CityChaseError
from firmware.plan import BoardPlan, read_plan
from hardware.making import electronics, guide, mechanical

FOLDER = Path(__file__).parents[1]
Maker: TypeAlias = Callable[[BoardPlan], dict[str, bytes]]


def make_all(plan: BoardPlan, source: str = "") -> dict[str, bytes]:
    """Return every file of the pack. Raises BadPlan, BadCircuit, CannotRoute and TooMuchCurrent.

    `source` is the name of the plan's file, for the sheets that say what they were made from.
    """
    # Each makes a part of the pack: contents by path below the folder.
    parts: tuple[Maker, ...] = (
        mechanical.files,
        partial(electronics.files, source=source),
        partial(electronics.variant_files, source=source),
        guide.files,
    )
    made: dict[str, bytes] = {}
    with show_progress("making the hardware pack", len(parts)) as show:
        for done, part in enumerate(parts, 1):
            made |= part(plan)
            show(done)
    return made


def differences(folder: Path, made: dict[str, bytes]) -> Iterator[str]:
    """Yield what is wrong with a folder, a line for each file."""
    for name, content in sorted(made.items()):
        file = folder / name
        if not file.exists():
            yield f"{name} is missing"
        elif file.read_bytes() != content:
            yield f"{name} is not what the plan gives"
    folders = {Path(name).parent for name in made} - {Path()}
    there = {
        file.relative_to(folder)
        for name in folders
        for file in (folder / name).glob("*")
        if file.is_file() and not _is_kicads(file)
    }
    yield from (f"{name.as_posix()} is made by nothing" for name in sorted(there - set(map(Path, made))))


def _is_kicads(file: Path) -> bool:
    """Tell whether a file is what KiCad leaves beside the ones it opens."""
    return file.suffix == ".kicad_prl" or file.name == "fp-info-cache"


def write(folder: Path, made: dict[str, bytes]) -> None:
    """Write all files."""
    for name, content in made.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), default=FOLDER)
@click.option("--config", type=click.Path(path_type=Path, dir_okay=False), help="A plan instead of board.toml.")
@click.option("--check", is_flag=True, help="Write nothing; tell which files differ, and exit with 1 if any does.")
def main(folder: Path, config: Path | None, check: bool) -> None:
    """Make drawings, models and lists from the plan of the board, and write them to FOLDER."""
    try:
        made = make_all(read_plan(config), config.name if config else "")
    except CityChaseError as error:
        raise click.ClickException(str(error)) from error
    if not check:
        write(folder, made)
        click.echo(f"{len(made)} files are up to date.")
        return
    wrong = list(differences(folder, made))
    for complaint in wrong:
        click.echo(complaint)
    if wrong:
        click.echo("Run: make hardware")
        sys.exit(1)


if __name__ == "__main__":
    main()
