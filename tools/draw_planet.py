"""Draw the contours of Mars once, so that the running product only chooses among them.

Run it from the project's root, after changing anything in it, and commit what it writes:

    pip install numpy contourpy
    python tools/draw_planet.py

It writes ``assistant/web/ares/globe.json`` (read by ``assistant/web/ares/globe.py``) and
``static/contours.svg`` (the faint lines on the ground and on card backs). Every seed is fixed: the
same code draws the same planet.
"""

import json
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias, cast

import contourpy
import numpy as np
from numpy.typing import NDArray

Grid: TypeAlias = NDArray[np.float64]
Line: TypeAlias = NDArray[np.float64]

ROOT = Path(__file__).resolve().parent.parent
PLANET = ROOT / "assistant" / "web" / "ares" / "globe.json"
TILE = ROOT / "static" / "contours.svg"

# The planet's radius, and the whole numbers a path has to a unit of it: tenths are fine enough.
RADIUS = 100
TENTHS = 10

TEMPERATURES = range(-30, 9, 2)
OXYGEN_STEPS = 14
OCEANS = 9
CLOUD_PERCENTS = range(2, 18)

TILT = math.radians(-20)
ROLL = math.radians(-14)

LATTICE = 24


# The face of Mars


def value_noise(seed: int) -> Callable[[Grid], Grid]:
    """Random values on a cubic lattice, blended smoothly between its corners."""
    lattice = np.random.RandomState(seed).rand(LATTICE, LATTICE, LATTICE)

    def noise(points: Grid) -> Grid:
        wrapped = np.mod(points, LATTICE)
        corner = np.floor(wrapped).astype(int)
        part = wrapped - corner
        ease = part**3 * (part * (part * 6 - 15) + 10)
        total = np.zeros(points.shape[:-1])
        for step in np.ndindex(2, 2, 2):
            weight = np.where(step, ease, 1 - ease).prod(axis=-1)
            x, y, z = np.moveaxis((corner + step) % LATTICE, -1, 0)
            total += weight * lattice[x, y, z]
        return total

    return noise


def octaves(points: Grid, seed: int, *, scale: float, count: int, gain: float = 0.52) -> Grid:
    """Noise upon finer noise, each octave about twice as fine and half as strong."""
    noise = value_noise(seed)
    total = np.zeros(points.shape[:-1])
    strength, strengths = 1.0, 0.0
    for octave in range(count):
        total += strength * noise(points * scale + 11.3 * octave + 3)
        strengths += strength
        strength *= gain
        scale *= 2.03
    return total / strengths


@dataclass(frozen=True)
class Face:
    """The visible half of Mars, sampled on a grid of screen points."""

    across: Grid
    down: Grid
    on_disc: NDArray[np.bool_]
    latitude: Grid
    height: Grid
    habitable: Grid
    cloud: Grid
    ragged: Grid


def face(across: Grid, down: Grid) -> Face:
    """Lift the screen points to the sphere, turn it, and read every field there."""
    x, y = np.meshgrid(across, down)
    distance = np.hypot(x, y)
    # Points beyond the limb take the value at the limb, so that contours run off the disc.
    inward = np.minimum(distance, 0.999) / np.maximum(distance, 1e-6)
    points = turned(x * inward, -y * inward)
    east, north, near = np.moveaxis(points, -1, 0)

    latitude = np.degrees(np.arcsin(np.clip(north, -1, 1)))
    warps = [
        octaves(points + by, seed, scale=1.3, count=3) for by, seed in ((5, 7), (9, 8), (2, 9))
    ]
    warp = np.stack(warps, -1) - 0.5

    height = octaves(points + warp * 0.75 + 2.2, 21, scale=1.15, count=6, gain=0.55)
    basin = np.exp(-((east + 0.42) ** 2 + (north + 0.38) ** 2 + (near - 0.80) ** 2) / 0.10)
    rise = np.exp(-((east - 0.55) ** 2 + (north - 0.05) ** 2) / 0.10)
    height += 0.06 * rise - 0.12 * basin - 0.05 * north

    moisture = octaves(points + warp * 0.5 + 7.7, 33, scale=2.1, count=5, gain=0.55)
    banks = points * (0.8, 2.6, 0.8)
    return Face(
        across=across,
        down=down,
        on_disc=distance <= 1,
        latitude=latitude,
        height=height,
        habitable=moisture * 0.9 - height * 0.75 - np.abs(latitude) / 90 * 0.16,
        cloud=octaves(banks + warp * 1.1 + 4.4, 44, scale=1.9, count=5, gain=0.56),
        ragged=octaves(points + 1.7, 55, scale=4, count=4) - 0.5,
    )


def turned(x: Grid, y: Grid) -> Grid:
    """Points of the near half sphere, rolled and tilted so that the north cap shows."""
    near = np.sqrt(np.maximum(0, 1 - x**2 - y**2))
    east = x * math.cos(ROLL) - y * math.sin(ROLL)
    up = x * math.sin(ROLL) + y * math.cos(ROLL)
    north = up * math.cos(TILT) - near * math.sin(TILT)
    depth = up * math.sin(TILT) + near * math.cos(TILT)
    return np.stack([east, north, depth], -1)


def level_above(field: Grid, share: float, within: NDArray[np.bool_]) -> float:
    """The level above which this share of the disc lies."""
    ordered = np.sort(field[within])
    return float(ordered[int(np.clip(1 - share, 0, 0.9999) * (len(ordered) - 1))])


# From a level to a path


@dataclass(frozen=True)
class Detail:
    """How finely one kind of screen is drawn."""

    samples: int
    tolerance: float
    shortest: int


DETAILS = {
    "table": Detail(samples=150, tolerance=0.35, shortest=7),
    "phone": Detail(samples=84, tolerance=0.7, shortest=6),
}


def area_above(mars: Face, field: Grid, level: float, detail: Detail, ease: float = 1) -> str:
    """The path around everything above a level; `ease` loosens it for layers seen faintly."""
    contours = contourpy.contour_generator(
        mars.across, mars.down, field, fill_type=contourpy.FillType.OuterOffset
    )
    points, offsets = cast(
        tuple[list[Line], list[NDArray[np.uint32]]], contours.filled(level, math.inf)
    )
    return "".join(
        smooth(simplify(polygon[start:end] * RADIUS, detail.tolerance * ease), TENTHS)
        for polygon, breaks in zip(points, offsets, strict=True)
        for start, end in pairwise(breaks)
        if end - start >= detail.shortest
    )


def simplify(line: Line, tolerance: float) -> Line:
    """Keep only the points that stand out by more than the tolerance (Douglas and Peucker)."""
    last = len(line) - 1
    middle = last // 2
    keep = {0, middle, last}
    spans = [(0, middle), (middle, last)]
    while spans:
        start, end = spans.pop()
        if end - start < 2:
            continue
        offsets = distances(line[start + 1 : end], line[start], line[end])
        farthest = int(offsets.argmax())
        if offsets[farthest] > tolerance:
            corner = start + 1 + farthest
            keep.add(corner)
            spans += [(start, corner), (corner, end)]
    return line[sorted(keep)]


def distances(points: Line, start: Line, end: Line) -> Grid:
    """How far each point lies from the chord, or from its start if the chord has no length."""
    chord = end - start
    away = points - start
    length = math.hypot(*chord)
    if length < 1e-9:
        return np.asarray(np.hypot(away[:, 0], away[:, 1]))
    return np.asarray(np.abs(chord[0] * away[:, 1] - chord[1] * away[:, 0]) / length)


def even_corners(points: Line, per_unit: int) -> list[tuple[int, int]]:
    """Corners on even numbers: their midpoints are whole, so `t` reflects without drift."""
    even = (np.rint(points * per_unit / 2) * 2).astype(int).tolist()
    corners = [(x, y) for x, y in even]
    return [corner for n, corner in enumerate(corners) if n == 0 or corner != corners[n - 1]]


def smooth(line: Line, per_unit: int) -> str:
    """A curve of quadratics through the midpoints of a line's sides; a ring stays closed."""
    corners = even_corners(line, per_unit)
    if len(corners) < 5:
        return ""
    middles = list(midpoints(corners))
    if corners[0] == corners[-1]:
        return curve(middles[-1], corners[0], middles) + "z"
    return curve(middles[0], corners[1], middles[1:])


def midpoints(corners: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    for (x, y), (next_x, next_y) in pairwise(corners):
        yield (x + next_x) // 2, (y + next_y) // 2


def curve(start: tuple[int, int], control: tuple[int, int], stops: list[tuple[int, int]]) -> str:
    """One quadratic, then smooth continuations; the browser finds the other control points."""
    numbers = [control[0] - start[0], control[1] - start[1]]
    numbers += [stops[0][0] - start[0], stops[0][1] - start[1]]
    steps = [
        part for (x, y), (next_x, next_y) in pairwise(stops) for part in (next_x - x, next_y - y)
    ]
    return f"M{joined(list(start))}q{joined(numbers)}t{joined(steps)}"


def joined(numbers: list[int]) -> str:
    """Numbers with a space only where no minus sign parts them."""
    return " ".join(map(str, numbers)).replace(" -", "-")


# What is written


def layers(detail: Detail) -> dict[str, object]:
    """Every contour a drawing may ask for, at one detail."""
    side = np.linspace(-1.06, 1.06, detail.samples)
    mars = face(side, side)

    def top(field: Grid, share: float, ease: float) -> str:
        return area_above(mars, field, level_above(field, share, mars.on_disc), detail, ease)

    def sea(oceans: int) -> tuple[str, str]:
        share = 0.035 + 0.41 * (oceans / OCEANS) ** 0.9
        return top(-mars.height, share, 1), top(-mars.height, share * 0.55, 1.4)

    def green(oxygen: int) -> tuple[str, str]:
        share = (oxygen / OXYGEN_STEPS) ** 1.1
        return top(mars.habitable, share * 0.92, 1.3), top(mars.habitable, share * 0.62, 1.3)

    def cap(temperature: int) -> str:
        warmth = (temperature - TEMPERATURES[0]) / (TEMPERATURES[-1] - TEMPERATURES[0])
        edge = mars.latitude + mars.ragged * (22 - 6 * warmth)
        return area_above(mars, edge, 60 + 21 * warmth, detail, 1.15)

    return {
        "relief": {
            "low": top(-mars.height, 0.30, 1.7),
            "high": top(mars.height, 0.38, 1.7),
            "peak": top(mars.height, 0.16, 1.7),
        },
        "greens": [green(oxygen) for oxygen in range(1, OXYGEN_STEPS + 1)],
        "seas": [sea(oceans) for oceans in range(1, OCEANS + 1)],
        "caps": {str(temperature): cap(temperature) for temperature in TEMPERATURES},
        "clouds": {str(share): top(mars.cloud, share / 100, 1.4) for share in CLOUD_PERCENTS},
    }


def softened(field: Grid) -> Grid:
    """Each point as the mean of itself and its neighbours."""
    rows, columns = field.shape
    wider = np.pad(field, 1, mode="edge")
    shifted = [wider[y : y + rows, x : x + columns] for y, x in np.ndindex(3, 3)]
    return np.asarray(np.mean(shifted, axis=0))


def tile() -> str:
    """Contour lines of a wide strip cut from the disc, black, for use as a mask.

    Softened and on whole pixels, because at a fifth of the rim's colour a wiggle only reads as
    noise, and drawn a little beyond the edges, so that no line ends in sight.
    """
    width, height, beyond, unit = 400, 240, 20, 390
    middle = np.array([width / 2, height / 2])
    across = np.arange(-width / 2 - beyond, width / 2 + beyond + 1, 5) / unit
    down = np.arange(-height / 2 - beyond, height / 2 + beyond + 1, 5) / unit
    mars = face(across, down)
    land = softened(softened(mars.height))
    contours = contourpy.contour_generator(across, down, land)
    drawn = [
        smooth(simplify(line * unit + middle, 1.5), 1)
        for share in np.linspace(0.04, 0.96, 14)
        for line in cast(list[Line], contours.lines(level_above(land, share, mars.on_disc)))
        if len(line) >= 18
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">'
        '<path fill="none" stroke="#000" stroke-width="1.2" '
        f'stroke-linecap="round" d="{"".join(drawn)}"/></svg>\n'
    )


def main() -> None:
    drawings = {name: layers(detail) for name, detail in DETAILS.items()}
    PLANET.write_text(json.dumps(drawings, separators=(",", ":")) + "\n", encoding="utf-8")
    TILE.write_text(tile(), encoding="utf-8")
    for file in (PLANET, TILE):
        print(f"{file.relative_to(ROOT)}: {file.stat().st_size / 1000:.1f} KB")


if __name__ == "__main__":
    main()
