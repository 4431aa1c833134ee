"""A phone made of nothing but a web socket: what it sends and gets is what is on the wire."""

from __future__ import annotations

import itertools
import json
import threading
import time
import uuid
from contextlib import ExitStack
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

PATIENCE_SECONDS = 180.0  # a machine at work on other things is slow, not wrong
CLOSE_SECONDS = 10.0  # who does not say goodbye by then is left without


class Refused(Exception):
    """The server refused the connection; `args[0]` is what it said."""


class Phone:
    """Speaks Socket.IO over a web socket, message by message.

    `frames` are the event messages exactly as they arrived, newest last. Pings are answered at any
    time, whatever the test is busy with: who answers none for long is taken for gone.
    """

    def __init__(self, url: str, *, patience: float = PATIENCE_SECONDS, **auth: Any) -> None:
        self._patience = patience
        address = url.replace("http", "ws", 1) + "/socket.io/?EIO=4&transport=websocket"
        self._closing = ExitStack()
        self._socket = self._closing.enter_context(
            connect(
                address,
                compression=None,
                ping_interval=None,
                open_timeout=patience,
                close_timeout=min(patience, CLOSE_SECONDS),
            )
        )
        self._arrived: SimpleQueue[str | ConnectionClosed] = SimpleQueue()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        self._acks = itertools.count()
        self.frames: list[str] = []
        self.view: dict[str, Any] = {}
        self.n = 0
        self.reloads = 0
        auth.setdefault("format", "json")
        self.shows: set[str] = set(auth.get("shows", ()))
        try:
            self._connect(auth)
        except BaseException:
            self.close()
            raise

    def _connect(self, auth: dict[str, Any]) -> None:
        self._socket.send("40" + json.dumps(auth))
        while not (frame := self._receive()).startswith("40"):
            if frame.startswith("44"):
                raise Refused(json.loads(frame[2:]))
        if auth["format"] == "json":
            self.wait_for(lambda view: True)

    def __enter__(self) -> Phone:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._closing.close()
        self._listener.join()

    def send(self, *message: Any) -> Any:
        """Send an event and return what it was acknowledged with."""
        ack = next(self._acks)
        self._socket.send(f"42{ack}{json.dumps(message)}")
        while not (frame := self._receive()).startswith(f"43{ack}["):
            pass
        return json.loads(frame[len(f"43{ack}") :])[0]

    def move(
        self, kind: str, /, *, id: str | None = None, anyway: bool = False, **args: Any
    ) -> Any:
        """Make a move and return the answer."""
        message = {"id": id or uuid.uuid4().hex, "kind": kind, "args": args}
        return self.send("move", {**message, "anyway": True} if anyway else message)

    def must(self, kind: str, /, **args: Any) -> int:
        """Make a move that has to be accepted, and see what came of it; its number."""
        answer = self.move(kind, **args)
        assert answer["ok"], answer
        n: int = answer["n"]
        if self.view:
            self.wait_for(lambda view: view["n"] >= n)
        return n

    def wait_for(self, condition: Any, seconds: float | None = None) -> dict[str, Any]:
        """Read until a view fulfils the condition."""
        end = time.monotonic() + (self._patience if seconds is None else seconds)
        while not (self.view and condition(self.view)):
            self._receive(max(0.01, end - time.monotonic()))
        return self.view

    def catch_up(self) -> None:
        """Read all that is in sight and has changed: it comes before the answer."""
        assert self.send("show", sorted(self.shows)) is True

    def wait_for_reload(self) -> None:
        """Read until the server says that this page is another one by now."""
        while not self.reloads:
            self._receive()

    def _listen(self) -> None:
        try:
            while True:
                frame = str(self._socket.recv())
                if frame == "2":
                    self._socket.send("3")
                else:
                    self._arrived.put(frame)
        except ConnectionClosed as gone:
            self._arrived.put(gone)

    def _receive(self, seconds: float | None = None) -> str:
        try:
            frame = self._arrived.get(timeout=self._patience if seconds is None else seconds)
        except Empty:
            raise TimeoutError from None
        if isinstance(frame, ConnectionClosed):
            self._arrived.put(frame)  # and stays so
            raise frame
        if frame.startswith("42"):
            self.frames.append(frame)
            event, *values = json.loads(frame[2:])
            if event == "view":
                self.view, self.n = values[0]["view"], values[0]["n"]
            elif event == "reload":
                self.reloads += 1
        return frame
