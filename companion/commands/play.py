"""`citychase play`: opens a table, with its board and its pages, until it is told to stop."""

import logging
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING

import click

from companion.commands.options import board_option, config_option, data_option
from companion.commands.reading import Exit
from companion.games.city_chase.wording import ENGLISH, languages, words
from companion.table.network import address_for_phones

if TYPE_CHECKING:
    from companion.table.table import Table
    from firmware.board import Board, Kind
    from firmware.hardware import Wish
    from firmware.plan import BoardPlan
    from firmware.simulated import SimulatedBoard

EVERYWHERE = "0.0.0.0"  # noqa: S104 - phones in the network must reach the table
PORT = 8000
STOP_S = 2


@click.command("play")
@board_option
@click.option(
    "--host", default=EVERYWHERE, show_default=True, help="The address to listen at; this one is all of them."
)
@click.option("--port", type=click.IntRange(1, 65535), default=PORT, show_default=True, help="The port to listen at.")
@data_option
@config_option
@click.option(
    "--lang",
    type=click.Choice(languages()),
    default=ENGLISH,
    show_default=True,
    help="The language of this terminal and of phones that prefer none of ours.",
)
@click.pass_context
def play(  # noqa: PLR0913, PLR0917 - each is an option of the command
    context: click.Context, wish: "Wish", host: str, port: int, data: Path | None, config: Path | None, lang: str
) -> None:
    """Open a table: board, rules and pages.

    Prints the address to open on the phones, its QR code, and which board it plays on. Games are kept: after a restart
    or a power cut the last one goes on. Ctrl-C ends it.

    Exit code: 0 ended as asked, 1 the board broke down, 2 the board, the folder or the port cannot be used.
    """
    from firmware.hardware import choose_kind, look_at_machine  # noqa: PLC0415 - drivers are loaded when needed
    from firmware.leaving import leave_properly  # noqa: PLC0415
    from firmware.plan import read_plan  # noqa: PLC0415

    # It tells when a phone's stream breaks off, which is sooner noticed the more the thief does.
    logging.getLogger("waitress").setLevel(logging.WARNING)
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    plan = read_plan(config)
    kind = choose_kind(wish, look_at_machine())
    with leave_properly(), ExitStack() as opened:
        is_broken = _run(opened, plan, kind, host, port, data, lang)
    context.exit(Exit.PROBLEM if is_broken else Exit.FINE)


def _run(  # noqa: PLR0913, PLR0917 - what the command was given
    opened: ExitStack, plan: "BoardPlan", kind: "Kind", host: str, port: int, data: Path | None, lang: str
) -> bool:
    """Open everything, in an order that can be undone, and stay until told to stop. Returns whether the board broke."""
    from companion.table.journal import Journal  # noqa: PLC0415
    from companion.table.reception import Reception  # noqa: PLC0415
    from companion.table.storage import Storage, default_folder  # noqa: PLC0415
    from companion.table.table import Table  # noqa: PLC0415
    from web.app import make_app  # noqa: PLC0415
    from web.server import open_server  # noqa: PLC0415
    from web.site import Site, Streams  # noqa: PLC0415

    storage = Storage(data or default_folder())
    opened.callback(storage.close)
    journal = Journal(storage.journal)
    opened.callback(journal.close)
    table = Table(storage, journal, kind)
    board, simulated = _open_board(opened, plan, kind)
    address = address_for_phones(host, port)
    site = Site(table, Reception(table, time.monotonic), storage.key(), address, Streams(), simulated, lang)
    server = open_server(make_app(site), host, port)
    is_to_stop = Event()
    has_broken = _start_board(opened, table, board, is_to_stop)
    serving = Thread(target=server.run, name="server", daemon=True)
    opened.callback(serving.join, STOP_S)
    opened.callback(server.close)
    # What is under way while the table closes breaks off; that is nothing to report.
    opened.callback(logging.getLogger("waitress").setLevel, logging.CRITICAL)
    opened.callback(server.task_dispatcher.shutdown, timeout=STOP_S)
    opened.callback(table.send_all_away)
    serving.start()
    _welcome(address, kind, lang)
    try:
        is_to_stop.wait()
    except KeyboardInterrupt:
        click.echo("")
    return has_broken.is_set()


def _open_board(opened: ExitStack, plan: "BoardPlan", kind: "Kind") -> tuple["Board", "SimulatedBoard | None"]:
    from firmware.board import Board  # noqa: PLC0415
    from firmware.hardware import open_drivers  # noqa: PLC0415
    from firmware.simulated import SimulatedBoard  # noqa: PLC0415

    simulated = SimulatedBoard(plan, time.monotonic) if kind == "simulated" else None
    return opened.enter_context(Board(plan, open_drivers(plan, simulated))), simulated


def _start_board(opened: ExitStack, table: "Table", board: "Board", is_to_stop: Event) -> Event:
    """Begin to look at the board. Returns what is set if it breaks down."""
    from firmware.attendant import Attendant  # noqa: PLC0415
    from firmware.loop import Loop  # noqa: PLC0415
    from firmware.running import BoardThread  # noqa: PLC0415

    has_broken = Event()

    def give_up() -> None:
        has_broken.set()
        is_to_stop.set()

    attendant = Attendant(table, board, time.monotonic)
    attendant.open()
    thread = BoardThread(Loop(board, attendant.look, attendant.tell), give_up)
    opened.callback(thread.stop)
    thread.start()
    return has_broken


def _welcome(address: str, kind: "Kind", lang: str) -> None:
    import segno  # noqa: PLC0415

    said = words(lang).table
    click.echo(said["play_board_simulated" if kind == "simulated" else "play_board_pi"])
    click.echo(said["play_address"].format(address=address))
    if sys.stdout is not None and (sys.stdout.encoding or "").lower().replace("-", "") == "utf8":
        segno.make(address).terminal(out=sys.stdout, border=2, compact=True)
    click.echo(said["play_stop"])
