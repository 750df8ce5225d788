"""What is shown to whom at this moment, under which version, and who waits to be told.

A view has changed when what it shows has, and in no other case: a version is counted, and those who look at that view
are woken, exactly then.
"""

from hashlib import sha256
from threading import Event

from msgspec import Struct
from msgspec.json import encode

from companion.table.journal import Count
from companion.table.seats import Player, Seats
from companion.table.views import Content, ViewKey, encode_view, key_of


class Shown(Struct):
    """A view, its count, and its text in the languages that were asked for."""

    content: Content
    count: Count
    texts: dict[str, bytes]

    def __repr__(self) -> str:
        # One of them is the thief's.
        return f"Shown({self.count.version})"


class Letter(Struct, frozen=True):
    """A view on its way to a page."""

    version: int
    text: bytes

    def __repr__(self) -> str:
        return f"Letter({self.version})"


class Watch:
    """One open page, waiting for its own view to change."""

    def __init__(self, player: Player | None) -> None:
        self.player = player
        self.key = key_of(player)
        self.is_over = False
        self._changed = Event()

    def wait(self, seconds: float) -> bool:
        """Wait until the view may have changed, and tell whether it may have."""
        if not self._changed.wait(max(0.0, seconds)):
            # Not cleared: it may be set at this very moment, and is then seen the next time.
            return False
        self._changed.clear()
        return True

    def wake(self) -> None:
        """Let the page look again."""
        self._changed.set()

    def end(self) -> None:
        """Send the page away: its seat was taken up elsewhere or given up, or the table closes."""
        self.is_over = True
        self._changed.set()


class Showing:
    """All views, and the pages that show them. Used under the table's lock, but for `letter`."""

    def __init__(self, kind: str, counts: dict[ViewKey, Count]) -> None:
        self._kind = kind
        self._kept = counts
        self._shown: dict[ViewKey, Shown] = {}
        self._watches: set[Watch] = set()

    def changes(self, contents: dict[ViewKey, Content]) -> dict[ViewKey, Shown]:
        """Return the views that are no longer what they were, with their new versions."""
        return {
            key: self._change(key, content)
            for key, content in contents.items()
            if key not in self._shown or self._shown[key].content != content
        }

    def _change(self, key: ViewKey, content: Content) -> Shown:
        digest = sha256(encode(content)).hexdigest()
        shown = self._shown.get(key)
        count = shown.count if shown else self._kept.get(key, Count())
        if count.digest == digest:
            return Shown(content, count, {})
        version = count.version + 1
        is_new = shown.content.game_part != content.game_part if shown else not count.version
        return Shown(content, Count(version, version if is_new else count.game_part, digest), {})

    def adopt(self, changes: dict[ViewKey, Shown], seats: Seats) -> None:
        """Show what has changed, and wake those who look at it."""
        self._shown.update(changes)
        for watch in self._watches:
            self._follow(watch, changes, seats)

    def _follow(self, watch: Watch, changes: dict[ViewKey, Shown], seats: Seats) -> None:
        if watch.player is None:
            if watch.key in changes:
                watch.wake()
            return
        player = seats.find(watch.player.id, watch.player.serial)
        has_just_left = player is not None and player.has_left and not watch.player.has_left
        if player is None or has_just_left:
            watch.end()
            return
        key = key_of(player)
        if key != watch.key or key in changes:
            watch.key = key
            watch.wake()

    def is_stale(self, key: ViewKey, version: int) -> bool:
        """Tell whether the game has gone on since a version of a view, or the view never had that version."""
        count = self._shown[key].count
        return not count.game_part <= version <= count.version

    def letter(self, key: ViewKey, language: str) -> Letter:
        """Return a view as it travels. Needs no lock: what is shown is replaced as a whole, after it is safe."""
        shown = self._shown[key]
        text = shown.texts.get(language)
        if text is None:
            text = shown.texts[language] = encode_view(shown.content, shown.count.version, self._kind, language)
        return Letter(shown.count.version, text)

    def open(self, player: Player | None) -> Watch:
        """Begin to tell a page about its view."""
        watch = Watch(player)
        self._watches.add(watch)
        return watch

    def close(self, watch: Watch) -> None:
        """Stop telling a page."""
        self._watches.discard(watch)

    def players_watching(self) -> set[str]:
        """Return the ids of the players who have a page open."""
        return {watch.player.id for watch in self._watches if watch.player}

    def end_all(self) -> None:
        """Send all pages away."""
        for watch in self._watches:
            watch.end()


def counts_of(changes: dict[ViewKey, Shown]) -> dict[ViewKey, Count]:
    """Return the counts to be kept with a change."""
    return {key: shown.count for key, shown in changes.items()}
