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

from assistant.game import Change, Illegal, Json, Seat, Text, View, require, text
from assistant.record import Line
from assistant.store import InDoubt, StoreError
from assistant.table import LARGEST_MOVE, Answer, Table, Tables
from assistant.view import TableView
from assistant.web.around import Around
from assistant.web.devices import Devices
from assistant.web.face import PAGES, Face
from assistant.web.presence import Presence
from assistant.web.screen import Screens
from assistant.web.showing import Eye, Showing
from assistant.web.speech import line_says, line_words, names_of, read_language, say, speak

ID_LENGTH = 64
MOST_SHOWN = 20  # names that a page can say are open on it
PING_SECONDS = 10  # a phone that went to sleep is seen to be gone after this and the time-out
PING_TIMEOUT_SECONDS = 10


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
            # Where others serve too, the next request of a phone may go to another of them.
            **({"transports": ["websocket"]} if is_shared else {}),
        )
        self.socketio.on_event("connect", self._on_connect)
        self.socketio.on_event("disconnect", self._on_disconnect)
        # Who an eye is, is known since it connected: these need no request, no cookie is read.
        for name, answer in (
            ("hello", self._on_hello),
            ("look", self._on_look),
            ("move", self._on_move),
            ("show", self._on_show),
        ):
            self.socketio.server.on(name, answer)

    # Coming and going

    def _on_connect(self, auth: Json = None) -> None:
        eye = self._open_eye(auth if isinstance(auth, dict) else {})
        self._by_sid[eye.sid] = eye
        if self._has_lost_its_place(eye):
            self._send_away(eye)
        else:
            self._showing(eye.table).welcome(eye)

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

    def _on_disconnect(self, *_: object) -> None:
        eye = self._by_sid.pop(request.sid, None)  # type: ignore[attr-defined]
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
                self._send,
                self._free,
                self.as_json,
                self.presence,
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
                self.socketio.server.disconnect(sid)
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

    def _changes(self, eye: Eye, n: int) -> dict[str, Json]:
        """The figures that a move changed, for who sent it long ago."""
        with speak(eye.language, eye.table.game.key):
            lines = eye.table.record.lines((n,))
            said = [(line, one) for line in lines for one in (line.named, *line.figures) if one]
            return {"figures": [{**_figure(line, one), "unit": one.unit} for line, one in said]}

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
        held = eye.table.people.seats_of(eye.device)
        require(seat == eye.seat or seat in held, "not-your-seat")
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
        showing = self._showings.get(table.code)
        if showing is None:
            return
        for eye in list(showing.eyes.values()):
            if self._has_lost_its_place(eye):
                del showing.eyes[eye.sid]
                self._send_away(eye)
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

    def _send(self, event: str, message: Json, sids: list[str]) -> None:
        self.socketio.server.emit(event, message, to=sids)

    def _has_lost_its_place(self, eye: Eye) -> bool:
        """Whether the page has to be another one.

        The seat moved to another phone, this phone got one, or another game is played.
        """
        held = eye.table.people.seats_of(eye.device)
        if eye.page is not None and eye.game != eye.table.game.key:
            return True
        if eye.page == "join":
            return eye.table.seat_of(eye.device) is not None
        return eye.seat is not None and eye.seat not in held

    def _send_away(self, eye: Eye) -> None:
        self._send("reload", None, [eye.sid])
        if eye.page is None:
            self.socketio.server.disconnect(eye.sid)

    def as_json(self, eye: Eye, seen: TableView, game: View) -> dict[str, Json]:
        """The view that programs get: the game's and the table's keys in one object."""
        table = eye.table
        view: dict[str, Json] = {
            "game": seen.game,
            "code": seen.code,
            "n": table.record.n,
            **game.as_json(),
        }
        people = {person.seat: person for person in seen.people}
        for seat, public in view["seats"].items():
            person = people.get(seat)
            public["name"] = person.name if person else None
            public["connected"] = bool(person and person.connected)
        with speak(eye.language, table.game.key):
            names = dict(table.people.names)
            view["options"] = [
                {
                    "kind": one.kind,
                    "args": dict(one.args),
                    "refused": one.refused and one.refused.key,
                    **({"text": say(one.refused, names)} if one.refused else {}),
                }
                for one in game.options
            ]
            view["story"] = [
                {
                    "n": line.n,
                    "seat": line.seat,
                    "text": line_words(line),
                    "undone": line.is_undone,
                    "figures": [_figure(line, one) for one in line.figures],
                }
                for line in seen.story
            ]
        view["asked"] = [
            {
                "n": one.n,
                "kind": one.kind,
                "by": one.by,
                "also": list(one.also),
                "yes": list(one.yes),
                "waits_for": [of.seat for of in one.of if not of.yes],
            }
            for one in seen.asked
        ]
        view["news"] = [
            {"n": one.n, "kind": one.kind, "by": one.by, "step": one.step} for one in seen.news
        ]
        view["turn_again"] = seen.turn_again
        view["paused"] = seen.paused
        view["clock"] = seen.clock.as_json() if seen.clock else None
        view["host"] = seen.host
        view["rematch"] = self._rematch(eye, seen)
        return view

    def _rematch(self, eye: Eye, seen: TableView) -> dict[str, Json] | None:
        """Where these people play once more; who has a place here gets a key for the one there."""
        if seen.goes_on_at is None:
            return None
        has_a_place = seen.host or seen.seats
        token = self._devices.token(seen.goes_on_at, eye.device) if has_a_place else None
        return {"code": seen.goes_on_at, "token": token}


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


def _figure(line: Line, one: Change) -> dict[str, Json]:
    return {"name": line_says(line, one.words), "was": one.was, "now": one.now}
