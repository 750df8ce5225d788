"""The program dies or hangs: systemd starts it again, and the game goes on."""

import shlex
from collections.abc import Iterator

import pytest

from tests.virtual_pi.machine import SLOW_PAUSE_S, VirtualPi, wait_for
from tests.virtual_pi.playing import Players
from tests.virtual_pi.progress import doing
from tests.web.cutting import fly, kept

HANGING = """[Service]
ExecStart=
ExecStart=/opt/citychase/current/bin/python /usr/local/lib/virtual-pi/hanging.py {arguments}
"""
DROP_IN = "/run/systemd/system/citychase.service.d/hanging.conf"
WATCHDOG = "citychase.service: Failed with result 'watchdog'."


def restarts(pi: VirtualPi) -> int:
    return int(pi.show("NRestarts")["NRestarts"])


def times_hung(pi: VirtualPi) -> int:
    logged = pi.run("journalctl", "--boot", "--no-pager", "--output=cat", "_PID=1").out
    return logged.count(WATCHDOG)


def check_going_on(pi: VirtualPi, players: Players, signal: str) -> None:
    """Send the program a signal that ends it or makes it hang, and see the game go on after it."""
    before, process, count = players.company.views(), pi.main_pid, restarts(pi)
    pi.read("sh", "-c", f"kill -{signal} {process}")
    with doing(f"waiting for systemd to do something about {signal}"):
        wait_for(lambda: restarts(pi) == count + 1, "systemd starts it again", pause_s=SLOW_PAUSE_S)
    pi.wait_until_active(after=[process])
    assert kept(players.company.views()) == kept(before)
    players.send(fly("ben", "pink", "B"))
    assert players.view()["helicopters"]["pink"] == {"crossing": "B", "acted": True}


def test_a_killed_program_is_started_again_and_the_game_goes_on(pi: VirtualPi, players: Players) -> None:
    check_going_on(pi, players, "KILL")


def test_a_stopped_program_is_started_again_and_the_game_goes_on(pi: VirtualPi, players: Players) -> None:
    hung = times_hung(pi)
    check_going_on(pi, players, "STOP")
    assert times_hung(pi) == hung + 1


@pytest.mark.usefixtures("table_that_can_hang")
def test_a_hung_table_is_started_again_and_the_game_goes_on(pi: VirtualPi, players: Players) -> None:
    hung = times_hung(pi)
    check_going_on(pi, players, "USR2")
    assert times_hung(pi) == hung + 1


@pytest.fixture
def table_that_can_hang(pi: VirtualPi) -> Iterator[None]:
    """Start the unit's own command through a wrapper that can make the table hang, and afterwards again without."""
    process = pi.wait_until_active()
    _, *arguments = pi.read("cat", f"/proc/{process}/cmdline").strip("\0").split("\0")[1:]
    drop_in = shlex.quote(HANGING.format(arguments=shlex.join(arguments)))
    pi.read("sh", "-c", f"mkdir -p $(dirname {DROP_IN}) && printf %s {drop_in} >{DROP_IN} && systemctl daemon-reload")
    start_anew(pi)
    yield
    pi.read("sh", "-c", f"rm {DROP_IN} && systemctl daemon-reload")
    start_anew(pi)


def start_anew(pi: VirtualPi) -> None:
    process = pi.wait_until_active()
    pi.read("systemctl", "restart", "--no-block", "citychase.service")
    pi.wait_until_active(after=[process])
