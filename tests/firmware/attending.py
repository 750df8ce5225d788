"""A game on a simulated board, looked at as a person looks at it."""

from pathlib import Path

from companion.games.city_chase.actions import Move
from firmware.frames import RGB
from tests.companion.table.opening import OpenTable, Players, begin, hide


def hue(colour: RGB) -> str:
    """Return what a person would call a colour, however bright it is."""
    red, green, blue = (part / max(colour) if max(colour) else 0 for part in colour)
    if not max(colour):
        return "dark"
    if min(red, green, blue) > 0.9:
        return "white"
    if blue > red:
        return "blue"
    if green > 0.5:
        return "yellow"
    return "amber" if green > 0.1 else "red"


class Police(OpenTable):
    """A game in round 1's police phase. Pink on F and yellow on G share 8 and 13; green is on P, the car in 1."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.players: Players = begin(self, crossings="FGP")
        hide(self, self.players.thief, 1)
        self.pass_time(1)
        self.sounds()

    def hues(self, building: int, seconds: float = 2.0) -> set[str]:
        return {hue(colour) for colour in self.lights_of(building, seconds)}

    def next_round(self, building: int) -> None:
        """Let the helicopters that have not acted fly to and fro, and the thief hide once more."""
        flights = {"F": "B", "G": "C", "P": "O", "B": "F", "C": "G", "O": "P"}
        for one, where in self.view()["helicopters"].items():
            if not where["acted"]:
                self.do(self.players.ben, Move(one, flights[where["crossing"]]))
        hide(self, self.players.thief, building)
        self.pass_time(2)
        self.sounds()
