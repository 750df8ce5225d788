"""Takes a written game through the rules, token by token, to the game it tells or to its first mistake."""

import re
from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct

from companion.games.city_chase.pieces import HELICOPTERS
from companion.games.city_chase.record.mistake import Flaw, Mistake, Objection, shorten
from companion.games.city_chase.record.scanning import Tag, WrittenGame, scan
from companion.games.city_chase.record.telling import Telling, ToldInFull, ToldInPublic
from companion.games.city_chase.record.tokens import (
    ABANDONED,
    CLOSINGS,
    HELICOPTERS_TAG,
    HIDING_PLACES,
    MOVES,
    SEARCHES,
    SURROUNDED,
    TERMINATION_TAG,
    UNKNOWN,
    Closing,
    is_known,
    is_round_number,
)
from companion.games.city_chase.state import (
    NOBODY,
    Ending,
    Game,
    Over,
    PolicePhase,
    Public,
    Secret,
    ThiefPhase,
    end,
)

_THREE_CROSSINGS = re.compile("([A-P]) ([A-P]) ([A-P])")
_IS_OVER = {
    Ending.ARRESTED: Flaw.IS_ARRESTED,
    Ending.ESCAPED: Flaw.IS_ESCAPED,
    Ending.SURROUNDED: Flaw.IS_SURROUNDED,
}
_IS_NOT_SO = {Closing.ARRESTED: Flaw.NOT_ARRESTED, Closing.ESCAPED: Flaw.NOT_ESCAPED}


class ReplayedGame(Struct, frozen=True):
    """A record that is right: the game it tells.

    `secret` is absent in a public record. `round` is the last number in the text, 0 where there is none.
    """

    tags: dict[str, str]
    public: Public
    secret: Secret | None
    round: int

    @property
    def game(self) -> Game | None:
        """The whole game, where the record tells it."""
        return None if self.secret is None else Game(self.public, self.secret)

    @property
    def end(self) -> str:
        """How it ended: `arrested`, `surrounded`, `escaped`, or `*` where it was not played to an end."""
        if isinstance(self.public, Over) and self.public.result.reason is not Ending.ABANDONED:
            return self.public.result.reason.value
        return Closing.UNFINISHED.value


Outcome: TypeAlias = ReplayedGame | Mistake


def replay(written: WrittenGame, text: str) -> Outcome:
    """Return the game that a part of the text tells, or the first thing in it that cannot be."""
    if not written.tags and written.mistake is None and written.tokens:
        return Mistake(0, shorten(written.tokens[0]), written.offset_of(text, 0), Objection(Flaw.NO_TAGS))
    start = _read_start(written)
    if isinstance(start, Mistake):
        return start
    reader = _Reader(start, is_abandoned=written.tag(TERMINATION_TAG) == ABANDONED)
    for index, token in enumerate(written.tokens):
        objection = reader.take(token)
        if objection is not None:
            return Mistake(reader.round, shorten(token), written.offset_of(text, index), objection)
    if written.open_comment is not None:
        return _open_comment(reader.round, written.open_comment)
    missing = reader.missing()
    if missing is not None:
        return Mistake(reader.round, "", written.end, missing)
    return reader.finish({tag.name: tag.value for tag in written.tags})


def replay_all(text: str) -> Iterator[tuple[WrittenGame, Outcome]]:
    """Yield each game of a text as it is written and what it tells. A wrong game does not spoil the next."""
    for written in scan(text):
        yield written, replay(written, text)


def _read_start(written: WrittenGame) -> ThiefPhase | Mistake:
    """Return round 1 as the tags set it up, or the first thing wrong with them."""
    tag = next((tag for tag in written.tags if tag.name == HELICOPTERS_TAG), None)
    earlier = written.mistake
    if tag is None:
        if earlier is None and written.open_comment is not None and not written.tokens:
            return _open_comment(0, written.open_comment)
        return earlier or Mistake(0, "", written.start, Objection(Flaw.NO_HELICOPTERS))
    start = _read_helicopters(tag)
    if isinstance(start, Mistake):
        return earlier if earlier and earlier.offset < start.offset else start
    return earlier or start


def _open_comment(number: int, offset: int) -> Mistake:
    return Mistake(number, "{", offset, Objection(Flaw.OPEN_COMMENT))


def _read_helicopters(tag: Tag) -> ThiefPhase | Mistake:
    match = _THREE_CROSSINGS.fullmatch(tag.value)
    if match is None:
        return Mistake(0, shorten(tag.written), tag.offset, Objection(Flaw.BAD_HELICOPTERS))
    pink, yellow, green = match.groups()
    if len({pink, yellow, green}) < len(HELICOPTERS):
        return Mistake(0, shorten(tag.written), tag.offset, Objection(Flaw.SAME_CROSSING))
    return ThiefPhase(1, (pink, yellow, green), NOBODY, ())


class _Reader:
    """Takes the tokens of one game in turn."""

    def __init__(self, start: ThiefPhase, *, is_abandoned: bool) -> None:
        self.round = 0
        self._start = start
        self._telling: Telling = ToldInFull(start)
        self._is_abandoned = is_abandoned
        self._awaits_thief = False
        self._is_closed = False

    def take(self, token: str) -> Objection | None:
        """Take the next token, or return why it cannot be."""
        if self._is_closed:
            return self._take_after_closing(token)
        if self._awaits_thief:
            return self._take_thief(token)
        move = MOVES.get(token)
        if move is not None:
            return self._refuse_action(token) or self._telling.move(move)
        search = SEARCHES.get(token)
        if search is not None:
            return self._refuse_action(token) or self._telling.search(*search)
        if is_round_number(token):
            return self._take_number(token)
        if token in CLOSINGS:
            return self._take_closing(CLOSINGS[token])
        return self._object_to_other(token)

    def missing(self) -> Objection | None:
        """Return what the game lacks now that there are no more tokens."""
        if self._is_closed:
            return None
        return Objection(Flaw.NO_THIEF if self._awaits_thief else Flaw.NO_CLOSING)

    def finish(self, tags: dict[str, str]) -> ReplayedGame:
        """Return the game that was told."""
        public, secret = self._telling.public, self._telling.secret
        if self._is_abandoned:
            public = end(public, Ending.ABANDONED, secret.route if secret else ())
        return ReplayedGame(tags, public, secret, self.round)

    def _count_round(self, token: str) -> Objection | None:
        self.round += 1
        return None if token == f"{self.round}." else Objection(Flaw.WRONG_NUMBER, {"expected": self.round})

    def _take_number(self, token: str) -> Objection | None:
        miscounted = self._count_round(token)
        if miscounted is not None:
            return miscounted
        public = self._telling.public
        if isinstance(public, PolicePhase):
            waiting = HELICOPTERS[public.acted.index(False)]
            return Objection(Flaw.NOT_ALL_ACTED, {"helicopter": waiting, "round": public.round})
        # A surrounded thief's round has begun: its number is there, and then the word.
        if isinstance(public, Over) and public.result.reason is not Ending.SURROUNDED:
            return self._object_as_over()
        self._awaits_thief = True
        return None

    def _take_thief(self, token: str) -> Objection | None:
        if token == UNKNOWN:
            if self.round == 1:
                self._telling = ToldInPublic(self._start)
            objection = self._telling.hide(None)
        elif token in HIDING_PLACES:
            objection = self._object_as_over() or self._telling.hide(HIDING_PLACES[token])
        elif token == SURROUNDED:
            objection = self._telling.surround() or self._object_as_abandoned()
            self._is_closed = True
        else:
            objection = Objection(Flaw.THIEF_EXPECTED if is_known(token) else Flaw.UNKNOWN_TOKEN)
        self._awaits_thief = False
        return objection

    def _refuse_action(self, token: str) -> Objection | None:
        """Return why no action can stand here, if none can."""
        public = self._telling.public
        if isinstance(public, PolicePhase):
            return None
        if self.round == 0:
            return Objection(Flaw.NO_ROUND_NUMBER, {"expected": 1})
        helicopter = next(one for one in HELICOPTERS if one.letter == token[0])
        twice = Objection(Flaw.ACTS_TWICE, {"helicopter": helicopter, "round": self.round})
        return self._object_as_over() or twice

    def _take_closing(self, closing: Closing) -> Objection | None:
        self._is_closed = True
        public = self._telling.public
        if isinstance(public, Over):
            if public.result.reason.value == closing.value:
                return self._object_as_abandoned()
            return self._object_as_over()
        return None if closing is Closing.UNFINISHED else Objection(_IS_NOT_SO[closing])

    def _take_after_closing(self, token: str) -> Objection:
        if not is_known(token):
            return Objection(Flaw.UNKNOWN_TOKEN)
        miscounted = self._count_round(token) if is_round_number(token) else None
        return miscounted or self._object_as_over() or Objection(Flaw.AFTER_CLOSING)

    def _object_to_other(self, token: str) -> Objection:
        """Return why a token cannot be that is no action, number or closing word."""
        if not is_known(token):
            return Objection(Flaw.UNKNOWN_TOKEN)
        return self._object_as_over() or Objection(Flaw.NO_ROUND_NUMBER, {"expected": self.round + 1})

    def _object_as_over(self) -> Objection | None:
        public = self._telling.public
        return Objection(_IS_OVER[public.result.reason]) if isinstance(public, Over) else None

    def _object_as_abandoned(self) -> Objection | None:
        return Objection(Flaw.WAS_ABANDONED) if self._is_abandoned else None
