"""What the machine is called in the network: `citychase.local`."""

from datetime import UTC, datetime

from companion.installed import server_settings
from systemd.installer.files import Wanted, are_there, read, remove, write, write_all
from systemd.installer.places import HOST
from systemd.installer.steps import Deed, Step
from systemd.installer.work import Work

DAEMON = "avahi-daemon.service"
KEY = "host-name="


def host_name(settings: str) -> str:
    """Return the name that avahi-daemon.conf gives the machine; empty where it gives none."""
    return server_settings(settings).get("host-name", "")


def with_host_name(settings: str, name: str) -> str:
    """Return avahi-daemon.conf with another name for the machine, first in its section."""
    lines = _without_host_name(settings)
    if name:
        server = next((number for number, line in enumerate(lines) if line.strip() == "[server]"), None)
        if server is None:
            lines += ["[server]\n"]
            server = len(lines) - 1
        lines.insert(server + 1, f"{KEY}{name}\n")
    return "".join(lines)


def _without_host_name(settings: str) -> list[str]:
    section = ""
    kept = []
    for line in settings.splitlines(keepends=True):
        if line.strip().startswith("["):
            section = line.strip()
        if section != "[server]" or not line.strip().replace(" ", "").startswith(KEY):
            kept.append(line if line.endswith("\n") else f"{line}\n")
    return kept


def announce_pages(work: Work) -> Step:
    """Announce the pages in the network."""
    path = work.places.avahi_service
    wanted = {path: Wanted(work.source("avahi.xml").replace("@PORT@", str(work.port)))}
    shown = work.places.shown(path)
    return Step(
        Deed(
            f"announce the pages in the network, by {shown}", lambda: not are_there(wanted), lambda: write_all(wanted)
        ),
        Deed(f"remove {shown}", path.exists, lambda: remove(path)),
    )


def name_machine(work: Work) -> Step:
    """Call the machine `citychase` in the network. An owner who has since chosen another name keeps it."""
    places = work.places
    path = places.avahi_settings
    backup = places.backup_of(path)

    def is_unnamed() -> bool:
        text = read(path)
        if text is None or host_name(text) == HOST:
            return text is None
        # With a backup the name was given once. The backup is written first: the same text means an interruption.
        return read(backup) in {None, text}

    def name() -> None:
        text = read(path) or ""
        if not backup.exists():
            write(backup, text)
        write(path, with_host_name(text, HOST))

    def give_back() -> None:
        text = read(path) or ""
        before = read(backup) or ""
        if host_name(text) == HOST:
            write(path, before if text == with_host_name(before, HOST) else with_host_name(text, host_name(before)))
        backup.unlink()
        _restart(work)

    shown = places.shown(path)
    old = host_name(read(path) or "") or work.machine.host
    instead = f" instead of {old}.local" if old != HOST else ""
    sentence = f"call this machine {HOST}.local in the network{instead}, in {shown}"
    if instead and not is_unnamed():
        sentence = f"leave this machine's name in the network, which you have chosen, in {shown}"
    return Step(
        Deed(sentence, is_unnamed, name),
        Deed(f"put {shown} back as it was", backup.exists, give_back),
    )


def tell_avahi(work: Work) -> Step:
    """Let the running avahi know of its name. It reads that only when it starts."""
    path = work.places.avahi_settings

    def is_older() -> bool:
        if work.commands.ask("systemctl", "is-active", DAEMON).text.strip() != "active":
            return True
        # When its program began, not when it was ready: it reads its name in between. A second is too long for that.
        wanted = ("--timestamp=us+utc", "-P", "ExecMainStartTimestamp")
        began = began_at(work.commands.ask("systemctl", "show", *wanted, DAEMON).text.strip())
        return began is None or not path.exists() or began <= path.stat().st_mtime

    deed = Deed(f"restart {DAEMON}, which makes the name known", is_older, lambda: _restart(work))
    return Step(deed if work.machine.is_booted else None)


def began_at(said: str) -> float | None:
    """Return a time that systemd tells, in seconds; None where it tells none."""
    try:
        return datetime.strptime(said, "%a %Y-%m-%d %H:%M:%S.%f UTC").replace(tzinfo=UTC).timestamp()
    except ValueError:
        return None


def _restart(work: Work) -> None:
    if work.machine.is_booted:
        work.commands.run("systemctl", "restart", DAEMON)
