from pathlib import Path

import pytest

from tests.companion.doctor.patients import ACTIVE, PI4, Asked, Network, look, make_patient

UNIT = {"etc/systemd/system/citychase.service": "[Service]\n"}
AVAHI = {
    "etc/avahi/services/citychase.service": "",
    "etc/avahi/avahi-daemon.conf": "[server]\nhost-name=citychase\n",
}


@pytest.mark.parametrize(
    ("state", "verdict", "remedy"),
    [
        (ACTIVE, "fine", None),
        (ACTIVE.replace("NRestarts=0", "NRestarts=3"), "note", "journalctl"),
        ("LoadState=not-found\nActiveState=inactive\n", "note", "sudo make install"),
        ("LoadState=masked\nActiveState=inactive\n", "problem", "sudo make install"),
        (ACTIVE.replace("=active", "=failed"), "problem", "journalctl"),
        (ACTIVE.replace("=active", "=inactive"), "problem", "sudo systemctl start citychase"),
        (ACTIVE.replace("=enabled", "=disabled"), "problem", "sudo systemctl enable"),
        (ACTIVE.replace("=active", "=activating"), "note", "citychase doctor"),
        (ACTIVE.replace("=active", "=activating").replace("NRestarts=0", "NRestarts=7"), "problem", "journalctl"),
        ("LoadState=loaded\n", "problem", "sudo systemctl start citychase"),
        ("", "note", None),
        ("\x00=\n===", "note", None),
    ],
)
def test_the_service_is_judged_by_what_systemd_says(
    state: str, verdict: str, remedy: str | None, tmp_path: Path
) -> None:
    finding = look("service", make_patient(tmp_path, PI4, answers={"systemctl": state}))
    assert finding.verdict == verdict
    assert (finding.remedy is None) if remedy is None else (remedy in str(finding.remedy))


def test_without_systemd_the_service_cannot_be_seen(tmp_path: Path) -> None:
    finding = look("service", make_patient(tmp_path))
    assert (finding.verdict, finding.found) == (
        "note",
        "Whether the table is a service cannot be seen: there is no systemctl here.",
    )


def test_a_table_that_answers_is_fine(tmp_path: Path) -> None:
    network = Network("http://192.168.1.20:80/")
    finding = look("address", make_patient(tmp_path, PI4, files=UNIT, answers={"systemctl": ACTIVE}, fetch=network))
    assert finding.verdict == "fine"
    assert finding.found == "A table answers at http://192.168.1.20:80/, version 0.1.0, on the pi board."


@pytest.mark.parametrize(
    ("socket", "port"),
    [("ListenStream=80\n", 80), ("ListenStream=0.0.0.0:8080\n", 8080), ("ListenStream=[::]:81\n", 81), ("?", 80)],
)
def test_the_port_is_that_of_the_socket(socket: str, port: int, tmp_path: Path) -> None:
    files = {**UNIT, "etc/systemd/system/citychase.socket": socket}
    network = Network()
    patient = make_patient(tmp_path, PI4, files=files, answers={"systemctl": ACTIVE}, fetch=network)
    assert look("address", patient).verdict == "problem"
    assert network.asked == [f"http://192.168.1.20:{port}/"]


def test_the_owner_may_have_chosen_another_port(tmp_path: Path) -> None:
    sockets = {
        "etc/systemd/system/citychase.socket": "[Socket]\nListenStream=80\n",
        "etc/systemd/system/citychase.socket.d/port.conf": "[Socket]\nListenStream=\nListenStream=8080\n",
    }
    network = Network("http://192.168.1.20:8080/")
    patient = make_patient(tmp_path, PI4, files={**UNIT, **sockets}, answers={"systemctl": ACTIVE}, fetch=network)
    assert look("address", patient).verdict == "fine"


def test_a_service_that_does_not_run_is_not_started_by_looking(tmp_path: Path) -> None:
    network = Network()
    state = ACTIVE.replace("=active", "=inactive")
    patient = make_patient(tmp_path, PI4, files=UNIT, answers={"systemctl": state}, fetch=network)
    assert look("address", patient).verdict == "note"
    assert look("pins", patient).verdict == "fine"
    assert network.asked == ["http://127.0.0.1:8000/"]


def test_a_table_that_is_opened_by_hand_need_not_be_open(tmp_path: Path) -> None:
    finding = look("address", make_patient(tmp_path))
    assert (finding.verdict, finding.found) == (
        "fine",
        "Phones would open http://192.168.1.20:8000/; no table is open there now.",
    )


@pytest.mark.parametrize(("files", "verdict"), [(UNIT, "problem"), ({}, "note")])
def test_without_a_network_phones_cannot_come(files: dict[str, str], verdict: str, tmp_path: Path) -> None:
    alone = make_patient(tmp_path, PI4, files=files, address=lambda port: f"http://127.0.0.1:{port}/")
    assert look("address", alone).verdict == verdict


@pytest.mark.parametrize(
    ("answers", "verdict"),
    [
        ({"getent": "192.168.1.20    STREAM citychase.local\n192.168.1.20    DGRAM\n"}, "fine"),
        ({"getent": "127.0.0.1 STREAM citychase.local\n"}, "fine"),
        ({"getent": "192.168.1.99 STREAM citychase.local\n"}, "problem"),
        ({"getent": ""}, "problem"),
        ({}, "note"),
    ],
)
def test_the_name_must_lead_here(answers: dict[str, str], verdict: str, tmp_path: Path) -> None:
    files = {**AVAHI, "usr/lib/aarch64-linux-gnu/libnss_mdns4_minimal.so.2": ""}
    assert look("name", make_patient(tmp_path, PI4, files=files, answers=answers)).verdict == verdict


def test_a_machine_that_cannot_look_up_such_names_blames_nobody(tmp_path: Path) -> None:
    finding = look("name", make_patient(tmp_path, PI4, files=AVAHI, answers={"getent": ""}))
    assert (finding.verdict, finding.remedy) == ("note", "sudo apt install libnss-mdns")


def test_without_avahi_there_is_no_name_to_look_for(tmp_path: Path) -> None:
    asked = Asked({})
    assert look("name", make_patient(tmp_path, PI4, ask=asked)).verdict == "fine"
    assert asked.heard == []


def test_the_name_that_is_looked_for_is_the_one_that_the_owner_chose(tmp_path: Path) -> None:
    asked = Asked({"getent": "192.168.1.20 STREAM attic.local\n"})
    files = {**AVAHI, "etc/avahi/avahi-daemon.conf": "[server]\nhost-name=attic\n"}
    assert look("name", make_patient(tmp_path, PI4, files=files, ask=asked)).found == "attic.local is this machine."
    assert asked.heard == [("getent", "ahostsv4", "attic.local")]
