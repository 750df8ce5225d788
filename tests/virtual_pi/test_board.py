"""The program on its own unit, with the real drivers, on pins that the kernel simulates."""

from tests.virtual_pi.machine import VirtualPi, wait_for
from tests.virtual_pi.playing import Players
from tests.web.asking import View


def wait_until_up(players: Players, buildings: list[int]) -> None:
    wait_for(lambda: players.view()["board"]["lifted"] == buildings, f"{buildings} and no others are up")


def found_in(view: View, building: int) -> bool:
    return any(one["building"] == building for one in view["searches"])


def test_the_unit_becomes_ready_on_the_real_drivers(pi: VirtualPi, seated: Players) -> None:
    process = pi.wait_until_active()
    assert pi.show("Type", "NRestarts") == {"Type": "notify", "NRestarts": "0"}
    assert seated.company.nobody.get("/healthz").json()["board"] == "pi"
    assert "_lgpio" in pi.read("cat", f"/proc/{process}/maps")
    assert "/dev/gpiochip0" in pi.read("ls", "-l", f"/proc/{process}/fd")


def test_a_lifted_building_arrives_as_a_search(pi: VirtualPi, players: Players) -> None:
    assert not found_in(players.view(), 9)
    pi.lift(9)
    wait_for(lambda: found_in(players.view(), 9), "the lift is a search")
    assert players.view()["board"]["lifted"] == [9]
    pi.place(9)
    wait_until_up(players, [])
    assert [one["helicopter"] for one in players.view()["searches"]] == ["yellow"]


def test_every_switch_is_its_own_buildings(pi: VirtualPi, players: Players) -> None:
    players.give_up()
    for building in range(1, 26):
        pi.lift(building)
        wait_until_up(players, [building])
        pi.place(building)
    wait_until_up(players, [])


def test_a_button_moves_a_helicopter(pi: VirtualPi, players: Players) -> None:
    assert players.view()["helicopters"]["pink"] == {"crossing": "F", "acted": False}
    pi.press("pink")
    pi.press("north")
    wait_for(lambda: players.view()["helicopters"]["pink"]["crossing"] == "B", "pink has flown north")


def test_the_leds_show_the_helicopters(pi: VirtualPi, players: Players) -> None:
    # The crossings are lights 25 to 40 of the chain: F is the sixth.
    wait_for(lambda: pi.leds().colour(25 + 5) != "000000", "pink's light is on at F")
    assert not pi.leds().is_dark
    assert players.view()["phase"] == "police"
