"""What strangers send that cannot be read: counted, and told in one line a minute at most.

A broken frame, half a request and a forged handshake are ordinary on an open network. They are
nobody's fault here, so they print no traceback, however many there are.
"""

from __future__ import annotations

import logging
from collections import Counter

import gevent

TOLD_EVERY_SECONDS = 60.0
MOST_KINDS = 50  # different things that are told apart


class Strangers:
    """Counts what came, by what it was, and tells all of it together."""

    def __init__(self, every: float = TOLD_EVERY_SECONDS) -> None:
        self._every = every
        self._counted: Counter[str] = Counter()

    def count(self, what: str) -> None:
        """Something came that nobody here is to blame for; `what` is a few words of ours."""
        if not self._counted:
            gevent.spawn_later(self._every, self._tell)
        if what not in self._counted and len(self._counted) >= MOST_KINDS:
            what = "other things"
        self._counted[what] += 1

    def _tell(self) -> None:
        counted, self._counted = self._counted, Counter()
        told = ", ".join(f"{what} ({count})" for what, count in counted.most_common())
        logging.getLogger(__name__).warning("Strangers sent: %s", told)


STRANGERS = Strangers()  # of this process, as its log is
