"""Gives a virtual machine what a Raspberry Pi 4 has: 54 lines on a gpiochip, SPI, and a name. Run once at boot.

The kernel's `gpio-sim` makes the lines. Everything else here is what programs look at to learn which Pi they are on.
"""

import os
import shutil
import stat
import subprocess
from pathlib import Path

LINES = 54
LABEL = "pinctrl-bcm2711"
"""What a Pi 4's own chip is called. Blinka looks for it."""
MODEL = "Raspberry Pi 4 Model B Rev 1.1"
CPUINFO = f"""processor\t: 0
model name\t: ARMv8 Processor rev 3 (v8l)
CPU implementer\t: 0x41
CPU architecture: 8

Hardware\t: BCM2835
Revision\t: c03111
Serial\t\t: 100000000000c1c1
Model\t\t: {MODEL}
"""
FOLDER = Path("/run/virtual-pi")
SIMULATED = Path("/sys/kernel/config/gpio-sim/pi")
FIRMWARE = Path("/sys/firmware")
SPI = Path("/dev/spidev0.0")


def mount(*words: str) -> None:
    """Mount something. Raises CalledProcessError."""
    subprocess.run(["/bin/mount", *words], check=True)


def lay_out_lines() -> None:
    """Make the gpiochip, and give it to the group gpio, as udev does on Raspberry Pi OS."""
    if not SIMULATED.parent.exists():
        mount("-t", "configfs", "configfs", "/sys/kernel/config")
    bank = SIMULATED / "bank0"
    bank.mkdir(parents=True)
    (bank / "num_lines").write_text(str(LINES))
    (bank / "label").write_text(LABEL)
    (SIMULATED / "live").write_text("1")
    chip = Path("/dev/gpiochip0")
    shutil.chown(chip, group="gpio")
    chip.chmod(0o660)


def offer_spi() -> None:
    """Make a device that swallows everything: the driver that would write to it is simulated."""
    os.mknod(SPI, 0o660 | stat.S_IFCHR, os.makedev(1, 3))
    shutil.chown(SPI, group="spi")
    SPI.chmod(0o660)


def take_a_name() -> None:
    """Say that this is a Pi 4: in the device tree, and in /proc/cpuinfo."""
    FOLDER.mkdir(exist_ok=True)
    cpuinfo = FOLDER / "cpuinfo"
    cpuinfo.write_text(CPUINFO)
    mount("--bind", str(cpuinfo), "/proc/cpuinfo")
    mount("-t", "tmpfs", "firmware", str(FIRMWARE))
    tree = FIRMWARE / "devicetree" / "base"
    tree.mkdir(parents=True)
    (tree / "model").write_text(f"{MODEL}\0")


if __name__ == "__main__":
    lay_out_lines()
    offer_spi()
    take_a_name()
