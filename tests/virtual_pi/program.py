"""Runs this checkout's installer in the base, adds what stands in for a Pi's hardware, and makes a disk of it all."""

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.debian import PATH, copy_checkout, paths_in, pip_settings
from tests.virtual_pi.base import Base, run
from tests.virtual_pi.guest.pins import MODEL
from tests.virtual_pi.progress import doing

GUEST = Path(__file__).parent / "guest"
PROGRAMS = "usr/local/lib/virtual-pi"
UNITS = "etc/systemd/system"
DISK_SIZE = "1500M"
SCANS_PER_SECOND = 25
"""An emulated processor is some twenty times slower than a Pi's: at 100 scans a second it would do nothing else."""
NOT_NEEDED = (
    # Nobody logs in, and nothing else than the program is tried here. Each would cost seconds at every start.
    *("getty@tty1.service", "serial-getty@ttyS0.service", "systemd-logind.service", "systemd-update-utmp.service"),
    *("systemd-update-utmp-runlevel.service", "systemd-binfmt.service", "e2scrub_reap.service", "apt-daily.timer"),
    *("apt-daily-upgrade.timer", "dpkg-db-backup.timer", "e2scrub_all.timer", "fstrim.timer", "dev-hugepages.mount"),
    *("dev-mqueue.mount", "sys-fs-fuse-connections.mount", "modprobe@.service", "systemd-pstore.service"),
    *("systemd-modules-load.service", "systemd-hwdb-update.service", "sys-kernel-debug.mount"),
    *("systemd-udev-trigger.service", "systemd-random-seed.service", "systemd-user-sessions.service"),
)
GROUPS_OF_A_PI = ("gpio", "spi", "i2c")
RULES_OF_A_PI = 'SUBSYSTEM=="gpio", GROUP="gpio", MODE="0660"\n'
IN_THE_ROOT = """set -eu
root=$1
shift
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/tmp"
mount -t tmpfs tmpfs "$root/run"
mount -t tmpfs tmpfs "$root/sys"
mkdir -p "$root/sys/firmware/devicetree/base"
printf '%s\\0' "$MODEL" >"$root/sys/firmware/devicetree/base/model"
for path in $BORROWED; do
    if [ -d "$path" ]; then
        mkdir -p "$root$path"
    else
        mkdir -p "$(dirname "$root$path")"
        [ -e "$root$path" ] || : >"$root$path"
    fi
    mount --bind --read-only "$path" "$root$path"
done
exec chroot "$root" "$@"
"""


def make_disk(base: Base, disk: Path) -> None:
    """Make a disk that a virtual Pi with this checkout's program starts from. Needs root."""
    disk.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=disk.parent, prefix="root-") as folder:
        root = Path(folder)
        root.chmod(0o755)
        with doing("unpacking the small Debian"):
            run(["tar", "-xf", str(base.debian), "-C", folder, "--numeric-owner"])
        _become_a_pi(root)
        with doing("installing the program as the installer does"):
            _install(root)
        _add_stand_ins(root)
        with doing("writing the disk"):
            fresh = disk.with_suffix(".new")
            fresh.unlink(missing_ok=True)
            run(["mke2fs", "-q", "-t", "ext4", "-d", folder, str(fresh), DISK_SIZE])
            fresh.rename(disk)


def _become_a_pi(root: Path) -> None:
    """Add what Raspberry Pi OS has and Debian has not."""
    for group in GROUPS_OF_A_PI:
        run(["chroot", str(root), "groupadd", "--system", group])
    (root / "etc/udev/rules.d/99-com.rules").write_text(RULES_OF_A_PI)
    (root / "boot/firmware").mkdir(parents=True)
    (root / "boot/firmware/config.txt").write_text("# The firmware's settings.\n\n[all]\n")
    (root / "etc/hostname").write_text("raspberrypi\n")
    (root / "etc/machine-id").write_text("c17c4a5e" * 4 + "\n")


def _install(root: Path) -> None:
    source = root / "srv/citychase"
    copy_checkout(source)
    command = ["/srv/citychase/systemd/install", "--yes", "--no-start"]
    done = run_in(root, command)
    (root / "root/install.log").write_text(done.stdout)
    if done.returncode:
        raise RuntimeError(f"{shlex.join(command)} failed ({done.returncode}):\n{done.stdout}")
    shutil.rmtree(source)


def run_in(root: Path, command: list[str]) -> "subprocess.CompletedProcess[str]":
    """Run a command in a root file system that takes itself for a Pi, with this machine's network and pip settings."""
    settings = pip_settings()
    borrowed = ["/etc/resolv.conf", "/etc/hosts", *paths_in(settings.values())]
    kept = {name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}
    environment = {
        **kept,
        **settings,
        "PATH": PATH,
        "HOME": "/root",
        "LANG": "C.UTF-8",
        "MODEL": MODEL,
        "BORROWED": " ".join(borrowed),
    }
    return subprocess.run(
        # With a namespace of their own the mounts go when the command ends, however it does.
        ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", IN_THE_ROOT, "sh", str(root), *command],
        check=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment,
    )


def _add_stand_ins(root: Path) -> None:
    """Add what is not there for want of hardware. It is all in one folder, three units and one drop-in."""
    shutil.copytree(GUEST, root / PROGRAMS, ignore=shutil.ignore_patterns("__pycache__", "units"))
    for unit in sorted((GUEST / "units").glob("*.service")):
        shutil.copy(unit, root / UNITS)
        run(["systemctl", "--quiet", f"--root={root}", "enable", unit.name])
    drop_in = root / UNITS / "citychase.service.d/virtual-pi.conf"
    drop_in.parent.mkdir(exist_ok=True)
    shutil.copy(GUEST / "units/citychase.service.d.conf", drop_in)
    for unit_name in NOT_NEEDED:
        (root / UNITS / unit_name).unlink(missing_ok=True)
        (root / UNITS / unit_name).symlink_to("/dev/null")
    for name in ("etc/.updated", "var/.updated"):
        # Nothing was updated since: the first start is like any other.
        (root / name).touch()
    plan = root / "etc/citychase/board.toml"
    slowed = re.sub(r"(?m)^scans_per_second = \d+$", f"scans_per_second = {SCANS_PER_SECOND}", plan.read_text())
    plan.write_text(slowed)
