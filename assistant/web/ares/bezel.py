"""The ring around the planet: three tracks as marks on a circle. Pure geometry, nothing drawn.

Angles run clockwise from the top in degrees, the planet has radius 100. Temperature climbs on the
left, oxygen on the right, nine drops lie along the foot.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from assistant.games.ares.cards import Zone
from assistant.games.ares.planet import OXYGEN_ZONES, TEMPERATURE_ZONES
from assistant.games.ares.state import COLDEST, DEGREES, MOST_OCEANS, MOST_OXYGEN, WARMEST, Planet

RING, LETTERS = 121, 138
TEMPERATURE_ARC, OXYGEN_ARC, DROPS_ARC = (-146, -8), (146, 8), (208, 152)
GAP = 0.9  # degrees left free at each end of a segment
TICK = (112, 129)  # from inside the ring to beyond it


@dataclass(frozen=True)
class Segment:
    """One step of a track; what is reached is drawn thick."""

    path: str
    zone: Zone
    reached: bool


@dataclass(frozen=True)
class Mark:
    """A place on the ring, with the angle of what stands there."""

    x: float
    y: float
    angle: float


@dataclass(frozen=True)
class Letter:
    """Where the letter of a zone stands."""

    zone: Zone
    at: Mark


@dataclass(frozen=True)
class Track:
    """Temperature or oxygen. `start` is None where the phase has not moved it.

    The pointer is an angle alone: what turns around the planet never crosses it. None: where the
    track stands is not known.
    """

    segments: tuple[Segment, ...]
    letters: tuple[Letter, ...]
    pointer: float | None
    zone: Zone
    start: str | None


@dataclass(frozen=True)
class Bezel:
    """Everything around the planet."""

    temperature: Track
    oxygen: Track
    drops: tuple[tuple[Mark, bool], ...]  # filled where an ocean was turned
    ocean_start: str | None
    steps_to_go: int | None  # None: not known


@lru_cache(maxsize=500)
def bezel_marks(
    planet: Planet, start: Planet | None = None, unknown: frozenset[str] = frozenset()
) -> Bezel:
    """Where every mark stands; `start` is the planet as it was when the phase began.

    A track that is `unknown` has reached nothing and points nowhere. (J4)
    """
    began = start or planet
    turned = 0 if "oceans" in unknown else planet.oceans
    return Bezel(
        _track(
            TEMPERATURE_ZONES,
            (WARMEST - COLDEST) // DEGREES,
            lambda step: COLDEST + DEGREES * step,
            (planet.temperature - COLDEST) // DEGREES,
            (began.temperature - COLDEST) // DEGREES,
            TEMPERATURE_ARC,
            "temperature" not in unknown,
        ),
        _track(
            OXYGEN_ZONES,
            MOST_OXYGEN,
            int,
            planet.oxygen,
            began.oxygen,
            OXYGEN_ARC,
            "oxygen" not in unknown,
        ),
        tuple(
            (_at(RING, _along(DROPS_ARC, place + 0.5, MOST_OCEANS)), place < turned)
            for place in range(MOST_OCEANS)
        ),
        _tick(_along(DROPS_ARC, began.oceans, MOST_OCEANS))
        if turned and began.oceans != planet.oceans
        else None,
        None if unknown else sum(left for _, left in planet.steps_left),
    )


def _track(
    zones: Mapping[Zone, int],
    steps: int,
    value: Callable[[int], int],
    now: int,
    began: int,
    arc: tuple[int, int],
    is_known: bool,
) -> Track:
    def zone(step: int) -> Zone:
        return next(zone for zone, most in zones.items() if value(step) <= most)

    places: dict[Zone, list[int]] = {}
    for step in range(1, steps + 1):
        places.setdefault(zone(step), []).append(step)
    return Track(
        tuple(
            Segment(
                _arc(_along(arc, step - 1, steps), _along(arc, step, steps)),
                zone(step),
                is_known and step <= now,
            )
            for step in range(1, steps + 1)
        ),
        tuple(
            Letter(each, _at(LETTERS, _along(arc, (held[0] - 1 + held[-1]) / 2, steps)))
            for each, held in places.items()
        ),
        round(_along(arc, now, steps), 1) if is_known else None,
        zone(now),
        _tick(_along(arc, began, steps)) if is_known and began != now else None,
    )


def _along(arc: tuple[int, int], step: float, steps: int) -> float:
    first, last = arc
    return first + (last - first) * step / steps


def _at(radius: float, angle: float) -> Mark:
    turn = math.radians(angle)
    return Mark(
        round(radius * math.sin(turn), 1), round(-radius * math.cos(turn), 1), round(angle, 1)
    )


def _arc(first: float, last: float) -> str:
    """A piece of the ring, in the direction of the clock or against it."""
    ahead = 1 if last > first else -1
    begin, end = _at(RING, first + GAP * ahead), _at(RING, last - GAP * ahead)
    return f"M{begin.x} {begin.y}A{RING} {RING} 0 0 {1 if ahead > 0 else 0} {end.x} {end.y}"


def _tick(angle: float) -> str:
    inner, outer = (_at(radius, angle) for radius in TICK)
    return f"M{inner.x} {inner.y}L{outer.x} {outer.y}"
