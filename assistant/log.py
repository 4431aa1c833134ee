"""The append-only log: the authority on what happened at every table.

(table, number) is unique in the store, so two processes cannot both write move *n*.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from assistant.game import Setup
from assistant.record import Entry
from assistant.store import Conflict, Cursor, Meanwhile, Run, Store, nothing
from assistant.store_sqlite import SqliteStore

_INSERT_TABLE = "INSERT INTO tables (code, setup, host, opened, finished) VALUES (?, ?, ?, ?, ?)"
_INSERT_MOVE = "INSERT INTO moves VALUES (?, ?, ?, ?, ?)"


@dataclass(frozen=True)
class Opened:
    """A table as it was opened."""

    code: str
    setup: Setup
    host: str
    finished: bool = False
    last: float = 0.0  # when it was last played at
    is_listed: bool = True  # False since somebody took it off the list


class Log:
    """Every table and its moves, kept in a folder or in a database (`postgresql://…`)."""

    def __init__(self, where: Path | str, run: Run | None = None) -> None:
        self.store = _store(where, run)

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
        row = (code, _setup_as_text(setup), host, time.time(), int(finished))
        moves = [_row(code, entry) for entry in entries]

        def insert(cursor: Cursor) -> bool:
            cursor.execute(f"{_INSERT_TABLE} ON CONFLICT DO NOTHING", row)
            is_new = cursor.rowcount == 1
            if is_new:
                cursor.executemany(_INSERT_MOVE, moves)
            return is_new

        # It may have been kept already by a try whose answer was lost.
        return self.store.write(insert) or self._is_kept(*row[:4])

    def remove(self, code: str) -> None:
        """Take a table off the list. Its moves stay, and a later one brings it back."""
        self.store.write_one("UPDATE tables SET removed=? WHERE code=?", (time.time(), code))

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
        rows = [_row(code, entry) for entry in entries]

        statement = f"INSERT INTO moves VALUES {', '.join(['(?, ?, ?, ?, ?)'] * len(rows))}"
        values = [value for row in rows for value in row]

        def insert(cursor: Cursor) -> None:
            cursor.execute(statement, values)
            if finished is not None:
                cursor.execute("UPDATE tables SET finished=? WHERE code=?", (int(finished), code))
            if opens:
                opened, first = opens
                setup = _setup_as_text(opened.setup)
                cursor.execute(_INSERT_TABLE, (opened.code, setup, opened.host, time.time(), 0))
                cursor.executemany(_INSERT_MOVE, [_row(opened.code, entry) for entry in first])

        try:
            if finished is None and opens is None:
                self.store.write_one(statement, values, meanwhile)
            else:
                self.store.write(insert, meanwhile)
        except Conflict:
            # What stands there may be this very thing, by a try whose answer was lost.
            if self.entries(code, entries[0].n - 1)[: len(entries)] != list(entries):
                raise

    def entries(self, code: str, after: int = 0) -> list[Entry]:
        """The moves of a table behind number `after`, in order."""
        statement = "SELECT n, id, entry, at FROM moves WHERE code=? AND n>? ORDER BY n"
        return [_entry_from_text(*row) for row in self.store.read(statement, code, after)]

    def _is_kept(self, code: str, setup: str, host: str, opened: float) -> bool:
        statement = "SELECT 1 FROM tables WHERE code=? AND setup=? AND host=? AND opened=?"
        return bool(self.store.read(statement, code, setup, host, opened))

    def tables(self) -> list[Opened]:
        """Every table, the one played at last first."""
        statement = """
            SELECT code, setup, host, finished, removed,
                   coalesce((SELECT max(at) FROM moves WHERE moves.code = tables.code), opened)
            FROM tables ORDER BY 6 DESC"""
        return [
            Opened(code, _setup_from_text(setup), host, bool(finished), last, last > removed)
            for code, setup, host, finished, removed, last in self.store.read(statement)
        ]

    def table(self, code: str) -> Opened | None:
        statement = "SELECT setup, host, finished FROM tables WHERE code=?"
        for setup, host, finished in self.store.read(statement, code):
            return Opened(code, _setup_from_text(setup), host, bool(finished))
        return None


def _store(where: Path | str, run: Run | None) -> Store:
    if isinstance(where, Path):
        return SqliteStore(where, run)
    # Only who keeps tables there has what it takes to ask such a database.
    store: Store = import_module("assistant.store_postgres").PostgresStore(where, run)
    return store


def _row(code: str, entry: Entry) -> tuple[str, int, str, str, float]:
    return code, entry.n, entry.id, _entry_as_text(entry), entry.at


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
