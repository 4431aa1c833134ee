"""A score by its parts, as a game tells it to the count and the ceremony at its end."""

from __future__ import annotations

from typing import NamedTuple

from assistant.game import Seat, Text


class Part(NamedTuple):
    """What points come from: the n-th part of a count, how it looks and how it is counted."""

    key: str
    n: int
    sign: str
    look: str
    name: Text
    short: Text  # where there is room for a word only
    how: Text


class Counted(NamedTuple):
    """The points of one part; `drawn` is how long it is drawn."""

    part: Part
    points: int
    drawn: int
    is_open: bool  # still to be counted


class Standing(NamedTuple):
    """A seat in the ceremony: it keeps its place of the page, and is shifted to the one it won."""

    seat: Seat
    total: int
    parts: tuple[Counted, ...]
    rank: int
    place: int
    shift: int
    wins: bool

    @property
    def is_open(self) -> bool:
        return any(one.is_open for one in self.parts)

    @property
    def has_minus(self) -> bool:
        return any(one.points < 0 for one in self.parts)
