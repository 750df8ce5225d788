"""One picture of all 52 lights, in the game's own order: 25 buildings, 16 crossings, 11 rounds.

Where in the chain each of them is, `board.toml` says; nothing here needs to know.
"""

from collections.abc import Iterable
from typing import TypeAlias

from companion.games.city_chase.city import BUILDINGS, CROSSINGS, Building, Crossing
from companion.games.city_chase.pieces import ROUNDS

RGB: TypeAlias = tuple[int, int, int]
"""Red, green and blue, each 0 to 255."""
Frame: TypeAlias = tuple[RGB, ...]
Layer: TypeAlias = dict[int, RGB]
"""Some lights of a frame, by their index. A light that is not named shows what is below."""

LIGHTS = len(BUILDINGS) + len(CROSSINGS) + ROUNDS
OFF: RGB = (0, 0, 0)
DARK: Frame = (OFF,) * LIGHTS


def building_light(building: Building) -> int:
    """Return the index of a building's light."""
    return building - 1


def crossing_light(crossing: Crossing) -> int:
    """Return the index of a crossing's light."""
    return len(BUILDINGS) + CROSSINGS.index(crossing)


def round_light(number: int) -> int:
    """Return the index of a round's light."""
    return len(BUILDINGS) + len(CROSSINGS) + number - 1


def compose(layers: Iterable[Layer]) -> Frame:
    """Return the frame that layers make, the later above the earlier."""
    lights = list(DARK)
    for layer in layers:
        for index, colour in layer.items():
            lights[index] = colour
    return tuple(lights)


def dim(colour: RGB, share: float) -> RGB:
    """Return a colour at a share of its brightness."""
    red, green, blue = colour
    return (int(red * share), int(green * share), int(blue * share))
