"""The table: one place where taps, lifts and buttons become actions, are judged, written down, and only then shown.

One lock, one writer. Whatever happens goes the same way: the next scene is worked out, what changes in whose view is
compared, both are made safe in the journal, and then the pages are woken.
"""

import logging
import secrets
from collections import deque
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from threading import RLock

from msgspec.structs import replace

from companion.games.city_chase import hand as hands
from companion.games.city_chase.actions import Hide, Release
from companion.games.city_chase.city import BUILDINGS, Building
from companion.games.city_chase.events import Ended, Event
from companion.games.city_chase.hand import Hand
from companion.games.city_chase.knowledge import Knowledge, know
from companion.games.city_chase.pieces import HELICOPTERS
from companion.games.city_chase.rejection import Reason, Rejected
from companion.games.city_chase.seats import BoardSeat, PoliceSeat, Seat, ThiefSeat, WatchSeat
from companion.games.city_chase.state import Owners
from companion.games.city_chase.views import view_public
from companion.table.actions import Choose, Mode, NewGame, PassOn, PlayerKind, Request
from companion.table.deeds import Began, Deed, Entry, Handled, Players, SwitchChanged
from companion.table.journal import Journal, NotSaved
from companion.table.library import Library
from companion.table.play import InPlay, Play, apply, begin, decide, forbids, rebuild
from companion.table.refusal import Refusal, Refused, Trouble
from companion.table.seats import MOST_POLICE, Player, SeatKind, Seats
from companion.table.showing import Letter, Showing, Watch, counts_of
from companion.table.storage import Storage
from companion.table.views import Scene, ViewKey, all_contents, key_of

log = logging.getLogger(__name__)

_BOARD = BoardSeat()
EVENING_S = 6 * 3600
MOST_EVENTS = 100
"""What nobody fetches for the board's sound is forgotten."""


def timestamp() -> str:
    """Return the time as the journal writes it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class Table:
    """Seats, the game and the journal together, safe to be used by many threads."""

    def __init__(
        self, storage: Storage, journal: Journal, board_kind: str, clock: Callable[[], str] = timestamp
    ) -> None:
        self.board_kind = board_kind
        self.library = Library(journal)
        self._storage = storage
        self._journal = journal
        self._clock = clock
        self._lock = RLock()
        self._events: deque[Event] = deque(maxlen=MOST_EVENTS)
        self._showing = Showing(board_kind, journal.counts())
        self._last_game = max(journal.games(), default=0)
        self._scene = self._take_up(storage.read_seats())
        self._commit(self._scene)
        self._release_for_absent()

    def _take_up(self, seats: Seats) -> Scene:
        """Return the scene with the last game rebuilt."""
        play = rebuild(self._journal.entries(self._last_game)) if self._last_game else None
        if play is None or not play.is_running:
            # Yesterday's players have gone home.
            present = seats if self._storage.seats_age_s() < EVENING_S else Seats(sittings=seats.sittings)
            thief = present.thief
            if thief and thief.has_left:
                # The game ended, and the power went before the seat was free.
                present = present.without(thief)
            return Scene(play, present, mode=play.mode if play else Mode.OPEN)
        log.info("Game %d goes on in round %d.", play.id, play.game.public.round)
        return Scene(play, seats, mode=play.mode, resumed_at=play.game.public)

    def _release_for_absent(self) -> None:
        """Give the helicopters of players who are gone back to all: the power went while they were leaving."""
        play = self._scene.play
        if play is None or not play.is_running:
            return
        present = {player.id for player in self._scene.seats.police}
        for helicopter, owner in zip(HELICOPTERS, play.game.public.owners, strict=True):
            if owner is not None and owner not in present:
                self._write(PoliceSeat(owner), (Release(helicopter),))

    @property
    def scene(self) -> Scene:
        """What there is at this moment. It is a value: it stays as it is."""
        return self._scene

    def find(self, player_id: str, serial: int) -> Player | None:
        """Return the player whom a cookie means, if the seat is still theirs."""
        return self._scene.seats.find(player_id, serial)

    # What is shown

    def letter(self, player: Player | None, language: str) -> Letter:
        """Return the view of a player, or the public one."""
        return self._showing.letter(key_of(player), language)

    def watch(self, player: Player | None) -> Watch:
        """Begin to tell a page whenever its view changes."""
        with self._lock:
            found = self.find(player.id, player.serial) if player else None
            return self._showing.open(found)

    def letter_for(self, watch: Watch, language: str) -> Letter:
        """Return what a page is to show now."""
        return self._showing.letter(watch.key, language)

    def stop_watching(self, watch: Watch) -> None:
        """Stop telling a page."""
        with self._lock:
            self._showing.close(watch)

    def send_all_away(self) -> None:
        """End all live streams, on the way out."""
        with self._lock:
            self._showing.end_all()

    def knowledge(self) -> Knowledge | None:
        """Return what the police can know; nothing before the thief has hidden once."""
        play = self._scene.play
        if play is None:
            return None
        known = know(view_public(play.game.public))
        return known if known.round else None

    # What players do

    def act(self, player: Player, request: Request) -> Refusal | None:
        """Do what a player asks for, or return why not."""
        with self._lock:
            seated = self.find(player.id, player.serial)
            if seated is None:
                return Refused(Trouble.NO_SEAT)
            if isinstance(request.action, Hide) and seated.seat == "thief" and seated.pin is None:
                # Several phones may share the seat that was passed on. The one that chooses the PIN keeps it.
                return Refused(Trouble.PIN_WANTED)
            return self._act(seated.in_game, request, key_of(seated))

    def act_for_board(self, action: InPlay | NewGame) -> Refusal | None:
        """Do what a hand on the board or a button asks for, or return why not."""
        with self._lock:
            return self._act(_BOARD, Request(action), None)

    def _act(self, seat: Seat, request: Request, key: ViewKey | None) -> Refusal | None:
        action = request.action
        if isinstance(action, NewGame | PassOn):
            forbidden = self._forbids_beginning(seat, action)
        else:
            forbidden = forbids(self._scene.play, seat, action)
        if forbidden:
            return forbidden
        if key is not None and request.version is not None and self._showing.is_stale(key, request.version):
            return Refused(Trouble.STALE)
        if isinstance(action, NewGame):
            return self._begin_game(seat, action)
        if isinstance(action, PassOn):
            return self._pass_on(action)
        return self._play(seat, action)

    def _forbids_beginning(self, seat: Seat, action: NewGame | PassOn) -> Rejected | None:
        if isinstance(seat, WatchSeat):
            return Rejected(Reason.PLAYERS_ONLY)
        # After a game anyone may ask for a rematch with another thief. Before the first it is the thief's to give.
        is_first = self._scene.play is None and isinstance(action, PassOn)
        return Rejected(Reason.THIEF_ONLY) if is_first and not isinstance(seat, ThiefSeat) else None

    def _play(self, seat: Seat, action: InPlay) -> Refusal | None:
        play = self._scene.play
        if play is None:
            return Refused(Trouble.NO_GAME)
        decided = decide(play, seat, action)
        if isinstance(decided, Refused | Rejected):
            return decided
        # Whoever chooses, it is the hand on the board that searches.
        return self._write(_BOARD if isinstance(action, Choose) else seat, (decided,))

    def _begin_game(self, seat: Seat, wish: NewGame) -> Refusal | None:
        scene = self._scene
        if scene.is_running:
            return Refused(Trouble.GAME_RUNNING)
        if wish.thief is not PlayerKind.HUMAN or wish.police is not PlayerKind.HUMAN:
            return Refused(Trouble.NO_COMPUTER)
        present = {player.id for player in scene.seats.police}
        pink, yellow, green = scene.play.game.public.owners if scene.play else (None, None, None)
        owners: Owners = (_if_in(present, pink), _if_in(present, yellow), _if_in(present, green))
        first = Entry(self._last_game + 1, self._clock(), seat, Began(wish.mode, owners))
        up = scene.hand.up
        hand = Hand(up=up, spent=up, is_blind=scene.hand.is_blind)
        names = Entry(first.game, first.at, seat, _players(scene.seats))
        play, _ = apply(begin(first, hand), names)
        refusal = self._try_to_commit(replace(scene, play=play, mode=wish.mode, resumed_at=None), (first, names))
        if refusal is None:
            self._last_game = first.game
            log.info("Game %d begins (%s).", first.game, wish.mode)
        return refusal

    def _pass_on(self, wish: PassOn) -> Refusal | None:
        scene = self._scene
        if scene.is_running:
            return Refused(Trouble.GAME_RUNNING)
        to = scene.seats.police_named(wish.to)
        if to is None:
            return Refused(Trouble.NO_SUCH_PLAYER, {"name": wish.to})
        return self._seat(scene.seats.passed_on(to))

    # Who sits where

    def sit_down(self, seat: SeatKind, name: str, pin: str | None = None) -> Player | Refusal:
        """Give someone a seat. Police under a name that is there already share that player's seat."""
        with self._lock:
            seats = self._scene.seats
            if seat == "thief" and seats.thief:
                return Refused(Trouble.SEAT_TAKEN)
            if seat == "police" and (sharing := seats.police_named(name)):
                return self.sit_again(sharing)
            if seat == "police" and len(seats.police) >= MOST_POLICE:
                gone = self._someone_gone()
                if gone is None:
                    return Refused(Trouble.TABLE_FULL)
                self._seat(seats.without(gone))
            return self._seat_player(Player(secrets.token_hex(8), seat, name, pin=pin))

    def sit_again(self, player: Player, name: str = "", pin: str | None = None) -> Player | Refusal:
        """Let a player sit down again, perhaps under another name.

        A PIN is set only where there is none. It is this phone's then: others that shared the seat are dropped.
        """
        with self._lock:
            seated = self.find(player.id, player.serial)
            if seated is None or seated.seat != player.seat:
                return Refused(Trouble.SEAT_TAKEN)
            namesake = self._scene.seats.police_named(name)
            is_free = seated.seat != "police" or namesake is None or namesake.id == seated.id
            renamed = replace(seated, name=name if name and is_free else seated.name)
            if pin is None or seated.pin is not None:
                return self._seat_player(renamed)
            return self._seat_player(replace(renamed, pin=pin, serial=seated.serial + 1))

    def take_up(self, thief: Player) -> Player | Refusal:
        """Let the thief, who has shown the PIN, sit down on another phone. The phone before is dropped."""
        with self._lock:
            # Comparing a PIN takes a while: meanwhile the seat may have been passed on.
            seated = self.find(thief.id, thief.serial)
            if seated is None or seated.seat != "thief" or seated.pin != thief.pin:
                return Refused(Trouble.SEAT_TAKEN)
            return self._seat_player(replace(seated, serial=seated.serial + 1))

    def leave(self, player: Player) -> Refusal | None:
        """Let a player go. In a running game the thief's seat is kept for the thief, and helicopters become free."""
        with self._lock:
            scene = self._scene
            seated = self.find(player.id, player.serial)
            if seated is None:
                return None
            if scene.is_running and seated.seat == "thief":
                return self._seat(scene.seats.changed(replace(seated, has_left=True)))
            if scene.play and scene.is_running and seated.seat == "police":
                owned = zip(HELICOPTERS, scene.play.game.public.owners, strict=True)
                releases = tuple(Release(one) for one, owner in owned if owner == seated.id)
                return self._seat(scene.seats.without(seated), seated.in_game, releases)
            return self._seat(scene.seats.without(seated))

    def _someone_gone(self) -> Player | None:
        """Return the police player without an open page or a helicopter of their own who came last, if there is one.

        The last: a crowd that only passes by pushes out itself, and nobody who plays.
        """
        owners = self._scene.play.game.public.owners if self._scene.play else ()
        here = self._showing.players_watching()
        police = reversed(self._scene.seats.police)
        return next((one for one in police if one.id not in here and one.id not in owners), None)

    def _seat_player(self, player: Player) -> Player | Refusal:
        seats = self._scene.seats.with_player(player)
        refusal = self._seat(seats)
        return refusal or next(one for one in seats.players if one.id == player.id)

    def _seat(self, seats: Seats, seat: Seat = _BOARD, deeds: tuple[Deed, ...] = ()) -> Refusal | None:
        """Keep who sits where, do what goes with it, and tell everyone."""
        before = self._scene.seats
        refusal = self._keep(seats)
        if refusal:
            return refusal
        refusal = self._show_seats(replace(self._scene, seats=seats), seat, deeds)
        if refusal:
            # What was refused must not be there after a restart either.
            self._keep(before)
        return refusal

    def _keep(self, seats: Seats) -> Refusal | None:
        try:
            self._storage.write_seats(seats)
        except NotSaved as error:
            log.error("%s", error)  # noqa: TRY400 - a sentence is enough
            return Refused(Trouble.NOT_SAVED)
        return None

    def _show_seats(self, scene: Scene, seat: Seat, deeds: tuple[Deed, ...]) -> Refusal | None:
        """Tell everyone who sits where. Who is new to a game is written into its journal."""
        play = scene.play
        if play is None or not play.is_running:
            return self._try_to_commit(scene)
        now = _players(scene.seats)
        if now.thief not in {play.thief, None} or not set(now.police) <= set(play.police):
            deeds = (*deeds, now)
        return self._write(seat, deeds, scene) if deeds else self._try_to_commit(scene)

    # What hands do on the board

    def board_opened(self, in_place: frozenset[Building]) -> None:
        """Compare the board with what it should be. In a running game, missing buildings must be put back first."""
        with self._lock:
            scene, play = self._scene, self._scene.play
            if play is None:
                up = frozenset(BUILDINGS) - in_place
                self._try_to_commit(scene.with_hand(Hand(up=up, spent=up)))
                return
            compared = hands.compare(play.hand, play.game.public, in_place, is_secret=play.hides_board)
            self._try_to_commit(scene.with_hand(compared))

    def lifted(self, building: Building) -> None:
        """A building has left its pin."""
        with self._lock:
            scene, play = self._scene, self._scene.play
            if play is None:
                self._try_to_commit(scene.with_hand(replace(scene.idle, up=scene.idle.up | {building})))
                return
            hand = hands.lift(play.hand, play.game.public, building, is_secret=play.hides_board)
            secret: tuple[Deed, ...] = (Handled(building),) if play.hides_board else ()
            self._handle(hand, building, secret)

    def pinned(self, building: Building) -> None:
        """A building is back on its pin."""
        with self._lock:
            self._handle(hands.pin(self._scene.hand, building), building)

    def _handle(self, hand: Hand, building: Building, secret: tuple[Deed, ...] = ()) -> None:
        scene, play = self._scene, self._scene.play
        deeds: tuple[Deed, ...] = secret
        if building in scene.hand.aside:
            deeds = (*deeds, SwitchChanged(building))
        entries = self._entries(play, _BOARD, deeds) if play and play.is_running else ()
        self._try_to_commit(scene.with_hand(hand), entries)

    def held(self, building: Building) -> bool:
        """A building was held up: if it is a search, it is made. Returns whether it is only to be put back."""
        with self._lock:
            play = self._scene.play
            if play is None:
                return False
            hand, search = hands.hold(play.hand, play.game.public, building)
            if search is not None:
                return self._act(_BOARD, Request(search), None) is not None
            self._try_to_commit(self._scene.with_hand(hand))
            return building in hand.spent and building not in play.hand.spent

    def switches_lost(self) -> None:
        """The switches have failed: nothing is asked of them any more."""
        with self._lock:
            hand = Hand(is_blind=True, handled=self._scene.hand.handled)
            self._try_to_commit(self._scene.with_hand(hand))

    def go_on(self) -> None:
        """Someone goes on with a game that was taken up again."""
        with self._lock:
            if self._scene.has_resumed:
                self._try_to_commit(replace(self._scene, resumed_at=None))

    def fetch_events(self) -> tuple[Event, ...]:
        """Return what has happened since this was last asked, for the board to sound and light."""
        with self._lock:
            events = tuple(self._events)
            self._events.clear()
            return events

    # The one way everything goes

    def _write(self, seat: Seat, deeds: tuple[Deed, ...], scene: Scene | None = None) -> Refusal | None:
        """Do what was decided: write it down, then show it."""
        scene = scene or self._scene
        play = scene.play
        if play is None:
            return Refused(Trouble.NO_GAME)
        entries = self._entries(play, seat, deeds)
        events: list[Event] = []
        for entry in entries:
            play, told = apply(play, entry)
            events += told
        refusal = self._try_to_commit(replace(scene, play=play), entries)
        if refusal is None:
            self._events.extend(events)
            self._note_end(events)
        return refusal

    def _note_end(self, events: Iterable[Event]) -> None:
        for event in events:
            if isinstance(event, Ended) and self._scene.play:
                log.info("Game %d is over: %s.", self._scene.play.id, event.result.reason)
                thief = self._scene.seats.thief
                if thief and thief.has_left:
                    self._seat(self._scene.seats.without(thief))

    def _entries(self, play: Play, seat: Seat, deeds: Iterable[Deed]) -> tuple[Entry, ...]:
        at = self._clock()
        return tuple(Entry(play.id, at, seat, deed) for deed in deeds)

    def _try_to_commit(self, scene: Scene, entries: tuple[Entry, ...] = ()) -> Refusal | None:
        try:
            self._commit(scene, entries)
        except NotSaved as error:
            log.error("%s", error)  # noqa: TRY400 - a sentence is enough
            return Refused(Trouble.NOT_SAVED)
        return None

    def _commit(self, scene: Scene, entries: tuple[Entry, ...] = ()) -> None:
        changes = self._showing.changes(all_contents(scene))
        if entries or changes:
            self._journal.add(entries, counts_of(changes))
        # In this order: whoever is found at the table without the lock finds a view.
        self._showing.adopt(changes, scene.seats)
        self._scene = scene


def _players(seats: Seats) -> Players:
    return Players(seats.thief.name if seats.thief else None, tuple(player.name for player in seats.police))


def _if_in(present: set[str], owner: str | None) -> str | None:
    return owner if owner in present else None
