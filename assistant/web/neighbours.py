"""Other processes that serve the same tables: what moved there, and who is connected there.

The database tells every process which table moved; who looks at it here is shown that. What a
process shows to whom it says by itself, and all of it again to whoever does not know it. One that
is silent for long is gone: its phones are shown elsewhere by then, or are not there.
"""

from __future__ import annotations

import json
import logging
import secrets
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Protocol

import gevent

from assistant.game import Illegal, Json, Seat
from assistant.store import StoreError
from assistant.table import Table
from assistant.web.addresses import Addresses
from assistant.web.live import Live
from assistant.web.presence import Seats

MOVED = "moved"  # "K7Q 17": that table has come to move 17
HERE = "here"  # what processes say of themselves
BEAT_SECONDS = 2.0
SILENT_SECONDS = 8.0
AT_ONCE = 50  # tables in one notice: it may not be long


class Shared(Protocol):
    """A store that several processes write in."""

    def tell(self, channel: str, message: str) -> None: ...

    def listen(
        self,
        channels: Iterable[str],
        begun: Callable[[], None],
        heard: Callable[[str, str], None],
    ) -> None: ...


class Neighbours:
    """Listens to the others and speaks for this process."""

    def __init__(self, store: Shared, live: Live, addresses: Addresses) -> None:
        self._store = store
        self._live = live
        self._presence = live.presence
        self._addresses = addresses
        self._me = secrets.token_hex(4)
        self._behind: dict[str, int] = {}  # tables that moved elsewhere, and how far
        self._presence.announce = lambda seats: self._soon(self._say, at=_as_json(seats))
        addresses.on_choice = lambda url: self._soon(self._say, address=url)

    def start(self) -> None:
        """From now on, until the store is closed."""
        gevent.spawn(self._store.listen, (MOVED, HERE), self._begun, self._heard)
        gevent.spawn(self._beat)

    def leave(self) -> None:
        """Say that this process ends."""
        with suppress(StoreError):
            self._say(gone=True)

    # What this process says

    def _say(self, **said: Json) -> None:
        self._store.tell(HERE, json.dumps({"by": self._me, **said}))

    def _say_everything(self) -> None:
        here = sorted(self._presence.here.items())
        for first in range(0, max(1, len(here)), AT_ONCE):
            self._say(at=_as_json(dict(here[first : first + AT_ONCE])))
        if self._addresses.choice:
            self._say(address=self._addresses.choice)

    def _beat(self) -> None:
        while True:
            self._soon(self._say)
            gevent.sleep(BEAT_SECONDS)
            self._stir(self._presence.forget(time.monotonic() - SILENT_SECONDS))

    def _soon(self, do: Callable[..., None], *values: Json, **named: Json) -> None:
        """In a greenlet of its own. Where the database is away, all is said when it is back."""
        gevent.spawn(self._attempt, do, *values, **named)

    def _attempt(self, do: Callable[..., None], *values: Json, **named: Json) -> None:
        with suppress(StoreError, Illegal):
            do(*values, **named)

    # What it hears

    def _begun(self) -> None:
        """Nothing was heard for a while: everybody says everything, and every table is read on."""
        self._soon(self._say_everything)
        self._soon(self._say, ask=True)
        for table in self._live.looked_at():
            self._soon(self._catch_up, table.code)

    def _heard(self, channel: str, message: str) -> None:
        if channel == MOVED:
            code, n = message.split(" ")
            self._moved(code, int(n))
            return
        try:
            self._told(json.loads(message))
        except (ValueError, TypeError, KeyError, AttributeError):
            logging.getLogger(__name__).warning("Another process said what cannot be understood")

    def _told(self, said: dict[str, Json]) -> None:
        by = str(said["by"])
        if by == self._me:
            return
        if said.get("gone"):
            self._stir(self._presence.forget(0, by))
            return
        if said.get("ask"):
            self._soon(self._say_everything)
        elif not self._presence.knows(by):
            self._soon(self._say, ask=True)
        at = {code: frozenset(map(str, seats)) for code, seats in said.get("at", {}).items()}
        self._stir(self._presence.hear(by, at, time.monotonic()))
        if "address" in said:
            self._addresses.prefer(str(said["address"]))
            self._stir([table.code for table in self._live.looked_at()])

    def _stir(self, codes: Iterable[str]) -> None:
        """Who is connected at these tables has changed."""
        for code in codes:
            self._live.stir(code)

    def _moved(self, code: str, n: int) -> None:
        """A table that nobody looks at here is read on when somebody does."""
        table = self._live.looked_at_by(code)
        if table is None or table.record.n >= n:
            return
        is_under_way = code in self._behind
        self._behind[code] = max(n, self._behind.get(code, 0))
        if not is_under_way:
            self._soon(self._follow, code)

    def _follow(self, code: str) -> None:
        """Until a table has come as far as it did elsewhere."""
        try:
            while (table := self._live.looked_at_by(code)) and table.record.n < self._behind[code]:
                n = self._behind[code]
                self._show(table, n)
                if table.record.n < n:
                    break
        finally:
            del self._behind[code]

    def _catch_up(self, code: str) -> None:
        if table := self._live.looked_at_by(code):
            self._show(table)

    def _show(self, table: Table, n: int | None = None) -> None:
        if table.catch_up(n):
            self._live.changed(table)


def _as_json(seats: Seats) -> dict[str, list[Seat]]:
    return {code: sorted(shown) for code, shown in seats.items()}
