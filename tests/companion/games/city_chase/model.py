"""The rules a second time, as plainly as can be and sharing nothing with the program but its names.

Used by the state machine to say what should happen. It reckons with rows and columns, lists and sets.
"""

from dataclasses import dataclass, field

from companion.games.city_chase.actions import (
    Abandon,
    Action,
    Done,
    Hide,
    Move,
    Place,
    Release,
    Search,
    Start,
    Take,
    Undo,
)
from companion.games.city_chase.seats import BoardSeat, PoliceSeat, Seat, ThiefSeat, WatchSeat

FORBIDDEN = "forbidden"
NO_RULE = "no rule"


def are_side_by_side(one: int, other: int, side: int) -> bool:
    row, column = divmod(one, side)
    other_row, other_column = divmod(other, side)
    return abs(row - other_row) + abs(column - other_column) == 1


def is_touched(crossing: str, building: int) -> bool:
    row, column = divmod("ABCDEFGHIJKLMNOP".index(crossing), 4)
    building_row, building_column = divmod(building - 1, 5)
    return building_row - row in (0, 1) and building_column - column in (0, 1)


@dataclass
class Model:
    """A game as a player would keep it in mind."""

    phase: str = "setup"
    round: int = 0
    end: str = ""
    at: dict[str, str] = field(default_factory=dict)
    acted: list[str] = field(default_factory=list)
    owner: dict[str, str] = field(default_factory=dict)
    route: list[int] = field(default_factory=list)
    choice: int | None = None
    undoable: list[tuple[str, str]] = field(default_factory=list)
    """Moves since the last search of this phase: who, and from where."""
    last_actor: str = ""
    last_undone: str = ""
    found: list[tuple[int, int, str]] = field(default_factory=list)

    def ways_out(self) -> list[int]:
        if not self.route:
            return list(range(1, 26))
        here = self.route[-1]
        return [one for one in range(1, 26) if are_side_by_side(one - 1, here - 1, 5) and one not in self.route]

    def under(self, building: int) -> str:
        if building not in self.route:
            return "-"
        if building == self.route[-1]:
            return "#"
        return {0: "y", 5: "r"}.get(self.route.index(building), "b")

    def objection(self, seat: Seat, action: Action) -> str | None:
        """Return the rule that an action breaks, or FORBIDDEN, NO_RULE, or None where it may be done."""
        if not self.is_permitted(seat, action):
            return FORBIDDEN
        if self.phase == "over":
            return "E1"
        match action:
            case Place() | Start():
                phase = "setup"
            case Hide() | Done():
                phase = "thief"
            case Move() | Search() | Undo():
                phase = "police"
            case _:
                phase = self.phase
        return "R1" if self.phase != phase else self.own_objection(action)

    def is_permitted(self, seat: Seat, action: Action) -> bool:
        if isinstance(action, Hide | Done):
            return isinstance(seat, ThiefSeat)
        if isinstance(action, Abandon):
            return not isinstance(seat, WatchSeat)
        if isinstance(seat, BoardSeat):
            return not isinstance(action, Take | Release)
        if not isinstance(seat, PoliceSeat):
            return False
        match action:
            case Start():
                return True
            case Undo():
                helicopter = self.last_actor if self.phase == "police" else ""
            case _:
                helicopter = action.helicopter
        return self.owner.get(helicopter, seat.player) == seat.player

    def own_objection(self, action: Action) -> str | None:
        match action:
            case Place(helicopter, crossing):
                others = [at for who, at in self.at.items() if who != helicopter]
                return "S2" if crossing in others else None
            case Start():
                return None if len(self.at) == 3 else "S1"
            case Release(helicopter):
                return None if helicopter in self.owner else NO_RULE
            case Hide(building):
                return self.hide_objection(building)
            case Done():
                return "T6" if self.choice is None else None
            case Move(helicopter, crossing):
                return "P1" if helicopter in self.acted else self.move_objection(helicopter, crossing)
            case Search(helicopter, building):
                if helicopter in self.acted:
                    return "P1"
                return None if is_touched(self.at[helicopter], building) else "P4"
            case Undo():
                return None if self.undoable else NO_RULE
            case _:
                return None

    def hide_objection(self, building: int) -> str | None:
        if self.route and not are_side_by_side(building - 1, self.route[-1] - 1, 5):
            return "T2"
        return "T3" if building in self.route else None

    def move_objection(self, helicopter: str, crossing: str) -> str | None:
        letters = "ABCDEFGHIJKLMNOP"
        is_next = are_side_by_side(letters.index(crossing), letters.index(self.at[helicopter]), 4)
        return None if is_next and crossing not in self.at.values() else "P3"

    def do(self, seat: Seat, action: Action) -> None:
        """Do what may be done."""
        match action:
            case Move() | Search() | Undo():
                self.do_police(action)
            case Place(helicopter, crossing):
                self.at[helicopter] = crossing
            case Start():
                self.phase, self.round = "thief", 1
            case Take(helicopter):
                assert isinstance(seat, PoliceSeat)
                self.owner[helicopter] = seat.player
            case Release(helicopter):
                del self.owner[helicopter]
            case Hide(building):
                self.choice = building
            case Done():
                assert self.choice is not None
                self.route.append(self.choice)
                self.choice, self.phase, self.undoable, self.last_actor = None, "police", [], ""
            case Abandon():
                self.phase, self.end, self.choice = "over", "abandoned", None

    def do_police(self, action: Move | Search | Undo) -> None:
        match action:
            case Move(helicopter, crossing):
                self.undoable.append((helicopter, self.at[helicopter]))
                self.at[helicopter] = crossing
                self.end_turn(helicopter)
            case Search(helicopter, building):
                self.undoable = []
                self.found.append((self.round, building, self.under(building)))
                self.end_turn(helicopter)
            case Undo():
                mover, origin = self.undoable.pop()
                self.last_undone = mover
                self.at[mover] = origin
                self.acted.remove(mover)
                self.last_actor = self.acted[-1] if self.acted else ""

    def end_turn(self, helicopter: str) -> None:
        self.acted.append(helicopter)
        self.last_actor = helicopter
        if self.found and self.found[-1][2] == "#":
            self.phase, self.end = "over", "arrested"
        elif len(self.acted) == 3 and self.round == 11:
            self.phase, self.end = "over", "escaped"
        elif len(self.acted) == 3:
            self.phase, self.round, self.acted = "thief", self.round + 1, []
            if not self.ways_out():
                self.phase, self.end = "over", "surrounded"
