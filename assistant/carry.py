"""A table as one file, to be taken to another machine and back. Pure.

The file holds the log, but no choice that was never opened: it ends where nothing lay sealed last,
and nothing that did had been withdrawn, taken back or become void since all was opened.
Whoever brings it is host there, in place of who was host where it came from. The table at which it
went on once more stays behind: it can go on once more here.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from assistant.game import Illegal, Json, Mark, Setup, is_marked, read_setup, require
from assistant.games import GAMES
from assistant.moves import fold
from assistant.record import Entry, Record
from assistant.sealed import is_anything_sealed
from assistant.seats import People, read_name

VERSION = 1
MOST_MOVES = 5000
FIELDS: Mapping[str, tuple[type, ...]] = {
    "n": (int,),
    "id": (str,),
    "device": (str,),
    "seat": (str, type(None)),
    "kind": (str,),
    "args": (dict,),
    "anyway": (bool,),
    "at": (int, float),
}


@dataclass(frozen=True)
class Brought:
    """A table from a file, judged move by move."""

    code: str
    setup: Setup
    entries: tuple[Entry, ...]
    is_finished: bool


def packed(code: str, setup: Setup, record: Record) -> dict[str, Json]:
    """A table as a file; `setup` is what it was opened with."""
    return {
        "mars-table": VERSION,
        "code": code,
        "game": setup.game,
        "mode": setup.mode,
        "options": dict(setup.options),
        "name": setup.name,
        "host": record.people.screen,
        "moves": [
            {name: getattr(entry, name) for name in FIELDS} for entry in _nothing_hidden(record)
        ],
    }


def _nothing_hidden(record: Record) -> list[Entry]:
    """The moves up to the first one since all was opened last that seals something."""
    places = range(1, record.n + 1)
    opened = next((n for n in reversed(places) if _opens(record, n)), 0)
    end = next((n for n in places[opened:] if _is_marked(record, n, "sealed")), record.n + 1)
    return [step.entry for step in record.steps[: end - 1]]


def _opens(record: Record, n: int) -> bool:
    """Whether a step opened all that lay sealed; a seat that takes its own back opens nothing."""
    opens = _is_marked(record, n, "by_table") or _is_marked(record, n, "for_host")
    sealed = [is_anything_sealed(record.state_after(one)) for one in (n - 1, n)] if opens else []
    return sealed == [True, False]


def _is_marked(record: Record, n: int, mark: Mark) -> bool:
    step = record.step(n)
    rule = record.game.moves.get(step.entry.kind) if step.is_move else None
    return rule is not None and is_marked(rule, mark)


def unpacked(file: Json, host: str) -> Brought:
    """The table in a file, with `host` as its host; `Illegal` if it is none, or does not fit."""
    _require(isinstance(file, dict) and file.get("mars-table") == VERSION)
    moves, code, was_host = file.get("moves"), file.get("code"), file.get("host")
    _require(isinstance(moves, list) and len(moves) <= MOST_MOVES)
    _require(isinstance(code, str) and code.isascii() and code.isalnum() and len(code) <= 8)
    _require(isinstance(was_host, str) and was_host)
    entries = tuple(_entry(move, place, was_host, host) for place, move in enumerate(moves, 1))
    _require(len({entry.id for entry in entries}) == len(entries))
    try:
        require(isinstance(file.get("game"), str) and file["game"] in GAMES, "unknown-game")
        game = GAMES[file["game"]]
        setup = replace(
            read_setup(game, file.get("mode"), file.get("options")),
            name=_name(file.get("name", "")),
        )
        record = fold(Record.opened(game, setup, People(game.seats, host)), entries)
    except Illegal:
        raise Illegal("no-table-in-file") from None
    return Brought(code.upper(), setup, entries, record.is_finished)


def _entry(move: Json, place: int, was_host: str, host: str) -> Entry:
    _require(isinstance(move, dict) and set(move) == set(FIELDS))
    _require(all(type(move[name]) in kinds for name, kinds in FIELDS.items()))
    # None but the table's own moves have such an id, and each that of its number.
    _require(not move["id"].startswith("+") or move["id"] == f"+{place}")
    _require(move["n"] == place and math.isfinite(move["at"]))
    _require(move["seat"] is None or any(move["seat"] in game.seats for game in GAMES.values()))
    values: dict[str, Any] = {**move, "at": float(move["at"])}
    entry = Entry(**values)
    if entry.kind == "rematch":
        entry = replace(entry, args={"code": ""})
    return replace(entry, device=host) if entry.device == was_host else entry


def _name(name: Json) -> str:
    """The name of house rules; a file of a table that has none may lack it."""
    _require(isinstance(name, str))
    return name and read_name(name)


def _require(condition: object) -> None:
    require(condition, "no-table-in-file")
