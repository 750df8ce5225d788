"""Stands in for the C module of this name, which writes to a Pi's registers: it sends each frame to the agent.

It has what Blinka calls, under the names that SWIG gave it.
"""

import socket
from pathlib import Path
from typing import Any

LEDS = "/run/virtual-pi/leds"
WS2811_SUCCESS = 0
WS2811_ERROR_GENERIC = -1
WS2811_STRIP_RGB = 0x00100800
SK6812_STRIP_RGBW = 0x18100800


class Channel:
    """One strip, as the C structure has it."""

    def __init__(self) -> None:
        self.fields: dict[str, int] = {}
        self.pixels: dict[int, int] = {}


class Strips:
    """Both channels of the driver."""

    def __init__(self) -> None:
        self.channels = (Channel(), Channel())
        self.fields: dict[str, int] = {}


def new_ws2811_t() -> Strips:
    return Strips()


def delete_ws2811_t(_: Strips) -> None:
    return


def ws2811_channel_get(strips: Strips, number: int) -> Channel:
    return strips.channels[number]


def ws2811_channel_t_count_set(channel: Channel, value: int) -> None:
    channel.fields["count"] = value


def ws2811_channel_t_gpionum_set(channel: Channel, value: int) -> None:
    channel.fields["gpionum"] = value


def ws2811_channel_t_gpionum_get(channel: Channel) -> int:
    return channel.fields["gpionum"]


def ws2811_channel_t_invert_set(channel: Channel, value: int) -> None:
    channel.fields["invert"] = value


def ws2811_channel_t_brightness_set(channel: Channel, value: int) -> None:
    channel.fields["brightness"] = value


def ws2811_channel_t_strip_type_set(channel: Channel, value: int) -> None:
    channel.fields["strip_type"] = value


def ws2811_channel_t_strip_type_get(channel: Channel) -> int:
    return channel.fields["strip_type"]


def ws2811_t_freq_set(strips: Strips, value: int) -> None:
    strips.fields["freq"] = value


def ws2811_t_dmanum_set(strips: Strips, value: int) -> None:
    strips.fields["dmanum"] = value


def ws2811_init(_: Strips) -> int:
    # The real one opens SPI for pin 10, and needs to be allowed to.
    with Path("/dev/spidev0.0").open("r+b", buffering=0):
        return WS2811_SUCCESS


def ws2811_led_set(channel: Channel, index: int, colour: int) -> None:
    channel.pixels[index] = colour


def ws2811_render(strips: Strips) -> int:
    channel = next(one for one in strips.channels if one.fields.get("count"))
    colours = (channel.pixels.get(index, 0) for index in range(channel.fields["count"]))
    frame = b"".join(colour.to_bytes(3, "big") for colour in colours)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
        sender.sendto(frame, LEDS)
    return WS2811_SUCCESS


def ws2811_fini(_: Strips) -> None:
    return


def ws2811_get_return_t_str(code: int) -> Any:
    return f"code {code}"
