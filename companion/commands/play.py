"""`citychase play`: opens a table, with its board and its pages, until it is told to stop."""

import logging
import platform
import socket
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, NamedTuple

import click

from companion.commands.options import board_option, config_option, data_option
from companion.commands.reading import Exit
from companion.games.city_chase.wording import languages, words
from companion.logs import begin_logging, is_journal
from companion.settings.values import Setting, defaults_of
from companion.supervision import Supervisor, fetch_sockets, find_supervisor
from companion.table.journal import NotSaved
from companion.table.network import LOOPBACK, address_for_phones
from companion.version import program_version
from firmware.raspberry import read_model

if TYPE_CHECKING:
    from companion.settings.book import SettingsBook
    from companion.settings.office import Office
    from companion.table.table import Table
    from firmware.board import Board, Kind
    from firmware.hardware import Wish
    from firmware.plan import BoardPlan
    from firmware.simulated import SimulatedBoard
    from web.server import Server

log = logging.getLogger(__name__)

EVERYWHERE = "0.0.0.0"  # noqa: S104 - phones in the network must reach the table
PORT = 8000
STOP_S = 2
ADDRESS_S = 5.0
"""How often the address is looked up."""
LOOK_S = 1.0
"""How often the settings' file is looked at."""


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
    help="The language of this terminal and of phones that prefer none of ours.  [default: as set, else en]",
)
@click.pass_context
def play(  # noqa: PLR0913, PLR0917 - each is an option of the command
    context: click.Context, wish: "Wish", host: str, port: int, data: Path | None, config: Path | None, lang: str | None
) -> None:
    """Open a table: board, rules and pages.

    Prints the address to open on the phones, its QR code, and which board it plays on. Games are kept: after a restart
    or a power cut the last one goes on. Ctrl-C ends it.

    Started by systemd it tells when it is ready and that it is alive, and listens where systemd says.

    Exit code: 0 ended as asked, 1 the board broke down, 2 the board, the folder or the port cannot be used.
    """
    from firmware.hardware import choose_kind, look_at_machine  # noqa: PLC0415 - drivers are loaded when needed
    from firmware.leaving import leave_properly  # noqa: PLC0415
    from firmware.plan import read_plan  # noqa: PLC0415

    begin_logging()
    plan = read_plan(config)
    kind = choose_kind(wish, look_at_machine(), plan)
    supervisor, sockets = find_supervisor(), fetch_sockets()
    with leave_properly(), ExitStack() as opened:
        is_broken = _run(opened, plan, kind, Listening(host, port, sockets), data, lang, supervisor)
    context.exit(Exit.PROBLEM if is_broken else Exit.FINE)


class Listening(NamedTuple):
    """Where the table is to be found."""

    host: str
    port: int
    sockets: list[socket.socket]
    """Those that systemd has opened already; then host and port count for nothing."""

    def address(self) -> str:
        """Return what phones open now. The network may come after the table, and change."""
        if self.sockets:
            host, port = self.sockets[0].getsockname()[:2]
            return address_for_phones(host, port)
        return address_for_phones(self.host, self.port)


def _run(  # noqa: PLR0913, PLR0917 - what the command was given
    opened: ExitStack,
    plan: "BoardPlan",
    kind: "Kind",
    listening: Listening,
    data: Path | None,
    lang: str | None,
    supervisor: Supervisor,
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
    office = _open_office(opened, storage.folder, plan, lang)
    board, simulated = _open_board(opened, plan, kind, office.book)
    reception = Reception(table, time.monotonic)
    site = Site(table, reception, storage.key(), listening.address, Streams(), office, simulated)
    server = open_server(make_app(site), *listening)
    serving = Thread(target=server.run, name="server", daemon=True)

    def give_sign_of_life(now: float) -> None:
        # The board's loop goes through the table: where that hangs, or nobody serves the pages, there is no sign.
        if serving.is_alive():
            supervisor.beat(now)

    is_to_stop = Event()
    has_broken = _start_board(opened, table, board, is_to_stop, give_sign_of_life)
    _start_serving(opened, table, server, serving)
    address = listening.address()
    log.info("City Chase %s on Python %s (%s), %s board.", *_made_of(), kind)
    try:
        # Whoever reads "Ctrl-C ends the table" may press it before the line is out.
        _welcome(address, kind, office.book.settings.language)
        supervisor.tell_ready(_status(address))
        opened.callback(supervisor.tell_stopping)
        _stay(listening, address, is_to_stop, supervisor)
    except KeyboardInterrupt:
        click.echo("")
    return has_broken.is_set()


def _start_serving(opened: ExitStack, table: "Table", server: "Server", serving: Thread) -> None:
    """Let phones open the pages, and on the way out send them away before the server closes."""
    opened.callback(serving.join, STOP_S)
    opened.callback(server.close)
    # What is under way while the table closes breaks off; that is nothing to report.
    opened.callback(logging.getLogger("waitress").setLevel, logging.CRITICAL)
    opened.callback(server.task_dispatcher.shutdown, timeout=STOP_S)
    opened.callback(table.send_all_away)
    serving.start()


def _stay(listening: Listening, told: str, is_to_stop: Event, supervisor: Supervisor) -> None:
    """Wait until the table is to stop, and tell where it is whenever that changes: the network may come after it."""
    while not is_to_stop.wait(ADDRESS_S):
        address = listening.address()
        if address != told:
            told = address
            log.info("%s", _status(address))
            supervisor.tell_status(_status(address))


def _open_office(opened: ExitStack, folder: Path, plan: "BoardPlan", lang: str | None) -> "Office":
    """Take up the settings, and go on looking whether someone changes their file."""
    from companion.settings.book import SettingsBook  # noqa: PLC0415
    from companion.settings.office import Office  # noqa: PLC0415

    book = SettingsBook(folder, defaults_of(plan), {Setting.LANGUAGE: lang} if lang else {})
    book.tell_problems()
    book.keep()
    office = Office(folder, book, time.monotonic)
    try:
        # Made at the first start, so that it can be asked for.
        office.code()
    except NotSaved as error:
        log.warning("%s The settings page stays locked.", error)
    is_to_stop = Event()
    watching = Thread(target=_watch, args=(book, is_to_stop), name="settings", daemon=True)
    opened.callback(watching.join, STOP_S)
    opened.callback(is_to_stop.set)
    watching.start()
    return office


def _watch(book: "SettingsBook", is_to_stop: Event) -> None:
    # Not in the board's thread: a slow card must not keep it from looking at its switches.
    while not is_to_stop.wait(LOOK_S):
        book.look()
        book.keep()


def _open_board(
    opened: ExitStack, plan: "BoardPlan", kind: "Kind", book: "SettingsBook"
) -> tuple["Board", "SimulatedBoard | None"]:
    from firmware.board import Board  # noqa: PLC0415
    from firmware.hardware import open_drivers  # noqa: PLC0415
    from firmware.simulated import SimulatedBoard  # noqa: PLC0415

    simulated = SimulatedBoard(plan, time.monotonic) if kind == "simulated" else None
    return opened.enter_context(Board(plan, open_drivers(plan, simulated), lambda: book.settings)), simulated


def _start_board(
    opened: ExitStack, table: "Table", board: "Board", is_to_stop: Event, after_step: Callable[[float], None]
) -> Event:
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
    thread = BoardThread(Loop(board, attendant.look, attendant.tell), give_up, after_step)
    opened.callback(thread.stop)
    thread.start()
    return has_broken


def _status(address: str) -> str:
    if LOOPBACK in address:
        return "The table is open, but this machine is in no network yet."
    return f"The table is open at {address}"


def _made_of() -> tuple[str, str, str]:
    """Return what whoever reads a bug report asks first."""
    return program_version(), platform.python_version(), read_model() or platform.platform()


def _welcome(address: str, kind: "Kind", lang: str) -> None:
    if is_journal(sys.stdout):
        # Nobody reads it who could scan a code or press a key.
        log.info("%s", _status(address))
        return
    import segno  # noqa: PLC0415

    said = words(lang).table
    click.echo(said["play_board_simulated" if kind == "simulated" else "play_board_pi"])
    click.echo(said["play_address"].format(address=address))
    can_draw = sys.stdout is not None and (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    if can_draw:
        segno.make(address).terminal(out=sys.stdout, border=2, compact=True)
    click.echo(said["play_stop"])
