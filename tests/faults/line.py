"""A bare line to the server, from any address of this machine, for what no browser would send."""

from __future__ import annotations

import contextlib
import socket
import struct
from dataclasses import dataclass

PATIENCE_SECONDS = 60.0
PIECE = 65536
TEXT, BYTES, CLOSE, PING, PONG = 1, 2, 8, 9, 10
OPENING = (
    "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def frame(
    said: str | bytes,
    kind: int = TEXT,
    *,
    whole: bool = True,
    masked: bool = True,
    reserved: int = 0,
    length: int | None = None,
) -> bytes:
    """One frame of a web socket, well made or not; `length` is what it claims."""
    data = said.encode("utf-8", "surrogatepass") if isinstance(said, str) else said
    claimed = len(data) if length is None else length
    mask = 0x80 if masked else 0
    if claimed < 126:
        size = bytes([mask | claimed])
    elif claimed < 1 << 16:
        size = bytes([mask | 126]) + struct.pack("!H", claimed)
    else:
        size = bytes([mask | 127]) + struct.pack("!Q", claimed)
    head = bytes([(0x80 if whole else 0) | reserved << 4 | kind])
    return head + size + (b"\0\0\0\0" if masked else b"") + data


@dataclass(frozen=True)
class Answer:
    """What a plain request was answered with; status 0: the line was closed without a word."""

    status: int
    head: dict[str, str]
    body: bytes


class Line:
    """One connection. Whatever comes back is read to its end."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self.port = port
        self.is_over = False
        self._unread = b""
        self._socket = socket.create_connection(("127.0.0.1", port), PATIENCE_SECONDS, (address, 0))

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def say(self, *data: bytes) -> None:
        """Say it, unless the door was shut."""
        with contextlib.suppress(OSError):
            self._socket.sendall(b"".join(data))

    def say_no_more(self) -> None:
        """The other side sees the end of it, and still may answer."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_WR)

    def open(self) -> bool:
        """Make a web socket of it; whether that was let in."""
        self.say(OPENING.format(port=self.port).encode())
        while b"\r\n\r\n" not in self._unread:
            if not self._more():
                return False
        head, _, self._unread = self._unread.partition(b"\r\n\r\n")
        return b" 101 " in head.split(b"\r\n")[0] + b" "

    def next(self) -> tuple[int, bytes] | None:
        """The next frame, its kind and what it says; None once the door is shut."""
        if not self._have(2):
            return None
        said = self._unread[1] & 0x7F
        extended = {126: 2, 127: 8}.get(said, 0)
        if not self._have(2 + extended):
            return None
        size = int.from_bytes(self._unread[2 : 2 + extended], "big") if extended else said
        if not self._have(2 + extended + size):
            return None
        whole = self._unread[: 2 + extended + size]
        self._unread = self._unread[len(whole) :]
        return whole[0] & 0x0F, whole[2 + extended :]

    def ask(self, request: bytes) -> Answer:
        """A plain request, and everything that came back for it."""
        self.say(request)
        self.say_no_more()
        while self._more():
            pass
        top, _, body = self._unread.partition(b"\r\n\r\n")
        first, *rest = top.decode("latin-1").split("\r\n")
        words = first.split(" ")
        status = int(words[1]) if len(words) > 1 and words[1].isdigit() else 0
        pairs = (one.partition(":") for one in rest)
        return Answer(status, {name.lower(): value.strip() for name, _, value in pairs}, body)

    def _have(self, count: int) -> bool:
        while len(self._unread) < count:
            if not self._more():
                return False
        return True

    def _more(self) -> bool:
        """Read on; a `TimeoutError` says that the line is held and nothing comes."""
        try:
            more = self._socket.recv(PIECE)
        except ConnectionError:
            more = b""
        self._unread += more
        self.is_over = not more
        return bool(more)
