"""The address that phones open."""

import errno
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.table import network
from companion.table.network import address_for_phones


@pytest.fixture
def nowhere_to_go(monkeypatch: pytest.MonkeyPatch) -> Callable[[dict[str, str]], None]:
    """Return what makes this a machine whose networks lead nowhere, with these addresses."""

    class Probe(socket.socket):
        def connect(self, address: object) -> None:
            raise OSError(errno.ENETUNREACH, f"no way to {address}")

    def arrange(addresses: dict[str, str]) -> None:
        monkeypatch.setattr(socket, "socket", Probe)
        monkeypatch.setattr(network, "_interfaces", lambda: list(addresses))
        monkeypatch.setattr(network, "_address_of", lambda name, _: addresses[name] or None)

    return arrange


@pytest.mark.parametrize(
    ("host", "port", "address"),
    [
        ("192.168.1.5", 8000, "http://192.168.1.5:8000/"),
        ("citychase.local", 80, "http://citychase.local/"),
        ("fe80::1", 80, "http://[fe80::1]/"),
    ],
)
def test_a_host_that_is_named_is_the_address(host: str, port: int, address: str) -> None:
    assert address_for_phones(host, port) == address


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])  # noqa: S104 - it is what is asked about
def test_all_addresses_are_shown_as_one_that_can_be_opened(host: str) -> None:
    assert "0.0.0.0" not in address_for_phones(host, 80)  # noqa: S104
    assert "::" not in address_for_phones(host, 80)


@pytest.mark.parametrize(
    ("addresses", "address"),
    [
        ({"lo": "127.0.0.1", "eth0": "", "wlan0": "10.42.0.1"}, "http://10.42.0.1/"),
        ({"lo": "127.0.0.1", "eth0": ""}, "http://127.0.0.1/"),
        ({}, "http://127.0.0.1/"),
    ],
)
def test_a_network_of_the_tables_own_is_found_although_it_leads_nowhere(
    nowhere_to_go: Callable[[dict[str, str]], None], addresses: dict[str, str], address: str
) -> None:
    nowhere_to_go(addresses)
    assert address_for_phones("::", 80) == address


def test_an_interface_is_asked_for_its_address() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        assert network._address_of("lo", probe) == "127.0.0.1"
        assert network._address_of("nothing0", probe) is None


def test_interfaces_are_listed_without_netlink_which_the_service_may_not_use() -> None:
    assert "lo" in network._interfaces()


def test_where_interfaces_cannot_be_listed_there_are_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(network, "_INTERFACES", tmp_path / "missing")
    assert network._interfaces() == []
