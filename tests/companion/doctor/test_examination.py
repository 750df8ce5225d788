import os
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.doctor.examination import CHECKS, examine
from companion.doctor.patient import look_at_patient
from tests.companion.doctor.patients import ACTIVE, CONFIG4, PI3, PI4, PI5, Network, look, make_patient

GROUP = os.getgid()
INSTALLED: dict[str, str | bytes] = {
    "etc/os-release": 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nVERSION_CODENAME=trixie\n',
    "etc/passwd": "citychase:x:990:990::/var/lib/citychase:/usr/sbin/nologin\n",
    "etc/group": f"gpio:x:{GROUP}:citychase\nspi:x:{GROUP}:citychase\n",
    "etc/systemd/system/citychase.service": "[Service]\nUser=citychase\n",
    "etc/systemd/system/citychase.socket": "[Socket]\nListenStream=80\n",
    "etc/avahi/services/citychase.service": "<service-group/>\n",
    "boot/firmware/config.txt": CONFIG4,
    "dev/gpiochip0": "",
    "dev/gpiomem": "",
    "dev/spidev0.0": "",
    "proc/mounts": "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\n",
    "proc/meminfo": "MemAvailable: 300000 kB\n",
}
ANSWERS = {
    "systemctl": ACTIVE,
    "timedatectl": "yes\n",
    "getent": "192.168.1.20 STREAM citychase.local\n",
    "journalctl": "Booting Linux\n",
    "vcgencmd": "throttled=0x0\n",
}


def test_an_installed_pi_that_is_well_is_fine_in_every_respect(tmp_path: Path) -> None:
    patient = make_patient(
        tmp_path,
        PI4,
        files=INSTALLED,
        answers=ANSWERS,
        modules=("lgpio", "_rpi_ws281x"),
        fetch=Network("http://192.168.1.20:80/"),
    )
    for name in ("gpiochip0", "gpiomem", "spidev0.0"):
        (tmp_path / "dev" / name).chmod(0o660)
    assert {finding.check: finding.verdict for finding in examine(patient)} == {check.name: "fine" for check in CHECKS}


FILES = (*INSTALLED, "sys/block/mmcblk0/device/life_time", "sys/fs/ext4/mmcblk0/errors_count", "games/journal.sqlite3")


@settings(max_examples=100, deadline=None)
@given(
    st.sampled_from(["", PI3, PI4, PI5, "Raspberry Pi \x1b"]),
    st.dictionaries(st.sampled_from(FILES), st.binary(max_size=200)),
    st.dictionaries(st.sampled_from(sorted(ANSWERS)), st.text(max_size=100)),
)
def test_whatever_a_machine_holds_every_check_has_its_say(
    model: str, files: dict[str, bytes], answers: dict[str, str]
) -> None:
    with TemporaryDirectory() as folder:
        found = list(examine(make_patient(Path(folder), model, files=files, answers=answers)))
    assert [finding.check for finding in found] == [check.name for check in CHECKS]
    assert all(finding.found and (finding.remedy or finding.verdict != "problem") for finding in found)


def test_a_check_that_cannot_look_does_not_keep_others_from_looking(tmp_path: Path) -> None:
    def refuse(_: Path) -> int:
        raise OSError(5, "Input/output error")

    finding = look("space", make_patient(tmp_path, free_bytes=refuse))
    assert (finding.verdict, finding.found) == ("note", "This cannot be checked: Input/output error.")


def test_a_name_that_is_no_text_can_still_be_told(tmp_path: Path) -> None:
    finding = look("journal", make_patient(tmp_path, data=tmp_path / os.fsdecode(b"games\xff")))
    assert finding.found.endswith("games? yet.")


def test_this_machine_is_looked_at(tmp_path: Path) -> None:
    patient = look_at_patient("simulated", tmp_path, None)
    assert patient.user.uid == os.geteuid()
    assert patient.plan_file is None
    assert not patient.plays_on_pins
    assert patient.free_bytes(tmp_path) > 0
    assert not patient.has_distribution("no-such-package-here")
    assert patient.has_distribution("citychase-tabletop")
