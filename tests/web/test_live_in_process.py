"""The wire without a wire: the whole web side in this process, every message in order."""

from __future__ import annotations

import itertools
import json
import logging
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from flask_socketio import SocketIO
from flask_socketio.test_client import SocketIOTestClient
from hypothesis import given, settings
from hypothesis import strategies as st
from socketio.packet import CONNECT_ERROR  # type: ignore[import-untyped]

from assistant.log import Log
from assistant.store import Store
from assistant.table import LARGEST_MOVE, Tables
from assistant.web import create_app, showing
from assistant.web.addresses import Addresses
from assistant.web.face import Slot, When, slots_of
from assistant.web.faces import FACES
from assistant.web.screen import Screens
from assistant.web.showing import patch
from tests.house import NAMES

SECRET = b"of this house alone"


def names_of(page: str, *when: When) -> set[str]:
    """The slots of a page of this game that come then, or all that come by themselves."""
    when = when or tuple(set(When) - {When.OPENED})
    return {slot.name for slot in slots_of(FACES["ares"], page) if slot.when in when}


def joined(old: str | None, runs: list[str | list[int]]) -> str:
    """A slot from the runs that came, as the script in the page puts it together."""
    lines = old.split("\n") if old is not None else []
    pieces: list[str] = []
    for run in runs:
        pieces += [run] if isinstance(run, str) else lines[run[0] : run[0] + run[1]]
    return "\n".join(pieces)


class Phone(SocketIOTestClient):  # type: ignore[misc]
    """A socket in this process. It knows what it was sent, and what its page looks like by now."""

    refused: Any = None
    queue: list[dict[str, Any]]

    def connect(self, *args: Any, **values: Any) -> None:
        server, inner = self.socketio.server, self.socketio.server._send_packet
        self.slots: dict[str, str] = {}
        self.lines: dict[str, str] = {}
        self.view: dict[str, Any] = {}
        self.news: list[dict[str, Any]] = []  # the messages of the last `read`
        self._taps = itertools.count()

        def send(eio_sid: str, packet: Any) -> None:
            if packet.packet_type == CONNECT_ERROR and eio_sid == self.eio_sid:
                self.refused = packet.data
            inner(eio_sid, packet)

        server._send_packet = send
        super().connect(*args, **values)

    def ask(self, event: str, *values: Any) -> Any:
        """Send something and return what it is answered with."""
        return self.emit(event, *values, callback=True)

    def move(self, kind: str, /, *, anyway: bool = False, **args: Any) -> Any:
        tap = {"id": f"{self.eio_sid}-{next(self._taps)}", "kind": kind, "args": args}
        return self.ask("move", {**tap, "anyway": True} if anyway else tap)

    def must(self, kind: str, /, **args: Any) -> int:
        answer = self.move(kind, **args)
        assert answer["ok"], answer
        n: int = answer["n"]
        return n

    def read(self) -> list[str]:
        """Take in what has come since, and tell which events it was."""
        self.app.extensions["live"].settle()
        received, self.queue = self.queue, []
        self.news = []
        for one in received:
            if one["name"] == "view":
                self.view = one["args"][0]["view"]
                self.news.append(one["args"][0])
            elif one["name"] == "screen":
                message = json.loads(one["args"][0])
                self.news.append(message)
                for slot, runs in message["slots"].items():
                    self.slots[slot] = joined(self.slots.get(slot), runs)
                self.lines |= message.get("lines", {})
        return [one["name"] for one in received]

    @property
    def changed(self) -> set[str]:
        """The slots that the last `read` brought."""
        return {slot for message in self.news for slot in message["slots"]}


class Group:
    """A table with tokens for its host and its seats, and sockets to look at it with."""

    def __init__(self, app: Flask, folder: Path, *seats: str, **options: str) -> None:
        self.app = app
        self.folder = folder
        self.web: FlaskClient = app.test_client()
        wish = {"game": "ares", "mode": "standard", "options": options}
        opened = self.web.post("/api/tables", json=wish).get_json()
        self.code: str = opened["code"]
        self.tokens: dict[str, str] = {"host": opened["host_token"]}
        for seat in seats:
            self.sit(seat)

    def sit(self, seat: str) -> None:
        address = f"/api/tables/{self.code}/seats"
        answer = self.web.post(address, json={"seat": seat, "name": NAMES[seat]})
        assert answer.status_code == 201
        self.tokens[seat] = answer.get_json()["token"]

    def phone(self, who: str | None = None, /, **auth: Any) -> Phone:
        """A program, or with a `page` a browser, that has the key of a seat or of the host."""
        token = {"token": self.tokens[who]} if who else {}
        form = {} if "page" in auth else {"format": "json"}
        return self.connect({"table": self.code, **token, **form, **auth})

    def connect(self, auth: Any, web: FlaskClient | None = None) -> Phone:
        socketio: SocketIO = self.app.extensions["socketio"]
        phone = Phone(self.app, socketio, auth=auth, flask_test_client=web)
        if phone.is_connected():
            phone.read()
        return phone


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(autouse=True)
def nobody_waits_for_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is behind a tab comes right after what is in sight."""
    monkeypatch.setattr(showing, "QUIET_SECONDS", 0)


@pytest.fixture(scope="module")
def app(folder: Path) -> Iterator[Flask]:
    """One house for all; every test opens a table of its own."""
    log = Log(folder)
    addresses = Addresses(8000, adapters=lambda: (), routed=lambda: None)
    yield create_app(log, addresses=addresses, secret=SECRET)
    log.close()


@pytest.fixture
def two(app: Flask, folder: Path) -> Group:
    return Group(app, folder, "red", "blue")


@pytest.fixture
def begun(two: Group) -> Group:
    two.phone("host").must("begin")
    return two


# Coming


def test_a_house_just_opened_keeps_what_it_promises_at_the_door(two: Group) -> None:
    """A phone that went to sleep is missed within twenty seconds; a frame holds four moves."""
    door = two.web.get("/socket.io/?EIO=4&transport=polling")
    promised = json.loads(door.data[1:])
    assert (promised["pingInterval"], promised["pingTimeout"]) == (10_000, 10_000)
    assert promised["maxPayload"] == 4 * LARGEST_MOVE
    server = two.app.extensions["socketio"].server
    assert server.eio.async_mode == "gevent" and server.eio.async_handlers is False
    assert server.eio.http_compression is False
    assert two.web.get("/socket.io/socket.io.js").status_code != 200
    host, red, page = two.phone("host"), two.phone("red"), two.phone("red", page="seat")
    host.must("begin")
    assert red.ask("hello") is True
    assert red.must("pick_phase", phase=3) == 4 and page.read()
    assert red.ask("look", {"number": 217})["ok"] is True
    red.disconnect(), page.disconnect()
    host.read()
    assert not host.view["seats"]["red"]["connected"]


def test_a_name_that_the_network_gave_later_is_shown_to_who_is_there(two: Group) -> None:
    screen = two.phone("host", page="table")
    live = two.app.extensions["live"]
    assert "mars-table.local" not in screen.slots["lobby"]
    live.named("mars-table.local")
    screen.read()
    assert "mars-table.local:8000" in screen.slots["lobby"]
    live.named(None)


def test_a_program_gets_the_view_of_its_seat_on_connect(begun: Group) -> None:
    red = begun.phone("red")
    assert red.view["you"]["seat"] == "red" and red.view["n"] == 3
    assert red.view["code"] == begun.code and red.view["game"] == "ares"
    assert (red.view["host"], red.view["paused"]) == (False, False)
    host = begun.phone("host")
    assert host.view["you"]["seat"] is None and host.view["host"] is True
    assert begun.phone().view["host"] is False, "without a key one watches"


def test_a_browser_gets_every_slot_of_its_page_on_connect(begun: Group) -> None:
    for who, page in (("red", "seat"), ("host", "table"), (None, "watch"), (None, "join")):
        phone = begun.phone(who, page=page)
        assert set(phone.slots) == names_of(page), page
        assert all(message["n"] == 3 for message in phone.news)
        first, *later = [set(message["slots"]) for message in phone.news]
        assert not first & names_of(page, When.BEHIND), "what is looked at comes first"
        assert later or page == "join"
        assert set(phone.lines) == (set() if page == "join" else {"1", "2", "3"})


@pytest.mark.parametrize("page", ["nonsense", 7, ["seat"], ""])
def test_a_page_that_there_is_not_is_watched_from(begun: Group, page: object) -> None:
    phone = begun.phone("red", page=page)
    assert set(phone.slots) == names_of("watch")
    assert phone.move("pick_phase", phase=1)["why"] == "not-seated"


def test_a_table_is_found_in_either_case(begun: Group) -> None:
    phone = begun.connect({"table": begun.code.lower(), "format": "json"})
    assert phone.view["code"] == begun.code


@pytest.mark.parametrize("auth", [None, "K7Q", ["K7Q"], {}, {"table": None}, {"table": "ZZZZ"}])
def test_an_unknown_table_refuses_the_connection_in_words(two: Group, auth: Any) -> None:
    phone = two.connect(auth)
    assert not phone.is_connected()
    words = "There is no table with this code."
    assert phone.refused["data"] == {"why": "unknown-table", "text": words}
    if isinstance(auth, dict):
        ukrainian = two.connect({**auth, "language": "uk"}).refused["data"]
        assert ukrainian["why"] == "unknown-table" and ukrainian["text"] != words


def test_a_key_that_opens_nothing_here_refuses_the_connection(two: Group) -> None:
    other = Group(two.app, two.folder, "red")
    good = two.tokens["red"]
    for token in ("", "x", 7, good[:-1], other.tokens["red"]):
        phone = two.connect({"table": two.code, "token": token, "format": "json"})
        assert not phone.is_connected() and phone.refused["data"]["why"] == "bad-token", token
    two.phone("host").must("free", seat="red")
    gone = two.connect({"table": two.code, "token": good, "format": "json"})
    assert not gone.is_connected() and gone.refused["data"]["why"] == "bad-token"


def test_a_browser_is_known_by_its_cookie(two: Group) -> None:
    web = two.app.test_client()
    web.get(f"/t/{two.code}")
    join = two.connect({"table": two.code, "page": "join"}, web)
    join.must("sit", seat="green", name="Taras")
    seat = two.connect({"table": two.code, "page": "seat"}, web)
    assert set(seat.slots) == names_of("seat")
    seat.must("rename", seat="green", name="Tarasyk")
    stranger = two.connect({"table": two.code, "page": "join"}, two.app.test_client())
    assert stranger.move("rename", seat="green", name="X")["why"] == "not-your-seat"


def test_a_second_screen_of_the_same_person_is_known_by_its_link(two: Group) -> None:
    web = two.app.test_client()
    web.get(f"/t/{two.code}/mine/{two.tokens['red']}")
    second = two.connect({"table": two.code, "page": "seat"}, web)
    assert second.must("rename", seat="red", name="Anna") == 3
    assert set(second.slots) == names_of("seat")


def test_who_wants_views_gets_them_whatever_page_is_named(begun: Group) -> None:
    red = begun.phone("red", page="seat", format="json")
    assert red.view["you"]["seat"] == "red" and red.slots == {}
    red.must("pick_phase", phase=3)
    assert red.read() == ["view"] and red.view["you"]["picked"] == 3


def test_two_strangers_are_two_devices(two: Group) -> None:
    one, other = two.phone(page="join"), two.phone(page="join")
    one.must("sit", seat="green", name="Taras")
    other.must("sit", seat="yellow", name="Kuba")


def test_what_another_process_wrote_is_seen_by_who_comes(
    begun: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Store, "is_shared", True)
    first = begun.phone("red")
    elsewhere = Tables(Log(begun.folder)).find(begun.code)
    assert elsewhere.play(elsewhere.people.screen, None, "pause", {}, "x").ok
    assert not first.view["paused"]
    assert begun.phone("red").view["paused"]


def test_a_device_with_several_seats_says_which(two: Group) -> None:
    phone = two.phone("red")
    phone.must("sit", seat="green", name="Taras", phone=False)
    assert two.phone("red").view["you"]["seat"] == "red"
    assert two.phone("red", seat="green").view["you"]["seat"] == "green"
    assert two.phone("red", seat="blue").view["you"]["seat"] == "red"
    assert two.phone("red", seat=["green"]).view["you"]["seat"] == "red"
    shown = two.phone("red", seat="green", page="seat")
    shown.must("rename", seat="green", name="Tarasyk")


def test_a_screen_that_plays_one_seat_sees_it_and_of_two_neither(two: Group) -> None:
    host = two.phone("host")
    host.must("sit", seat="green", name="Taras", phone=False)
    assert two.phone("host").view["you"]["seat"] == "green"
    host.must("sit", seat="yellow", name="Kuba", phone=False)
    assert two.phone("host").view["you"]["seat"] is None
    assert two.phone("host", seat="yellow").view["you"]["seat"] == "yellow"


# Being seen


def test_everybody_sees_who_is_in_touch(two: Group) -> None:
    red = two.phone("red")
    assert red.view["seats"]["red"]["connected"] and not red.view["seats"]["blue"]["connected"]
    blue = two.phone("blue")
    assert red.read() == ["view"] and red.view["seats"]["blue"]["connected"]
    again = two.phone("blue")
    assert red.read() == [], "nothing changed for red"
    assert again.view["you"]["seat"] == "blue"
    blue.disconnect()
    assert red.read() == [] and red.view["seats"]["blue"]["connected"], "one of two is left"
    again.disconnect()
    assert red.read() == ["view"] and not red.view["seats"]["blue"]["connected"]


def test_a_table_screen_on_a_players_phone_is_not_the_seat(begun: Group) -> None:
    """A phone that lies open on the table must not show the pick of who owns it. (B2)"""
    begun.phone("red").must("pick_phase", phase=3)
    host = begun.phone("host")
    picks = []
    for page in ("table", "watch", "join"):
        page_of_red = begun.phone("red", page=page)
        stranger = begun.phone(page=page)
        assert page_of_red.move("pick_phase", phase=4)["why"] == "not-seated"
        if page == "watch":
            assert page_of_red.slots == stranger.slots
        picks.append(host.read())
    assert picks == [[], [], []], "nobody comes into touch by it"
    assert begun.phone("red", page="seat").slots["now"]


def test_a_watching_page_makes_no_move_whoever_holds_it(two: Group) -> None:
    watching = two.phone("host", page="watch")
    assert watching.move("begin")["why"] == "not-seated"
    assert watching.move("rename", seat="red", name="X")["why"] == "not-seated"
    assert watching.move("pause")["why"] == "not-seated"
    table = two.phone("host", page="table")
    table.must("begin")
    assert watching.read()


def test_a_guest_does_not_move(begun: Group) -> None:
    assert begun.phone().move("pick_phase", phase=1)["why"] == "not-seated"
    assert begun.phone().move("go_on")["why"] == "only-the-host"


# A tap


def test_a_phone_asks_whether_it_is_still_in_touch(two: Group) -> None:
    assert two.phone("red").ask("hello") is True
    assert two.phone("red").ask("hello", "with", "more") is True


def test_a_move_is_answered_and_shown_to_everybody(begun: Group) -> None:
    red, blue, host = (begun.phone(who) for who in ("red", "blue", "host"))
    for phone in (red, blue, host):
        phone.read()
    assert red.move("pick_phase", phase=3) == {"ok": True, "n": 4}
    for phone in (red, blue, host):
        assert phone.read() == ["view"] and phone.news[0]["n"] == 4
        assert phone.view["seats"]["red"]["locked"] and phone.view["n"] == 4
    assert red.view["you"]["picked"] == 3 and blue.view["you"]["picked"] is None


def test_the_same_tap_counts_once(begun: Group) -> None:
    red = begun.phone("red")
    tap = {"id": "x" * 64, "kind": "pick_phase", "args": {"phase": 3}}
    first = red.ask("move", tap)
    blue = begun.phone("blue")
    page = begun.phone("blue", page="seat")
    red.read()
    assert first == {"ok": True, "n": 4} == red.ask("move", {**tap, "args": {"phase": 5}})
    assert red.read() == blue.read() == page.read() == [], "nothing changed for anybody"


def test_a_refusal_says_why_in_words_and_whether_it_may_be_made_anyway(begun: Group) -> None:
    red, blue = begun.phone("red"), begun.phone("blue")
    assert red.move("done") == {
        "ok": False,
        "why": "no-phase-now",
        "text": "No phase is being played now.",
        "advice": False,
    }
    red.must("pick_phase", phase=3)
    blue.must("pick_phase", phase=4)
    host = begun.phone("host")
    for _ in range(3):
        host.must("go_on")
    red.read(), blue.read()
    twice = red.move("pick_phase", phase=3)
    assert twice["why"] == "same-phase-twice" and twice["advice"] is True
    assert blue.read() == [], "a refusal is told to nobody else"
    assert red.move("pick_phase", anyway=True, phase=3)["ok"]
    ukrainian = begun.phone("red", language="uk").move("done")
    assert ukrainian["why"] == "no-phase-now" and "phase" not in ukrainian["text"]


def test_a_refusal_names_people_by_their_names(two: Group) -> None:
    taken = two.phone(page="join").move("sit", seat="red", name="Bob")
    assert taken["why"] == "seat-taken" and "Ann" in taken["text"]


@pytest.mark.parametrize(
    ("message", "field"),
    [
        (None, "move"),
        ([], "move"),
        ("pick", "move"),
        ({}, "id"),
        ({"id": ""}, "id"),
        ({"id": "x" * 65, "kind": "done"}, "id"),
        ({"id": "ї", "kind": "done"}, "id"),
        ({"id": "a\tb", "kind": "done"}, "id"),
        ({"id": 5, "kind": "done"}, "id"),
        ({"id": "x"}, "kind"),
        ({"id": "x", "kind": 5}, "kind"),
        ({"id": "x", "kind": "k" * 65}, "kind"),
        ({"id": "x", "kind": "done", "args": []}, "args"),
        ({"id": "x", "kind": "done", "args": None}, "args"),
        ({"id": "x", "kind": "done", "anyway": "yes"}, "anyway"),
        ({"id": "x", "kind": "done", "anyway": 1}, "anyway"),
        ({"id": "x", "kind": "done", "s" * 50: 1}, "s" * 40),
    ],
)
def test_what_cannot_be_read_is_refused_by_its_field(
    begun: Group, message: Any, field: str
) -> None:
    red = begun.phone("red")
    words = f"That tap could not be read ({field})."
    refused = {"ok": False, "why": "malformed", "text": words, "advice": False}
    assert red.ask("move", message) == refused
    assert begun.phone("red").view["n"] == 3


def test_a_move_may_be_as_long_as_promised(begun: Group) -> None:
    red = begun.phone("red")
    assert red.ask("move", {"id": "x", "kind": "k" * 64})["why"] == "unknown-move"
    frame = len(json.dumps({"note": ""}))
    assert red.move("done", note="x" * (LARGEST_MOVE - frame))["why"] == "malformed"
    assert red.move("done", note="x" * (LARGEST_MOVE - frame + 1))["why"] == "oversized"


def test_a_tap_says_whose_it_is_and_no_other_seat_is_played(begun: Group) -> None:
    red = begun.phone("red")
    pick = {"kind": "pick_phase", "args": {"phase": 1}}
    assert red.ask("move", {"id": "a", **pick, "seat": "blue"})["why"] == "not-your-seat"
    assert red.ask("move", {"id": "b", **pick, "seat": "red"})["ok"]
    assert red.ask("move", {"id": "c", **pick, "seat": None})["ok"]


def test_a_device_makes_a_move_for_whom_it_plays_as_well(begun: Group) -> None:
    red = begun.phone("red")
    assert red.move("play_from", seat="red", where="table")["ok"]
    pick = {"kind": "pick_phase", "args": {"phase": 1}, "seat": "red"}
    assert begun.phone("host").ask("move", {"id": "a", **pick})["ok"]
    assert (
        begun.phone("host").ask("move", {"id": "b", **pick, "seat": "blue"})["why"]
        == "not-your-seat"
    )


# The end


def test_the_podium_tells_how_long_was_played_and_paused(
    app: Flask, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr("assistant.table._now", lambda: now[0])
    group = Group(app, folder, "red", "blue")
    phones = [group.phone("red"), group.phone("blue")]
    group.phone("host").must("begin")
    for phone in phones:
        phone.must("pick_phase", phase=3)
    for minutes, kind in ((25, "pause"), (12, "resume"), (9, "declare_terraformed")):
        now[0] += 60 * minutes
        phones[0].must(kind)
    for phone in phones:
        phone.must("done")
    for phone in phones:
        for part in ("tr", "forests", "cards", "on_cards"):
            phone.must("count", part=part, points=20 if phone is phones[0] else 10)
    end = group.phone("host", page="table").slots["end"]
    took = " ".join(re.sub("<[^>]+>", " ", end[end.index('id="took"') + 10 :]).split())
    assert took.startswith("34 min played, 12 min paused")


# Looking


def test_a_card_is_looked_at_and_nobody_else_is_told(app: Flask, folder: Path) -> None:
    group = Group(app, folder, "red", "blue", help="cards")
    host, red, blue = group.phone("host"), group.phone("red"), group.phone("blue")
    host.must("begin")
    screen = group.phone("red", page="seat")
    blue.read()
    seen = red.ask("look", {"number": 217})
    assert seen["ok"] is True and seen["look"]["number"] == 217
    parts = screen.ask("look", {"number": 217})
    assert parts["ok"] is True and "Teractor" in parts["parts"]["card"]
    ukrainian = group.phone("red", page="seat", language="uk")
    assert ukrainian.ask("look", {"number": 217})["parts"] != parts["parts"]
    assert blue.read() == [] and group.phone("red").view["n"] == 3
    refused = red.ask("look", {"number": "217"})
    assert refused["ok"] is False and refused["why"] == "malformed" and "number" in refused["text"]
    assert group.phone().ask("look", {"number": 217})["why"] == "not-seated"
    wrong: Any
    for wrong in (None, [], "217", {"find": "x" * LARGEST_MOVE}):
        refused = red.ask("look", wrong)
        assert refused["why"] == "oversized" and refused["text"], wrong
    frame = len(json.dumps({"find": ""}))
    assert red.ask("look", {"find": "x" * (LARGEST_MOVE - frame)}).get("why") != "oversized"


# Telling


def test_only_what_changed_is_sent(begun: Group) -> None:
    red, watch = begun.phone("red", page="seat"), begun.phone(page="watch")
    red.must("pick_phase", phase=3)
    red.read(), watch.read()
    assert "now" in red.changed and red.changed < names_of("seat")
    assert all(message["n"] == 4 for message in red.news)
    assert [sorted(message["lines"]) for message in red.news if "lines" in message] == [["4"]]
    assert "4" in watch.lines
    shown = {phone: dict(phone.slots) for phone in (red, watch)}
    blue = begun.phone("blue")
    blue.must("rename", seat="blue", name="Olenka")
    red.read(), watch.read()
    assert "5" in red.lines and red.lines["5"] != red.lines["4"]
    fresh = begun.phone("red", page="seat"), begun.phone(page="watch")
    for phone, anew in zip((red, watch), fresh, strict=True):
        phone.read()
        assert phone.slots == anew.slots, "what is patched is what is shown anew"
        assert phone.slots != shown[phone]
        assert phone.lines == anew.lines


def test_a_step_that_is_taken_back_is_told_again(begun: Group) -> None:
    red = begun.phone("red", page="seat")
    n = red.must("pick_phase", phase=3)
    red.read()
    before = red.lines[str(n)]
    red.must("undo", n=n)
    red.read()
    assert red.lines[str(n)] != before
    sent = [sorted(message["lines"]) for message in red.news if "lines" in message]
    assert sent == [[str(n)]], "and no other step"


def test_a_step_is_told_to_whom_it_is_about_and_to_the_others(app: Flask, folder: Path) -> None:
    """With what it cost and brought, under its phase; the figures are there for programs too."""
    group = Group(app, folder, "red", "blue", help="mats")
    group.phone("host").must("begin")
    group.phone("host").must("go_on")
    pages = [
        group.phone(seat, page=page)
        for seat, page in (("red", "seat"), ("blue", "seat"), (None, "watch"))
    ]
    red, blue, program = group.phone("red"), group.phone("blue"), group.phone()
    red.must("adjust", field="mc", by=31)
    red.must("pick_phase", phase=3)
    blue.must("pick_phase", phase=3)
    n = red.must("standard_action", action="temperature_mc")
    for page in pages:
        page.read()
    own, *others = (" ".join(re.sub("<[^>]+>", " ", page.lines[str(n)]).split()) for page in pages)
    line = "Action round 1 R Red {} raised the temperature to −28 °C MC {} TR 5 → 6"
    assert own.startswith(line.format("You", "31 → 17") + " Take this back")
    assert others == [line.format("Ann", "14 paid")] * 2
    program.read()
    line = program.view["story"][-1]
    assert line["text"] == "Ann raised the temperature to −28\u00a0°C"
    assert line["figures"][0] == {"name": "MC", "was": 31, "now": 17}

    # Who kept a tap is told with its answer what it changed.
    tap = {"id": "kept", "kind": "standard_action", "args": {"action": "temperature_mc"}}
    assert red.ask("move", {**tap, "tell": True})["figures"] == [
        {"name": "temperature", "was": -28, "now": -26, "unit": "°C"},
        {"name": "MC", "was": 17, "now": 3, "unit": ""},
        {"name": "TR", "was": 6, "now": 7, "unit": ""},
    ]
    assert "figures" not in red.ask("move", tap)


def test_a_phone_keeps_the_newest_sixty_steps(begun: Group) -> None:
    red = begun.phone("red")
    for tap in range(70):
        red.must("rename", seat="red", name=f"Ann {tap}")
    fresh = begun.phone("red", page="seat")
    assert {int(n) for n in fresh.lines} == set(range(14, 74))


def test_each_phone_is_told_in_its_own_language(begun: Group) -> None:
    english, ukrainian = (
        begun.phone("red", page="seat", language=language) for language in ("en", "uk")
    )
    assert english.slots["now"] != ukrainian.slots["now"]
    assert english.lines["1"] != ukrainian.lines["1"]
    views = [begun.phone("red", language=language).view for language in ("en", "uk")]
    first, second = (view["story"][0]["text"] for view in views)
    assert "Ann" in first and "Ann" in second and first != second
    refused = [[one for one in view["options"] if one["refused"]] for view in views]
    assert refused[0] and refused[0][0]["text"] != refused[1][0]["text"]


def test_a_view_holds_the_game_the_people_the_options_and_the_story(begun: Group) -> None:
    red = begun.phone("red")
    n = red.must("pick_phase", phase=3)
    red.must("undo", n=n)
    red.must("pause")
    view = begun.phone("red").view
    assert view["paused"] is True and view["step"] == "planning"
    seats = view["seats"]
    assert (seats["red"]["name"], seats["red"]["connected"]) == ("Ann", True)
    assert (seats["blue"]["name"], seats["blue"]["connected"]) == ("Olena", False)
    assert view["story"][0] == {
        "n": 1,
        "seat": "red",
        "text": "Ann sat down",
        "undone": False,
        "figures": [],
    }
    assert [(one["n"], one["undone"]) for one in view["story"]][3:] == [(4, True), (6, False)]
    picks = [one for one in view["options"] if one["kind"] == "pick_phase"]
    assert {"kind": "pick_phase", "args": {"phase": 1}, "refused": None} in picks
    closed = next(one for one in view["options"] if one["refused"])
    assert set(closed) == {"kind", "args", "refused", "text"} and closed["text"]


def test_who_left_has_no_name_in_the_view(begun: Group) -> None:
    begun.phone("host").must("free", seat="blue")
    seats = begun.phone("red").view["seats"]
    assert seats.get("blue", {"name": None})["name"] is None
    assert not seats.get("blue", {"connected": False})["connected"]


def test_a_phone_that_lost_its_seat_is_sent_away(two: Group) -> None:
    program, page = two.phone("red"), two.phone("red", page="seat")
    table, blue = two.phone("red", page="table"), two.phone("blue")
    host = two.phone("host")
    page.read()
    host.must("free", seat="red")
    assert "reload" in program.read() and not program.is_connected()
    assert page.read() == ["reload"] and page.is_connected(), "its page asks anew"
    assert page.ask("show", ["mat"]) is True and page.read() == [], "and is shown nothing more"
    assert "reload" not in table.read() and "reload" not in blue.read()
    assert blue.is_connected() and "red" not in blue.view["seats"]


def test_a_phone_that_got_a_seat_leaves_the_joining_page(two: Group) -> None:
    web = two.app.test_client()
    web.get(f"/t/{two.code}")
    join = two.connect({"table": two.code, "page": "join"}, web)
    watch = two.connect({"table": two.code, "page": "watch"}, web)
    waiting = two.phone(page="join")
    join.must("sit", seat="green", name="Taras")
    assert "reload" in join.read()
    assert "reload" not in waiting.read() and "join" in waiting.changed
    assert "reload" not in watch.read()


def test_a_screen_that_breaks_is_one_phones_trouble(
    begun: Group, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, red = begun.phone(page="watch"), begun.phone("red", page="seat")
    whole = Screens.slot

    def slot(self: Screens, slot: Slot, page: str, *args: Any) -> str:
        if page == "watch":
            raise RuntimeError("a template is missing")
        return whole(self, slot, page, *args)

    monkeypatch.setattr(Screens, "slot", slot)
    with caplog.at_level(logging.ERROR):
        assert red.move("pick_phase", phase=3) == {"ok": True, "n": 4}
        assert red.read() and "now" in red.changed
    assert broken.read() == []
    assert {one.getMessage() for one in caplog.records} == {"A screen could not be shown"}
    assert all(one.exc_info and one.name == "assistant.web.showing" for one in caplog.records)


def test_a_running_clock_comes_with_the_time_of_the_house(begun: Group) -> None:
    host, red, page = begun.phone("host"), begun.phone("red"), begun.phone("red", page="seat")
    assert red.view.get("clock", "?") is None
    assert not any("now" in message for message in page.news)
    start = time.time()
    host.must("start_clock", seconds=90)
    red.read(), page.read()
    clock = red.view["clock"]
    assert clock["seconds"] == 90 and start + 90 <= clock["ends_at"] <= time.time() + 90
    times = [message["now"] for message in page.news]
    assert times and all(start <= now <= time.time() for now in times)
    host.must("pause")
    red.read(), page.read()
    assert red.view["clock"]["ends_at"] is None and red.view["clock"]["left"] > 0
    assert page.news and not any("now" in message for message in page.news)


def test_tables_do_not_hear_each_other(begun: Group) -> None:
    other = Group(begun.app, begun.folder, "red")
    here, there = begun.phone("red"), other.phone("red")
    here.must("pick_phase", phase=3)
    assert here.read() and there.read() == []
    assert there.view["n"] == 1


# Patches

SLOT = st.lists(st.sampled_from(["a", "b", "c", "", " d"]), min_size=1).map("\n".join)


@settings(max_examples=200, deadline=None)
@given(old=st.none() | SLOT, new=SLOT)
def test_a_patch_makes_the_new_slot_from_the_old(old: str | None, new: str) -> None:
    assert joined(old, patch(old, new)) == new


def test_of_a_slot_only_new_lines_are_sent() -> None:
    assert patch(None, "a\nb") == ["a\nb"]
    assert patch("a\nb\nc", "a\nb\nc") == [[0, 3]]
    assert patch("a\nb\nc", "x\ny\nb\nc\nz") == ["x\ny", [1, 2], "z"]
    assert patch("a\nb\nc\nd", "a\nc\nd\nb") == [[0, 1], [2, 2], [1, 1]]
    assert patch("a\n-\nb\n-\nc\n-", "a\n-\nx\n-\nc\n-") == [[0, 2], "x", [3, 3]], "alike lines"


def test_a_socket_that_has_ended_is_as_good_as_none(app: Flask) -> None:
    """Whoever asks by plain requests learns it by the next one."""
    browser = app.test_client()
    way = "/socket.io/?EIO=4&transport=polling"
    key = json.loads(browser.get(way).text[1:])["sid"]
    app.extensions["socketio"].server.eio.sockets[key].closed = True
    assert browser.post(f"{way}&sid={key}", data=b"3").status_code == 400
    assert browser.get(f"{way}&sid={key}").status_code == 400
