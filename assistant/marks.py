"""How far the store had come when somebody was last told: a small file of its own beside it.

What the store lost, because its write-ahead log was cut or a bit of it flipped, it does not know
itself. So each commit adds a line here, after it and before anybody hears of it: of what, up to
which number, with which sum. A store that is ahead of its marks is sound, the plug was pulled in
between; one that is behind them has lost something. A line costs no sync: the commit was synced
before it, and the lines are whenever the store puts its write-ahead log into its file.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from assistant.files import sync_folder
from assistant.sums import sum_of

MOST_LINES = 20_000  # before the file is written anew with one line for each thing


class Mark(NamedTuple):
    """How far one thing had come."""

    kind: str
    name: str
    n: int
    sum: str


MOVES = "moves"  # of a table, by its code
ROW = "row"  # of a table: what is kept about it besides its moves
MEMORY = "memory"  # what is remembered, by game and name
DAMAGED = "damaged"  # a table that was found damaged, with how many of its moves are sound
MENDED = -1  # that number, once somebody went on from there


class Marks:
    """The newest mark of each thing, in memory and in a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._newest, self._lines, self.is_damaged = _read(path)
        self.is_missing = not (self._lines or self.is_damaged)
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)

    def close(self) -> None:
        os.close(self._file)

    def get(self, kind: str, name: str) -> Mark | None:
        return self._newest.get((kind, name))

    def all(self, kind: str) -> list[Mark]:
        return [mark for mark in self._newest.values() if mark.kind == kind]

    def note(self, marks: Iterable[Mark]) -> None:
        """Keep these; where there is no room for them the store is sound without."""
        text = ""
        for mark in marks:
            self._newest[mark.kind, mark.name] = mark
            self._lines += 1
            text += _line(mark)
        if text:
            with contextlib.suppress(OSError):
                os.write(self._file, text.encode())

    def sync(self) -> None:
        """What was noted survives a pulled plug as well."""
        with contextlib.suppress(OSError):
            if self._lines > MOST_LINES + len(self._newest):
                self.write_anew(self._newest.values())
            else:
                os.fsync(self._file)

    def write_anew(self, marks: Iterable[Mark]) -> None:
        """These marks and no others, in a new file that takes the place of the old one."""
        newest = {(mark.kind, mark.name): mark for mark in marks}
        unfinished = self.path.with_suffix(".part")
        file = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND, 0o600)
        try:
            os.write(file, "".join(map(_line, newest.values())).encode())
            os.fsync(file)
            if os.name == "nt":  # where a file that is open cannot be replaced
                os.close(file)
                os.close(self._file)
                unfinished.replace(self.path)
                file = os.open(self.path, os.O_WRONLY | os.O_APPEND)
            else:
                unfinished.replace(self.path)
                os.close(self._file)
        except OSError:
            os.close(file)
            raise
        sync_folder(self.path.parent)
        self._file, self._newest, self._lines = file, newest, len(newest)
        self.is_missing = self.is_damaged = False


def _line(mark: Mark) -> str:
    said = json.dumps(mark, ensure_ascii=True, separators=(",", ":"))
    return f"{sum_of(said)} {said}\n"


def _read(path: Path) -> tuple[dict[tuple[str, str], Mark], int, bool]:
    """The newest mark of each thing, how many lines there are, and whether one is damaged."""
    try:
        *whole, torn = path.read_bytes().split(b"\n")
    except FileNotFoundError:
        return {}, 0, False
    newest, is_damaged = {}, bool(torn)
    for line in whole:
        sum, _, said = line.decode("ascii", "replace").partition(" ")
        if sum == sum_of(said):
            mark = Mark(*json.loads(said))
            newest[mark.kind, mark.name] = mark
        else:
            is_damaged = True
    return newest, len(whole), is_damaged
