"""How fast anybody may go on: who pours is made to wait, then refused, then shown the door.

A phone that waits for each answer is never refused, however fast it is. What was sent before the
last answer is *poured*: a little of that is what fingers do. All that is too much goes by the
slow lane, which is one for the whole house, so that it costs a fixed share of the processor
whatever comes.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum, auto

import gevent
from gevent.lock import BoundedSemaphore

REST = 4.0  # times as long as it took, before the slow lane takes the next
SHORTEST_REST = 0.0005  # seconds
MOST_KNOWN = 10_000  # addresses and seats that are remembered
NOTED_SECONDS = 60.0  # how long an address is known for having been shown the door


class Verdict(Enum):
    """What becomes of something that came."""

    AT_ONCE = auto()
    SLOWLY = auto()
    REFUSED = auto()
    DOOR = auto()


@dataclass(frozen=True)
class Limit:
    """So much at once, and so much more each second."""

    at_once: float
    a_second: float


@dataclass(frozen=True)
class Limits:
    """Those of a socket are far from what fingers do, those of an address from what a hall does.

    The unit is what a `hello` costs; a tap costs five.
    """

    socket: Limit = Limit(5000, 500)
    seat: Limit = Limit(10_000, 1000)
    address: Limit = Limit(30_000, 3000)
    poured: Limit = Limit(60, 10)  # beyond this: slowly
    patience: Limit = Limit(300, 5)  # of what is poured beyond: then it is refused
    warnings: Limit = Limit(100, 1)  # of refusals: then the door


@dataclass
class Bucket:
    """What is left of a limit."""

    limit: Limit
    at: float
    left: float = field(init=False)

    def __post_init__(self) -> None:
        self.left = self.limit.at_once

    def take(self, cost: float, now: float) -> bool:
        """
        >>> bucket = Bucket(Limit(2, 1), at=0)
        >>> [bucket.take(1, now) for now in (0, 0, 0, 0.5, 1, 1)]
        [True, True, False, False, True, False]
        """
        filled = self.left + (now - self.at) * self.limit.a_second
        self.left, self.at = min(self.limit.at_once, filled), now
        if self.left < cost:
            return False
        self.left -= cost
        return True


class Rates:
    """What addresses and seats have used up, and who was shown the door."""

    def __init__(
        self, limits: Limits | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.limits = limits or Limits()
        self.now = clock
        self._buckets: OrderedDict[object, Bucket] = OrderedDict()
        self._noted: OrderedDict[str, float] = OrderedDict()

    def take(self, key: object, limit: Limit, cost: float) -> bool:
        """Take from what all who share this key have together."""
        bucket = self._buckets.setdefault(key, Bucket(limit, self.now()))
        self._buckets.move_to_end(key)
        if len(self._buckets) > MOST_KNOWN:
            self._buckets.popitem(last=False)
        return bucket.take(cost, self.now())

    def note(self, address: str) -> None:
        """Somebody there was shown the door."""
        self._noted[address] = self.now()
        self._noted.move_to_end(address)
        if len(self._noted) > MOST_KNOWN:
            self._noted.popitem(last=False)

    def is_noted(self, address: str) -> bool:
        return self.now() - self._noted.get(address, -NOTED_SECONDS) < NOTED_SECONDS

    def request(self, address: str, cost: float) -> Verdict:
        """Of a plain request, or of one that opens a socket."""
        if self.is_noted(address) or not self.take(address, self.limits.address, cost):
            return Verdict.SLOWLY
        return Verdict.AT_ONCE


class Pace:
    """How one socket goes on."""

    def __init__(self, rates: Rates, address: str) -> None:
        self.seat: tuple[str, ...] | None = None  # the table, the device, and what it plays there
        self._rates = rates
        self._address = address
        limits, now = rates.limits, rates.now()
        self._own = Bucket(limits.socket, now)
        self._poured = Bucket(limits.poured, now)
        self._patience = Bucket(limits.patience, now)
        self._warnings = Bucket(limits.warnings, now)
        if rates.is_noted(address):
            self._poured.left = 0

    def judge(self, cost: float, *, poured: bool) -> Verdict:
        """Of what came next."""
        now = self._rates.now()
        if poured and not self._poured.take(1, now):
            if self._patience.take(1, now):
                return Verdict.SLOWLY
            if self._warnings.take(1, now):
                return Verdict.REFUSED
            self._rates.note(self._address)
            return Verdict.DOOR
        return Verdict.AT_ONCE if self._has_left(cost, now) else Verdict.SLOWLY

    def _has_left(self, cost: float, now: float) -> bool:
        limits, take = self._rates.limits, self._rates.take
        return (
            self._own.take(cost, now)
            and (self.seat is None or take(self.seat, limits.seat, cost))
            and take(self._address, limits.address, cost)
        )


class Lane:
    """The slow lane: one after the other, with a rest between."""

    def __init__(self, rest: float = REST) -> None:
        self._rest = rest
        self._turn = BoundedSemaphore(1)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for a turn; who comes next waits for a multiple of what it took."""
        self._turn.acquire()
        began = time.perf_counter()
        try:
            yield
        finally:
            took = time.perf_counter() - began
            gevent.spawn_later(max(SHORTEST_REST, self._rest * took), self._turn.release)

    def wait(self, seconds: float) -> None:
        """Wait for a turn that will take about so long."""
        self._turn.acquire()
        gevent.spawn_later(seconds * (1 + self._rest), self._turn.release)
