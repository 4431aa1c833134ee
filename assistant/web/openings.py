"""How many tables and seats one address may ask for: enough for a club, too few for a flood."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from flask import request

from assistant.game import require
from assistant.web.devices import Devices

MOST_ADDRESSES = 10_000  # that are told apart; the one that asked longest ago is forgotten
BROUGHT = 5  # a table that is brought is judged move by move: it costs as much as so many new ones


@dataclass(frozen=True)
class Allowance:
    """So many at once, and later so many more every second."""

    at_once: float
    a_second: float


TABLES = Allowance(300, 0.5)
SEATS = Allowance(1500, 5)


class Openings:
    """What each address has left. Whoever started the server may always open more."""

    def __init__(self, devices: Devices, now: Callable[[], float] = time.monotonic) -> None:
        self._devices = devices
        self._now = now
        self._left: OrderedDict[tuple[str, Allowance], tuple[float, float]] = OrderedDict()

    def table(self, cost: int = 1) -> None:
        """Refuse one table too many."""
        require(self._devices.is_owner() or self._spend(TABLES, cost), "too-many-tables")

    def seat(self) -> None:
        """Refuse one seat too many."""
        require(self._devices.is_owner() or self._spend(SEATS, 1), "too-many-seats")

    def _spend(self, allowance: Allowance, cost: int) -> bool:
        key, now = (_asker(), allowance), self._now()
        left, since = self._left.pop(key, (allowance.at_once, now))
        left = min(allowance.at_once, left + (now - since) * allowance.a_second)
        is_enough = left >= cost
        self._left[key] = (left - cost if is_enough else left), now
        if len(self._left) > MOST_ADDRESSES:
            self._left.popitem(last=False)
        return is_enough


def _asker() -> str:
    """The address that asks; of version 6 a household has a whole network."""
    address = request.remote_addr or ""
    if ":" not in address:
        return address
    try:
        return str(ipaddress.IPv6Network((address.partition("%")[0], 64), strict=False))
    except ValueError:
        return address
