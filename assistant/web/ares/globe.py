"""Draw Mars as it stands: three numbers choose among contours made once, offline.

The contours in ``globe.json`` come from ``tools/draw_planet.py``. Nothing is random here and
nothing is measured, so a drawing costs a few joined strings and may be cached for good.
"""

import json
import math
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Literal, TypedDict

from assistant.games.ares.view import View

Detail = Literal["phone", "table"]
Era = Literal["rust", "haze", "thaw", "living"]
Ramp = tuple[tuple[float, str], ...]

# The tracks

COLDEST, WARMEST, DEGREES_A_STEP = -30, 8, 2
MOST_OXYGEN = 14
MOST_OCEANS = 9

# Colours along each ramp from 0 to 1

SKY: Ramp = ((0, "#E58A55"), (0.35, "#E8A878"), (0.6, "#A9C9C8"), (1, "#6FC8F2"))
GROUND: Ramp = ((0, "#D2693A"), (0.45, "#C47B4B"), (1, "#A98A5B"))
GROUND_EDGE: Ramp = ((0, "#7E2F1B"), (0.45, "#7A4126"), (1, "#5E4A2C"))
HIGHLAND: Ramp = ((0, "#E79A63"), (1, "#D3B583"))
LOWLAND: Ramp = ((0, "#6A2616"), (1, "#4F3A22"))
MEADOW: Ramp = ((0, "#8A7A34"), (0.5, "#5E8A3A"), (1, "#3F8F45"))
WOOD: Ramp = ((0, "#6F6A2B"), (0.5, "#3F6E33"), (1, "#1F6A3B"))
SHELF: Ramp = ((0, "#B9CBD0"), (0.5, "#6FA9BC"), (1, "#2F8FBF"))
DEEP: Ramp = ((0, "#93AFB9"), (0.5, "#3C7C9C"), (1, "#14568F"))
COAST: Ramp = ((0, "#F2F6F4"), (1, "#8FE0EA"))
CANYON: Ramp = ((0, "#57200F"), (1, "#2F8FBF"))
CAP: Ramp = ((0, "#F3E7DC"), (1, "#F7FBFB"))
CLOUD: Ramp = ((0, "#E9B48C"), (1, "#FFFFFF"))
SUNLIGHT = "#FFE2B8"
CRATER_WALL = "#5A2112"
VOLCANO_MOUTH = "#4A1C10"
CLOUD_SHADOW = "#1A0D08"

# Fixed marks of the land, on a disc of radius 100

CANYON_PATH = (
    "M-50 14C-40 8-33 9-26 11-18 13-12 9-3 8.4 8 7.6 14 4.4 24 8 34 11.6 44 11 58 3 50 11.4 42 15.4"
    " 31 14.4 24 13.8 20 11.4 12 11.6 4 11.8-2 14-10 14.4-20 15-28 14-34 13.4-41 12.8-45 13-50 14Z"
    "M-16 12.6C-12 17-6 18 1 18.4-6 19.6-13 18.2-18 13.6ZM8 9C13 4 18 3 25-2 20 4 16 7 11 10.4Z"
)
CRATERS = (
    # across, down, radius
    (-36, 30, 10.5),
    (-16, 52, 5),
    (12, 20, 6),
    (42, -10, 8.5),
    (30, 46, 7),
    (-62, 2, 6),
    (5, -36, 5),
    (58, 28, 4.5),
    (-30, -18, 4),
    (20, -58, 5),
    (-52, -42, 7.5),
    (66, -36, 5),
    (-5, 74, 4.5),
    (-2, -5, 3),
    (46, 62, 3.5),
)
VOLCANOES = ((-56, -30, 6.5), (-34, -18, 3), (-30, -28, 2.6), (-26, -38, 2.4))

# The middle of the view box is the middle of the planet; the glow ends at its edge.
EDGE = 113


class Relief(TypedDict):
    """Shares of the dry land by height."""

    low: str
    high: str
    peak: str


class Contours(TypedDict):
    """Every path of one detail, in tenths; lists begin with the first step above nothing."""

    relief: Relief
    greens: list[tuple[str, str]]
    seas: list[tuple[str, str]]
    caps: dict[str, str]
    clouds: dict[str, str]


@dataclass(frozen=True)
class Climate:
    """Where the three tracks stand, and what the layers make of it; shares run from 0 to 1."""

    temperature: int
    oxygen: int
    oceans: int

    def __post_init__(self) -> None:
        if self.temperature not in range(COLDEST, WARMEST + 1, DEGREES_A_STEP):
            raise ValueError(f"temperature off its track: {self.temperature}")
        if self.oxygen not in range(MOST_OXYGEN + 1):
            raise ValueError(f"oxygen off its track: {self.oxygen}")
        if self.oceans not in range(MOST_OCEANS + 1):
            raise ValueError(f"oceans off their track: {self.oceans}")

    @property
    def warmth(self) -> float:
        return (self.temperature - COLDEST) / (WARMEST - COLDEST)

    @property
    def breath(self) -> float:
        return self.oxygen / MOST_OXYGEN

    @property
    def water(self) -> float:
        return self.oceans / MOST_OCEANS

    @property
    def progress(self) -> float:
        return (self.warmth + self.breath + self.water) / 3

    @property
    def air(self) -> float:
        """How thick and how blue the sky is."""
        return 0.45 * self.breath + 0.3 * self.warmth + 0.25 * self.water

    @property
    def weathering(self) -> float:
        """How far water and growth have softened the land, and fed the clouds."""
        return (self.breath + self.water) / 2

    @property
    def thaw(self) -> float:
        """Seas lie as ice up to -20 degrees and are open from -2."""
        return min(1.0, max(0.0, (self.temperature + 20) / 18))


def era(temperature: int, oxygen: int, oceans: int) -> Era:
    """Name the age of Mars that colours every screen."""
    progress = Climate(temperature, oxygen, oceans).progress
    if progress < 0.20:
        return "rust"
    if progress < 0.45:
        return "haze"
    if progress < 0.80:
        return "thaw"
    return "living"


def era_now(view: View) -> Era:
    """The age in which the screens of a game stand: it changes between phases, never in one."""
    if view.step == "finished":
        return "living" if view.terraformed else era(**vars(view.planet))
    return era(**vars(view.start_of_phase))


@lru_cache(maxsize=256)
def draw(temperature: int, oxygen: int, oceans: int, detail: Detail) -> str:
    """Draw the planet as a standalone image; ids are fixed because it is served alone."""
    climate = Climate(temperature, oxygen, oceans)
    contours = _contours()[detail]
    surface = (
        _ground(climate),
        _relief(climate, contours["relief"]),
        _canyon(climate),
        _craters(climate),
        _volcanoes(climate),
        _greens(climate, contours["greens"]),
        _seas(climate, contours["seas"]),
        _cap(climate, contours["caps"]),
        _clouds(climate, contours["clouds"]),
        _glint(climate),
        _night(),
        _rim(climate),
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="{-EDGE} {-EDGE} {2 * EDGE} {2 * EDGE}">'
        f"{_lit_side()}{_glow(climate)}"
        '<clipPath id="disc"><circle r="100"/></clipPath>'
        f'<g clip-path="url(#disc)">{"".join(surface)}</g></svg>'
    )


@cache
def _contours() -> dict[Detail, Contours]:
    file = Path(__file__).with_name("globe.json")
    contours: dict[Detail, Contours] = json.loads(file.read_text(encoding="utf-8"))
    return contours


# Layers, from below


def _lit_side() -> str:
    """The mask that keeps the sky's glow off the night side."""
    fade = _gradient(
        "linear",
        "dusk",
        'x1="-80" y1="-85" x2="75" y2="80"',
        ((0, "#FFF", 1), (0.55, "#FFF", 0.8), (1, "#FFF", 0)),
    )
    box = f'x="{-EDGE}" y="{-EDGE}" width="{2 * EDGE}" height="{2 * EDGE}"'
    return (
        f'{fade}<mask id="lit" maskUnits="userSpaceOnUse" {box}>'
        f'<rect {box} fill="url(#dusk)"/></mask>'
    )


def _glow(climate: Climate) -> str:
    sky, air = _along(SKY, climate.air), climate.air
    stops = (
        (97 / EDGE, sky, 0.42 + 0.5 * air),
        ((101.5 + 2 * air) / EDGE, sky, 0.16 + 0.22 * air),
        (1.0, sky, 0.0),
    )
    gradient = _gradient("radial", "glow", f'cx="0" cy="0" r="{EDGE}"', stops)
    return f'{gradient}<circle r="{EDGE}" fill="url(#glow)" mask="url(#lit)"/>'


def _ground(climate: Climate) -> str:
    share = (climate.warmth + climate.breath) / 2
    ground = _along(GROUND, share)
    stops = (
        (0.0, _mixed(ground, SUNLIGHT, 0.18), 1.0),
        (0.45, ground, 1.0),
        (1.0, _along(GROUND_EDGE, share), 1.0),
    )
    gradient = _gradient("radial", "ground", 'cx="-30" cy="-34" r="150"', stops)
    return f'{gradient}<circle r="101" fill="url(#ground)"/>'


def _relief(climate: Climate, relief: Relief) -> str:
    low, high = _along(LOWLAND, climate.warmth), _along(HIGHLAND, climate.warmth)
    return (
        _area(relief["low"], low, 0.5 - 0.2 * climate.water)
        + _area(relief["high"], high, 0.2)
        + _area(relief["peak"], high, 0.3)
    )


def _canyon(climate: Climate) -> str:
    """A dry scar, and a river from the third ocean on if the ice is open."""
    river = min(1.0, max(0.0, (climate.oceans - 2) / 3)) * climate.thaw
    return f'<path d="{CANYON_PATH}" fill="{_along(CANYON, river)}" opacity=".8"/>'


def _craters(climate: Climate) -> str:
    floor = _along(HIGHLAND, climate.warmth)
    craters = "".join(_crater(x, y, radius, floor) for x, y, radius in CRATERS)
    opacity = 0.62 * (1 - 0.85 * climate.weathering)
    return f'<g opacity="{_number(opacity)}">{craters}</g>'


def _crater(x: float, y: float, radius: float, floor: str) -> str:
    """A shaded wall and a lit floor, foreshortened towards the limb."""
    flattened = math.sqrt(max(0.08, 1 - (x * x + y * y) / 100**2))
    angle = round(math.degrees(math.atan2(y, x)))
    turn = f"rotate({angle})scale({_number(flattened)} 1)rotate({-angle})"
    return (
        f'<g transform="translate({x} {y}){turn}">'
        f'<circle r="{_number(radius)}" fill="{CRATER_WALL}" opacity=".55"/>'
        f'<circle cx="{_number(radius * 0.14)}" cy="{_number(radius * 0.16)}" '
        f'r="{_number(radius * 0.84)}" fill="{floor}" opacity=".5"/></g>'
    )


def _volcanoes(climate: Climate) -> str:
    slopes = "".join(f'<circle cx="{x}" cy="{y}" r="{radius}"/>' for x, y, radius in VOLCANOES)
    return (
        f'<g fill="{_along(HIGHLAND, climate.warmth)}" opacity=".55">{slopes}</g>'
        f'<circle cx="-55.4" cy="-29.4" r="2" fill="{VOLCANO_MOUTH}" opacity=".7"/>'
    )


def _greens(climate: Climate, greens: list[tuple[str, str]]) -> str:
    if not climate.oxygen:
        return ""
    meadow, wood = greens[climate.oxygen - 1]
    breath = climate.breath
    return _area(meadow, _along(MEADOW, breath), 0.62 + 0.34 * breath) + _area(
        wood, _along(WOOD, breath), 0.55 + 0.35 * breath
    )


def _seas(climate: Climate, seas: list[tuple[str, str]]) -> str:
    if not climate.oceans:
        return ""
    shelf, deep = seas[climate.oceans - 1]
    coast = f' stroke="{_along(COAST, climate.thaw)}" stroke-width="11" stroke-opacity=".55"'
    return _area(shelf, _along(SHELF, climate.thaw), 1, coast) + _area(
        deep, _along(DEEP, climate.thaw), 1
    )


def _cap(climate: Climate, caps: dict[str, str]) -> str:
    return _area(caps[str(climate.temperature)], _along(CAP, climate.warmth), 0.94)


def _clouds(climate: Climate, clouds: dict[str, str]) -> str:
    """A thin veil with its shadow, and denser banks inside it."""
    cover = 5 + 12 * (0.6 * climate.water + 0.4 * climate.breath)
    veil, banks = clouds[str(round(cover))], clouds[str(round(cover / 2))]
    colour = _along(CLOUD, climate.air * 1.5)
    opacity = 0.1 + 0.4 * climate.weathering
    return (
        f'<g transform="translate(1.8 2.2)">{_area(veil, CLOUD_SHADOW, opacity * 0.28)}</g>'
        + _area(veil, colour, opacity * 0.62)
        + _area(banks, colour, opacity)
    )


def _glint(climate: Climate) -> str:
    """Sunlight on open water."""
    return (
        '<ellipse rx="26" ry="18" transform="translate(-34-38)rotate(-42)" fill="#FFF" '
        f'opacity="{_number(0.1 * climate.water * climate.thaw)}"/>'
    )


def _night() -> str:
    stops = (
        (0.0, "#FFF4E0", 0.16),
        (0.34, "#000000", 0.0),
        (0.62, "#0B0505", 0.34),
        (0.84, "#0A0504", 0.8),
        (1.0, "#080403", 0.94),
    )
    gradient = _gradient("radial", "night", 'cx="-38" cy="-42" r="158"', stops)
    return f'{gradient}<circle r="101" fill="url(#night)"/>'


def _rim(climate: Climate) -> str:
    sky, air = _along(SKY, climate.air), climate.air
    stops = ((0.9 - 0.06 * air, sky, 0.0), (1.0, sky, 0.3 + 0.55 * air))
    gradient = _gradient("radial", "rim", 'cx="0" cy="0" r="100"', stops)
    return f'{gradient}<circle r="101" fill="url(#rim)" mask="url(#lit)"/>'


# The words of a drawing


def _area(path: str, fill: str, opacity: float, more: str = "") -> str:
    """A contour; its path, and any stroke in `more`, is in tenths."""
    look = f'fill="{fill}" opacity="{_number(opacity)}"{more}'
    return f'<path transform="scale(.1)" d="{path}" {look}/>'


def _gradient(
    kind: Literal["linear", "radial"],
    name: str,
    place: str,
    stops: tuple[tuple[float, str, float], ...],
) -> str:
    """A gradient from stops of place, colour and opacity."""
    inside = "".join(
        f'<stop offset="{_number(offset)}" stop-color="{colour}" '
        f'stop-opacity="{_number(opacity)}"/>'
        for offset, colour, opacity in stops
    )
    return (
        f'<{kind}Gradient id="{name}" gradientUnits="userSpaceOnUse" {place}>'
        f"{inside}</{kind}Gradient>"
    )


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


def _along(ramp: Ramp, share: float) -> str:
    """The colour at a share of a ramp; beyond its ends, the end's."""
    for (start, colour), (end, next_colour) in pairwise(ramp):
        if share <= end:
            return _mixed(colour, next_colour, (share - start) / (end - start))
    return ramp[-1][1]


def _mixed(colour: str, other: str, share: float) -> str:
    parts = zip(bytes.fromhex(colour[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + "".join(f"{round(one + (two - one) * share):02X}" for one, two in parts)
