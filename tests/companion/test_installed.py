from pathlib import Path

import pytest

from companion.card.wifi import Hotspot, Wifi
from companion.commands.card import hotspot_address, own_address
from companion.installed import AVAHI_SERVICE, AVAHI_SETTINGS, SOCKET, UNIT, table_name, table_port
from tests.companion.doctor.patients import write

SERVICE = {UNIT: "[Service]\n", SOCKET: "[Socket]\nListenStream=80\n"}
DAEMON = "# avahi\n[server]\n#host-name=foo\n{line}\nuse-ipv4=yes\n\n[wide-area]\nhost-name=not-here\n"


def named(line: str = "host-name=citychase") -> dict[str, str]:
    return {AVAHI_SERVICE: "", AVAHI_SETTINGS: DAEMON.format(line=line)}


def test_without_a_service_the_port_is_that_of_a_table_opened_by_hand(tmp_path: Path) -> None:
    assert table_port(tmp_path) == 8000
    write(tmp_path, {SOCKET: "[Socket]\nListenStream=80\n"})
    assert table_port(tmp_path) == 8000


@pytest.mark.parametrize(
    ("changes", "port"),
    [
        ({}, 80),
        ({"port.conf": "[Socket]\nListenStream=\nListenStream=8080\n"}, 8080),
        ({"a.conf": "[Socket]\nListenStream = 0.0.0.0:81\n", "b.conf": "[Socket]\nListenStream=[::]:82\n"}, 82),
        ({"port.conf.before": "[Socket]\nListenStream=8080\n"}, 80),
        ({"port.conf": "[Socket]\n#ListenStream=8080\n"}, 80),
        ({"port.conf": "\x00"}, 80),
    ],
)
def test_the_port_of_the_service_is_the_last_one_that_is_set(
    changes: dict[str, str], port: int, tmp_path: Path
) -> None:
    write(tmp_path, {**SERVICE, **{f"{SOCKET}.d/{name}": text for name, text in changes.items()}})
    assert table_port(tmp_path) == port


@pytest.mark.parametrize(
    ("files", "name"),
    [
        ({}, None),
        ({AVAHI_SETTINGS: "[server]\nhost-name=citychase\n"}, None),
        (named(), "citychase.local"),
        (named(" host-name = attic \ndomain-name=home"), "attic.home"),
        ({**named(""), "etc/hostname": "raspberrypi\n"}, "raspberrypi.local"),
        ({**named(""), "etc/hostname": "old\n", "proc/sys/kernel/hostname": "attic.example.net\n"}, "attic.local"),
        ({AVAHI_SERVICE: "", "etc/hostname": "raspberrypi\n"}, "raspberrypi.local"),
        ({AVAHI_SERVICE: ""}, None),
    ],
)
def test_the_name_is_avahis_or_else_the_machines(files: dict[str, str], name: str | None, tmp_path: Path) -> None:
    write(tmp_path, files)
    assert table_name(tmp_path) == name


def test_a_card_leads_to_the_port_and_the_name_that_are_installed(tmp_path: Path) -> None:
    write(tmp_path, {**SERVICE, **named()})
    hotspot = Hotspot(Wifi("City Chase", None))
    assert own_address(tmp_path) == "http://citychase.local/"
    assert hotspot_address(hotspot, tmp_path) == "http://10.42.0.1/"
    write(tmp_path, {**named("host-name=attic"), f"{SOCKET}.d/port.conf": "[Socket]\nListenStream=8080\n"})
    assert own_address(tmp_path) == "http://attic.local:8080/"
    assert hotspot_address(hotspot, tmp_path) == "http://10.42.0.1:8080/"
