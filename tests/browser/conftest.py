"""A real table, real browsers, and players to bring games to where a test begins."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests.browser.phones import Phones
from tests.browser.players import Game, Player, SeatName
from tests.browser.positions import Stage
from tests.browser.serving import NAME, ServedTable

PlayerMaker = Callable[[SeatName, str], Player]
CHROMIUM = "/usr/bin/chromium"
OPTIONS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {NAME} 127.0.0.1",
)
PATIENCE_MS = 15_000
"""How long a page may take for anything on a busy machine. Nothing here measures time."""


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    with playwright.chromium.launch(executable_path=CHROMIUM, args=list(OPTIONS)) as started:
        yield started


@pytest.fixture
def table(tmp_path: Path) -> Iterator[ServedTable]:
    with ServedTable(tmp_path) as served:
        yield served
    assert "Traceback" not in served.log.read_text()


@pytest.fixture
def phones(browser: Browser, table: ServedTable) -> Iterator[Phones]:
    """Devices at the table. A test fails if any of their pages had something to complain of."""
    made = Phones(browser, table.address)
    yield made
    complaints = made.complaints()
    made.switch_off()
    assert complaints == []


@pytest.fixture
def player(playwright: Playwright, table: ServedTable) -> Iterator[PlayerMaker]:
    made = []

    def make(seat: SeatName, name: str) -> Player:
        api = playwright.request.new_context(base_url=table.local_address, extra_http_headers={"X-CityChase": "1"})
        made.append(api)
        return Player(api, seat, name)

    yield make
    for api in made:
        api.dispose()


@pytest.fixture
def game(player: PlayerMaker) -> Game:
    """Ana and Ben at the table, no game yet."""
    return Game(player("thief", "Ana"), player("police", "Ben"))


@pytest.fixture
def stage(table: ServedTable, phones: Phones, player: PlayerMaker) -> Stage:
    """Everything for an evening of positions."""
    return Stage(table, phones, player)
