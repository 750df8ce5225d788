"""The events of one live stream, with a clock that a test moves: nobody waits."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from msgspec.json import decode

from companion.games.city_chase.actions import Done, Hide
from companion.table.actions import PassOn
from companion.table.seats import Player
from companion.table.showing import Watch
from tests.companion.table.opening import begin
from tests.firmware.clock import Clock
from tests.web.visiting import WebTable
from web.live import LiveEvents
from web.site import Streams

COMMENT_S = 10.0


class PatientWatch(Watch):
    """A watch whose waiting takes no time: either it was woken, or the clock is at the end of the wait."""

    def __init__(self, player: Player | None, clock: Clock) -> None:
        super().__init__(player)
        self._clock = clock
        self.plans: list[tuple[float, object]] = []
        """What happens while it waits: how much later, and what to do then."""

    def wait(self, seconds: float) -> bool:
        if self._changed.is_set():
            return super().wait(0)
        if self.plans and self.plans[0][0] < seconds:
            later, happening = self.plans.pop(0)
            self._clock.go(later)
            assert callable(happening)
            happening()
            return super().wait(0)
        self._clock.go(max(0.0, seconds))
        return super().wait(0)


class Stream:
    """A live stream that a test reads event by event."""

    def __init__(self, web: WebTable, player: Player | None, language: str = "en") -> None:
        self.clock = Clock()
        self.streams = Streams(1, 0)
        assert self.streams.enter(has_seat=False)
        self.watch = PatientWatch(player, self.clock)
        web.table._showing._watches.add(self.watch)
        self.events = LiveEvents(web.table, self.streams, self.watch, language, COMMENT_S, self.clock)
        self.read: Iterator[bytes] = iter(self.events)

    def next(self) -> str:
        return next(self.read).decode()

    def later(self, seconds: float, happening: object) -> None:
        self.watch.plans.append((seconds, happening))

    def has_room(self) -> bool:
        """Tell whether the stream's place is free again."""
        has_room = self.streams.enter(has_seat=False)
        if has_room:
            self.streams.leave()
        return has_room


@contextmanager
def streaming(web: WebTable, player: Player | None = None) -> Iterator[Stream]:
    stream = Stream(web, player)
    yield stream
    stream.events.close()


def is_comment(text: str) -> bool:
    return text.startswith(":") and text.endswith("\n\n")


def data_of(text: str) -> dict[str, object]:
    found: dict[str, object] = decode(text.partition("data: ")[2])
    return found


def test_the_first_event_comes_at_once_with_its_version_and_when_to_come_back(web: WebTable) -> None:
    with streaming(web) as stream:
        lines = stream.next().split("\n")
        view = web.view()
        assert lines[:3] == ["retry: 1000", "event: view", f"id: {view['version']}"]
        assert decode(lines[3].removeprefix("data: ")) == view
        assert lines[4:] == ["", ""]
        assert stream.clock.now == 0


def test_an_event_comes_when_the_callers_own_view_changes(web: WebTable) -> None:
    with streaming(web) as stream:
        stream.next()
        stream.later(3, lambda: web.sit("police", "Ben"))
        event = stream.next()
        assert event.startswith(f"event: view\nid: {web.view()['version']}\ndata: ")
        assert data_of(event) == web.view()
        assert stream.clock.now == 3


def test_where_nothing_changes_there_are_comments_alone(web: WebTable) -> None:
    with streaming(web) as stream:
        stream.next()
        for number in range(1, 6):
            assert is_comment(stream.next())
            assert stream.clock.now == number * COMMENT_S


def test_events_do_not_shift_the_rhythm_of_the_comments(web: WebTable) -> None:
    with streaming(web) as stream:
        stream.next()
        for number in range(1, 6):
            stream.later(7, lambda number=number: web.sit("police", f"Police {number}"))
            assert not is_comment(stream.next())
            assert is_comment(stream.next())
            assert stream.clock.now == number * COMMENT_S


def test_a_comment_that_comes_late_does_not_shift_the_next(web: WebTable) -> None:
    def happen() -> None:
        web.sit("police", "Ben")
        stream.clock.go(4)

    with streaming(web) as stream:
        stream.next()
        stream.later(7, happen)
        assert not is_comment(stream.next())
        assert is_comment(stream.next())
        assert stream.clock.now == COMMENT_S + 1
        assert is_comment(stream.next())
        assert stream.clock.now == 2 * COMMENT_S


def test_a_page_that_was_woken_for_nothing_is_sent_nothing(web: WebTable) -> None:
    with streaming(web) as stream:
        stream.next()
        stream.later(3, stream.watch.wake)
        assert is_comment(stream.next())
        assert stream.clock.now == COMMENT_S


def test_a_thiefs_choosing_wakes_no_other_page(web: WebTable) -> None:
    players = begin(web)
    eve = web.sit("watch", "Eve")
    with (
        streaming(web) as public,
        streaming(web, eve) as watching,
        streaming(web, players.ben) as police,
        streaming(web, players.thief) as thief,
    ):
        others = (public, watching, police)
        for stream in (*others, thief):
            stream.next()
        web.do(players.thief, *choices(13, 14, 1))
        assert [stream.watch._changed.is_set() for stream in others] == [False, False, False]
        assert thief.watch._changed.is_set()
        you = data_of(thief.next())["you"]
        assert isinstance(you, dict)
        assert you["choice"] == 1
        for stream in others:
            assert is_comment(stream.next())


def choices(*buildings: int) -> Iterator[Hide]:
    return (Hide(building) for building in buildings)


def test_a_stream_ends_when_its_seat_is_left(web: WebTable) -> None:
    ben = web.sit("police", "Ben")
    with streaming(web, ben) as stream:
        stream.next()
        stream.later(3, lambda: web.table.leave(ben))
        with pytest.raises(StopIteration):
            stream.next()
        assert stream.clock.now == 3


def test_a_stream_ends_when_its_seat_is_taken_up_elsewhere(web: WebTable) -> None:
    ana = web.sit("thief", "Ana")
    with streaming(web, ana) as stream:
        stream.next()
        stream.later(3, lambda: web.table.take_up(ana))
        with pytest.raises(StopIteration):
            stream.next()


def test_all_streams_end_when_the_table_closes(web: WebTable) -> None:
    with streaming(web) as stream:
        stream.next()
        stream.later(3, web.table.send_all_away)
        with pytest.raises(StopIteration):
            stream.next()


def test_a_stream_follows_its_player_into_another_seat(web: WebTable) -> None:
    ana, ben = web.sit("thief", "Ana"), web.sit("police", "Ben")
    with streaming(web, ben) as stream:
        stream.next()
        stream.later(3, lambda: web.do(ana, PassOn("Ben")))
        you = data_of(stream.next())["you"]
        assert isinstance(you, dict)
        assert you["seat"] == "thief"


def test_a_stream_speaks_its_language(web: WebTable) -> None:
    players = begin(web)
    web.do(players.thief, Hide(1), Done())
    french = Stream(web, None, "fr")
    french.next()
    web.hold(25)
    assert "Put building" not in french.next()
    french.events.close()


@pytest.mark.parametrize("events_read", [0, 1])
def test_a_streams_place_is_given_back_once_however_it_ends(web: WebTable, events_read: int) -> None:
    stream = Stream(web, None)
    for _ in range(events_read):
        stream.next()
    assert not stream.has_room()
    stream.events.close()
    assert stream.has_room()
    assert stream.watch not in web.table._showing._watches
    stream.events.close()
    assert stream.streams.enter(has_seat=False)
    assert not stream.streams.enter(has_seat=False), "Closing twice gives no second place."
