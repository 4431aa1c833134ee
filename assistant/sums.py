"""Checksums: an entry's is chained to the one before it, every other row has its own. Pure.

What was changed by anything but the house, be it one bit, does not fit its sum any more.
"""

from __future__ import annotations

from hashlib import blake2b

SUM_BYTES = 8


def sum_of(*values: str | int | float) -> str:
    """A short sum over values in their order.

    >>> sum_of("K7Q", 1) == sum_of("K7Q", 1) != sum_of("K7", "Q1")
    True
    """
    return blake2b("\0".join(map(str, values)).encode(), digest_size=SUM_BYTES).hexdigest()


def first_sum(code: str, setup: str, host: str, opened: float) -> str:
    """What the chain of a table begins with: all of the table that never changes."""
    return sum_of("table", code, setup, host, float(opened))


def next_sum(before: str, n: int, id: str, entry: str, at: float) -> str:
    """The sum of an entry, chained to that of the entry before it."""
    link = f"{before}\0{n}\0{id}\0{entry}\0{float(at)}"
    return blake2b(link.encode(), digest_size=SUM_BYTES).hexdigest()
