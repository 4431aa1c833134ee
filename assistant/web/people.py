"""Who sits here and what they are at, as a game tells it to the parts of a screen."""

from __future__ import annotations

from typing import NamedTuple

from assistant.game import Seat, Text


class Presence(NamedTuple):
    """Somebody at the table: whether they are still awaited, and a sign and a word for it."""

    seat: Seat
    here: bool
    settled: bool
    sign: str
    words: Text
