"""A table with its application, and people at it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.visiting import Browser, Guests, WebTable, seat_everyone


@pytest.fixture
def web(tmp_path: Path) -> Iterator[WebTable]:
    with WebTable(tmp_path) as opened:
        yield opened


@pytest.fixture
def browser(web: WebTable) -> Browser:
    """A browser without a seat."""
    return web.browser()


@pytest.fixture
def guests(web: WebTable) -> Guests:
    return seat_everyone(web)
