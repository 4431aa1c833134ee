"""Sealed choices: each seat seals one for itself, and all are opened together.

Pure, and the same whatever is chosen: a phase, the points of a strike.

>>> strikes = Sealed[int]().seal("red", 2).seal("blue", 5)
>>> strikes.seal("red", 4).has("red"), strikes.missing(("red", "green", "blue"))
(True, ('green',))
>>> strikes
Sealed(by=('blue', 'red'))
>>> strikes.own("blue")
5
>>> strikes.withdraw("blue").opened()
{'red': 2}
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, is_dataclass
from typing import Generic, TypeVar

from assistant.game import Seat

C = TypeVar("C")


@dataclass(frozen=True, repr=False)
class Sealed(Generic[C]):
    """What lies face down, one choice a seat. Who has sealed is open; what, is not.

    Sorted by seat, so that the order of sealing tells nothing either.
    """

    _choices: tuple[tuple[Seat, C], ...] = ()

    def __repr__(self) -> str:
        """Who has sealed, never what: a state may be printed."""
        return f"Sealed(by={tuple(seat for seat, _ in self._choices)})"

    def seal(self, seat: Seat, choice: C) -> Sealed[C]:
        """Lay a choice face down, in place of the one that lay there."""
        return Sealed(tuple(sorted({**dict(self._choices), seat: choice}.items())))

    def withdraw(self, seat: Seat) -> Sealed[C]:
        """Take a choice back, if there is one."""
        return Sealed(tuple(pair for pair in self._choices if pair[0] != seat))

    def has(self, seat: Seat) -> bool:
        return seat in dict(self._choices)

    def missing(self, seats: Iterable[Seat]) -> tuple[Seat, ...]:
        """Those of the seats that have still to choose."""
        return tuple(seat for seat in seats if not self.has(seat))

    def own(self, seat: Seat) -> C | None:
        """What this seat has sealed, for its own eyes: the only way out before the opening."""
        return dict(self._choices).get(seat)

    def opened(self) -> dict[Seat, C]:
        """Every choice at once. Whoever opens them lays them where all may see."""
        return dict(self._choices)

    @property
    def is_empty(self) -> bool:
        return not self._choices


def is_anything_sealed(state: object) -> bool:
    """Whether something lies face down anywhere in the state of a game."""
    if isinstance(state, Sealed):
        return not state.is_empty
    if is_dataclass(state):
        return any(is_anything_sealed(getattr(state, each.name)) for each in fields(state))
    return isinstance(state, tuple) and any(map(is_anything_sealed, state))
