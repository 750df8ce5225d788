"""What can be seen of a machine, so that tests can be any machine."""

import os
import pwd
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from msgspec import Struct

from companion.doctor.asking import Ask, Fetch, ask, fetch_health
from companion.doctor.findings import Unseen
from companion.doctor.lines import Lines, read_lines
from companion.installed import MOST_BYTES, is_installed
from companion.table.network import address_for_phones
from companion.version import program_version
from firmware.hardware import Machine, Wish, look_at_machine
from firmware.plan import BadPlan, read_plan

EVERYWHERE = "0.0.0.0"  # noqa: S104 - only asked which address phones would use
WITH_SUDO = "sudo citychase doctor"


class User(Struct, frozen=True):
    """Who asks the doctor."""

    name: str
    uid: int

    @property
    def is_root(self) -> bool:
        """Whether everything may be seen."""
        return self.uid == 0


class Program(Struct, frozen=True):
    """The program that runs this, and what it runs on."""

    version: str
    python: tuple[int, int, int]
    prefix: Path
    """The virtual environment it runs from."""
    is_64_bit: bool = True


def has_distribution(name: str) -> bool:
    """Tell whether a package is installed, by the name it was installed under."""
    try:
        version(name)
    except PackageNotFoundError:
        return False
    return True


def count_free_bytes(path: Path) -> int:
    """Return how much can still be written where a file or folder is."""
    seen = os.statvfs(path)
    return seen.f_bavail * seen.f_frsize


def _phones_address(port: int) -> str:
    return address_for_phones(EVERYWHERE, port)


class Patient(Struct, frozen=True):
    """A machine, as far as the doctor can see it."""

    machine: Machine
    wish: Wish
    data: Path
    plan_file: Path | None
    """The board's plan; None for the one that comes with the program."""
    user: User
    program: Program
    now: datetime
    ask: Ask = ask
    fetch: Fetch = fetch_health
    address: Callable[[int], str] = _phones_address
    """The address of this machine that phones open, for a port."""
    has_distribution: Callable[[str], bool] = has_distribution
    free_bytes: Callable[[Path], int] = count_free_bytes
    lines: Callable[[Path], Lines] = read_lines

    @property
    def root(self) -> Path:
        """Where its files begin."""
        return self.machine.root

    @property
    def plays_on_pins(self) -> bool:
        """Whether the board is on this machine's own pins."""
        return self.machine.is_pi and self.wish != "simulated"

    @property
    def is_installed(self) -> bool:
        """Whether the table is a service of this machine."""
        return is_installed(self.root)

    @property
    def has_i2c(self) -> bool:
        """Whether the board's plan has port expanders. Without a plan there are none."""
        try:
            return read_plan(self.plan_file).has_i2c
        except BadPlan:
            return False

    def text(self, name: str) -> str:
        """Return a file's text, by its path below the root. What is no text is replaced. Raises Unseen."""
        path = self.root / name
        try:
            with path.open("rb") as file:
                return file.read(MOST_BYTES).decode(errors="replace")
        except PermissionError as error:
            raise Unseen(f"/{name} cannot be read: {error.strerror}.", WITH_SUDO) from error
        except OSError as error:
            raise Unseen(f"/{name} cannot be read: {error.strerror or error}.") from error

    def text_if_any(self, name: str) -> str | None:
        """Return a file's text, or None where it is not there or not for us."""
        try:
            return self.text(name)
        except Unseen:
            return None


def look_at_patient(wish: Wish, data: Path, plan_file: Path | None) -> Patient:
    """Return this machine."""
    return Patient(
        machine=look_at_machine(),
        wish=wish,
        data=data,
        plan_file=plan_file,
        user=User(_user_name(), os.geteuid()),
        program=Program(program_version(), sys.version_info[:3], Path(sys.prefix), is_64_bit=sys.maxsize > 2**32),
        now=datetime.now(UTC),
    )


def _user_name() -> str:
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        # In some containers nobody has given the user a name.
        return str(os.geteuid())
