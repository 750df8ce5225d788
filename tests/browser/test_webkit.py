"""The thief's page in WebKit: what iPhones run must at least sit down, look, hide and cover."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.conftest import PlayerMaker
from tests.browser.players import PIN, Player
from tests.browser.serving import ServedTable
from tests.browser.speech import ENGLISH
from tests.browser.webkit import WebKitPhone, screen, webkit


@pytest.fixture
def iphone(table: ServedTable, tmp_path: Path) -> Iterator[WebKitPhone]:
    with screen() as display, webkit(display, tmp_path) as driver:
        yield WebKitPhone(driver, table.local_address, ENGLISH)


@pytest.fixture
def ben(player: PlayerMaker) -> Player:
    return player("police", "Ben")


def test_a_thief_on_webkit_sits_down_hides_and_finds_everything_again(iphone: WebKitPhone, ben: Player) -> None:
    sit_down(iphone)
    begin(iphone, ben)
    keep_open(iphone)
    choose(iphone, 13)
    iphone.button(iphone.say("thief_done")).click()
    iphone.reads("phase_police", round=1)
    assert ben.view()["phase"] == "police"
    cover(iphone)
    iphone.driver.refresh()
    iphone.reads("phase_police", round=1)
    iphone.reads("thief_covered_police")
    keep_open(iphone)
    sees_car_in(iphone, 13)


def sit_down(iphone: WebKitPhone) -> None:
    iphone.open("/thief")
    iphone.wait_for("//input[@name='name']").send_keys("Ana")
    iphone.wait_for("//input[@name='pin']").send_keys(PIN)
    iphone.button(iphone.say("thief_sit_yes")).click()
    iphone.reads("thief_in_lobby")


def begin(iphone: WebKitPhone, ben: Player) -> None:
    """Let Ben set up. What he does arrives live."""
    ben.act("new_game", mode="open", thief="human", police="human")
    iphone.reads("phase_setup")
    for helicopter, crossing in zip(("pink", "yellow", "green"), "FGK", strict=True):
        ben.act("place", helicopter=helicopter, crossing=crossing)
    ben.act("start")
    iphone.reads("thief_covered")


def keep_open(iphone: WebKitPhone) -> None:
    iphone.button(iphone.say("thief_keep")).click()
    iphone.button(iphone.say("thief_cover"))


def choose(iphone: WebKitPhone, building: int) -> None:
    iphone.building(building).click()
    iphone.reads("thief_chosen", building=building)


def cover(iphone: WebKitPhone) -> None:
    sees_car_in(iphone, 13)
    iphone.button(iphone.say("thief_cover")).click()
    iphone.reads("thief_covered_police")
    assert iphone.name_of_building(13) == iphone.say("map_building", building=13)


def sees_car_in(iphone: WebKitPhone, building: int) -> None:
    iphone.wait_for(f"//button[@data-spot='{building}' and contains(@aria-label, '{iphone.say('map_car')}')]")
