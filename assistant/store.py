"""What a log and a memory are kept in: how it is asked, whichever database it is.

Statements are SQL that SQLite and PostgreSQL both understand, with `?` for each value.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, TypeVar

from assistant.marks import Mark

T = TypeVar("T")
Value = str | int | float
Meanwhile = Callable[[], object]
Run = Callable[[Callable[[], Any], Meanwhile], Any]


def nothing() -> None:
    """What is usually done while a statement runs."""


def one_after_the_other(call: Callable[[], T], meanwhile: Meanwhile) -> T:
    """How a statement runs where no server has something else to do."""
    meanwhile()
    return call()


class StoreError(Exception):
    """The store cannot be used; the message is one sentence for the host."""


class InDoubt(StoreError):
    """Nobody answered whether it was written: only reading tells, once that is possible."""


class Conflict(Exception):
    """Somebody else has written this already: read on and judge again."""


class Cursor(Protocol):
    """What a change is made with, inside its transaction."""

    @property
    def rowcount(self) -> int:
        """How many rows the last statement changed."""

    def execute(self, statement: str, values: Sequence[Value] = (), /) -> object: ...

    def executemany(self, statement: str, rows: Iterable[Sequence[Value]], /) -> object: ...

    def fetchall(self) -> list[Any]:
        """The rows that the last statement found."""


class Store(ABC):
    """Keeps rows durably: what `write` or `write_one` returned from is there after any fault.

    What breaks a rule of the tables is a `Conflict`, whatever else goes wrong a `StoreError`.
    """

    is_shared = False  # whether other processes write in it too

    @abstractmethod
    def read(self, statement: str, *values: Value) -> list[Any]:
        """The rows that a statement finds."""

    @abstractmethod
    def write(
        self,
        change: Callable[[Cursor], T],
        meanwhile: Meanwhile = nothing,
        marks: Sequence[Mark] = (),
    ) -> T:
        """Make a change durably, all of it or nothing; `meanwhile` may run while it is made.

        `marks` are noted after it and before anybody is told, where a store has such; a change may
        add to them until it is made.
        """

    @abstractmethod
    def write_one(
        self,
        statement: str,
        values: Sequence[Value],
        meanwhile: Meanwhile = nothing,
        marks: Sequence[Mark] = (),
    ) -> None:
        """As `write`, for what one statement does: that is all or nothing by itself."""

    def settle(self) -> None:
        """What a store does for itself between two moves."""
        return

    def mark(self, kind: str, name: str) -> Mark | None:
        """How far this had come when somebody was last told, if that is known beside the store."""
        return None

    @abstractmethod
    def close(self) -> None:
        """Let go of it; nothing can be asked afterwards."""
