"""What a table tells systemd, tried with a socket of our own in systemd's place."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from companion import supervision
from companion.supervision import NoSocket, Supervisor, fetch_sockets, find_supervisor


class Ear:
    """Hears what systemd would be told."""

    def __init__(self, address: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._socket.bind(address)

    def heard(self) -> list[str]:
        told = []
        while True:
            try:
                told.append(self._socket.recv(4096).decode())
            except BlockingIOError:
                return told

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def ear(tmp_path: Path) -> Iterator[Ear]:
    opened = Ear(str(tmp_path / "notify"))
    yield opened
    opened.close()


def test_readiness_and_leaving_are_told(ear: Ear, tmp_path: Path) -> None:
    supervisor = find_supervisor({"NOTIFY_SOCKET": str(tmp_path / "notify")})
    supervisor.tell_ready("The table is open.")
    supervisor.tell_stopping()
    assert ear.heard() == ["READY=1\nSTATUS=The table is open.", "STOPPING=1"]


def test_an_address_that_is_no_file_is_understood() -> None:
    name = f"citychase-test-{os.getpid()}"
    ear = Ear(f"\0{name}")
    try:
        find_supervisor({"NOTIFY_SOCKET": f"@{name}"}).tell_stopping()
        assert ear.heard() == ["STOPPING=1"]
    finally:
        ear.close()


def test_signs_of_life_come_four_times_in_the_time_that_is_allowed(ear: Ear, tmp_path: Path) -> None:
    supervisor = find_supervisor({"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "20000000"})
    for tenth in range(200):
        supervisor.beat(1000 + tenth / 10)
    assert ear.heard() == ["WATCHDOG=1"] * 4


@pytest.mark.parametrize(
    "environment",
    [{}, {"WATCHDOG_USEC": ""}, {"WATCHDOG_USEC": "soon"}, {"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "1"}],
)
def test_who_is_not_watched_gives_no_sign(ear: Ear, tmp_path: Path, environment: dict[str, str]) -> None:
    find_supervisor({"NOTIFY_SOCKET": str(tmp_path / "notify"), **environment}).beat(0)
    assert ear.heard() == []


def test_a_table_started_by_hand_tells_nobody() -> None:
    supervisor = find_supervisor({})
    supervisor.tell_ready("")
    supervisor.beat(0)
    supervisor.tell_stopping()
    assert isinstance(supervisor, Supervisor)


def test_what_systemd_says_is_handed_to_no_other_process(tmp_path: Path) -> None:
    environment = {"NOTIFY_SOCKET": str(tmp_path), "WATCHDOG_USEC": "1", "WATCHDOG_PID": str(os.getpid()), "HOME": "/"}
    find_supervisor(environment)
    environment |= {"LISTEN_PID": "1", "LISTEN_FDS": "1", "LISTEN_FDNAMES": "citychase.socket"}
    fetch_sockets(environment)
    assert environment == {"HOME": "/"}


def test_sockets_are_taken_from_the_third_file_number_on() -> None:
    adopted: list[int] = []
    given = socket.socket()

    def adopt(number: int) -> socket.socket:
        adopted.append(number)
        return given

    assert fetch_sockets({"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "2"}, adopt) == [given, given]
    given.close()
    assert adopted == [3, 4]


@pytest.mark.parametrize(
    "environment", [{}, {"LISTEN_FDS": "1"}, {"LISTEN_PID": "1", "LISTEN_FDS": "1"}, {"LISTEN_PID": str(os.getpid())}]
)
def test_sockets_that_are_meant_for_others_are_left_alone(environment: dict[str, str]) -> None:
    def adopt(number: int) -> socket.socket:
        raise AssertionError(number)

    assert fetch_sockets(environment, adopt) == []


@pytest.mark.parametrize("address", ["/nonexistent/x", "@nobody-has-this", "/" + "x" * 300, "vsock:2:1234"])
def test_a_supervisor_that_cannot_be_told_stops_no_table(address: str, caplog: pytest.LogCaptureFixture) -> None:
    supervisor = find_supervisor({"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "1"})
    supervisor.tell_ready("")
    supervisor.beat(0)
    supervisor.tell_stopping()
    assert len(caplog.records) == 1, "it is told once"


def test_a_supervisor_that_does_not_read_keeps_nobody_waiting(ear: Ear, tmp_path: Path) -> None:
    supervisor = find_supervisor({"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "4"})
    for second in range(10_000):
        supervisor.beat(second)
    assert set(ear.heard()) == {"WATCHDOG=1"}


def test_readiness_waits_until_it_can_be_heard(ear: Ear, tmp_path: Path) -> None:
    supervisor = find_supervisor({"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "4"})
    for second in range(10_000):
        supervisor.beat(second)
    telling = Thread(target=supervisor.tell_ready, args=("The table is open.",))
    telling.start()
    heard = []
    while telling.is_alive():
        heard += ear.heard()
    assert [*heard, *ear.heard()][-1] == "READY=1\nSTATUS=The table is open."


def test_an_error_that_passes_ends_no_signs_of_life(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    supervisor = find_supervisor({"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "4"})
    supervisor.beat(0)
    supervisor.beat(1)
    late = Ear(str(tmp_path / "notify"))
    supervisor.beat(2)
    heard = late.heard()
    late.close()
    supervisor.beat(3)
    assert heard == ["WATCHDOG=1"]
    assert len(caplog.records) == 2, "each time that it goes deaf, once"


def test_a_socket_that_is_promised_and_not_there_is_told_in_a_sentence() -> None:
    with pytest.raises(NoSocket, match="LISTEN_FDS promises a socket as file 10000"):
        supervision._adopt(10_000)
