"""Who sits where, as values."""

from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.city_chase.seats import PoliceSeat, ThiefSeat, WatchSeat
from companion.table.actions import NAME_LENGTH
from companion.table.seats import MOST_WATCHERS, Player, Seats, read_name

ANA = Player("a", "thief", "Ana", pin="hashed")
BEN = Player("b", "police", "Ben")
CHLOE = Player("c", "police", "Chloé")
GUEST = Player("g", "watch", "Guest")


def seated(*players: Player) -> Seats:
    seats = Seats()
    for player in players:
        seats = seats.with_player(player)
    return seats


def test_everyone_is_found_in_their_own_place() -> None:
    seats = seated(BEN, ANA, GUEST, CHLOE)
    assert seats.thief
    assert seats.thief.name == "Ana"
    assert [one.name for one in seats.police] == ["Ben", "Chloé"]
    assert [one.name for one in seats.watching] == ["Guest"]


def test_a_player_is_found_by_id_and_serial_alone() -> None:
    seats = seated(ANA)
    assert seats.find("a", 0) == seats.thief
    assert seats.find("a", 1) is None
    assert seats.find("b", 0) is None


def test_the_rules_know_a_player_by_the_seat() -> None:
    assert (ANA.in_game, BEN.in_game, GUEST.in_game) == (ThiefSeat(), PoliceSeat("b"), WatchSeat())


def test_sittings_are_counted_so_that_the_last_one_can_be_told() -> None:
    seats = seated(ANA, BEN, ANA)
    assert {one.name: one.sat for one in seats.players} == {"Ana": 3, "Ben": 2}
    assert len(seats.players) == 2


def test_who_sits_down_again_has_not_left() -> None:
    left = seated(ANA).changed(Player("a", "thief", "Ana", has_left=True))
    assert left.thief
    assert left.thief.has_left
    again = left.with_player(left.thief)
    assert again.thief
    assert not again.thief.has_left


def test_names_of_police_players_are_the_same_however_they_are_written() -> None:
    found = seated(CHLOE).police_named("CHLOÉ")
    assert found
    assert found.id == "c"
    assert seated(ANA).police_named("Ana") is None


def test_more_people_may_look_on_than_are_kept_and_the_first_go_first() -> None:
    seats = seated(ANA, *(Player(f"w{number}", "watch", "Guest") for number in range(MOST_WATCHERS + 3)))
    assert len(seats.watching) == MOST_WATCHERS
    assert seats.watching[0].id == "w3"
    assert seats.thief


def test_the_thiefs_seat_is_passed_on_without_its_pin() -> None:
    seats = seated(ANA, BEN, CHLOE).passed_on(BEN)
    assert seats.thief
    assert (seats.thief.id, seats.thief.pin) == ("b", None)
    assert [(one.id, one.name, one.pin) for one in seats.police] == [("a", "Ana", None), ("c", "Chloé", None)]


def test_an_empty_thiefs_seat_can_be_passed_on_too() -> None:
    seats = seated(BEN, CHLOE).passed_on(CHLOE)
    assert seats.thief
    assert seats.thief.id == "c"
    assert [one.id for one in seats.police] == ["b"]


def test_a_thief_who_joins_the_police_gets_a_name_of_their_own() -> None:
    seats = seated(Player("a", "thief", "chloé"), BEN, CHLOE).passed_on(BEN)
    names = [one.name.casefold() for one in seats.police]
    assert len(names) == len(set(names)) == 2


@pytest.mark.parametrize("stem", ["Police", "A name that is very long"])
def test_given_names_have_the_lowest_free_number_and_are_not_too_long(stem: str) -> None:
    seats = Seats()
    names = []
    for number in range(12):
        names.append(seats.free_name(stem))
        seats = seats.with_player(Player(str(number), "police", names[-1]))
    assert len(set(names)) == 12
    assert names[0].endswith(" 1")
    assert max(map(len, names)) <= NAME_LENGTH
    freed = seats.without(seats.police[4])
    assert freed.free_name(stem) == names[4]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ana", "Ana"),
        ("  Ana \t María\n", "Ana María"),
        ("", ""),
        ("   ", ""),
        ("<script>alert(1)</script>", None),
        ("<b>Ana</b>", "<b>Ana</b>"),
        ("{0} {name}", "{0} {name}"),
        ("x" * 24, "x" * 24),
        ("x" * 25, None),
        ("\x1b[31mAna", None),
        ("Ana\x00", None),
        ("Ana\u202eneB", None),
        ("\u2066Ana", None),
        ("\ud800", None),
        ("Ana\u2028Ben", "Ana Ben"),
        ("愛", "愛"),
    ],
)
def test_a_name_is_what_can_be_shown(text: str, name: str | None) -> None:
    assert read_name(text) == name


@given(st.text())
def test_whatever_is_read_as_a_name_is_short_plain_and_read_the_same_again(text: str) -> None:
    name = read_name(text)
    if name is not None:
        assert len(name) <= NAME_LENGTH
        assert name.isprintable()
        assert name == name.strip()
        assert read_name(name) == name


def test_nothing_that_prints_a_player_tells_the_name_or_the_pin() -> None:
    assert repr(ANA) == "Player(thief)"
    assert "hashed" not in repr(seated(ANA))


@pytest.mark.parametrize("name", ["👨\u200d👩\u200d👧", "👩🏽\u200d🚒 Zoë", "Å", "ệ"])
def test_pictures_that_are_joined_and_ordinary_accents_are_names(name: str) -> None:
    assert read_name(name) == normalize("NFC", name)


@pytest.mark.parametrize("name", ["\u3164", "\u2800", "a" + "\u0301" * 23, "Ana\u200dBen", "\u200d👧"])
def test_names_that_nobody_can_see_or_that_cover_others_are_none(name: str) -> None:
    assert read_name(name) is None
