"""The time of this house: it goes on evenly, whatever happens to the system's clock meanwhile.

A Raspberry Pi learns what time it is after it has started, people set clocks, and batteries run
out. A clock of the table runs as long as it says nevertheless.
"""

from __future__ import annotations

import time
from collections.abc import Callable

JUMP_SECONDS = 2.0  # more than this between two looks was no clock that runs a little fast or slow


def _steady() -> float:
    """Seconds that go on while a laptop sleeps, and that nobody sets."""
    kind = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
    return time.monotonic() if kind is None else time.clock_gettime(kind)


class Now:
    """Seconds since 1970, as the system said when it was first asked, and evenly since."""

    def __init__(
        self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = _steady
    ) -> None:
        self._wall = wall
        self._steady = steady
        self._then = wall(), steady()
        self._ahead = 0.0  # of the system's clock

    def __call__(self) -> float:
        wall, steady = self._wall(), self._steady()
        before, steady_before = self._then
        jumped = (wall - before) - (steady - steady_before)
        if abs(jumped) > JUMP_SECONDS:
            self._ahead -= jumped
        self._then = wall, steady
        return wall + self._ahead

    def not_before(self, moment: float) -> None:
        """Go on from this moment, if the system's clock was set back since."""
        self._ahead += max(0.0, moment - self())


now = Now()
