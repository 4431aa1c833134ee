"""How many tables one server can serve: at each, five phones and a move every other second.

What a phone waits for are its acknowledgement and, on the second phone of the same seat, the
screen that shows the move. The phones are a process of their own, this one; its share of a
processor is said, since it must not be what is slow. What other programs keep the processor from is
told apart, so that a busy machine is not taken for a slow server.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import time
from dataclasses import dataclass, field
from typing import NamedTuple

from bench.client import Client, Open, open_page, read_answer, read_screen
from bench.figures import Row, percentile
from bench.process import QUIET_SECONDS, Waiting, memory_mb, processor_ms, product
from bench.reveal import BEHIND
from tests.house import SEATS, House

STEPS = (10, 20, 40, 60, 80, 100, 150, 200)
STEP_SECONDS = 8.0
LONGEST_SECONDS = 120.0
MOVE_EVERY_SECONDS = 2.0
LIMIT_MS = 100.0
ORDER = ("red", "green", "red", "blue", "red", "yellow")  # red's second phone looks on


class Took(NamedTuple):
    """Milliseconds, and how many of them no other program is to blame for."""

    all: float
    net: float


@dataclass
class Playing:
    """A table in its action phase, and what was waited for at it."""

    phones: dict[str, Client]
    second: Client
    number: int = 0
    answered: list[Took] = field(default_factory=list)
    shown: list[Took] = field(default_factory=list)

    async def play(self, until: float, waiting: Waiting) -> None:
        """A move every other second, at no other table's time."""
        await asyncio.sleep(random.uniform(0, MOVE_EVERY_SECONDS))
        while time.perf_counter() < until:
            begun = time.perf_counter()
            await self._move(waiting)
            await asyncio.sleep(max(0, begun + MOVE_EVERY_SECONDS - time.perf_counter()))

    async def _move(self, waiting: Waiting) -> None:
        seat = ORDER[self.number % len(ORDER)]
        self.number += 1
        self.second.kept = []
        waited, start = waiting.ms(), time.perf_counter()

        def took(at: float) -> Took:
            ms = (at - start) * 1000
            return Took(ms, ms - (waiting.ms() - waited))

        frame = await self.phones[seat].must("adjust", field="mc", by=1)
        self.answered.append(took(frame.at))
        if seat == "red":
            self.shown.append(took(await self._shown(read_answer(frame)["n"])))

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
    most = dict.fromkeys(("all", "net"), 0)
    end = time.monotonic() + LONGEST_SECONDS
    async with Open() as stack:
        house = stack.enter_context(product())
        playing: list[Playing] = []
        for count in STEPS:
            while len(playing) < count:
                some = min(10, count - len(playing))
                playing += await asyncio.gather(*(_open(stack, house) for _ in range(some)))
            rows = await _step(playing, house.pid)
            held = memory_mb(house.pid)
            found += [*rows, Row("    the server's memory", held, unit="MB")]
            for name, row in zip(most, rows, strict=True):
                if row.product < LIMIT_MS:
                    most[name] = count
            if most["net"] < count or time.monotonic() > end:
                break
    note = f"five phones each, a move every 2 s, p99 < {LIMIT_MS:.0f} ms"
    return [
        Row("tables at once", most["all"], unit="", note=note),
        Row("  net of waiting for a processor", most["net"], unit=""),
        *found,
    ]


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


async def _step(playing: list[Playing], pid: int) -> list[Row]:
    """So many tables for some seconds: the slower of the two things waited for, and net."""
    for one in playing:
        one.answered.clear()
        one.shown.clear()
    await asyncio.sleep(QUIET_SECONDS)
    with contextlib.closing(Waiting(pid, os.getpid())) as waiting:
        start, own, served = time.perf_counter(), time.process_time(), processor_ms(pid)
        await asyncio.gather(*(one.play(start + STEP_SECONDS, waiting) for one in playing))
        took = time.perf_counter() - start
    shares = (time.process_time() - own) / took, (processor_ms(pid) - served) / 1000 / took
    answered = _p99([took for one in playing for took in one.answered])
    shown = _p99([took for one in playing for took in one.shown])
    name = f"  {len(playing)} tables, a move acknowledged and shown, p99"
    each = f"{answered.all:.0f} and {shown.all:.0f}; net {answered.net:.0f} and {shown.net:.0f}"
    note = f"{each}; phones {shares[0]:.0%} of a processor, server {shares[1]:.0%}"
    return [
        Row(name, max(answered.all, shown.all), note=note),
        Row("    net of waiting for a processor", max(answered.net, shown.net)),
    ]


def _p99(took: list[Took]) -> Took:
    return Took(
        percentile([one.all for one in took], 99), percentile([one.net for one in took], 99)
    )
