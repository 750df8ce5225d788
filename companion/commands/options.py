"""Options that several commands have, so that they mean the same everywhere."""

import os
from pathlib import Path

import click

board_option = click.option(
    "--board",
    "wish",
    type=click.Choice(["auto", "simulated", "pi"]),
    default="auto",
    show_default=True,
    help="auto takes the Pi's pins where there are any, else the simulated board.",
)


def default_config() -> Path | None:
    """Return the plan of the board that an installed machine has, None where there is none."""
    given = os.environ.get("CONFIGURATION_DIRECTORY")
    path = Path(given.split(":")[0]) / "board.toml" if given else None
    # Not exists(): one that is there and may not be read is to be complained about where it is read.
    return path if path and os.path.lexists(path) else None


config_option = click.option(
    "--config",
    type=click.Path(path_type=Path),
    default=default_config,
    help="The board.toml of this board.  [default: the installed one, else the one that comes with the program]",
)
data_option = click.option(
    "--data",
    type=click.Path(path_type=Path),
    help="The folder for games, seats and settings.  [default: the installed table's, else your own]",
)
