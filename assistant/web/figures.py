"""Numbers as they are printed, whatever the game."""

from __future__ import annotations

MINUS = "\u2212"


def figure(number: int) -> str:
    """With a true minus sign."""
    return str(number).replace("-", MINUS)


def signed(number: int) -> str:
    """A change: +3 or −3."""
    return f"+{number}" if number > 0 else figure(number)
