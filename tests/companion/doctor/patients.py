"""Machines of every kind, made of a folder and of answers prepared beforehand."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from companion.doctor.asking import Answer, Health, Silence
from companion.doctor.examination import CHECKS, examine_one
from companion.doctor.findings import Finding
from companion.doctor.patient import Patient, Program, User
from firmware import raspberry
from firmware.hardware import Machine

PI3, PI4, PI5 = (
    "Raspberry Pi 3 Model B Plus Rev 1.3",
    "Raspberry Pi 4 Model B Rev 1.4",
    "Raspberry Pi 5 Model B Rev 1.0",
)
NOBODY = 65534
PI4_DEVICES = {"dev/gpiochip0": "", "dev/gpiomem": "", "dev/spidev0.0": ""}
EXPANDERS = Path(raspberry.__file__).parents[1] / "hardware/expanders.toml"
ZERO2 = "Raspberry Pi Zero 2 W Rev 1.0"
CONFIG4 = "dtparam=spi=on\ndtoverlay=spi0-0cs\ncore_freq_min=500\n"
ACTIVE = "LoadState=loaded\nActiveState=active\nResult=success\nNRestarts=0\nUnitFileState=enabled\n"


class Asked:
    """Answers as it was told, and remembers what it was asked."""

    def __init__(self, answers: Mapping[str, str]) -> None:
        self.answers = answers
        self.heard: list[tuple[str, ...]] = []

    def __call__(self, *words: str) -> Answer | Silence:
        self.heard.append(words)
        answer = self.answers.get(words[0])
        return Silence(f"there is no {words[0]} here") if answer is None else Answer(answer)


class Network:
    """Tables that answer at some addresses."""

    def __init__(self, *addresses: str) -> None:
        self.addresses = addresses
        self.asked: list[str] = []

    def __call__(self, address: str) -> Health | None:
        self.asked.append(address)
        return Health(ok=True, board="pi", version="0.1.0") if address in self.addresses else None


def write(root: Path, files: Mapping[str, str | bytes]) -> None:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)


def make_patient(  # noqa: PLR0913 - what tests change most
    root: Path,
    model: str = "",
    *,
    files: Mapping[str, str | bytes] | None = None,
    answers: Mapping[str, str] | None = None,
    modules: tuple[str, ...] = (),
    may_use: Callable[[Path], bool] = lambda _: True,
    **changes: object,
) -> Patient:
    write(root, files or {})
    patient = Patient(
        machine=Machine(model, root, modules.__contains__, may_use),
        wish="auto",
        data=root / "games",
        plan_file=None,
        user=User("ana", 1000),
        program=Program("0.1.0", (3, 11, 2), root / "opt/citychase/current"),
        now=datetime(2026, 11, 18, 19, 2, tzinfo=UTC),
        ask=Asked(answers or {}),
        fetch=Network(),
        address=lambda port: f"http://192.168.1.20:{port}/",
        has_distribution=lambda _: False,
        free_bytes=lambda _: 10**10,
        lines=lambda _: {},
    )
    return msgspec.structs.replace(patient, **changes)


def look(name: str, patient: Patient) -> Finding:
    """Return what one check finds."""
    [check] = [check for check in CHECKS if check.name == name]
    return examine_one(check, patient)
