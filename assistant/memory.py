"""What a machine remembers from evening to evening, beside the tables: what lies in a group's box.

A rule asks for it with a parameter marked `Remembered`, a game says with `remember` what to keep.
House rules that have a name are kept too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from assistant.game import Json
from assistant.marks import MEMORY, Mark
from assistant.store import Conflict, Cursor, Store
from assistant.sums import sum_of

Row = tuple[str, str, str, int, str]
_COLUMNS = "game, name, value, version, sum"
_KEEP = f"""INSERT INTO memory ({_COLUMNS}) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (game, name) DO UPDATE
    SET value = excluded.value, version = excluded.version, sum = excluded.sum
    WHERE memory.version < excluded.version"""


def place(game: str, name: str) -> str:
    """How a mark calls what is kept under this name."""
    return f"{game} {name}"


def is_sound(row: Row) -> bool:
    """Whether what was kept is as it was written."""
    return row[4] == sum_of(*row[:4])


class Memory:
    """JSON by game and name; the newest counts. What was damaged is not remembered."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def recall(self, game: str, name: str) -> Json:
        """What was kept under this name; None if nothing was."""
        statement = f"SELECT {_COLUMNS} FROM memory WHERE game=? AND name=?"
        return _values(self._store.read(statement, game, name)).get(name)

    def recall_all(self, game: str, start: str) -> dict[str, Json]:
        """What was kept under names that begin so, by the rest of the name."""
        statement = f"""SELECT {_COLUMNS} FROM memory WHERE game=? AND substr(name, 1, ?)=?
            ORDER BY name"""
        values = _values(self._store.read(statement, game, len(start), start))
        return {name[len(start) :]: value for name, value in values.items() if value is not None}

    def keep(self, game: str, values: Mapping[str, Json]) -> None:
        """Keep these instead of what was kept under their names before."""
        marks: list[Mark] = []

        def replace(cursor: Cursor) -> None:
            marks.clear()
            for name, value in values.items():
                cursor.execute("SELECT version FROM memory WHERE game=? AND name=?", (game, name))
                version = max((row[0] for row in cursor.fetchall()), default=0) + 1
                row = (game, name, json.dumps(value), version)
                cursor.execute(_KEEP, (*row, sum_of(*row)))
                if cursor.rowcount != 1:
                    raise Conflict
                marks.append(Mark(MEMORY, place(game, name), version, sum_of(*row)))

        self._store.write(replace, marks=marks)

    def forget(self, game: str, name: str) -> None:
        """Keep nothing under this name; that it was forgotten is known."""
        self.keep(game, {name: None})


def _values(rows: Iterable[Row]) -> dict[str, Json]:
    return {row[1]: json.loads(row[2]) for row in rows if is_sound(row)}
