"""What a move costs while strangers pour: twenty sockets that never wait, at another table.

They say hello, look at cards of a late game, send moves that are none and open slots, as fast as
their line takes it, and come again whenever they were shown the door. They are a process of their
own that gives way to all others: on an evening they have a processor of their own. The floor is the
same table with nobody pouring. People were promised twice that.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any

from bench.client import Client, Open, open_page
from bench.evening import late_table
from bench.figures import Row, rows
from bench.process import QUIET_SECONDS, Waiting, processor_ms, product
from bench.tables import Took
from tests.house import SEATS, Group, House
from tests.stranger import Stranger, event

POURING = 20
MOVES = 400
MOVE_EVERY_SECONDS = 0.02
SAID = (
    event("hello", ack=1),
    event("look", {"number": 163}, ack=1),
    event("move", {"id": "x", "kind": "nonsense"}, ack=1),
    event("show", ["mat", "story"], ack=1),
)
AT_A_TIME = 100


def strangers() -> list[Row]:
    """A move of an honest phone while strangers pour, beside one in a quiet house."""
    with product() as house:
        return asyncio.run(_strangers(house))


async def _strangers(house: House) -> list[Row]:
    theirs = await asyncio.to_thread(late_table, house)
    group = await asyncio.to_thread(lambda: house.open_table(help="mats").sit(*SEATS))
    async with Open() as stack:
        phones = [await open_page(stack, group, group.tokens[seat], "seat") for seat in SEATS]
        await asyncio.sleep(QUIET_SECONDS)
        quiet = await _moves(phones, house.pid)
        with _pouring(theirs):
            await asyncio.sleep(QUIET_SECONDS)
            served, start = processor_ms(house.pid), time.perf_counter()
            poured = await _moves(phones, house.pid)
            share = (processor_ms(house.pid) - served) / 1000 / (time.perf_counter() - start)
    name, note = f"a move while {POURING} sockets pour", f"server {share:.0%} of a processor"
    net = "  net of waiting for a processor"
    return [
        *rows(name, [one.all for one in poured], [one.all for one in quiet], note),
        *rows(net, [one.net for one in poured], [one.net for one in quiet]),
    ]


async def _moves(phones: list[Client], pid: int) -> list[Took]:
    """How long phones wait for their answers, one after the other."""
    found = []
    with closing(Waiting(pid, os.getpid())) as waiting:
        for number in range(MOVES):
            phone, seat = phones[number % len(phones)], SEATS[number % len(phones)]
            waited, start = waiting.ms(), time.perf_counter()
            frame = await phone.must("rename", seat=seat, name=f"{seat} {number}")
            ms = (frame.at - start) * 1000
            found.append(Took(ms, max(0.0, ms - (waiting.ms() - waited))))
            await asyncio.sleep(MOVE_EVERY_SECONDS)
    return found


@contextmanager
def _pouring(group: Group) -> Iterator[None]:
    context = multiprocessing.get_context("spawn")
    over = context.Event()
    auth = {"table": group.code, "token": group.tokens["red"], "format": "json"}
    process = context.Process(target=_pour, args=(group.house.port, auth, over.is_set))
    process.start()
    try:
        yield
    finally:
        over.set()
        process.join()


def _pour(port: int, auth: dict[str, Any], over: Callable[[], bool]) -> None:
    if hasattr(os, "nice"):
        os.nice(19)
    threads = [
        threading.Thread(target=_pour_one, args=(port, auth, SAID[number % len(SAID)], over))
        for number in range(POURING)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _pour_one(port: int, auth: dict[str, Any], said: bytes, over: Callable[[], bool]) -> None:
    """Pour, and come again, until it is over."""
    while not over():
        try:
            with Stranger(port) as stranger:
                stranger.join(**auth)
                stranger.pour(said * AT_A_TIME, over)
        except OSError:
            time.sleep(0.01)
