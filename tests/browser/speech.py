"""What the pages say, read from the words files, so that tests look for what a user reads."""

import re

from companion.games.city_chase.pieces import HELICOPTERS
from companion.games.city_chase.wording import words

Value = str | int


class Speech:
    """The words of one language's pages."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._words = words(language)

    def __call__(self, key: str, **values: Value) -> str:
        """Return the words for a key, as the pages' scripts put values into them."""
        return self._words.sentence(self._words.page[key], dict(values))

    def helicopter(self, name: str) -> str:
        return self._words.helicopter[name]

    def told(self, key: str, **values: Value) -> str:
        """Return a sentence of the table itself."""
        return self._words.sentence(self._words.table[key], dict(values))

    def reason(self, key: str, **values: Value) -> str:
        """Return why the rules refuse something."""
        return self._words.sentence(self._words.reason[key], dict(values))

    def building(self, number: int) -> re.Pattern[str]:
        """Return what the name of a building on a map begins with; what is to be seen there follows."""
        return re.compile(rf"^{re.escape(self('map_building', building=number))}(,|$)")

    def crossing(self, letter: str) -> re.Pattern[str]:
        return re.compile(rf"^{re.escape(self('map_intersection', crossing=letter))}(,|$)")

    def page_words(self) -> dict[str, str]:
        """Return all words of the pages."""
        named = {f"helicopter_{one}": self._words.helicopter[one] for one in HELICOPTERS}
        return {**self._words.page, **named}


ENGLISH = Speech("en")
FRENCH = Speech("fr")
SPEECHES = {"en-GB": ENGLISH, "fr-FR": FRENCH}
