"""What tests of every folder may ask for."""

import signal
from collections.abc import Iterator

import pytest


@pytest.fixture
def hears_hangup() -> Iterator[None]:
    """Let SIGHUP end what is tried, also where the tests run under nohup, whose children do not hear it."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)
