from pathlib import Path

import pytest

from firmware.board import Board
from firmware.frames import DARK, OFF
from firmware.hardware import Machine, NoBoard, choose_kind, look_at_machine, open_drivers, what_is_missing
from firmware.plan import read_plan
from firmware.signals import Held, Lifted, Pinned
from firmware.simulated import SimulatedBoard
from firmware.switches import MatrixReader
from tests.firmware.clock import Clock

PLAN = read_plan()
PI4, PI5 = "Raspberry Pi 4 Model B Rev 1.4", "Raspberry Pi 5 Model B Rev 1.0"


def machine(model: str, folder: Path, *modules: str, devices: tuple[str, ...] = ()) -> Machine:
    (folder / "dev").mkdir(exist_ok=True)
    for device in devices:
        (folder / "dev" / device).touch()
    return Machine(model, folder, modules.__contains__)


def test_a_laptop_gets_the_simulated_board(tmp_path: Path) -> None:
    laptop = machine("", tmp_path)
    assert choose_kind("auto", laptop) == "simulated"
    assert choose_kind("simulated", laptop) == "simulated"
    with pytest.raises(NoBoard, match="not a Raspberry Pi"):
        choose_kind("pi", laptop)


def test_a_pi_that_has_everything_is_the_board(tmp_path: Path) -> None:
    four = machine(PI4, tmp_path, "lgpio", "_rpi_ws281x", devices=("gpiochip0", "spidev0.0"))
    assert choose_kind("auto", four) == choose_kind("pi", four) == "pi"
    assert choose_kind("simulated", four) == "simulated"
    led_module = "adafruit_raspberry_pi5_neopixel_write"
    five = machine(PI5, tmp_path, "lgpio", led_module, devices=("gpiochip0", "pio0"))
    assert choose_kind("auto", five) == "pi"


@pytest.mark.parametrize(
    ("model", "modules", "devices", "said"),
    [
        (PI4, (), (), "pip install 'citychase-tabletop[pi]'"),
        (PI5, ("RPi.GPIO",), (), "pip install 'citychase-tabletop[pi5]'"),
        (PI4, ("RPi.GPIO",), (), "The driver for the LEDs is not installed"),
        (PI5, ("lgpio", "_rpi_ws281x"), (), "The driver for the LEDs is not installed"),
        (PI4, ("lgpio", "_rpi_ws281x"), ("gpiochip0",), "sudo raspi-config nonint do_spi 0"),
        (PI5, ("lgpio", "adafruit_raspberry_pi5_neopixel_write"), ("gpiochip0",), "There is no pio0"),
        (PI4, ("lgpio", "_rpi_ws281x"), ("spidev0.0",), "sudo usermod -aG gpio $USER"),
    ],
)
def test_a_pi_that_lacks_something_is_told_what_and_how_to_mend_it(
    model: str, modules: tuple[str, ...], devices: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    found = machine(model, tmp_path, *modules, devices=devices)
    assert said in str(what_is_missing(found))
    with pytest.raises(NoBoard):
        choose_kind("auto", found)


def test_this_machine_is_looked_at(tmp_path: Path) -> None:
    assert look_at_machine(tmp_path).model == ""
    (tmp_path / "proc/device-tree").mkdir(parents=True)
    (tmp_path / "proc/device-tree/model").write_text(PI4 + "\0")
    assert look_at_machine(tmp_path).model == PI4
    assert look_at_machine(tmp_path).is_pi


def test_the_whole_board_tells_a_lift_that_is_meant() -> None:
    clock = Clock()
    simulated = SimulatedBoard(PLAN, clock)
    with Board(PLAN, open_drivers(PLAN, simulated)) as board:
        assert board.kind == "simulated"
        assert board.step(clock.now) == ()
        assert len(board.in_place) == 25
        simulated.lift(8, bounce_ms=3)
        signals = [signal for _ in range(100) for signal in board.step(clock.go(0.01))]
        assert [type(signal) for signal in signals] == [Lifted, Held]
        assert signals[1].at - signals[0].at == pytest.approx(PLAN.switches.hold_s, abs=0.0101)
        assert board.in_place == frozenset(range(1, 26)) - {8}
        simulated.place(8, bounce_ms=3)
        assert [type(signal) for _ in range(10) for signal in board.step(clock.go(0.01))] == [Pinned]


def test_leaving_the_board_leaves_it_dark_and_its_pins_free() -> None:
    clock = Clock()
    simulated = SimulatedBoard(PLAN, clock)
    with Board(PLAN, open_drivers(PLAN, simulated)) as board:
        board.show(((255, 0, 0), *DARK[1:]))
    assert set(simulated.strip.colours()) == {OFF}
    with Board(PLAN, open_drivers(PLAN, simulated)) as again:
        again.step(clock.now)
        assert len(again.in_place) == 25


def test_a_failing_pin_is_reported_once(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    def fail(_: MatrixReader) -> frozenset[int]:
        raise OSError("no such chip")

    clock = Clock()
    with Board(PLAN, open_drivers(PLAN, SimulatedBoard(PLAN, clock))) as board:
        board.step(clock.now)
        monkeypatch.setattr(MatrixReader, "read", fail)
        assert [board.step(clock.go(0.01)) for _ in range(5)] == [()] * 5
    assert len(caplog.records) == 1
    assert "The game goes on on the phones." in caplog.records[0].getMessage()


def test_a_board_that_cannot_be_opened_frees_what_was_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError("no such pin")

    simulated = SimulatedBoard(PLAN, Clock())
    with monkeypatch.context() as broken:
        broken.setattr("firmware.hardware.Speaker", fail)
        with pytest.raises(NoBoard, match="cannot be opened: no such pin"):
            open_drivers(PLAN, simulated)
    open_drivers(PLAN, simulated).close()
