"""The file that a machine keeps everything in: how it is opened, read and written.

SQLite with a write-ahead log and `synchronous=FULL`: what `write` returned from survives a killed
process and a pulled plug.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from assistant.store import (
    Conflict,
    Cursor,
    Meanwhile,
    Run,
    Store,
    StoreError,
    Value,
    nothing,
    one_after_the_other,
)

T = TypeVar("T")

# What each format added to the one before it. The number of a store's is in its user_version.
_FORMATS = (
    (
        """CREATE TABLE tables (
            code TEXT PRIMARY KEY,
            setup TEXT NOT NULL,
            host TEXT NOT NULL,
            opened REAL NOT NULL,
            finished INTEGER NOT NULL DEFAULT 0
        ) STRICT""",
        """CREATE TABLE moves (
            code TEXT NOT NULL REFERENCES tables (code),
            n INTEGER NOT NULL,
            id TEXT NOT NULL,
            entry TEXT NOT NULL,
            at REAL NOT NULL,
            PRIMARY KEY (code, n),
            UNIQUE (code, id)
        ) STRICT, WITHOUT ROWID""",
    ),
    (
        """CREATE TABLE memory (
            game TEXT NOT NULL,
            name TEXT NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY (game, name)
        ) STRICT, WITHOUT ROWID""",
    ),
    # When a table was taken off the list; a later move brings it back.
    ("ALTER TABLE tables ADD COLUMN removed REAL NOT NULL DEFAULT 0",),
)
FORMAT = len(_FORMATS)


class SqliteStore(Store):
    """`run` decides where a statement runs, and does something else meanwhile.

    The server keeps commits off its hub with it.
    """

    def __init__(self, folder: Path, run: Run | None = None) -> None:
        self.path = folder / "tables.sqlite3"
        self._run: Run = run or one_after_the_other
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            reason = problem.strerror or problem
            raise StoreError(f"The data folder {folder} cannot be used: {reason}.") from None
        self._connection = self._open()

    def _open(self) -> sqlite3.Connection:
        try:
            connection = sqlite3.connect(
                self.path, isolation_level=None, check_same_thread=False, timeout=5
            )
            version = _format(connection)
            if version > FORMAT:
                raise StoreError(f"The store {self.path} was written by a newer Mars Table.")
            if version and connection.execute("PRAGMA quick_check").fetchone() != ("ok",):
                raise sqlite3.DatabaseError("damaged")
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute("PRAGMA foreign_keys=ON")
            if version < FORMAT:
                _transact(connection, partial(_bring_up_to_date, connection))
        except sqlite3.OperationalError as problem:
            raise StoreError(f"The store {self.path} cannot be opened: {problem}.") from None
        except sqlite3.DatabaseError:
            raise StoreError(
                f"The store {self.path} is damaged and was left as it is: "
                "move it away, or start with another --data folder."
            ) from None
        return connection

    def close(self) -> None:
        self._connection.close()

    def read(self, statement: str, *values: Value) -> list[Any]:
        return self._do(lambda: self._connection.execute(statement, values).fetchall())

    def write(self, change: Callable[[Cursor], T], meanwhile: Meanwhile = nothing) -> T:
        return self._do(lambda: _transact(self._connection, change), meanwhile)

    def write_one(
        self, statement: str, values: Sequence[Value], meanwhile: Meanwhile = nothing
    ) -> None:
        # The thread that writes asks for the interpreter once and not at every step, which is what
        # a move waits for most where something is drawn at the same time.
        self._do(lambda: self._connection.execute(statement, values), meanwhile)

    def _do(self, call: Callable[[], T], meanwhile: Meanwhile = nothing) -> T:
        try:
            result: T = self._run(call, meanwhile)
        except sqlite3.IntegrityError:
            raise Conflict from None
        except sqlite3.Error as problem:
            raise StoreError(str(problem)) from None
        return result


def _format(connection: sqlite3.Connection) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def _bring_up_to_date(connection: sqlite3.Connection, cursor: Cursor) -> None:
    # Asked again inside the transaction: another process may have been quicker.
    for added in _FORMATS[_format(connection) :]:
        for statement in added:
            cursor.execute(statement)
    cursor.execute(f"PRAGMA user_version={FORMAT}")


def _transact(connection: sqlite3.Connection, change: Callable[[Cursor], T]) -> T:
    cursor = connection.cursor()
    cursor.execute("BEGIN IMMEDIATE")
    try:
        result = change(cursor)
        cursor.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            cursor.execute("ROLLBACK")
        raise
    return result
