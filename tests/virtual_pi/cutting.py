"""Cuts the power of a virtual Pi at random moments while a game is played on it, and sees what is left.

A twin of the table, in this process and with a steady supply, is told everything that was acknowledged. After each cut
both must show the same to everyone, or the same once the twin is told the one action that was on its way.
"""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from threading import Timer

from msgspec import Struct

from tests.virtual_pi.machine import VirtualPi
from tests.virtual_pi.playing import SITTING, Players, choose_step, tell_of
from tests.virtual_pi.progress import doing, tell
from tests.web.asking import View, carry_inside
from tests.web.cutting import Company, Step, kept
from tests.web.visiting import WebTable

SOONEST_S, LATEST_S = 1.0, 8.0
"""Some dozens of actions are acknowledged in this time."""
CHECK = """
import sqlite3
print(sqlite3.connect("/var/lib/citychase/journal.sqlite3").execute("PRAGMA integrity_check").fetchone()[0])
"""


class Cut(Struct, frozen=True):
    """One cut, and what was there after it."""

    acknowledged: int
    """How many actions were acknowledged since the cut before."""
    on_its_way: Step
    has_arrived: bool
    integrity: str
    """What SQLite says about the journal."""


class Twins:
    """The virtual Pi's table, and one in this process that never loses its power."""

    def __init__(self, players: Players, web: WebTable, chance: Random) -> None:
        self._players = players
        self._steady = Company(lambda question: carry_inside(web.app, question))
        self._chance = chance
        for step in SITTING:
            assert self._steady.send(step).is_fine

    def play_until_cut(self, begin: Callable[[], None]) -> tuple[int, Step]:
        """Play until the table answers no more. Returns how much was acknowledged, and what was on its way.

        With the first acknowledgement the time to the cut begins: an emulated processor may take long for it.
        """
        acknowledged = 0
        while True:
            step = choose_step(self._chance, self._steady.browsers["ana"], self._steady.browsers["ben"])
            try:
                answer = self._players.company.send(step)
            except OSError:
                if not acknowledged:
                    # Nobody has cut the power yet.
                    raise
                return acknowledged, step
            assert answer.is_fine, f"{step}: {answer.body!r}"
            acknowledged += 1
            if acknowledged == 1:
                begin()
            assert self._steady.send(step).is_fine, f"the twin refuses {step}"

    def check(self, on_its_way: Step) -> bool:
        """See that nothing is lost. Returns whether what was on its way has arrived."""
        there, expected = shown(self._players.company), shown(self._steady)
        has_arrived = there != expected
        if has_arrived:
            assert self._steady.send(on_its_way).is_fine, f"something is lost: {there} instead of {expected}"
            expected = shown(self._steady)
        assert there == expected, f"something is lost: {there} instead of {expected}"
        written, should_be = record(self._players.company), record(self._steady)
        assert written == should_be, f"the record is {written} instead of {should_be}"
        return has_arrived


def shown(company: Company) -> dict[str, View]:
    """Return what everyone sees of the game. What was played before it, and on which board, is not the same."""
    here = {"game": None, "board": None}
    return {who: {**view, **here} for who, view in kept(company.views()).items()}


def record(company: Company) -> str | None:
    """Return the record of the last game, as far as it may be told, without its date."""
    games = company.nobody.get("/api/games").json()["games"]
    if not games or not games[0]["record"]:
        return None
    answer = company.nobody.get(f"/api/games/{games[0]['id']}/record")
    return re.sub(r"\d{4}-\d\d-\d\d", "TODAY", answer.body.decode())


def cut_again_and_again(pi: VirtualPi, folder: Path, count: int, seed: int) -> list[Cut]:
    """Cut the power so many times. Raises AssertionError as soon as something is lost."""
    tell(f"cutting the power of {pi.name} {count} times; the same moments again: --seed {seed}")
    chance = Random(seed)  # noqa: S311 - a game, no secret
    pi.start()
    pi.wait_until_active()
    players = Players(pi)
    players.sit()
    with WebTable(folder) as web:
        twins = Twins(players, web, chance)
        return [_cut(pi, twins, f"cut {number} of {count}", chance) for number in range(1, count + 1)]


def _cut(pi: VirtualPi, twins: Twins, name: str, chance: Random) -> Cut:
    with doing(f"playing until {name}"):
        switch = Timer(chance.uniform(SOONEST_S, LATEST_S), pi.cut_power)
        acknowledged, on_its_way = twins.play_until_cut(switch.start)
        switch.join()
    pi.start()
    pi.wait_until_active()
    has_arrived = twins.check(on_its_way)
    integrity = pi.read("runuser", "-u", "citychase", "--", "python3", "-c", CHECK)
    outcome = "had arrived" if has_arrived else "had not arrived"
    tell(f"{name}: {acknowledged} acknowledged and there, '{tell_of(on_its_way)}' {outcome}")
    return Cut(acknowledged, on_its_way, has_arrived, integrity)
