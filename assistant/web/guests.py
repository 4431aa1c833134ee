"""Who holds a connection: there are only so many, and a seat's own is the last to go."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from gevent import socket

from assistant.web.rates import Lane, Rates

GUEST = "mars_table.guest"  # of a request: whose connection it came by
SHARE = 0.75  # of all connections, for one address
MOST_AT_A_SEAT = 20  # connections of one device at one table


@dataclass(eq=False)
class Guest:
    """One connection: who has a place at a table keeps it before who looks on or does nothing."""

    house: Guests
    phone: Any  # the socket
    address: str
    stirred: float = 0.0  # when it did something last
    place: tuple[str, str] | None = None  # the table and the device, of who sits or is host there

    def stir(self) -> None:
        """It did something."""
        self.stirred = self.house.now()

    def sit(self, place: tuple[str, str] | None) -> None:
        """It has this place at a table from now on, or none."""
        self.place = place
        self.house.make_room_at(place)

    def leave(self) -> None:
        """Cut it; whoever reads or writes there notices."""
        with suppress(OSError):
            self.phone.shutdown(socket.SHUT_RDWR)


class Guests:
    """All of them, at most so many, and what they have used up."""

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.most = most
        self.now = clock
        self.rates = Rates(clock=clock)
        self.lane = Lane()
        self.is_over = False  # nothing more is taken up
        self._here: dict[Guest, None] = {}
        self._by_address: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._here)

    def come(self, guest: Guest) -> bool:
        """Let somebody in, at the cost of whoever is spared most easily; False: nobody is."""
        guest.stir()
        if self._by_address[guest.address] >= self.most * SHARE:
            return self._replace(guest, [one for one in self._here if one.address == guest.address])
        if len(self._here) >= self.most:
            return self._replace(guest, list(self._here))
        self._add(guest)
        return True

    def make_room_at(self, place: tuple[str, str] | None) -> None:
        """Of too many that one device has at a table the quietest goes."""
        there = [one for one in self._here if one.place == place]
        if place and len(there) > MOST_AT_A_SEAT:
            self.go(min(there, key=lambda one: one.stirred))

    def go(self, guest: Guest) -> None:
        """A guest leaves, or has to."""
        if guest in self._here:
            del self._here[guest]
            self._by_address[guest.address] -= 1
            self._by_address += Counter()  # none that nobody is at
            guest.leave()

    def _add(self, guest: Guest) -> None:
        self._here[guest] = None
        self._by_address[guest.address] += 1

    def _replace(self, guest: Guest, among: list[Guest]) -> bool:
        at_seat = Counter(one.place for one in among)
        spared = [one for one in among if one.place is None or at_seat[one.place] > 1]
        if not spared:
            return False
        self.go(min(spared, key=lambda one: (one.place is not None, one.stirred)))
        self._add(guest)
        return True
