"""The program as people get it: a wheel, installed somewhere that knows nothing of this checkout."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GAME = '[Helicopters "F G K"]\n1. ? px13y *\n'


def run(*command: str | Path, cwd: Path, given: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        input=given,
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": "/usr/bin:/bin", **environment},
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    built = run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    assert built.returncode == 0, built.stderr
    [made] = folder.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that holds the wheel's files. Its dependencies come from this environment."""
    folder = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def test_the_wheel_holds_packages_words_and_the_board(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert {
        "companion/cli.py",
        "companion/py.typed",
        "companion/games/city_chase/words/en.toml",
        "companion/games/city_chase/words/fr.toml",
        "firmware/__init__.py",
        "web/__init__.py",
        "hardware/board.toml",
        "hardware/expanders.toml",
    } <= names
    assert not [name for name in names if name.startswith(("tests/", "benchmarks/", "docs/"))]


def test_the_wheel_installs_the_command(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        [name] = [name for name in archive.namelist() if name.endswith("entry_points.txt")]
        assert "citychase = companion.__main__:main" in archive.read(name).decode()


def test_every_data_file_of_the_packages_is_in_the_wheel(wheel: Path) -> None:
    """Templates, translations and the like need nobody to remember them."""
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    tracked = run("git", "ls-files", "companion", "firmware", "web", cwd=ROOT).stdout.split()
    assert tracked
    assert set(tracked) <= names


def test_the_installed_program_works_outside_the_checkout(installed: Path, tmp_path: Path) -> None:
    program = "import companion, sys; from companion.__main__ import main; print(companion.__file__); main()"
    done = run(sys.executable, "-c", program, "verify", cwd=tmp_path, given=GAME, PYTHONPATH=str(installed))
    assert done.stdout.splitlines()[0] == str(installed / "companion" / "__init__.py")
    assert "P6: There can be no yellow Trace" in done.stdout
    assert done.returncode == 1


def test_the_board_is_found_where_the_program_is(installed: Path, tmp_path: Path) -> None:
    program = 'from importlib.resources import files; print((files("hardware") / "board.toml").read_text())'
    done = run(sys.executable, "-c", program, cwd=tmp_path, PYTHONPATH=str(installed))
    assert done.stdout.strip() == (ROOT / "hardware" / "board.toml").read_text().strip()


def test_no_machines_path_and_no_registry_is_in_the_project() -> None:
    tracked = run("git", "ls-files", cwd=ROOT).stdout.split()
    assert tracked
    suspicious = ("/" + "root/", "pypi." + "org", "--" + "index-url http")
    for name in tracked:
        text = (ROOT / name).read_text(errors="replace")
        assert not [word for word in suspicious if word in text], name
