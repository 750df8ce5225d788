"""Pictures of every page in every state at four sizes, for people to look at; and what a program can see in them."""

from collections.abc import Iterable
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from tests.browser import layout
from tests.browser.phones import PHONE, SIZES, Phone
from tests.browser.positions import EVENINGS, Position, Stage

PICTURES = Path(__file__).parents[2] / "build" / "screenshots"
BLINKS_BY_ITSELF = "bench"
"""The simulated board's lights are the board's, and blink for people who want no motion on their pages, too."""
GRAIN = 8
"""Chromium draws the edge of a round corner up to 3 of 255 steps lighter or darker from one picture to the next."""


MOST_LOOKS = 5


@pytest.mark.parametrize("evening", EVENINGS)
def test_every_page_fits_every_screen_and_every_finger(evening: str, stage: Stage) -> None:
    problems = [problem for position in EVENINGS[evening](stage) for problem in look_at(position)]
    assert not problems, "\n".join(problems)


def look_at(position: Position) -> list[str]:
    found = []
    for name, size in SIZES.items():
        position.phone.page.set_viewport_size(size)
        folder = PICTURES / name
        seen = layout.problems(position.phone.page, is_phone=size["width"] <= PHONE["width"])
        take_pictures(position, folder)
        if size is PHONE:
            seen += what_moves(position.phone, position.name)
        found += [f"{position.name} at {name}: {one}" for one in seen]
    return found


def take_pictures(position: Position, folder: Path) -> None:
    """Take what the screen shows, and where there is more, the whole page too."""
    page = position.phone.page
    page.screenshot(path=folder / f"{position.name}.png")
    if layout.is_longer_than_the_screen(page):
        page.screenshot(path=folder / f"{position.name}-whole.png", full_page=True)


def what_moves(phone: Phone, name: str) -> list[str]:
    """Look again and again at a page that was asked to stand still."""
    moving = [f"moves: {one}" for one in layout.running_animations(phone.page)]
    if not name.startswith(BLINKS_BY_ITSELF) and not is_at_rest(phone.page.screenshot() for _ in range(MOST_LOOKS)):
        moving.append(f"no two of {MOST_LOOKS} pictures in a row are alike")
    return moving


def is_at_rest(pictures: Iterable[bytes]) -> bool:
    """Tell whether a page stands still. It may have been drawn to its end only after the first picture."""
    return any(not differ(one, other) for one, other in pairwise(pictures))


def differ(one: bytes, other: bytes) -> bool:
    """Tell whether a person could see a difference between two pictures."""
    first, second = (Image.open(BytesIO(picture)).convert("RGB") for picture in (one, other))
    if first.size != second.size:
        return True
    return max(ImageChops.difference(first, second).tobytes()) > GRAIN


def picture(colour: tuple[int, int, int], width: int = 2) -> bytes:
    file = BytesIO()
    Image.new("RGB", (width, 2), colour).save(file, "PNG")
    return file.getvalue()


def test_a_change_that_can_be_seen_is_told_from_the_grain_of_the_browser() -> None:
    assert not differ(picture((23, 33, 61)), picture((24, 36, 64)))
    assert differ(picture((23, 33, 61)), picture((23, 33, 70)))
    assert differ(picture((23, 33, 61)), picture((23, 33, 61), width=3))


def test_a_page_that_is_drawn_late_stands_still_and_one_that_moves_does_not() -> None:
    dark, light, lighter = picture((0, 0, 0)), picture((50, 50, 50)), picture((99, 99, 99))
    assert is_at_rest([dark, light, light])
    assert not is_at_rest([dark, light, lighter, dark, light])
