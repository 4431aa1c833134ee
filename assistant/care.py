"""Opening the store as a server does: all of it is verified, and what is damaged is said.

A table is sound up to its first entry that does not fit the chain, or that its mark says was lost.
The files are kept as they were before anything is written; where SQLite itself cannot read them any
more, what is sound is written into a new one (`salvage.py`). Every other table plays on.
"""

from __future__ import annotations

import shutil
import sqlite3
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from assistant.files import FOLDER_MODE, copy_durably, make_private, sync_folder
from assistant.log import Log, Move, Row, is_sound
from assistant.marks import DAMAGED, MEMORY, MENDED, MOVES, ROW, Mark, Marks
from assistant.memory import Row as Kept
from assistant.memory import is_sound as is_kept_sound
from assistant.memory import place
from assistant.salvage import is_readable, salvaged
from assistant.store import Run, StoreError
from assistant.store_sqlite import (
    FORMAT,
    MARKS,
    SCHEMA,
    SECRET,
    STORE,
    connected,
    damaged,
    format_by_header,
    keep_private,
    write_anew,
)
from assistant.sums import first_sum, next_sum


@dataclass
class Found:
    """What a store holds, as far as it is sound."""

    sound: dict[str, int] = field(default_factory=dict)  # how many moves, by table
    damaged: dict[str, int] = field(default_factory=dict)  # the same, of those that lack something
    forgotten: list[str] = field(default_factory=list)  # what is remembered no more, or not as last
    marks: list[Mark] = field(default_factory=list)  # how far all of it has come


def open_log(folder: Path, run: Run | None = None) -> tuple[Log, list[str]]:
    """The log in this folder, verified, and what is to be said of it; a line for each table."""
    path = folder / STORE
    keep_private(folder)
    version = format_by_header(path)
    if version is None and (folder / SECRET).exists():
        raise StoreError(
            f"The store {path} is empty or gone although tables were kept here: put it back from a "
            f"copy, or move {folder / SECRET} away to begin anew."
        )
    if version is None:
        log = Log(folder, run)
        return log, []
    if version > FORMAT:
        raise StoreError(f"The store {path} was written by a newer Mars Table.")
    if 0 < version < FORMAT:
        if not is_readable(path):
            raise StoreError(damaged(path))
        return Log(folder, run), []
    try:
        marks = Marks(folder / MARKS)
    except OSError as problem:
        raise StoreError(f"The file {folder / MARKS} cannot be used: {problem.strerror}.") from None
    try:
        found, lines = _cared_for(folder, marks, is_broken=version == 0)
    except OSError as problem:
        said = f"The store {path} is damaged, and what is sound cannot be written"
        raise StoreError(f"{said}: {problem.strerror}.") from None
    finally:
        marks.close()
    log = Log(folder, run)
    log.damaged.update(found.damaged)
    return log, lines


def _cared_for(folder: Path, marks: Marks, *, is_broken: bool) -> tuple[Found, list[str]]:
    """Verify a store; where it is damaged, keep it as it was and make it one that can be used."""
    path = folder / STORE
    connection, found = connected(path), None
    try:
        # The files are copied while they are open: who closes a store writes in it.
        if not is_broken:
            found = _examined(connection, marks)
        if found and not (_is_new(found, marks) or found.forgotten):
            lines = _said_of_marks(found, marks)
            if lines or _behind(found, marks):
                marks.write_anew(found.marks)
            return found, [*lines, *_said(found)]
        aside = _set_aside(folder)
    except sqlite3.OperationalError as problem:
        if "open" in str(problem) or "lock" in str(problem) or "readonly" in str(problem):
            raise StoreError(f"The store {path} cannot be opened: {problem}.") from None
        raise StoreError(damaged(path)) from None
    finally:
        connection.close()
    lines = []
    if found is None:
        lines = [f"The store {path} was damaged: what is sound of it was written anew."]
        codes = [mark.name for mark in marks.all(MOVES) + marks.all(ROW)]
        rows, moves, memory = salvaged(aside, codes)
        found = verified(rows, moves, memory, marks)
        whole = [one for one in moves if one[1] <= found.sound.get(one[0], 0)]
        if not rows and not memory:
            _put_back(aside, folder)
            raise StoreError(damaged(path))
        write_anew(path, rows, whole, [row for row in memory if is_kept_sound(row)])
    else:
        _forget(path)
    lines += _said_of_marks(found, marks)  # before they are written anew
    noted = [Mark(DAMAGED, code, n, "") for code, n in found.damaged.items()]
    marks.write_anew([*found.marks, *noted])
    kept = f"The files as they were are in {aside}."
    return found, [*lines, *_said(found), kept]


def _examined(connection: sqlite3.Connection, marks: Marks) -> Found | None:
    """What a store holds; None where SQLite cannot read all of it."""
    try:
        if connection.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
            return None
        statement = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid"
        if [sql for (sql,) in connection.execute(statement)] != list(SCHEMA):
            return None
        return verified(
            connection.execute("SELECT * FROM tables").fetchall(),
            connection.execute("SELECT * FROM moves ORDER BY code, n"),
            connection.execute("SELECT * FROM memory").fetchall(),
            marks,
        )
    except sqlite3.DatabaseError as problem:
        if "open" in str(problem) or "lock" in str(problem):
            raise
        return None


def verified(
    rows: Iterable[Row], moves: Iterable[Move], memory: Iterable[Kept], marks: Marks
) -> Found:
    """What is sound of these, by their sums and by how far they had come; moves in their order."""
    found = Found()
    known = {row[0]: row for row in rows}
    sums = {code: first_sum(*row[:4]) for code, row in known.items()}
    ends = dict.fromkeys(known, 0)
    broken: set[str] = set()
    lost = {mark.name: mark for mark in marks.all(MOVES)}
    for code, n, id, entry, at, kept in moves:
        if code in broken or code not in known:
            continue
        sum = next_sum(sums[code], n, id, entry, at)
        mark = lost.get(code)
        if sum != kept or n != ends[code] + 1 or (mark and n == mark.n and sum != mark.sum):
            broken.add(code)
        else:
            sums[code], ends[code] = sum, n
    found.sound = ends
    for code, row in known.items():
        seen, mark = marks.get(ROW, code), lost.get(code)
        is_lost = code in broken or bool(mark and mark.n > ends[code])
        if is_lost or not is_sound(row) or _is_behind(seen, row[6], row[7]):
            found.damaged[code] = ends[code]
        else:
            found.marks.append(Mark(ROW, code, row[6], row[7]))
            if ends[code]:
                found.marks.append(Mark(MOVES, code, ends[code], sums[code]))
    for mark in (*marks.all(ROW), *marks.all(MOVES)):
        if mark.name not in known:
            found.damaged[mark.name] = 0
    for mark in marks.all(DAMAGED):
        if mark.n != MENDED:
            n = min(mark.n, found.sound.get(mark.name, 0))
            found.damaged[mark.name] = min(n, found.damaged.get(mark.name, n))
    kept_marks = (*marks.all(ROW), *marks.all(MOVES), *marks.all(DAMAGED))
    found.marks = [mark for mark in found.marks if mark.name not in found.damaged]
    found.marks += [mark for mark in kept_marks if mark.name in found.damaged]
    _verify_memory(found, memory, marks)
    return found


def _verify_memory(found: Found, memory: Iterable[Kept], marks: Marks) -> None:
    sound = {}
    for row in memory:
        name = place(row[0], row[1])
        if is_kept_sound(row):
            sound[name] = Mark(MEMORY, name, row[3], row[4])
        else:
            found.forgotten.append(name)
    for mark in marks.all(MEMORY):
        kept = sound.get(mark.name)
        if mark.name not in found.forgotten and (
            kept is None or _is_behind(mark, kept.n, kept.sum)
        ):
            found.forgotten.append(mark.name)
    found.marks += sound.values()


def _is_behind(mark: Mark | None, n: int, sum: str) -> bool:
    """Whether something newer was there once, or something else under this number."""
    return mark is not None and (n < mark.n or (n == mark.n and sum != mark.sum))


def _is_new(found: Found, marks: Marks) -> bool:
    """Whether something is damaged that was not known to be."""
    noted = {mark.name: mark.n for mark in marks.all(DAMAGED)}
    return any(noted.get(code) != n for code, n in found.damaged.items())


def _behind(found: Found, marks: Marks) -> bool:
    """Whether the plug was pulled between a commit and its mark."""
    return any(marks.get(mark.kind, mark.name) != mark for mark in found.marks)


def _said_of_marks(found: Found, marks: Marks) -> list[str]:
    if found.marks and (marks.is_missing or marks.is_damaged):
        how = "missing" if marks.is_missing else "damaged"
        return [f"The file {marks.path} was {how} and is written anew from what the store holds."]
    return []


def _said(found: Found) -> list[str]:
    """A line for each table that is damaged, and for each thing that is not remembered."""
    return [
        *(what_is_damaged(code, n) for code, n in sorted(found.damaged.items())),
        *(
            f"What is remembered for later evenings as “{name}” is damaged: an older state of it "
            "counts, or none."
            for name in found.forgotten
        ),
    ]


def what_is_damaged(code: str, sound: int) -> str:
    """One line for the host at the keyboard."""
    if not sound:
        return f"Table {code} is damaged: none of its moves can be read."
    moves = "move is" if sound == 1 else f"{sound} moves are"
    return f"Table {code} is damaged from move {sound + 1} on. Its first {moves} sound."


def _set_aside(folder: Path) -> Path:
    """A copy of the files as they were, beside them."""
    day = time.strftime("damaged-%Y-%m-%d")
    names = [day, *(f"{day}-{number}" for number in range(2, 1000))]
    aside = next(folder / name for name in names if not (folder / name).exists())
    aside.mkdir(FOLDER_MODE)
    for name in (STORE, f"{STORE}-wal", MARKS):
        if (folder / name).exists():
            copy_durably(folder / name, aside / name)
    make_private(aside)
    sync_folder(aside)
    sync_folder(folder)
    return aside


def _put_back(aside: Path, folder: Path) -> None:
    """Leave a store that nobody can use as it was: opening it has changed it."""
    for path in aside.iterdir():
        copy_durably(path, folder / path.name)
    shutil.rmtree(aside)


def _forget(path: Path) -> None:
    """Take out of the memory what is not sound."""
    connection = connected(path)
    try:
        for row in connection.execute("SELECT * FROM memory").fetchall():
            if not is_kept_sound(row):
                connection.execute("DELETE FROM memory WHERE game=? AND name=?", row[:2])
    finally:
        connection.close()
