"""Is the matrix under the buildings: whenever the program drives a row, the columns answer. Runs in the guest, as root.

The kernel tells of every row that is driven through its tracepoint `gpio_value`. With a real-time priority this process
is woken before the one that drove the row goes on, so the columns are right when they are read, however slow the
machine is. Polling the rows would be a race.
"""

import json
import os
import re
import select
import socket
import tomllib
from pathlib import Path
from typing import Any

PLAN = Path("/etc/citychase/board.toml")
CHIP = Path("/sys/devices/platform/gpio-sim.0/gpiochip0")
TRACING = Path("/sys/kernel/tracing/instances/matrix")
ORDERS = "/run/virtual-pi/matrix"
DRIVEN = re.compile(rb"gpio_value: +(\d+) +set +(\d)")
LOW, HIGH = b"pull-down", b"pull-up"


class Matrix:
    """25 switches, and a diode at each: a column is low where a closed switch joins it to a row that is low."""

    def __init__(self, switches: dict[str, Any]) -> None:
        rows: list[int] = switches["rows"]
        columns: list[int] = switches["columns"]
        self._places = {
            building: (row, column)
            for row, buildings in zip(rows, switches["buildings"], strict=True)
            for column, building in zip(columns, buildings, strict=True)
        }
        self._closed = set(self._places.values())
        self._low_rows: set[int] = set()
        self._pulls = {column: os.open(CHIP / f"sim_gpio{column}" / "pull", os.O_WRONLY) for column in columns}
        self._low_columns = dict.fromkeys(columns, False)

    def drive(self, row: int, *, is_high: bool) -> None:
        """Take note that the program has driven a row."""
        if is_high:
            self._low_rows.discard(row)
        else:
            self._low_rows.add(row)
        self._answer()

    def set_magnet(self, building: int, *, is_placed: bool) -> None:
        """Put a building on its switch, or lift it."""
        place = self._places[building]
        if is_placed:
            self._closed.add(place)
        else:
            self._closed.discard(place)
        self._answer()

    def _answer(self) -> None:
        for column, pull in self._pulls.items():
            is_low = any((row, column) in self._closed for row in self._low_rows)
            if is_low is not self._low_columns[column]:
                self._low_columns[column] = is_low
                os.pwrite(pull, LOW if is_low else HIGH, 0)


def watch_rows(rows: list[int], base: int) -> int:
    """Have the kernel tell whenever one of these lines is driven. Returns where it tells."""
    TRACING.mkdir(exist_ok=True)
    # Only what is needed of each event, and each event at once.
    (TRACING / "options" / "context-info").write_text("0")
    (TRACING / "buffer_percent").write_text("0")
    event = TRACING / "events" / "gpio" / "gpio_value"
    (event / "filter").write_text("get==0 && (" + " || ".join(f"gpio=={base + row}" for row in rows) + ")")
    (event / "enable").write_text("1")
    return os.open(TRACING / "trace_pipe", os.O_RDONLY | os.O_NONBLOCK)


def find_base() -> int:
    """Return the number that the kernel gives to the first line of the chip."""
    return int(next(Path("/sys/class/gpio").glob("gpiochip*/base")).read_text())


def listen() -> socket.socket:
    """Open the place where the agent leaves orders."""
    Path(ORDERS).unlink(missing_ok=True)
    orders = socket.socket(socket.AF_UNIX)
    orders.bind(ORDERS)
    orders.listen()
    return orders


def take_order(orders: socket.socket, matrix: Matrix) -> None:
    """Move one magnet as told, and say that it is done."""
    with orders.accept()[0] as connection:
        order = json.loads(connection.recv(4096))
        matrix.set_magnet(order["building"], is_placed=order["is_placed"])
        connection.sendall(b"done")


def tell_ready() -> None:
    """Tell systemd that the program may begin."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as teller:
        teller.sendto(b"READY=1", os.environ["NOTIFY_SOCKET"])


def run() -> None:
    """Answer rows and orders for ever."""
    switches = tomllib.loads(PLAN.read_text())["switches"]
    matrix, base, orders = Matrix(switches), find_base(), listen()
    rows = watch_rows(switches["rows"], base)
    poll = select.poll()
    poll.register(rows, select.POLLIN)
    poll.register(orders, select.POLLIN)
    tell_ready()
    while True:
        for waiting, _ in poll.poll():
            if waiting != rows:
                take_order(orders, matrix)
                continue
            try:
                events = os.read(rows, 65536)
            except BlockingIOError:
                continue
            for line, level in DRIVEN.findall(events):
                matrix.drive(int(line) - base, is_high=level == b"1")


if __name__ == "__main__":
    run()
