"""Every page in every state, looked at by axe: nothing that keeps anyone from playing."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.phones import PHONE, SCREEN
from tests.browser.positions import EVENINGS, Position, Stage

GRAVE = frozenset({"serious", "critical"})


@pytest.mark.parametrize("evening", EVENINGS)
def test_axe_finds_nothing_grave_on_any_page(evening: str, stage: Stage) -> None:
    found = [one for position in EVENINGS[evening](stage) for one in violations(position)]
    assert not found, "\n".join(found)


def violations(position: Position) -> Iterator[str]:
    for size in (PHONE, SCREEN):
        position.phone.page.set_viewport_size(size)
        for one in Axe().run(position.phone.page).response["violations"]:
            places = ", ".join(" ".join(node["target"]) for node in one["nodes"][:4])
            if one["impact"] in GRAVE:
                yield f"{position.name} at {size['width']}: {one['impact']}: {one['id']}: {places}"
