"""A stranger on a bare line: says what no browser would, as fast as the line takes it."""

from __future__ import annotations

import contextlib
import json
import select
import socket
import struct
from collections.abc import Callable
from typing import Any

OPENING = (
    b"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: table\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
TEXT, BYTES, CLOSE, PING = 1, 2, 8, 9
WHOLE = 0x80


def frame(said: str | bytes, kind: int = TEXT | WHOLE) -> bytes:
    """One frame of a web socket, as a client sends it."""
    data = said.encode() if isinstance(said, str) else said
    if len(data) < 126:
        size = bytes([0x80 | len(data)])
    elif len(data) < 1 << 16:
        size = b"\xfe" + struct.pack("!H", len(data))
    else:
        size = b"\xff" + struct.pack("!Q", len(data))
    return bytes([kind]) + size + b"\0\0\0\0" + data


def event(name: str, *values: Any, ack: int | str = "") -> bytes:
    return frame(f"42{ack}{json.dumps([name, *values])}")


class Stranger:
    """A line to the server, with or without a web socket on it. `heard` is all that came back."""

    def __init__(self, port: int, said: bytes = OPENING, patience: float = 60.0) -> None:
        self.line = socket.create_connection(("127.0.0.1", port), timeout=patience)
        self.heard = b""
        self.is_over = False
        self.line.sendall(said)
        if said == OPENING:
            self.hear(lambda heard: b"\r\n\r\n" in heard)

    def __enter__(self) -> Stranger:
        return self

    def __exit__(self, *_: object) -> None:
        self.line.close()

    def say(self, *frames: bytes) -> None:
        """Say it, unless the server has hung up."""
        try:
            self.line.sendall(b"".join(frames))
        except ConnectionError:
            self.is_over = True

    def join(self, **auth: Any) -> Stranger:
        """Say at which table, and wait to be let in."""
        self.say(frame("40" + json.dumps(auth)))
        self.hear(lambda heard: b"40{" in heard)
        return self

    def hear(self, wanted: Callable[[bytes], bool]) -> bytes:
        """Listen until this was heard, or the server hangs up."""
        while not self.is_over and not wanted(self.heard):
            self._listen()
        return self.heard

    def hear_the_end(self) -> bytes:
        """Listen until the server hangs up; a `TimeoutError` says that it did not."""
        return self.hear(lambda heard: False)

    def pour(self, said: bytes, until: Callable[[], bool] = lambda: False) -> None:
        """Say it again and again, listening all the while, until the server hangs up."""
        rest = b""
        while not self.is_over and not until():
            readable, writable, _ = select.select([self.line], [self.line], [], 1.0)
            if readable:
                self._listen()
            if writable and not self.is_over:
                rest = rest or said
                with contextlib.suppress(ConnectionError):
                    rest = rest[self.line.send(rest) :]

    def _listen(self) -> None:
        try:
            heard = self.line.recv(1 << 16)
        except ConnectionError:
            heard = b""
        self.heard += heard
        self.is_over = not heard
