"""A phone on a bare web socket, speaking just enough Socket.IO, that notes when things come."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.house import SEATS, Group

SECOND_DEVICE = "red"  # the fifth phone: a second device of one of the four
PATIENCE_SECONDS = 60.0

Open = contextlib.AsyncExitStack


class Frame(NamedTuple):
    """What came, and when: seconds of `time.perf_counter`."""

    at: float
    text: str


class Client:
    """Reads all the time, so that nothing waits for it."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._acks = itertools.count()
        self._awaited: list[tuple[Callable[[str], bool], asyncio.Future[Frame]]] = []
        self.kept: list[Frame] | None = None  # a list here gets all that comes
        self.last_at = 0.0

    async def read(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            while True:
                text = str(await self._socket.recv())
                self._take(Frame(time.perf_counter(), text))
                if text == "2":
                    await self._socket.send("3")

    def _take(self, frame: Frame) -> None:
        self.last_at = frame.at
        if self.kept is not None:
            self.kept.append(frame)
        for one in [one for one in self._awaited if one[0](frame.text)]:
            self._awaited.remove(one)
            one[1].set_result(frame)

    async def say(self, message: str) -> None:
        await self._socket.send(message)

    def next(self, wanted: Callable[[str], bool]) -> asyncio.Future[Frame]:
        """The next frame like this: ask before what makes it come."""
        future: asyncio.Future[Frame] = asyncio.get_running_loop().create_future()
        self._awaited.append((wanted, future))
        return future

    async def move(
        self, kind: str, /, *, anyway: bool = False, **args: Any
    ) -> asyncio.Future[Frame]:
        """Send a move without waiting for its acknowledgement."""
        ack = next(self._acks)
        answer = self.next(lambda text: text.startswith(f"43{ack}["))
        message = {"id": f"{id(self)}-{ack}", "kind": kind, "args": args}
        anyhow = {"anyway": True} if anyway else {}
        await self.say(f"42{ack}" + json.dumps(["move", {**message, **anyhow}]))
        return answer

    async def must(self, kind: str, /, *, anyway: bool = False, **args: Any) -> Frame:
        """Make a move that has to be accepted, and wait until it is."""
        answer = await self.move(kind, anyway=anyway, **args)
        frame = await asyncio.wait_for(answer, PATIENCE_SECONDS)
        assert '"ok":true' in frame.text.replace(" ", ""), frame.text
        return frame


def read_answer(frame: Frame) -> Any:
    """What a move was acknowledged with."""
    return json.loads(frame.text[frame.text.index("[") :])[0]


def read_screen(text: str) -> dict[str, Any] | None:
    """What a `screen` message holds; None for other messages."""
    if not text.startswith('42["screen"'):
        return None
    found: dict[str, Any] = json.loads(json.loads(text[2:])[1])
    return found


async def open_client(stack: Open, url: str, auth: dict[str, str]) -> Client:
    """Connect, and wait for the first screen."""
    socket = await stack.enter_async_context(
        connect(url, compression=None, ping_interval=None, max_size=None)
    )
    client = Client(socket)
    reading = asyncio.create_task(client.read())
    stack.callback(reading.cancel)
    first = client.next(lambda text: text.startswith("42"))
    await client.say("40" + json.dumps(auth))
    await asyncio.wait_for(first, PATIENCE_SECONDS)
    return client


async def open_page(stack: Open, group: Group, token: str, page: str) -> Client:
    url = group.house.url.replace("http", "ws", 1) + "/socket.io/?EIO=4&transport=websocket"
    return await open_client(stack, url, {"table": group.code, "token": token, "page": page})


class Sitting(NamedTuple):
    """Four seats, a second device of one of them, and the table screen."""

    phones: dict[str, Client]
    second: Client
    host: Client

    @property
    def everybody(self) -> list[Client]:
        return [*self.phones.values(), self.second, self.host]


async def sit(stack: Open, group: Group) -> Sitting:
    """All the devices of a table whose people are seated."""
    host = await open_page(stack, group, group.host_token, "table")
    phones = {seat: await open_page(stack, group, group.tokens[seat], "seat") for seat in SEATS}
    second = await open_page(stack, group, group.tokens[SECOND_DEVICE], "seat")
    return Sitting(phones, second, host)
