"""The table's own Wi-Fi, for where there is no other."""

import secrets

from companion.card.keyfile import NoKeyfile, read_keyfile
from systemd.installer.files import Wanted, are_there, digest, read, remove, write, write_all
from systemd.installer.places import HOTSPOT
from systemd.installer.problems import Problem
from systemd.installer.steps import Deed, Step
from systemd.installer.work import Work

NAME = "City Chase"
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Those that cannot be taken for another."""
PASSWORD_LETTERS = 10
OWNERS = 0o600
RUNNABLE = 0o755


def make_password() -> str:
    """Return a password that can be read out across a room."""
    return "".join(secrets.choice(LETTERS) for _ in range(PASSWORD_LETTERS))


def has_hotspot(work: Work) -> bool:
    """Tell whether the hotspot is wanted: now, or before where nothing is said now."""
    if work.options.wants_hotspot is not None:
        return work.options.wants_hotspot
    # The profile is what an interrupted run has written first.
    return work.places.hotspot_profile.exists() or (work.places.units / HOTSPOT).exists()


def check_hotspot(work: Work) -> None:
    """Make sure that there is what the hotspot needs. Raises Problem."""
    if not has_hotspot(work):
        return
    if work.commands.ask("nmcli", "--version").code:
        raise Problem("The hotspot needs NetworkManager, which is not installed here. Run this with --no-hotspot.")
    if work.machine.is_booted and not does_networkmanager_run(work):
        raise Problem(
            "The hotspot needs NetworkManager, which does not run here. Start it (sudo systemctl enable --now "
            "NetworkManager) if it is what this machine shall use, or run this with --no-hotspot."
        )


def does_networkmanager_run(work: Work) -> bool:
    """Tell whether NetworkManager itself answers. nmcli alone is there also where another program does its work."""
    return work.commands.ask("nmcli", "general", "status").code == 0


def place_hotspot(work: Work) -> Step:
    """Install the hotspot's profile, program and unit where it is wanted, and remove them where it is refused."""
    places = work.places
    files = {
        places.hotspot_program: Wanted(work.source("hotspot"), RUNNABLE),
        places.units / HOTSPOT: Wanted(work.source(HOTSPOT)),
    }

    def place() -> None:
        if not places.hotspot_profile.exists():
            text = work.source("hotspot.nmconnection").replace("@PASSWORD@", make_password())
            write(places.hotspot_profile, text, OWNERS)
        write_all(files)
        if work.machine.is_booted:
            work.commands.run("nmcli", "connection", "load", str(places.hotspot_profile))

    def is_there() -> bool:
        return any(path.exists() for path in (places.hotspot_profile, *files))

    prepare = Deed(
        f'prepare the table\'s own Wi-Fi "{NAME}", in {places.shown(places.hotspot_profile)}',
        lambda: not are_there(files) or not places.hotspot_profile.exists(),
        place,
    )
    give_up = Deed("give up the table's own Wi-Fi, as you wish", is_there, lambda: _give_up(work))
    no_more = give_up if work.options.wants_hotspot is False else None
    return Step(
        prepare if has_hotspot(work) else no_more,
        Deed("remove the table's own Wi-Fi", is_there, lambda: _take_away(work)),
    )


def _take_away(work: Work) -> None:
    places = work.places
    remove(places.hotspot_profile, places.hotspot_program, places.units / HOTSPOT, places.hotspot_started)
    # One that does not run reads no more than what it finds when it starts.
    if work.machine.is_booted and does_networkmanager_run(work):
        work.commands.run("nmcli", "connection", "reload")


def _give_up(work: Work) -> None:
    """Take it away from a table that stays."""
    if (work.places.units / HOTSPOT).exists():
        if work.machine.is_booted:
            work.commands.run("systemctl", "stop", HOTSPOT)
        work.commands.run("systemctl", "disable", HOTSPOT)
    _take_away(work)
    if work.machine.is_booted:
        work.commands.run("systemctl", "daemon-reload")


def start_hotspot(work: Work) -> Step:
    """Start the hotspot, or start it again where it has changed. Else those who are in it would be thrown out."""
    places = work.places
    if not has_hotspot(work) or not work.machine.is_booted or work.options.leaves_stopped:
        return Step(None)

    def what_runs() -> str:
        return f"{digest((places.units / HOTSPOT, places.hotspot_program))}\n"

    def is_needed() -> bool:
        is_active = work.commands.ask("systemctl", "is-active", HOTSPOT).text.strip() == "active"
        return not is_active or read(places.hotspot_started) != what_runs()

    def start() -> None:
        work.commands.run("systemctl", "daemon-reload")
        work.commands.run("systemctl", "restart", HOTSPOT)
        write(places.hotspot_started, what_runs())

    return Step(Deed("look after the table's own Wi-Fi from now on", is_needed, start))


def tell_hotspot(work: Work) -> None:
    """Say what the table's own Wi-Fi is called, and its password."""
    text = read(work.places.hotspot_profile)
    if not text or not has_hotspot(work):
        return
    try:
        profile = read_keyfile(text)
    except NoKeyfile:
        work.voice.say(
            f"{work.places.shown(work.places.hotspot_profile)} cannot be read: delete it and run this again."
        )
        return
    password = f"password {profile.password}" if profile.password else "no password"
    work.voice.say(f'Where there is no Wi-Fi, the table opens its own: "{profile.name}", {password}')
