"""Nobody but the thief can tell two secrets apart by anything but what was found.

All routes are played against a police that follows a script. Wherever two routes have the same public history, what
everyone but the thief is shown must be the same, byte for byte: after every "Done!" and every action of a helicopter,
while the thief chooses, changes and is refused, and in what the police are told when they ask for something wrong.
"""

from collections import Counter
from collections.abc import Callable, Iterator

import msgspec
import pytest

from companion.games.city_chase.actions import Action, Done, Hide, Move, Search, Take, Undo
from companion.games.city_chase.city import BUILDINGS, TOUCHES
from companion.games.city_chase.events import Event, ThiefHid
from companion.games.city_chase.pieces import HELICOPTERS, ROUNDS, Find
from companion.games.city_chase.record.tokens import token_of
from companion.games.city_chase.record.writing import write_public
from companion.games.city_chase.rules import Accepted, judge
from companion.games.city_chase.state import Ending, Game, Over, PolicePhase, Public, Searched, Secret
from companion.games.city_chase.views import view_police, view_public, view_thief, view_watcher
from tests.companion.games.city_chase.playing import (
    BEN,
    BOARD,
    CHLOE,
    GREEN,
    PINK,
    THIEF,
    WATCHER,
    YELLOW,
    accept,
    begin,
    do,
)

Script = Callable[[PolicePhase], Move | Search]
"""What the police do next. It is given the public part alone: it could not know more if it wanted to."""


def _waiting(public: PolicePhase) -> int:
    return public.acted.index(False)


def patrolling(public: PolicePhase) -> Move:
    """Fly to and fro and find nothing: every route is played to its end."""
    place = _waiting(public)
    return Move(
        HELICOPTERS[place], {"F": "E", "E": "F", "K": "J", "J": "K", "H": "D", "D": "H"}[public.crossings[place]]
    )


def searching_in_turn(public: PolicePhase) -> Search:
    """Search around the same three crossings, each building in turn."""
    place = _waiting(public)
    around = TOUCHES[public.crossings[place]]
    return Search(HELICOPTERS[place], around[(public.round + place) % 4])


def following_traces(public: PolicePhase) -> Move | Search:
    """Search where a Trace shows beside, else fly: what was found decides what is done."""
    place = _waiting(public)
    helicopter = HELICOPTERS[place]
    you = view_police(public, BEN).you
    traces = view_public(public).traces
    unknown = [one for one in you.searches[helicopter] if one not in traces]
    moves = you.moves[helicopter]
    if moves and (public.round + place) % 2 and len(unknown) == 4:
        return Move(helicopter, moves[public.round % len(moves)])
    return Search(helicopter, (unknown or you.searches[helicopter])[0])


def history_of(public: Public) -> tuple[str, ...]:
    """Return what has happened in public, which is all that anything public may depend on."""
    told = [f"{deed.round}.{token_of(deed)}" for deed in public.history]
    ending = public.result.reason if isinstance(public, Over) else type(public).__name__
    return (*told, f"{public.round}", ending)


# On F, K and H pink, yellow and green touch none of these buildings and reach none of these crossings.
WRONG: tuple[Action, ...] = (Hide(1), Done(), Move(PINK, "P"), Search(YELLOW, 25), Search(GREEN, 1), Undo(), Take(PINK))


def shown_to_others(game: Game, events: tuple[Event, ...] = ()) -> bytes:
    """Return everything that anyone but the thief gets to see of a game, and is told of what led to it."""
    public = game.public
    views = [view_public(public), view_watcher(public), view_police(public, BEN), view_police(public, CHLOE)]
    return msgspec.json.encode([*views, write_public(public), *events])


def answers_to_others(game: Game) -> bytes:
    """Return what others are answered to actions that can find nothing out."""
    decisions = [judge(game, seat, action) for seat in (BEN, CHLOE, WATCHER, BOARD) for action in WRONG]
    return msgspec.json.encode([one if not isinstance(one, Accepted) else one.events for one in decisions])


class Witness:
    """Remembers what was shown for each public history and objects when it differs."""

    def __init__(self) -> None:
        self.seen: dict[tuple[str, ...], bytes] = {}
        self.compared = 0

    def look(self, game: Game, shown: bytes) -> None:
        key = history_of(game.public)
        expected = self.seen.setdefault(key, shown)
        assert shown == expected, f"two secrets look different after {key}"
        self.compared += 1


def watch(witness: Witness, decision: Accepted) -> Game:
    """Return the game that was decided on, looked at. Once it is over the route is everyone's to see."""
    if not isinstance(decision.game.public, Over):
        witness.look(decision.game, shown_to_others(decision.game, decision.events))
    return decision.game


def hide_everywhere(game: Game, witness: Witness) -> Iterator[Game]:
    """Yield the game after each way the thief can go on."""
    for building in game.secret.ways_out():
        chosen = accept(game, THIEF, Hide(building))
        assert chosen.events == ()
        yield watch(witness, accept(chosen.game, THIEF, Done()))


def answer(game: Game, script: Script, witness: Witness) -> Game:
    """Return the game after the police phase."""
    while isinstance(game.public, PolicePhase):
        game = watch(witness, accept(game, BOARD, script(game.public)))
    return game


def play_all_routes(script: Script, witness: Witness, rounds: int = ROUNDS) -> Iterator[Game]:
    """Yield every game that some rounds can lead to, and those that are over before."""
    games = [begin("FKH")]
    for _ in range(rounds):
        answered = [answer(hidden, script, witness) for game in games for hidden in hide_everywhere(game, witness)]
        yield from (game for game in answered if isinstance(game.public, Over))
        games = [game for game in answered if not isinstance(game.public, Over)]
    yield from games


@pytest.mark.parametrize("script", [searching_in_turn, following_traces])
def test_all_routes_with_the_same_public_history_look_the_same(script: Script) -> None:
    witness = Witness()
    ends = Counter(reason_of(game) for game in play_all_routes(script, witness))
    assert set(ends) == {Ending.ARRESTED, Ending.SURROUNDED, Ending.ESCAPED}
    # Were every route to have a history of its own, nothing would have been compared.
    assert witness.compared > 5 * len(witness.seen)


def test_while_nothing_is_found_all_45104_routes_look_the_same() -> None:
    witness = Witness()
    ends = Counter(reason_of(game) for game in play_all_routes(patrolling, witness))
    assert ends == {Ending.ESCAPED: 42_736, Ending.SURROUNDED: 2_368}
    # One picture before each of 3 actions a round, and one when the next round begins.
    assert len(witness.seen) == 4 * ROUNDS - 1


def reason_of(game: Game) -> Ending:
    assert isinstance(game.public, Over)
    return game.public.result.reason


@pytest.mark.rule("T6")
def test_what_the_thief_does_before_done_is_seen_by_nobody() -> None:
    game = begin("FKH")
    for building in (13, 14, 15, 20):
        before = shown_to_others(game)
        for choice in BUILDINGS:
            decision = judge(game, THIEF, Hide(choice))
            if isinstance(decision, Accepted):
                assert decision.events == ()
                game = decision.game
            assert shown_to_others(game) == before
            assert view_thief(game).you.choices == Secret(game.secret.route).ways_out()
        game = do(game, THIEF, Hide(building), Done())
        game = do(game, BOARD, Search(PINK, 7), Search(YELLOW, 18), Search(GREEN, 9))


@pytest.mark.parametrize("rounds", [1, 3, 5])
def test_answers_to_the_police_do_not_depend_on_the_secret(rounds: int) -> None:
    witness = Witness()
    games = [
        game for game in play_all_routes(searching_in_turn, Witness(), rounds) if not isinstance(game.public, Over)
    ]
    for game in games:
        witness.look(game, answers_to_others(game))
        for hidden in hide_everywhere(game, Witness()):
            witness.look(hidden, answers_to_others(hidden))
    assert witness.compared > 5 * len(witness.seen)


def test_the_witness_would_notice() -> None:
    """The comparison itself can fail: a view that held the car would be caught."""
    witness = Witness()
    one, other = (do(begin("FKH"), THIEF, Hide(building), Done()) for building in (1, 2))
    witness.look(one, shown_to_others(one))
    witness.look(other, shown_to_others(other))
    with pytest.raises(AssertionError, match="two secrets look different"):
        witness.look(other, msgspec.json.encode(view_thief(other)))


def test_the_witness_would_notice_an_event_that_tells() -> None:
    witness = Witness()
    one, other = (accept(do(begin("FKH"), THIEF, Hide(building)), THIEF, Done()) for building in (1, 2))
    watch(witness, one)
    with pytest.raises(AssertionError, match="two secrets look different"):
        watch(witness, Accepted(other.game, (ThiefHid(2),)))


def test_only_what_was_found_tells_games_apart() -> None:
    found, missed = (do(begin("FKH"), THIEF, Hide(building), Done()) for building in (7, 1))
    found, missed = (do(game, BOARD, Search(PINK, 7)) for game in (found, missed))
    assert isinstance(found.public.history[-1], Searched)
    assert found.public.history[-1].find is Find.CAR
    assert shown_to_others(found) != shown_to_others(missed)
