"""The board's lights as an SVG picture: how a frame looks on a table in a dim room.

A light's numbers are the power it is driven with, a screen's are what the eye makes of them. Shown as they are, dim
lights would look dark, so they are lifted by a screen's gamma.
"""

from collections.abc import Iterable, Sequence
from html import escape
from itertools import groupby

from msgspec import Struct

from companion.games.city_chase.city import BUILDINGS, CROSSINGS, ROADS, SIDE
from companion.games.city_chase.pieces import ROUNDS
from firmware.frames import OFF, RGB, Frame, building_light, crossing_light, round_light

WIDTH = 480
HEIGHT = 556
TITLE_HEIGHT = 44
GAMMA = 2.2
HALO = 2.3
"""How many times as wide as the light its glow is."""
PITCH = 92
BUILDING = 64
CITY = BUILDING + PITCH * ROADS
LEFT = (WIDTH - CITY) / 2
TOP = TITLE_HEIGHT + 12
ROUND_PITCH = CITY / ROUNDS
ROUNDS_Y = TOP + CITY + 42

TIMELINE_LEFT = 264
TIMELINE_WIDTH = 690
ROW_HEIGHT = 30
MIDDLE_GREY = 140

STYLE = (
    "<style>text{font:bold 16px 'DejaVu Sans',Verdana,Arial,sans-serif;text-anchor:middle}"
    ".title{font-size:19px;fill:#dde3ee}.letter{font-size:13px}.round{font-size:13px}"
    ".name{font-size:15px;fill:#dde3ee;text-anchor:end}.second{font-size:12px;fill:#93a0b8}</style>"
)


class Spot(Struct, frozen=True):
    """A light on the board: where it is, how large, and what is written on it in which style."""

    light: int
    x: float
    y: float
    radius: float
    label: str
    style: str


def draw(frame: Frame, title: str = "") -> str:
    """Return a picture of the board as its lights show it."""
    return draw_series(((title, frame),))


def draw_series(instants: Sequence[tuple[str, Frame]]) -> str:
    """Return a picture of several boards side by side, each with its title: what changes in time."""
    boards = [f'<g transform="translate({WIDTH * place})">{_board(*one)}</g>' for place, one in enumerate(instants)]
    hues = sorted({_hue(colour) for _, frame in instants for colour in frame if colour != OFF})
    glows = f"<defs>{''.join(map(_glow, hues))}</defs>"
    told = "; ".join(title for title, _ in instants if title)
    return _svg(WIDTH * len(instants), HEIGHT, told, [glows, *boards])


def draw_timelines(rows: Sequence[tuple[str, Sequence[RGB]]], samples_per_second: int) -> str:
    """Return a picture of how single lights change: a line each, with a colour for each sample."""
    seconds = max(len(samples) for _, samples in rows) / samples_per_second
    scale = TIMELINE_WIDTH / seconds
    lines = [_timeline(row, place, scale / samples_per_second) for place, row in enumerate(rows)]
    bottom = ROW_HEIGHT * len(rows) + 40
    ticks = [
        f'<text class="second" x="{TIMELINE_LEFT + second * scale:g}" y="{bottom - 10}">{second} s</text>'
        for second in range(int(seconds) + 1)
    ]
    return _svg(TIMELINE_LEFT + TIMELINE_WIDTH + 30, bottom, "The rhythms of the lights", [*lines, *ticks])


def _svg(width: float, height: float, title: str, parts: Iterable[str]) -> str:
    told = f"<title>{escape(title)}</title>" if title else ""
    ground = f'<rect width="{width:g}" height="{height:g}" rx="14" fill="#0b0e14"/>'
    lines = "\n".join((STYLE, ground, *parts))
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">{told}\n{lines}\n</svg>\n'


def _timeline(row: tuple[str, Sequence[RGB]], place: int, step: float) -> str:
    name, samples = row
    y = 14 + ROW_HEIGHT * place
    bars, start = [], 0
    for colour, equal in groupby(samples):
        end = start + len(list(equal))
        x, width = TIMELINE_LEFT + start * step, (end - start) * step
        bars.append(f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="20" fill="{_seen(colour)}"/>')
        start = end
    # Smoothed edges would leave seams between neighbouring bars.
    line = f'<g shape-rendering="crispEdges">{"".join(bars)}</g>'
    return f'<text class="name" x="{TIMELINE_LEFT - 14}" y="{y + 16}">{escape(name)}</text>{line}'


def _board(title: str, frame: Frame) -> str:
    parts = [f'<text class="title" x="{WIDTH // 2}" y="32">{escape(title)}</text>'] if title else []
    parts.append(_streets())
    spots = _spots()
    parts += [_halo(spot, frame[spot.light]) for spot in spots if frame[spot.light] != OFF]
    parts += [_lamp(spot, frame[spot.light]) for spot in spots]
    return "\n".join(parts)


def _spots() -> list[Spot]:
    middle = BUILDING / 2
    buildings = [
        Spot(building_light(one), LEFT + middle + PITCH * column, TOP + middle + PITCH * row, 18.0, str(one), "number")
        for one in BUILDINGS
        for row, column in (divmod(one - 1, SIDE),)
    ]
    between = (BUILDING + PITCH) / 2
    crossings = [
        Spot(crossing_light(one), LEFT + between + PITCH * column, TOP + between + PITCH * row, 11.0, one, "letter")
        for place, one in enumerate(CROSSINGS)
        for row, column in (divmod(place, ROADS),)
    ]
    rounds = [
        Spot(round_light(one), LEFT + ROUND_PITCH * (one - 0.5), ROUNDS_Y, 13.0, str(one), "round")
        for one in range(1, ROUNDS + 1)
    ]
    return [*buildings, *crossings, *rounds]


def _streets() -> str:
    """Return what of the board is there without any light."""
    ground = f'<rect x="{LEFT - 8:g}" y="{TOP - 8}" width="{CITY + 16}" height="{CITY + 16}" rx="12" fill="#151a25"/>'
    corners = [(LEFT + PITCH * (one % SIDE), TOP + PITCH * (one // SIDE)) for one in range(len(BUILDINGS))]
    houses = [f'<rect x="{x:g}" y="{y}" width="{BUILDING}" height="{BUILDING}" rx="9"/>' for x, y in corners]
    return f'{ground}\n<g fill="#1f2736" stroke="#39455c" stroke-width="1.5">{"".join(houses)}</g>'


def _halo(spot: Spot, colour: RGB) -> str:
    strength = _on_screen(max(colour)) / 255
    place = f'cx="{spot.x:g}" cy="{spot.y:g}" r="{spot.radius * HALO:g}"'
    return f'<circle {place} fill="url(#glow-{_hue(colour)})" opacity="{strength:.2f}"/>'


def _glow(hue: str) -> str:
    stops = "".join(
        f'<stop offset="{offset}" stop-color="#{hue}" stop-opacity="{opacity}"/>'
        for offset, opacity in ((0.3, 0.75), (0.65, 0.25), (1, 0))
    )
    return f'<radialGradient id="glow-{hue}">{stops}</radialGradient>'


def _lamp(spot: Spot, colour: RGB) -> str:
    if colour == OFF:
        look, ink = 'fill="#0f131b" stroke="#39455c" stroke-width="1.5"', "#8793aa"
    else:
        look, ink = f'fill="{_seen(colour)}"', _ink(colour)
    lamp = f'<circle cx="{spot.x:g}" cy="{spot.y:g}" r="{spot.radius:g}" {look}/>'
    # Text stands on its foot: a third of its height below the middle looks centred.
    foot = spot.y + (5.6 if spot.style == "number" else 4.6)
    return f'{lamp}<text class="{spot.style}" x="{spot.x:g}" y="{foot:g}" fill="{ink}">{spot.label}</text>'


def _on_screen(part: int) -> int:
    return round(255 * float((part / 255) ** (1 / GAMMA)))


def _hex(red: int, green: int, blue: int) -> str:
    return f"{red:02x}{green:02x}{blue:02x}"


def _seen(colour: RGB) -> str:
    return "#" + _hex(*map(_on_screen, colour))


def _hue(colour: RGB) -> str:
    """Return a colour as it is at full brightness, in steps coarse enough that its dimmed forms mostly agree."""
    brightest = max(colour)
    return _hex(*(min(255, round(_on_screen(part * 255 // brightest) / 15) * 15) for part in colour))


def _ink(colour: RGB) -> str:
    """Return what can be read on a light of this colour: black on bright ones, else white, or grey if it is dim."""
    red, green, blue = map(_on_screen, colour)
    if 0.3 * red + 0.59 * green + 0.11 * blue > MIDDLE_GREY:
        return "#0b0e14"
    return "#ffffff" if max(red, green, blue) > MIDDLE_GREY else "#c9d1e0"
