"""What is known about Raspberry Pis, and their config.txt."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.raspberry import (
    BEGIN,
    END,
    BootLine,
    add_boot_lines,
    boot_lines,
    extra_for,
    is_pi,
    is_pi5,
    is_supported,
    kind_of,
    missing_boot_lines,
    needs_i2c,
    read_model,
    remove_boot_lines,
)

ROOT = Path(__file__).parents[2]
ZERO_2 = "Raspberry Pi Zero 2 W Rev 1.0"
PI_3 = "Raspberry Pi 3 Model B Plus Rev 1.3"
PI_4 = "Raspberry Pi 4 Model B Rev 1.4"
PI_5 = "Raspberry Pi 5 Model B Rev 1.0"
AS_SHIPPED = """# For more options see
dtparam=audio=on
camera_auto_detect=1

[cm4]
otg_mode=1

[all]
"""


def texts(lines: tuple[BootLine, ...]) -> list[str]:
    return [line.text for line in lines]


I2C = "dtparam=i2c_arm=on"


@pytest.mark.parametrize("model", [ZERO_2, PI_3, PI_4, PI_5])
def test_port_expanders_need_a_line_more_on_every_pi(model: str) -> None:
    without, with_i2c = boot_lines(model), boot_lines(model, has_i2c=True)
    assert texts(with_i2c) == [*texts(without), I2C]
    written = add_boot_lines(AS_SHIPPED, model, has_i2c=True)
    assert missing_boot_lines(written, model, has_i2c=True) == ()
    assert written.endswith(f"{I2C}\n{END}\n")
    assert remove_boot_lines(written) == AS_SHIPPED


@pytest.mark.parametrize("there", [I2C, "dtparam=i2c=on", "dtparam=i2c1", "dtparam=spi=on,i2c_arm=on"])
def test_i2c_has_several_names(there: str) -> None:
    assert I2C not in texts(missing_boot_lines(there, PI_4, has_i2c=True))
    assert I2C in texts(missing_boot_lines(f"{there}\ndtparam=i2c_arm=off", PI_4, has_i2c=True))


def test_a_machine_that_is_no_pi_needs_no_lines() -> None:
    assert boot_lines("", has_i2c=True) == ()


@pytest.mark.parametrize(
    ("plan", "is_needed"),
    [
        ((ROOT / "hardware/expanders.toml").read_text(), True),
        ("\ufeff" + (ROOT / "hardware/expanders.toml").read_text(), True),
        ((ROOT / "hardware/board.toml").read_text(), False),
        ("", False),
        ("switches = 3", False),
        ("[switches", False),
        ("a = " + "[" * 5000, False),
    ],
)
def test_a_plan_tells_without_any_library_whether_it_needs_i2c(plan: str, is_needed: bool) -> None:
    assert needs_i2c(plan) == is_needed


@pytest.mark.parametrize(
    ("model", "kind"),
    [
        (ZERO_2, "zero2w"),
        (PI_3, "3"),
        (PI_4, "4"),
        ("Raspberry Pi 400 Rev 1.0", "4"),
        (PI_5, "5"),
        ("Raspberry Pi Zero W Rev 1.1", None),
        ("", None),
    ],
)
def test_a_model_has_the_name_that_plans_give_it(model: str, kind: str | None) -> None:
    assert kind_of(model) == kind


@pytest.mark.parametrize(
    ("model", "pi", "pi5", "supported", "extra"),
    [
        (ZERO_2, True, False, True, "pi"),
        (PI_3, True, False, True, "pi"),
        (PI_4, True, False, True, "pi"),
        ("Raspberry Pi 400 Rev 1.0", True, False, True, "pi"),
        (PI_5, True, True, True, "pi5"),
        ("Raspberry Pi 500 Rev 1.0", True, True, True, "pi5"),
        ("Raspberry Pi Compute Module 5 Rev 1.0", True, True, True, "pi5"),
        ("Raspberry Pi Zero W Rev 1.1", True, False, False, "pi"),
        ("Raspberry Pi 2 Model B Rev 1.1", True, False, False, "pi"),
        ("Radxa ROCK 5B", False, False, False, "pi"),
        ("", False, False, False, "pi"),
    ],
)
def test_a_model_is_known_by_its_name(model: str, pi: bool, pi5: bool, supported: bool, extra: str) -> None:
    assert (is_pi(model), is_pi5(model), is_supported(model), extra_for(model)) == (pi, pi5, supported, extra)


@pytest.mark.parametrize("name", ["proc/device-tree/model", "sys/firmware/devicetree/base/model"])
def test_the_model_is_what_the_device_tree_says(tmp_path: Path, name: str) -> None:
    (tmp_path / name).parent.mkdir(parents=True)
    (tmp_path / name).write_bytes(PI_4.encode() + b"\0")
    assert read_model(tmp_path) == PI_4


def test_a_machine_without_a_device_tree_has_no_model(tmp_path: Path) -> None:
    assert not read_model(tmp_path)


@pytest.mark.parametrize(
    ("model", "last"), [(ZERO_2, "core_freq=250"), (PI_3, "core_freq=250"), (PI_4, "core_freq_min=500")]
)
def test_a_fresh_config_lacks_all_lines_of_its_model(model: str, last: str) -> None:
    assert texts(missing_boot_lines(AS_SHIPPED, model)) == ["dtparam=spi=on", "dtoverlay=spi0-0cs", last]


@pytest.mark.parametrize("model", [PI_5, "", "Radxa ROCK 5B"])
def test_what_needs_no_lines_gets_none(model: str) -> None:
    assert boot_lines(model) == ()
    assert add_boot_lines(AS_SHIPPED, model) == AS_SHIPPED


@pytest.mark.parametrize(
    "there",
    [
        "dtparam=spi=on",
        "  dtparam=spi=on  # for the LEDs",
        "dtparam=i2c_arm=on,spi=on",
        "dtparam=spi",
        "dtparam=spi=off\ndtparam=spi=on",
        "[pi4]\ndtparam=spi=on",
        "[pi5]\nx=1\n[all]\ndtparam=spi=on",
    ],
)
def test_a_line_that_is_in_force_is_not_missing(there: str) -> None:
    assert "dtparam=spi=on" not in texts(missing_boot_lines(there, PI_4))


@pytest.mark.parametrize(
    "there",
    ["", "#dtparam=spi=on", "dtparam=spi=off", "dtparam=spi=on\ndtparam=spi=off", "[pi5]\ndtparam=spi=on",
     "[none]\ndtparam=spi=on", "[HDMI:0]\ndtparam=spi=on", "dtparam=spidev=on"],
)  # fmt: skip
def test_a_line_that_is_not_in_force_is_missing(there: str) -> None:
    assert "dtparam=spi=on" in texts(missing_boot_lines(there, PI_4))


def test_an_overlay_with_options_is_the_overlay() -> None:
    assert "dtoverlay=spi0-0cs" not in texts(missing_boot_lines("dtoverlay=spi0-0cs,no_miso", PI_4))


def test_only_what_is_missing_is_added_after_what_is_there() -> None:
    assert add_boot_lines("dtparam=spi=on\n[pi5]\n", PI_3) == (
        f"dtparam=spi=on\n[pi5]\n{BEGIN}\n[all]\ndtoverlay=spi0-0cs\ncore_freq=250\n{END}\n"
    )


def test_a_file_that_does_not_end_its_last_line_is_not_run_into() -> None:
    assert add_boot_lines("gpu_mem=64", PI_4).startswith(f"gpu_mem=64\n{BEGIN}\n")


def test_an_sd_card_moved_to_another_pi_gets_that_ones_lines() -> None:
    moved = add_boot_lines(add_boot_lines(AS_SHIPPED, PI_3), PI_4)
    assert "core_freq_min=500" in moved
    assert "core_freq=250" not in moved
    assert moved.count(BEGIN) == 1


LINES = st.sampled_from(
    ["dtparam=spi=on", "dtparam=spi=off", "dtoverlay=spi0-0cs", "core_freq=250", "core_freq_min=500", "core_freq=400",
     "[all]", "[pi4]", "[pi5]", "[none]", "", "# a comment", BEGIN, END, "gpu_mem=64"]
)  # fmt: skip
CONFIGS = st.builds(lambda lines, end: "\n".join(lines) + end, st.lists(LINES), st.sampled_from(["", "\n"]))


@given(CONFIGS, st.sampled_from([ZERO_2, PI_3, PI_4, PI_5]))
def test_nothing_is_missing_after_it_was_added_and_adding_again_changes_nothing(config: str, model: str) -> None:
    once = add_boot_lines(config, model)
    assert missing_boot_lines(once, model) == ()
    assert add_boot_lines(once, model) == once


@given(st.lists(LINES.filter(lambda line: line not in {BEGIN, END})), st.sampled_from([PI_3, PI_4]))
def test_taking_the_block_away_gives_the_file_as_it_was(lines: list[str], model: str) -> None:
    config = "".join(f"{line}\n" for line in lines)
    assert remove_boot_lines(add_boot_lines(config, model)) == config


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_file_that_another_system_has_saved_is_taken_as_it_is(end: str) -> None:
    config = AS_SHIPPED.replace("\n", end)
    written = add_boot_lines(config, PI_4)
    assert written.replace(end, "").count("\n") == 0
    assert missing_boot_lines(written, PI_4) == ()
    assert remove_boot_lines(written) == config
    saved_elsewhere = add_boot_lines(AS_SHIPPED, PI_4).replace("\n", end)
    assert remove_boot_lines(saved_elsewhere) == config
