from hypothesis import given
from hypothesis import strategies as st

from companion.games.city_chase.city import BUILDINGS
from firmware.debouncing import Debouncer, Holds
from firmware.signals import Held, Lifted, Pinned, SwitchSignal

ALL = frozenset(BUILDINGS)
PERIOD = 0.01


def feed_all(debouncer: Debouncer, scans: list[frozenset[int]]) -> list[SwitchSignal]:
    return [signal for count, scan in enumerate(scans) for signal in debouncer.feed(scan, count * PERIOD)]


def test_the_first_scan_is_a_picture() -> None:
    debouncer = Debouncer(3)
    assert debouncer.in_place == frozenset()
    assert debouncer.feed(ALL - {8}, 0.0) == ()
    assert debouncer.in_place == ALL - {8}


def test_a_change_counts_once_three_scans_agree() -> None:
    debouncer = Debouncer(3)
    signals = feed_all(debouncer, [ALL, ALL - {8}, ALL - {8}, ALL - {8}, ALL - {8}])
    assert signals == [Lifted(8, 3 * PERIOD)]
    assert debouncer.in_place == ALL - {8}


def test_a_contact_that_changes_its_mind_starts_again() -> None:
    up = ALL - {8}
    assert feed_all(Debouncer(3), [ALL, up, up, ALL, up, up, ALL]) == []


def test_several_buildings_are_told_apart() -> None:
    scans = [ALL, ALL - {8}, ALL - {8, 3}, ALL - {8, 3}, ALL - {3}, ALL - {3}, ALL - {3}]
    signals = feed_all(Debouncer(3), scans)
    assert signals == [Lifted(8, 3 * PERIOD), Lifted(3, 4 * PERIOD), Pinned(8, 6 * PERIOD)]


def test_a_scan_that_arrives_twice_is_one_opinion() -> None:
    debouncer = Debouncer(3)
    debouncer.feed(ALL, 0.0)
    for _ in range(10):
        assert debouncer.feed(ALL - {8}, 1.0) == ()
    assert debouncer.feed(ALL - {8}, 0.5) == ()
    assert debouncer.feed(ALL - {8}, 1.1) == ()
    assert debouncer.feed(ALL - {8}, 1.2) == (Lifted(8, 1.2),)


def test_scans_that_arrive_late_still_count() -> None:
    debouncer = Debouncer(3)
    debouncer.feed(ALL, 0.0)
    assert debouncer.feed(ALL - {8}, 5.0) == ()
    assert debouncer.feed(ALL - {8}, 9.0) == ()
    assert debouncer.feed(ALL - {8}, 20.0) == (Lifted(8, 20.0),)


scans = st.lists(st.frozensets(st.sampled_from(BUILDINGS)), min_size=1, max_size=40)


@given(scans, st.integers(1, 4))
def test_signals_lead_from_the_first_picture_to_the_last(seen: list[frozenset[int]], agreeing: int) -> None:
    debouncer = Debouncer(agreeing)
    picture = set(seen[0])
    for signal in feed_all(debouncer, seen):
        if isinstance(signal, Lifted):
            picture.remove(signal.building)
        else:
            assert signal.building not in picture
            picture.add(signal.building)
    assert picture == debouncer.in_place


@given(scans, st.integers(1, 4))
def test_what_stays_is_believed(seen: list[frozenset[int]], agreeing: int) -> None:
    debouncer = Debouncer(agreeing)
    feed_all(debouncer, [*seen, *[seen[-1]] * agreeing])
    assert debouncer.in_place == seen[-1]


def test_a_knocked_building_is_not_a_search() -> None:
    holds = Holds(0.4)
    assert holds.feed([Lifted(8, 0.0)], 0.0) == ()
    assert holds.feed([], 0.39) == ()
    assert holds.feed([Pinned(8, 0.395)], 0.395) == ()
    assert holds.feed([], 5.0) == ()


def test_a_lift_that_lasts_is_meant_once() -> None:
    holds = Holds(0.4)
    holds.feed([Lifted(8, 0.0)], 0.0)
    assert holds.feed([], 0.4) == (Held(8, 0.4),)
    assert holds.feed([], 1.0) == ()
    holds.feed([Pinned(8, 2.0)], 2.0)
    holds.feed([Lifted(8, 3.0)], 3.0)
    assert holds.feed([], 3.5) == (Held(8, 3.5),)


def test_two_lifts_at_once_are_both_told_in_their_order() -> None:
    holds = Holds(0.4)
    holds.feed([Lifted(8, 0.0)], 0.0)
    holds.feed([Lifted(3, 0.1)], 0.1)
    assert holds.feed([], 0.6) == (Held(8, 0.6), Held(3, 0.6))


def test_a_lift_and_pin_in_one_step_is_nothing() -> None:
    assert Holds(0.0001).feed([Lifted(8, 0.0), Pinned(8, 0.01)], 1.0) == ()
