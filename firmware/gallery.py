"""Draws every scene of docs/lights.md: `python -m firmware.gallery [FOLDER]`, docs/scenes if none is named.

The games are written records, taken through the rules: what they show can happen at a table.
"""

import sys
from pathlib import Path

from msgspec import Struct, structs

from companion.games.city_chase.pieces import Find, Helicopter
from companion.games.city_chase.record.replay import ReplayedGame, replay_all
from companion.games.city_chase.state import Setup
from companion.games.city_chase.views import PublicView, view_public
from firmware.drawing import draw_series, draw_timelines
from firmware.frames import RGB, Frame, building_light, crossing_light
from firmware.lights import Lights
from firmware.picture import Discovery, Picture
from firmware.plan import read_plan
from firmware.scenes import paint
from firmware.simulated_strip import SimulatedStrip

FOLDER = Path("docs/scenes")
SAMPLES_PER_SECOND = 30
TIMELINE_S = 5

PLAYED = """[Helicopters "F G K"]
1. 17 pE yC gO
2. 12 pI yx8- gx19-
3. 7 px17y yx9- gN
4. 8 pJ yx4- gx23-
5. 9 pF yx8b gO
6. 14 px7b yD gK
7. 13
"""
"""Up to the police phase of round 7, with a yellow and two blue Traces showing."""
RED_FOUND = PLAYED + "gx14r"
ALL_WAIT = RED_FOUND + " yH px8b 8. 18"
"""The same a round later: every helicopter waits, and a Trace of each colour shows."""
ARREST = PLAYED + "gx13#"
ESCAPE = PLAYED + "pE yC gO 8. 18 pA yD gK 9. 19 pE yC gO 10. 20 pA yD gP 11. 25 pE yC gO"


class ShownBoard:
    """A simulated board without a supply to spare: what is drawn is read back from the bytes that reached its strip."""

    def __init__(self) -> None:
        leds = structs.replace(read_plan().leds, brightness=1.0, limit_ma=10_000)
        self._strip = SimulatedStrip(leds)
        self._lights = Lights(leds, self._strip)

    def show(self, frame: Frame) -> Frame:
        """Show a frame and return the colours that the strip was sent."""
        self._lights.show(frame)
        return self._strip.lights()

    def __enter__(self) -> "ShownBoard":
        return self

    def __exit__(self, *_: object) -> None:
        self._lights.close()


class Scene(Struct, frozen=True):
    """One picture: a view and the instants at which it is shown, each with its title."""

    name: str
    view: PublicView
    instants: tuple[tuple[str, Picture, float], ...]

    def draw(self) -> str:
        """Return the picture."""
        with ShownBoard() as board:
            return draw_series(
                [(title, board.show(paint(self.view, picture, now))) for title, picture, now in self.instants]
            )


def view_of(record: str, closing: str = "*") -> PublicView:
    """Return what everyone sees at the end of a record that is right."""
    [(_, outcome)] = replay_all(f"{record} {closing}")
    if not isinstance(outcome, ReplayedGame):
        raise TypeError(f"the gallery's own record is wrong: {outcome}")
    return view_public(outcome.public)


def scenes() -> tuple[Scene, ...]:
    """Return every scene, in the order of docs/lights.md."""
    return (*_scenes_of_play(), *_scenes_of_putting_right(), *_scenes_of_the_end())


def _scenes_of_play() -> tuple[Scene, ...]:
    played = view_of(PLAYED)
    one_acted = view_of(PLAYED + "gO")
    selected = Picture(selected=Helicopter.PINK)
    up = Picture(lifted=frozenset({13}))
    nothing = Picture(lifted=frozenset({19}), discovery=Discovery(19, Find.NOTHING, 0))
    found = Discovery(14, Find.RED, 0)
    still_up = Picture(lifted=frozenset({14}), discovery=found)
    back = Picture(discovery=found)
    return (
        Scene(
            "set-up",
            view_public(Setup(crossings=("F", "G", None))),
            (("Pink and yellow stand", Picture(), 0), ("Pink is chosen: it pulses", selected, 0)),
        ),
        Scene(
            "waiting-helicopters",
            one_acted,
            (
                ("Pink and yellow wait…", Picture(), 0.3),
                ("…yellow's second pulse…", Picture(), 0.9),
                ("…and rest. Green has acted", Picture(), 1.9),
            ),
        ),
        Scene("lifted", played, (("13 is up", up, 2.0),)),
        Scene(
            "nothing-found",
            view_of(PLAYED + "gx19-"),
            (
                ("Dark…", nothing, 0.1),
                ("…a blink, dark, a blink…", nothing, 0.3),
                ("…dark: nothing in 19", nothing, 0.9),
            ),
        ),
        Scene(
            "trace-found",
            view_of(RED_FOUND),
            (("14 is up: a red Trace", still_up, 2.0), ("14 is back: it stays", back, 4.0)),
        ),
        Scene(
            "choosing",
            played,
            (
                ("Was it pink…", Picture(lifted=frozenset({13}), choosing=_PINK_OR_GREEN), 0.25),
                ("…or green?", Picture(lifted=frozenset({13}), choosing=_PINK_OR_GREEN), 0.75),
                (
                    "Pink was chosen",
                    Picture(lifted=frozenset({13}), choosing=_PINK_OR_GREEN, searcher=Helicopter.PINK),
                    1.35,
                ),
            ),
        ),
    )


_PINK_OR_GREEN = (Helicopter.PINK, Helicopter.GREEN)


def _scenes_of_putting_right() -> tuple[Scene, ...]:
    refused = Picture(lifted=frozenset({22}), refused=frozenset({22}))
    missing = Picture(lifted=frozenset({3, 11, 20}), missing=(3, 11, 20))
    return (
        Scene("refused", view_of(PLAYED), (("22 must go back…", refused, 0.1), ("…it blinks quickly", refused, 0.3))),
        Scene(
            "missing",
            view_public(Setup(crossings=("F", "G", "K"))),
            (("3 is missing…", missing, 0.1), ("…11…", missing, 0.6), ("…and 20", missing, 1.1)),
        ),
    )


def _scenes_of_the_end() -> tuple[Scene, ...]:
    ended = Picture(ended_at=0)
    return (
        Scene("arrested", view_of(ARREST, "arrested"), (("The siren…", ended, 0.1), ("…changes places", ended, 0.35))),
        Scene(
            "route",
            view_of(ARREST, "arrested"),
            (("The first building…", ended, 3.1), ("…half way…", ended, 4.6), ("…to the car", ended, 10)),
        ),
        Scene(
            "escaped",
            view_of(ESCAPE, "escaped"),
            (("Escaped: no siren…", ended, 2.6), ("…the whole route", ended, 10)),
        ),
    )


def rhythms() -> str:
    """Return the picture of every rhythm, sampled from scenes."""
    played, over = view_of(ALL_WAIT), view_of(ARREST, "arrested")
    crossing = {one: crossing_light(str(standing.crossing)) for one, standing in played.helicopters.items()}
    quiet = Picture()
    rows: tuple[tuple[str, PublicView, Picture, int], ...] = (
        ("pink waits", played, quiet, crossing[Helicopter.PINK]),
        ("yellow waits", played, quiet, crossing[Helicopter.YELLOW]),
        ("green waits", played, quiet, crossing[Helicopter.GREEN]),
        ("green is chosen", played, Picture(selected=Helicopter.GREEN), crossing[Helicopter.GREEN]),
        ("could be searching (of two)", played, Picture(choosing=_PINK_OR_GREEN), crossing[Helicopter.PINK]),
        ("blue Trace", played, quiet, building_light(8)),
        ("yellow Trace", played, quiet, building_light(17)),
        ("red Trace", played, quiet, building_light(14)),
        ("nothing found, still up", played, _nothing_at(1.0), building_light(1)),
        ("to be put back", played, Picture(refused=frozenset({1})), building_light(1)),
        ("missing (one of one)", played, Picture(missing=(1,)), building_light(1)),
        ("missing (one of three)", played, Picture(missing=(1, 2, 3)), building_light(1)),
        ("arrested: the siren", over, Picture(ended_at=0), building_light(1)),
    )
    return draw_timelines(
        [(name, _sample(view, picture, light)) for name, view, picture, light in rows], SAMPLES_PER_SECOND
    )


def _nothing_at(at: float) -> Picture:
    return Picture(lifted=frozenset({1}), discovery=Discovery(1, Find.NOTHING, at))


def _sample(view: PublicView, picture: Picture, light: int) -> tuple[RGB, ...]:
    times = (number / SAMPLES_PER_SECOND for number in range(TIMELINE_S * SAMPLES_PER_SECOND))
    with ShownBoard() as board:
        return tuple(board.show(paint(view, picture, now))[light] for now in times)


def pictures() -> dict[str, str]:
    """Return every picture by its file's name."""
    return {**{f"{scene.name}.svg": scene.draw() for scene in scenes()}, "rhythms.svg": rhythms()}


def main(folder: Path) -> None:
    """Write every picture into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures().items():
        (folder / name).write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else FOLDER)
