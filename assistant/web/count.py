"""A score by its parts, as a game tells it to the count and the ceremony at its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from assistant.game import Seat, Text

# What a part needs for its figure, of the longest
LEAST = 0.055
LEAST_MINUS = 0.085


class Part(NamedTuple):
    """What points come from: the n-th part of a count, how it looks and how it is counted."""

    key: str
    n: int
    sign: str
    look: str
    name: Text
    short: Text  # where there is room for a word only
    how: Text
    what: Text  # in the middle of a sentence


class Counted(NamedTuple):
    """The points of one part."""

    part: Part
    points: int
    is_open: bool  # still to be counted


class Standing(NamedTuple):
    """A seat in the ceremony. It keeps its place: points, and later the light, tell who won."""

    seat: Seat
    total: int
    parts: tuple[Counted, ...]
    lengths: tuple[float, ...]  # of the parts as they are drawn, the best total being 1
    rank: int | None  # None: they won or lost together
    is_best: bool  # nobody has more points
    wins: bool

    @property
    def is_open(self) -> bool:
        return any(one.is_open for one in self.parts)


def lengths(points: Sequence[int], best: int) -> tuple[float, ...]:
    """How long the parts of a score are drawn, the best total being 1.

    Together they are as long as their total, so equals stand equally high, whatever they are made
    of. What counts, for or against, is long enough for its figure; the longest make room for that.
    """
    whole = max(sum(points), 0) / best
    needs = [0.0 if not one else LEAST if one > 0 else LEAST_MINUS for one in points]
    tight = min(1, whole / max(sum(needs), LEAST))
    needs = [one * tight for one in needs]
    drawn = [max(one / best, need) for one, need in zip(points, needs, strict=True)]
    over = sum(drawn) - whole
    for n in sorted(range(len(points)), key=lambda n: -drawn[n]):
        gives = min(over, drawn[n] - needs[n])
        drawn[n] -= gives
        over -= gives
    return tuple(round(one, 4) for one in drawn)
