"""The wire: taps come in, screens go out.

Each socket is an *eye* on a table; `showing.py` decides what it is shown, and when. On connect it
gets what is in its sight, so a phone that slept has nothing to catch up with. The seat comes from
the signed key, never from the message.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial

import gevent
from flask import Flask, request
from flask_socketio import ConnectionRefusedError, SocketIO
from gevent.event import Event

from assistant.game import Illegal, Json, Seat, Text, View, require, text
from assistant.store import InDoubt, StoreError
from assistant.table import LARGEST_MOVE, Answer, Table, Tables
from assistant.view import TableView
from assistant.web.around import Around
from assistant.web.devices import Devices
from assistant.web.face import PAGES, Face
from assistant.web.presence import Presence
from assistant.web.programs import as_json, changed
from assistant.web.screen import Screens
from assistant.web.showing import Eye, Showing, has_lost_its_place
from assistant.web.sockets import Sockets
from assistant.web.speech import names_of, read_language, say, speak

ID_LENGTH = 64
MOST_SHOWN = 20  # names that a page can say are open on it
PING_SECONDS = 10  # a phone that went to sleep is seen to be gone after this and the time-out
PING_TIMEOUT_SECONDS = 10
MOST_LOOKING_ON = 100  # eyes without a place, at one table
LEAVING_SECONDS = 5.0  # for a page to go by itself


class Live:
    """Every open socket of this server."""

    def __init__(
        self,
        app: Flask,
        tables: Tables,
        devices: Devices,
        screens: Screens,
        around: Around,
        faces: Mapping[str, Face],
        *,
        is_shared: bool = False,
    ) -> None:
        self.presence = Presence()
        self._around = around
        self._tables = tables
        self._devices = devices
        self._screens = screens
        self._faces = faces
        self._showings: dict[str, Showing] = {}
        self._by_sid: dict[str, Eye] = {}
        self._taps = 0
        self._free = Event()
        self._free.set()
        self.socketio = SocketIO(
            app,
            async_mode="gevent",
            async_handlers=False,
            manage_session=False,
            serve_client=False,
            ping_interval=PING_SECONDS,
            ping_timeout=PING_TIMEOUT_SECONDS,
            max_http_buffer_size=4 * LARGEST_MOVE,
            http_compression=False,
            cors_allowed_origins=[],  # nobody: judged before it comes here (`Origins`)
            # Where others serve too, the next request of a phone may go to another of them.
            **({"transports": ["websocket"]} if is_shared else {}),
        )
        self.socketio.on_event("connect", self._on_connect)
        # Who an eye is, is known since it connected: these need no request, no cookie is read.
        answers = {
            "hello": self._on_hello,
            "look": self._on_look,
            "move": self._on_move,
            "show": self._on_show,
        }
        for name, answer in {**answers, "disconnect": self._on_disconnect}.items():
            self.socketio.server.on(name, answer)
        self.sockets = Sockets(self.socketio.server, answers, self._too_fast)

    # Coming and going

    def _on_connect(self, auth: Json = None) -> None:
        eye = self._open_eye(auth if isinstance(auth, dict) else {})
        self._by_sid[eye.sid] = eye
        place = (eye.table.code, eye.device) if _has_a_place(eye) else None
        if place is None:
            self._make_room_at(eye.table)
        self.sockets.introduce(eye.sid, (eye.table.code, eye.device, eye.seat or ""), place)
        if has_lost_its_place(eye):
            self._send_away(eye)
        else:
            self._showing(eye.table).welcome(eye)

    def _make_room_at(self, table: Table) -> None:
        """Of too many who look on, who came first and never had a place goes."""
        looking = [eye for eye in self._showing(table).eyes.values() if not _has_a_place(eye)]
        for eye in looking[: max(0, len(looking) + 1 - MOST_LOOKING_ON)]:
            self.sockets.close(eye.sid)

    def _open_eye(self, auth: dict[str, Json]) -> Eye:
        language = read_language(auth.get("language"))
        try:
            table = self._tables.find(str(auth.get("table", "")))
            device = self._device(table, auth)
        except Illegal as refusal:
            why, words = refusal.text.key, self._say(refusal.text, None, language)
            raise ConnectionRefusedError(why, {"why": why, "text": words}) from None
        wanted = auth.get("seat")
        page = auth.get("page") if auth.get("format") != "json" else None
        seat = table.seat_of(device, wanted if isinstance(wanted, str) else None)
        if page is not None:
            page = page if isinstance(page, str) and page in PAGES else "watch"
            seat = seat if page == "seat" else None
        elif seat is None and len(table.people.seats_of(device)) == 1:
            seat = table.people.seats_of(device)[0]
        sid: str = request.sid  # type: ignore[attr-defined]
        game = str(auth.get("game", table.game.key))
        shows, drawn = _names(auth.get("shows")), _stamps(auth.get("drawn"))
        return Eye(
            sid, table, device, seat, page, language, game, shows, drawn, is_moving=page != "watch"
        )

    def _device(self, table: Table, auth: dict[str, Json]) -> str:
        token = auth.get("token")
        if token is None:
            # Without a key one may watch; a fresh device holds no seat.
            return self._devices.known_browser(table.code) or self._devices.new()
        device = self._devices.read(token, table.code)
        require(device, "bad-token")
        assert device
        people = table.people
        require(people.is_host(device) or people.seats_of(device), "bad-token")
        return device

    def _on_disconnect(self, sid: str, *_: object) -> None:
        eye = self._by_sid.pop(sid, None)
        if eye is None:
            return
        showing = self._showing(eye.table)
        showing.leave(eye)
        if not showing.eyes:
            del self._showings[eye.table.code]  # and what was drawn for it

    def _showing(self, table: Table) -> Showing:
        if table.code not in self._showings:
            self._showings[table.code] = Showing(
                table,
                self._screens,
                self._around,
                self._faces,
                self.sockets.send,
                self._free,
                self._as_json,
                self.presence,
                self._send_away,
            )
        return self._showings[table.code]

    def connected(self, table: Table) -> frozenset[Seat]:
        """The seats that some device is showing right now."""
        showing = self._showings.get(table.code)
        return showing.connected if showing else self.presence.elsewhere(table.code)

    def looked_at(self) -> list[Table]:
        """The tables that somebody looks at here."""
        return [showing.table for showing in self._showings.values()]

    def looked_at_by(self, code: str) -> Table | None:
        """The table with this code, if somebody looks at it here."""
        return self._showings[code].table if code in self._showings else None

    def _on_hello(self, *_: object) -> bool:
        """A phone that woke up asks whether it is still in touch."""
        return True

    def _on_show(self, sid: str, shows: Json = None, *_: object) -> bool | dict[str, Json]:
        """A page says what is open on it, and has it before it is answered."""
        eye = self._by_sid.get(sid)
        if eye is None:
            return {"ok": False, "why": "unknown-table"}
        eye.shows = _names(shows)
        self._showing(eye.table).bring(eye)
        return True

    # A tap

    def _on_move(self, sid: str, message: Json = None, *_: object) -> Json:
        eye = self._by_sid.get(sid)
        if eye is None:
            return {"ok": False, "why": "unknown-table"}
        with self._tapping():
            try:
                answer = self._play(eye, message)
            except Illegal as refusal:
                answer = Answer(False, refused=refusal.text)
            except InDoubt:
                # Nobody knows, so nothing is said: a phone that comes back sends it once more.
                self.sockets.close(sid)
                return self.socketio.server.not_handled
            if answer.ok:
                self.changed(eye.table)
        if answer.ok:
            told = self._changes(eye, answer.n) if message.get("tell") else {}
            return {"ok": True, "n": answer.n, **told}
        assert answer.refused
        told = {**self._refusal(eye, answer.refused), "advice": answer.advice}
        if answer.goes:
            told["also"] = list(answer.goes.also)
        if answer.goes and eye.page:
            seen = eye.table.view(eye.device, answer.goes.seat, self.connected(eye.table))
            told["sheet"] = self._screens.goes(seen, answer.goes, eye.language)
        return told

    def _too_fast(self, sid: str) -> dict[str, Json]:
        return self._refusal(self._by_sid[sid], text("too-fast"))

    def _changes(self, eye: Eye, n: int) -> dict[str, Json]:
        """The figures that a move changed, for who sent it long ago."""
        with speak(eye.language, eye.table.game.key):
            lines = eye.table.record.lines((n,))
            said = [(line, one) for line in lines for one in (line.named, *line.figures) if one]
            return {"figures": [{**changed(line, one), "unit": one.unit} for line, one in said]}

    @contextmanager
    def _tapping(self) -> Iterator[None]:
        """While a tap is judged, kept and opened, nothing else is drawn for anybody."""
        self._taps += 1
        self._free.clear()
        try:
            yield
        finally:
            self._taps -= 1
            if not self._taps:
                self._free.set()

    def _refusal(self, eye: Eye, refused: Text) -> dict[str, Json]:
        words = self._say(refused, eye.table, eye.language)
        return {"ok": False, "why": refused.key, "text": words}

    def _on_look(self, sid: str, ask: Json = None, *_: object) -> dict[str, Json]:
        """What a card would do: shown to who asks, told to nobody else."""
        eye = self._by_sid.get(sid)
        if eye is None:
            return {"ok": False, "why": "unknown-table"}
        try:
            require(isinstance(ask, dict) and len(json.dumps(ask)) <= LARGEST_MOVE, "oversized")
            require(eye.seat is None or _holds(eye, eye.seat), "not-your-seat")
            seen = eye.table.look(eye.seat, ask, partial(names_of, eye.table.game.key))
        except Illegal as refusal:
            return self._refusal(eye, refusal.text)
        except StoreError as problem:
            return self._refusal(eye, text("cannot-be-stored", reason=str(problem)))
        if eye.page is None:
            return {"ok": True, "look": seen.as_json()}
        table = eye.table
        about = table.view(eye.device, eye.seat, self.connected(table))
        view = table.game_view(eye.seat)
        parts = self._screens.look(about, view, seen, eye.language)
        return {"ok": True, "parts": parts}

    def _play(self, eye: Eye, message: Json) -> Answer:
        require(isinstance(message, dict), "malformed", field="move")
        for name in message:
            known = name in ("id", "kind", "args", "anyway", "seat", "tell")
            require(known, "malformed", field=str(name)[:40])
        id, kind, args = message.get("id"), message.get("kind"), message.get("args", {})
        require(isinstance(id, str) and 0 < len(id) <= ID_LENGTH, "malformed", field="id")
        assert isinstance(id, str)
        require(id.isascii() and id.isprintable(), "malformed", field="id")
        require(isinstance(kind, str) and len(kind) <= ID_LENGTH, "malformed", field="kind")
        require(isinstance(args, dict), "malformed", field="args")
        for name in ("anyway", "tell"):
            require(type(message.get(name, False)) is bool, "malformed", field=name)
        seat = eye.seat if message.get("seat") is None else message["seat"]
        require(seat is None or _holds(eye, seat), "not-your-seat")
        require(eye.is_moving, "not-seated")
        try:
            size = len(json.dumps(args))
        except (TypeError, ValueError, RecursionError):
            raise Illegal("malformed", field="args") from None
        require(size <= LARGEST_MOVE, "oversized")
        return eye.table.play(
            eye.device,
            seat,
            kind,
            args,
            id,
            anyway=message.get("anyway", False),
            meanwhile=self._showing(eye.table).foresee,
        )

    def _say(self, refused: Text, table: Table | None, language: str) -> str:
        with speak(language, table.game.key if table else None):
            return say(refused, dict(table.people.names) if table else {})

    # Telling

    def changed(self, table: Table) -> None:
        """Show everybody how a table stands now; who has lost their place is shown nothing more."""
        if showing := self._showings.get(table.code):
            showing.tell()

    def named(self, local_name: str | None) -> None:
        """The network knows this machine by a name: whoever looks at a table sees it."""
        self._around.addresses.announced_as(local_name)
        for showing in list(self._showings.values()):
            showing.tell()

    def stir(self, code: str) -> None:
        """Who is connected at a table has changed elsewhere."""
        if code in self._showings:
            self._showings[code].tell()

    def settle(self) -> None:
        """Wait until everybody was shown everything."""
        gevent.joinall([one.painter for one in self._showings.values() if one.painter])

    def _send_away(self, eye: Eye) -> None:
        """This page is another one now; whoever stays all the same is shown the door."""
        self.sockets.send("reload", None, [eye.sid])
        if eye.page is None:
            self.socketio.server.disconnect(eye.sid)
        else:
            self.sockets.close(eye.sid, LEAVING_SECONDS)

    def _as_json(self, eye: Eye, seen: TableView, game: View) -> dict[str, Json]:
        view = as_json(eye.table, seen, game, eye.language)
        return {**view, "rematch": self._rematch(eye, seen)}

    def _rematch(self, eye: Eye, seen: TableView) -> dict[str, Json] | None:
        """Where these people play once more; who has a place here gets a key for the one there."""
        if seen.goes_on_at is None:
            return None
        has_a_place = seen.host or seen.seats
        token = self._devices.token(seen.goes_on_at, eye.device) if has_a_place else None
        return {"code": seen.goes_on_at, "token": token}


def _holds(eye: Eye, seat: Json) -> bool:
    """Whether an eye's device holds this seat now, whatever it held when it came."""
    return seat in eye.table.people.seats_of(eye.device)


def _has_a_place(eye: Eye) -> bool:
    people = eye.table.people
    return bool(people.seats_of(eye.device)) or people.is_host(eye.device)


def _names(shows: Json) -> frozenset[str]:
    """What a page says is open on it; nonsense is nothing."""
    if not isinstance(shows, list) or len(shows) > MOST_SHOWN:
        return frozenset()
    return frozenset(one for one in shows if isinstance(one, str) and len(one) <= ID_LENGTH)


def _stamps(drawn: Json) -> dict[str, str]:
    """The slots that a page says it came with, by their names."""
    if not isinstance(drawn, dict) or len(drawn) > MOST_SHOWN:
        return {}
    return {name: one for name, one in drawn.items() if isinstance(one, str)}
