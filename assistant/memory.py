"""What a machine remembers from evening to evening, beside the tables: what lies in a group's box.

A rule asks for it with a parameter marked `Remembered`, a game says with `remember` what to keep.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from sqlite3 import Cursor

from assistant.game import Json
from assistant.store import Store


class Memory:
    """JSON by game and name; the newest counts."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def recall(self, game: str, name: str) -> Json:
        """What was kept under this name; None if nothing was."""
        statement = "SELECT value FROM memory WHERE game=? AND name=?"
        rows = self._store.read(statement, game, name)
        return json.loads(rows[0][0]) if rows else None

    def keep(self, game: str, values: Mapping[str, Json]) -> None:
        """Keep these instead of what was kept under their names before."""
        rows = [(game, name, json.dumps(value)) for name, value in values.items()]

        def replace(cursor: Cursor) -> None:
            cursor.executemany("INSERT OR REPLACE INTO memory VALUES (?, ?, ?)", rows)

        self._store.write(replace)
