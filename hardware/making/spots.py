"""Where lights are in the picture of their chain, counted in buildings. True measures are the layout's."""

from hardware.making.circuit import Part

SIDE = 5
ROUND_STEP = 14 / 27
ROUNDS_LEFT, ROUNDS_DOWN = -2 / 3, SIDE - 4 / 9
"""The track of rounds, below the buildings."""


def spot_of(part: Part) -> tuple[float, float] | None:
    """Return how far right and down a part is, from building 1; None for what has no place of its own."""
    kind, _, which = part.note.partition(" ")
    match kind:
        case "building":
            row, column = divmod(int(which) - 1, SIDE)
            return float(column), float(row)
        case "crossing":
            row, column = divmod(ord(which) - ord("A"), SIDE - 1)
            return column + 0.5, row + 0.5
        case "round":
            return ROUNDS_LEFT + ROUND_STEP * (int(which) - 1), ROUNDS_DOWN
        case _:
            return None
