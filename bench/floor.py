"""The floor: a bare `websockets` server that does the same exchange with nothing behind it.

It counts locks, keeps each in a file, answers it, and after the last one broadcasts a message as
large as the product's. It runs in a process of its own: `python -m bench.floor SIZE [FILE]`;
without a file nothing is kept.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import TracebackType

from websockets.asyncio.server import ServerConnection, broadcast, serve

from bench.client import Client, Open, Sitting, open_client
from tests.house import ROOT, SEATS

ENTRY = b"x" * 199 + b"\n"  # about what a move is in the log
WELCOME = '42["screen", "{}"]'


class Floor:
    """The process; as a context it is ended."""

    def __init__(self, size: int, file: Path | None = None) -> None:
        command = [sys.executable, "-m", "bench.floor", str(size), *([str(file)] if file else [])]
        self._process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout
        self.url = self._process.stdout.readline().strip()
        self.pid = self._process.pid

    def __enter__(self) -> Floor:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()
        assert self._process.stdout
        self._process.stdout.close()

    async def sit(self, stack: Open) -> Sitting:
        """As many devices as a table has."""

        async def one() -> Client:
            return await open_client(stack, self.url, {})

        return Sitting({seat: await one() for seat in SEATS}, await one(), await one())


async def _serve(size: int, file: int | None) -> None:
    sockets: set[ServerConnection] = set()
    reveal = _reveal(size)
    locks = 0

    async def handle(socket: ServerConnection) -> None:
        nonlocal locks
        sockets.add(socket)
        async for message in socket:
            lock = re.match(r"42(\d+)", str(message))
            if not lock:
                await socket.send(WELCOME)
                continue
            if file is not None:
                os.write(file, ENTRY)
                os.fdatasync(file)
            locks += 1
            await socket.send(f'43{lock[1]}[{{"ok": true}}]')
            if locks % len(SEATS) == 0:
                broadcast(sockets, reveal)
        sockets.discard(socket)

    async with serve(handle, "127.0.0.1", 0, compression=None, ping_interval=None) as server:
        print(f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
        await server.serve_forever()


def _reveal(size: int) -> str:
    """A message of the product's shape and size."""
    bare = '42["screen", "data-reveal="]'
    return f'42["screen", {json.dumps("data-reveal=" + "x" * max(0, size - len(bare)))}]'


if __name__ == "__main__":
    kept = os.open(sys.argv[2], os.O_WRONLY | os.O_CREAT | os.O_APPEND) if sys.argv[2:] else None
    asyncio.run(_serve(int(sys.argv[1]), kept))
