"""Players without a page: they speak to the table's HTTP interface, to bring a game to where a test begins."""

from typing import Any, Literal

from playwright.sync_api import APIRequestContext

SeatName = Literal["thief", "police", "watch"]
View = dict[str, Any]
PIN = "2468"


class Player:
    """One seat. Loud when the table refuses something."""

    def __init__(self, api: APIRequestContext, seat: SeatName, name: str) -> None:
        self.api = api
        self.seat = seat
        self.name = name
        self.send("/api/seat", seat=seat, name=name, **({"pin": PIN} if seat == "thief" else {}))

    def send(self, path: str, **body: object) -> Any:
        response = self.api.post(path, data=body)
        assert response.ok, f"{self.name} was refused {body}: {response.text()}"
        return response.json()

    def act(self, action: str, **details: object) -> View:
        answer: View = self.send(f"/api/action?as={self.seat}", action=action, **details)
        return answer

    def view(self) -> View:
        answer: View = self.api.get(f"/api/view?as={self.seat}").json()
        return answer

    def cookies(self) -> list[tuple[str, str]]:
        """Return what makes a browser this player."""
        return [(one["name"], one["value"]) for one in self.api.storage_state()["cookies"]]


class Game:
    """A thief and a police player, and short ways through their game."""

    def __init__(self, thief: Player, police: Player) -> None:
        self.thief = thief
        self.police = police

    def open(self, mode: str = "open") -> "Game":
        self.thief.act("new_game", mode=mode, thief="human", police="human")
        return self

    def begin(self, crossings: str = "FGK", mode: str = "open") -> "Game":
        """Go to the thief phase of round 1."""
        self.open(mode)
        for helicopter, crossing in zip(("pink", "yellow", "green"), crossings, strict=True):
            self.police.act("place", helicopter=helicopter, crossing=crossing)
        self.police.act("start")
        return self

    def hide(self, building: int) -> "Game":
        self.thief.act("hide", building=building)
        self.thief.act("done")
        return self

    def fly(self) -> "Game":
        """Let each helicopter that has not acted take the first road there is."""
        for helicopter in ("pink", "yellow", "green"):
            view = self.police.view()
            if view["phase"] == "police" and not view["helicopters"][helicopter]["acted"]:
                self.police.act("move", helicopter=helicopter, crossing=view["you"]["moves"][helicopter][0])
        return self

    def run(self, *route: int) -> "Game":
        """Play whole rounds in which the police only fly."""
        for building in route:
            self.hide(building).fly()
        return self

    def search(self, helicopter: str, building: int) -> "Game":
        self.police.act("search", helicopter=helicopter, building=building)
        return self
