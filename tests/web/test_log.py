"""What a table logs: enough for a bug report, and no secret in it."""

import re

import pytest

from tests.browser.serving import ServedTable
from tests.web.asking import Question, carry_to
from tests.web.cutting import OPEN_GAME, Company

PIN = "2468"
WRONG_PIN = "8642"
SECRET_WORDS = ("hide", "route", "choice", "car ")


class Played:
    """A whole game with mistakes and a power cut in it, and what was logged meanwhile."""

    def __init__(self, served: ServedTable) -> None:
        served.folder.mkdir()
        with served:
            company = Company(carry_to(served.port))
            for number, step in enumerate(OPEN_GAME):
                assert company.send(step).is_fine
                self._blunder(company)
                if number == len(OPEN_GAME) // 2:
                    served.restart()
        self.cookies = [value for browser in company.browsers.values() for value in browser.cookies.values()]
        self.key = (served.folder / "data" / "key").read_bytes()
        self.log = served.log.read_text()

    def _blunder(self, company: Company) -> None:
        """Do what gets error messages: wrong PINs, against the rules, no JSON, and addresses that are none."""
        stranger = company.nobody
        stranger.post("/api/seat", seat="thief", name="Eve", pin=WRONG_PIN)
        company.browsers["ana"].act("hide", building=99)
        company.browsers["ben"].act("hide", building=13)
        company.browsers["ben"].act("search", helicopter="pink", building=25)
        stranger.ask(Question("POST", "/api/action", (("X-CityChase", "1"),), b"{"))
        stranger.get(f"/no-such-page?pin={WRONG_PIN}")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    return Played(ServedTable(tmp_path_factory.mktemp("log") / "table"))


def test_a_bug_report_finds_what_it_needs(played: Played) -> None:
    lines = played.log.splitlines()
    made_of = re.compile(r"INFO \S+: City Chase \d+\.\d+\.\d+\S* on Python 3\.\d+\.\d+ \(.+\), simulated board\.")
    assert any(made_of.fullmatch(line) for line in lines)
    said = "\n".join(lines)
    assert "Game 1 begins (open)." in said
    assert "Game 1 goes on in round" in said
    assert "Game 1 is over: arrested." in said
    assert all(re.match(r"(DEBUG|INFO|WARNING|ERROR|CRITICAL) [\w.]+: ", line) for line in lines)


def test_no_secret_is_in_the_log(played: Played) -> None:
    assert played.cookies
    secrets = [PIN, WRONG_PIN, played.key.hex(), *played.cookies, *(cookie.split(".")[0] for cookie in played.cookies)]
    assert [secret for secret in secrets if secret in played.log] == []
    assert [word for word in SECRET_WORDS if word in played.log.lower()] == []


def test_no_building_is_in_the_log(played: Played) -> None:
    """The log knows the numbers of games and rounds, and no others."""
    told = re.sub(r"Game \d+|round \d+", "", "\n".join(played.log.splitlines()))
    told = re.sub(r"City Chase .*", "", told)
    assert re.findall(r"\d+", told) == []


def test_what_is_asked_is_not_logged_one_by_one(played: Played) -> None:
    assert "/api/" not in played.log
