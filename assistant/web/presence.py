"""Which seats some device is showing: at this process, and at others that serve the same tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from assistant.game import Seat

Seats = Mapping[str, frozenset[Seat]]  # by the code of their table


class Presence:
    """What this process shows, and what others said of themselves.

    >>> presence = Presence()
    >>> presence.hear("neighbour", {"K7Q": frozenset({"red"})}, now=1.0)
    ['K7Q']
    >>> presence.elsewhere("K7Q"), presence.forget(silent_since=2.0), presence.elsewhere("K7Q")
    (frozenset({'red'}), ['K7Q'], frozenset())
    """

    def __init__(self) -> None:
        self.here: dict[str, frozenset[Seat]] = {}
        self.announce: Callable[[Seats], None] = lambda seats: None
        self._there: dict[str, dict[str, frozenset[Seat]]] = {}
        self._heard: dict[str, float] = {}  # when each process said something last

    def show(self, code: str, seats: frozenset[Seat]) -> None:
        """From now on this process shows these seats of a table."""
        if seats == self.here.get(code, frozenset()):
            return
        self.here[code] = seats
        if not seats:
            del self.here[code]
        self.announce({code: seats})

    def elsewhere(self, code: str) -> frozenset[Seat]:
        """The seats of a table that other processes show."""
        shown = [seats[code] for seats in self._there.values() if code in seats]
        return frozenset().union(*shown)

    def knows(self, process: str) -> bool:
        return process in self._heard

    def hear(self, process: str, seats: Seats, now: float) -> list[str]:
        """Another process is there, and shows these; the tables at which that is new."""
        self._heard[process] = now
        there = self._there.setdefault(process, {})
        new = [code for code in seats if there.get(code, frozenset()) != seats[code]]
        there.update({code: seats[code] for code in new})
        return new

    def forget(self, silent_since: float, process: str | None = None) -> list[str]:
        """Processes that said nothing since then, or this one, are gone; the tables they showed."""
        gone = [one for one, at in self._heard.items() if at < silent_since or one == process]
        shown: set[str] = set()
        for one in gone:
            del self._heard[one]
            shown |= self._there.pop(one, {}).keys()
        return sorted(shown)
