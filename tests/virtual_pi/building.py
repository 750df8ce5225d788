"""Builds the disk of a virtual Pi: `python -m tests.virtual_pi.building`. Takes root where it is not root already."""

import os
import sys
from pathlib import Path

from tests.debian import ROOT
from tests.virtual_pi.base import ensure_base
from tests.virtual_pi.program import make_disk

DISK = ROOT / "build" / "virtual-pi" / "disk.ext4"


def build() -> Path:
    """Build everything, and return the disk."""
    make_disk(ensure_base(), DISK)
    return DISK


if __name__ == "__main__":
    if os.geteuid() != 0:
        # A root file system has files of root's, and the installer wants to be root.
        os.execvp("sudo", ["sudo", "-E", sys.executable, "-m", "tests.virtual_pi.building"])  # noqa: S606
    build()
