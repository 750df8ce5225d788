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
    Mark("City Chase", 52.0, 50.6, 1.5),
    Mark("25 switches", 52.0, 52.8),
    Mark("5 V only", 52.0, 54.6),
)
