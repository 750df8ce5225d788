import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from firmware.plan import read_plan
from hardware.making import mechanical
from hardware.making.__main__ import FOLDER, differences, main, make_all, tidy, write
from tests.hardware.measuring import TEXT


def test_every_committed_file_is_what_board_toml_gives() -> None:
    """A committed drawing that is not what board.toml gives: run `make hardware`."""
    assert list(differences(FOLDER, make_all(read_plan()))) == []


@pytest.mark.parametrize("order", ["1", "2"])
def test_the_same_plan_gives_the_same_bytes_whatever_the_order_of_sets(order: str) -> None:
    """Each process of Python orders sets of words in its own way, and dates go on."""
    command = (sys.executable, "-m", "hardware.making", "--check")
    told = subprocess.run(
        command, cwd=FOLDER.parent, env={"PYTHONHASHSEED": order}, capture_output=True, text=True, check=False
    )
    assert (told.returncode, told.stdout, told.stderr) == (0, "", "")


def test_checking_names_the_files_that_differ(tmp_path: Path) -> None:
    made = make_all(read_plan())
    write(tmp_path, made)
    assert CliRunner().invoke(main, [str(tmp_path), "--check"]).exit_code == 0
    (tmp_path / "drawings" / "plate.svg").write_text("another plate")
    (tmp_path / "drawings" / "old.svg").write_text("from before")
    (tmp_path / "models" / "magnet-foot.stl").unlink()
    told = CliRunner().invoke(main, [str(tmp_path), "--check"])
    assert told.exit_code == 1
    assert told.output.splitlines() == [
        "drawings/plate.svg is not what the plan gives",
        "models/magnet-foot.stl is missing",
        "drawings/old.svg is made by nothing",
        "Make them again, and remove what is made by nothing.",
    ]


def test_tidying_removes_what_an_earlier_plan_made_and_nothing_else(tmp_path: Path) -> None:
    made = make_all(read_plan())
    write(tmp_path, made)
    (tmp_path / "drawings" / "old.svg").write_text("from before")
    (tmp_path / "expanders" / "drawings" / "wiring-7.svg").write_text("from before")
    others = ("notes.svg", "pcb/city-chase.kicad_prl", "pcb/city-chase-F_Cu.gbr", "pcb/_autosave-city-chase.kicad_pcb")
    for name in others:
        (tmp_path / name).write_text("a builder's")
    assert [one for one in differences(tmp_path, made) if "made by nothing" in one] == [
        "drawings/old.svg is made by nothing",
        "expanders/drawings/wiring-7.svg is made by nothing",
    ]
    tidy(tmp_path, made)
    assert list(differences(tmp_path, made)) == []
    assert all((tmp_path / name).exists() for name in others)


def test_a_folder_of_somebody_elses_is_not_tidied(tmp_path: Path) -> None:
    (tmp_path / "drawings").mkdir()
    (tmp_path / "drawings" / "mine.svg").write_text("somebody's")
    assert CliRunner().invoke(main, [str(tmp_path)]).exit_code == 0
    assert (tmp_path / "drawings" / "mine.svg").read_text() == "somebody's"


def test_a_folder_that_cannot_be_written_is_told_in_a_sentence() -> None:
    told = CliRunner().invoke(main, ["/proc/nowhere"])
    assert told.exit_code == 1
    assert told.output == "Error: /proc/nowhere cannot be written: No such file or directory.\n"


def test_a_supply_that_nobody_checked_is_refused(tmp_path: Path) -> None:
    plan = tmp_path / "mine.toml"
    bare = TEXT[: TEXT.index("[power]")] + TEXT[TEXT.index("[mechanics]") :]
    plan.write_text(bare.replace("limit_ma = 1200", "limit_ma = 4000"))
    read_plan(plan)
    told = CliRunner().invoke(main, [str(tmp_path / "out"), "--config", str(plan)])
    assert told.exit_code == 1
    assert "Error: [power] supply_ma: 4000 mA are too little" in told.output
    assert not (tmp_path / "out").exists()


def test_a_plan_of_ones_own_makes_drawings_of_ones_own(tmp_path: Path) -> None:
    plan = tmp_path / "mine.toml"
    plan.write_text(TEXT.replace("pitch_mm = 60", "pitch_mm = 66"))
    told = CliRunner().invoke(main, [str(tmp_path / "out"), "--config", str(plan)])
    assert told.output == f"{len(make_all(read_plan()))} files are up to date.\n"
    assert "pitch 66" in (tmp_path / "out" / "drawings" / "plate.svg").read_text()
    assert "made from mine.toml, sheet" in (tmp_path / "out" / "drawings" / "schematic-1.svg").read_text()


def test_a_plan_that_cannot_be_built_is_refused(tmp_path: Path) -> None:
    plan = tmp_path / "mine.toml"
    plan.write_text(TEXT.replace("pitch_mm = 60", "pitch_mm = 12"))
    told = CliRunner().invoke(main, [str(tmp_path / "out"), "--config", str(plan)])
    assert told.exit_code == 1
    assert "Error: [mechanics] pitch_mm: 12 is too small." in told.output
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("wiring", ["board.toml", "expanders.toml"])
def test_the_pack_is_small(wiring: str) -> None:
    made = mechanical.files(read_plan(FOLDER / wiring))
    assert sum(map(len, made.values())) < 2_500_000
