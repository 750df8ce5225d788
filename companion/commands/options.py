"""Options that several commands have, so that they mean the same everywhere."""

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
config_option = click.option("--config", type=click.Path(path_type=Path), help="The board.toml of this board.")
data_option = click.option(
    "--data", type=click.Path(path_type=Path), help="The folder for games and seats.  [default: your own]"
)
