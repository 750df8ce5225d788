"""The installer's parts that only decide or write texts."""

import errno
import io
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.installed import port_in
from systemd.installer.__main__ import main
from systemd.installer.avahi import began_at, host_name, with_host_name
from systemd.installer.checkout import release_files, release_id
from systemd.installer.commands import RealCommands
from systemd.installer.contents import contents, is_whole
from systemd.installer.files import read, write
from systemd.installer.hotspot import LETTERS, make_password
from systemd.installer.machine import Machine
from systemd.installer.options import Options, read_options
from systemd.installer.places import Places
from systemd.installer.port import port_text
from systemd.installer.problems import BadUsage, CommandFailed, Problem, tell_failure, tell_os_error
from systemd.installer.user import members, numbers
from systemd.installer.voice import Voice
from tests.systemd.faking import AVAHI, CHECKOUT, LAPTOP, PI_4, PI_5


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ("", Options()),
        ("--dry-run --yes", Options(is_dry_run=True, says_yes=True)),
        ("--port 8080 --no-start", Options(port=8080, leaves_stopped=True)),
        ("--no-boot-config --hotspot", Options(leaves_boot_settings=True, wants_hotspot=True)),
        ("--no-hotspot", Options(wants_hotspot=False)),
        ("uninstall --purge", Options(uninstalls=True, purges=True)),
    ],
)
def test_words_become_options(words: str, options: Options) -> None:
    assert read_options(words.split()) == options


@pytest.mark.parametrize(
    "words", ["--purge", "--port 0", "--port http", "--port 65536", "remove", "uninstall --port 1"]
)
def test_what_is_not_understood_is_one_sentence_and_exit_code_2(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BadUsage):
        read_options(words.split())
    assert main(words.split()) == 2
    assert capsys.readouterr().err.startswith("citychase: ")


@pytest.mark.parametrize(("word", "shown"), [("0", "0"), ("080808", "080808"), ("9" * 5000, f"{'9' * 19}…")])
def test_what_is_no_port_is_told_in_short(word: str, shown: str) -> None:
    with pytest.raises(BadUsage, match=f": {shown} is not a port; ports are numbers from 1 to 65535\\. See --help"):
        read_options(["--port", word])


def test_help_names_every_option() -> None:
    done = subprocess.run([CHECKOUT / "systemd/install", "--help"], capture_output=True, text=True, check=True)
    for option in (
        "--dry-run",
        "--yes",
        "--no-boot-config",
        "--hotspot",
        "--no-hotspot",
        "--port",
        "--no-start",
        "uninstall",
    ):
        assert option in done.stdout


def test_a_name_is_put_first_in_its_section_and_can_be_taken_back() -> None:
    named = with_host_name(AVAHI, "citychase")
    assert "[server]\nhost-name=citychase\n#host-name=foo\n" in named
    assert (host_name(AVAHI), host_name(named)) == ("", "citychase")
    assert with_host_name(named, "") == AVAHI


LINES = st.sampled_from(["[server]", "[publish]", "host-name=old", " host-name = older", "#host-name=no", "x=1", ""])


@given(st.lists(LINES))
def test_a_name_that_was_written_is_read_whatever_else_is_there(lines: list[str]) -> None:
    settings = "\n".join(lines)
    named = with_host_name(settings, "citychase")
    assert host_name(named) == "citychase"
    assert with_host_name(named, "citychase") == named


def test_a_time_that_systemd_tells_is_read() -> None:
    assert began_at("Wed 2026-11-18 20:16:50.250000 UTC") == 1795033010.25
    assert began_at("") is began_at("n/a") is began_at("@1795033010") is None


@given(st.integers(1, 65535))
def test_a_port_that_was_written_is_read(port: int) -> None:
    assert port_in(port_text(port)) == port


def test_the_installer_needs_the_standard_library_alone() -> None:
    # -S: without it what others have installed would be found.
    command = [sys.executable, "-S", "-B", "-c", "import systemd.installer.__main__"]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_release_is_known_by_its_content_its_drivers_and_its_python() -> None:
    ids = {release_id(CHECKOUT, machine) for machine in (LAPTOP, PI_4, PI_5, Machine(python="3.13.1"))}
    assert len(ids) == 4
    assert release_id(CHECKOUT, LAPTOP) == release_id(CHECKOUT, Machine(python="3.11.9"))


def test_a_release_has_the_packages_of_the_wheel_and_no_tests() -> None:
    names = {str(name) for name in release_files(CHECKOUT)}
    assert {"pyproject.toml", "constraints.txt", "companion/cli.py", "hardware/board.toml", "LICENSE"} <= names
    assert not [name for name in names if name.startswith(("tests", "docs")) or "__pycache__" in name]


@pytest.mark.parametrize(
    ("output", "sentence"),
    [
        ("W: Temporary failure resolving 'deb'", "pip cannot reach the network. Connect"),
        ("OSError: [Errno 28] No space left on device", "The disk is full. Make room"),
        ("one\n\ntwo", "pip failed with exit code 3. Its last words:\n    one\n    two"),
        ("", "(nothing)"),
    ],
)
def test_what_failed_is_told_in_words(output: str, sentence: str) -> None:
    assert sentence in tell_failure("pip", 3, output)


@pytest.mark.parametrize("data", [b"# caf\xe9\r\nx=1\n", "# café\n".encode(), b""])
def test_a_file_that_is_read_and_written_keeps_its_bytes(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "config.txt"
    path.write_bytes(data)
    write(path, read(path) or "")
    assert path.read_bytes() == data


def test_a_file_that_cannot_be_written_leaves_the_old_one_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "config.txt"
    path.write_text("old")
    with pytest.raises(UnicodeEncodeError):
        write(path, "\ud800")
    assert [(left.name, left.read_text()) for left in tmp_path.iterdir()] == [("config.txt", "old")]


def test_a_password_can_be_read_out() -> None:
    password = make_password()
    assert len(password) == 10
    assert set(password) <= set(LETTERS)
    assert not set("0o1li") & set(LETTERS)


def test_a_question_is_asked_until_it_is_answered() -> None:
    voice = Voice(io.StringIO(), io.StringIO("what?\nno\n"))
    assert not voice.ask("Shall I?", "Add --yes.")
    with pytest.raises(Problem, match="Add --yes"):
        Voice(io.StringIO(), io.StringIO("")).ask("Shall I?", "Add --yes.")


def test_commands_show_their_stages_and_tell_how_they_failed() -> None:
    out = io.StringIO()
    commands = RealCommands(Voice(out, None))
    commands.show("sh", "-c", "echo Collecting x; echo noise; printf 'Collecting y'")
    assert out.getvalue() == "        Collecting x\n"
    with pytest.raises(CommandFailed, match="false failed with exit code 1"):
        commands.show("false")
    assert commands.ask("no-such-command").code == 127


def test_a_damaged_program_is_none(tmp_path: Path) -> None:
    program = tmp_path / "python"
    program.write_bytes(b"\x7fELF")
    program.chmod(0o755)
    assert RealCommands(Voice(io.StringIO(), None)).ask(str(program)).code == 127


def test_what_a_command_complains_of_is_not_its_answer() -> None:
    answer = RealCommands(Voice(io.StringIO(), None)).ask("sh", "-c", "echo 4711; echo old >&2")
    assert (answer.text, answer.complaints) == ("4711\n", "old\n")


def test_a_command_that_never_answers_is_told() -> None:
    commands = RealCommands(Voice(io.StringIO(), None), ask_patience_s=0.1)
    with pytest.raises(Problem, match=r"^sleep 60 has not answered for 0\.1 s\. Run this again"):
        commands.ask("sleep", "60")


def test_users_and_groups_are_found_among_lines_of_another_kind(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/passwd").write_text("\n+\n+::::::\ncitychase\ncitychase:x:990:991::/:/bin/sh\n")
    (tmp_path / "etc/group").write_text("\n+\n+:::\ngpio:x:997:citychase,pi\n")
    places = Places(tmp_path)
    assert numbers(places) == (990, 991)
    assert members(places, "gpio") == ["citychase", "pi"]
    assert members(places, "spi") is None


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        (errno.ENOSPC, "The disk is full. Make room"),
        (errno.EROFS, "The disk can only be read. Switch the overlay"),
        (errno.EIO, "/opt/x: Input/output error."),
    ],
)
def test_what_the_system_refuses_is_told(code: int, sentence: str) -> None:
    assert tell_os_error(OSError(code, os.strerror(code), "/opt/x")).startswith(sentence)


@pytest.fixture
def release(tmp_path: Path) -> Path:
    """Return a folder like a release's."""
    folder = tmp_path / "release"
    for name in ("bin/citychase", "lib/flask/app.py", "lib/flask/__pycache__/app.cpython-311.pyc", "lib/web/a b.css"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)
    (folder / "bin/python").symlink_to("/usr/bin/python3")
    (folder / "lib64").symlink_to("lib")
    return folder


@pytest.mark.parametrize("name", ["bin/citychase", "bin/python", "lib64", "lib/flask/app.py", "lib/web/a b.css"])
def test_whatever_is_lost_or_changed_is_noticed(release: Path, name: str) -> None:
    listed = contents(release)
    assert is_whole(release, listed)
    (release / name).unlink()
    assert not is_whole(release, listed)
    (release / name).write_text("")
    assert not is_whole(release, listed)


def test_a_package_that_is_gone_with_all_that_tells_of_it_is_noticed(release: Path) -> None:
    listed = contents(release)
    shutil.rmtree(release / "lib/flask")
    assert not is_whole(release, listed)


def test_what_python_makes_anew_and_what_was_added_is_no_damage(release: Path) -> None:
    listed = contents(release)
    shutil.rmtree(release / "lib/flask/__pycache__")
    (release / "lib/more.py").write_text("")
    assert is_whole(release, listed)


@pytest.mark.parametrize("listed", ["", "0.1.0\n", "\0" * 4096, "\n\n"])
def test_what_is_no_list_shows_nothing_to_be_whole(release: Path, listed: str) -> None:
    assert not is_whole(release, listed)


def run_wrapper(release: Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run the command that people type where the release in use is somewhere else."""
    script = (CHECKOUT / "systemd/citychase").read_text().replace("/opt/citychase/current", str(release))
    command = ["/bin/sh", "-c", script, "citychase", "games", "a b"]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def runnable(release: Path) -> Path:
    """Return a release's folder with a program that says what it is given."""
    program = release / "bin/citychase"
    program.write_text('#!/bin/sh\necho "$STATE_DIRECTORY $CONFIGURATION_DIRECTORY $*"\n')
    program.chmod(0o755)
    (release / "bin/python").unlink()
    (release / "bin/python").symlink_to("/bin/sh")
    return release


def test_the_wrapper_uses_the_installed_tables_folders(runnable: Path) -> None:
    assert run_wrapper(runnable).stdout == "/var/lib/citychase /etc/citychase games a b\n"
    given = run_wrapper(runnable, STATE_DIRECTORY="/x", CONFIGURATION_DIRECTORY="/y")
    assert given.stdout == "/x /y games a b\n"


@pytest.mark.parametrize("lost", ["bin/citychase", "bin/python"])
def test_the_wrapper_says_that_the_program_is_gone(runnable: Path, lost: str) -> None:
    (runnable / lost).unlink()
    done = run_wrapper(runnable)
    sentence = f"citychase: the program in {runnable} is damaged or gone. In the project's folder: sudo make install\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", sentence)
