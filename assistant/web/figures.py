"""Numbers as they are printed, and figures as cardboard shows them, whatever the game."""

from __future__ import annotations

from typing import NamedTuple

from assistant.game import Text

MINUS = "\u2212"


class Figure(NamedTuple):
    """A figure on a board: how it is called and drawn, and between which values it moves."""

    field: str  # as the game's move names it
    words: Text
    value: int | None  # None: the table does not know it
    sign: str
    look: str
    allowed: range
    made: str = ""  # the sign in its corner: it is made, not had
    unit: str = ""


def figure(number: int) -> str:
    """With a true minus sign."""
    return str(number).replace("-", MINUS)


def digits(number: float) -> str:
    """A number up to 999.99 as sheets of style read it: its digits by their places.

    >>> digits(-146.5)
    '-h1t4o6d5'
    """
    written = f"{abs(number):06.2f}".replace(".", "")
    places = zip("htodc", written, strict=True)
    return ("-" if number < 0 else "") + "".join(f"{at}{one}" for at, one in places if one != "0")


def signed(number: int) -> str:
    """A change: +3 or −3."""
    return f"+{number}" if number > 0 else figure(number)
