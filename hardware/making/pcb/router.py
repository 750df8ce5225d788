"""Finds tracks for all nets.

Each takes the cheapest way, and where two want the same place its price rises until one gives way. This is negotiated
congestion, known as PathFinder. It has no chance and no clock: the same board gives the same tracks.
"""

from collections.abc import Iterable
from heapq import heapify, heappop, heappush
from itertools import pairwise
from math import inf

from msgspec import Struct

from companion.errors import CityChaseError
from hardware.making.pcb.grid import COLUMNS, FREE, LAYER_SIZE, Grid

ROUNDS = 80
VIA_COST = 9.0
AGAINST_COST = 0.6
"""More for a step down on the front or across on the back, so that the layers do not get in each other's way."""
PRESSURE, PRESSURE_GROWTH = 1.0, 1.7
"""What a place costs more for each net that wants it, and how much more than that in every further round."""
MEMORY = 0.7
"""What a place costs more for ever, each time two nets wanted it."""


class CannotRoute(CityChaseError):
    """Some nets found no way on the circuit board."""


class Net(Struct, frozen=True):
    """What has to be joined: groups of nodes, each of which is joined already."""

    name: str
    groups: tuple[tuple[int, ...], ...]


class Path(Struct, frozen=True):
    """The nodes that a net's tracks go through, a list for each piece from one group to the next."""

    pieces: tuple[tuple[int, ...], ...]

    def used(self) -> set[int]:
        """Return every node that others must keep away from. A via is as wide as five nodes, on both layers."""
        nodes: set[int] = set()
        for piece in self.pieces:
            nodes.update(piece)
            for before, after in pairwise(piece):
                if abs(before - after) == LAYER_SIZE:
                    nodes.update(via_nodes(before % LAYER_SIZE))
        return nodes


def via_nodes(node: int) -> tuple[int, ...]:
    """Return the nodes that a via covers."""
    near = (node, node - 1, node + 1, node - COLUMNS, node + COLUMNS)
    return (*near, *(one + LAYER_SIZE for one in near))


class Router:
    """Negotiates between nets until no two of them meet."""

    def __init__(self, grid: Grid, nets: list[Net]) -> None:
        self._grid = grid
        self._nets = nets
        self._paths: dict[str, Path] = {}
        self._users = [0] * (2 * LAYER_SIZE)
        self._history = [0.0] * (2 * LAYER_SIZE)
        self._prices = [1.0] * (2 * LAYER_SIZE)
        self._pressure = PRESSURE

    def route(self) -> dict[str, Path]:
        """Return a path for every net. Raises CannotRoute."""
        waiting = list(self._nets)
        for _ in range(ROUNDS):
            for net in waiting:
                self._forget(net)
                self._keep(net, self._find_path(net))
            crowded = {node for node, users in enumerate(self._users) if users > 1}
            waiting = [net for net in self._nets if self._paths[net.name].used() & crowded]
            if not waiting:
                return self._paths
            self._raise_prices(crowded)
        names = ", ".join(net.name for net in waiting)
        raise CannotRoute(
            f"No way was found on the circuit board for {names}. Try these pins on others in board.toml, "
            "or build the board without the printed circuit, after wiring.csv."
        )

    def _forget(self, net: Net) -> None:
        old = self._paths.pop(net.name, None)
        if old:
            self._change_users(old.used(), -1)

    def _keep(self, net: Net, path: Path) -> None:
        self._paths[net.name] = path
        self._change_users(path.used(), 1)

    def _change_users(self, nodes: set[int], by: int) -> None:
        for node in nodes:
            self._users[node] += by
            self._prices[node] = self._price(node)

    def _price(self, node: int) -> float:
        return (1.0 + self._history[node]) * (1.0 + self._pressure * self._users[node])

    def _raise_prices(self, crowded: set[int]) -> None:
        for node in crowded:
            self._history[node] += MEMORY
        self._pressure *= PRESSURE_GROWTH
        self._prices = [self._price(node) for node in range(2 * LAYER_SIZE)]

    def _find_path(self, net: Net) -> Path:
        tree = set(net.groups[0])
        missing = list(net.groups[1:])
        pieces: list[tuple[int, ...]] = []
        while missing:
            targets = {node: group for group in missing for node in group}
            piece = self._search(net.name, tree, targets)
            pieces.append(piece)
            reached = targets[piece[-1]]
            missing.remove(reached)
            tree.update(piece, reached)
        return Path(tuple(pieces))

    def _search(self, net: str, tree: set[int], targets: dict[int, tuple[int, ...]]) -> tuple[int, ...]:
        """Return the cheapest way from what is joined to something that is not."""
        left_over = _Distance(targets)
        best = dict.fromkeys(tree, 0.0)
        came_from: dict[int, int] = {}
        queue = [(float(left_over[node]), node) for node in sorted(tree)]
        heapify(queue)
        done: set[int] = set()
        while queue:
            _, node = heappop(queue)
            if node in targets:
                return _trace(came_from, node)
            if node in done:
                continue
            done.add(node)
            cost = best[node]
            for after, step in self._steps(net, node):
                reached = cost + step
                if reached < best.get(after, inf):
                    best[after] = reached
                    came_from[after] = node
                    heappush(queue, (reached + left_over[after], after))
        raise CannotRoute(f"{net} has no way at all on the circuit board: pads of others enclose it.")

    def _steps(self, net: str, node: int) -> list[tuple[int, float]]:
        owners, prices = self._grid.track_owner, self._prices
        on_back = node >= LAYER_SIZE
        across, down = (1.0 + AGAINST_COST, 1.0) if on_back else (1.0, 1.0 + AGAINST_COST)
        # The outermost nodes are closed, so there is no running over an edge.
        near = ((node - 1, across), (node + 1, across), (node - COLUMNS, down), (node + COLUMNS, down))
        steps = [(after, length * prices[after]) for after, length in near if owners[after] in (FREE, net)]
        flat = node - LAYER_SIZE if on_back else node
        other = flat if on_back else node + LAYER_SIZE
        if self._grid.via_owner[flat] in (FREE, net) and owners[other] in (FREE, net):
            steps.append((other, VIA_COST * max(prices[one] for one in via_nodes(flat))))
        return steps


class _Distance(dict[int, int]):
    """How many steps it is at least from a node to the nearest target, worked out when first asked for."""

    def __init__(self, targets: Iterable[int]) -> None:
        super().__init__()
        self._places = sorted({divmod(node % LAYER_SIZE, COLUMNS) for node in targets})

    def __missing__(self, node: int) -> int:
        row, column = divmod(node % LAYER_SIZE, COLUMNS)
        self[node] = least = min(abs(row - down) + abs(column - across) for down, across in self._places)
        return least


def _trace(came_from: dict[int, int], node: int) -> tuple[int, ...]:
    path = [node]
    while node in came_from:
        node = came_from[node]
        path.append(node)
    return tuple(reversed(path))
