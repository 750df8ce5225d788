"""The lines of `config.txt` that LEDs and port expanders need: shown, asked for, backed up, written once."""

import itertools
from pathlib import Path

from firmware import raspberry
from firmware.raspberry import BootLine
from systemd.installer.files import read, write
from systemd.installer.i2c import has_expanders
from systemd.installer.steps import Deed, Step
from systemd.installer.work import Work


def lines_of(work: Work) -> tuple[BootLine, ...]:
    """Return the lines that this machine needs for its board."""
    return raspberry.boot_lines(work.machine.model, has_i2c=has_expanders(work))


def lines_missing(work: Work) -> tuple[BootLine, ...]:
    """Return those of them that are not there."""
    text = read(work.places.boot_settings) or ""
    return raspberry.missing_boot_lines(text, work.machine.model, has_i2c=has_expanders(work))


def lacks_boot_lines(work: Work) -> bool:
    """Tell whether the board needs lines that are not there."""
    return work.places.boot_settings.exists() and bool(lines_missing(work))


def show_boot_lines(work: Work) -> None:
    """Show what is to be written, and why."""
    missing = lines_missing(work)
    width = max(len(line.text) for line in missing)
    work.voice.say(f"{work.places.shown(work.places.boot_settings)} lacks these lines:")
    for line in missing:
        work.voice.say(f"    {line.text:{width}}   {line.reason}")


def next_backup(work: Work) -> Path:
    """Return where the file is kept as it is now. Older backups stay: they are how it was before."""
    path = work.places.boot_settings
    text = read(path)
    numbers = itertools.count(1)
    return next(backup for number in numbers if read(backup := work.places.backup_of(path, number)) in {None, text})


def ask_for_boot_lines(work: Work) -> bool:
    """Show the lines that are missing, and ask whether to write them."""
    if work.options.leaves_boot_settings or not lacks_boot_lines(work):
        return False
    show_boot_lines(work)
    backup = next_backup(work)
    return work.voice.ask(
        f"Write them? The file is kept as it is now as {backup.name}.",
        "Add --yes to write them, or --no-boot-config to leave the file as it is.",
    )


def has_our_lines(work: Work) -> bool:
    """Tell whether our block is in `config.txt`."""
    text = read(work.places.boot_settings)
    return text is not None and raspberry.remove_boot_lines(text) != text


def ask_for_removal(work: Work) -> bool:
    """Ask whether our lines are to be taken out of `config.txt`."""
    shown = work.places.shown(work.places.boot_settings)
    return work.voice.ask(f"Take the table's lines out of {shown}?", "Add --yes to take them out.")


def write_boot_lines(work: Work, is_wanted: bool, is_removal_wanted: bool = False) -> Step:
    """Write what is missing."""
    path = work.places.boot_settings
    shown = work.places.shown(path)

    def add() -> None:
        text = read(path) or ""
        backup = next_backup(work)
        if read(backup) != text:
            write(backup, text)
        write(path, raspberry.add_boot_lines(text, work.machine.model, has_i2c=has_expanders(work)))

    def take_out() -> None:
        text = raspberry.remove_boot_lines(read(path) or "")
        write(path, text)
        for backup in work.places.backups_of(path):
            if read(backup) == text:
                backup.unlink()

    has_lines = bool(lines_of(work)) and path.exists()
    lacks = has_lines and lacks_boot_lines(work)
    sentence = f"write the lines for the board to {shown}"
    if lacks and not is_wanted:
        sentence = f"leave {shown} without the lines for the board, as you wish"
    return Step(
        Deed(sentence, lambda: is_wanted and lacks_boot_lines(work), add) if has_lines else None,
        Deed(f"take the table's lines out of {shown}", lambda: is_removal_wanted, take_out)
        if is_removal_wanted
        else None,
    )


def missing_buses(work: Work) -> list[str]:
    """Return what of SPI and I2C the board needs and is off, and what it is for."""
    lines = lines_of(work)
    buses = (
        ("SPI, which drives the LEDs", "dev/spidev0.0", raspberry.led_lines(work.machine.model)),
        ("I2C, which reads the port expanders", raspberry.I2C_DEVICE, raspberry.I2C_LINES),
    )
    return [
        bus
        for bus, device, of_bus in buses
        if not set(lines).isdisjoint(of_bus) and not (work.places.root / device).exists()
    ]


def tell_what_is_left(work: Work, has_written: bool) -> str:
    """Return what the owner must still do about `config.txt`, and why; empty where that is nothing."""
    shown = work.places.shown(work.places.boot_settings)
    if has_written:
        return f"Restart the Pi, which reads {shown} only then; the table opens by itself: sudo reboot"
    off = missing_buses(work)
    if not off or not work.machine.is_booted:
        return ""
    buses = " and ".join(bus.partition(",")[0] for bus in off)
    if lacks_boot_lines(work) or not work.places.boot_settings.exists():
        lines = ", ".join(line.text for line in lines_of(work))
        said = f"{', and '.join(off)}, {'is' if len(off) == 1 else 'are'} off"
        return f"{said}. Add these lines to {shown} and restart the Pi: {lines}"
    return f"Restart the Pi, which switches {buses} on only then; the table opens by itself: sudo reboot"
