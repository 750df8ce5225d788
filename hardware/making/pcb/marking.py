"""What is printed on the circuit board beside the parts' own names."""

from msgspec import Struct


class Mark(Struct, frozen=True):
    """A text in its place, in millimetres from the upper left corner."""

    text: str
    x: float
    y: float
    size: float = 1.0
    rotation: int = 0
    justify: str = ""


MARKS: tuple[Mark, ...] = (
    Mark("City Chase", 52.5, 47.0, 1.5),
    Mark("25 switches", 52.5, 49.5),
    Mark("5 V only", 52.5, 51.5),
)
