"""PINs are kept so that nobody can read them, and cannot be found by trying."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.table.pins import (
    ALL_S,
    ONE_S,
    TRIES_OF_ALL,
    TRIES_OF_ONE,
    Tries,
    hash_pin,
    is_pin,
    is_right,
)
from tests.firmware.clock import Clock


@pytest.mark.parametrize("text", ["0000", "1234", "84629173"])
def test_four_to_eight_digits_are_a_pin(text: str) -> None:
    assert is_pin(text)


@pytest.mark.parametrize("text", ["", "123", "123456789", "12a4", " 1234", "1234\n", "١٢٣٤", "12.4", "-123", "²345"])
def test_anything_else_is_no_pin(text: str) -> None:
    assert not is_pin(text)


def test_a_kept_pin_tells_right_from_wrong() -> None:
    kept = hash_pin("1234")
    assert is_right("1234", kept)
    assert not is_right("1235", kept)
    assert not is_right("01234", kept)


def test_a_kept_pin_does_not_show_the_pin_nor_that_two_are_the_same() -> None:
    one, other = hash_pin("84629173"), hash_pin("84629173")
    assert "84629173" not in one
    assert one != other


def test_five_wrong_pins_in_a_minute_are_enough_from_one_address() -> None:
    clock = Clock()
    tries = Tries(clock)
    assert [tries.begin("phone") for _ in range(TRIES_OF_ONE + 2)] == [True] * TRIES_OF_ONE + [False, False]
    assert TRIES_OF_ONE == 5
    clock.go(ONE_S - 0.001)
    assert not tries.begin("phone")
    clock.go(0.001)
    assert tries.begin("phone")


def test_tries_are_forgotten_one_by_one() -> None:
    clock = Clock()
    tries = Tries(clock)
    for _ in range(TRIES_OF_ONE):
        tries.begin("phone")
        clock.go(10)
    clock.go(ONE_S - 10 * TRIES_OF_ONE)
    assert tries.begin("phone")
    assert not tries.begin("phone")


def test_another_address_may_still_try() -> None:
    tries = Tries(Clock())
    for _ in range(TRIES_OF_ONE + 1):
        tries.begin("phone")
    assert tries.begin("tablet")


def test_many_addresses_together_have_a_slower_limit() -> None:
    clock = Clock()
    tries = Tries(clock)
    allowed = 0
    for number in range(TRIES_OF_ALL + 10):
        allowed += tries.begin(f"phone {number}")
    assert allowed == TRIES_OF_ALL
    clock.go(ONE_S)
    assert not tries.begin("one more")
    clock.go(ALL_S - ONE_S)
    assert tries.begin("one more")
    assert TRIES_OF_ALL / ALL_S < TRIES_OF_ONE / ONE_S


def test_a_refused_try_does_not_make_the_wait_longer() -> None:
    clock = Clock()
    tries = Tries(clock)
    for _ in range(TRIES_OF_ONE):
        tries.begin("phone")
    for _ in range(59):
        clock.go(1)
        assert not tries.begin("phone")
    clock.go(1)
    assert tries.begin("phone")


def test_right_pins_are_not_counted() -> None:
    tries = Tries(Clock())
    for _ in range(3 * TRIES_OF_ALL):
        assert tries.begin("phone")
        tries.was_right("phone")


def test_many_tries_at_once_get_no_further_than_one_after_the_other() -> None:
    tries = Tries(Clock())
    with ThreadPoolExecutor(16) as pool:
        allowed = sum(pool.map(lambda _: tries.begin("phone"), range(200)))
    assert allowed == TRIES_OF_ONE
