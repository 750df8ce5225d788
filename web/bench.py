"""The simulated board's remote control: moves magnets, breaks switches, presses buttons, reads the LEDs back."""

from typing import Annotated, Literal

from flask import Blueprint, Response, request
from msgspec import Meta, Struct
from msgspec.json import Decoder
from werkzeug.exceptions import NotFound

from companion.games.city_chase.actions import read_with
from companion.games.city_chase.city import BUILDINGS, CROSSINGS, Building, Crossing
from companion.games.city_chase.pieces import ROUNDS
from firmware.contacts import Fault
from firmware.frames import RGB, building_light, crossing_light, round_light
from firmware.signals import Button
from firmware.simulated import SimulatedBoard
from web.answers import Fine, as_json
from web.site import site

bench = Blueprint("bench", __name__, url_prefix="/bench")
Bounce = Annotated[float, Meta(ge=0, le=1000)]
Press = Annotated[float, Meta(ge=0, le=10_000)]


class SwitchMove(Struct, frozen=True):
    """A magnet comes or goes."""

    building: Building
    state: Literal["lifted", "placed"]
    bounce_ms: Bounce = 0


class FaultSet(Struct, frozen=True):
    """A switch breaks, or is mended."""

    building: Building
    fault: Fault


class ButtonPress(Struct, frozen=True):
    """A button is pressed and let go."""

    button: Button
    hold_ms: Press = 100


class LedsView(Struct, frozen=True):
    """The lights as last sent."""

    frame: int
    buildings: dict[Building, str]
    crossings: dict[Crossing, str]
    rounds: dict[int, str]


_switch_decoder: Decoder[SwitchMove] = Decoder(SwitchMove)
_fault_decoder: Decoder[FaultSet] = Decoder(FaultSet)
_press_decoder: Decoder[ButtonPress] = Decoder(ButtonPress)


def board() -> SimulatedBoard:
    """Return the simulated board. Where there is none, there is nothing here."""
    simulated = site().simulated
    if simulated is None:
        raise NotFound
    return simulated


@bench.post("/switch")
def move_switch() -> Response:
    """Lift a building or put it back."""
    move = read_with(_switch_decoder, request.get_data())
    act = board().lift if move.state == "lifted" else board().place
    act(move.building, move.bounce_ms)
    return as_json(Fine())


@bench.post("/fault")
def set_fault() -> Response:
    """Break a switch, or mend it."""
    wish = read_with(_fault_decoder, request.get_data())
    board().set_fault(wish.building, wish.fault)
    return as_json(Fine())


@bench.post("/button")
def press_button() -> Response:
    """Press a button."""
    press = read_with(_press_decoder, request.get_data())
    board().press(press.button, press.hold_ms)
    return as_json(Fine())


@bench.get("/leds")
def leds() -> Response:
    """Return what the LEDs show."""
    number, lights = board().strip.last_lights()
    return as_json(
        LedsView(
            number,
            {building: _hex(lights[building_light(building)]) for building in BUILDINGS},
            {crossing: _hex(lights[crossing_light(crossing)]) for crossing in CROSSINGS},
            {number: _hex(lights[round_light(number)]) for number in range(1, ROUNDS + 1)},
        )
    )


def _hex(colour: RGB) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
