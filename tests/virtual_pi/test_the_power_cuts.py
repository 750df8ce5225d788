"""The power is cut at random moments while a game is played: nothing that was acknowledged is lost."""

from concurrent.futures import Future

import pytest

from tests.virtual_pi.cutting import Cut


def test_power_cuts_lose_nothing_acknowledged(power_cuts: "Future[list[Cut]]", request: pytest.FixtureRequest) -> None:
    # What is lost is found where it is looked for, and told from there.
    cuts = power_cuts.result()
    assert len(cuts) == request.config.getoption("--cuts")
    assert all(cut.acknowledged for cut in cuts), "the power was cut before anything was played"
    assert {cut.integrity for cut in cuts} == {"ok"}
