"""What the port expanders of a board need beside the line in `config.txt`: the kernel's way to I2C from programs."""

from firmware import raspberry
from systemd.installer.files import Wanted, are_there, read, remove, write_all
from systemd.installer.steps import Deed, Step
from systemd.installer.work import Work


def has_expanders(work: Work) -> bool:
    """Tell whether the board has port expanders: by the owner's plan, else by the one that is to be installed."""
    plan = read(work.places.board)
    newest = (work.checkout / "hardware/board.toml").read_text(encoding="utf-8") if plan is None else plan
    return raspberry.needs_i2c(newest)


def load_module(work: Work) -> Step:
    """Let the kernel load what makes /dev/i2c-1, at every start and now."""
    places = work.places
    module = raspberry.I2C_MODULE
    wanted = {places.modules: Wanted(f"{module}\n")}

    def load() -> None:
        write_all(wanted)
        if work.machine.is_booted:
            work.commands.run("modprobe", module)

    is_for_us = work.machine.is_supported and has_expanders(work)
    shown = places.shown(places.modules)
    return Step(
        Deed(f"let the kernel offer I2C for the port expanders, by {shown}", lambda: not are_there(wanted), load)
        if is_for_us
        else None,
        Deed(f"remove {shown}", places.modules.exists, lambda: remove(places.modules)),
    )
