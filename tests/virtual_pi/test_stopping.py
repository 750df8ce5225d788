"""The last thing the board does."""

from tests.virtual_pi.machine import VirtualPi, wait_for
from tests.virtual_pi.playing import Players


def test_the_leds_end_dark(pi: VirtualPi, players: Players) -> None:
    assert players.view()["phase"] == "police"
    wait_for(lambda: not pi.leds().is_dark, "the board is lit")
    lit = pi.leds()
    pi.read("systemctl", "stop", "citychase.service")
    dark = pi.leds()
    assert dark.frames > lit.frames
    assert dark.is_dark
    assert pi.show("ActiveState", "Result") == {"ActiveState": "inactive", "Result": "success"}
