"""Which port the table listens at: the standard one, one that `--port` chooses, or one that the owner has written."""

from pathlib import Path

from companion.installed import SERVICE_PORT, port_in, service_port
from systemd.installer.files import Wanted, read
from systemd.installer.places import Places
from systemd.installer.work import Work


def port_text(port: int) -> str:
    """Return what lets the socket listen at another port. The empty line takes the standard one away."""
    return f"[Socket]\nListenStream=\nListenStream={port}\n"


def is_the_owners(places: Places) -> bool:
    """Tell whether the owner has written what decides on the port: only `--port` takes its place."""
    text = read(places.port_choice)
    return text is not None and text != port_text(port_in(text) or SERVICE_PORT)


def choose_port(work: Work) -> tuple[dict[Path, Wanted], list[Path]]:
    """Return the files that must be there, and those that must not, for the port that is wanted now."""
    path = work.places.port_choice
    port = work.options.port
    if port is None:
        return {}, []
    if port == service_port(work.places.root, besides=path.name):
        return {}, [path]
    return {path: Wanted(port_text(port))}, []
