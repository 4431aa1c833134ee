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

A state may hold them anywhere in its dataclasses and tuples:

>>> withdrawn((7, (strikes, "crisis")), "blue")
(7, (Sealed(by=('red',)), 'crisis'))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Generic, TypeVar

from assistant.game import Seat

C = TypeVar("C")
S = TypeVar("S")


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
    return any(not one.is_empty for one in _lying(state))


def has_sealed(state: object, seat: Seat) -> bool:
    """Whether something of this seat lies face down anywhere in the state of a game."""
    return any(one.has(seat) for one in _lying(state))


def withdrawn(state: S, seat: Seat) -> S:
    """The state without what this seat has sealed; the very same one if there is nothing."""
    return _changed(state, seat)  # type: ignore[no-any-return]


def _lying(state: object) -> Iterator[Sealed[Any]]:
    """Every `Sealed` in a state, in their order."""
    if isinstance(state, Sealed):
        yield state
    elif is_dataclass(state):
        for each in fields(state):
            yield from _lying(getattr(state, each.name))
    elif isinstance(state, tuple):
        for one in state:
            yield from _lying(one)


def _changed(state: Any, seat: Seat) -> Any:
    if isinstance(state, Sealed):
        return state.withdraw(seat) if state.has(seat) else state
    if is_dataclass(state) and not isinstance(state, type):
        parts = {each.name: getattr(state, each.name) for each in fields(state)}
        changed = {name: _changed(one, seat) for name, one in parts.items()}
        new = {name: one for name, one in changed.items() if one is not parts[name]}
        return replace(state, **new) if new else state
    if isinstance(state, tuple):
        items = [_changed(one, seat) for one in state]
        if all(one is other for one, other in zip(items, state, strict=True)):
            return state
        return type(state)(*items) if hasattr(state, "_fields") else tuple(items)
    return state
