"""Nobody but the thief can tell two secrets apart: not by an answer, a header, a version, a light, a sound or a log.

Two tables tell the same story with different secrets. One thief is restless where the other is quiet. Everything that
anyone but the thief is sent must be the same, byte for byte, ids and times aside.
"""

import logging
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.games.city_chase.actions import Hide
from companion.games.city_chase.seats import Seat, WatchSeat
from companion.games.city_chase.state import Game
from companion.games.city_chase.views import view_for
from companion.table import views
from companion.table.actions import Mode
from companion.table.journal import Count
from companion.table.seats import Seats
from companion.table.showing import Showing, Shown
from companion.table.table import Table
from firmware.attendant import Attendant
from firmware.picture import Picture
from tests.web.stories import Story, Storyteller
from tests.web.twins import Transcript, Twin, compare
from tests.web.wire_table import WireTable

seeds = st.integers(0, 2**32)


def tell(seed: int, mode: Mode, most_rounds: int = 5) -> Story:
    return Storyteller(Random(seed), mode).tell(most_rounds)  # noqa: S311 - stories to try


def play_twins(story: Story, seed: int) -> tuple[Transcript, Transcript]:
    """Play a story with both secrets; in every round one thief is restless and the other is not."""
    chance = Random(seed)  # noqa: S311
    rounds = set(range(1, len(story.rounds) + 2))
    restless = {number for number in rounds if chance.random() < 0.5}
    one, other = story.routes
    return play_twin(story, one, seed, restless), play_twin(story, other, seed + 1, rounds - restless)


def play_twin(story: Story, route: tuple[int, ...], seed: int, restless: set[int]) -> Transcript:
    with TemporaryDirectory() as folder, WireTable(Path(folder)) as opened:
        twin = Twin(opened, story, route, Random(seed))  # noqa: S311
        twin.play(restless)
        return twin.transcript


@pytest.mark.parametrize("mode", Mode)
@settings(max_examples=8, deadline=None, derandomize=True)
@given(seed=seeds)
def test_two_secrets_with_the_same_public_history_look_the_same_to_everyone_else(seed: int, mode: Mode) -> None:
    story = tell(seed, mode)
    event(f"{len(story.rounds)} rounds")
    compare(*play_twins(story, seed))


SEED = 7


def test_the_stories_are_worth_telling() -> None:
    """Over a few stories there are searches with finds, lifts, undone moves, and different routes."""
    stories = [tell(seed, Mode.OPEN) for seed in range(30)]
    steps = [step for story in stories for steps in story.rounds for step in steps]
    assert all(one != other for one, other in (story.routes for story in stories))
    assert {type(step).__name__ for step in steps} == {"Ask", "HoldUp"}
    assert {getattr(step, "action", "search") for step in steps} == {"move", "search", "undo"}
    assert sum(len(story.rounds) for story in stories) > 60
    # Some stories stop while the thief chooses, others while the police act.
    assert {story.is_thiefs_turn for story in stories} == {True, False}


# What a table must not do. Each of these would be noticed.


def show_watchers_the_car(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = view_for

    def leaking(game: Game, seat: Seat | None) -> Any:
        view = honest(game, seat)
        return replace(view, you={"car": game.secret.car}) if isinstance(seat, WatchSeat) else view

    monkeypatch.setattr(views, "view_for", leaking)


def count_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every commit move everyone's version."""

    def all_changed(showing: Showing, contents: dict[str, views.Content]) -> dict[str, Shown]:
        def count(key: str) -> int:
            return showing._shown[key].count.version + 1 if key in showing._shown else 1

        return {key: Shown(content, Count(count(key)), {}) for key, content in contents.items()}

    monkeypatch.setattr(Showing, "changes", all_changed)


def log_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Table._write

    def talkative(table: Table, seat: Any, deeds: Any, scene: Any = None) -> Any:
        if any(isinstance(deed, Hide) for deed in deeds):
            logging.getLogger("companion.table.table").debug("The thief has chosen.")
        return honest(table, seat, deeds, scene)

    monkeypatch.setattr(Table, "_write", talkative)


def light_up_lifts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the board show what is up, also while a classic thief hides."""
    honest = Attendant._picture

    def leaking(attendant: Attendant, scene: views.Scene) -> Picture:
        return replace(honest(attendant, scene), lifted=scene.hand.lifted)

    monkeypatch.setattr(Attendant, "_picture", leaking)


def hang_up_on_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everyone's live stream end when the thief alone is shown something new."""
    honest = Showing.adopt

    def alarming(showing: Showing, changes: dict[str, Shown], seats: Seats) -> None:
        honest(showing, changes, seats)
        if set(changes) == {"thief"}:
            showing.end_all()

    monkeypatch.setattr(Showing, "adopt", alarming)


@pytest.mark.parametrize(
    "leak", [show_watchers_the_car, count_choices, log_choices, light_up_lifts, hang_up_on_choices]
)
def test_a_leak_would_be_noticed(leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    story = tell(SEED, Mode.CLASSIC, most_rounds=2)
    leak(monkeypatch)
    with pytest.raises(AssertionError, match=r"two secrets look different|one table tells"):
        compare(*play_twins(story, SEED))
