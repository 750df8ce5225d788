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


def test_scans_in_a_bunch_are_not_believed_before_their_time() -> None:
    debouncer = Debouncer(3, settle_s=0.018)
    debouncer.feed(ALL, 0.0)
    for count in range(1, 18):
        assert debouncer.feed(ALL - {8}, 1 + count / 1000) == ()
    assert debouncer.feed(ALL - {8}, 1.02) == (Lifted(8, 1.02),)


UP = ALL - {8}


def hold(holds: Holds, until: float, begun: float = 0.0) -> list[Held]:
    """Feed scans that see building 8 up, up to a time."""
    steps = range(round((until - begun) / PERIOD) + 1)
    return [held for step in steps for held in holds.feed([], UP, begun + step * PERIOD)]


def test_a_knocked_building_is_not_a_search() -> None:
    holds = Holds(0.4)
    assert holds.feed([Lifted(8, 0.0)], UP, 0.0) == ()
    assert hold(holds, 0.38) == []
    assert holds.feed([Pinned(8, 0.39)], ALL, 0.39) == ()
    assert holds.feed([], ALL, 0.5) == ()


def test_a_lift_that_lasts_is_meant_once() -> None:
    holds = Holds(0.4)
    holds.feed([Lifted(8, 0.0)], UP, 0.0)
    assert [signal.building for signal in hold(holds, 1.0)] == [8]
    holds.feed([Pinned(8, 1.1)], ALL, 1.1)
    holds.feed([Lifted(8, 1.2)], UP, 1.2)
    assert [signal.building for signal in hold(holds, 2.0, begun=1.2)] == [8]


def test_a_building_seen_back_is_not_a_search_though_it_does_not_count_as_pinned_yet() -> None:
    holds = Holds(0.4)
    holds.feed([Lifted(8, 0.0)], UP, 0.0)
    hold(holds, 0.39)
    assert holds.feed([], ALL, 0.4) == ()
    assert holds.feed([], ALL, 0.41) == ()


def test_after_a_stall_the_hold_time_starts_again() -> None:
    holds = Holds(0.4)
    holds.feed([Lifted(8, 0.0)], UP, 0.0)
    assert holds.feed([], UP, 5.0) == ()
    assert hold(holds, 5.38, begun=5.01) == []
    assert [signal.building for signal in hold(holds, 5.45, begun=5.39)] == [8]


def test_two_lifts_at_once_are_both_told_in_their_order() -> None:
    holds = Holds(0.05)
    both = ALL - {8, 3}
    holds.feed([Lifted(8, 0.0)], ALL - {8}, 0.0)
    holds.feed([Lifted(3, 0.01)], both, 0.01)
    assert holds.feed([], both, 0.1) == (Held(8, 0.1), Held(3, 0.1))


def test_a_lift_and_pin_in_one_step_is_nothing() -> None:
    assert Holds(0.0001).feed([Lifted(8, 0.0), Pinned(8, 0.01)], ALL, 1.0) == ()
