"""How each layer's lines look, the same in every kind of file: laser cutters' programs tell layers by their colours."""

from msgspec import Struct

from hardware.making.sheet import Layer


class Pen(Struct, frozen=True):
    """A colour, the nearest of a DXF's numbered colours, how wide, and how it is dashed."""

    colour: tuple[int, int, int]
    dxf_colour: int
    width_mm: float = 0.2
    dash_mm: float = 0

    @property
    def web_colour(self) -> str:
        """The colour as pages write it."""
        return "#{:02x}{:02x}{:02x}".format(*self.colour)


PENS = {
    Layer.CUT: Pen((220, 0, 0), 1),
    Layer.ENGRAVE: Pen((0, 60, 200), 5, width_mm=0.3),
    Layer.DRILL: Pen((190, 0, 150), 6),
    Layer.PRINT: Pen((0, 0, 0), 7, width_mm=0.35),
    Layer.WINDOW: Pen((0, 120, 60), 3, dash_mm=1),
    Layer.NOTE: Pen((105, 105, 105), 8),
}
