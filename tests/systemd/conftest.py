"""Debians to try the installer in: one without it, and one with it. Each test has its own copy."""

import os
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.debian import copied, copy_checkout, make_base, suite
from tests.systemd.trying import CHECKOUT, Debian, wheel_folder

BASE = ("systemd", "systemd-sysv", "dbus", "udev", "python3", "make", "ca-certificates")


@pytest.fixture(scope="session")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_checkout(tmp_path_factory.mktemp("checkout"))


@pytest.fixture(scope="session")
def base() -> Path:
    if os.geteuid():
        pytest.fail("Only root can make a Debian to try the installer in. Use: sudo make test", pytrace=False)
    return make_base(BASE)


@pytest.fixture
def fresh(base: Path, checkout: Path, tmp_path: Path) -> Iterator[Debian]:
    """Return a Debian as it comes, without what the installer brings."""
    wheels = wheel_folder(suite())
    with copied(base, tmp_path / "fresh") as root:
        yield Debian(root, checkout, wheels if wheels.exists() else None)


@pytest.fixture(scope="session")
def installed(base: Path, checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Debian]:
    """Return a Debian with the table, by the first installation, which fetches Debian's packages."""
    wheels = wheel_folder(suite())
    with copied(base, tmp_path_factory.mktemp("installed") / "debian") as root:
        debian = Debian(root, checkout, wheels if wheels.exists() else None)
        done = debian.install()
        assert done.returncode == 0, done.stdout + done.stderr
        (root / "first-install.log").write_text(done.stdout)
        yield debian if debian.wheels else keep_wheels(debian, wheels)


def keep_wheels(debian: Debian, wheels: Path) -> Debian:
    """Keep the wheels of a release for all that are made after it."""
    new = wheels.with_name(f"{wheels.name}.new")
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir(parents=True)
    # Building makes files beside the sources.
    source = "/srv/source"
    shutil.copytree(debian.checkout, debian.path(source))
    pip = ("/opt/citychase/current/bin/python", "-m", "pip", "wheel", "--quiet", "--wheel-dir", "/made")
    done = replace(debian, binds={new: "/made"}).run(
        *pip, "--constraint", f"{CHECKOUT}/constraints.txt", source, "hatchling"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    shutil.rmtree(debian.path(source))
    for made in new.glob("citychase_tabletop-*"):
        made.unlink()
    new.rename(wheels)
    return replace(debian, wheels=wheels)


@pytest.fixture
def table(installed: Debian, tmp_path: Path) -> Iterator[Debian]:
    """Return a Debian with the table."""
    with copied(installed.root, tmp_path / "table") as root:
        yield replace(installed, root=root)
