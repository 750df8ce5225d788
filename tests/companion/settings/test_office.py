"""The owner's code: made once, shown again, guessed no faster than a PIN."""

import re
import stat
from pathlib import Path

import pytest

from companion.settings.book import SettingsBook
from companion.settings.office import Office, make_code, read_code
from companion.settings.values import Settings
from companion.table.journal import NotSaved
from companion.table.refusal import Refused, Trouble
from tests.firmware.clock import Clock


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return Office(tmp_path, SettingsBook(tmp_path, Settings()), Clock())


def wrong(code: str) -> str:
    return f"{(int(code) + 1) % 1_000_000:06}"


def test_the_code_is_made_once_has_6_digits_and_is_private(tmp_path: Path) -> None:
    code = read_code(tmp_path)
    assert re.fullmatch("[0-9]{6}", code)
    assert read_code(tmp_path) == code
    assert stat.S_IMODE((tmp_path / "owner-code").stat().st_mode) == 0o600


@pytest.mark.parametrize("damaged", [b"", b"12345", b"1234567", b"12345x", "١٢٣٤٥٦".encode()])
def test_a_damaged_code_is_replaced(tmp_path: Path, damaged: bytes) -> None:
    (tmp_path / "owner-code").write_bytes(damaged)
    assert re.fullmatch("[0-9]{6}", read_code(tmp_path))


def test_a_code_that_cannot_be_kept_is_told(tmp_path: Path) -> None:
    (tmp_path / "owner-code").mkdir()
    with pytest.raises(NotSaved, match=r"The owner's code in .* cannot be read"):
        read_code(tmp_path)
    with pytest.raises(NotSaved, match="The owner's code cannot be kept"):
        make_code(tmp_path)


def test_the_code_opens_and_another_does_not(office: Office) -> None:
    assert office.enter(office.code(), "phone") is None
    assert office.enter(wrong(office.code()), "phone") == Refused(Trouble.WRONG_CODE)
    assert office.enter("", "phone") == Refused(Trouble.WRONG_CODE)
    assert office.enter("\ud800", "phone") == Refused(Trouble.WRONG_CODE)


def test_a_code_may_be_typed_in_groups(office: Office) -> None:
    code = office.code()
    assert office.enter(f" {code[:3]} {code[3:]}\n", "phone") is None
    assert office.enter(f"{code[:2]}-{code[2:]}", "phone") is None


def test_after_5_wrong_codes_in_a_minute_the_right_one_has_to_wait_too(tmp_path: Path) -> None:
    clock = Clock()
    office = Office(tmp_path, SettingsBook(tmp_path, Settings()), clock)
    for _ in range(5):
        assert office.enter(wrong(office.code()), "phone") == Refused(Trouble.WRONG_CODE)
    assert office.enter(office.code(), "phone") == Refused(Trouble.TOO_MANY_TRIES)
    assert office.enter(office.code(), "another phone") is None
    clock.go(61)
    assert office.enter(office.code(), "phone") is None


def test_a_new_code_counts_at_once_also_where_the_table_runs(office: Office, tmp_path: Path) -> None:
    before = office.code()
    after = make_code(tmp_path)
    while after == before:
        after = make_code(tmp_path)
    assert office.enter(before, "phone") == Refused(Trouble.WRONG_CODE)
    assert office.enter(after, "phone") is None
