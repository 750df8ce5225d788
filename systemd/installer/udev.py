"""The rule that lets the group gpio use the LEDs of a Pi 5."""

from systemd.installer.files import Wanted, are_there, remove, write_all
from systemd.installer.steps import Deed, Step
from systemd.installer.user import group_number
from systemd.installer.work import Work

GROUP = "gpio"
GROUP_MAY = 0o060


def place_udev_rule(work: Work) -> Step:
    """Install the rule, on a Pi 5 only, and apply it to the device that is there."""
    places = work.places
    wanted = {places.udev_rule: Wanted(work.source("pio.rules"))}

    def is_applied() -> bool:
        device = places.root / "dev/pio0"
        if not device.exists():
            return True
        there = device.stat()
        return there.st_mode & GROUP_MAY == GROUP_MAY and there.st_gid == group_number(places, GROUP)

    def place() -> None:
        write_all(wanted)
        if work.machine.is_booted and group_number(places, GROUP) is not None:
            work.commands.run("udevadm", "control", "--reload")
            work.commands.run("udevadm", "trigger", "--settle", "--sysname-match=pio*")

    shown = places.shown(places.udev_rule)
    return Step(
        Deed(
            f"let the group {GROUP} use the Pi 5's LEDs, by {shown}",
            lambda: not are_there(wanted) or not is_applied(),
            place,
        )
        if work.machine.extra == "pi5"
        else None,
        Deed(f"remove {shown}", places.udev_rule.exists, lambda: remove(places.udev_rule)),
    )
