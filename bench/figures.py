"""A figure, the floor beside it, and the table that they are printed in."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

WIDTHS = (52, 10, 10, 8)


class Skipped(Exception):
    """Why this machine cannot take a measurement, in one sentence."""


@dataclass(frozen=True)
class Row:
    """One line of the table; some figures have no floor."""

    name: str
    product: float
    floor: float | None = None
    unit: str = "ms"
    note: str = ""

    @property
    def ratio(self) -> float | None:
        return self.product / self.floor if self.floor else None

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "ratio": self.ratio}


def percentile(values: Iterable[float], percent: float) -> float:
    """The smallest of the values that so many percent of them do not exceed.

    >>> percentile([4, 1, 3, 2], 50), percentile(range(1, 101), 99), percentile([7], 99)
    (2, 99, 7)
    """
    ordered = sorted(values)
    return ordered[max(0, math.ceil(len(ordered) * percent / 100) - 1)]


def rows(name: str, product: Sequence[float], floor: Sequence[float], note: str = "") -> list[Row]:
    """Half of the times are no longer than the first, nearly all no longer than the second."""
    return [
        Row(f"{name}, p{part}", percentile(product, part), percentile(floor, part), note=note)
        for part in (50, 99)
    ]


def head() -> str:
    return _line(("", "product", "floor", "ratio"), "")


def line(row: Row) -> str:
    """
    >>> line(Row("a tap", 12.0, 3.0, note="at night")).split()
    ['a', 'tap,', 'ms', '12.00', '3.00', '4.0', 'at', 'night']
    """
    figures = (_figure(row.product), _figure(row.floor), _ratio(row.ratio))
    return _line((f"{row.name}, {row.unit}" if row.unit else row.name, *figures), row.note)


def _line(cells: Sequence[str], note: str) -> str:
    name, *figures = cells
    padded = [name.ljust(WIDTHS[0])]
    padded += [one.rjust(width) for one, width in zip(figures, WIDTHS[1:], strict=True)]
    return "".join([*padded, f"  {note}"]).rstrip()


def _figure(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:.2f}" if abs(value) < 100 else f"{value:.0f}"


def _ratio(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}"
