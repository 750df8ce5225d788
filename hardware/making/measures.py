"""The measures of wood, plastic and magnets: `[mechanics]` in board.toml, in millimetres."""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

LEAST_PAVEMENT_MM = 6.0
"""Below that the numbers on it could not be read from the other side of the table."""
ROOM_AROUND_LED_MM = 2.0
LETTER_ROOM_MM = 3.0
TALLEST_LETTER_MM = 6.0
REED_LEADS_MM = 3.0
"""What must stay straight of a reed's leads on either side: bent closer to it, the glass cracks."""
REED_PLAY_MM = 0.6
LED_PLAY_MM = 0.5

Millimetres: TypeAlias = Annotated[float, Meta(gt=0, le=1000)]
Thickness: TypeAlias = Annotated[float, Meta(ge=1, le=30)]
Bore: TypeAlias = Annotated[float, Meta(ge=2, le=40)]
ScrewHole: TypeAlias = Annotated[float, Meta(ge=2, le=5)]
AmpereTurns: TypeAlias = Annotated[float, Meta(gt=0, le=200)]


class Magnet(Struct, frozen=True, forbid_unknown_fields=True):
    """A disc magnet, magnetised through its thickness, one in each building's foot."""

    diameter_mm: Millimetres = 6
    thickness_mm: Millimetres = 3
    remanence_t: Annotated[float, Meta(gt=0, le=1.5)] = 1.17
    depth_mm: Millimetres = 3
    """How far its lower face is below the upper side of the plate."""


class Reed(Struct, frozen=True, forbid_unknown_fields=True):
    """A normally open reed switch, as its datasheet has it, and where it lies."""

    length_mm: Annotated[float, Meta(ge=5, le=60)] = 14
    diameter_mm: Annotated[float, Meta(ge=1, le=10)] = 2
    offset_mm: Annotated[float, Meta(ge=0, le=100)] = 7
    """How far its middle is from the pin's axis, along the reed."""
    operate_at: AmpereTurns = 20
    release_at: AmpereTurns = 5
    test_coil_mm: Millimetres = 25.4

    @property
    def slot_length_mm(self) -> float:
        """How long its slot is: glass, and straight leads on either side."""
        return self.length_mm + 2 * REED_LEADS_MM

    @property
    def slot_width_mm(self) -> float:
        """How wide its slot is."""
        return self.diameter_mm + REED_PLAY_MM


class Mechanics(Struct, frozen=True, forbid_unknown_fields=True):
    """All measures of a board."""

    pitch_mm: Annotated[float, Meta(ge=10, le=200)] = 60
    building_mm: Millimetres = 32
    road_mm: Millimetres = 12
    margin_mm: Annotated[float, Meta(ge=16, le=100)] = 20
    plate_mm: Thickness = 4
    carrier_mm: Thickness = 3
    pin_mm: Bore = 8
    pin_play_mm: Annotated[float, Meta(ge=0, le=3)] = 0.4
    led_mm: Bore = 6
    led_board_mm: Millimetres = 10
    button_mm: Bore = 16
    button_pitch_mm: Annotated[float, Meta(ge=10, le=60)] = 28
    helicopter_mm: Millimetres = 24
    screw_mm: ScrewHole = 3.2
    magnet: Magnet = Magnet()
    reed: Reed = Reed()

    @property
    def pavement_mm(self) -> float:
        """How wide the strip between a building and the road is. It has the LED, the number and a crossing's letter."""
        return (self.pitch_mm - self.building_mm - self.road_mm) / 2

    @property
    def least_pavement_mm(self) -> float:
        """How wide that strip must be at least."""
        return max(LEAST_PAVEMENT_MM, self.led_mm + ROOM_AROUND_LED_MM)

    @property
    def letter_mm(self) -> float:
        """How tall numbers and letters on the pavement are."""
        return min(TALLEST_LETTER_MM, self.pavement_mm - LETTER_ROOM_MM)

    @property
    def led_offset_mm(self) -> float:
        """How far in front of its pin a building's LED is: in the middle of the pavement."""
        return (self.building_mm + self.pavement_mm) / 2

    @property
    def pin_hole_mm(self) -> float:
        """How wide the holes for the buildings' pins are."""
        return self.pin_mm + self.pin_play_mm

    @property
    def led_opening_mm(self) -> float:
        """How wide the openings for the LEDs' boards are in the carrier."""
        return self.led_board_mm + LED_PLAY_MM
