"""Pictures of numbers, drawn on the server: plain figures in, places and SVG out. Pure.

Colours are classes, so that a picture follows the theme; words and signs are handed in ready-made,
so that it speaks the language of whoever looks.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from markupsafe import Markup, escape

# The TR ruler, in percent of its length
RULER_ROOM = 4  # the ruler goes on at least so far beyond the leader
RULER_STEP = 10
MARK_WIDTH = 4  # of a mark on the ruler, as the style draws it at the most
DIGIT_WIDTH = 2.6  # of a digit over it, in the widest letters there are
STAND_GAP = 0.6  # between stands

SIGN = 30  # of what stands at the end of a line
FIGURE_ROOM = 100  # between the words under a chart

DASHES = ("", "13 8", "3 8", "16 7 3 7")  # lines differ by dash: solid, dashed, dotted, both


# Keeping things apart


def spread(
    wanted: Sequence[float], sizes: Sequence[float], least: float, most: float
) -> list[float]:
    """Places as near as can be to the wanted ones, in their order, none over its neighbour.

    Neighbours that would overlap form a block, which stands at the mean of what its members want.
    What would leave the room between `least` and `most` is pushed back, and pushes what is in its
    way.
    """
    blocks: list[tuple[float, float, int]] = []  # left edge, width, members
    for at, size in zip(wanted, sizes, strict=True):
        left, width, members = at - size / 2, size, 1
        while blocks and blocks[-1][0] + blocks[-1][1] > left:
            before_left, before_width, before = blocks.pop()
            total = before + members
            left = (before_left * before + (left - before_width) * members) / total
            width, members = before_width + width, total
        blocks.append((left, width, members))
    places: list[float] = []
    rest = iter(sizes)
    for left, _, members in blocks:
        for _ in range(members):
            size = next(rest)
            places.append(left + size / 2)
            left += size
    edge = least
    for n, size in enumerate(sizes):
        places[n] = max(places[n], edge + size / 2)
        edge = places[n] + size / 2
    edge = most
    for n, size in reversed(list(enumerate(sizes))):
        places[n] = min(places[n], edge - size / 2)
        edge = places[n] - size / 2
    return places


# The TR ruler


@dataclass(frozen=True)
class Tick:
    """A tick of the ruler; every fifth has its figure."""

    at: float
    value: int
    is_labelled: bool


@dataclass(frozen=True)
class Stand:
    """Everybody at the same TR: their tick of the ruler, and where figure and marks are over it."""

    value: int
    tick: float
    at: float
    marks: tuple[tuple[str, float], ...]

    @property
    def width(self) -> float:
        """What its figure or its marks need, whichever is wider."""
        return max(MARK_WIDTH * len(self.marks), DIGIT_WIDTH * len(str(self.value)))


@dataclass(frozen=True)
class Ruler:
    end: int
    ticks: tuple[Tick, ...]
    stands: tuple[Stand, ...]


def ruler(values: Iterable[tuple[str, int]]) -> Ruler:
    """The TR of every seat along one ruler; equals stand side by side over a fork."""
    known = sorted(values, key=lambda pair: pair[1])
    leader = known[-1][1] if known else 0
    end = max(20, math.ceil((leader + RULER_ROOM) / RULER_STEP) * RULER_STEP)
    wishes = [
        Stand(value, at := _round(100 * value / end), at, tuple((name, at) for name, _ in each))
        for value, each in groupby(known, _value)
    ]
    places = spread([one.tick for one in wishes], [one.width + STAND_GAP for one in wishes], 0, 100)
    stands = (_moved(one, at) for one, at in zip(wishes, places, strict=True))
    every = 1 if end <= 60 else 5
    ticks = (
        Tick(_round(100 * value / end), value, value % (5 if end <= 60 else 10) == 0)
        for value in range(0, end + 1, every)
    )
    return Ruler(end, tuple(ticks), tuple(stands))


def _moved(stand: Stand, at: float) -> Stand:
    """The stand there, its marks side by side."""
    first = at - MARK_WIDTH * (len(stand.marks) - 1) / 2
    marks = tuple((name, _round(first + MARK_WIDTH * n)) for n, (name, _) in enumerate(stand.marks))
    return replace(stand, at=_round(at), marks=marks)


def _value(pair: tuple[str, int]) -> int:
    return pair[1]


# Lines by round


@dataclass(frozen=True)
class Series:
    """A line by round: a class for its colour, its values, and what stands at its end."""

    look: str
    values: tuple[float, ...]
    end: str
    sign: str = ""  # markup


@dataclass(frozen=True)
class Frame:
    """The room of a chart in its own units, one unit a pixel of a screen 1080 high."""

    width: int
    height: int
    left: int = 46
    right: int = 96
    top: int = 22
    bottom: int = 34

    def x(self, share: float) -> float:
        return _round(self.left + share * (self.width - self.left - self.right))

    def y(self, share: float) -> float:
        return _round(self.height - self.bottom - share * (self.height - self.top - self.bottom))


def lines(
    series: Sequence[Series],
    *,
    width: int,
    height: int,
    start: str,
    alt: str,
    top: float | None = None,
    end_size: int = 38,
) -> Markup:
    """A line chart by round. `start` is the word under the first value; `top` hides the scale."""
    frame = Frame(width, height, left=46 if top is None else 14)
    most = top or _scale_end(max((max(one.values) for one in series), default=0))
    rounds = max((len(one.values) for one in series), default=1) - 1
    parts = [_scale(frame, most) if top is None else _ends_of_scale(frame)]
    parts.append(_rounds(frame, rounds, start))
    drawn = []
    for order, one in enumerate(series):
        points = " ".join(
            f"{frame.x(n / max(1, rounds))},{frame.y(value / most)}"
            for n, value in enumerate(one.values)
        )
        dash = DASHES[order % len(DASHES)]
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        drawn.append(f'<polyline class="plot-line {one.look}" points="{points}"{dashed}/>')
    parts += reversed(drawn)  # the first one, solid, lies on top
    parts.append(_ends(frame, series, most, end_size))
    return picture("plot", width, height, alt, parts)


def _scale_end(most: float) -> int:
    return max(10, math.ceil((most + 1) / 10) * 10)


def _scale(frame: Frame, most: float) -> str:
    step = 10 if most <= 40 else 20
    return "".join(
        _grid_line(frame, value / most)
        + f'<text class="plot-figure is-scale" x="{frame.left - 12}" '
        f'y="{frame.y(value / most) + 7}">{value}</text>'
        for value in range(0, int(most) + 1, step)
    )


def _ends_of_scale(frame: Frame) -> str:
    return _grid_line(frame, 0) + _grid_line(frame, 1)


def _grid_line(frame: Frame, share: float) -> str:
    y = frame.y(share)
    return f'<path class="plot-grid" d="M{frame.x(0)} {y}H{frame.x(1)}"/>'


def _rounds(frame: Frame, rounds: int, start: str) -> str:
    """The rounds along the foot: the start, about three between, and the last."""
    step = max(1, math.ceil(rounds / 4))
    shown = {rounds - step * n for n in range(4)}
    free = [n for n in sorted(shown) if n > 0 and frame.x(n / rounds) - frame.x(0) > FIGURE_ROOM]
    words = {0: start, **{number: str(number) for number in free}}
    return "".join(
        f'<text class="plot-figure{" is-first" if number == 0 else ""}" '
        f'x="{frame.x(number / max(1, rounds))}" y="{frame.height - 6}">{escape(word)}</text>'
        for number, word in words.items()
    )


def _ends(frame: Frame, series: Sequence[Series], most: float, size: int) -> str:
    """What each line ends in: its sign and its last figure, none over another."""
    order = sorted(range(len(series)), key=lambda n: frame.y(series[n].values[-1] / most))
    wanted = [frame.y(series[n].values[-1] / most) for n in order]
    places = spread(wanted, [size] * len(order), frame.y(1) - size / 2, frame.y(0) + size / 2)
    parts = []
    for n, place in zip(order, places, strict=True):
        x, y = frame.x(1) + 10, _round(place)
        opening = f'<svg x="{x}" y="{_round(y - SIGN / 2)}" width="{SIGN}" height="{SIGN}" '
        parts.append(str(series[n].sign).strip().replace("<svg ", opening, 1))
        figure = escape(series[n].end)
        parts.append(f'<text class="plot-end" x="{x + 38}" y="{y + 9}">{figure}</text>')
    return "".join(parts)


# The words of a drawing


def picture(look: str, width: int, height: int, alt: str, parts: Iterable[str]) -> Markup:
    inside = "".join(parts)
    return Markup(
        f'<svg class="{look}" viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="{escape(alt)}">{inside}</svg>'
    )


def _round(value: float) -> float:
    return round(value, 2)


PLOTS: dict[str, Callable[..., Any]] = {
    "ruler": ruler,
    "plot_lines": lines,
    "series": Series,
}
