"""A game as it is played at the table: the game itself, its mode, its people and the hand on the board.

`decide` says what an action comes to and changes nothing; `apply` is what makes the next state out of an entry of the
journal, when it is written and again when a game is rebuilt.
"""

from collections.abc import Iterable
from typing import TypeAlias, assert_never

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import CityChaseError
from companion.games.city_chase import actions as game_actions
from companion.games.city_chase import hand as hands
from companion.games.city_chase import permission, rules
from companion.games.city_chase.actions import Abandon, Done, Release, Search, Take
from companion.games.city_chase.city import BUILDINGS
from companion.games.city_chase.events import Event
from companion.games.city_chase.hand import Hand
from companion.games.city_chase.record.writing import write_public
from companion.games.city_chase.rejection import Reason, Rejected
from companion.games.city_chase.rules import Accepted, judge
from companion.games.city_chase.seats import BoardSeat, Seat, WatchSeat
from companion.games.city_chase.state import Ending, Game, Over, Public, Setup, ThiefPhase
from companion.table.actions import Choose, Mode, SetAside
from companion.table.deeds import Began, Entry, Handled, Players, SwitchChanged
from companion.table.refusal import Refusal, Refused, Trouble

_NEVER_WAIT = (Abandon, Take, Release)
"""What needs no building in its place."""


class CannotRebuild(CityChaseError):
    """The journal tells of something that the rules do not allow."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} Another program has written into it: name another folder with --data.")


class Play(Struct, frozen=True):
    """One game at the table."""

    id: int
    began_at: str
    mode: Mode
    game: Game
    hand: Hand = Hand()
    thief: str | None = None
    police: tuple[str, ...] = ()

    @property
    def is_running(self) -> bool:
        """Whether the game goes on."""
        return not isinstance(self.game.public, Over)

    @property
    def is_classic(self) -> bool:
        """Whether car and Traces are really hidden on the board."""
        return self.mode is Mode.CLASSIC

    @property
    def hides_board(self) -> bool:
        """Whether what the switches see is the thief's secret now."""
        return self.is_classic and isinstance(self.game.public, ThiefPhase)

    @property
    def end(self) -> Ending | None:
        """How it ended, if it has."""
        public = self.game.public
        return public.result.reason if isinstance(public, Over) else None

    def record(self) -> str:
        """Return the record that everyone may have. Raises NotWritable where round 1 never began."""
        people = {"Thief": self.thief or "", "Police": ", ".join(self.police)}
        tags = {"Date": self.began_at[:10], **{tag: names for tag, names in people.items() if names}}
        return write_public(self.game.public, {**tags, "Mode": self.mode.value})


InPlay: TypeAlias = game_actions.Action | Choose | SetAside


def decide(play: Play, seat: Seat, action: InPlay) -> game_actions.Action | SetAside | Refusal:
    """Return what an action comes to: itself, the search it chooses a helicopter for, or why it cannot be."""
    if isinstance(action, SetAside):
        return action if play.is_running else Rejected(Reason.GAME_OVER)
    if isinstance(action, Choose):
        if play.hand.choosing is None:
            return _nothing_to_choose(play.game.public)
        action = Search(action.helicopter, play.hand.choosing)
    if play.hand.is_waiting and not isinstance(action, _NEVER_WAIT):
        return Refused(Trouble.BUILDINGS_MISSING, {"buildings": listed(play.hand.missing)})
    decision = judge(play.game, seat, action)
    if isinstance(decision, Rejected):
        return decision
    if isinstance(action, Done) and play.is_classic:
        return hands.owed(play.hand, play.game.secret).why_not_done() or action
    return action


def _nothing_to_choose(public: Public) -> Refusal:
    match public:
        case Over():
            return Rejected(Reason.GAME_OVER)
        case Setup():
            return Rejected(Reason.NOT_STARTED)
        case ThiefPhase():
            return Rejected(Reason.THIEFS_TURN)
        case _:
            return Refused(Trouble.NOTHING_TO_CHOOSE)


def forbids(play: Play | None, seat: Seat, action: InPlay) -> Rejected | None:
    """Return why this seat may never do this, if it may not: asked before whether the request is stale."""
    if isinstance(action, SetAside):
        return Rejected(Reason.PLAYERS_ONLY) if isinstance(seat, WatchSeat) else None
    public = play.game.public if play else Game().public
    if isinstance(action, Choose):
        # To choose is to search; who may is the same for every building.
        return permission.check(public, seat, Search(action.helicopter, BUILDINGS[0]))
    return permission.check(public, seat, action)


def apply(play: Play, entry: Entry) -> tuple[Play, tuple[Event, ...]]:
    """Return the game after an entry of the journal, and what everyone may be told of it. Raises CannotRebuild."""
    deed = entry.deed
    match deed:
        case Began():
            raise CannotRebuild(f"Game {play.id} begins twice.")
        case Players(thief, police):
            return replace(play, thief=thief or play.thief, police=_all_names(play.police, police)), ()
        case SetAside(building):
            return replace(play, hand=hands.set_aside(play.hand, building)), ()
        case SwitchChanged(building):
            return replace(play, hand=replace(play.hand, aside=play.hand.aside - {building})), ()
        case Handled(building):
            return replace(play, hand=replace(play.hand, handled=play.hand.handled | {building})), ()
        case _:
            return _apply_to_game(play, entry.seat, deed)


def _apply_to_game(play: Play, seat: Seat, action: game_actions.Action) -> tuple[Play, tuple[Event, ...]]:
    decision = judge(play.game, seat, action)
    match decision:
        case Accepted(game, events):
            hand = hands.follow(play.hand, play.game.public, game.public)
            if isinstance(action, Search) and isinstance(seat, BoardSeat):
                # The board searches with a hand, also in a game that is rebuilt: no other is to be waited for.
                hand = replace(hand, awaited=hand.awaited - {action.building})
            return replace(play, game=game, hand=hand), events
        case Rejected(reason):
            raise CannotRebuild(f"The journal's game {play.id} breaks the rules ({reason}).")
        case _:
            assert_never(decision)


def _all_names(before: tuple[str, ...], now: tuple[str, ...]) -> tuple[str, ...]:
    """Return everyone who has played, also those who have left."""
    return before + tuple(name for name in now if name not in before)


def begin(entry: Entry, hand: Hand) -> Play:
    """Return the game that an entry begins. Raises CannotRebuild."""
    deed = entry.deed
    if not isinstance(deed, Began):
        raise CannotRebuild(f"The journal's game {entry.game} has no beginning.")
    return Play(entry.game, entry.at, deed.mode, rules.new_game(deed.owners), hand)


def rebuild(entries: Iterable[Entry]) -> Play:
    """Return the game that entries tell of. Raises CannotRebuild."""
    rest = iter(entries)
    play = begin(next(rest), Hand())
    for entry in rest:
        play, _ = apply(play, entry)
    return play


def listed(buildings: Iterable[int]) -> str:
    """Return buildings as people read them."""
    return ", ".join(str(building) for building in sorted(buildings))
