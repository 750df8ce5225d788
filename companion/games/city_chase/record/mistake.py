"""What is wrong with a record: the first token that cannot be, where it stands, and the rule it breaks."""

from enum import StrEnum
from typing import Literal

from msgspec import Struct

from companion.games.city_chase.rejection import Reason, Rejected, Rule, Value
from companion.games.city_chase.wording import ENGLISH, words

LONGEST_TOKEN = 80
"""Characters of a token that a mistake repeats. Real tokens have at most eleven."""


class Flaw(StrEnum):
    """What can be wrong with a record beyond what is wrong with an action. The value is the key of its words."""

    NOT_A_TAG = "not_a_tag"
    TAG_TWICE = "tag_twice"
    NO_HELICOPTERS = "no_helicopters"
    BAD_HELICOPTERS = "bad_helicopters"
    SAME_CROSSING = "same_crossing"
    NO_TAGS = "no_tags"
    OPEN_COMMENT = "open_comment"
    UNKNOWN_TOKEN = "unknown_token"  # noqa: S105 - a word of the game record
    WRONG_NUMBER = "wrong_number"
    NO_ROUND_NUMBER = "no_round_number"
    THIEF_EXPECTED = "thief_expected"
    NO_THIEF = "no_thief"
    MIXED_THIEF = "mixed_thief"
    AFTER_CLOSING = "after_closing"
    NO_CLOSING = "no_closing"
    NOT_ALL_ACTED = "not_all_acted"
    ACTS_TWICE = "acts_twice"
    MARK_NOTHING = "mark_nothing"
    MARK_TRACE = "mark_trace"
    MARK_CAR = "mark_car"
    NO_ROUTE_NOTHING = "no_route_nothing"
    NO_ROUTE_TRACE = "no_route_trace"
    NO_ROUTE_CAR = "no_route_car"
    COULD_NOT_MOVE = "could_not_move"
    NOT_SURROUNDED = "not_surrounded"
    SURELY_NOT_SURROUNDED = "surely_not_surrounded"
    IS_SURROUNDED = "is_surrounded"
    IS_ARRESTED = "is_arrested"
    IS_ESCAPED = "is_escaped"
    NOT_ARRESTED = "not_arrested"
    NOT_ESCAPED = "not_escaped"
    WAS_ABANDONED = "was_abandoned"


_BROKEN_RULE: dict[Flaw, Rule] = {
    Flaw.SAME_CROSSING: Rule.S2,
    Flaw.NOT_ALL_ACTED: Rule.P1,
    Flaw.ACTS_TWICE: Rule.P1,
    Flaw.MARK_NOTHING: Rule.P5,
    Flaw.MARK_TRACE: Rule.P6,
    Flaw.MARK_CAR: Rule.P7,
    Flaw.NO_ROUTE_NOTHING: Rule.P5,
    Flaw.NO_ROUTE_TRACE: Rule.P6,
    Flaw.NO_ROUTE_CAR: Rule.P7,
    Flaw.COULD_NOT_MOVE: Rule.T5,
    Flaw.NOT_SURROUNDED: Rule.T5,
    Flaw.SURELY_NOT_SURROUNDED: Rule.T5,
    Flaw.IS_SURROUNDED: Rule.E1,
    Flaw.IS_ARRESTED: Rule.E1,
    Flaw.IS_ESCAPED: Rule.E1,
    Flaw.NOT_ARRESTED: Rule.E1,
    Flaw.NOT_ESCAPED: Rule.E1,
    Flaw.WAS_ABANDONED: Rule.E1,
}


class Objection(Struct, frozen=True):
    """Why a token cannot be, wherever it stands."""

    flaw: Flaw | Reason
    values: dict[str, Value] = {}

    @property
    def rule(self) -> Rule | Literal["syntax"]:
        """The number of the rule it breaks, or `syntax` where the text itself is malformed."""
        broken = Rejected(self.flaw).rule if isinstance(self.flaw, Reason) else _BROKEN_RULE.get(self.flaw)
        return broken or "syntax"

    def sentence(self, language: str = ENGLISH) -> str:
        """Return the objection in words for a reader of records, who is not the thief."""
        chosen = words(language)
        template = chosen.record.get(self.flaw) or chosen.reason[self.flaw]
        return chosen.sentence(template, self.values)


class Mistake(Struct, frozen=True):
    """The first token of a game that cannot be. `offset` is where it begins in the text."""

    round: int
    token: str
    offset: int
    objection: Objection

    @property
    def rule(self) -> Rule | Literal["syntax"]:
        """The number of the rule it breaks, or `syntax`."""
        return self.objection.rule


def shorten(token: str) -> str:
    """Return a token as a mistake repeats it."""
    return token if len(token) <= LONGEST_TOKEN else token[: LONGEST_TOKEN - 1] + "…"
