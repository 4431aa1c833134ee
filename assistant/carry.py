"""A table as one file, to be taken to another machine and back. Pure.

The file holds the log; what lies sealed is not in it: it ends where nothing was sealed last.
Whoever brings it is host there, in place of who was host where it came from. The table at which it
went on once more stays behind: it can go on once more here.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from assistant.game import Illegal, Json, Setup, read_setup, require
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
            {name: getattr(entry, name) for name in FIELDS} for entry in _nothing_sealed(record)
        ],
    }


def _nothing_sealed(record: Record) -> list[Entry]:
    """The moves up to the last one after which nothing lay face down."""
    n = record.n
    while n and is_anything_sealed(record.state_after(n)):
        n -= 1
    return [step.entry for step in record.steps[:n]]


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
