"""What the lights show: a pure function from the public view, the picture of the board and the time to a frame.

Layers lie on each other, from below: the round track, the helicopters, the Traces, prompts (what a hand has just done
or has to choose), corrections (what is to be put back), the finale. Only what asks for something moves: a frame stays
the same for as long as no helicopter waits, nothing is up and nothing is to be told.
"""

from companion.games.city_chase.actions import Move
from companion.games.city_chase.city import BUILDINGS, Building
from companion.games.city_chase.pieces import ROUNDS, Colour, Find, Helicopter, trace_of_round
from companion.games.city_chase.state import Ending
from companion.games.city_chase.views import HelicopterView, PhaseName, PublicView, ResultView
from firmware.frames import LIGHTS, OFF, RGB, Frame, Layer, building_light, compose, crossing_light, dim, round_light
from firmware.picture import Discovery, Picture
from firmware.rhythms import (
    NOTHING_S,
    PULSE_PERIOD_S,
    QUICK_PULSE_PERIOD_S,
    is_blinking_on,
    is_in_dip,
    is_on_after_nothing,
    is_siren_swapped,
    pulse,
    whose_turn,
)

WHITE: RGB = (255, 255, 255)
AMBER: RGB = (255, 70, 0)
YELLOW: RGB = (255, 170, 0)
RED: RGB = (255, 0, 0)
BLUE: RGB = (0, 40, 255)
HELICOPTER_COLOURS: dict[Helicopter, RGB] = {
    Helicopter.PINK: (255, 30, 130),
    Helicopter.YELLOW: YELLOW,
    Helicopter.GREEN: (0, 255, 30),
}
TRACE_COLOURS: dict[Colour, RGB] = {Colour.YELLOW: YELLOW, Colour.RED: RED, Colour.BLUE: BLUE}

PULSES: dict[Helicopter, int] = {Helicopter.PINK: 1, Helicopter.YELLOW: 2, Helicopter.GREEN: 3}
"""How often a waiting helicopter pulses in each period."""
DIPS: dict[Colour, int] = {Colour.BLUE: 0, Colour.YELLOW: 1, Colour.RED: 2}
"""How often a Trace dips in each period. Blue ones are the many, so they are the calm ones."""

HELICOPTER_DIM = 0.12
HELICOPTER_BETWEEN_PULSES = 0.3
TRACE_LEVEL = 0.6
TRACE_DIP_LEVEL = 0.2
ROUND_PAST = 0.3
ROUND_TO_COME = 0.05
MISSING_BETWEEN_TURNS = 0.1

FOUND_S = 1.5
"""How long a Trace that was found is at its brightest, even if its building is back sooner."""
SIREN_S = 3.0
ROUTE_STEP_S = 0.5


def paint(view: PublicView, picture: Picture, now: float) -> Frame:
    """Return what all lights show at a moment."""
    return compose(
        (
            _round_track(view.round),
            _resumed(view, picture, now),
            _helicopters(view, picture.searcher or picture.selected, now),
            _traces(view, now),
            _lifted(picture.lifted),
            _discovery(picture, now),
            _choice(view, picture, now),
            _intention(picture.intended, now),
            _missing(picture.missing, now),
            _refused(picture.refused, now),
            _finale(view.result, picture.ended_at, now),
        )
    )


def _round_track(current: int) -> Layer:
    """Return the rounds so far, the current one brightest; those to come can just be seen."""
    layer: Layer = {}
    for number in range(1, ROUNDS + 1):
        level = ROUND_PAST if number < current else ROUND_TO_COME
        layer[round_light(number)] = dim(_round_colour(number), 1.0 if number == current else level)
    return layer


def _resumed(view: PublicView, picture: Picture, now: float) -> Layer:
    """Return the current round blinking white: the game was taken up again, and may be given up instead."""
    if not picture.is_resumed:
        return {}
    return {round_light(max(1, view.round)): WHITE if is_blinking_on(now) else OFF}


def _round_colour(number: int) -> RGB:
    colour = trace_of_round(number).colour
    return TRACE_COLOURS[colour] if colour else BLUE


def _helicopters(view: PublicView, selected: Helicopter | None, now: float) -> Layer:
    layer: Layer = {}
    for helicopter, standing in view.helicopters.items():
        if standing.crossing is not None:
            level = _helicopter_level(view.phase, helicopter, standing, now, is_selected=helicopter is selected)
            layer[crossing_light(standing.crossing)] = dim(HELICOPTER_COLOURS[helicopter], level)
    return layer


def _helicopter_level(
    phase: PhaseName, helicopter: Helicopter, standing: HelicopterView, now: float, *, is_selected: bool
) -> float:
    """Return how bright a helicopter is: it pulses while it has to act, or while set-up's arrows would move it."""
    waits = phase == "police" and not standing.acted
    if waits or (phase == "setup" and is_selected):
        height = pulse(now, PULSES[helicopter], QUICK_PULSE_PERIOD_S if is_selected else PULSE_PERIOD_S)
        return HELICOPTER_BETWEEN_PULSES + (1 - HELICOPTER_BETWEEN_PULSES) * height
    return 1.0 if phase == "setup" else HELICOPTER_DIM


def _traces(view: PublicView, now: float) -> Layer:
    """Return the Traces that show; once the game is over and the route is known, the whole route.

    They dip in the police phase alone, when someone looks at them to decide and other lights move anyway.
    """
    if view.result is not None and view.result.route:
        return _route(view.result, len(view.result.route))
    layer: Layer = {}
    for building, colour in view.traces.items():
        dips = view.phase == "police" and is_in_dip(now, DIPS[colour])
        layer[building_light(building)] = dim(TRACE_COLOURS[colour], TRACE_DIP_LEVEL if dips else TRACE_LEVEL)
    return layer


def _lifted(lifted: frozenset[Building]) -> Layer:
    return {building_light(building): WHITE for building in lifted}


def _discovery(picture: Picture, now: float) -> Layer:
    """Return what the last search found. The car has the finale to tell it."""
    discovery = picture.discovery
    if discovery is None or now < discovery.at:
        return {}
    if discovery.find is Find.NOTHING:
        return _nothing(discovery, now - discovery.at)
    colour = discovery.find.colour
    # For as long as the building is up, its Trace shows in place of the white of a lift.
    if colour and (now - discovery.at < FOUND_S or discovery.building in picture.lifted):
        return {building_light(discovery.building): TRACE_COLOURS[colour]}
    return {}


def _nothing(discovery: Discovery, age: float) -> Layer:
    if age >= NOTHING_S:
        return {}
    return {building_light(discovery.building): WHITE if is_on_after_nothing(age) else OFF}


def _choice(view: PublicView, picture: Picture, now: float) -> Layer:
    """Return the helicopters that could be searching, in turn, while the others keep out of it.

    Once a button has chosen one of them it is left to its quick pulses, and all others are dim.
    """
    choosing = picture.choosing
    if not choosing:
        return {}
    layer: Layer = {}
    for helicopter, standing in view.helicopters.items():
        if standing.crossing is None or helicopter is picture.searcher:
            continue
        level = HELICOPTER_DIM
        if helicopter in choosing and picture.searcher is None:
            level = 1.0 if choosing.index(helicopter) == whose_turn(now, len(choosing)) else 0.0
        layer[crossing_light(standing.crossing)] = dim(HELICOPTER_COLOURS[helicopter], level)
    return layer


def _intention(intended: Move | None, now: float) -> Layer:
    """Return where a helicopter would fly: its colour, blinking on a crossing that is free as yet."""
    if intended is None:
        return {}
    colour = HELICOPTER_COLOURS[intended.helicopter] if is_blinking_on(now) else OFF
    return {crossing_light(intended.crossing): colour}


def _missing(missing: tuple[Building, ...], now: float) -> Layer:
    """Return the missing buildings, one after the other. All glow faintly, so that none has to be waited for."""
    turn = whose_turn(now, len(missing))
    return {
        building_light(building): dim(AMBER, 1.0 if place == turn else MISSING_BETWEEN_TURNS)
        for place, building in enumerate(missing)
    }


def _refused(refused: frozenset[Building], now: float) -> Layer:
    """Return buildings to put back. Even between two blinks what lies below is covered: they reveal nothing."""
    colour = RED if is_blinking_on(now) else OFF
    return {building_light(building): colour for building in refused}


def _finale(result: ResultView | None, ended_at: float | None, now: float) -> Layer:
    """Return the siren of an arrest and the route as it is drawn.

    After that nothing: the route then shows where the Traces were, and a building that is up shows above it.
    """
    if result is None or ended_at is None:
        return {}
    age = max(0.0, now - ended_at)
    if result.reason is Ending.ARRESTED:
        if age < SIREN_S:
            return _siren(age)
        age -= SIREN_S
    drawn = int(age / ROUTE_STEP_S) + 1
    if drawn > len(result.route):
        return {}
    not_yet = {building_light(building): OFF for building in BUILDINGS}
    newest = {building_light(result.route[drawn - 1]): _route_colour(result, drawn)}
    return {**not_yet, **_route(result, drawn), **newest}


def _siren(age: float) -> Layer:
    """Return red and blue side by side over the whole board, changing places."""
    swapped = is_siren_swapped(age)
    return {index: RED if (index % 2 == 0) is not swapped else BLUE for index in range(LIGHTS)}


def _route(result: ResultView, drawn: int) -> Layer:
    """Return the first buildings of the route."""
    layer: Layer = {}
    for number, building in enumerate(result.route[:drawn], 1):
        is_car = number == len(result.route)
        layer[building_light(building)] = dim(_route_colour(result, number), 1.0 if is_car else TRACE_LEVEL)
    return layer


def _route_colour(result: ResultView, number: int) -> RGB:
    """Return a building's colour on the route: its Trace's, and white for the car."""
    return WHITE if number == len(result.route) else _round_colour(number)
