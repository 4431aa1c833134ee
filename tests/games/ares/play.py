"""Short ways to lay out an Ares Expedition table in a test."""

from __future__ import annotations

from typing import Any

from assistant.game import Illegal, Move, Setup, Text, apply, judge, read_setup
from assistant.games.ares import ARES, State

SHUFFLES = [[1, 2, 3, 4, 5], [5, 4, 3, 2, 1], [2, 4, 1, 3, 5], [3, 1, 5, 2, 4], [4, 5, 1, 2, 3]]


def table(*seats: str, mode: str = "standard", **options: str) -> State:
    """A table with these seats taken, still in the lobby."""
    setup: Setup = read_setup(ARES, mode, options)
    state = ARES.start(setup)
    for seat in seats:
        state = play(state, "sit", seat)
    return state


def begun(*seats: str, mode: str = "standard", **options: str) -> State:
    """The first round's planning."""
    return play(table(*seats, mode=mode, **options), "begin", neutral=SHUFFLES)


def play(state: State, kind: str, seat: str | None = None, /, **args: Any) -> State:
    """One move, and what the table does by itself after it."""
    move = Move(kind, seat, args)
    state = apply(ARES.moves, state, move)
    follow = ARES.follow(state, move)
    return apply(ARES.moves, state, follow) if follow else state


def anyway(state: State, kind: str, seat: str, /, **args: Any) -> tuple[State, tuple[Text, ...]]:
    return judge(ARES.moves, state, Move(kind, seat, args, anyway=True))


def refusal(state: State, kind: str, seat: str | None = None, /, **args: Any) -> str:
    """The key with which a move is refused; '' if it is not."""
    try:
        play(state, kind, seat, **args)
    except Illegal as refused:
        return refused.text.key
    return ""


def picked(state: State, **picks: int) -> State:
    """Everybody picks: ``picked(state, red=3, blue=4)``."""
    for seat, phase in picks.items():
        state = play(state, "pick_phase", seat, phase=phase)
    return state


def all_done(state: State) -> State:
    """Everybody who is waited for is done with this phase."""
    for player in state.here:
        state = play(state, "done", player.seat)
    return state


def to_planning(state: State) -> State:
    """Play the round to its end."""
    while state.step in ("phase", "end_of_round"):
        state = all_done(state)
    return state
