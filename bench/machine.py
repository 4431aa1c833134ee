"""What the server asks of the machine: its memory, and the time until it is there."""

from __future__ import annotations

import asyncio
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.client import Open, open_page
from bench.figures import Row
from bench.process import memory_mb, product, wait_until_quiet
from tests.house import SEATS, House

TABLES = 20
STARTS = 5
FLOOR = "import flask, flask_socketio, gevent"


def memory() -> list[Row]:
    """What an idle server holds, and what a phone adds."""
    with product() as house:
        wait_until_quiet(house.pid)
        idle = memory_mb(house.pid)
        phones, more = asyncio.run(_open_phones(house))
    each = (more - idle) / phones * 1024
    return [
        Row("memory of an idle server", idle, unit="MB"),
        Row("memory of a phone", each, unit="KB", note=f"{phones} at {TABLES} tables"),
    ]


async def _open_phones(house: House) -> tuple[int, float]:
    async with Open() as stack:
        opened = 0
        for _ in range(TABLES):
            group = await asyncio.to_thread(lambda: house.open_table().sit(*SEATS))
            for seat in (*SEATS, SEATS[0]):
                await open_page(stack, group, group.tokens[seat], "seat")
                opened += 1
        await asyncio.to_thread(wait_until_quiet, house.pid)
        return opened, memory_mb(house.pid)


def cold_start() -> list[Row]:
    """From the command to the line that says it is ready, once its templates are compiled."""
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        house.start()
        wait_until_quiet(house.pid)
        house.stop()
        took, floor = [], []
        for _ in range(STARTS):
            start = time.perf_counter()
            house.start()
            took.append((time.perf_counter() - start) * 1000)
            house.stop()
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", FLOOR], check=True)
            floor.append((time.perf_counter() - start) * 1000)
    note = f"median of {STARTS}; the floor imports Flask, Flask-SocketIO and gevent"
    return [Row("cold start", statistics.median(took), statistics.median(floor), note=note)]
