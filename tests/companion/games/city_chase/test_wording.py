import string

import msgspec
import pytest

from companion.games.city_chase.actions import read_action
from companion.games.city_chase.record.mistake import Flaw, Objection
from companion.games.city_chase.rejection import Reason, Rejected, Rule
from companion.games.city_chase.wording import ENGLISH, languages, put_into_words, words


def blanks(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def test_there_are_english_and_french_words() -> None:
    assert languages() == ("en", "fr")


@pytest.mark.parametrize("language", languages())
def test_every_reason_has_words_in_every_language_with_the_same_values(language: str) -> None:
    english, chosen = words(ENGLISH), words(language)
    assert set(chosen.reason) == {reason.value for reason in Reason}
    assert set(chosen.record) == {flaw.value for flaw in Flaw}
    for key, template in (english.reason | english.record).items():
        assert blanks((chosen.reason | chosen.record)[key]) == blanks(template), key
    assert set(chosen.helicopter) == set(english.helicopter)
    assert set(chosen.trace) == set(english.trace)


def test_helicopters_and_traces_are_named_in_the_players_language() -> None:
    rejected = Rejected(Reason.HAS_ACTED, {"helicopter": "pink"})
    assert put_into_words(rejected).startswith("The pink helicopter has already acted.")
    assert put_into_words(rejected, "fr").startswith("L'hélicoptère rose a déjà joué.")
    objection = Objection(Flaw.MARK_TRACE, {"building": 8, "trace": "blue"})
    assert objection.sentence("fr") == "Il y a une Trace bleue sous l'immeuble 8 à ce moment."


def test_every_reason_names_a_rule_or_is_told_why_not() -> None:
    without_a_rule = {reason for reason in Reason if Rejected(reason).rule is None}
    forbidden = {reason for reason in Reason if Rejected(reason).is_forbidden}
    nothing_against_the_rules = {Reason.NOTHING_TO_UNDO, Reason.SEARCH_STAYS, Reason.NOBODYS_HELICOPTER}
    assert without_a_rule == forbidden | nothing_against_the_rules
    assert all(Objection(flaw).rule in {*Rule, "syntax"} for flaw in Flaw)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('{"action": "hide", "building": 26}', r"<= 25 - at `\$.building`"),
        ('{"action": "hide", "building": 0}', r">= 1 - at `\$.building`"),
        ('{"action": "hide", "building": "8"}', r"Expected `int`, got `str` - at `\$.building`"),
        ('{"action": "hide"}', "missing required field `building`"),
        ('{"action": "move", "helicopter": "red", "crossing": "A"}', r"Invalid enum value 'red'"),
        ('{"action": "move", "helicopter": "pink", "crossing": "A\\n"}', r"at `\$.crossing`"),
        ('{"action": "move", "helicopter": "pink", "crossing": "a"}', r"at `\$.crossing`"),
        ('{"action": "cheat"}', r"Invalid value 'cheat' - at `\$.action`"),
        ("{}", "missing required field `action`"),
        ("[]", "Expected `object`, got `array`"),
        ("nonsense", "JSON is malformed"),
        ("", "truncated"),
    ],
)
def test_a_malformed_action_is_told_where_it_is_wrong(text: str, complaint: str) -> None:
    with pytest.raises(msgspec.DecodeError, match=complaint):
        read_action(text)
