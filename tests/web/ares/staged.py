"""Tables of Ares Expedition at a certain point, for tests of what templates ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assistant.game import Move, Seat, apply, read_setup
from assistant.games.ares import ARES
from assistant.games.ares.state import State
from assistant.games.ares.view import View, view

Played = tuple[Seat | None, str, Mapping[str, Any]]


def table(level: str, *moves: Played, mode: str = "standard", seats: str = "red blue") -> State:
    """A game that has begun, after these moves and what the table makes of them."""
    state = ARES.start(read_setup(ARES, mode, {"help": level}))
    for seat in seats.split():
        state = apply(ARES.moves, state, Move("sit", seat))
    begin: Played = (None, "begin", {"neutral": [[1, 2, 3, 4, 5]] * 5})
    return after(state, begin, *moves)


def after(state: State, *moves: Played) -> State:
    for seat, kind, args in moves:
        move: Move | None = Move(kind, seat, dict(args), anyway=True)
        while move:
            state = apply(ARES.moves, state, move)
            move = ARES.follow(state, move)
    return state


def in_phase(level: str, red: int, blue: int, *moves: Played) -> State:
    """Red and blue have picked, and the first of their phases is played."""
    state = table(level)
    if state.step == "setup":
        state = after(state, (None, "go_on", {}))
    picks: tuple[Played, ...] = (
        ("red", "pick_phase", {"phase": red}),
        ("blue", "pick_phase", {"phase": blue}),
    )
    return after(state, *picks, *moves)


def over() -> State:
    """Mars is complete and the phase at its end: points are counted."""
    complete: tuple[Played, ...] = (
        ("red", "declare_terraformed", {}),
        ("red", "done", {}),
        ("blue", "done", {}),
    )
    return in_phase("phases", 1, 1, *complete)


def seen(state: State, seat: Seat | None = "red") -> View:
    return view(state, seat)
