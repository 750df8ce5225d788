"""The table's own Wi-Fi, tried with a NetworkManager that only remembers what it was told."""

import subprocess
from pathlib import Path

import pytest

HOTSPOT = Path(__file__).parents[2] / "systemd" / "hotspot"
NMCLI = """#!/bin/sh
# A world in files: networks in reach, the Wi-Fi that is open, and everything that was done.
cd "$WORLD"
case "$*" in
  "--terse --fields NAME connection show --active") cat open ;;
  "--terse --fields NAME,DEVICE connection show --active") sed 's/$/:wlan0/' open ;;
  "--terse --fields STATE general status")
    if [ -s open ] || [ -e network ]; then echo connected; else echo disconnected; fi ;;
  "connection up citychase-hotspot") echo opened >>done; [ ! -e broken ] || exit 4; echo citychase-hotspot >open ;;
  "connection down citychase-hotspot") echo closed >>done; : >open ;;
  *) echo "unknown: $*" >>done; exit 2 ;;
esac
"""
IW = """#!/bin/sh
cat "$WORLD/stations"
"""
SLEEP = """#!/bin/sh
# Time is what the story says: each line is what happens while someone sleeps. At its end the service is stopped.
cd "$WORLD"
echo "slept $1" >>done
line=$(head -n 1 story)
[ -n "$line" ] || kill -TERM "$PPID"
sed -i 1d story
eval "$line"
"""


class World:
    """What the Wi-Fi lives in."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        for name, text in (("nmcli", NMCLI), ("iw", IW), ("sleep", SLEEP)):
            (folder / name).write_text(text)
            (folder / name).chmod(0o755)
        for name in ("open", "stations", "done", "story"):
            (folder / name).touch()

    def add(self, name: str, text: str = "") -> None:
        (self._folder / name).write_text(text)

    def live(self, *story: str) -> list[str]:
        """Let the service run while this happens, and return what it did."""
        self.add("story", "".join(f"{line}\n" for line in story))
        environment = {"PATH": f"{self._folder}:/usr/bin:/bin", "WORLD": str(self._folder)}
        times = {"PATIENCE_S": "10", "LOOK_EVERY_S": "300", "RETRY_S": "5"}
        ended = subprocess.run(
            ["/bin/sh", HOTSPOT], env=environment | times, capture_output=True, text=True, check=False
        )
        assert ended.stderr == ""
        self.said = ended.stdout
        return (self._folder / "done").read_text().split("\n")[:-1]


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


def test_in_a_known_network_nothing_is_opened(world: World) -> None:
    world.add("network")
    assert world.live("true") == ["slept 300", "slept 300"]


def test_a_network_that_comes_late_is_waited_for(world: World) -> None:
    assert world.live("true", "touch network") == ["slept 5", "slept 5", "slept 300"]


def test_without_a_known_network_the_table_opens_its_own(world: World) -> None:
    assert world.live("true", "true") == ["slept 5", "slept 5", "opened", "slept 300"]
    assert "the table has opened its own Wi-Fi" in world.said


def test_while_someone_uses_it_it_stays_open(world: World) -> None:
    world.add("stations", "Station 00:11:22:33:44:55 (on wlan0)\n\tinactive time:\t30 ms\n")
    assert "closed" not in world.live("true", "true", "touch network", "true", "true")


def test_with_nobody_there_known_networks_get_their_turn(world: World) -> None:
    done = world.live("true", "true", "touch network", "true")
    assert done == ["slept 5", "slept 5", "opened", "slept 300", "closed", "slept 300", "slept 300"]


def test_where_there_is_still_none_it_opens_again(world: World) -> None:
    done = world.live("true", "true", "true", "true")
    assert done == ["slept 5", "slept 5", "opened", "slept 300", "closed", "slept 5", "opened", "slept 300"]


def test_a_known_network_that_is_lost_later_is_replaced(world: World) -> None:
    world.add("network")
    assert world.live("rm network", "true") == ["slept 300", "slept 5", "opened", "slept 300"]


def test_a_wifi_that_cannot_be_opened_is_tried_again(world: World) -> None:
    world.add("broken")
    done = world.live("true", "true", "rm broken", "true")
    assert done == ["slept 5", "slept 5", "opened", "slept 300", "slept 5", "opened", "slept 300"]
    assert "cannot be opened" in world.said
