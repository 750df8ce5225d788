"""The whole examination: every check in its turn. None of them keeps the others from looking."""

from collections.abc import Callable, Iterator

from msgspec import Struct

from companion.doctor import board, buses, keeping, machine, service, supply
from companion.doctor.findings import Finding, Opinion, Unseen, note
from companion.doctor.patient import Patient


class Check(Struct, frozen=True):
    """One thing to look at."""

    name: str
    look: Callable[[Patient], Opinion]
    spared: Callable[[Patient], Opinion | None] | None = None
    """Says why there is nothing to look at on this machine, where that is so."""


CHECKS = (
    Check("model", machine.check_model),
    Check("system", machine.check_system),
    Check("python", machine.check_python),
    Check("drivers", board.check_drivers, board.pins_only),
    Check("spi", buses.check_spi, board.pins_only),
    Check("i2c", buses.check_i2c, board.pins_only),
    Check("devices", board.check_devices, board.pins_only),
    Check("groups", board.check_groups, board.pins_only),
    Check("plan", board.check_plan),
    Check("pins", board.check_pins, board.pins_only),
    Check("folder", keeping.check_folder),
    Check("journal", keeping.check_journal),
    Check("settings", keeping.check_settings),
    Check("space", keeping.check_space),
    Check("memory", machine.check_memory),
    Check("clock", machine.check_clock),
    Check("service", service.check_service),
    Check("address", service.check_address),
    Check("name", service.check_name),
    Check("card", supply.check_card),
    Check("power", supply.check_power, supply.pi_only),
)


def examine(patient: Patient) -> Iterator[Finding]:
    """Yield what each check finds, as soon as it has."""
    for check in CHECKS:
        yield examine_one(check, patient)


def examine_one(check: Check, patient: Patient) -> Finding:
    """Return what a check finds. One that cannot look says so."""
    opinion = _look(check, patient)
    return Finding(check.name, opinion.verdict, _as_text(opinion.found), opinion.remedy and _as_text(opinion.remedy))


def _as_text(said: str) -> str:
    """Return what can be written down: a file's name may hold bytes that are no text."""
    return said.encode(errors="replace").decode()


def _look(check: Check, patient: Patient) -> Opinion:
    spared = check.spared(patient) if check.spared else None
    if spared is not None:
        return spared
    try:
        return check.look(patient)
    except Unseen as unseen:
        return note(unseen.why, unseen.remedy)
    except OSError as error:
        return note(f"This cannot be checked: {error.strerror or error}.")
