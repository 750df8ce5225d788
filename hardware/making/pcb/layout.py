"""The finished circuit board: parts in their places, tracks and vias."""

import itertools

from msgspec import Struct

from companion.errors import CityChaseError
from firmware.budget import FUSES_MA, LASTING_SHARE, SHIFTER_MA
from firmware.plan import Matrix
from hardware.making.circuit import Circuit
from hardware.making.design import BULK, FIVE_VOLTS, FUSE, GND, GUARD, LED_VOLTS, LEDS, POWER
from hardware.making.pcb.grid import BACK, FRONT, LAYER_SIZE, Grid, Track, Via, node_at, place_of
from hardware.making.pcb.placement import Placed, place_parts
from hardware.making.pcb.router import Net, Path, Router
from hardware.making.pcb.rules import POWER_TRACK, TRACK, carries_a


class Stop(Struct, frozen=True):
    """Where a power track goes to or bends: a pad, or a place beside it, so that it follows the part."""

    ref: str
    pad: str
    right: float = 0.0
    down: float = 0.0
    """Millimetres from the pad."""


POWER_PATHS: tuple[tuple[str, int, tuple[Stop, ...]], ...] = (
    (FIVE_VOLTS, FRONT, (Stop(POWER, "1"), Stop(POWER, "1", 0, -4.44), Stop(FUSE, "1"))),
    (LED_VOLTS, FRONT, (Stop(FUSE, "2"), Stop(FUSE, "2", 0, 4.45), Stop(BULK, "1"))),
    (LED_VOLTS, FRONT, (Stop(FUSE, "2", 0, 4.45), Stop(LEDS, "1", 2.3, -4.44), Stop(LEDS, "1"))),
    (LED_VOLTS, FRONT, (Stop(BULK, "1"), Stop(BULK, "1", 2.54, -2.54), Stop(GUARD, "1"))),
    (GND, BACK, (Stop(POWER, "2"), Stop(POWER, "2", 2.51, 2.71), Stop(LEDS, "3", -2.57, 2.71), Stop(LEDS, "3"))),
    (GND, BACK, (Stop(LEDS, "3"), Stop(BULK, "2", -2.66, 4.09), Stop(BULK, "2"))),
    (GND, BACK, (Stop(BULK, "2"), Stop(BULK, "2", 0.8, 0.8), Stop(GUARD, "2", -3.34, 3.34), Stop(GUARD, "2"))),
)
"""Where the LEDs' current runs."""


class TooMuchCurrent(CityChaseError):
    """A plan whose fuse lets more through than the circuit board's tracks carry."""


class Layout(Struct, frozen=True):
    """Everything on the circuit board."""

    parts: tuple[Placed, ...]
    tracks: tuple[Track, ...]
    vias: tuple[Via, ...]
    nets: tuple[str, ...]


def lay_out(circuit: Circuit, matrix: Matrix, fuse_ma: int) -> Layout:
    """Place all parts and find all tracks, for a fuse before the LEDs. Raises CannotRoute and TooMuchCurrent."""
    carried_ma = carries_a(POWER_TRACK) * 1000
    if fuse_ma > carried_ma:
        raise TooMuchCurrent(
            f"[leds] limit_ma: its fuse of {fuse_ma / 1000:g} A lets more through than the {carried_ma / 1000:.2f} A "
            f"that the circuit board's tracks carry. Lower limit_ma to {_most_for_leds(carried_ma)}."
        )
    parts = place_parts(circuit, matrix)
    power = [_power_track(parts, *path) for path in POWER_PATHS]
    nets = [net for net in circuit.nets if any(net.name in part.nets.values() for part in parts)]
    to_route = [found for net in nets if len((found := _to_join(net.name, parts, power)).groups) > 1]
    # Short nets first: they have the least choice.
    to_route.sort(key=lambda net: (len(net.groups), net.name))
    paths = Router(Grid(parts, power), to_route).route()
    tracks = [track for name, path in paths.items() for track in _tracks(name, path)]
    vias = [via for name, path in paths.items() for via in _vias(name, path)]
    return Layout(tuple(parts), (*power, *tracks), tuple(vias), tuple(net.name for net in nets))


def _most_for_leds(carried_ma: float) -> int:
    """Return what the LEDs may draw with the largest fuse that the tracks bear."""
    fuse_ma = max(one for one in FUSES_MA if one <= carried_ma)
    return int(fuse_ma * LASTING_SHARE) - SHIFTER_MA


def _power_track(parts: list[Placed], net: str, layer: int, stops: tuple[Stop, ...]) -> Track:
    pads = {(part.ref, pad.number): (x, y) for part in parts for pad, x, y in part.pads()}
    points = [(pads[stop.ref, stop.pad], stop) for stop in stops]
    return Track(
        net, layer, POWER_TRACK, tuple((round(x + stop.right, 4), round(y + stop.down, 4)) for (x, y), stop in points)
    )


def _to_join(name: str, parts: list[Placed], power: list[Track]) -> Net:
    pads = [(x, y) for part in parts for pad, x, y in part.pads() if part.nets.get(pad.number) == name]
    wide = {point for track in power if track.net == name for point in track.points}
    groups = [_pad_nodes(*pad) for pad in pads if pad not in wide]
    joined = tuple(node for pad in pads if pad in wide for node in _pad_nodes(*pad))
    return Net(name, (joined, *groups) if joined else tuple(groups))


def _pad_nodes(x: float, y: float) -> tuple[int, ...]:
    return tuple(node_at(x, y, layer) for layer in (FRONT, BACK))


def _tracks(name: str, path: Path) -> list[Track]:
    tracks = []
    for piece in path.pieces:
        run = [piece[0]]
        for before, after in itertools.pairwise(piece):
            if abs(before - after) == LAYER_SIZE:
                tracks += _straight(name, run)
                run = []
            run.append(after)
        tracks += _straight(name, run)
    return tracks


def _straight(name: str, run: list[int]) -> list[Track]:
    """Return the track through neighbouring nodes, with a point at each bend only."""
    if len(run) <= 1:
        return []
    bends = [b for a, b, c in zip(run, run[1:], run[2:], strict=False) if b - a != c - b]
    points = tuple(place_of(node) for node in (run[0], *bends, run[-1]))
    return [Track(name, run[0] // LAYER_SIZE, TRACK, points)]


def _vias(name: str, path: Path) -> list[Via]:
    found = {
        before % LAYER_SIZE
        for piece in path.pieces
        for before, after in itertools.pairwise(piece)
        if abs(before - after) == LAYER_SIZE
    }
    return [Via(name, *place_of(node)) for node in sorted(found)]
