"""Checks of the table as a service: whether it runs, and whether phones reach it."""

from urllib.parse import urlsplit

from companion.doctor.asking import Silence
from companion.doctor.boot import awaits_restart
from companion.doctor.findings import Opinion, Unseen, fine, note, problem
from companion.doctor.patient import Patient
from companion.installed import AVAHI_SETTINGS, OPEN_PORT, table_name, table_port
from companion.table.network import LOOPBACK

UNIT_NAME = "citychase.service"
INSTALL = "In the checkout: sudo make install"
LOOK_AT_LOG = "journalctl --unit=citychase --boot --lines=50 --no-pager"
_PROPERTIES = "LoadState,ActiveState,Result,NRestarts,UnitFileState"
LOOKUP_MODULE = "usr/lib/*/libnss_mdns4*"
"""With it a Debian can look up names like citychase.local."""


def read_state(patient: Patient) -> dict[str, str]:
    """Return what systemd says of the service. Raises Unseen."""
    answer = patient.ask("systemctl", "show", UNIT_NAME, f"--property={_PROPERTIES}")
    if isinstance(answer, Silence):
        raise Unseen(f"Whether the table is a service cannot be seen: {answer.why}.")
    pairs = (line.partition("=") for line in answer.out.splitlines())
    state = {key: value.strip() for key, _, value in pairs}
    if "LoadState" not in state:
        raise Unseen("Whether the table is a service cannot be seen: systemd does not run here.")
    return state


def check_service(patient: Patient) -> Opinion:
    """Tell whether the table starts with the machine, and runs."""
    state = read_state(patient)
    if state["LoadState"] == "not-found":
        return note("The table is not a service: it does not start with this machine.", INSTALL)
    if state["LoadState"] != "loaded":
        return problem(f"The service cannot be loaded ({state['LoadState']}).", INSTALL)
    active = state.get("ActiveState", "")
    if active == "failed":
        return problem(f"The service has failed ({state.get('Result') or 'no reason given'}).", LOOK_AT_LOG)
    if active == "activating":
        return _judge_start(state)
    if active != "active" and awaits_restart(patient):
        return note("The table starts with the restart (see spi).")
    if active != "active":
        return problem(f"The service does not run ({active or 'unknown'}).", "sudo systemctl start citychase")
    if state.get("UnitFileState", "enabled") not in {"enabled", "static", "indirect"}:
        return problem(
            "The service runs, but does not start with this machine.",
            "sudo systemctl enable citychase.socket citychase.service",
        )
    restarts = state.get("NRestarts", "0")
    if restarts not in {"", "0"}:
        return note(f"The service runs; it was started again {_times(restarts)} after it broke down.", LOOK_AT_LOG)
    return fine("The service runs and starts with this machine.")


def _judge_start(state: dict[str, str]) -> Opinion:
    """Return what to think of a service that is about to start: for the first time, or again and again."""
    if state.get("NRestarts", "0") in {"", "0"}:
        return note("The service is starting.", "Look again in a minute: citychase doctor")
    return problem(f"The service fails and is started again, {state['NRestarts']} times so far.", LOOK_AT_LOG)


def is_playing(patient: Patient) -> bool:
    """Tell whether a table is open on this machine, as a service or by hand."""
    return is_running(patient) or patient.fetch(f"http://{LOOPBACK}:{OPEN_PORT}/") is not None


def is_running(patient: Patient) -> bool:
    """Tell whether the service runs. It is not connected to for that: its socket would start it."""
    try:
        return read_state(patient).get("ActiveState") in {"active", "reloading"}
    except Unseen:
        return False


def check_address(patient: Patient) -> Opinion:
    """Tell under which address phones reach the table, and whether it answers there."""
    address = patient.address(table_port(patient.root))
    if urlsplit(address).hostname == LOOPBACK:
        tell = problem if patient.is_installed else note
        return tell("This machine is in no network: phones cannot reach it.", "sudo nmtui")
    if patient.is_installed and not is_running(patient):
        return note(f"Phones open {address}; the service does not run now.")
    health = patient.fetch(address)
    if health is not None and health.ok:
        return fine(f"A table answers at {address}, version {health.version}, on the {health.board} board.")
    if patient.is_installed:
        return problem(f"No table answers at {address}.", f"sudo systemctl restart citychase && {LOOK_AT_LOG}")
    return fine(f"Phones would open {address}; no table is open there now.")


def _times(count: str) -> str:
    return "once" if count == "1" else f"{count} times"


def check_name(patient: Patient) -> Opinion:
    """Tell whether phones find the table by its name."""
    name = table_name(patient.root)
    if name is None:
        return fine("The table has no name in the network: phones use the address.")
    answer = patient.ask("getent", "ahostsv4", name)
    if isinstance(answer, Silence):
        raise Unseen(f"Whether {name} is found cannot be seen: {answer.why}.")
    found = {line.split()[0] for line in answer.out.splitlines() if line.strip()}
    own = urlsplit(patient.address(table_port(patient.root))).hostname
    if not found and not any(patient.root.glob(LOOKUP_MODULE)):
        # Phones have their own way: only this machine cannot tell.
        return note(f"Whether {name} is found cannot be seen from here.", "sudo apt install libnss-mdns")
    if not found:
        return problem(f"{name} is not found in the network.", "sudo systemctl restart avahi-daemon")
    if own in found or any(address.startswith("127.") for address in found):
        return fine(f"{name} is this machine.")
    return problem(
        f"{name} is another machine in this network: {', '.join(sorted(found))}.",
        f"Switch that one off, or give this one another name: host-name= in /{AVAHI_SETTINGS}",
    )
