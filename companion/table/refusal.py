"""What the table itself refuses, beside the rules, with the HTTP status of each. Its words are in `[table]`."""

from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from companion.games.city_chase.rejection import Rejected, Rule, Value
from companion.games.city_chase.wording import ENGLISH, put_into_words, words


class Trouble(StrEnum):
    """What is wrong with a request. The value is the code that programs get and the key of its words."""

    MALFORMED = "malformed"
    BAD_NAME = "bad_name"
    BAD_PIN = "bad_pin"
    BAD_SETTING = "bad_setting"
    NO_SEAT = "no_seat"
    CODE_WANTED = "code_wanted"
    WRONG_CODE = "wrong_code"
    NOT_FROM_A_PAGE = "not_from_a_page"
    NOT_FOUND = "not_found"
    WRONG_METHOD = "wrong_method"
    TOO_LARGE = "too_large"
    SEAT_TAKEN = "seat_taken"
    TABLE_FULL = "table_full"
    STALE = "stale"
    NO_GAME = "no_game"
    GAME_RUNNING = "game_running"
    NO_COMPUTER = "no_computer"
    NO_SUCH_PLAYER = "no_such_player"
    NOTHING_TO_CHOOSE = "nothing_to_choose"
    BUILDINGS_MISSING = "buildings_missing"
    PIN_WANTED = "pin_wanted"
    NOTHING_KNOWN = "nothing_known"
    HINTS_OFF = "hints_off"
    NO_RECORD = "no_record"
    TOO_MANY_TRIES = "too_many_tries"
    BROKEN = "broken"
    NOT_SAVED = "not_saved"
    SETTINGS_NOT_SAVED = "settings_not_saved"
    SETTINGS_BUSY = "settings_busy"
    NO_ROOM = "no_room"


_STATUS: dict[Trouble, int] = {
    Trouble.MALFORMED: 400,
    Trouble.BAD_NAME: 400,
    Trouble.BAD_PIN: 400,
    Trouble.BAD_SETTING: 400,
    Trouble.NO_SEAT: 401,
    Trouble.CODE_WANTED: 401,
    Trouble.WRONG_CODE: 403,
    Trouble.NOT_FROM_A_PAGE: 403,
    Trouble.NOT_FOUND: 404,
    Trouble.WRONG_METHOD: 405,
    Trouble.TOO_LARGE: 413,
    Trouble.TOO_MANY_TRIES: 429,
    Trouble.BROKEN: 500,
    Trouble.NOT_SAVED: 503,
    Trouble.SETTINGS_NOT_SAVED: 503,
    Trouble.SETTINGS_BUSY: 503,
    Trouble.NO_ROOM: 503,
}
_CONFLICT = 409
_FORBIDDEN = 403


class Refused(Struct, frozen=True):
    """A request that the table does not grant. Nothing has changed."""

    trouble: Trouble
    values: dict[str, Value] = {}

    @property
    def rule(self) -> Rule | None:
        """The rule it breaks: to play where there is no game is to play in the wrong phase."""
        return Rule.R1 if self.trouble is Trouble.NO_GAME else None


Refusal: TypeAlias = Refused | Rejected
"""What the table refuses, or what the rules do."""


def code_of(refusal: Refusal) -> str:
    """Return the code that programs get."""
    return refusal.reason if isinstance(refusal, Rejected) else refusal.trouble


def status_of(refusal: Refusal) -> int:
    """Return the HTTP status that goes with a refusal."""
    if isinstance(refusal, Rejected):
        return _FORBIDDEN if refusal.is_forbidden else _CONFLICT
    return _STATUS.get(refusal.trouble, _CONFLICT)


def sentence_of(refusal: Refusal, language: str = ENGLISH) -> str:
    """Return the sentence that tells a player why not."""
    if isinstance(refusal, Rejected):
        return put_into_words(refusal, language)
    chosen = words(language)
    return chosen.sentence(chosen.table[refusal.trouble], refusal.values)
