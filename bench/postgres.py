"""The log in PostgreSQL beside the log in a file, in the same run; and what stands in its way.

The database is on this machine and keeps each move on the disk, as the file does. Two processes
serve it: phones of one table are at both.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import time
from collections.abc import Callable, Iterator
from typing import Any

from bench.client import Open
from bench.figures import Row, Skipped, percentile, rows
from bench.process import product
from bench.reveal import PAUSE_SECONDS, WARM_UP, Exchange, chunks, table_at
from tests.house import Group, House
from tests.phone import Phone
from tests.postgres import NoPostgres, Server

MOVES = 400
ROUNDS = 100
SEEN = 200
FAULTS = 5
AGAIN_SECONDS = 0.02


def postgres() -> list[Row]:
    """A move and a reveal; a move seen at another process; faults until everybody is right."""
    with contextlib.ExitStack() as stack:
        try:
            server = Server()
        except NoPostgres as reason:
            raise Skipped(str(reason)) from None
        stack.callback(server.remove)
        url = stack.enter_context(server.database())
        one, two = (stack.enter_context(product("--log", url)) for _ in range(2))
        file = stack.enter_context(product())
        return [
            *asyncio.run(_side_by_side(one, file)),
            *_across(one, two),
            *_faults(one, two, server),
        ]


async def _side_by_side(shared: House, file: House) -> list[Row]:
    async with Open() as stack:
        kept, in_file = [await table_at(stack, house) for house in (shared, file)]
        moved: tuple[list[float], list[float]] = ([], [])
        for one in (kept, in_file):
            await one.turns(WARM_UP, 0)
            one.forget()
        for chunk in chunks(MOVES):
            for one, times in zip((kept, in_file), moved, strict=True):
                times += [await _move(one, n) for n in range(chunk)]
        for chunk in chunks(ROUNDS):
            for one in (kept, in_file):
                await one.turns(chunk, PAUSE_SECONDS)
        note = "the floor is the same in a file"
        return [
            *rows("PostgreSQL: a move acknowledged", *moved, f"{MOVES} moves; {note}"),
            *rows("PostgreSQL: cards turn", kept.times, in_file.times, f"{ROUNDS} rounds; {note}"),
        ]


async def _move(table: Exchange, n: int) -> float:
    """A small move; milliseconds until it was answered."""
    start = time.perf_counter()
    frame = await table.sitting.phones["red"].must("rename", seat="red", name=f"Ann {n}")
    return (frame.at - start) * 1000


@contextlib.contextmanager
def _phones(one: House, two: House) -> Iterator[tuple[Group, Phone, Phone]]:
    """A table with red at one process and blue at the other."""
    with one.open_table().sit("red", "blue") as group:
        token = group.tokens["blue"]
        with Phone(two.url, table=group.code, token=token) as blue:
            yield group, group.phone("red"), blue


def _across(one: House, two: House) -> list[Row]:
    seen = []
    with _phones(one, two) as (_, red, blue):
        for n in range(SEEN):
            answer, start = _rename(red, n), time.perf_counter()
            _see(blue, answer["n"])
            seen.append((time.perf_counter() - start) * 1000)
    note = f"after its answer; {SEEN} moves"
    return [
        Row(f"PostgreSQL: seen at the other process, p{part}", percentile(seen, part), note=note)
        for part in (50, 99)
    ]


def _see(phone: Phone, n: int) -> None:
    phone.wait_for(lambda view: view["n"] >= n)


def _rename(phone: Phone, n: int) -> Any:
    return phone.move("rename", seat="red", name=f"Ann {n}")


def _faults(one: House, two: House, server: Server) -> list[Row]:
    """From the fault's end until a phone at each process has seen a new move."""

    def restart() -> None:
        server.stop(signal.SIGQUIT)
        server.start()

    faults = {
        "the database felled and started": (restart, one, _nothing),
        "a process killed": (one.kill, two, one.start),
    }
    found = []
    for name, (fault, goes_to, mend) in faults.items():
        times = []
        for _ in range(FAULTS):
            times.append(_until_right(one, two, fault, goes_to))
            mend()
        note = f"until both phones have seen a new move, slowest of {FAULTS}"
        found.append(Row(f"PostgreSQL: {name}", max(times), note=note))
    return found


def _nothing() -> None:
    """It has come back by itself."""


def _until_right(one: House, two: House, fault: Callable[[], None], goes_to: House) -> float:
    with _phones(one, two) as (group, _, blue):
        fault()
        start = time.perf_counter()
        red, answer = _moved(goes_to, group)
        with red:
            _see(red, answer["n"])
            _see(blue, answer["n"])
        return (time.perf_counter() - start) * 1000


def _moved(house: House, group: Group) -> tuple[Phone, Any]:
    """A phone that comes again and again until its move counts."""
    while True:
        with contextlib.suppress(OSError):
            phone = Phone(house.url, table=group.code, token=group.tokens["red"])
            answer = _rename(phone, 0)
            if answer["ok"]:
                return phone, answer
            phone.close()
        time.sleep(AGAIN_SECONDS)
