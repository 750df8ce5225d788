"""What each seat is shown of the table: the game's own view, and the table's part beside it.

As in the game, views are built by listing what they show. While a classic thief is hiding, everyone else's board is a
board with nothing up, whatever the switches see.
"""

from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.json import encode
from msgspec.structs import replace

from companion.games.city_chase import hand as hands
from companion.games.city_chase.city import Building
from companion.games.city_chase.hand import Hand, Owed
from companion.games.city_chase.pieces import HELICOPTERS, Helicopter
from companion.games.city_chase.rejection import Value
from companion.games.city_chase.state import NOBODY, Game, Owners, Public
from companion.games.city_chase.views import HelicopterView, ResultView, SearchView, SeatView, view_for
from companion.games.city_chase.wording import words
from companion.table.actions import Mode
from companion.table.play import Play, listed
from companion.table.seats import Player, Seats

ViewKey: TypeAlias = str
"""Whose view it is. Those who look on all have the same."""
PUBLIC: ViewKey = "public"


class Note(Struct, frozen=True):
    """A sentence about the board: the key of its words, and its values."""

    code: str
    values: dict[str, Value] = {}


class Named(Struct, frozen=True):
    """The thief, as everyone may know them."""

    name: str


class PoliceEntry(Struct, frozen=True):
    """A police player and their own helicopters."""

    name: str
    helicopters: tuple[Helicopter, ...]


class SeatsView(Struct, frozen=True):
    """Who sits where. Nothing about who is awake or typing."""

    thief: Named | None
    police: tuple[PoliceEntry, ...]
    watching: int


class BoardView(Struct, frozen=True):
    """The board, and what is to be done about it."""

    kind: str
    lifted: tuple[Building, ...]
    message: str | None


class Choice(Struct, frozen=True):
    """A building held up that several helicopters could be searching."""

    building: Building
    helicopters: tuple[Helicopter, ...]


class HandView(Struct, frozen=True):
    """What the hands have left to do."""

    missing: tuple[Building, ...] = ()
    put_back: tuple[Building, ...] = ()
    choosing: Choice | None = None
    resumed: bool = False


class Content(Struct, frozen=True):
    """A view without its version, and in no language yet."""

    game: int | None
    mode: Mode
    phase: str
    seat_view: SeatView[Any]
    lifted: tuple[Building, ...]
    note: Note | None
    seats: SeatsView
    hand: HandView
    classic: Owed | None

    @property
    def game_part(self) -> tuple[object, ...]:
        """What makes a decision stale when it changes."""
        view = self.seat_view
        choice = getattr(view.you, "choice", None)
        return (self.game, self.phase, view.round, view.helicopters, view.searches, view.result, choice)


class _TableView(Struct, frozen=True):
    """The view as it travels. The fields are those of docs/contract.md, in its order."""

    version: int
    game: int | None
    mode: Mode
    phase: str
    round: int
    helicopters: dict[Helicopter, HelicopterView]
    traces: dict[Building, str]
    searches: tuple[SearchView, ...]
    result: ResultView | None
    board: BoardView
    seats: SeatsView
    you: Any
    hand: HandView
    classic: Owed | None


class Scene(Struct, frozen=True):
    """What all views are made from."""

    play: Play | None
    seats: Seats
    idle: Hand = Hand()
    """The hand on the board while there is no game."""
    mode: Mode = Mode.OPEN
    """How the last game was played."""
    resumed_at: Public | None = None
    """The game's public part when it was taken up again after a restart, until someone goes on."""

    @property
    def hand(self) -> Hand:
        """The hand on the board."""
        return self.play.hand if self.play else self.idle

    @property
    def is_running(self) -> bool:
        """Whether a game goes on."""
        return self.play is not None and self.play.is_running

    @property
    def has_resumed(self) -> bool:
        """Whether the game was taken up again and nothing that everyone sees has happened since."""
        return self.is_running and self.play is not None and self.play.game.public == self.resumed_at

    def with_hand(self, hand: Hand) -> "Scene":
        """Return the scene with the hand as it is now."""
        if self.play is None:
            return replace(self, idle=hand)
        return replace(self, play=replace(self.play, hand=hand))


def key_of(player: Player | None) -> ViewKey:
    """Return whose view a player gets."""
    if player is None:
        return PUBLIC
    return f"police:{player.id}" if player.seat == "police" else player.seat


def all_contents(scene: Scene) -> dict[ViewKey, Content]:
    """Return every view there is now."""
    seats = _seats_view(scene)
    everyone: list[Player | None] = [None, Player("", "watch", ""), Player("", "thief", ""), *scene.seats.police]
    return {key_of(one): _content(scene, one, seats) for one in everyone}


def _content(scene: Scene, player: Player | None, seats: SeatsView) -> Content:
    play = scene.play
    is_thief = player is not None and player.seat == "thief"
    game_view = view_for(play.game if play else Game(), player.in_game if player else None)
    sees_board = is_thief or play is None or not play.hides_board
    hand = _hand_view(scene) if sees_board else HandView(resumed=scene.has_resumed)
    classic = hands.owed(play.hand, play.game.secret) if play and is_thief and play.hides_board else None
    return Content(
        game=play.id if play else None,
        mode=play.mode if play else scene.mode,
        phase=game_view.phase if play else "lobby",
        seat_view=game_view,
        lifted=tuple(sorted(scene.hand.lifted)) if sees_board else (),
        note=_note(scene, hand, classic) if sees_board else None,
        seats=seats,
        hand=hand,
        classic=classic,
    )


def _hand_view(scene: Scene) -> HandView:
    hand, play = scene.hand, scene.play
    if play is None or not play.is_running:
        return HandView()
    if play.hides_board:
        return HandView(resumed=scene.has_resumed)
    choosing = None
    if hand.choosing is not None:
        choosing = Choice(hand.choosing, hands.searchers(play.game.public, hand.choosing))
    return HandView(
        missing=tuple(sorted(hand.missing)),
        put_back=tuple(sorted((hand.spent & hand.lifted) - hand.missing)),
        choosing=choosing,
        resumed=scene.has_resumed,
    )


def _note(scene: Scene, hand: HandView, classic: Owed | None) -> Note | None:
    if hand.missing:
        return _about("board_missing", hand.missing)
    if hand.choosing:
        return Note("board_choose", {"building": hand.choosing.building})
    if hand.put_back:
        return _about("board_put_back", hand.put_back)
    if classic and classic.extra:
        return _about("board_extra", classic.extra)
    return Note("board_blind") if scene.hand.is_blind and scene.is_running else None


def _about(code: str, buildings: tuple[Building, ...]) -> Note:
    return Note(f"{code}_one" if len(buildings) == 1 else f"{code}_many", {"buildings": listed(buildings)})


def _seats_view(scene: Scene) -> SeatsView:
    thief = scene.seats.thief
    owners: Owners = scene.play.game.public.owners if scene.play else NOBODY
    police = tuple(
        PoliceEntry(
            player.name, tuple(one for one, owner in zip(HELICOPTERS, owners, strict=True) if owner == player.id)
        )
        for player in scene.seats.police
    )
    return SeatsView(Named(thief.name) if thief else None, police, len(scene.seats.watching))


def encode_view(content: Content, version: int, kind: str, language: str) -> bytes:
    """Return a view as it travels."""
    view, note = content.seat_view, content.note
    chosen = words(language)
    message = chosen.sentence(chosen.table[note.code], note.values) if note else None
    return encode(
        _TableView(
            version=version,
            game=content.game,
            mode=content.mode,
            phase=content.phase,
            round=view.round,
            helicopters=view.helicopters,
            traces={building: colour.value for building, colour in view.traces.items()},
            searches=view.searches,
            result=view.result,
            board=BoardView(kind, content.lifted, message),
            seats=content.seats,
            you=view.you,
            hand=content.hand,
            classic=content.classic,
        )
    )
