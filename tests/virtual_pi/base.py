"""Builds what every virtual Pi begins with: a small Debian and a kernel that can simulate pins. Kept once it is built.

The Debian is the one that Raspberry Pi OS is made of; of its kernels only the one in backports has `gpio-sim`.
"""

import lzma
import os
import re
import shutil
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from tests.mirror import apt_settings, find_mirror
from tests.virtual_pi.progress import doing

SUITE = "bookworm"
"""lgpio has wheels for its Python."""
KERNEL_SUITE = "trixie-backports"
KERNEL = "linux-image-amd64"
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
PACKAGES = (
    # What Raspberry Pi OS Lite has, too.
    *("systemd", "systemd-sysv", "dbus", "udev", "avahi-daemon", "python3", "iproute2", "ca-certificates", "kmod"),
    # What the installer would fetch where it is missing.
    *("python3-venv", "python3-dev", "gcc", "libc6-dev"),
    # For the few steps before the disk is there.
    "busybox-static",
)
LEFT_OUT = ("/usr/share/man/*", "/usr/share/doc/*", "/usr/share/locale/*", "/usr/share/i18n/*")
MODULES = ("ext4", "virtio_blk", "virtio_net", "autofs4", "gpio_sim")
"""Everything the virtual Pi's kernel needs beside what is built in; loaded before its disk is mounted."""
INIT = """#!/bin/busybox sh
/bin/busybox mount -t devtmpfs devices /dev
for module in {modules}; do
    /bin/busybox insmod /modules/$module
done
/bin/busybox mount -t ext4 /dev/vda /root
exec /bin/busybox switch_root /root /sbin/init
"""
DAYS_KEPT = 7


class Base(Struct, frozen=True):
    """The folder with what was built."""

    folder: Path

    @property
    def debian(self) -> Path:
        """The root file system, as a tar archive."""
        return self.folder / "debian.tar"

    @property
    def kernel(self) -> Path:
        return self.folder / "vmlinuz"

    @property
    def initramfs(self) -> Path:
        """Loads the modules and goes on with the disk."""
        return self.folder / "initramfs"


def cache_folder() -> Path:
    """Return where bases are kept, for all checkouts together."""
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "citychase" / "virtual-pi"


def find_base() -> Base:
    """Return the base that this recipe makes, whether it was built or not."""
    recipe = sha256(Path(__file__).read_bytes()).hexdigest()[:16]
    return Base(cache_folder() / recipe)


def ensure_base() -> Base:
    """Return the base, and build it where it is not there yet."""
    base = find_base()
    if base.folder.exists():
        base.folder.touch()
        return base
    base.folder.parent.mkdir(parents=True, exist_ok=True)
    _forget_old(base.folder.parent)
    with TemporaryDirectory(dir=base.folder.parent, prefix="building-") as building:
        fresh = Base(Path(building) / "base")
        fresh.folder.mkdir()
        _build(fresh)
        # All of it or nothing: who comes later must not find half a base.
        try:
            fresh.folder.rename(base.folder)
        except OSError:
            # Another checkout was faster.
            if not base.folder.exists():
                raise
    return base


def _forget_old(folder: Path) -> None:
    for one in folder.iterdir():
        if time.time() - one.stat().st_mtime > DAYS_KEPT * 24 * 3600:
            shutil.rmtree(one)


def _build(base: Base) -> None:
    mirror = find_mirror((SUITE, KERNEL_SUITE))
    with TemporaryDirectory() as scratch, ThreadPoolExecutor() as side_by_side:
        unpacked = Path(scratch)
        kernel = side_by_side.submit(_fetch_kernel, mirror, unpacked)
        _bootstrap(mirror, base.debian)
        kernel.result()
        shutil.copy(next(unpacked.rglob("vmlinuz*")), base.kernel)
        _pack_initramfs(base, unpacked)


def _bootstrap(mirror: str, archive: Path) -> None:
    with doing(f"building a small Debian {SUITE} from {mirror}"):
        command = ["mmdebstrap", "--quiet", "--variant=minbase", f"--include={','.join(PACKAGES)}"]
        command += [f"--aptopt={setting}" for setting in ('Acquire::Languages "none";', *apt_settings())]
        command += [f"--dpkgopt=path-exclude={pattern}" for pattern in LEFT_OUT]
        run([*command, SUITE, str(archive), f"deb {mirror} {SUITE} main"])


def _fetch_kernel(mirror: str, unpacked: Path) -> None:
    """Download the newest kernel with an apt of its own, which checks the signatures, and unpack it."""
    with doing(f"fetching the kernel of {KERNEL_SUITE}"), TemporaryDirectory() as folder:
        apt = _private_apt(mirror, Path(folder))
        run(["apt-get", "update", "-qq"], apt)
        image = _depends(KERNEL, apt, r"linux-image-\d\S+")
        # Newer kernels come in several packages: what is started, and the modules.
        parts = [*image, *_depends(image[0], apt, r"linux-(?:binary|modules)-\d\S+")]
        run(["apt-get", "download", "-qq", *parts], apt, unpacked)
        for package in unpacked.glob("*.deb"):
            run(["dpkg-deb", "-x", str(package), str(unpacked)])


def _private_apt(mirror: str, folder: Path) -> dict[str, str]:
    """Make an apt that knows one suite, and touches nothing of this machine's."""
    for name in ("etc/apt/preferences.d", "lib/apt/lists/partial", "cache/apt/archives/partial"):
        (folder / name).mkdir(parents=True)
    (folder / "status").touch()
    sources = folder / "sources.list"
    sources.write_text(f"deb [signed-by={KEYRING} arch=amd64] {mirror} {KERNEL_SUITE} main\n")
    settings = [
        f'Dir::Etc "{folder}/etc/apt";',
        f'Dir::Etc::SourceList "{sources}";',
        f'Dir::State "{folder}/lib/apt";',
        f'Dir::State::Status "{folder}/status";',
        f'Dir::Cache "{folder}/cache/apt";',
        'APT::Architecture "amd64";',
        'APT::Sandbox::User "root";',
        'Acquire::Languages "none";',
        *apt_settings(),
    ]
    (folder / "apt.conf").write_text("\n".join(settings))
    return {**os.environ, "APT_CONFIG": str(folder / "apt.conf")}


def _depends(package: str, apt: dict[str, str], pattern: str) -> list[str]:
    listed = subprocess.run(["apt-cache", "depends", package], check=True, capture_output=True, text=True, env=apt)
    return re.findall(rf"Depends: ({pattern})", listed.stdout)


def _pack_initramfs(base: Base, unpacked: Path) -> None:
    files = {path.name.partition(".")[0].replace("-", "_"): path for path in unpacked.rglob("*.ko*")}
    modules: dict[str, bytes] = {}
    for name in MODULES:
        _add_module(name, files, modules)
    with TemporaryDirectory() as folder:
        root = Path(folder)
        for name in ("bin", "dev", "modules", "root"):
            (root / name).mkdir()
        run(["tar", "-xf", str(base.debian), "-C", folder, "./bin/busybox", "./usr/bin/busybox"], check=False)
        busybox = next(path for path in root.rglob("busybox") if path.is_file())
        if busybox.parent != root / "bin":
            busybox.rename(root / "bin" / "busybox")
        for name, code in modules.items():
            (root / "modules" / name).write_bytes(code)
        init = root / "init"
        init.write_text(INIT.format(modules=" ".join(modules)))
        init.chmod(0o755)
        names = "\n".join(str(path.relative_to(root)) for path in sorted(root.rglob("*")))
        with base.initramfs.open("wb") as archive:
            subprocess.run(
                ["cpio", "--create", "--format=newc", "--quiet"],
                cwd=root,
                input=names.encode(),
                stdout=archive,
                check=True,
            )


def _add_module(name: str, files: dict[str, Path], modules: dict[str, bytes]) -> None:
    """Add a module after all those that it needs."""
    if name in modules:
        return
    packed = files[name].read_bytes()
    code = lzma.decompress(packed) if files[name].suffix == ".xz" else packed
    needs = re.search(rb"\0depends=([^\0]*)\0", code)
    for other in needs[1].decode().split(",") if needs and needs[1] else ():
        _add_module(other.replace("-", "_"), files, modules)
    modules[name] = code


def run(command: list[str], env: dict[str, str] | None = None, cwd: Path | None = None, *, check: bool = True) -> None:
    """Run a command, whose output is worth reading only if it fails."""
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=env, cwd=cwd)
    if check and done.returncode:
        raise RuntimeError(f"{' '.join(command)} failed ({done.returncode}):\n{done.stdout}{done.stderr}")
