"""The append-only store: the authority on what happened at every table.

SQLite with a write-ahead log and `synchronous=FULL`: what `append` returned from survives a killed
process and a pulled plug. (table, number) is unique, so two processes cannot both write move *n*.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from assistant.game import Setup
from assistant.record import Entry

T = TypeVar("T")
Run = Callable[[Callable[[], Any]], Any]
FORMAT = 1  # of the store, in its user_version

_SCHEMA = """
CREATE TABLE tables (
    code TEXT PRIMARY KEY,
    setup TEXT NOT NULL,
    host TEXT NOT NULL,
    opened REAL NOT NULL,
    finished INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE moves (
    code TEXT NOT NULL REFERENCES tables (code),
    n INTEGER NOT NULL,
    id TEXT NOT NULL,
    entry TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (code, n),
    UNIQUE (code, id)
) STRICT, WITHOUT ROWID;
"""


class LogError(Exception):
    """The store cannot be used; the message is one sentence for the host."""


class Conflict(Exception):
    """Somebody else has written this number already: read on and judge again."""


@dataclass(frozen=True)
class Opened:
    """A table as it was opened."""

    code: str
    setup: Setup
    host: str
    finished: bool = False
    last: float = 0.0  # when it was last played at


class Log:
    """`run` decides where a statement runs: the server keeps commits off its hub with it."""

    def __init__(self, folder: Path, run: Run | None = None) -> None:
        self.path = folder / "tables.sqlite3"
        self._run: Run = run or (lambda call: call())
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            reason = problem.strerror or problem
            raise LogError(f"The data folder {folder} cannot be used: {reason}.") from None
        self._connection = self._open()

    def _open(self) -> sqlite3.Connection:
        try:
            connection = sqlite3.connect(
                self.path, isolation_level=None, check_same_thread=False, timeout=5
            )
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if version > FORMAT:
                raise LogError(f"The store {self.path} was written by a newer Mars Table.")
            if version and connection.execute("PRAGMA quick_check").fetchone() != ("ok",):
                raise sqlite3.DatabaseError("damaged")
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute("PRAGMA foreign_keys=ON")
            if not version:
                connection.executescript(f"BEGIN; {_SCHEMA} PRAGMA user_version={FORMAT}; COMMIT;")
        except sqlite3.OperationalError as problem:
            raise LogError(f"The store {self.path} cannot be opened: {problem}.") from None
        except sqlite3.DatabaseError:
            raise LogError(
                f"The store {self.path} is damaged and was left as it is: "
                "move it away, or start with another --data folder."
            ) from None
        return connection

    def close(self) -> None:
        self._connection.close()

    def open_table(self, code: str, setup: Setup, host: str) -> bool:
        """Keep a new table; False if the code is taken."""
        row = (code, _setup_as_text(setup), host, time.time())

        def insert() -> bool:
            with self._transaction() as cursor:
                cursor.execute(
                    "INSERT OR IGNORE INTO tables (code, setup, host, opened) VALUES (?, ?, ?, ?)",
                    row,
                )
                return cursor.rowcount == 1

        return self._do(insert)

    def append(self, code: str, entries: Sequence[Entry], *, finished: bool) -> None:
        """Store moves that were judged together, durably, all or none."""
        rows = [(code, entry.n, entry.id, _entry_as_text(entry), entry.at) for entry in entries]

        def insert() -> None:
            with self._transaction() as cursor:
                cursor.executemany("INSERT INTO moves VALUES (?, ?, ?, ?, ?)", rows)
                cursor.execute("UPDATE tables SET finished=? WHERE code=?", (finished, code))

        self._do(insert)

    def entries(self, code: str, after: int = 0) -> list[Entry]:
        """The moves of a table behind number `after`, in order."""
        statement = "SELECT n, id, entry, at FROM moves WHERE code=? AND n>? ORDER BY n"
        rows = self._do(lambda: self._connection.execute(statement, (code, after)).fetchall())
        return [_entry_from_text(*row) for row in rows]

    def tables(self) -> list[Opened]:
        """Every table, the one played at last first."""
        statement = """
            SELECT code, setup, host, finished,
                   coalesce((SELECT max(at) FROM moves WHERE moves.code = tables.code), opened)
            FROM tables ORDER BY 5 DESC"""
        rows = self._do(lambda: self._connection.execute(statement).fetchall())
        return [
            Opened(code, _setup_from_text(setup), host, bool(finished), last)
            for code, setup, host, finished, last in rows
        ]

    def table(self, code: str) -> Opened | None:
        statement = "SELECT code, setup, host, finished FROM tables WHERE code=?"
        row = self._do(lambda: self._connection.execute(statement, (code,)).fetchone())
        if row is None:
            return None
        return Opened(row[0], _setup_from_text(row[1]), row[2], bool(row[3]))

    def _do(self, call: Callable[[], T]) -> T:
        try:
            result: T = self._run(call)
        except sqlite3.IntegrityError:
            raise Conflict from None
        except sqlite3.Error as problem:
            raise LogError(str(problem)) from None
        return result

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Cursor]:
        cursor = self._connection.cursor()
        cursor.execute("BEGIN IMMEDIATE")
        try:
            yield cursor
            cursor.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                cursor.execute("ROLLBACK")
            raise


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
