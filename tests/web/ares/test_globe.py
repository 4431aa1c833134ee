"""The planet shows the three parameters, and the sprite holds every sign."""

import gzip
import random
import xml.etree.ElementTree as ElementTree
from itertools import pairwise, product
from pathlib import Path
from typing import get_args

import pytest

from assistant.web.ares import globe as planet

TEMPERATURES = range(-30, 9, 2)
OXYGEN = range(15)
OCEANS = range(10)
DETAILS = get_args(planet.Detail)
STATIC = Path(__file__).resolve().parents[3] / "static"
SVG = "{http://www.w3.org/2000/svg}"

SIGNS = """
mc heat plant card draw steel titanium tr forest vp animal microbe science
building space earth jovian power event
p1 p2 p3 p4 p5 temperature oxygen ocean
undo redo lock peek pause host nophone phone done wait hand setbyhand take-up neutral lost
now mat planet story close erase share arrow wifi warn plus minus language letters moon
clock sit game-ares turn-again
seat-red seat-green seat-blue seat-yellow seat-black
numeral-1 numeral-2 numeral-3 numeral-4 numeral-5
cube-gold cube-silver cube-copper
"""


def drawn(temperature: int, oxygen: int, oceans: int, detail: planet.Detail) -> str:
    """A drawing made afresh, so that nothing is proved of the cache alone."""
    return planet.draw.__wrapped__(temperature, oxygen, oceans, detail)


def compressed(text: str) -> int:
    return len(gzip.compress(text.encode()))


@pytest.mark.parametrize("detail", DETAILS)
def test_every_state_of_mars_can_be_drawn(detail: planet.Detail) -> None:
    for temperature, oxygen, oceans in product(TEMPERATURES, OXYGEN, OCEANS):
        drawing = ElementTree.fromstring(drawn(temperature, oxygen, oceans, detail))
        assert drawing.tag == f"{SVG}svg"
        assert drawing.get("viewBox") == "-113 -113 226 226"


@pytest.mark.parametrize("detail", DETAILS)
def test_every_step_of_every_parameter_changes_the_picture(detail: planet.Detail) -> None:
    pictures = {
        state: drawn(*state, detail=detail) for state in product(TEMPERATURES, OXYGEN, OCEANS)
    }
    assert len(set(pictures.values())) == len(pictures)


@pytest.mark.parametrize("detail", DETAILS)
def test_every_step_has_a_contour_of_its_own(detail: planet.Detail) -> None:
    """Colours alone would hardly be seen from across the table."""
    for ladder in (
        [drawn(temperature, 7, 4, detail) for temperature in TEMPERATURES],
        [drawn(-10, oxygen, 4, detail) for oxygen in OXYGEN],
        [drawn(-10, 7, oceans, detail) for oceans in OCEANS],
    ):
        for before, after in pairwise(map(contours, ladder)):
            assert before != after


def contours(drawing: str) -> list[str | None]:
    return [path.get("d") for path in ElementTree.fromstring(drawing).iter(f"{SVG}path")]


@pytest.mark.parametrize("detail", DETAILS)
def test_no_layer_is_empty_or_names_what_is_not_there(detail: planet.Detail) -> None:
    for state in ((-30, 0, 0), (-30, 1, 1), (8, 14, 9)):
        drawing = drawn(*state, detail=detail)
        assert all(contours(drawing))
        names = {element.get("id") for element in ElementTree.fromstring(drawing).iter()}
        for part in drawing.split("url(#")[1:]:
            assert part.split(")")[0] in names


def test_a_dry_dead_mars_has_neither_sea_nor_green() -> None:
    bare = drawn(-30, 0, 0, "table")
    assert len(contours(drawn(-30, 0, 1, "table"))) == len(contours(bare)) + 2
    assert len(contours(drawn(-30, 1, 0, "table"))) == len(contours(bare)) + 2


def test_a_cold_ocean_is_ice_and_warmth_alone_opens_it() -> None:
    ice, open_sea = "#B9CBD0", "#2F8FBF"
    frozen, thawed = drawn(-20, 0, 9, "phone"), drawn(-2, 0, 9, "phone")
    assert (ice in frozen, open_sea in frozen) == (True, False)
    assert (ice in thawed, open_sea in thawed) == (False, True)


def test_a_drawing_does_not_depend_on_what_was_drawn_before() -> None:
    states = list(product((-30, -12, 8), (0, 5, 14), (0, 4, 9), DETAILS))
    first = {state: planet.draw(*state) for state in states}
    planet.draw.cache_clear()
    random.Random(4).shuffle(states)
    assert {state: planet.draw(*state) for state in states} == first


@pytest.mark.parametrize(
    ("temperature", "oxygen", "oceans"),
    [(-32, 0, 0), (10, 0, 0), (-29, 0, 0), (0, -1, 0), (0, 15, 0), (0, 0, -1), (0, 0, 10)],
)
def test_a_value_off_its_track_is_refused(temperature: int, oxygen: int, oceans: int) -> None:
    with pytest.raises(ValueError, match="track"):
        planet.draw(temperature, oxygen, oceans, "phone")
    with pytest.raises(ValueError, match="track"):
        planet.era(temperature, oxygen, oceans)


@pytest.mark.parametrize(("detail", "budget"), [("phone", 11_000), ("table", 40_000)])
def test_a_drawing_is_light_enough_to_send(detail: planet.Detail, budget: int) -> None:
    for temperature, oxygen, oceans in product((-30, -10, 8), OXYGEN, OCEANS):
        assert compressed(drawn(temperature, oxygen, oceans, detail)) <= budget


@pytest.mark.parametrize(
    ("temperature", "oxygen", "oceans", "era"),
    [
        (-30, 0, 0, "rust"),
        (-10, 1, 0, "rust"),  # 0.199
        (-28, 3, 3, "haze"),  # 0.2001
        (-14, 13, 0, "haze"),  # 0.4499
        (2, 4, 2, "thaw"),  # 0.4500, by a hair above
        (6, 11, 6, "thaw"),  # 0.7999
        (-12, 13, 9, "living"),  # 0.801
        (8, 14, 9, "living"),
    ],
)
def test_an_era_begins_at_its_threshold(
    temperature: int, oxygen: int, oceans: int, era: planet.Era
) -> None:
    assert planet.era(temperature, oxygen, oceans) == era


def test_the_sprite_holds_every_sign_once() -> None:
    sprite = ElementTree.parse(STATIC / "sprite.svg").getroot()
    assert sorted(symbol.get("id", "") for symbol in sprite) == sorted(SIGNS.split())
    assert all(symbol.tag == f"{SVG}symbol" and symbol.get("viewBox") for symbol in sprite)


def test_a_sign_needs_no_style_of_the_page() -> None:
    """A sprite used from another file does not see the page's selectors."""
    sprite = ElementTree.parse(STATIC / "sprite.svg").getroot()
    for symbol in sprite:
        name = symbol.get("id", "")
        assert not any(element.get("class") or element.get("style") for element in symbol.iter())
        if name.startswith("seat-"):
            assert not any(part.get("fill") or part.get("stroke") for part in symbol.iter())
        elif name.startswith(("numeral-", "cube-")):
            assert symbol.get("stroke") == "none"
        else:
            assert (symbol.get("fill"), symbol.get("stroke")) == ("none", "currentColor")


@pytest.mark.parametrize(
    ("file", "budget"), [("sprite.svg", 5_000), ("contours.svg", 1_500), ("icon.svg", 1_000)]
)
def test_static_drawings_parse_and_are_light(file: str, budget: int) -> None:
    text = (STATIC / file).read_text(encoding="utf-8")
    assert ElementTree.fromstring(text).tag == f"{SVG}svg"
    assert compressed(text) <= budget
