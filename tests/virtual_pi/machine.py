"""A virtual Pi: started, asked, cut off from its power, started again on the same disk."""

import json
import os
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from threading import Timer
from types import TracebackType
from typing import Any

from msgspec import Struct

from tests.virtual_pi.base import Base, run
from tests.virtual_pi.guest.agent import PORT as AGENT_PORT
from tests.virtual_pi.progress import doing, tell

QEMU = "qemu-system-x86_64"
KVM = Path("/dev/kvm")
BOOT_S = 240
"""How long a start may take where nothing helps the emulator and others want the processor too."""
PATIENCE_S = 120
PAUSE_S = 0.2
SLOW_PAUSE_S = 1.0
"""For what costs the guest a process."""
TRY_S = 20
CPU = {"kvm": "max", "tcg": "Nehalem"}
"""What the wheels of today are made for, and no more: every later extension is slow where it is emulated."""
MEMORY_MB = 512
"""As much as the smallest Pi has."""
KERNEL_LINE = "console=ttyS0 rw panic=-1 quiet net.ifnames=0 mitigations=off systemd.show_status=no"


class Done(Struct, frozen=True):
    """A command that was run in the guest."""

    code: int
    out: str
    err: str


class Shown(Struct, frozen=True):
    """What the LED driver was sent."""

    frames: int
    last: str

    @property
    def is_dark(self) -> bool:
        return self.last != "" and set(self.last) == {"0"}

    def colour(self, place: int) -> str:
        """Return the bytes of one LED, as they went down the wire."""
        return self.last[6 * place : 6 * place + 6]


def wait_for(is_so: Callable[[], object], what: str, patience_s: float = PATIENCE_S, pause_s: float = PAUSE_S) -> None:
    """Ask again and again until something is so; not to be answered is not yet."""
    give_up_at = time.monotonic() + patience_s
    while True:
        try:
            if is_so():
                return
        except OSError:
            # Nobody is listening yet.
            pass
        assert time.monotonic() < give_up_at, f"waited {patience_s:.0f} s in vain until {what}"
        # The guest needs the processor more than the question does.
        time.sleep(pause_s)


def free_port() -> int:
    with socket.socket() as finder:
        finder.bind(("127.0.0.1", 0))
        port: int = finder.getsockname()[1]
        return port


@cache
def choose_accelerator(kernel: Path) -> str:
    """Return `kvm` where it works, which only a try tells: some machines have the device and nothing behind it."""
    if not os.access(KVM, os.R_OK | os.W_OK):
        return "tcg"
    # Without a disk the kernel panics at once, and that ends the machine.
    command = [QEMU, "-accel", "kvm", "-cpu", "max", "-m", "256", "-nographic", "-no-reboot", "-kernel", str(kernel)]
    command += ["-append", "console=ttyS0 panic=-1"]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as tried:
        assert tried.stdout is not None
        giving_up = Timer(TRY_S, tried.kill)
        giving_up.start()
        # Where it does not work, the machine stands still for ever.
        words = (word for line in tried.stdout for word in (b"KVM internal error", b"Kernel panic") if word in line)
        first = next(words, None)
        giving_up.cancel()
        tried.kill()
    return "kvm" if first == b"Kernel panic" else "tcg"


class VirtualPi:
    """One virtual machine and its disk, which changes while the one that it began with stays as it was."""

    def __init__(self, name: str, base: Base, disk: Path, folder: Path) -> None:
        self.name = name
        self._base = base
        self._folder = folder
        self._disk = folder / "disk.qcow2"
        self._process: subprocess.Popen[bytes] | None = None
        self._is_over = False
        self.http_port = 0
        self._agent_port = 0
        self.starts = 0
        run(["qemu-img", "create", "-q", "-f", "qcow2", "-F", "raw", "-b", str(disk.resolve()), str(self._disk)])

    def __enter__(self) -> "VirtualPi":
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._is_over = True
        self.cut_power()

    @property
    def console(self) -> Path:
        """What the machine has written to its serial line since it was last started."""
        return self._folder / f"console-{self.starts}.log"

    def start(self) -> None:
        """Switch on, and wait until the agent answers."""
        assert self._process is None, "it is running"
        assert not self._is_over, "it is not wanted any more"
        self.starts += 1
        accelerator = choose_accelerator(self._base.kernel)
        self.http_port, self._agent_port = free_port(), free_port()
        with doing(f"starting {self.name} ({accelerator})"):
            with self.console.open("wb") as console:
                self._process = subprocess.Popen(
                    self._command(accelerator), stdin=subprocess.DEVNULL, stdout=console, stderr=subprocess.STDOUT
                )
            wait_for(self._answers, f"{self.name} answers", BOOT_S)

    def _command(self, accelerator: str) -> list[str]:
        forwards = ((self.http_port, 80), (self._agent_port, AGENT_PORT))
        network = ",".join(f"hostfwd=tcp:127.0.0.1:{outside}-:{inside}" for outside, inside in forwards)
        return [
            *(
                QEMU,
                "-accel",
                accelerator,
                "-cpu",
                CPU[accelerator],
                "-smp",
                "1",
                "-m",
                str(MEMORY_MB),
                "-nographic",
                "-no-reboot",
            ),
            *("-kernel", str(self._base.kernel), "-initrd", str(self._base.initramfs), "-append", KERNEL_LINE),
            *("-drive", f"file={self._disk},format=qcow2,if=virtio,cache=writeback"),
            *("-nic", f"user,model=virtio-net-pci,{network}"),
        ]

    def _answers(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, (
            f"the virtual Pi went off:\n{self.console.read_text(errors='replace')[-4000:]}"
        )
        return self.run("true").code == 0

    def cut_power(self) -> None:
        """Switch off with nothing written that was not: what was on its way to the disk is lost."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    # What the agent does

    def ask(self, do: str, **details: object) -> dict[str, Any]:
        """Give the agent an order."""
        with socket.create_connection(("127.0.0.1", self._agent_port), timeout=PATIENCE_S) as connection:
            connection.sendall(json.dumps({"do": do, **details}).encode() + b"\n")
            answer = b"".join(iter(lambda: connection.recv(65536), b""))
        if not answer:
            raise ConnectionError("the agent did not answer")
        decoded: dict[str, Any] = json.loads(answer)
        return decoded

    def run(self, *command: str) -> Done:
        """Run a command as root."""
        return Done(**self.ask("run", command=command))

    def read(self, *command: str) -> str:
        """Run a command that must succeed, and return what it prints."""
        done = self.run(*command)
        assert done.code == 0, f"{' '.join(command)} failed ({done.code}): {done.out}{done.err}"
        return done.out.strip()

    def lift(self, building: int) -> None:
        self.ask("magnet", building=building, is_placed=False)

    def place(self, building: int) -> None:
        self.ask("magnet", building=building, is_placed=True)

    def press(self, button: str, hold_s: float = 0.5) -> None:
        self.ask("press", button=button, hold_s=hold_s)

    def leds(self) -> Shown:
        return Shown(**self.ask("leds"))

    # What systemd says

    def show(self, *properties: str, unit: str = "citychase.service") -> dict[str, str]:
        """Return what systemd knows about a unit."""
        listed = self.read("systemctl", "show", unit, *(f"--property={name}" for name in properties))
        return dict(line.split("=", 1) for line in listed.splitlines())

    @property
    def main_pid(self) -> int:
        return int(self.show("MainPID")["MainPID"])

    def wait_until_active(self, after: Sequence[int] = ()) -> int:
        """Wait until the program has said that it is ready, and return its process, which is none of those before."""
        shown: dict[str, str] = {}

        def is_active() -> bool:
            shown.update(self.show("ActiveState", "MainPID"))
            return shown["ActiveState"] == "active" and int(shown["MainPID"]) not in (0, *after)

        if not is_active():
            with doing(f"waiting until the unit on {self.name} is ready"):
                # Whoever asks again and again takes the one processor away from what is starting.
                wait_for(self._is_healthy, "the table answers")
                wait_for(is_active, "the unit is ready", pause_s=SLOW_PAUSE_S)
        return int(shown["MainPID"])

    def _is_healthy(self) -> bool:
        """Ask the table, which answers when it is there: until then systemd holds the line."""
        with socket.create_connection(("127.0.0.1", self.http_port), timeout=PATIENCE_S) as connection:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: table\r\nConnection: close\r\n\r\n")
            return connection.recv(4096).startswith(b"HTTP/1.1 200")

    def journal(self, lines: int = 200) -> str:
        """Return what the guest has logged."""
        try:
            return self.run("journalctl", "--no-pager", "--boot", f"--lines={lines}").out
        except (OSError, ValueError) as error:
            tell(f"the guest's journal cannot be read: {error}")
            return self.console.read_text(errors="replace")[-4000:]
