"""How fast the rules of Ares Expedition are, late in a lively evening.

Times are processor time, so that a busy machine does not spoil them.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial

from assistant.game import Move, apply, fold
from assistant.games.ares import ARES
from assistant.games.ares.preview import preview
from assistant.games.ares.state import SEATS, State
from assistant.games.ares.view import _may, _open, _open_side
from assistant.moves import after
from assistant.record import Entry, Record
from assistant.seats import BY_TABLE, People
from bench.evening import lively, setup
from bench.figures import Row

REPEATS = 5
LATE = 100  # the last moves of the log, which are measured


def median(work: Callable[[], object]) -> float:
    """Milliseconds."""
    took = []
    for _ in range(REPEATS):
        start = time.process_time()
        work()
        took.append((time.process_time() - start) * 1000)
    return statistics.median(took)


def rules() -> list[Row]:
    log = lively()
    states = [fold(ARES, setup(), log[:-LATE])]
    for move in log[-LATE:]:
        states.append(apply(ARES.moves, states[-1], move))
    late, before = states[-1], list(zip(states, log[-LATE:], strict=False))
    judged = [median(partial(apply, ARES.moves, state, move)) for state, move in before]
    walks = [_walk(states[0], log[-LATE:]) for _ in range(REPEATS)]
    seen = [statistics.median(times) for times in zip(*walks, strict=True)]
    unplayed = next(n for n in range(153, 209) if not any(p.in_play(n) for p in late.players))
    size = len(json.dumps(ARES.view(late, "red").as_json()))
    return [
        _half("rules: a late move judged", judged),
        _half("rules: and all 5 views of it", seen),
        Row(f"rules: fold of {len(log)} moves", median(lambda: fold(ARES, setup(), log))),
        Row("rules: the same with the story", median(partial(_fold_record, log))),
        Row("rules: preview of a card", median(lambda: preview(late, "red", unplayed))),
        Row("rules: a view as JSON", median(lambda: ARES.view(late, "red").as_json())),
        Row("rules: its size", size / 1024, unit="KB"),
    ]


def _half(name: str, times: list[float]) -> Row:
    return Row(name, statistics.median(times), note=f"worst {max(times):.2f}")


def _walk(state: State, moves: Sequence[Move]) -> list[float]:
    """Each move with all views after it, in order: views remember what a move leaves alone."""
    for remembers in (_open, _open_side, _may):
        remembers.cache_clear()
    _view(state)
    took = []
    for move in moves:
        start = time.process_time()
        state = apply(ARES.moves, state, move)
        _view(state)
        took.append((time.process_time() - start) * 1000)
    return took


def _view(state: State) -> None:
    for seat in (None, *SEATS):
        _ = ARES.view(state, seat).options  # which a view may put off until they are asked for


def _fold_record(log: Sequence[Move]) -> None:
    """As a table restores itself from its log, with a story line for each step."""
    record = Record.opened(ARES, setup(), People(SEATS, "screen"))
    for n, move in enumerate(log, 1):
        device, args = move.seat or "screen", dict(move.args)
        if move.kind == "sit":
            args = {"seat": move.seat, "name": device}
        if move.kind == "reveal":
            device = BY_TABLE
        record = after(record, Entry(n, str(n), device, move.seat, move.kind, args))
