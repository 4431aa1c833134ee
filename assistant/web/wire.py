"""A web socket: read by the greenlet that answers what came, one message after the other.

Nothing is read on before the last message is done with, so whoever pours fills their own side of
the line. Every frame counts, also those that say nothing: pings, pieces, and what cannot be read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from typing import Any

import gevent
from wsproto import ConnectionType, WSConnection
from wsproto.events import (
    AcceptConnection,
    CloseConnection,
    Event,
    Message,
    Ping,
    Request,
    TextMessage,
)
from wsproto.extensions import PerMessageDeflate
from wsproto.frame_protocol import CloseReason
from wsproto.utilities import LocalProtocolError, RemoteProtocolError

from assistant.web.guests import GUEST, Guest
from assistant.web.rates import Lane, Pace, Verdict
from assistant.web.strangers import STRANGERS

CHUNK = 4096  # bytes that are read at a time
MOST_UNREAD = 100  # messages that wait for a phone which does not read
SILENT_SECONDS = 30.0  # a phone answers a ping now and then
GOODBYE_SECONDS = 1.0
READABLE = re.compile("1|2probe|3|5|4[0-2].*", re.DOTALL)  # of Engine.IO, what a phone may say
CONNECTING = 30.0
COSTS = {"look": 25.0, "move": 5.0, "show": 10.0}
NAMED = re.compile(rf'42\d*\["({"|".join(COSTS)})"')


class Wire:
    """One of them, as Engine.IO wants it: `wait`, `send`, `close`."""

    def __init__(
        self,
        environ: dict[str, Any],
        largest: int,
        lane: Lane,
        unread: Callable[[], int],
        refuse: Callable[[str], None],
    ) -> None:
        guest: Guest = environ[GUEST]
        self.guest = guest
        self.pace = Pace(guest.house.rates, guest.address)
        self._largest = largest
        self._lane = lane
        self._unread = unread
        self._refuse = refuse
        self._pieces: list[str] = []
        self._length = 0
        self._poured = False
        self._turn = ExitStack()
        self._ws = WSConnection(ConnectionType.SERVER)
        self._shake_hands(environ)
        self._came = self._read()

    def _shake_hands(self, environ: dict[str, Any]) -> None:
        heads = ((key[5:].replace("_", "-"), environ[key]) for key in environ if key[:5] == "HTTP_")
        head = "".join(f"{name}: {value}\r\n" for name, value in heads)
        self._ws.receive_data(f"GET / HTTP/1.1\r\n{head}\r\n".encode("latin-1"))
        if not isinstance(next(self._ws.events(), None), Request):
            raise RemoteProtocolError("no request for a web socket")
        self._say(AcceptConnection(extensions=[PerMessageDeflate()]))
        self.guest.phone.settimeout(SILENT_SECONDS)

    # What comes

    def wait(self) -> str | None:
        """The next message, in its time; None once the phone is gone or was shown the door."""
        self._turn.close()  # the one before is done with
        with suppress(OSError, LocalProtocolError, RemoteProtocolError):
            for event in () if self.guest.house.is_over else self._came:
                message = self._whole(event)
                cost = _cost(message) if message else 1.0
                verdict = self.pace.judge(cost, poured=self._poured)
                if verdict is Verdict.DOOR or self._unread() > MOST_UNREAD:
                    STRANGERS.count("sockets that poured or did not read, shown the door")
                    break
                if verdict is not Verdict.AT_ONCE:
                    self._turn.enter_context(self._lane.turn())
                elif self._poured:
                    gevent.sleep(0)
                if message is not None and not READABLE.fullmatch(message):
                    STRANGERS.count("frames that cannot be read")
                elif message is not None and verdict is Verdict.REFUSED:
                    self._refuse(message)
                elif message is not None:
                    if message != "3":
                        self.guest.stir()
                    return message
                self._turn.close()
        self.close()
        return None

    def _read(self) -> Iterator[Event]:
        """Every frame; `_poured` says whether it was there before the last was done with."""
        while True:
            for event in self._ws.events():
                yield event
                self._poured = True
            self._ws.receive_data(self._chunk() or None)

    def _chunk(self) -> bytes:
        phone = self.guest.phone
        phone.settimeout(0.0)
        try:
            chunk: bytes = phone.recv(CHUNK)
            self._poured = True
        except BlockingIOError:
            phone.settimeout(SILENT_SECONDS)
            chunk = phone.recv(CHUNK)
            self._poured = False
        finally:
            phone.settimeout(SILENT_SECONDS)
        return chunk

    def _whole(self, event: Event) -> str | None:
        """The message that a frame completes. One of bytes is nothing that can be read."""
        if isinstance(event, CloseConnection):
            with suppress(LocalProtocolError):
                self._say(event.response())
            raise RemoteProtocolError("the phone hangs up")
        if isinstance(event, Ping):
            self._say(event.response())
        if not isinstance(event, Message):
            return None
        self._length += len(event.data)
        if self._length > self._largest:
            STRANGERS.count("messages that are too large")
            raise RemoteProtocolError("too large")
        self._pieces.append(event.data if isinstance(event, TextMessage) else "?")
        if not event.message_finished:
            return None
        message = "".join(self._pieces)
        self._pieces, self._length = [], 0
        return message

    # What goes

    def send(self, message: str) -> None:
        try:
            self._say(TextMessage(data=message))
        except LocalProtocolError as closed:
            raise OSError from closed

    def _say(self, event: Event) -> None:
        self.guest.phone.send(self._ws.send(event))

    def close(self) -> None:
        """Say goodbye, as far as the phone still listens, and hang up."""
        self._turn.close()
        with suppress(OSError, LocalProtocolError), gevent.Timeout(GOODBYE_SECONDS, False):
            self._say(CloseConnection(CloseReason.NORMAL_CLOSURE))
        self.guest.leave()


def _cost(message: str) -> float:
    if message.startswith("40"):
        return CONNECTING
    named = NAMED.match(message)
    return COSTS[named[1]] if named else 1.0
