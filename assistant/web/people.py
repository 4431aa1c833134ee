"""Who sits here and what they are at, as a game tells it to the parts of a screen. Pure."""

from __future__ import annotations

from typing import NamedTuple

from assistant.game import Seat, Text, View
from assistant.seats import TABLE
from assistant.view import Asked, TableView


class Presence(NamedTuple):
    """Somebody at the table: whether they are still awaited, and a sign and a word for it."""

    seat: Seat
    here: bool
    settled: bool
    sign: str
    words: Text


def longest_word(name: str) -> int:
    """How many letters have to stand side by side, so that a name is not broken in a word."""
    return max(map(len, name.split()), default=0)


def next_here(table: TableView, view: View) -> Seat | None:
    """Who gets this device next, once the one who holds it is not awaited any more.

    Of those who play on a phone the next one that is awaited, in the order of the seats; then its
    owner again. From the table screen `TABLE` itself: it is everybody's.
    """
    you, home = table.you, table.me.plays_from if table.me else None
    if you is None or you in view.waiting_for:
        return None
    if home == TABLE:
        return TABLE
    at = table.seats.index(you)
    after = (*table.seats[at + 1 :], *table.seats[:at])
    return next((seat for seat in after if seat in view.waiting_for), home)


def answers_here(table: TableView, asked: Asked) -> Seat | None:
    """For whom this device answers next: its own seat, then who has no phone of their own."""
    own = (table.you,) if table.you else ()
    here = (*own, *(seat for seat in table.seats if seat not in own))
    return next((seat for seat in here if asked.asks(seat)), None)


def plays_here(table: TableView, seat: Seat) -> bool:
    """Whether somebody without a phone plays on this very table screen."""
    person = table.person(seat)
    return seat in table.seats and person is not None and person.plays_from == TABLE
