"""The settings in force: from the file, whoever changes it, and from the last good one where it is bad."""

import fcntl
import json
import logging
import os
import stat
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

import pytest
from hypothesis import example, given
from hypothesis import settings as trying
from hypothesis import strategies as st

from companion.settings.book import BROKEN, LAST_GOOD, LOCK, SettingsBook, find_problems
from companion.settings.reading import Fault
from companion.settings.values import Setting, Settings, Source, accept
from companion.table.journal import NotSaved
from tests.companion.settings.editing import edit

PLANNED = Settings(brightness=0.6, hold_s=0.5)


def open_book(folder: Path) -> SettingsBook:
    return SettingsBook(folder, PLANNED)


def lines(book: SettingsBook) -> list[tuple[Fault, int | None]]:
    return [(one.fault, one.line) for one in book.in_force.problems]


def test_without_a_file_the_board_and_the_program_decide(tmp_path: Path) -> None:
    book = open_book(tmp_path)
    assert book.settings == PLANNED
    assert book.in_force.sources == {
        Setting.BRIGHTNESS: Source.BOARD,
        Setting.SOUND: Source.BOARD,
        Setting.LANGUAGE: Source.DEFAULT,
        Setting.HOLD_S: Source.BOARD,
        Setting.HINTS: Source.DEFAULT,
    }
    assert book.in_force.problems == ()
    assert list(tmp_path.iterdir()) == []


def test_what_the_file_says_goes_before_them(tmp_path: Path) -> None:
    edit(tmp_path, 'sound = false\nlanguage = "fr"\n')
    book = open_book(tmp_path)
    assert book.settings == Settings(0.6, False, "fr", 0.5)
    assert book.in_force.sources[Setting.SOUND] is Source.FILE
    assert book.in_force.sources[Setting.HINTS] is Source.DEFAULT


def test_a_change_by_hand_is_taken_up(tmp_path: Path) -> None:
    book = open_book(tmp_path)
    edit(tmp_path, "brightness = 0.2")
    assert book.settings.brightness == 0.6
    book.look()
    assert book.settings.brightness == 0.2
    edit(tmp_path, "brightness = 0.9")
    book.look()
    assert book.settings.brightness == 0.9
    (tmp_path / "settings.toml").unlink()
    book.look()
    assert book.settings == PLANNED


def test_a_file_that_is_replaced_is_noticed_even_at_the_same_time_and_size(tmp_path: Path) -> None:
    edit(tmp_path, "brightness = 0.2")
    before = (tmp_path / "settings.toml").stat()
    book = open_book(tmp_path)
    beside = tmp_path / "beside"
    beside.write_text("brightness = 0.3")
    os.utime(beside, ns=(before.st_atime_ns, before.st_mtime_ns))
    beside.replace(tmp_path / "settings.toml")
    book.look()
    assert book.settings.brightness == 0.3


def test_a_bad_value_by_hand_leaves_the_one_that_was_in_force(tmp_path: Path) -> None:
    edit(tmp_path, "brightness = 0.2\nsound = true\n")
    book = open_book(tmp_path)
    edit(tmp_path, "\nbrightness = 20\nsound = false\n")
    book.look()
    assert (book.settings.brightness, book.settings.sound) == (0.2, False)
    assert book.in_force.sources[Setting.BRIGHTNESS] is Source.LAST_GOOD
    assert lines(book) == [(Fault.BAD_VALUE, 2)]
    edit(tmp_path, "brightness = 0.4\n")
    book.look()
    assert (book.settings.brightness, book.settings.sound) == (0.4, True)
    assert lines(book) == []


def test_a_broken_file_leaves_everything_as_it_was_also_after_a_restart(tmp_path: Path) -> None:
    edit(tmp_path, 'brightness = 0.2\nlanguage = "fr"\n')
    book = open_book(tmp_path)
    book.keep()
    edit(tmp_path, "brightness = 0.3\nlanguage = fr\n")
    book.look()
    book.keep()
    for one in (book, open_book(tmp_path)):
        assert one.settings == Settings(0.2, True, "fr", 0.5)
        assert lines(one) == [(Fault.NOT_TOML, 2)]


NESTED = b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}"


@pytest.mark.parametrize("damaged", [b"", b"{", b"[1]", b'{"brightness": 9, "language": 1}', b"\xff", NESTED])
def test_without_readable_last_good_values_the_plan_holds(tmp_path: Path, damaged: bytes) -> None:
    (tmp_path / LAST_GOOD).write_bytes(damaged)
    edit(tmp_path, "no toml")
    assert open_book(tmp_path).settings == PLANNED


json_like = st.recursive(
    st.one_of(st.none(), st.booleans(), st.floats(), st.text()),
    lambda inner: st.one_of(st.lists(inner), st.dictionaries(st.sampled_from([*Setting, "a"]), inner)),
)


@given(data=st.one_of(st.binary(), json_like.map(lambda value: json.dumps(value).encode())))
@example(data=NESTED)
@trying(deadline=None)
@example(data=b'{"brightness":' + b'{"a":' * 100_000)
def test_whatever_the_last_good_values_were_a_book_opens(data: bytes) -> None:
    with TemporaryDirectory() as folder:
        (Path(folder) / LAST_GOOD).write_bytes(data)
        edit(Path(folder), "no toml")
        settings = open_book(Path(folder)).settings
    assert all(accept(one, settings.value(one)) is not None for one in Setting)


def test_a_change_counts_at_once_and_is_on_disk(tmp_path: Path) -> None:
    book = open_book(tmp_path)
    book.change({Setting.BRIGHTNESS: 0.3, Setting.HINTS: False})
    assert book.settings == Settings(0.3, True, "en", 0.5, False)
    assert open_book(tmp_path).settings == book.settings
    assert stat.S_IMODE((tmp_path / "settings.toml").stat().st_mode) == 0o600


def test_a_change_keeps_what_the_owner_has_written(tmp_path: Path) -> None:
    edit(tmp_path, "# dim, for the kitchen\nbrightness = 0.2 # at night\n")
    book = open_book(tmp_path)
    # Somebody edits the file, and the page changes something before that is noticed.
    edit(tmp_path, "# dim, for the kitchen\nbrightness = 0.2 # at night\nsound = false\n")
    book.change({Setting.BRIGHTNESS: 0.9})
    text = (tmp_path / "settings.toml").read_text()
    assert text == "# dim, for the kitchen\nbrightness = 0.9 # at night\nsound = false\n"
    assert book.settings.sound is False


def test_a_change_puts_a_bad_value_right_and_leaves_other_mistakes(tmp_path: Path) -> None:
    edit(tmp_path, "brightness = 20\nsond = true\n")
    book = open_book(tmp_path)
    book.change({Setting.BRIGHTNESS: 0.5})
    assert lines(book) == [(Fault.UNKNOWN, 2)]


def test_a_broken_file_is_put_aside_when_something_is_changed(tmp_path: Path) -> None:
    edit(tmp_path, "sound = false\n")
    book = open_book(tmp_path)
    edit(tmp_path, "# a lot of work\nsound = ")
    book.change({Setting.BRIGHTNESS: 0.5})
    assert (tmp_path / BROKEN).read_text() == "# a lot of work\nsound = "
    assert book.settings == Settings(0.5, False, "en", 0.5)
    assert book.in_force.problems == ()


def test_what_was_put_aside_before_is_kept_too(tmp_path: Path) -> None:
    book = open_book(tmp_path)
    asides = []
    for number in range(3):
        edit(tmp_path, f"work {number}")
        book.change({Setting.SOUND: False})
        asides.append(book.report().put_aside)
    assert asides == [BROKEN, f"{BROKEN}-2", f"{BROKEN}-3"]
    assert [(tmp_path / str(name)).read_text() for name in asides] == ["work 0", "work 1", "work 2"]
    book.change({Setting.SOUND: True})
    assert book.report().put_aside is None


@pytest.mark.parametrize(
    "mistake",
    ["sound = [\n  true, # mine\n]", "sound.x = 1 # mine", "[sound]\n# mine\nx = 1", "[[sound]]\nx = 1 # mine"],
)
def test_a_table_in_the_place_of_a_value_is_kept_with_its_comments(tmp_path: Path, mistake: str) -> None:
    text = f"# ours\nhold_s = 0.7 # children\n{mistake}\n"
    edit(tmp_path, text)
    book = open_book(tmp_path)
    book.change({Setting.BRIGHTNESS: 0.3})
    assert not (tmp_path / BROKEN).exists()
    before = (tmp_path / "settings.toml").read_text()
    book.change({Setting.SOUND: False})
    assert (tmp_path / BROKEN).read_text() == before
    assert "# mine" in before
    assert book.report().put_aside == BROKEN
    assert book.settings == Settings(0.3, False, "en", 0.7)
    assert book.in_force.problems == ()
    assert "hold_s = 0.7 # children" in (tmp_path / "settings.toml").read_text()


def test_a_change_is_told_once_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    book = open_book(tmp_path)
    book.change({Setting.BRIGHTNESS: 0.3, Setting.SOUND: True})
    book.look()
    edit(tmp_path, 'language = "fr"\nbrightness = 0.3\n')
    book.look()
    assert caplog.messages == ["brightness is 0.3 now.", 'language is "fr" now.']


@pytest.mark.parametrize("has_older", [False, True])
@pytest.mark.parametrize("kind", ["folder", "pipe", "huge"])
def test_what_is_no_file_of_settings_stops_nothing_and_is_put_aside(tmp_path: Path, kind: str, has_older: bool) -> None:
    aside = tmp_path / (f"{BROKEN}-2" if has_older else BROKEN)
    if has_older:
        (tmp_path / BROKEN).write_text("older")
    file = tmp_path / "settings.toml"
    if kind == "folder":
        file.mkdir()
    elif kind == "pipe":
        os.mkfifo(file)
    else:
        file.write_bytes(b"#" * 1_000_000)
    book = open_book(tmp_path)
    assert book.settings == PLANNED
    assert lines(book) == [(Fault.TOO_LARGE if kind == "huge" else Fault.UNREADABLE, None)]
    book.change({Setting.SOUND: False})
    assert book.settings.sound is False
    assert book.report().put_aside == aside.name
    assert aside.exists()
    if kind == "huge":
        assert aside.stat().st_size == 1_000_000
    if has_older:
        assert (tmp_path / BROKEN).read_text() == "older"


def test_a_file_that_may_not_be_read_stops_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    edit(tmp_path, "brightness = 0.2")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("companion.settings.book.read_file", refuse)
    book = open_book(tmp_path)
    assert book.settings == PLANNED
    assert [one.detail for one in book.in_force.problems] == ["Permission denied"]


def fill_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.table.files.os.fsync", fail)


def test_what_cannot_be_saved_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    edit(tmp_path, "brightness = 0.2")
    book = open_book(tmp_path)
    fill_disk(monkeypatch)
    with pytest.raises(NotSaved, match=r"settings\.toml cannot be written: No space left on device"):
        book.change({Setting.BRIGHTNESS: 0.9})
    assert book.settings.brightness == 0.2
    assert (tmp_path / "settings.toml").read_text() == "brightness = 0.2"


@pytest.mark.parametrize("kind", ["folder", "huge"])
def test_what_cannot_be_saved_leaves_an_unreadable_file_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    file = tmp_path / "settings.toml"
    if kind == "folder":
        file.mkdir()
    else:
        file.write_bytes(b"#" * 1_000_000)
    book = open_book(tmp_path)
    fill_disk(monkeypatch)
    with pytest.raises(NotSaved):
        book.change({Setting.SOUND: False})
    assert {one.name for one in tmp_path.iterdir()} - {LOCK} == {"settings.toml"}
    assert book.report().put_aside is None


def test_a_file_that_is_gone_for_a_moment_takes_no_last_good_values_with_it(tmp_path: Path) -> None:
    edit(tmp_path, "brightness = 0.3")
    book = open_book(tmp_path)
    book.keep()
    (tmp_path / "settings.toml").unlink()
    book.look()
    book.keep()
    assert book.settings.brightness == PLANNED.brightness
    edit(tmp_path, "brightness = 9")
    book.look()
    assert book.settings.brightness == 0.3
    assert book.in_force.sources[Setting.BRIGHTNESS] is Source.LAST_GOOD


def test_last_good_values_that_cannot_be_kept_are_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    edit(tmp_path, "brightness = 0.2")
    book = open_book(tmp_path)
    fill_disk(monkeypatch)
    for _ in range(3):
        book.keep()
    assert [one.levelno for one in caplog.records] == [logging.WARNING]


def test_last_good_values_are_written_only_when_they_are_others(tmp_path: Path) -> None:
    edit(tmp_path, "brightness = 0.2")
    book = open_book(tmp_path)
    book.keep()
    first = (tmp_path / LAST_GOOD).stat().st_ino
    book.keep()
    open_book(tmp_path).keep()
    assert (tmp_path / LAST_GOOD).stat().st_ino == first


def test_a_bad_file_is_told_once_for_each_change_of_it(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    edit(tmp_path, "brightness = 20\nhold_s = 9\n")
    book = open_book(tmp_path)
    assert caplog.records == []
    book.tell_problems()
    for _ in range(3):
        book.look()
    assert [one.levelno for one in caplog.records] == [logging.WARNING] * 2
    assert caplog.messages[0] == (
        f"{tmp_path}/settings.toml: Line 1: brightness must be a number from 0.05 to 1, like 0.5. "
        "Until that is put right, 0.6 is used."
    )
    edit(tmp_path, "brightness = \n")
    book.look()
    assert len(caplog.records) == 3
    assert "Line 1 cannot be read" in caplog.messages[2]
    assert "(Invalid value)" in caplog.messages[2]


def test_the_command_line_goes_before_the_file_until_someone_changes_it(tmp_path: Path) -> None:
    edit(tmp_path, 'language = "en"\n')
    book = SettingsBook(tmp_path, PLANNED, {Setting.LANGUAGE: "fr"})
    assert (book.settings.language, book.in_force.sources[Setting.LANGUAGE]) == ("fr", Source.OPTION)
    book.change({Setting.SOUND: False})
    assert book.settings.language == "fr"
    book.change({Setting.LANGUAGE: "en"})
    assert (book.settings.language, book.in_force.sources[Setting.LANGUAGE]) == ("en", Source.FILE)


def test_a_change_of_the_file_goes_before_the_command_line_too(tmp_path: Path) -> None:
    book = SettingsBook(tmp_path, PLANNED, {Setting.LANGUAGE: "fr"})
    edit(tmp_path, "sound = false\n")
    book.look()
    assert book.settings.language == "fr"
    edit(tmp_path, 'language = "en"\n')
    book.look()
    assert book.settings.language == "en"


def test_a_report_says_all_in_the_readers_language(tmp_path: Path) -> None:
    edit(tmp_path, "brightness = 20\n")
    report = open_book(tmp_path).report("fr")
    assert report.file == "settings.toml"
    assert [(one.line, one.name) for one in report.problems] == [(1, "brightness")]
    assert report.problems[0].message.startswith("Ligne 1 : brightness doit être un nombre")


def test_whoever_checks_the_machine_is_told_the_problems_with_their_lines(tmp_path: Path) -> None:
    assert find_problems(tmp_path, PLANNED) == []
    edit(tmp_path, "sound = true\nhold_s = 60\n")
    (problem,) = find_problems(tmp_path, PLANNED)
    assert (problem.line, problem.name) == (2, "hold_s")
    assert problem.message.endswith("Until that is put right, 0.5 is used.")
    assert [one.name for one in tmp_path.iterdir()] == ["settings.toml"]


def test_changes_from_many_threads_are_all_in_the_file(tmp_path: Path) -> None:
    book = open_book(tmp_path)

    def switch(setting: Setting) -> None:
        for number in range(10):
            book.change({setting: number % 2 == 0})
            book.look()
            book.keep()

    def dim() -> None:
        for number in range(1, 11):
            book.change({Setting.BRIGHTNESS: number / 10})

    threads = [Thread(target=switch, args=(one,)) for one in (Setting.SOUND, Setting.HINTS)]
    threads.append(Thread(target=dim))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert book.settings == open_book(tmp_path).settings == Settings(1.0, False, "en", 0.5, False)


CHANGING = """
import sys
from pathlib import Path
from companion.settings.book import SettingsBook
from companion.settings.values import Setting, Settings

book = SettingsBook(Path(sys.argv[1]), Settings())
for number in range(200):
    book.change({Setting(sys.argv[2]): 0.2 + (number + 1) / 1000})
    assert book.settings.value(Setting(sys.argv[2])) == 0.2 + (number + 1) / 1000
    book.keep()
"""


def test_changes_from_two_programs_are_all_in_the_file_and_comments_stay(tmp_path: Path) -> None:
    edit(tmp_path, "# a lot of work\nbrightness = 0.2 # at night\nhold_s = 0.2 # children\n")
    programs = [
        subprocess.Popen([sys.executable, "-c", CHANGING, str(tmp_path), name]) for name in ("brightness", "hold_s")
    ]
    assert [program.wait(60) for program in programs] == [0, 0]
    assert (tmp_path / "settings.toml").read_text() == (
        "# a lot of work\nbrightness = 0.4 # at night\nhold_s = 0.4 # children\n"
    )
    assert not (tmp_path / BROKEN).exists()
    assert stat.S_IMODE((tmp_path / LOCK).stat().st_mode) == 0o600


def test_whoever_waits_too_long_for_another_program_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("companion.settings.book.LONGEST_WAIT_S", 0.0)
    edit(tmp_path, "sound = true\n")
    book = open_book(tmp_path)
    with (tmp_path / LOCK).open("w") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(NotSaved, match=r"^Another program is changing the settings\. Try again\.$"):
            book.change({Setting.SOUND: False})
        book.keep()
        # Looking waits for nobody.
        edit(tmp_path, "sound = true\nhints = false\n")
        book.look()
    assert (book.settings.sound, book.settings.hints) == (True, False)
    assert "Another program is changing the settings. Try again." in caplog.text
    book.change({Setting.SOUND: False})
    assert book.settings.sound is False


def test_a_folder_in_which_nothing_can_be_locked_is_told(tmp_path: Path) -> None:
    (tmp_path / LOCK).mkdir()
    book = open_book(tmp_path)
    with pytest.raises(NotSaved, match=r"settings\.lock cannot be written: Is a directory\."):
        book.change({Setting.SOUND: False})
    assert book.settings.sound
