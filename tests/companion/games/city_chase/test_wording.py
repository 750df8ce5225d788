import string

import pytest

from companion.games.city_chase.record.mistake import Flaw, Objection
from companion.games.city_chase.rejection import Reason, Rejected, Rule, Value
from companion.games.city_chase.wording import ENGLISH, languages, put_into_words, words


def blanks(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def test_there_are_english_and_french_words() -> None:
    assert languages() == ("en", "fr")


@pytest.mark.parametrize("language", languages())
def test_every_reason_has_words_in_every_language_with_the_same_values(language: str) -> None:
    english, chosen = words(ENGLISH), words(language)
    assert set(chosen.reason) == {reason.value for reason in Reason}
    assert {flaw.value for flaw in Flaw} <= set(chosen.record) <= {key.value for key in (*Flaw, *Reason)}
    assert set(chosen.record) == set(english.record)
    for key in chosen.reason:
        assert blanks(chosen.reason[key]) == blanks(english.reason[key]), key
    for key in chosen.record:
        assert blanks(chosen.record[key]) == blanks(english.record.get(key) or english.reason[key]), key
        assert blanks(chosen.record[key]) <= blanks(english.reason.get(key, chosen.record[key])), key
    for name in ("table", "page", "card"):
        table, reference = getattr(chosen, name), getattr(english, name)
        assert set(table) == set(reference)
        for key in table:
            assert blanks(table[key]) == blanks(reference[key]), key
    assert set(chosen.helicopter) == set(english.helicopter)
    assert set(chosen.trace) == set(english.trace)


def test_helicopters_and_traces_are_named_in_the_players_language() -> None:
    rejected = Rejected(Reason.HAS_ACTED, {"helicopter": "pink"})
    assert put_into_words(rejected).startswith("The pink helicopter has already had its turn.")
    assert put_into_words(rejected, "fr").startswith("L'hélicoptère rose a déjà joué.")
    objection = Objection(Flaw.MARK_TRACE, {"building": 8, "trace": "blue"})
    assert objection.sentence("fr") == "Il y a une Trace bleue sous l'immeuble 8 à ce moment-là."


def test_every_reason_names_a_rule_or_is_told_why_not() -> None:
    without_a_rule = {reason for reason in Reason if Rejected(reason).rule is None}
    forbidden = {reason for reason in Reason if Rejected(reason).is_forbidden}
    nothing_against_the_rules = {Reason.NOTHING_TO_UNDO, Reason.SEARCH_STAYS, Reason.NOBODYS_HELICOPTER}
    assert without_a_rule == forbidden | nothing_against_the_rules
    assert all(Objection(flaw).rule in {*Rule, "syntax"} for flaw in Flaw)


@pytest.mark.parametrize("language", ["de", "", "EN", "../words/fr", "fr\0"])
def test_a_language_without_words_is_answered_in_english(language: str) -> None:
    rejected = Rejected(Reason.GAME_OVER)
    assert put_into_words(rejected, language) == put_into_words(rejected)


def test_a_record_speaks_of_the_thief_and_a_phone_to_the_thief() -> None:
    values: dict[str, Value] = {"building": 7, "car": 13}
    assert "You" in put_into_words(Rejected(Reason.DIAGONAL, values))
    assert "You" not in Objection(Reason.DIAGONAL, values).sentence()
