"""Two virtual Pis for all tests, which take a while to start: one is asked, the power of the other is cut meanwhile."""

import secrets
from collections.abc import Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.virtual_pi.base import find_base
from tests.virtual_pi.building import DISK
from tests.virtual_pi.cutting import Cut, cut_again_and_again
from tests.virtual_pi.machine import VirtualPi
from tests.virtual_pi.playing import Players
from tests.virtual_pi.progress import tell

PI = pytest.StashKey[VirtualPi]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("virtual pi")
    group.addoption("--cuts", type=int, default=3, help="how often the power is cut")
    group.addoption("--seed", type=int, default=secrets.randbelow(10**6), help="what decides when it is cut")


def make_pi(name: str, folder: Path) -> VirtualPi:
    base = find_base()
    assert base.folder.exists(), "There is no virtual Pi yet. Build it: make test-pi"
    assert DISK.exists(), "There is no virtual Pi yet. Build it: make test-pi"
    return VirtualPi(name, base, DISK, folder)


@pytest.fixture(scope="session", autouse=True)
def power_cuts(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> "Iterator[Future[list[Cut]] | None]":
    """Begin to cut the power of a Pi of its own, if that is asked for, while everything else is tried."""
    if not any("power_cuts" in getattr(item, "originalname", "") for item in request.session.items):
        yield None
        return
    cuts, seed = request.config.getoption("--cuts"), request.config.getoption("--seed")
    twin = tmp_path_factory.mktemp("twin")

    def cut(pi: VirtualPi) -> list[Cut]:
        try:
            return cut_again_and_again(pi, twin, cuts, seed)
        except AssertionError:
            tell(f"the journal of {pi.name}:\n{pi.journal()}")
            raise

    with (
        ThreadPoolExecutor() as meanwhile,
        make_pi("the Pi without a steady supply", tmp_path_factory.mktemp("cut")) as pi,
    ):
        yield meanwhile.submit(cut, pi)


@pytest.fixture(scope="session")
def pi(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[VirtualPi]:
    with make_pi("the virtual Pi", tmp_path_factory.mktemp("pi")) as machine:
        request.config.stash[PI] = machine
        machine.start()
        yield machine


@pytest.fixture(scope="session")
def seated(pi: VirtualPi) -> Players:
    players = Players(pi)
    pi.wait_until_active()
    players.sit()
    return players


@pytest.fixture
def players(seated: Players) -> Players:
    """People at the table, in a game where it is the police's turn."""
    seated.pi.wait_until_active()
    seated.begin()
    return seated


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Tell with every failure what the guest has logged."""
    report = yield
    machine = item.config.stash.get(PI, None)
    if report.failed and machine is not None:
        report.sections.append(("journal of the virtual Pi", machine.journal()))
    return report
