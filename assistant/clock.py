"""A clock of the table, for a break or a turn that may not last. Pure: it is told the time.

Times are seconds since 1970, drawn by the table when a move is judged and kept in the log.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from assistant.game import Json

Seconds = Annotated[int, range(5, 3601)]


@dataclass(frozen=True)
class Clock:
    """It ends at a time; while it is held it knows how much is left instead."""

    seconds: int
    ends_at: float | None
    left: float | None = None

    @classmethod
    def started(cls, seconds: int, at: float) -> Clock:
        return cls(seconds, at + seconds)

    def held(self, at: float) -> Clock:
        """The clock stands still from now on; what has run out stays so."""
        if self.ends_at is None:
            return self
        return Clock(self.seconds, None, max(0.0, self.ends_at - at))

    def resumed(self, at: float) -> Clock:
        """The clock runs on."""
        return self if self.left is None else Clock(self.seconds, at + self.left)

    @property
    def is_running(self) -> bool:
        return self.ends_at is not None

    @property
    def face(self) -> str:
        """What it shows before somebody counts down: all of it, or what is left while held."""
        return face(self.seconds if self.left is None else round(self.left))

    def as_json(self) -> dict[str, Json]:
        return {"seconds": self.seconds, "ends_at": self.ends_at, "left": self.left}


def face(seconds: int) -> str:
    """Minutes and seconds as on a clock.

    >>> face(90)
    '1:30'
    """
    return f"{seconds // 60}:{seconds % 60:02}"
