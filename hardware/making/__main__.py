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
from firmware.budget import find_supply_problem
from firmware.plan import BadPlan, BoardPlan, read_plan
from hardware.making import electronics, guide, mechanical

FOLDER = Path(__file__).parents[1]
KICAD = ".kicad_"
"""How the kinds of files begin that a builder may change and save in KiCad."""
Maker: TypeAlias = Callable[[BoardPlan], dict[str, bytes]]


def make_all(plan: BoardPlan, source: str = "") -> dict[str, bytes]:
    """Return every file of the pack. Raises BadPlan, BadCircuit, CannotRoute and TooMuchCurrent.

    `source` is the name of the plan's file, for the sheets that say what they were made from.
    """
    # A plan without [power] is read without that: nobody said yet which supply there is.
    if problem := find_supply_problem(plan):
        raise BadPlan(problem)
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
    yield from (f"{name} is made by nothing" for name in left_over(folder, made))


def left_over(folder: Path, made: dict[str, bytes]) -> list[str]:
    """Return the files that an earlier plan made and this one does not: of a kind that is made in their folder.

    What KiCad or a builder puts beside them (Gerber files, a backup, a board saved by another name) is theirs.
    """
    kinds = {(path.parent, path.suffix) for path in map(Path, made) if path.parent != Path()}
    return sorted(
        file.relative_to(folder).as_posix()
        for parent, suffix in kinds
        if not suffix.startswith(KICAD)
        for file in (folder / parent).glob(f"*{suffix}")
        if file.relative_to(folder).as_posix() not in made
    )


def tidy(folder: Path, made: dict[str, bytes]) -> None:
    """Remove what an earlier plan made. Only for the project's own folder: in another one it may be somebody's."""
    for name in left_over(folder, made):
        (folder / name).unlink()


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
        try:
            if folder.resolve() == FOLDER:
                tidy(folder, made)
            write(folder, made)
        except OSError as error:
            raise click.ClickException(f"{folder} cannot be written: {error.strerror or error}.") from error
        click.echo(f"{len(made)} files are up to date.")
        return
    wrong = list(differences(folder, made))
    for complaint in wrong:
        click.echo(complaint)
    if wrong:
        own = "Run: make hardware"
        click.echo(own if folder.resolve() == FOLDER else "Make them again, and remove what is made by nothing.")
        sys.exit(1)


if __name__ == "__main__":
    main()
