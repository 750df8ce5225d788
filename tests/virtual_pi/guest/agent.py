"""Does in the guest, as root, what tests outside ask for: moves magnets, presses buttons, reads LEDs, runs commands.

One JSON object a line in, one out, over TCP, which only the machine that runs the virtual Pi can reach.
"""

import json
import os
import socket
import subprocess
import time
import tomllib
from pathlib import Path
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Lock, Thread
from typing import Any

PORT = 4000
PLAN = Path("/etc/citychase/board.toml")
CHIP = Path("/sys/devices/platform/gpio-sim.0/gpiochip0")
MATRIX = "/run/virtual-pi/matrix"
LEDS = "/run/virtual-pi/leds"


class Leds:
    """What the simulated LED driver has sent: how many frames, and the last one."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._count = 0
        self._last = ""
        Path(LEDS).unlink(missing_ok=True)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(LEDS)
        Path(LEDS).chmod(0o666)

    def receive(self) -> None:
        """Take frames for ever."""
        while True:
            frame = self._socket.recv(65536).hex()
            with self._lock:
                self._count += 1
                self._last = frame

    def tell(self) -> dict[str, Any]:
        with self._lock:
            return {"frames": self._count, "last": self._last}


def move_magnet(order: dict[str, Any]) -> dict[str, Any]:
    """Lift a building or put it back."""
    with socket.socket(socket.AF_UNIX) as matrix:
        matrix.connect(MATRIX)
        matrix.sendall(json.dumps(order).encode())
        return {"answer": matrix.recv(4096).decode()}


def press(order: dict[str, Any]) -> dict[str, Any]:
    """Hold a button down for a while: it joins its line to ground."""
    line = tomllib.loads(PLAN.read_text())["buttons"][order["button"]]
    pull = CHIP / f"sim_gpio{line}" / "pull"
    pull.write_text("pull-down")
    # A finger's time; the program looks at its buttons now and then.
    time.sleep(order["hold_s"])
    pull.write_text("pull-up")
    return {}


def run(order: dict[str, Any]) -> dict[str, Any]:
    """Run a command."""
    try:
        done = subprocess.run(order["command"], check=False, capture_output=True, text=True, errors="replace")
    except OSError as error:
        return {"code": 127, "out": "", "err": str(error)}
    return {"code": done.returncode, "out": done.stdout, "err": done.stderr}


class Request(StreamRequestHandler):
    """One order and its answer."""

    leds: Leds

    def handle(self) -> None:
        """Do what is asked for."""
        order = json.loads(self.rfile.readline())
        self.wfile.write(json.dumps(self._do(order)).encode() + b"\n")

    def _do(self, order: dict[str, Any]) -> dict[str, Any]:
        match order["do"]:
            case "magnet":
                return move_magnet(order)
            case "press":
                return press(order)
            case "run":
                return run(order)
            case _:
                return self.leds.tell()


class Server(ThreadingTCPServer):
    """Answers several at a time."""

    allow_reuse_address = True
    daemon_threads = True


def tell_ready() -> None:
    """Tell systemd that the LED driver has someone to send to."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as teller:
        teller.sendto(b"READY=1", os.environ["NOTIFY_SOCKET"])


if __name__ == "__main__":
    Request.leds = Leds()
    Thread(target=Request.leds.receive, daemon=True).start()
    with Server(("", PORT), Request) as server:
        tell_ready()
        server.serve_forever()
