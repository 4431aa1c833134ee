"""What a move costs the processor: over a whole evening, and late in it beside early.

Five phones and a table screen look on, the assistant knows every card.
"""

from __future__ import annotations

import asyncio
import time

from assistant.game import Move
from bench.client import Open, Sitting, sit
from bench.evening import early_table, late_table, lively, sent
from bench.figures import Row, percentile
from bench.process import QUIET_SECONDS, held, processor_ms, product
from tests.house import SEATS, Group

PACE_SECONDS = 0.05
BREATH = 10  # moves after which the table is quiet for once, and what was put off is drawn
CORRECTIONS = 60
ALONE = 8
WARM_UP = 10


def evening() -> list[Row]:
    """The processor time of a move, mean of a lively evening of four."""
    return asyncio.run(_evening())


async def _evening() -> list[Row]:
    moves = sent(lively())
    with product() as house:
        async with Open() as stack:
            group = house.open_table(help="cards").sit(*SEATS)
            sitting = await sit(stack, group)
            await sitting.host.must("begin")
            await asyncio.sleep(QUIET_SECONDS)
            costs, answered = [], []
            for first in range(0, len(moves), BREATH):
                before = processor_ms(house.pid)
                some = moves[first : first + BREATH]
                answered += [await _make(sitting, move) for move in some]
                await asyncio.sleep(QUIET_SECONDS)
                costs.append((processor_ms(house.pid) - before, len(some)))
    third = len(costs) // 3
    note = f"{len(moves)} moves, 20 a second, quiet after every tenth"
    return [
        Row("processor time of a move, mean of an evening", _mean(costs), note=note),
        Row("  its first third", _mean(costs[:third])),
        Row("  its last third", _mean(costs[-third:]), _mean(costs[:third]), note="÷ the first"),
        *(
            Row(f"  a move acknowledged, p{percent}", percentile(answered, percent))
            for percent in (50, 99)
        ),
    ]


async def _make(sitting: Sitting, move: Move) -> float:
    """Make a move at a steady pace; milliseconds until it was answered."""
    assert move.seat
    start = time.perf_counter()
    frame = await sitting.phones[move.seat].must(move.kind, anyway=move.anyway, **move.args)
    await asyncio.sleep(max(0, start + PACE_SECONDS - time.perf_counter()))
    return (frame.at - start) * 1000


def _mean(costs: list[tuple[float, int]]) -> float:
    return sum(cost for cost, _ in costs) / sum(count for _, count in costs)


def late_move(*, fifth: bool = False) -> list[Row]:
    """A figure on one mat is set by hand: in the first round, and when mats are full of cards."""
    with product() as house:
        groups = (early_table(house), late_table(house))
        with held(*([house.pid] if fifth else [])) as how:
            early, late = (asyncio.run(_correct(group, house.pid)) for group in groups)
    note = f"÷ an early one; {{}} moves, {{}}{', held ' + how if how else ''}"
    in_a_row = note.format(CORRECTIONS, "20 a second")
    alone = note.format(ALONE, "the table quiet after each")
    return [
        Row("processor time of a late move, in a row", late[0], early[0], note=in_a_row),
        Row("processor time of a late move, by itself", late[1], early[1], note=alone),
    ]


async def _correct(group: Group, pid: int) -> tuple[float, float]:
    """What a correction costs while others follow, and one after which everything is drawn."""
    async with Open() as stack:
        sitting = await sit(stack, group)
        await _cost(sitting, pid, WARM_UP)
        in_a_row = await _cost(sitting, pid, CORRECTIONS)
        alone = [await _cost(sitting, pid, 1) for _ in range(ALONE)]
        return in_a_row, sum(alone) / ALONE


async def _cost(sitting: Sitting, pid: int, count: int) -> float:
    """The processor time of each of so many corrections, none of which repeats a figure."""
    before = processor_ms(pid)
    for _ in range(count):
        await _make(sitting, Move("adjust", "red", {"field": "mc", "by": 1}))
    await asyncio.sleep(QUIET_SECONDS)
    return (processor_ms(pid) - before) / count
