"""Where a new board is tried: before a builder at a terminal, or simulated, with a hand that does what it is told."""

import time
from collections.abc import Callable, Iterator

from companion.games.city_chase.city import Building
from firmware.frames import OFF
from firmware.plan import BoardPlan
from firmware.signals import Button
from firmware.simulated import SimulatedBoard


class BuildersBench:
    """A person with the real board. `say` and `ask` are the terminal's."""

    def __init__(self, plan: BoardPlan, say: Callable[[str], None], ask: Callable[[str], bool]) -> None:
        self._period_s = 1 / plan.switches.scans_per_second
        self._say = say
        self._ask = ask

    def tell(self, sentence: str) -> None:
        """Say something to the builder."""
        self._say(sentence)

    def sees_only(self, name: str, _: int) -> bool:
        """Ask the builder whether this light is on, and no other."""
        return self._ask(f"Is the light of {name} on, and no other?")

    def heard_buzzer(self) -> bool:
        """Ask the builder whether the buzzer was heard."""
        return self._ask("Did you hear the buzzer?")

    def moments(self, seconds: float) -> Iterator[float]:
        """Let real time pass."""
        begun = now = time.monotonic()
        while now - begun < seconds:
            yield now
            # A late scan is not made up for: scans in a bunch tell nothing.
            time.sleep(self._period_s)
            now = time.monotonic()

    def lift(self, building: Building) -> None:
        """Tell the builder to lift a building."""
        self._say(f"Lift building {building}.")

    def put_back(self, building: Building) -> None:
        """Tell the builder to put a building back."""
        self._say(f"Put building {building} back.")

    def press(self, button: Button) -> None:
        """Tell the builder to press a button."""
        self._say(f"Press the {button} button.")


class SimulatedBench:
    """A simulated board and a hand that does what it is told, in a time of its own that passes at once.

    `built_as` is how the simulated board is really built, where that is not as the plan says. With `swapped` the wires
    of buildings are exchanged; with `reaching` a magnet moves other switches too.
    """

    def __init__(
        self,
        plan: BoardPlan,
        say: Callable[[str], None],
        swapped: dict[Building, Building] | None = None,
        reaching: dict[Building, Building] | None = None,
        built_as: BoardPlan | None = None,
    ) -> None:
        self._say = say
        self._plan = plan
        self._swapped = swapped or {}
        self._reaching = reaching or {}
        self._now = 0.0
        self._is_heard = False
        self.board = SimulatedBoard(built_as or plan, lambda: self._now)

    def tell(self, sentence: str) -> None:
        """Say something to whoever looks on."""
        self._say(sentence)

    def sees_only(self, name: str, light: int) -> bool:
        """Look at the simulated strip."""
        lit = [index for index, colour in enumerate(self.board.strip.lights()) if colour != OFF]
        self._say(f"The light of {name}: {'on' if lit == [light] else 'not on by itself'}.")
        return lit == [light]

    def heard_buzzer(self) -> bool:
        """Tell whether the simulated buzzer's pin was ever driven."""
        self._say(f"The buzzer: {'heard' if self._is_heard else 'silent'}.")
        return self._is_heard

    def moments(self, seconds: float) -> Iterator[float]:
        """Let simulated time pass, without waiting for it."""
        period = 1 / self._plan.switches.scans_per_second
        for _ in range(max(1, round(seconds / period))):
            self._now += period
            yield self._now
            self._is_heard = self._is_heard or bool(self.board.pins.pin(self._plan.buzzer.pin).frequency)

    def lift(self, building: Building) -> None:
        """Lift a building, and what its magnet or its wires move with it."""
        self._say(f"Building {building} is lifted.")
        for moved in self._moved_with(building):
            self.board.lift(moved, bounce_ms=1)

    def put_back(self, building: Building) -> None:
        """Put a building back."""
        for moved in self._moved_with(building):
            self.board.place(moved, bounce_ms=1)

    def press(self, button: Button) -> None:
        """Press a button for a moment."""
        self._say(f"The {button} button is pressed.")
        self.board.press(button, hold_ms=200)

    def _moved_with(self, building: Building) -> list[Building]:
        moved = [self._swapped.get(building, building)]
        return [*moved, self._reaching[building]] if building in self._reaching else moved
