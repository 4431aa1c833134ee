"""The file that a machine keeps everything in: how it is opened, read and written.

SQLite with a write-ahead log and `synchronous=FULL`: what `write` returned from survives a killed
process and a pulled plug. Behind each commit stands a mark in a file of its own (`marks.py`).
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from assistant.files import FILE_MODE, FOLDER_MODE, make_private, sync_folder
from assistant.marks import Mark, Marks
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
from assistant.sums import first_sum, next_sum, sum_of

T = TypeVar("T")

STORE = "tables.sqlite3"
MARKS = "tables.marks"
SECRET = "secret"  # made after the store: where it lies, there was a store
PAGE_BYTES = 4096
BUSY_SECONDS = 5
COMMITS = 20  # about 64 pages: then the write-ahead log is put into the file

# What is kept now. The number of a store's format is in its user_version.
SCHEMA = (
    """CREATE TABLE tables (
        code TEXT PRIMARY KEY,
        setup TEXT NOT NULL,
        host TEXT NOT NULL,
        opened REAL NOT NULL,
        finished INTEGER NOT NULL,
        removed INTEGER NOT NULL,
        version INTEGER NOT NULL,
        sum TEXT NOT NULL
    ) STRICT""",
    """CREATE TABLE moves (
        code TEXT NOT NULL REFERENCES tables (code),
        n INTEGER NOT NULL,
        id TEXT NOT NULL,
        entry TEXT NOT NULL,
        at REAL NOT NULL,
        sum TEXT NOT NULL,
        PRIMARY KEY (code, n),
        UNIQUE (code, id)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE memory (
        game TEXT NOT NULL,
        name TEXT NOT NULL,
        value TEXT NOT NULL,
        version INTEGER NOT NULL,
        sum TEXT NOT NULL,
        PRIMARY KEY (game, name)
    ) STRICT, WITHOUT ROWID""",
)
# What each format before added to the one before it.
_FORMERLY = (
    (),
    (
        """CREATE TABLE memory (game TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
            PRIMARY KEY (game, name)) STRICT, WITHOUT ROWID""",
    ),
    ("ALTER TABLE tables ADD COLUMN removed REAL NOT NULL DEFAULT 0",),
)
FORMAT = 4
# A store says its format twice, so that a flipped bit of it is not taken for another one.
_WITNESS = 0x4D415200  # "MAR", and the format
_HEADER = {  # what else never changes in the first bytes of the file
    (0, 18): b"SQLite format 3\0\x10\0",
    (20, 24): b"\0\x40\x20\x20",
    (44, 48): b"\0\0\0\4",
    (52, 60): b"\0\0\0\0\0\0\0\1",
    (60, 64): FORMAT.to_bytes(4, "big"),
    (64, 72): b"\0\0\0\0" + (_WITNESS + FORMAT).to_bytes(4, "big"),
}


class SqliteStore(Store):
    """`run` decides where a statement runs, and does something else meanwhile.

    The server keeps commits off its hub with it.
    """

    def __init__(self, folder: Path, run: Run | None = None) -> None:
        self.path = folder / STORE
        self._run: Run = run or one_after_the_other
        self._commits = self._seen = 0  # since the last checkpoint, and of these at the last look
        try:
            made = not folder.exists()
            folder.mkdir(FOLDER_MODE, parents=True, exist_ok=True)
            if made:
                sync_folder(folder.parent)
        except OSError as problem:
            reason = problem.strerror or problem
            raise StoreError(f"The data folder {folder} cannot be used: {reason}.") from None
        self._connection = self._open()
        try:
            self.marks = Marks(folder / MARKS)
        except OSError as problem:
            self._connection.close()
            raise StoreError(
                f"The file {folder / MARKS} cannot be used: {problem.strerror}."
            ) from None
        keep_private(folder)
        self._file = _identity(self.path)

    def _open(self) -> sqlite3.Connection:
        is_new = not self.path.exists()
        try:
            if is_new:
                with contextlib.suppress(OSError):  # what is the matter is said when it is opened
                    os.close(os.open(self.path, os.O_WRONLY | os.O_CREAT, FILE_MODE))
            keep_private(self.path.parent)
            connection = connected(self.path)
            version = format_of(connection)
            if version > FORMAT:
                raise StoreError(f"The store {self.path} was written by a newer Mars Table.")
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            if version < FORMAT:
                bring_up_to_date(connection)
                sync_folder(self.path.parent)
            connection.execute("PRAGMA foreign_keys=ON")
        except sqlite3.OperationalError as problem:
            raise StoreError(f"The store {self.path} cannot be opened: {problem}.") from None
        except sqlite3.DatabaseError:
            raise StoreError(damaged(self.path)) from None
        return connection

    def close(self) -> None:
        self._connection.close()
        self.marks.sync()
        self.marks.close()

    def read(self, statement: str, *values: Value) -> list[Any]:
        return self._do(lambda: self._connection.execute(statement, values).fetchall())

    def write(
        self,
        change: Callable[[Cursor], T],
        meanwhile: Meanwhile = nothing,
        marks: Sequence[Mark] = (),
    ) -> T:
        def write() -> T:
            self._look()
            result = _transact(self._connection, change)
            self._committed(marks)
            return result

        return self._do(write, meanwhile)

    def write_one(
        self,
        statement: str,
        values: Sequence[Value],
        meanwhile: Meanwhile = nothing,
        marks: Sequence[Mark] = (),
    ) -> None:
        # The thread that writes asks for the interpreter once and not at every step, which is what
        # a move waits for most where something is drawn at the same time.
        def write() -> None:
            self._look()
            self._connection.execute(statement, values)
            self._committed(marks)

        self._do(write, meanwhile)

    def mark(self, kind: str, name: str) -> Mark | None:
        return self.marks.get(kind, name)

    def settle(self) -> None:
        """Put the write-ahead log into the file when enough was written, or nothing is any more.

        What lies in the one file can be read although a bit of the other has flipped.
        """
        if self._commits >= COMMITS or 0 < self._commits == self._seen:
            self._do(self._checkpoint)
        self._seen = self._commits

    def _checkpoint(self) -> None:
        self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self.marks.sync()
        self._commits = 0

    def _committed(self, marks: Sequence[Mark]) -> None:
        self._commits += 1
        self.marks.note(marks)

    def _look(self) -> None:
        """A file that was taken away would still be written, and read by nobody."""
        if _identity(self.path) != self._file:
            raise StoreError(f"the file {self.path} is gone")

    def _do(self, call: Callable[[], T], meanwhile: Meanwhile = nothing) -> T:
        try:
            result: T = self._run(call, meanwhile)
        except sqlite3.IntegrityError:
            raise Conflict from None
        except sqlite3.Error as problem:
            raise StoreError(str(problem)) from None
        return result


def keep_private(folder: Path) -> None:
    """Nobody else on this machine reads what is kept here; SQLite makes further files alike."""
    for name in (STORE, f"{STORE}-wal", f"{STORE}-shm", MARKS):
        make_private(folder / name)


def connected(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(
        path, isolation_level=None, check_same_thread=False, timeout=BUSY_SECONDS
    )


def format_of(connection: sqlite3.Connection) -> int:
    """By which format a store was written; 0 for one in which nothing is yet."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def format_by_header(path: Path) -> int | None:
    """By which format a file was written; None if there is nothing in it, 0 if that is damaged."""
    try:
        with path.open("rb") as file:
            head = file.read(100)
    except FileNotFoundError:
        return None
    except OSError as problem:
        raise StoreError(f"The store {path} cannot be opened: {problem.strerror}.") from None
    version, witness = (int.from_bytes(head[start : start + 4], "big") for start in (60, 68))
    is_usual = all(head[start:end] == known for (start, end), known in _HEADER.items())
    if is_usual and head[18:20] in (b"\1\1", b"\2\2"):
        return FORMAT
    if not head or (head.startswith(b"SQLite format 3\0") and not witness and version < FORMAT):
        return version or None
    return version if version > FORMAT and witness == _WITNESS + version else 0


def first_page() -> bytes:
    """The first page of every store: it says where all else lies."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / STORE
        write_anew(path, (), (), ())
        return path.read_bytes()[:PAGE_BYTES]


def write_anew(path: Path, *rows: Iterable[Sequence[Value]]) -> None:
    """A store with these rows of each of its tables takes the place of what was there."""
    unfinished = path.with_suffix(".part")
    unfinished.unlink(missing_ok=True)
    os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT, FILE_MODE))
    with contextlib.closing(connected(unfinished)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        bring_up_to_date(connection)
        _transact(connection, lambda cursor: _insert(cursor, *rows))
    for name in (f"{path.name}-wal", f"{path.name}-shm"):
        path.with_name(name).unlink(missing_ok=True)
    unfinished.replace(path)
    sync_folder(path.parent)


def damaged(path: Path) -> str:
    return (
        f"The store {path} is damaged and was left as it is: "
        "move it away, or start with another --data folder."
    )


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        known = os.stat(path)
    except OSError:
        return None
    return known.st_dev, known.st_ino


def bring_up_to_date(connection: sqlite3.Connection) -> None:
    """Make a new or an older store one of this format, all of it in the file itself."""
    if _transact(connection, partial(_bring_up_to_date, connection)):
        with contextlib.suppress(sqlite3.OperationalError):  # somebody else reads it already
            connection.execute("VACUUM")  # so that everything begins where it does in a new one
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _bring_up_to_date(connection: sqlite3.Connection, cursor: Cursor) -> bool:
    """Whether there was something in it."""
    # Asked again inside the transaction: another process may have been quicker.
    version = format_of(connection)
    if version == FORMAT:
        return False
    for added in _FORMERLY[version:] if version else (SCHEMA,):
        for statement in added:
            cursor.execute(statement)
    if version:
        _add_sums(cursor)
    cursor.execute(f"PRAGMA user_version={FORMAT}")
    cursor.execute(f"PRAGMA application_id={_WITNESS + FORMAT}")
    return version > 0


def _add_sums(cursor: Cursor) -> None:
    """What was kept without sums gets them; a table off the list knows since which move."""
    kept = {}
    for name in ("tables", "moves", "memory"):
        cursor.execute(f"SELECT * FROM {name}")
        kept[name] = sorted(cursor.fetchall())
    for name in ("moves", "tables", "memory"):
        cursor.execute(f"DROP TABLE {name}")
    for statement in SCHEMA:
        cursor.execute(statement)
    chains: dict[str, str] = {}
    last: dict[str, tuple[int, float]] = {}
    for code, setup, host, opened, *_ in kept["tables"]:
        chains[code], last[code] = first_sum(code, setup, host, opened), (0, opened)
    moves = []
    for code, n, id, entry, at in kept["moves"]:
        chains[code] = next_sum(chains[code], n, id, entry, at)
        last[code] = n, max(at, last[code][1])
        moves.append((code, n, id, entry, at, chains[code]))
    tables = []
    for code, setup, host, opened, finished, removed in kept["tables"]:
        n, at = last[code]
        row = (code, setup, host, opened, finished, n + 1 if removed >= at else 0, 1)
        tables.append((*row, sum_of(*row)))
    memory = [(*row, 1, sum_of(*row, 1)) for row in kept["memory"]]
    _insert(cursor, tables, moves, memory)


def _insert(cursor: Cursor, *rows: Iterable[Sequence[Value]]) -> None:
    tables, moves, memory = rows
    cursor.executemany("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?)", tables)
    cursor.executemany("INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?)", moves)
    cursor.executemany("INSERT INTO memory VALUES (?, ?, ?, ?, ?)", memory)


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
