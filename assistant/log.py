"""The append-only log: the authority on what happened at every table.

(table, number) is unique in the store, so two processes cannot both write move *n*. Each entry
carries a sum that is chained to the one before it: what does not fit was damaged, and is not
believed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from assistant.game import Illegal, Setup
from assistant.marks import DAMAGED, MENDED, MOVES, ROW, Mark
from assistant.now import now
from assistant.record import Entry
from assistant.store import Conflict, Cursor, Meanwhile, Run, Store, Value, nothing
from assistant.store_sqlite import SqliteStore
from assistant.sums import first_sum, next_sum, sum_of

Row = tuple[str, str, str, float, int, int, int, str]
Move = tuple[str, int, str, str, float, str]

ENDLESS = 2**31 - 1

_TABLE = "code, setup, host, opened, finished, removed, version, sum"
_MOVE = "code, n, id, entry, at, sum"
_INSERT_TABLE = f"INSERT INTO tables ({_TABLE}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_INSERT_MOVE = f"INSERT INTO moves ({_MOVE}) VALUES (?, ?, ?, ?, ?, ?)"


@dataclass(frozen=True)
class Opened:
    """A table as it was opened."""

    code: str
    setup: Setup
    host: str
    finished: bool = False
    last: float = 0.0  # when it was last played at
    is_listed: bool = True  # False since somebody took it off the list
    n: int = 0  # how many moves were made there


class Damaged(Illegal):
    """What is kept of a table is sound up to a move; nothing behind it is believed."""

    def __init__(self, code: str, sound: int) -> None:
        self.code = code
        self.sound = sound
        if sound:
            super().__init__("table-damaged", code=code, first=sound + 1, n=sound)
        else:
            super().__init__("table-unreadable", code=code)


class Log:
    """Every table and its moves, kept in a folder or in a database (`postgresql://…`).

    `damaged` are the tables that were found so, with how many of their moves are sound.
    """

    def __init__(self, where: Path | str, run: Run | None = None) -> None:
        self.store = _store(where, run)
        self.damaged: dict[str, int] = {}
        self._newest: dict[str, tuple[int, str]] = {}  # number and sum of what was read or written

    @property
    def path(self) -> Path:
        """The file that it is kept in, if it is one."""
        assert isinstance(self.store, SqliteStore)
        return self.store.path

    @property
    def is_shared(self) -> bool:
        """Whether other processes write in it too."""
        return self.store.is_shared

    def close(self) -> None:
        self.store.close()

    def open_table(
        self,
        code: str,
        setup: Setup,
        host: str,
        entries: Sequence[Entry] = (),
        *,
        finished: bool = False,
    ) -> bool:
        """Keep a new table, with what was played there elsewhere; False if the code is taken."""
        if code in self.damaged:
            return False
        row = _new_row(code, setup, host, finished)
        moves = _chained(code, _first_sum(row), entries)

        def insert(cursor: Cursor) -> bool:
            cursor.execute(f"{_INSERT_TABLE} ON CONFLICT DO NOTHING", row)
            is_new = cursor.rowcount == 1
            if is_new:
                cursor.executemany(_INSERT_MOVE, moves)
                marks.extend(_marks(row, moves))
            return is_new

        marks: list[Mark] = []
        is_new = self.store.write(insert, marks=marks)
        # It may have been kept already by a try whose answer was lost.
        is_new = is_new or self._rows(code) == [row]
        if is_new:
            self._newest[code] = _end(row, moves)
        return is_new

    def remove(self, code: str) -> None:
        """Take a table off the list. Its moves stay, and a later one brings it back."""
        marks: list[Mark] = []

        def remove(cursor: Cursor) -> None:
            cursor.execute("SELECT coalesce(max(n), 0) FROM moves WHERE code=?", (code,))
            ((n,),) = cursor.fetchall()
            marks[:] = [_change(cursor, code, removed=n + 1)]

        self.store.write(remove, marks=marks)

    def append(
        self,
        code: str,
        entries: Sequence[Entry],
        *,
        finished: bool | None = None,
        opens: tuple[Opened, Sequence[Entry]] | None = None,
        meanwhile: Meanwhile = nothing,
    ) -> None:
        """Store moves that were judged together, durably, all or none.

        `finished`: whether the game is over now, if these moves changed that; `opens`: a table
        that they open, with its first moves.
        """
        moves = _chained(code, self._sum_of(code, entries[0].n - 1), entries)
        statement = f"INSERT INTO moves ({_MOVE}) VALUES "
        statement += ", ".join(["(?, ?, ?, ?, ?, ?)"] * len(moves))
        values = [value for move in moves for value in move]
        marks = [_mark(moves[-1])]

        def insert(cursor: Cursor) -> None:
            marks[:] = [_mark(moves[-1])]
            cursor.execute(statement, values)
            if finished is not None:
                marks.append(_change(cursor, code, finished=int(finished)))
            if opens:
                opened, first = opens
                row = _new_row(opened.code, opened.setup, opened.host)
                seated = _chained(opened.code, _first_sum(row), first)
                cursor.execute(_INSERT_TABLE, row)
                cursor.executemany(_INSERT_MOVE, seated)
                marks.extend(_marks(row, seated))

        try:
            if finished is None and opens is None:
                self.store.write_one(statement, values, meanwhile, marks)
            else:
                self.store.write(insert, meanwhile, marks)
        except Conflict:
            # What stands there may be this very thing, by a try whose answer was lost.
            if self._moves(code, entries[0].n - 1, entries[-1].n) != moves:
                raise
        self._newest[code] = moves[-1][1], moves[-1][5]

    def go_on(self, code: str, *, finished: bool) -> None:
        """From the last sound move of a damaged table on it is an ordinary one again."""
        sound = self.damaged[code]
        sum = self._sum_of(code, sound)
        marks: list[Mark] = []
        seen = self.store.mark(ROW, code)

        def cut(cursor: Cursor) -> None:
            cursor.execute("DELETE FROM moves WHERE code=? AND n>?", (code, sound))
            cursor.execute("SELECT setup, host, opened, version FROM tables WHERE code=?", (code,))
            ((setup, host, opened, version),) = cursor.fetchall()
            version = max(version, seen.n if seen else 0) + 1
            row = _with_sum(code, setup, host, opened, int(finished), 0, version)
            cursor.execute(
                "UPDATE tables SET finished=?, removed=?, version=?, sum=? WHERE code=?",
                (*row[4:], code),
            )
            end = Mark(MOVES, code, sound, sum)
            marks[:] = [end, Mark(ROW, code, row[6], row[7]), Mark(DAMAGED, code, MENDED, "")]

        self.store.write(cut, marks=marks)
        del self.damaged[code]
        self._newest[code] = sound, sum

    def entries(self, code: str, after: int = 0) -> list[Entry]:
        """The moves of a table behind number `after`, in order; `Damaged` if not all are sound."""
        if code in self.damaged:
            raise Damaged(code, self.damaged[code])
        mark = self.store.mark(MOVES, code)  # before it is read: somebody may be writing
        found = self.sound_entries(code, after)
        n = after + len(found)
        if mark and n < mark.n:
            self.damaged[code] = n
            raise Damaged(code, n)
        return found

    def sound_entries(self, code: str, after: int = 0) -> list[Entry]:
        """The moves of a table behind number `after`, up to the first one that is not sound."""
        found: list[Entry] = []
        sum = ""
        for _, n, id, entry, at, kept in self._moves(code, after, self.damaged.get(code, ENDLESS)):
            sum = next_sum(sum or self._sum_of(code, after), n, id, entry, at)
            if n != after + len(found) + 1 or kept != sum:
                self.damaged[code] = after + len(found)
                break
            found.append(_entry_from_text(n, id, entry, at))
            self._newest[code] = n, sum
        return found

    def tables(self) -> list[Opened]:
        """Every table that is not damaged, the one played at last first."""
        newest = "FROM moves WHERE moves.code = tables.code ORDER BY n DESC LIMIT 1"
        last = f"coalesce((SELECT n {newest}), 0), coalesce((SELECT at {newest}), opened)"
        statement = f"SELECT {_TABLE}, {last} FROM tables ORDER BY 10 DESC"
        return [
            _opened(row, last, n)
            for *row, n, last in self.store.read(statement)
            if row[0] not in self.damaged and is_sound(row)
        ]

    def sound_table(self, code: str) -> Opened | None:
        """A table as it was opened, whether it is damaged or not."""
        for row in self._rows(code):
            return _opened(row)
        return None

    def table(self, code: str) -> Opened | None:
        """A table by its code; `Damaged` if it was found so."""
        if code in self.damaged:
            raise Damaged(code, self.damaged[code])
        for row in self._rows(code):
            if not is_sound(row):
                self.damaged[code] = len(self.sound_entries(code))
                raise Damaged(code, self.damaged[code])
            return _opened(row)
        return None

    def _rows(self, code: str) -> list[Row]:
        return self.store.read(f"SELECT {_TABLE} FROM tables WHERE code=?", code)

    def _moves(self, code: str, after: int, last: int) -> list[Move]:
        statement = f"SELECT {_MOVE} FROM moves WHERE code=? AND n>? AND n<=? ORDER BY n"
        return self.store.read(statement, code, after, last)

    def _sum_of(self, code: str, n: int) -> str:
        """The sum of entry n, or what the chain begins with."""
        newest, sum = self._newest.get(code, (0, ""))
        if sum and newest == n:
            return sum
        if n:
            rows = self.store.read("SELECT sum FROM moves WHERE code=? AND n=?", code, n)
            sums = [str(sum) for (sum,) in rows]
        else:
            sums = [_first_sum(row) for row in self._rows(code)]
        if not sums:
            raise Conflict
        return sums[0]


def is_sound(row: Sequence[Value]) -> bool:
    """Whether what is kept about a table besides its moves is as it was written."""
    return row[7] == sum_of(*row[:7])


def _new_row(code: str, setup: Setup, host: str, finished: bool = False) -> Row:
    return _with_sum(code, _setup_as_text(setup), host, now(), int(finished), 0, 1)


def _with_sum(
    code: str, setup: str, host: str, opened: float, finished: int, removed: int, version: int
) -> Row:
    row = (code, setup, host, opened, finished, removed, version)
    return (*row, sum_of(*row))


def _change(cursor: Cursor, code: str, **changed: int) -> Mark:
    """Keep something else about a table; how its mark is then."""
    cursor.execute(f"SELECT {_TABLE} FROM tables WHERE code=?", (code,))
    rows = cursor.fetchall()
    if not rows or not is_sound(rows[0]):
        raise Conflict
    known = dict(zip(_TABLE.split(", ")[:-1], rows[0], strict=False))
    version = known["version"]
    row = _with_sum(**{**known, **changed, "version": version + 1})
    cursor.execute(
        "UPDATE tables SET finished=?, removed=?, version=?, sum=? WHERE code=? AND version=?",
        (*row[4:], code, version),
    )
    if cursor.rowcount != 1:
        raise Conflict
    return Mark(ROW, code, row[6], row[7])


def _first_sum(row: Row) -> str:
    return first_sum(*row[:4])


def _chained(code: str, sum: str, entries: Sequence[Entry]) -> list[Move]:
    """The rows of entries, each with its sum."""
    moves = []
    for entry in entries:
        said = _entry_as_text(entry)
        sum = next_sum(sum, entry.n, entry.id, said, entry.at)
        moves.append((code, entry.n, entry.id, said, float(entry.at), sum))
    return moves


def _end(row: Row, moves: Sequence[Move]) -> tuple[int, str]:
    """Number and sum of the last entry of a new table, or what its chain begins with."""
    return (moves[-1][1], moves[-1][5]) if moves else (0, _first_sum(row))


def _mark(move: Move) -> Mark:
    return Mark(MOVES, move[0], move[1], move[5])


def _marks(row: Row, moves: Sequence[Move]) -> list[Mark]:
    """How far a new table has come."""
    return [Mark(ROW, row[0], row[6], row[7]), *map(_mark, moves[-1:])]


def _opened(row: Sequence[Value], last: float = 0.0, n: int = 0) -> Opened:
    code, setup, host, _, finished, removed, *_ = row
    is_listed = not removed or n >= int(removed)
    return Opened(
        str(code), _setup_from_text(str(setup)), str(host), bool(finished), last, is_listed, n
    )


def _store(where: Path | str, run: Run | None) -> Store:
    if isinstance(where, Path):
        return SqliteStore(where, run)
    # Only who keeps tables there has what it takes to ask such a database.
    store: Store = import_module("assistant.store_postgres").PostgresStore(where, run)
    return store


def _setup_as_text(setup: Setup) -> str:
    known = {"game": setup.game, "mode": setup.mode, "options": dict(setup.options)}
    return json.dumps({**known, "name": setup.name} if setup.name else known)


def _setup_from_text(stored: str) -> Setup:
    setup = json.loads(stored)
    options = tuple(sorted(setup["options"].items()))
    return Setup(setup["game"], setup["mode"], options, setup.get("name", ""))


def _entry_as_text(entry: Entry) -> str:
    return json.dumps(
        {
            "device": entry.device,
            "seat": entry.seat,
            "kind": entry.kind,
            "args": entry.args,
            **({"anyway": True} if entry.anyway else {}),
        },
        separators=(",", ":"),
        ensure_ascii=False,
    )


def _entry_from_text(n: int, id: str, stored: str, at: float) -> Entry:
    entry = json.loads(stored)
    return Entry(
        n,
        id,
        entry["device"],
        entry["seat"],
        entry["kind"],
        entry["args"],
        entry.get("anyway", False),
        at,
    )
