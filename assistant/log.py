"""The append-only log: the authority on what happened at every table.

(table, number) is unique in the store, so two processes cannot both write move *n*.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from sqlite3 import Cursor

from assistant.game import Setup
from assistant.record import Entry
from assistant.store import Meanwhile, Run, Store, nothing


@dataclass(frozen=True)
class Opened:
    """A table as it was opened."""

    code: str
    setup: Setup
    host: str
    finished: bool = False
    last: float = 0.0  # when it was last played at


class Log:
    """Every table and its moves."""

    def __init__(self, folder: Path, run: Run | None = None) -> None:
        self.store = Store(folder, run)

    @property
    def path(self) -> Path:
        return self.store.path

    def close(self) -> None:
        self.store.close()

    def open_table(self, code: str, setup: Setup, host: str) -> bool:
        """Keep a new table; False if the code is taken."""
        row = (code, _setup_as_text(setup), host, time.time())

        def insert(cursor: Cursor) -> bool:
            cursor.execute(
                "INSERT OR IGNORE INTO tables (code, setup, host, opened) VALUES (?, ?, ?, ?)", row
            )
            return cursor.rowcount == 1

        return self.store.write(insert)

    def append(
        self,
        code: str,
        entries: Sequence[Entry],
        *,
        finished: bool | None = None,
        meanwhile: Meanwhile = nothing,
    ) -> None:
        """Store moves that were judged together, durably, all or none.

        `finished`: whether the game is over now, if these moves changed that.
        """
        rows = [(code, entry.n, entry.id, _entry_as_text(entry), entry.at) for entry in entries]

        statement = f"INSERT INTO moves VALUES {', '.join(['(?, ?, ?, ?, ?)'] * len(rows))}"
        values = [value for row in rows for value in row]

        def insert(cursor: Cursor) -> None:
            cursor.execute(statement, values)
            cursor.execute("UPDATE tables SET finished=? WHERE code=?", (finished, code))

        if finished is None:
            self.store.write_one(statement, values, meanwhile)
        else:
            self.store.write(insert, meanwhile)

    def entries(self, code: str, after: int = 0) -> list[Entry]:
        """The moves of a table behind number `after`, in order."""
        statement = "SELECT n, id, entry, at FROM moves WHERE code=? AND n>? ORDER BY n"
        return [_entry_from_text(*row) for row in self.store.read(statement, code, after)]

    def tables(self) -> list[Opened]:
        """Every table, the one played at last first."""
        statement = """
            SELECT code, setup, host, finished,
                   coalesce((SELECT max(at) FROM moves WHERE moves.code = tables.code), opened)
            FROM tables ORDER BY 5 DESC"""
        return [
            Opened(code, _setup_from_text(setup), host, bool(finished), last)
            for code, setup, host, finished, last in self.store.read(statement)
        ]

    def table(self, code: str) -> Opened | None:
        statement = "SELECT setup, host, finished FROM tables WHERE code=?"
        for setup, host, finished in self.store.read(statement, code):
            return Opened(code, _setup_from_text(setup), host, bool(finished))
        return None


def _setup_as_text(setup: Setup) -> str:
    return json.dumps({"game": setup.game, "mode": setup.mode, "options": dict(setup.options)})


def _setup_from_text(stored: str) -> Setup:
    setup = json.loads(stored)
    return Setup(setup["game"], setup["mode"], tuple(sorted(setup["options"].items())))


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
