"""A long evening at one table, and a house of many: what taking back, a restart and a move cost.

Times are processor time, so that a busy machine does not spoil them. The floor is the rules of the
game alone, without a table around them.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from assistant.game import Move, apply
from assistant.games.ares import ARES
from assistant.games.ares.state import SEATS
from assistant.log import Log
from assistant.table import AT_HAND, Table, Tables
from bench.evening import lively, sent, setup
from bench.figures import Row
from bench.process import memory_mb

SCREEN = "screen"
LONG = 1000  # moves, after which early ones are taken back
UNDOS = 24
EARLIEST, EARLY = 8, 120  # steps among which they are
MOST_TOO = 40  # that lean on one of them
LATE = (100, 1000, 5000)  # at which a move is measured
AT_A_TIME = 40
WHOLE = 20_000  # moves for memory
AN_EVENING = 100  # of them at one of many tables
FIELDS = ("mc", "heat", "plants")
SHOWN = 60  # lines of the story


class Evening:
    """A table of four; what the lively log lacks of an evening's length are figures set by hand."""

    def __init__(self, tables: Tables) -> None:
        self.table: Table = tables.open("ares", "standard", {"help": "cards"}, SCREEN)
        self.taps = 0
        for seat in SEATS:
            self.tap(seat, "sit", {"seat": seat, "name": seat}, None)
        self.tap(SCREEN, "begin", {}, None)

    def tap(self, device: str, kind: str, args: dict[str, object], seat: str | None) -> bool:
        self.taps += 1
        table, id = self.table, f"tap-{self.taps}"
        answer = table.play(device, seat, kind, args, id)
        if answer.advice:
            answer = table.play(device, seat, kind, args, f"{id}-anyway", anyway=True)
        return answer.ok

    def lively(self, until: int) -> None:
        """The lively log, and in between what makes it as long."""
        moves = sent(lively())
        for place, move in enumerate(moves):
            self.tap(str(move.seat), move.kind, dict(move.args), move.seat)
            self.fill(until * (place + 1) // len(moves))

    def fill(self, until: int) -> None:
        """Every other figure goes up, every other down again."""
        while (n := self.table.record.n) < until:
            seat, by = SEATS[n % 4], 1 if n // 12 % 2 else -1
            if not self.tap(seat, "adjust", {"field": FIELDS[n % 3], "by": by}, seat):
                self.tap(seat, "adjust", {"field": FIELDS[n % 3], "by": -by}, seat)

    def look(self) -> None:
        """What everybody is shown of it."""
        for seat in (None, *SEATS):
            seen = self.table.view(seat or SCREEN, seat)
            _ = (seen.story[-SHOWN:], self.table.game_view(seat).options)

    def take_back(self) -> list[float]:
        """Milliseconds for each of some early steps, with what everybody is shown then."""
        took: list[float] = []
        for n in range(EARLIEST, EARLY):
            record = self.table.record
            if len(took) == UNDOS:
                break
            if not record.step(n).is_move or n in record.gone:
                continue
            ms = _ms(partial(self._undo, n))
            if n in self.table.record.gone:
                took.append(ms)
        return took

    def _undo(self, n: int) -> None:
        """As the host's phone does it: shown what goes too, it is said again with that."""
        id = f"undo-{n}"
        answer = self.table.play(SCREEN, None, "undo", {"n": n, "also": []}, id)
        if answer.goes and len(answer.goes.also) <= MOST_TOO:
            args = {"n": n, "also": list(answer.goes.also)}
            self.table.play(SCREEN, None, "undo", args, f"{id}-also")
        self.look()

    def moves(self) -> list[Move]:
        """All of it as the rules see it, without what was taken back."""
        steps = (
            step for step in self.table.record.steps if step.entry.n not in self.table.record.gone
        )
        return [step.effect for step in steps if step.effect]


def long_evening() -> list[Row]:
    """What early moves cost that are taken back late, a restart after that, and a late move."""
    gc.collect()
    gc.freeze()  # as the server does; the rest is collected when it is idle
    gc.disable()
    try:
        with tempfile.TemporaryDirectory() as folder:
            return _long_evening(Path(folder))
    finally:
        gc.enable()
        gc.unfreeze()


def _long_evening(folder: Path) -> list[Row]:
    log = Log(folder)
    evening = Evening(Tables(log))
    evening.lively(LONG)
    evening.look()
    floor = _median(partial(_fold, evening.moves()))
    took = evening.take_back()
    code = evening.table.code
    log.close()
    restarts = [_ms(partial(_restart, folder, code)) for _ in range(5)]
    note = f"{len(took)} of them; the floor folds its moves once"
    found = [
        Row("an early move taken back at 1,000, and shown, p50", statistics.median(took), floor),
        Row("  the worst of them", max(took), floor, note=note),
        Row("a restart after that", statistics.median(restarts), floor),
    ]
    again = Log(folder)
    found += _late(Evening(Tables(again)))
    again.close()
    return found


def _late(evening: Evening) -> list[Row]:
    """A move with everybody's view of it, early and late."""
    found: list[tuple[int, float]] = []
    for late in LATE:
        evening.fill(late)
        each: list[float] = []
        for _ in range(AT_A_TIME):
            each.append(_ms(partial(_next, evening)))
        found.append((late, statistics.median(each)))
    (_, early), *_ = found
    return [Row(f"a move at {late:,}, and shown", ms, early) for late, ms in found]


def _next(evening: Evening) -> None:
    evening.fill(evening.table.record.n + 1)
    evening.look()


def flat() -> list[Row]:
    """What 20,000 moves leave in memory: of one table, and of evenings that come and go."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as alone:
        one, text = alone.submit(_one_table).result()
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as alone:
        house = alone.submit(_many_tables).result()
    full = AT_HAND * AN_EVENING
    note = f"{house[0]:.0f} MB once {AT_HAND} tables are at hand, after {full:,} moves"
    return [
        Row("memory of one table after 20,000 moves", one, text, "MB", "the floor is its log"),
        Row(
            f"memory of tables that come and go, {2 * full:,} moves", house[1], house[0], "MB", note
        ),
    ]


def _one_table() -> tuple[float, float]:
    with tempfile.TemporaryDirectory() as folder:
        log = Log(Path(folder))
        evening = Evening(Tables(log))
        evening.look()
        before = _memory()
        while evening.table.record.n < WHOLE:
            evening.fill(evening.table.record.n + AT_A_TIME)
            evening.look()
        grown = _memory() - before
        rows = log.store.read("SELECT sum(length(entry) + length(id)) FROM moves")
        log.close()
        return grown, rows[0][0] / 2**20


def _many_tables() -> tuple[float, float]:
    """When as many tables were played at as stay at hand, and after as many again."""
    with tempfile.TemporaryDirectory() as folder:
        log = Log(Path(folder))
        tables, found, before = Tables(log), list[float](), _memory()
        for _ in range(2):
            for _ in range(AT_HAND):
                evening = Evening(tables)
                evening.fill(AN_EVENING)
                evening.look()
            found.append(_memory() - before)
        log.close()
        return found[0], found[1]


def _memory() -> float:
    gc.collect()
    return memory_mb(os.getpid())


def _restart(folder: Path, code: str) -> None:
    """As after a kill: nothing is known but what lies in the log."""
    log = Log(folder)
    _ = Tables(log).find(code).record.state
    log.close()


def _fold(moves: Sequence[Move]) -> None:
    state = ARES.start(setup())
    for move in moves:
        state = apply(ARES.moves, state, Move(move.kind, move.seat, move.args, anyway=True))


def _median(work: Callable[[], object]) -> float:
    return statistics.median(_ms(work) for _ in range(5))


def _ms(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1000
