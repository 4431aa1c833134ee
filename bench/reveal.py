"""From the last lock to the turned cards, to the whole screen, and what a round costs.

Five phones and a table screen. Product, floor and the phones are three processes; product and floor
take turns, so that a busy machine slows both. The floor keeps each lock on the disk as the product
has to; beside it, for information, stands one that keeps nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from assistant.web.face import When, slots_of
from assistant.web.faces import FACES
from bench.client import Frame, Open, Sitting, read_screen, sit
from bench.figures import Row, percentile, rows
from bench.floor import Floor
from bench.process import QUIET_SECONDS, Waiting, held, processor_ms, product
from tests.house import SEATS, House

ROUNDS = 150
WHOLE_ROUNDS = 40
PRICED_ROUNDS = 60
PRICED_REVEALS = 8
WARM_UP = 10
CHUNK = 10  # rounds of one before the other has its turn
PAUSE_SECONDS = 0.05  # people do not lock in the same millisecond
SILENCE_SECONDS = 0.3  # after which a screen is taken to be whole
BEHIND = {
    page: {slot.name for slot in slots_of(FACES["ares"], page) if slot.when >= When.BEHIND}
    for page in ("seat", "table")
}


@dataclass
class Exchange:
    """A table, or the floor in its place: locks go in, and come out open."""

    pid: int
    sitting: Sitting
    waiting: Waiting
    goes_on: bool  # the floor has no phases to go on to
    number: int = 0
    times: list[float] = field(default_factory=list)
    net: list[float] = field(default_factory=list)  # of what others kept the processor from it
    processor: list[float] = field(default_factory=list)
    size: int = 0

    async def turn(self, pause: float) -> float:
        """One round; when its last lock was sent."""
        await self.lock_all_but_one()
        await asyncio.sleep(pause)
        return await self.lock_the_last()

    async def priced_reveal(self) -> float:
        """The processor time of the last lock, with the reveal and all that is put off."""
        await self.lock_all_but_one()
        await asyncio.sleep(QUIET_SECONDS)
        before = processor_ms(self.pid)
        await self.lock_the_last()
        await asyncio.sleep(QUIET_SECONDS)
        return processor_ms(self.pid) - before

    @property
    def phase(self) -> int:
        return 1 + self.number % 2

    async def lock_all_but_one(self) -> None:
        self.number += 1
        for phone in list(self.sitting.phones.values())[:-1]:
            await phone.must("pick_phase", phase=self.phase)

    async def lock_the_last(self) -> float:
        """When it was sent."""
        last = list(self.sitting.phones.values())[-1]
        seen = [one.next(is_reveal) for one in self.sitting.everybody]
        waited = self.waiting.ms()
        start = time.perf_counter()
        answer = await last.move("pick_phase", phase=self.phase)
        frames = await asyncio.gather(*seen)
        self.times.append((max(frame.at for frame in frames) - start) * 1000)
        self.net.append(self.times[-1] - (self.waiting.ms() - waited))
        await answer
        self.size = len(frames[0].text)
        if self.goes_on:
            assert {round_of(frame.text) for frame in frames} == {self.number}
        return start

    async def go_on(self) -> None:
        for _ in range(2 if self.goes_on else 0):
            await self.sitting.host.must("go_on")

    async def turns(self, rounds: int, pause: float) -> None:
        for _ in range(rounds):
            await self.turn(pause)
            await self.go_on()

    async def priced(self, rounds: int) -> None:
        """So many rounds, and the processor time of one of them with all that is put off."""
        before = processor_ms(self.pid)
        await self.turns(rounds, 0)
        await asyncio.sleep(QUIET_SECONDS)
        self.processor.append((processor_ms(self.pid) - before) / rounds)

    async def turn_whole(self) -> float:
        """One round; milliseconds until everybody has all that is in sight."""
        for one in self.sitting.everybody:
            one.kept = []
        start = await self.turn(PAUSE_SECONDS)
        while time.perf_counter() - max(one.last_at for one in self.sitting.everybody) < (
            SILENCE_SECONDS
        ):
            await asyncio.sleep(SILENCE_SECONDS / 10)
        host = self.sitting.host
        last = start
        for one in self.sitting.everybody:
            behind = BEHIND["table" if one is host else "seat"]
            last = max([last, *(frame.at for frame in in_sight(one.kept or [], behind))])
            one.kept = None
        return (last - start) * 1000

    def forget(self) -> None:
        self.times.clear()
        self.net.clear()


class Exchanges(NamedTuple):
    """The product, the floor, the floor that keeps nothing; how they are held to a fifth."""

    table: Exchange
    floor: Exchange
    bare: Exchange
    how: str


def is_reveal(text: str) -> bool:
    return "data-reveal=" in text


def round_of(text: str) -> int:
    """The round whose cards turn.

    >>> round_of('<section data-reveal="12">')
    12
    """
    found = re.search(r"data-reveal=\W+(\d+)", text)
    return int(found[1]) if found else 0


def in_sight(frames: Sequence[Frame], behind: set[str]) -> list[Frame]:
    """Those that hold more than what lies behind a tab: of the story alone, none."""
    screens = [(frame, read_screen(frame.text)) for frame in frames]
    return [frame for frame, screen in screens if screen and set(screen["slots"]) - behind]


@contextlib.asynccontextmanager
async def exchanges(*, fifth: bool = False) -> AsyncIterator[Exchanges]:
    """All of them, seated and warm."""
    async with Open() as stack:
        house = stack.enter_context(product())
        table = await table_at(stack, house)
        await table.turns(WARM_UP, 0)
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        kept = stack.enter_context(Floor(table.size, folder / "locks"))
        bare = stack.enter_context(Floor(table.size))
        floors = [
            _exchange(stack, one.pid, await one.sit(stack), goes_on=False) for one in (kept, bare)
        ]
        for one in floors:
            await one.turns(WARM_UP, 0)
        pids = (table.pid, kept.pid, bare.pid) if fifth else ()
        how = stack.enter_context(held(*pids))
        for one in (table, *floors):
            one.forget()
        yield Exchanges(table, floors[0], floors[1], how)


async def table_at(stack: Open, house: House) -> Exchange:
    """A table of this house whose people are seated and have begun."""
    return _exchange(stack, house.pid, await _seated(stack, house), goes_on=True)


def _exchange(stack: Open, pid: int, sitting: Sitting, *, goes_on: bool) -> Exchange:
    waiting = Waiting(pid, os.getpid())
    stack.callback(waiting.close)
    return Exchange(pid, sitting, waiting, goes_on)


async def _seated(stack: Open, house: House) -> Sitting:
    group = house.open_table().sit(*SEATS)
    sitting = await sit(stack, group)
    await sitting.host.must("begin")
    return sitting


def cards_turn(rounds: int = ROUNDS, *, fifth: bool = False) -> list[Row]:
    """From sending the last lock until the last of the six can turn its cards."""
    return asyncio.run(_cards_turn(rounds, fifth))


async def _cards_turn(rounds: int, fifth: bool) -> list[Row]:
    found = []
    async with exchanges(fifth=fifth) as (table, floor, bare, how):
        for name, pause in (("after 50 ms of silence", PAUSE_SECONDS), ("back to back", 0.0)):
            for chunk in chunks(rounds):
                for one in (table, floor, bare):
                    await one.turns(chunk, pause)
            note = f"{rounds} rounds, {table.size} characters{', held ' + how if how else ''}"
            found += rows(f"cards turn, {name}", table.times, floor.times, note)
            if not fifth:  # one that is held waits for the processor on purpose
                found += rows("  net of waiting for a processor", table.net, floor.net)
            half = percentile(bare.times, 50)
            found.append(Row("  its floor without the disk, p50", half))
            for one in (table, floor, bare):
                one.forget()
    return found


def whole_screen(rounds: int = WHOLE_ROUNDS) -> list[Row]:
    """From sending the last lock until the last of the six has all that is in sight."""
    return asyncio.run(_whole_screen(rounds))


async def _whole_screen(rounds: int) -> list[Row]:
    whole = []
    async with exchanges() as (table, floor, _, _):
        for chunk in chunks(rounds):
            for _ in range(chunk):
                whole.append(await table.turn_whole())
                await table.go_on()
            await floor.turns(chunk, PAUSE_SECONDS)
        return rows("whole screen, after 50 ms of silence", whole, floor.times, f"{rounds} rounds")


def processor(rounds: int = PRICED_ROUNDS, *, fifth: bool = False) -> list[Row]:
    """The processor time of a round: four locks, the reveal, on to the next."""
    return asyncio.run(_processor(rounds, fifth))


async def _processor(rounds: int, fifth: bool) -> list[Row]:
    async with exchanges(fifth=fifth) as (table, floor, _, how):
        for chunk in chunks(rounds):
            await table.priced(chunk)
            await floor.priced(chunk)
        spent = [sum(one.processor) / len(one.processor) for one in (table, floor)]
        note = f"{rounds} rounds{', held ' + how if how else ''}"
        reveals = []
        for _ in range(PRICED_REVEALS):
            reveals.append(await table.priced_reveal())
            await table.go_on()
        alone = f"{PRICED_REVEALS} times, with what is put off; ÷ a whole round of the floor"
        return [
            Row("processor time of a reveal round", spent[0], spent[1], note=note),
            Row("processor time of a reveal", percentile(reveals, 50), spent[1], note=alone),
        ]


def chunks(rounds: int) -> list[int]:
    """
    >>> chunks(25)
    [10, 10, 5]
    """
    whole, rest = divmod(rounds, CHUNK)
    return [CHUNK] * whole + ([rest] if rest else [])
