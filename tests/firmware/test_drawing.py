import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from companion.games.city_chase.city import BUILDINGS, CROSSINGS
from companion.games.city_chase.pieces import ROUNDS
from firmware.drawing import draw, draw_series, draw_timelines
from firmware.frames import DARK, LIGHTS, RGB, building_light, compose, crossing_light
from firmware.gallery import main, pictures

ROOT = Path(__file__).parents[2]
SCENES = ROOT / "docs" / "scenes"
SVG = "{http://www.w3.org/2000/svg}"
PICTURES = pictures()


def texts(picture: str) -> list[str]:
    return [str(text.text) for text in ET.fromstring(picture).iter(f"{SVG}text")]  # noqa: S314 - our own text


def lamp(picture: str, label: str) -> str:
    """Return how the light with this label is drawn; a round's number comes after its building's."""
    found = re.search(rf"<circle([^>]*)/><text[^>]*>{label}</text>", picture)
    assert found
    return found[1]


def test_every_light_is_drawn_with_its_label() -> None:
    labels = [*map(str, BUILDINGS), *CROSSINGS, *map(str, range(1, ROUNDS + 1))]
    assert texts(draw(DARK)) == labels
    assert draw(DARK).count("<circle") == LIGHTS


def test_a_title_is_written_above_and_cannot_break_the_picture() -> None:
    title = "<13> & 'up'"
    assert texts(draw(DARK, title))[0] == title


def test_a_lit_light_shows_its_colour_and_glows_where_it_is() -> None:
    picture = draw(compose([{building_light(13): (255, 0, 0), crossing_light("F"): (0, 255, 0)}]))
    assert 'fill="#ff0000"' in lamp(picture, "13")
    assert 'fill="#00ff00"' in lamp(picture, "F")
    assert 'fill="#ff0000"' not in lamp(picture, "14")
    assert picture.count('fill="url(#glow-') == 2
    assert set(re.findall(r"url\(#(glow-\w+)\)", picture)) == set(re.findall(r'id="(glow-\w+)"', picture))


def test_a_dim_light_is_darker_but_can_be_seen() -> None:
    levels: list[int] = []
    for power in (0, 10, 60, 255):
        found = re.search(r'fill="#(..)0000"', lamp(draw(compose([{building_light(13): (power, 0, 0)}])), "13"))
        levels.append(int(found[1], 16) if found else 0)
    assert levels == sorted(set(levels))
    assert levels[1] > 40


def test_a_series_has_a_board_for_each_instant() -> None:
    picture = draw_series((("first", DARK), ("second", DARK), ("third", DARK)))
    assert [text for text in texts(picture) if len(text) > 2] == ["first", "second", "third"]
    assert texts(picture).count("P") == 3
    assert ET.fromstring(picture).get("width") == "1440"  # noqa: S314 - our own text


def test_a_timeline_has_a_bar_for_each_change() -> None:
    red: RGB = (255, 0, 0)
    blue: RGB = (0, 0, 255)
    picture = draw_timelines([("blinks", (red, red, blue, red))], 2)
    assert re.findall(r'height="20" fill="(#\w+)"', picture) == ["#ff0000", "#0000ff", "#ff0000"]
    assert texts(picture) == ["blinks", "0 s", "1 s", "2 s"]


@pytest.mark.parametrize("name", sorted(PICTURES))
def test_the_kept_picture_is_what_the_command_draws(name: str) -> None:
    kept = (SCENES / name).read_text(encoding="utf-8")
    assert kept == PICTURES[name], "run python -m firmware.gallery"


def test_no_other_picture_is_kept() -> None:
    assert {file.name for file in SCENES.iterdir()} == set(PICTURES)


def test_the_document_shows_every_picture() -> None:
    shown = re.findall(r"\]\(scenes/([\w-]+\.svg)\)", (ROOT / "docs" / "lights.md").read_text(encoding="utf-8"))
    assert sorted(shown) == sorted(PICTURES)


def test_the_gallery_writes_into_the_folder_it_is_given(tmp_path: Path) -> None:
    main(tmp_path / "new" / "folder")
    written = {file.name: file.read_text(encoding="utf-8") for file in (tmp_path / "new" / "folder").iterdir()}
    assert written == PICTURES


def test_the_command_draws_into_docs_scenes_if_no_folder_is_named(tmp_path: Path) -> None:
    program = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import runpy; sys.argv = ['gallery']; "
    program += "runpy.run_module('firmware.gallery', run_name='__main__')"
    subprocess.run([sys.executable, "-c", program], cwd=tmp_path, check=True)
    assert {file.name for file in (tmp_path / "docs" / "scenes").iterdir()} == set(PICTURES)
