"""The wire: taps come in, screens go out.

Each socket is an *eye* on a table. After every change each eye gets the slots that changed for it,
as one ready-made string; on connect it gets the whole screen, so a phone that slept has nothing to
catch up with. The seat comes from the signed key, never from the message.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Container
from dataclasses import dataclass, field

from flask import Flask, request
from flask_socketio import ConnectionRefusedError, SocketIO, disconnect

from assistant.game import Illegal, Json, Seat, Text, View, require
from assistant.record import Line
from assistant.table import LARGEST_MOVE, Answer, Table, Tables, TableView
from assistant.web.around import Around
from assistant.web.devices import Devices
from assistant.web.face import PAGES, When
from assistant.web.screen import STORY_LENGTH, Screens
from assistant.web.speech import line_words, read_language, say, speak

ID_LENGTH = 64
PING_SECONDS = 10  # a phone that went to sleep is seen to be gone after this and the time-out
PING_TIMEOUT_SECONDS = 10


@dataclass
class Eye:
    """One socket: what it looks at, and what it was shown last."""

    sid: str
    table: Table
    device: str
    seat: Seat | None
    page: str | None  # None: a program that gets views instead of screens
    language: str
    game: str  # whose page it is; another game has another one
    shown: dict[str, str] = field(default_factory=dict)
    lines: dict[int, Line] = field(default_factory=dict)
    is_moving: bool = True  # False for somebody who only watches


class Live:
    """Every open socket of this server."""

    def __init__(
        self,
        app: Flask,
        tables: Tables,
        devices: Devices,
        screens: Screens,
        around: Around,
    ) -> None:
        self._app = app
        self._around = around
        self._tables = tables
        self._devices = devices
        self._screens = screens
        self._eyes: dict[str, dict[str, Eye]] = {}
        self._by_sid: dict[str, Eye] = {}
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
        )
        self.socketio.on_event("connect", self._on_connect)
        self.socketio.on_event("disconnect", self._on_disconnect)
        self.socketio.on_event("move", self._on_move)
        self.socketio.on_event("hello", self._on_hello)
        self.socketio.on_event("look", self._on_look)

    # Coming and going

    def _on_connect(self, auth: Json = None) -> None:
        eye = self._open_eye(auth if isinstance(auth, dict) else {})
        before = self.connected(eye.table)
        self._by_sid[eye.sid] = eye
        self._eyes.setdefault(eye.table.code, {})[eye.sid] = eye
        if self._has_lost_its_place(eye):
            self._send_away(eye)
        elif self.connected(eye.table) == before:
            self._try(self._show_first, eye)
            self._try(self._show_later, eye)
        else:
            self.show(eye.table)

    def _open_eye(self, auth: dict[str, Json]) -> Eye:
        language = read_language(auth.get("language"))
        try:
            table = self._tables.find(str(auth.get("table", "")))
            table.catch_up()
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
        return Eye(sid, table, device, seat, page, language, game, is_moving=page != "watch")

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
        before = self.connected(eye.table)
        del self._eyes[eye.table.code][eye.sid]
        if self.connected(eye.table) != before:
            self.show(eye.table)

    def connected(self, table: Table) -> frozenset[Seat]:
        """The seats that some device is showing right now."""
        eyes = self._eyes.get(table.code, {}).values()
        return frozenset(eye.seat for eye in eyes if eye.seat)

    def _on_hello(self, *_: object) -> bool:
        """A phone that woke up asks whether it is still in touch."""
        return True

    # A tap

    def _on_move(self, message: Json = None, *_: object) -> dict[str, Json]:
        eye = self._by_sid.get(request.sid)  # type: ignore[attr-defined]
        if eye is None:
            return {"ok": False, "why": "unknown-table"}
        try:
            answer = self._play(eye, message)
        except Illegal as refusal:
            answer = Answer(False, refused=refusal.text)
        if answer.ok:
            self.show(eye.table)
            return {"ok": True, "n": answer.n}
        assert answer.refused
        return {**self._refusal(eye, answer.refused), "advice": answer.advice}

    def _refusal(self, eye: Eye, refused: Text) -> dict[str, Json]:
        words = self._say(refused, eye.table, eye.language)
        return {"ok": False, "why": refused.key, "text": words}

    def _on_look(self, ask: Json = None, *_: object) -> dict[str, Json]:
        """What a card would do: shown to who asks, told to nobody else."""
        eye = self._by_sid.get(request.sid)  # type: ignore[attr-defined]
        if eye is None:
            return {"ok": False, "why": "unknown-table"}
        try:
            require(isinstance(ask, dict) and len(json.dumps(ask)) <= LARGEST_MOVE, "oversized")
            seen = eye.table.look(eye.seat, ask)
        except Illegal as refusal:
            return self._refusal(eye, refusal.text)
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
            known = name in ("id", "kind", "args", "anyway", "seat")
            require(known, "malformed", field=str(name)[:40])
        id, kind, args = message.get("id"), message.get("kind"), message.get("args", {})
        require(isinstance(id, str) and 0 < len(id) <= ID_LENGTH, "malformed", field="id")
        assert isinstance(id, str)
        require(id.isascii() and id.isprintable(), "malformed", field="id")
        require(isinstance(kind, str) and len(kind) <= ID_LENGTH, "malformed", field="kind")
        require(isinstance(args, dict), "malformed", field="args")
        require(type(message.get("anyway", False)) is bool, "malformed", field="anyway")
        require(message.get("seat") in (None, eye.seat), "not-your-seat")
        require(eye.is_moving, "not-seated")
        try:
            size = len(json.dumps(args))
        except (TypeError, ValueError, RecursionError):
            raise Illegal("malformed", field="args") from None
        require(size <= LARGEST_MOVE, "oversized")
        return eye.table.play(
            eye.device, eye.seat, kind, args, id, anyway=message.get("anyway", False)
        )

    def _say(self, refused: Text, table: Table | None, language: str) -> str:
        with speak(language, table.game.key if table else None):
            return say(refused, dict(table.people.names) if table else {})

    # Telling

    def show(self, table: Table) -> None:
        """Show everybody at a table how it stands now: what is looked at first, then the rest."""
        for eye in self._at(table):
            if self._has_lost_its_place(eye):
                self._send_away(eye)
            else:
                self._try(self._show_first, eye)
        self.socketio.sleep(0)  # these leave before anything else is rendered
        for eye in self._at(table):
            self._try(self._show_later, eye)

    def _try(self, show: Callable[[Eye], None], eye: Eye) -> None:
        """A screen that breaks is one phone's trouble: the move counts and the others see it."""
        try:
            show(eye)
        except Exception:
            logging.getLogger(__name__).exception("A screen could not be shown")

    def _at(self, table: Table) -> list[Eye]:
        return list(self._eyes.get(table.code, {}).values())

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
        self.socketio.emit("reload", to=eye.sid)
        if eye.page is None:
            disconnect(eye.sid, namespace="/")

    def _show_first(self, eye: Eye) -> None:
        if eye.page is None:
            self._show_view(eye)
        else:
            self._send(eye, (When.FIRST,))

    def _show_later(self, eye: Eye) -> None:
        if eye.page is not None:
            self._send(eye, (When.SOON, When.BEHIND), story=eye.page != "join")

    def _send(self, eye: Eye, when: Container[When], *, story: bool = False) -> None:
        """Send those of the slots, and of the story's steps, that changed for this eye."""
        assert eye.page
        table = eye.table
        seen = table.view(eye.device, eye.seat, self.connected(table))
        extra = self._around.extra(eye.page, table)
        fresh = self._screens.slots(
            eye.page, seen, table.game_view(eye.seat), eye.language, extra, when=when
        )
        changed = {slot: html for slot, html in fresh.items() if eye.shown.get(slot) != html}
        patches = {slot: patch(eye.shown.get(slot), html) for slot, html in changed.items()}
        lines: dict[int, str] = {}
        if story:
            newest = {line.n: line for line in seen.story[-STORY_LENGTH:]}
            new = [line for line in newest.values() if eye.lines.get(line.n) != line]
            lines = self._screens.lines(new, seen, eye.language)
            eye.lines = newest
        if changed or lines:
            eye.shown |= changed
            message = {"n": seen.n, "slots": patches, **({"lines": lines} if lines else {})}
            if seen.clock and seen.clock.is_running:
                message["now"] = time.time()
            self.socketio.emit("screen", json.dumps(message), to=eye.sid)

    def _show_view(self, eye: Eye) -> None:
        table = eye.table
        seen = table.view(eye.device, eye.seat, self.connected(table))
        view = self.as_json(table, seen, table.game_view(eye.seat), eye.language)
        shown = json.dumps(view, sort_keys=True)
        if eye.shown.get("view") != shown:
            eye.shown = {"view": shown}
            self.socketio.emit("view", {"n": seen.n, "view": view}, to=eye.sid)

    def as_json(self, table: Table, seen: TableView, game: View, language: str) -> dict[str, Json]:
        """The view that programs get: the game's and the table's keys in one object."""
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
        with speak(language, table.game.key):
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
                }
                for line in seen.story
            ]
        view["paused"] = seen.paused
        view["clock"] = seen.clock.as_json() if seen.clock else None
        view["host"] = seen.host
        return view


def patch(old: str | None, new: str) -> list[str | list[int]]:
    """A slot for an eye that has the old one: new lines, and runs of old ones as [first, count].

    >>> patch("a\\nb\\nc", "a\\nx\\nb\\nc")
    [[0, 1], 'x', [1, 2]]
    """
    places = {line: place for place, line in enumerate(old.split("\n"))} if old else {}
    runs: list[str | list[int]] = []
    for line in new.split("\n"):
        place = places.get(line)
        last = runs[-1] if runs else None
        if place is None:
            if isinstance(last, str):
                runs[-1] = f"{last}\n{line}"
            else:
                runs.append(line)
        elif isinstance(last, list) and last[0] + last[1] == place:
            last[1] += 1
        else:
            runs.append([place, 1])
    return runs
