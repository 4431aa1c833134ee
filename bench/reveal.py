"""How long from the last lock to the reveal on every screen?

    .venv/bin/python bench/reveal.py [rounds]

Five phones and a table screen. Each phone seals its choice and is answered; the last one opens
them all. Measured is the time from sending the last lock until the last of the screens has come.
In the same run the same is done with a bare `websockets` server that only counts locks and
broadcasts a message of the same size: the floor of what this machine can do. The ratio is the
figure to watch; it is about the same on a Raspberry Pi.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.house import SEATS, Group, House

ROUNDS = 150
WARM_UP = 15
SECOND_DEVICE = "red"  # the fifth phone: a second device of one of the four


class Client:
    """A phone on a bare web socket, speaking just enough Socket.IO."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._acks = itertools.count()

    async def say(self, message: str) -> None:
        await self._socket.send(message)

    async def until(self, wanted: Callable[[str], bool]) -> str:
        while not wanted(frame := str(await self._socket.recv())):
            if frame == "2":
                await self._socket.send("3")
        return frame

    async def move(self, kind: str, **args: Any) -> int:
        """Send a move without waiting; the number of its acknowledgement."""
        ack = next(self._acks)
        message = {"id": f"{id(self)}-{ack}", "kind": kind, "args": args}
        await self.say(f"42{ack}" + json.dumps(["move", message]))
        return ack

    async def must(self, kind: str, **args: Any) -> None:
        ack = await self.move(kind, **args)
        answer = await self.until(lambda frame: frame.startswith(f"43{ack}["))
        assert '"ok":true' in answer.replace(" ", ""), answer


async def sit(stack: contextlib.AsyncExitStack, group: Group, token: str, page: str) -> Client:
    url = group.house.url.replace("http", "ws", 1) + "/socket.io/?EIO=4&transport=websocket"
    client = Client(await stack.enter_async_context(connect(url, compression=None)))
    auth = {"table": group.code, "token": token, "page": page}
    await client.say("40" + json.dumps(auth))
    await client.until(lambda frame: frame.startswith("42"))
    return client


def is_reveal(frame: str) -> bool:
    return "data-reveal=" in frame


async def measure_table(house: House, rounds: int) -> tuple[list[float], int]:
    """Milliseconds of each reveal, and the size of what a phone gets then."""
    group = house.open_table().sit(*SEATS)
    times: list[float] = []
    size = 0
    async with contextlib.AsyncExitStack() as stack:
        host = await sit(stack, group, group.host_token, "table")
        phones = [await sit(stack, group, group.tokens[seat], "seat") for seat in SEATS]
        second = await sit(stack, group, group.tokens[SECOND_DEVICE], "seat")
        await host.must("begin")
        for number in range(rounds):
            phase = 1 + number % 2
            for phone in phones[:-1]:
                await phone.must("pick_phase", phase=phase)
            last, everybody = phones[-1], [*phones, second, host]
            start = time.perf_counter()
            await last.move("pick_phase", phase=phase)
            frames = await asyncio.gather(*(one.until(is_reveal) for one in everybody))
            times.append((time.perf_counter() - start) * 1000)
            size = len(frames[0])
            for _ in range(2):
                await host.must("go_on")
    return times, size


async def measure_floor(size: int, rounds: int) -> list[float]:
    """The same exchange with nothing behind it."""
    sockets: list[ServerConnection] = []
    reveal = "x" * size
    locks = 0

    async def handle(socket: ServerConnection) -> None:
        nonlocal locks
        sockets.append(socket)
        async for message in socket:
            await socket.send(f"ack {message!s}")
            locks += 1
            if locks % len(SEATS) == 0:
                await asyncio.gather(*(one.send(reveal) for one in sockets))

    times: list[float] = []
    async with contextlib.AsyncExitStack() as stack:
        server = await stack.enter_async_context(serve(handle, "127.0.0.1", 0, compression=None))
        url = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        clients = [
            Client(await stack.enter_async_context(connect(url, compression=None)))
            for _ in range(len(SEATS) + 2)
        ]
        while len(sockets) < len(clients):
            await asyncio.sleep(0.01)
        for _ in range(rounds):
            for client in clients[: len(SEATS) - 1]:
                await client.say("lock")
                await client.until(lambda frame: frame.startswith("ack"))
            start = time.perf_counter()
            await clients[len(SEATS) - 1].say("lock")
            await asyncio.gather(*(one.until(lambda frame: frame == reveal) for one in clients))
            times.append((time.perf_counter() - start) * 1000)
    return times


def figures(name: str, times: list[float]) -> tuple[float, float]:
    ordered = sorted(times[WARM_UP:])
    half, late = statistics.median(ordered), ordered[int(len(ordered) * 0.99)]
    print(f"{name:28} p50 {half:6.2f} ms   p99 {late:6.2f} ms")
    return half, late


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    with tempfile.TemporaryDirectory() as folder, House(Path(folder)) as house:
        times, size = asyncio.run(measure_table(house, rounds + WARM_UP))
        floor = asyncio.run(measure_floor(size, rounds + WARM_UP))
    print(f"last lock to the reveal on {len(SEATS) + 1} phones and a table screen, {rounds} rounds")
    bare = figures("bare websockets broadcast", floor)
    table = figures(f"Mars Table, {size} characters", times)
    print(
        f"ratio                        p50 {table[0] / bare[0]:6.1f}      p99 "
        f"{table[1] / bare[1]:6.1f}"
    )


if __name__ == "__main__":
    main()
