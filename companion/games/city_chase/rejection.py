"""Why an action cannot be: a reason with the values to word it, and the number of the rule it breaks.

The wording itself is in `words/`, one file a language.
"""

from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct


class Rule(StrEnum):
    """The rules of docs/rules.md, by number."""

    R1 = "R1"
    S1 = "S1"
    S2 = "S2"
    T1 = "T1"
    T2 = "T2"
    T3 = "T3"
    T4 = "T4"
    T5 = "T5"
    T6 = "T6"
    P1 = "P1"
    P2 = "P2"
    P3 = "P3"
    P4 = "P4"
    P5 = "P5"
    P6 = "P6"
    P7 = "P7"
    P8 = "P8"
    E1 = "E1"
    E2 = "E2"
    E3 = "E3"


class Reason(StrEnum):
    """What is wrong with an action. The value is the key of its words and the code that programs get."""

    THIEF_ONLY = "thief_only"
    POLICE_ONLY = "police_only"
    PLAYERS_ONLY = "players_only"
    NOT_YOUR_HELICOPTER = "not_your_helicopter"

    GAME_OVER = "game_over"
    NOT_STARTED = "not_started"
    ALREADY_STARTED = "already_started"
    THIEFS_TURN = "thiefs_turn"
    POLICES_TURN = "polices_turn"
    HAS_ACTED = "has_acted"

    NOT_ALL_PLACED = "not_all_placed"
    CROSSING_TAKEN = "crossing_taken"

    MUST_MOVE_ON = "must_move_on"
    DIAGONAL = "diagonal"
    NOT_NEXT_TO = "not_next_to"
    HAS_TRACE = "has_trace"
    NO_CHOICE = "no_choice"
    LIFT_OWED = "lift_owed"
    PIN_OWED = "pin_owed"

    ALREADY_THERE = "already_there"
    NOT_ADJACENT = "not_adjacent"
    ROAD_BLOCKED = "road_blocked"
    OUT_OF_REACH = "out_of_reach"

    NOTHING_TO_UNDO = "nothing_to_undo"
    SEARCH_STAYS = "search_stays"
    NOBODYS_HELICOPTER = "nobodys_helicopter"


_BROKEN_RULE: dict[Reason, Rule] = {
    Reason.GAME_OVER: Rule.E1,
    Reason.NOT_STARTED: Rule.R1,
    Reason.ALREADY_STARTED: Rule.R1,
    Reason.THIEFS_TURN: Rule.R1,
    Reason.POLICES_TURN: Rule.R1,
    Reason.HAS_ACTED: Rule.P1,
    Reason.NOT_ALL_PLACED: Rule.S1,
    Reason.CROSSING_TAKEN: Rule.S2,
    Reason.MUST_MOVE_ON: Rule.T2,
    Reason.DIAGONAL: Rule.T2,
    Reason.NOT_NEXT_TO: Rule.T2,
    Reason.HAS_TRACE: Rule.T3,
    Reason.NO_CHOICE: Rule.T6,
    Reason.LIFT_OWED: Rule.T6,
    Reason.PIN_OWED: Rule.T6,
    Reason.ALREADY_THERE: Rule.P3,
    Reason.NOT_ADJACENT: Rule.P3,
    Reason.ROAD_BLOCKED: Rule.P3,
    Reason.OUT_OF_REACH: Rule.P4,
}

_FORBIDDEN = frozenset(
    {Reason.THIEF_ONLY, Reason.POLICE_ONLY, Reason.PLAYERS_ONLY, Reason.NOT_YOUR_HELICOPTER},
)

Value: TypeAlias = str | int


class Rejected(Struct, frozen=True):
    """An action that cannot be. What was asked for changes nothing.

    A rejection is for the seat that asked and nobody else: the thief's own may carry where the car is.
    """

    reason: Reason
    values: dict[str, Value] = {}

    def __repr__(self) -> str:
        return f"Rejected({self.reason})"

    @property
    def rule(self) -> Rule | None:
        """The rule it breaks; none where it is only not this seat's to do, or there is nothing to undo."""
        return _BROKEN_RULE.get(self.reason)

    @property
    def is_forbidden(self) -> bool:
        """Whether the seat may never do this, as against the game not allowing it now."""
        return self.reason in _FORBIDDEN
