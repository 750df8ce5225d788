import sys
from pathlib import Path
from types import ModuleType

import pytest

from firmware.board import Board
from firmware.buttons import ButtonReader
from firmware.frames import DARK, OFF
from firmware.hardware import (
    Machine,
    NoBoard,
    choose_kind,
    has_module,
    look_at_machine,
    open_drivers,
    what_is_missing,
)
from firmware.plan import BoardPlan, parse_plan, read_plan
from firmware.signals import Button, Held, Lifted, Pinned, Pressed
from firmware.simulated import SimulatedBoard, SimulatedPin
from firmware.simulated_strip import SimulatedStrip
from firmware.sound import Sound, Speaker
from firmware.switches import MatrixReader
from tests.firmware.clock import Clock
from tests.firmware.test_plan import EXPANDERS

PLAN = read_plan()
WITH_EXPANDERS = parse_plan(EXPANDERS.encode())
PI4, PI5 = "Raspberry Pi 4 Model B Rev 1.4", "Raspberry Pi 5 Model B Rev 1.0"


def machine(model: str, folder: Path, *modules: str, devices: tuple[str, ...] = (), forbidden: str = "") -> Machine:
    (folder / "dev").mkdir(exist_ok=True)
    for device in devices:
        (folder / "dev" / device).touch()
    return Machine(model, folder, modules.__contains__, lambda path: path.name != forbidden)


def test_a_laptop_gets_the_simulated_board(tmp_path: Path) -> None:
    laptop = machine("", tmp_path)
    assert choose_kind("auto", laptop, PLAN) == "simulated"
    assert choose_kind("simulated", laptop, PLAN) == "simulated"
    with pytest.raises(NoBoard, match="not a Raspberry Pi"):
        choose_kind("pi", laptop, PLAN)


def test_a_pi_that_has_everything_is_the_board(tmp_path: Path) -> None:
    four = machine(PI4, tmp_path, "lgpio", "_rpi_ws281x", devices=("gpiochip0", "spidev0.0"))
    assert choose_kind("auto", four, PLAN) == choose_kind("pi", four, PLAN) == "pi"
    assert choose_kind("simulated", four, PLAN) == "simulated"
    led_module = "adafruit_raspberry_pi5_neopixel_write"
    five = machine(PI5, tmp_path, "lgpio", led_module, devices=("gpiochip0", "pio0"))
    assert choose_kind("auto", five, PLAN) == "pi"


@pytest.mark.parametrize(
    ("model", "modules", "devices", "said"),
    [
        (PI4, (), (), ".venv/bin/pip install -e '.[pi]'"),
        (PI5, ("RPi.GPIO",), (), ".venv/bin/pip install -e '.[pi5]'"),
        (PI4, ("RPi.GPIO",), (), "The driver for the LEDs is not installed"),
        (PI5, ("lgpio", "_rpi_ws281x"), (), "The driver for the LEDs is not installed"),
        (PI4, ("lgpio", "_rpi_ws281x"), ("gpiochip0",), "dtoverlay=spi0-0cs"),
        (PI5, ("lgpio", "adafruit_raspberry_pi5_neopixel_write"), ("gpiochip0",), "There is no pio0"),
        (PI4, ("lgpio", "_rpi_ws281x"), ("spidev0.0",), "There is no gpiochip0"),
    ],
)
def test_a_pi_that_lacks_something_is_told_what_and_how_to_mend_it(
    model: str, modules: tuple[str, ...], devices: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    found = machine(model, tmp_path, *modules, devices=devices)
    assert said in str(what_is_missing(found, PLAN))
    with pytest.raises(NoBoard):
        choose_kind("auto", found, PLAN)


@pytest.mark.parametrize(
    ("model", "device", "forbidden", "said"),
    [
        (PI4, "spidev0.0", "gpiochip0", "sudo usermod -aG gpio $USER"),
        (PI4, "spidev0.0", "spidev0.0", "sudo usermod -aG spi $USER"),
        (PI5, "pio0", "pio0", "/etc/udev/rules.d/99-pio.rules"),
    ],
)
def test_a_user_who_may_not_is_told_how_to(model: str, device: str, forbidden: str, said: str, tmp_path: Path) -> None:
    modules = ("lgpio", "_rpi_ws281x", "adafruit_raspberry_pi5_neopixel_write")
    found = machine(model, tmp_path, *modules, devices=("gpiochip0", device), forbidden=forbidden)
    assert said in str(what_is_missing(found, PLAN))


@pytest.mark.parametrize(
    ("devices", "forbidden", "said"),
    [
        (
            (),
            "",
            "I2C, on which the port expanders are, is off. Add the line dtparam=i2c_arm=on to",
        ),
        ((), "", "echo i2c-dev | sudo tee /etc/modules-load.d/citychase.conf"),
        (("i2c-1",), "i2c-1", "You may not use i2c-1. Join its group and log in again: sudo usermod -aG i2c $USER"),
        (("i2c-1",), "", "None"),
    ],
)
@pytest.mark.parametrize("model", [PI4, PI5])
def test_port_expanders_need_i2c_besides(
    devices: tuple[str, ...], forbidden: str, said: str, model: str, tmp_path: Path
) -> None:
    modules = ("lgpio", "_rpi_ws281x", "adafruit_raspberry_pi5_neopixel_write")
    found = machine(
        model, tmp_path, *modules, devices=("gpiochip0", "spidev0.0", "pio0", *devices), forbidden=forbidden
    )
    assert said in str(what_is_missing(found, WITH_EXPANDERS))
    assert what_is_missing(found, PLAN) is None


def test_a_fresh_pi_without_any_driver_is_told_so(tmp_path: Path) -> None:
    """With the real look for modules, which must not stumble over a package that is not there."""
    assert "not installed" in str(what_is_missing(Machine(PI4, tmp_path), PLAN))
    assert not has_module("RPi.GPIO")


def test_the_readme_names_the_same_command(tmp_path: Path) -> None:
    told = str(what_is_missing(machine(PI4, tmp_path), PLAN))
    assert told.split("Install it: ")[1] in (Path(__file__).parents[2] / "README.md").read_text()


def test_this_machine_is_looked_at(tmp_path: Path) -> None:
    assert look_at_machine(tmp_path).model == ""
    (tmp_path / "proc/device-tree").mkdir(parents=True)
    (tmp_path / "proc/device-tree/model").write_text(PI4 + "\0")
    assert look_at_machine(tmp_path).model == PI4
    assert look_at_machine(tmp_path).is_pi


@pytest.mark.parametrize("plan", [PLAN, WITH_EXPANDERS], ids=["matrix", "expanders"])
def test_the_whole_board_tells_a_lift_that_is_meant(plan: BoardPlan) -> None:
    clock = Clock()
    simulated = SimulatedBoard(plan, clock)
    with Board(plan, open_drivers(plan, simulated)) as board:
        assert board.kind == "simulated"
        assert board.step(clock.now) == ()
        assert len(board.in_place) == 25
        simulated.lift(8, bounce_ms=3)
        signals = [signal for _ in range(100) for signal in board.step(clock.go(0.01))]
        assert [type(signal) for signal in signals] == [Lifted, Held]
        assert signals[1].at - signals[0].at == pytest.approx(plan.switches.hold_s, abs=0.0101)
        assert board.in_place == frozenset(range(1, 26)) - {8}
        simulated.place(8, bounce_ms=3)
        assert [type(signal) for _ in range(10) for signal in board.step(clock.go(0.01))] == [Pinned]


class FakeBlinka:
    """Blinka's two modules as a Pi has them: what they hand out is the simulated board's."""

    def __init__(self, simulated: SimulatedBoard, failure: Exception | None = None) -> None:
        self.asked: list[tuple[object, ...]] = []
        self.board, self.busio, self.lgpio = (ModuleType(name) for name in ("board", "busio", "gpiozero.pins.lgpio"))
        vars(self.board).update(SCL="scl", SDA="sda", D10="mosi")

        def open_bus(scl: str, sda: str, *, frequency: int | None) -> object:
            self.asked.append((scl, sda, frequency))
            if failure:
                raise failure
            return simulated.bus

        vars(self.busio)["I2C"] = open_bus
        vars(self.lgpio)["LGPIOFactory"] = lambda: simulated.pins

    def install(self, patch: pytest.MonkeyPatch, simulated: SimulatedBoard) -> None:
        for module in (self.board, self.busio, self.lgpio):
            patch.setitem(sys.modules, module.__name__, module)
        patch.setattr("firmware.hardware.has_module", lambda _: True)
        patch.setattr("firmware.hardware.NeoPixelStrip", lambda *_: simulated.strip)


def test_on_a_pi_expanders_are_read_through_its_own_bus(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    simulated = SimulatedBoard(WITH_EXPANDERS, clock)
    # The simulated strip and Adafruit's driver need Blinka's own modules when they are first imported.
    open_drivers(WITH_EXPANDERS, simulated).close()
    simulated.strip.show([OFF] * PLAN.leds.count)
    blinka = FakeBlinka(simulated)
    with monkeypatch.context() as patch:
        blinka.install(patch, simulated)
        drivers = open_drivers(WITH_EXPANDERS)
    assert blinka.asked == [("scl", "sda", None)]
    simulated.lift(25)
    assert drivers.switches.read() == set(range(1, 25))
    drivers.close()


def test_a_pi_without_i2c_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    simulated = SimulatedBoard(WITH_EXPANDERS, Clock())
    blinka = FakeBlinka(simulated, ValueError("No Hardware I2C on (scl,sda)=(3, 2)"))
    with monkeypatch.context() as patch:
        blinka.install(patch, simulated)
        with pytest.raises(NoBoard, match=r"I2C, on which the port expanders are, is off \(No Hardware I2C"):
            open_drivers(WITH_EXPANDERS)


def test_leaving_the_board_leaves_it_dark_and_its_pins_free() -> None:
    clock = Clock()
    simulated = SimulatedBoard(PLAN, clock)
    with Board(PLAN, open_drivers(PLAN, simulated)) as board:
        board.show(((255, 0, 0), *DARK[1:]))
    assert set(simulated.strip.colours()) == {OFF}
    with Board(PLAN, open_drivers(PLAN, simulated)) as again:
        again.step(clock.now)
        assert len(again.in_place) == 25


class DriverError(Exception):
    """An exception of a driver's own, as lgpio has."""


@pytest.fixture(params=[OSError, RuntimeError, DriverError])
def error(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Exception:
    """What a driver may raise. lgpio's own exception is known once lgpio is loaded."""
    fake = ModuleType("lgpio")
    fake.error = DriverError  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "lgpio", fake)
    kind: type[Exception] = request.param
    return kind("no such line")


def break_pin(monkeypatch: pytest.MonkeyPatch, name: str, error: Exception) -> None:
    """Let a method of every simulated pin fail."""

    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(SimulatedPin, name, fail)


def test_failing_pins_are_reported_once_and_the_game_goes_on(
    error: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    clock = Clock()
    simulated = SimulatedBoard(PLAN, clock)
    with Board(PLAN, open_drivers(PLAN, simulated)) as board:
        simulated.lift(8)
        for _ in range(10):
            board.step(clock.go(0.01))
        with monkeypatch.context() as broken:
            break_pin(broken, "_get_state", error)
            assert [board.step(clock.go(0.01)) for _ in range(5)] == [()] * 5
        assert board.lost_parts == ("switches",)
        assert len(board.in_place) == 25
    assert len(caplog.records) == 1
    assert "The game goes on on the phones." in caplog.records[0].getMessage()


def test_a_failing_buzzer_is_reported_once_and_nothing_else_stops(
    error: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    clock = Clock()
    simulated = SimulatedBoard(PLAN, clock)
    with Board(PLAN, open_drivers(PLAN, simulated)) as board:
        board.step(clock.now)
        with monkeypatch.context() as broken:
            break_pin(broken, "_set_frequency", error)
            for _ in range(3):
                board.play(Sound.CAR, clock.go(0.01))
                board.step(clock.go(0.01))
        simulated.lift(8)
        assert [signal for _ in range(5) for signal in board.step(clock.go(0.01))]
        assert board.lost_parts == ("sound",)
    assert [record.getMessage().split(" (")[0] for record in caplog.records] == ["The buzzer no longer answers"]


def test_a_board_that_cannot_be_opened_is_told_and_frees_what_was_opened(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed: list[str] = []
    simulated = SimulatedBoard(PLAN, Clock())
    with monkeypatch.context() as broken:

        def fail(*_: object) -> None:
            raise error

        broken.setattr(SimulatedStrip, "show", fail)
        broken.setattr(SimulatedStrip, "close", fail)
        broken.setattr(MatrixReader, "close", lambda _: closed.append("switches"))
        broken.setattr(ButtonReader, "close", lambda _: closed.append("buttons"))
        broken.setattr(Speaker, "close", lambda _: closed.append("speaker"))
        with pytest.raises(NoBoard, match=r"cannot be opened: no such line\. To play without it: --board simulated\."):
            open_drivers(PLAN, simulated)
    assert closed == ["speaker", "buttons", "switches"]


def test_a_sound_is_played_to_its_end_by_stepping() -> None:
    clock = Clock()
    simulated = SimulatedBoard(PLAN, clock)
    pin = simulated.pins.pin(PLAN.buzzer.pin)
    with Board(PLAN, open_drivers(PLAN, simulated)) as board:
        board.play(Sound.NOTHING, clock.now)
        heard = []
        for _ in range(50):
            board.step(clock.go(0.01))
            heard.append(pin.frequency)
    assert heard[0]
    assert None in heard[:20], "there is a rest between the two tones"
    assert heard[-1] is None


def test_a_closed_board_stays_dark_and_silent(caplog: pytest.LogCaptureFixture) -> None:
    clock = Clock()
    simulated = SimulatedBoard(PLAN, clock)
    board = Board(PLAN, open_drivers(PLAN, simulated))
    board.close()
    assert not board.show(((255, 0, 0), *DARK[1:]))
    board.play(Sound.CAR, clock.now)
    assert board.step(clock.go(0.01)) == ()
    board.close()
    assert set(simulated.strip.colours()) == {OFF}
    assert caplog.records == []


def test_two_presses_in_quick_succession_are_two() -> None:
    clock = Clock()
    simulated = SimulatedBoard(PLAN, clock)
    with Board(PLAN, open_drivers(PLAN, simulated)) as board:
        board.step(clock.now)
        simulated.press(Button.PINK)
        simulated.press(Button.PINK)
        signals = [signal for _ in range(60) for signal in board.step(clock.go(0.01))]
    assert [type(signal) for signal in signals] == [Pressed, Pressed]
