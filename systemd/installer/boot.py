"""The lines of `config.txt` that the LEDs of a Pi up to 4 need: shown, asked for, backed up, written once."""

import itertools
from pathlib import Path

from firmware import raspberry
from systemd.installer.files import read, write
from systemd.installer.steps import Deed, Step
from systemd.installer.work import Work


def lacks_boot_lines(work: Work) -> bool:
    """Tell whether the LEDs need lines that are not there."""
    text = read(work.places.boot_settings)
    return text is not None and bool(raspberry.missing_boot_lines(text, work.machine.model))


def show_boot_lines(work: Work) -> None:
    """Show what is to be written, and why."""
    missing = raspberry.missing_boot_lines(read(work.places.boot_settings) or "", work.machine.model)
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
        write(path, raspberry.add_boot_lines(text, work.machine.model))

    def take_out() -> None:
        text = raspberry.remove_boot_lines(read(path) or "")
        write(path, text)
        for backup in work.places.backups_of(path):
            if read(backup) == text:
                backup.unlink()

    has_lines = bool(raspberry.boot_lines(work.machine.model)) and path.exists()
    lacks = has_lines and lacks_boot_lines(work)
    sentence = f"write the lines for SPI to {shown}"
    if lacks and not is_wanted:
        sentence = f"leave {shown} without the lines for SPI, as you wish"
    return Step(
        Deed(sentence, lambda: is_wanted and lacks_boot_lines(work), add) if has_lines else None,
        Deed(f"take the table's lines out of {shown}", lambda: is_removal_wanted, take_out)
        if is_removal_wanted
        else None,
    )


def has_spi(work: Work) -> bool:
    """Tell whether SPI is on, where the LEDs need it."""
    return not raspberry.boot_lines(work.machine.model) or (work.places.root / "dev/spidev0.0").exists()


def tell_what_is_left(work: Work, has_written: bool) -> str:
    """Return what the owner must still do about `config.txt`, and why; empty where that is nothing."""
    shown = work.places.shown(work.places.boot_settings)
    if has_written:
        return f"Restart the Pi, which reads {shown} only then; the table opens by itself: sudo reboot"
    if has_spi(work) or not work.machine.is_booted:
        return ""
    if lacks_boot_lines(work) or not work.places.boot_settings.exists():
        lines = ", ".join(line.text for line in raspberry.boot_lines(work.machine.model))
        return f"SPI, which drives the LEDs, is off. Add these lines to {shown} and restart the Pi: {lines}"
    return "Restart the Pi, which switches SPI on only then; the table opens by itself: sudo reboot"
