"""What a machine remembers from evening to evening, beside the tables: what lies in a group's box.

A rule asks for it with a parameter marked `Remembered`, a game says with `remember` what to keep.
House rules that have a name are kept too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from assistant.game import Json
from assistant.store import Cursor, Store


class Memory:
    """JSON by game and name; the newest counts."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def recall(self, game: str, name: str) -> Json:
        """What was kept under this name; None if nothing was."""
        statement = "SELECT value FROM memory WHERE game=? AND name=?"
        rows = self._store.read(statement, game, name)
        return json.loads(rows[0][0]) if rows else None

    def recall_all(self, game: str, start: str) -> dict[str, Json]:
        """What was kept under names that begin so, by the rest of the name."""
        statement = "SELECT name, value FROM memory WHERE game=? AND substr(name, 1, ?)=?"
        rows = self._store.read(f"{statement} ORDER BY name", game, len(start), start)
        return {name[len(start) :]: json.loads(value) for name, value in rows}

    def keep(self, game: str, values: Mapping[str, Json]) -> None:
        """Keep these instead of what was kept under their names before."""
        rows = [(game, name, json.dumps(value)) for name, value in values.items()]

        statement = """INSERT INTO memory (game, name, value) VALUES (?, ?, ?)
            ON CONFLICT (game, name) DO UPDATE SET value = excluded.value"""

        def replace(cursor: Cursor) -> None:
            cursor.executemany(statement, rows)

        self._store.write(replace)

    def forget(self, game: str, name: str) -> None:
        """Keep nothing under this name."""
        self._store.write_one("DELETE FROM memory WHERE game=? AND name=?", (game, name))
