"""Every open socket, below what is said by it: when it may speak, what can be read, when it ends.

Socket.IO trusts its clients more than a table may: it lets them send what it says itself
(`connect`), attach files and open rooms of their own. Only what this house understands goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from functools import partial
from typing import Any
from urllib.parse import parse_qs

import gevent
from socketio import Server  # type: ignore[import-untyped]
from socketio.packet import (  # type: ignore[import-untyped]
    ACK,
    CONNECT,
    DISCONNECT,
    EVENT,
    Packet,
)

from assistant.game import Json
from assistant.web.guests import GUEST
from assistant.web.rates import Lane, Pace, Verdict
from assistant.web.strangers import STRANGERS
from assistant.web.wire import MOST_UNREAD, Wire

NAMELESS_SECONDS = 10.0  # for a socket to say which table it looks at
PARTING_SECONDS = 1.0  # for what was said last to arrive
MOST_POLLING = 200  # phones that have no web socket, and ask again and again
EVERYWHERE = "/"  # the one room of Socket.IO that there is


class Sockets:
    """Stands between Engine.IO, which brings what came, and Socket.IO, which understands it."""

    def __init__(
        self, server: Any, events: Container[str], too_fast: Callable[[str], dict[str, Json]]
    ) -> None:
        assert isinstance(server, Server)
        self._server: Any = server
        self._engine: Any = server.eio
        self._events = events
        self._too_fast = too_fast
        self._wires: dict[str, Wire] = {}
        self._paces: dict[str, Pace] = {}
        server._handle_eio_message = self._on_message
        self._engine._async = {**self._engine._async, "websocket": self._open}
        self._engine.disconnect = self._end  # its own waits until a phone has read everything
        self._answer = self._engine.handle_request
        self._engine.handle_request = self._on_request
        self._engine.on("connect", self._on_connect)
        self._engine.on("message", self._on_message)
        self._engine.on("disconnect", self._on_disconnect)

    # For who knows what is said

    def introduce(self, sid: str, seat: tuple[str, ...], place: tuple[str, str] | None) -> None:
        """This socket has told who it is: whose seat it plays, and its place if it has one."""
        key = self._key(sid)
        if key in self._paces:
            self._paces[key].seat = seat
        if key in self._wires:
            self._wires[key].guest.sit(place)

    def send(self, event: str, message: Json, sids: list[str]) -> None:
        """Tell them; who has long not read what they were told is not told any more."""
        self._server.emit(event, message, to=sids)
        for sid in sids:
            socket = self._engine.sockets.get(self._key(sid))
            if socket and socket.queue.qsize() > MOST_UNREAD:
                STRANGERS.count("sockets that poured or did not read, shown the door")
                self._end(socket.sid)

    def close(self, sid: str, after: float = 0.0) -> None:
        """End this socket, a moment later if need be. A page that still wants to comes again."""
        if key := self._key(sid):
            gevent.spawn_later(after, self._end, key)

    # What Engine.IO brings

    def _open(self, handler: Any, engine: Any) -> Callable[..., Any]:
        return partial(self._serve, handler)

    def _serve(self, handler: Any, environ: dict[str, Any], start_response: object) -> Any:
        """A web socket from its beginning to its end."""
        socket = handler.__self__
        refuse = partial(self._refuse, socket.sid)
        lane: Lane = environ[GUEST].house.lane
        wire = Wire(environ, self._engine.max_http_buffer_size, lane, socket.queue.qsize, refuse)
        wire.pace = self._paces.setdefault(socket.sid, wire.pace)
        self._wires[socket.sid] = wire
        try:
            return handler(wire)
        finally:
            wire.close()
            socket.queue.put(None)
            socket.close(wait=False, abort=True)
            self._wires.pop(socket.sid, None)
            self._paces.pop(socket.sid, None)

    def _on_request(self, environ: dict[str, Any], start_response: object) -> Any:
        """A socket that has ended is as good as none; Engine.IO breaks over one until it tidies."""
        for key in parse_qs(environ.get("QUERY_STRING", "")).get("sid", []):
            if (socket := self._engine.sockets.get(key)) and socket.closed:
                self._engine.sockets.pop(key, None)
        return self._answer(environ, start_response)

    def _on_connect(self, key: str, environ: dict[str, Any]) -> str | None:
        asked = environ.get("QUERY_STRING", "")
        is_web_socket = "upgrade" in environ.get("HTTP_CONNECTION", "").lower()
        if "transport=websocket" in asked and not is_web_socket:
            STRANGERS.count("requests that cannot be read")
            return "This is for web sockets."
        polling = len(self._engine.sockets) - len(self._wires)
        if not is_web_socket and polling > MOST_POLLING:
            STRANGERS.count("sockets beyond what there is room for")
            return "There is no room."
        if guest := environ.get(GUEST):
            self._paces[key] = Pace(guest.house.rates, guest.address)
        self._server._handle_eio_connect(key, environ)
        gevent.spawn_later(NAMELESS_SECONDS, self._end_if_nameless, key)
        return None

    def _on_message(self, key: str, data: Json) -> None:
        if key in self._wires or key not in self._paces:
            return self._take(key, data)
        # Who asks by plain requests pays for each message in the same way.
        cost, lane = 5.0, self._server.environ[key][GUEST].house.lane
        if self._paces[key].judge(cost, poured=False) is Verdict.AT_ONCE:
            return self._take(key, data)
        with lane.turn():
            return self._take(key, data)

    def _take(self, key: str, data: Json) -> None:
        """What can be read goes on to Socket.IO."""
        try:
            packet = Packet(encoded_packet=data)
        except (ValueError, TypeError, IndexError, RecursionError):
            STRANGERS.count("frames that cannot be read")
            return
        if packet.namespace not in (None, EVERYWHERE) or packet.attachment_count:
            STRANGERS.count("frames that cannot be read")
        elif packet.packet_type == CONNECT:
            self._introduced(key, packet.data)
        elif packet.packet_type == DISCONNECT:
            self._server._handle_disconnect(key, EVERYWHERE, "client disconnect")
            gevent.spawn_later(NAMELESS_SECONDS, self._end_if_nameless, key)
        elif packet.packet_type == EVENT and self._is_known(packet.data):
            self._server._handle_event(key, EVERYWHERE, packet.id, packet.data)
        else:
            STRANGERS.count("frames that cannot be read")

    def _is_known(self, data: Json) -> bool:
        return (
            isinstance(data, list)
            and bool(data)
            and isinstance(data[0], str)
            and data[0] in self._events
        )

    def _introduced(self, key: str, auth: Json) -> None:
        """A socket says which table it looks at. It may end while that is looked for."""
        if self._sid(key):
            STRANGERS.count("frames that cannot be read")
            return
        if key not in self._server.environ:
            return  # it ended before it was read
        try:
            self._server._handle_connect(key, EVERYWHERE, auth)
        finally:
            sid, manager = self._sid(key), self._server.manager
            if key not in self._server.environ:
                self._server._handle_disconnect(key, EVERYWHERE)
            elif sid and not manager.is_connected(sid, EVERYWHERE):  # something of ours broke
                self._server._trigger_event("disconnect", EVERYWHERE, sid, "server disconnect")
                manager.disconnect(sid, EVERYWHERE, ignore_queue=True)

    def _on_disconnect(self, key: str, reason: str) -> None:
        """However it ended: nothing of it is left, and the line itself is cut soon."""
        self._server._handle_eio_disconnect(key, reason)
        self._paces.pop(key, None)
        if wire := self._wires.pop(key, None):
            gevent.spawn_later(PARTING_SECONDS, wire.guest.leave)

    # The end

    def _end_if_nameless(self, key: str) -> None:
        if not self._server.manager.is_connected(self._sid(key), EVERYWHERE):
            self._end(key)

    def _end(self, key: str) -> None:
        if socket := self._engine.sockets.get(key):
            socket.close(wait=False)
            self._engine.sockets.pop(key, None)

    def _refuse(self, key: str, message: str) -> None:
        """Say that this was too fast, if it asked to be answered."""
        try:
            packet = Packet(encoded_packet=message[1:])
        except (ValueError, TypeError, IndexError, RecursionError):
            return
        if packet.packet_type == EVENT and packet.id is not None and (sid := self._sid(key)):
            answer = Packet(ACK, id=packet.id, data=[self._too_fast(sid)])
            self._server._send_packet(key, answer)

    def _sid(self, key: str) -> str | None:
        found: str | None = self._server.manager.sid_from_eio_sid(key, EVERYWHERE)
        return found

    def _key(self, sid: str) -> str | None:
        found: str | None = self._server.manager.eio_sid_from_sid(sid, EVERYWHERE)
        return found
