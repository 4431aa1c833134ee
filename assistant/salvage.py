"""Reading a store that SQLite cannot read as a whole any more: row by row, as far as it goes."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

from assistant.log import Move, Row
from assistant.memory import Row as Kept
from assistant.store_sqlite import STORE, connected, first_page
from assistant.sums import first_sum, next_sum

FEWEST_PAGES = 8  # more than a store begins with
_ROW = (str, str, str, float, int, int, int, str)
_MOVE = (str, int, str, str, float, str)
_KEPT = (str, str, str, int, str)
Salvaged = tuple[list[Row], list[Move], list[Kept]]


def is_readable(path: Path) -> bool:
    """Whether SQLite finds nothing wrong with a file."""
    try:
        with closing(connected(path)) as connection:
            return bool(connection.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",))
    except sqlite3.DatabaseError:
        return False


def salvaged(aside: Path, codes: Iterable[str]) -> Salvaged:
    """What can be read of the copies in this folder; `codes` are tables that were there.

    Tried as it is, and with a first page as every store has it: it says where all else lies.
    """
    codes = list(dict.fromkeys(codes))
    tried = [_read(aside, codes, is_mended=is_mended) for is_mended in (False, True)]
    return max(tried, key=lambda found: (len(found[1]), len(found[0]), len(found[2])))


def _read(aside: Path, codes: list[str], *, is_mended: bool) -> Salvaged:
    with tempfile.TemporaryDirectory(dir=aside.parent, prefix="salvage-") as name:
        work = Path(name)
        for path in aside.glob(f"{STORE}*"):
            shutil.copyfile(path, work / path.name)
        if is_mended:
            _mend(work / STORE)
        with closing(connected(work / STORE)) as connection:
            connection.text_factory = _as_text
            return _read_all(connection, codes)


def _mend(path: Path) -> None:
    """Put a sound first page into a file, with its size and without a list of free pages."""
    content = bytearray(path.read_bytes())
    page = bytearray(first_page())
    content.extend(bytes(max(0, FEWEST_PAGES * len(page) - len(content))))
    page[28:32] = (len(content) // len(page)).to_bytes(4, "big")
    page[92:96] = page[24:28]  # the size counts only with these two alike
    page[32:40] = bytes(8)
    content[: len(page)] = page
    path.write_bytes(content)


def _read_all(connection: sqlite3.Connection, codes: list[str]) -> Salvaged:
    rows: dict[str, Row] = {}
    memory: dict[tuple[str, str], Kept] = {}
    for order in ("", "DESC"):  # from both ends of what cannot be read
        for row in _readable(connection, _ROW, f"SELECT * FROM tables ORDER BY rowid {order}"):
            rows.setdefault(row[0], row)
        statement = f"SELECT * FROM memory ORDER BY game {order}, name {order}"
        for kept in _readable(connection, _KEPT, statement):
            memory.setdefault(kept[:2], kept)
    for code in codes:
        for row in _readable(connection, _ROW, "SELECT * FROM tables WHERE code=?", code):
            rows.setdefault(row[0], row)
    moves = [move for row in rows.values() for move in _chain(connection, row)]
    return list(rows.values()), moves, list(memory.values())


def _chain(connection: sqlite3.Connection, row: Row) -> Iterator[Move]:
    """The entries of a table up to the first that is not sound."""
    statement = "SELECT * FROM moves WHERE code=?"
    scanned = {
        move[1]: move for move in _readable(connection, _MOVE, f"{statement} ORDER BY n", row[0])
    }
    sum = first_sum(*row[:4])
    for n in count(1):
        sought = _readable(connection, _MOVE, f"{statement} AND n=?", row[0], n)
        move = scanned.get(n) or next(sought, None)
        if move is None or move[1] != n:
            return
        sum = next_sum(sum, *move[1:5])
        if sum != move[5]:
            return
        yield move


def _readable(
    connection: sqlite3.Connection, kinds: tuple[type, ...], statement: str, *values: str | int
) -> Iterator[Any]:
    """The rows of these kinds of values that a statement finds until it fails."""
    try:
        for row in connection.execute(statement, values):
            if tuple(map(type, row)) == kinds:
                yield row
    except sqlite3.Error:
        return


def _as_text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")
