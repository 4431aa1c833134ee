"""A lock that nobody waits for without an end."""

from __future__ import annotations

import threading

from assistant.game import Illegal

LONGEST_WAIT = 10.0  # seconds; a store says after five that it cannot write


class Lock:
    """As `threading.Lock`; who has waited too long is refused by name."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    def __enter__(self) -> None:
        if not self._lock.acquire(timeout=LONGEST_WAIT):
            raise Illegal("table-busy")

    def __exit__(self, *_: object) -> None:
        self._lock.release()
