"""After a restart the table is what it was: the game rebuilt from the journal equals the one that was played."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.json import encode

from companion.games.city_chase.actions import Abandon, Done, Hide, Place, Release, Search, Start, Take, Undo
from companion.games.city_chase.city import BUILDINGS, CROSSINGS
from companion.games.city_chase.pieces import HELICOPTERS
from companion.games.city_chase.state import INDEX_OF, Over, PolicePhase, Setup, ThiefPhase
from companion.games.city_chase.views import PolicePlayer, view_police
from companion.table.actions import Choose, Mode, NewGame, SetAside
from companion.table.play import Play, rebuild
from companion.table.seats import Player
from tests.companion.table.opening import OpenTable, Players

Option = Callable[[], object]


class Playing:
    """Plays at a table at random: phones, hands and seats, most of it allowed."""

    def __init__(self, opened: OpenTable, chance: Random, mode: Mode) -> None:
        self.opened = opened
        self.chance = chance
        self.players = Players(opened.sit("thief", "Ana"), opened.sit("police", "Ben"))
        self.chloe = opened.sit("police", "Chloé")
        opened.do(self.players.ben, NewGame(mode))

    def step(self) -> None:
        self.chance.choice(list(self.options()))()

    def options(self) -> Iterator[Option]:
        """Yield what can be done now, and some things that cannot."""
        opened, ben, chloe = self.opened, self.players.ben, self.chloe
        ask = partial(partial, opened.ask)
        public = opened.public()
        yield ask(self.chance.choice([ben, chloe]), Take(self.chance.choice(HELICOPTERS)))
        yield ask(self.chance.choice([ben, chloe]), Release(self.chance.choice(HELICOPTERS)))
        yield ask(self.players.thief, SetAside(self.chance.choice(BUILDINGS)))
        yield self.move_a_building
        if isinstance(public, Setup):
            for helicopter in HELICOPTERS:
                yield ask(None, Place(helicopter, self.chance.choice(CROSSINGS)))
            yield from [ask(None, Start())] * 3
        elif isinstance(public, ThiefPhase):
            yield from (ask(self.players.thief, Hide(one)) for one in opened.secret().ways_out())
            yield from [self.be_done] * 4
        elif isinstance(public, PolicePhase):
            yield from self.police_options(public)

    def police_options(self, public: PolicePhase) -> Iterator[Option]:
        ask = partial(partial, self.opened.ask)
        you: PolicePlayer = view_police(public, self.players.ben.in_game).you  # type: ignore[arg-type]
        for action in you.actions():
            # Who searches on a page what is in a hand already makes two things at once.
            if not isinstance(action, Search) or action.building not in self.opened.hand().up:
                yield ask(self.players.ben, action)
        yield ask(self.players.ben, Undo())
        for helicopter in HELICOPTERS:
            yield ask(self.player_of(helicopter, public), Choose(helicopter))
        for building in self.opened.hand().up:
            yield partial(self.opened.table.held, building)

    def player_of(self, helicopter: Any, public: PolicePhase) -> Player:
        return self.chloe if public.owners[INDEX_OF[helicopter]] == self.chloe.id else self.players.ben

    def move_a_building(self) -> None:
        building = self.chance.choice(BUILDINGS)
        table = self.opened.table
        if building in self.opened.hand().up:
            table.pinned(building)
        else:
            table.lifted(building)

    def be_done(self) -> None:
        """Do whatever a classic thief has left to do on the board, and say so."""
        table, secret = self.opened.table, self.opened.secret()
        if secret.choice:
            for building in {secret.car, secret.choice} - {None} | self.opened.hand().up:
                table.lifted(building)  # type: ignore[arg-type]
                table.pinned(building)  # type: ignore[arg-type]
        self.opened.ask(self.players.thief, Done())


def check_rebuilding(opened: OpenTable) -> None:
    """Compare the game at the table with the one in the journal, but for what only the switches can say."""
    play = opened.table.scene.play
    assert play is not None
    again = rebuild(opened.journal.entries(play.id))
    assert told(again) == told(play)
    # That a hand has already followed a search on a page is not written down. It is waited for rather than searched.
    assert again.hand.awaited >= play.hand.awaited


def told(play: Play) -> bytes:
    kept = [sorted(play.hand.aside), sorted(play.hand.handled)]
    return encode([play.id, play.began_at, play.mode, play.game, play.thief, play.police, kept])


@pytest.mark.parametrize("mode", Mode)
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_game_rebuilt_is_the_game_that_was_played_byte_for_byte(seed: int, mode: Mode) -> None:
    with TemporaryDirectory() as folder, OpenTable(Path(folder)) as opened:
        playing = Playing(opened, Random(seed), mode)  # noqa: S311 - games to try
        for _ in range(80):
            playing.step()
            check_rebuilding(opened)
        opened.ask(playing.players.ben, Abandon())
        assert isinstance(opened.public(), Over)
        check_rebuilding(opened)


def without_moving_parts(view: dict[str, Any]) -> dict[str, Any]:
    """Return a view without what a restart may change: that it was one, and what the switches see then."""
    return {**view, "version": 0, "board": None, "hand": None, "classic": None}


@pytest.mark.parametrize("mode", Mode)
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_after_a_restart_every_seat_sees_the_same_game(seed: int, mode: Mode) -> None:
    with TemporaryDirectory() as folder, OpenTable(Path(folder)) as opened:
        chance = Random(seed)  # noqa: S311 - games to try
        playing = Playing(opened, chance, mode)
        for _ in range(chance.randrange(60)):
            playing.step()
        everyone = (None, *opened.table.scene.seats.players)
        before = [without_moving_parts(opened.view(one)) for one in everyone]
        versions = [opened.view(one)["version"] for one in everyone]
        opened.restart()
        assert [without_moving_parts(opened.view(one)) for one in everyone] == before
        assert all(opened.view(one)["version"] >= was for one, was in zip(everyone, versions, strict=True))


def test_a_building_searched_by_hand_can_be_searched_by_hand_again_after_a_restart(tmp_path: Path) -> None:
    """P8: it is a second search, not the hand of the first."""
    with OpenTable(tmp_path) as opened:
        thief, ben = opened.sit("thief"), opened.sit("police")
        opened.do(ben, NewGame(), *(Place(one, at) for one, at in zip(HELICOPTERS, "FGP", strict=True)), Start())
        opened.do(thief, Hide(1), Done())
        opened.hold(8)
        opened.do(ben, Choose(HELICOPTERS[0]))
        opened.place(8)
        opened.restart()
        opened.hold(8)
        assert [one["helicopter"] for one in opened.view()["searches"]] == ["pink", "yellow"]
