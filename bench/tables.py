"""How many tables one server can serve: at each, five phones and a move every other second.

What a phone waits for are its acknowledgement and, on the second phone of the same seat, the
screen that shows the move. The phones are a process of their own, this one; its share of a
processor is said, since it must not be what is slow.
"""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass, field

from bench.client import Client, Open, open_page, read_answer, read_screen
from bench.figures import Row, percentile
from bench.process import processor_ms, product
from bench.reveal import BEHIND
from tests.house import SEATS, House

STEPS = (10, 20, 40, 60, 80, 100, 150, 200)
STEP_SECONDS = 12.0
LONGEST_SECONDS = 150.0
MOVE_EVERY_SECONDS = 2.0
LIMIT_MS = 100.0
ORDER = ("red", "green", "red", "blue", "red", "yellow")  # red's second phone looks on


@dataclass
class Playing:
    """A table in its action phase, and what was waited for at it."""

    phones: dict[str, Client]
    second: Client
    number: int = 0
    answered: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)

    async def play(self, until: float) -> None:
        """A move every other second, at no other table's time."""
        await asyncio.sleep(random.uniform(0, MOVE_EVERY_SECONDS))
        while time.perf_counter() < until:
            begun = time.perf_counter()
            await self._move()
            await asyncio.sleep(max(0, begun + MOVE_EVERY_SECONDS - time.perf_counter()))

    async def _move(self) -> None:
        seat = ORDER[self.number % len(ORDER)]
        self.number += 1
        self.second.kept = []
        start = time.perf_counter()
        frame = await self.phones[seat].must("adjust", field="mc", by=1)
        self.answered.append((frame.at - start) * 1000)
        if seat == "red":
            self.shown.append((await self._shown(read_answer(frame)["n"]) - start) * 1000)

    async def _shown(self, n: int) -> float:
        """When the second phone got a screen of this move, or of a later one."""
        looked = 0
        end = time.perf_counter() + MOVE_EVERY_SECONDS
        while time.perf_counter() < end:
            kept = self.second.kept or []
            for frame in kept[looked:]:
                screen = read_screen(frame.text)
                if screen and screen["n"] >= n and set(screen["slots"]) - BEHIND["seat"]:
                    return frame.at
            looked = len(kept)
            await asyncio.sleep(0.005)
        return end


def tables() -> list[Row]:
    """The most tables at which hardly anybody waits for longer than a tenth of a second."""
    return asyncio.run(_tables())


async def _tables() -> list[Row]:
    found: list[Row] = []
    most = 0
    began = time.monotonic()
    async with Open() as stack:
        house = stack.enter_context(product())
        playing: list[Playing] = []
        for count in STEPS:
            while len(playing) < count:
                some = min(10, count - len(playing))
                playing += await asyncio.gather(*(_open(stack, house) for _ in range(some)))
            rows, slowest = await _step(playing, house.pid)
            found += rows
            if slowest >= LIMIT_MS:
                break
            most = count
            if time.monotonic() - began > LONGEST_SECONDS:
                break
    note = f"five phones each, a move every 2 s, p99 < {LIMIT_MS:.0f} ms"
    return [Row("tables at once", most, unit="", note=note), *found]


async def _open(stack: Open, house: House) -> Playing:
    group = await asyncio.to_thread(lambda: house.open_table(help="mats").sit(*SEATS))
    async with Open() as host:
        await (await open_page(host, group, group.host_token, "table")).must("begin")
    phones = {seat: await open_page(stack, group, group.tokens[seat], "seat") for seat in SEATS}
    second = await open_page(stack, group, group.tokens["red"], "seat")
    for phone in phones.values():
        await phone.must("done")
    for phone in phones.values():
        await phone.must("pick_phase", phase=3)
    return Playing(phones, second)


async def _step(playing: list[Playing], pid: int) -> tuple[list[Row], float]:
    """So many tables for some seconds; the slowest of the two figures."""
    for one in playing:
        one.answered.clear()
        one.shown.clear()
    await asyncio.sleep(1.5)
    start, own, served = time.perf_counter(), time.process_time(), processor_ms(pid)
    await asyncio.gather(*(one.play(start + STEP_SECONDS) for one in playing))
    took = time.perf_counter() - start
    shares = (time.process_time() - own) / took, (processor_ms(pid) - served) / 1000 / took
    answered = percentile([ms for one in playing for ms in one.answered], 99)
    shown = percentile([ms for one in playing for ms in one.shown], 99)
    note = f"phones {shares[0]:.0%} of a processor, server {shares[1]:.0%}"
    return [
        Row(f"  {len(playing)} tables, a move acknowledged, p99", answered, note=note),
        Row(f"  {len(playing)} tables, a move shown, p99", shown),
    ], max(answered, shown)
