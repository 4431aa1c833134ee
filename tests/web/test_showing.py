"""A table as it is looked at: who is shown what, and in which order."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import gevent
import pytest
from flask import Flask
from gevent.event import Event
from jinja2 import ChoiceLoader, DictLoader

from assistant.game import Json
from assistant.log import Log
from assistant.record import Record
from assistant.store import StoreError
from assistant.table import Tables
from assistant.web import create_app, showing
from assistant.web.addresses import Addresses
from assistant.web.around import Around
from assistant.web.face import Slot, When
from assistant.web.faces import FACES
from assistant.web.presence import Presence
from assistant.web.screen import Drawings, Screens
from assistant.web.showing import Eye, Showing, stamp
from assistant.web.sight import Drawn, Sight
from tests.house import NAMES
from tests.phone import PATIENCE_SECONDS

GAME = "ares"
TEMPLATES = {
    "open.html": "{{ (view.step, view.you, view.picked, table.you, table.host)|join(' ') }}",
    "own.html": "{{ view.you }} has picked {{ view.picked }}",
    "alike.html": "{{ view.step }}",
    "late.html": "{{ table.n }}",
    "mat.html": "{{ view.mine.mat.tr }} {{ view.step }}",
}
SLOTS = {
    "seat": (
        Slot("opened", "open.html", When.AT_ONCE),
        Slot("own", "own.html"),
        Slot("alike", "alike.html"),
        Slot("late", "late.html", When.SOON),
        Slot("mat", "mat.html", When.BEHIND, panel=True),
    )
}
HOUSE = {"lobby", "notice", "heading", "about"}  # slots that every seat has


class Room:
    """Red and blue at a table with a small face, and everything that was sent to their phones."""

    def __init__(self, app: Flask, log: Log) -> None:
        self.table = Tables(log).open(GAME, "standard", {}, "screen")
        self.sent: list[tuple[str, Json]] = []
        faces = {GAME: replace(FACES[GAME], slots=SLOTS)}
        addresses = Addresses(8000, adapters=lambda: (), routed=lambda: None)
        screens, around, self.free = Screens(app, faces), Around(addresses), Event()
        self.free.set()
        self.showing = Showing(
            self.table, screens, around, faces, self._send, self.free, lambda *_: {}, Presence()
        )
        for seat in ("red", "blue"):
            self.play(None, "sit", device=seat, seat=seat, name=NAMES[seat])
        self.play(None, "begin", device="screen")

    def _send(self, event: str, message: Json, sids: list[str]) -> None:
        self.sent += [(sid, json.loads(message)) for sid in sids]

    def play(self, seat: str | None, kind: str, /, *, device: str = "", **args: Any) -> None:
        id = f"{self.table.record.n}"
        answer = self.table.play(
            device or seat or "", seat, kind, args, id, meanwhile=self.showing.foresee
        )
        assert answer.ok, answer

    def watch(self, seat: str, *shows: str, language: str = "en") -> Eye:
        sid = f"{seat} {len(self.showing.eyes)}"
        eye = Eye(sid, self.table, seat, seat, "seat", language, GAME, frozenset(shows))
        self.showing.welcome(eye)
        return eye

    def tell(self) -> None:
        self.showing.tell()

    def settle(self) -> None:
        """Wait until everything was shown."""
        if self.showing.painter:
            self.showing.painter.join()

    def settle_in_sight(self) -> None:
        """Wait until the last of what is in sight was shown, which is due before the rest."""
        with gevent.Timeout(PATIENCE_SECONDS):
            while any(eye.shown["late"] != f"{self.table.record.n}" for eye in self.eyes):
                gevent.sleep(0.001)

    @property
    def eyes(self) -> list[Eye]:
        return list(self.showing.eyes.values())

    def taken(self) -> list[tuple[str, set[str]]]:
        """Who was sent which slots since, in this order; the story's lines come besides."""
        sent, self.sent = self.sent, []
        told = [(sid.split()[0], set(message["slots"]) - HOUSE) for sid, message in sent]
        return [(seat, slots) for seat, slots in told if slots]


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Log]:
    log = Log(tmp_path_factory.mktemp("data"))
    yield log
    log.close()


@pytest.fixture(scope="module")
def app(log: Log) -> Flask:
    addresses = Addresses(8000, adapters=lambda: (), routed=lambda: None)
    app = create_app(log, addresses=addresses, secret=b"s" * 32)
    assert app.jinja_env.loader
    app.jinja_env.loader = ChoiceLoader([DictLoader(TEMPLATES), app.jinja_env.loader])
    return app


@pytest.fixture
def room(app: Flask, log: Log, monkeypatch: pytest.MonkeyPatch) -> Room:
    monkeypatch.setattr(showing, "QUIET_SECONDS", 0.01)
    return Room(app, log)


def test_who_comes_is_shown_at_once_what_is_in_sight_and_the_rest_when_it_is_quiet(
    room: Room,
) -> None:
    room.watch("red")
    assert room.taken() == [("red", {"opened"}), ("red", {"own", "alike", "late"})]
    room.settle()
    assert room.taken() == [("red", {"mat"})]


def test_what_is_open_on_a_page_is_in_its_sight(room: Room) -> None:
    red = room.watch("red", "mat")
    assert room.taken()[1] == ("red", {"own", "alike", "late", "mat"})
    room.settle()
    room.taken()
    red.shows = frozenset()
    room.play("red", "pick_phase", phase=3)
    room.tell()
    room.settle_in_sight()
    assert [slots for _, slots in room.taken()] == [{"own"}, {"late"}]


def test_a_page_that_opens_something_has_it_before_the_answer(room: Room) -> None:
    red = room.watch("red")
    room.taken()
    red.shows = frozenset({"mat"})
    room.showing.bring(red)
    assert room.taken() == [("red", {"mat"})]
    room.showing.bring(red)
    assert room.taken() == [], "what it has is not sent again"


def test_a_sheet_that_waits_to_be_opened_comes_then_and_is_kept_up_while_it_is_open(
    room: Room,
) -> None:
    red = room.watch("red")
    room.settle()
    assert "sheet" not in red.shown
    red.shows = frozenset({"sheet"})
    room.showing.bring(red)
    assert room.taken()[-1] == ("red", {"sheet"}) and NAMES["red"] in red.shown["sheet"]
    room.play(None, "rename", device="red", seat="red", name="Anna")
    room.tell()
    room.settle()
    assert "Anna" in red.shown["sheet"]
    red.shows = frozenset()
    room.taken()
    room.play(None, "rename", device="red", seat="red", name="Hanna")
    room.tell()
    room.settle()
    assert not any("sheet" in slots for _, slots in room.taken())


def test_what_opens_sealed_choices_sees_only_what_everybody_may_see(room: Room) -> None:
    """Such a slot is one for all: nothing of whoever looks can be in it, whatever it asks for."""
    red, host = room.watch("red"), room.watch("red")
    host.device = "screen"
    room.play("red", "pick_phase", phase=3)
    room.tell()
    room.settle()
    for eye in (red, host):
        assert eye.shown["opened"] == "planning None None None False"
    assert red.shown["own"] == "red has picked 3"
    room.play("blue", "pick_phase", phase=4)
    room.tell()
    assert red.shown["opened"] == "phase None None None False"


def test_everybody_is_shown_the_opening_in_one_go_before_anything_else(room: Room) -> None:
    room.watch("red"), room.watch("blue"), room.watch("red", language="uk")
    room.play("red", "pick_phase", phase=3)
    room.tell()
    room.settle()
    room.taken()
    room.play("blue", "pick_phase", phase=4)
    assert room.taken() == [], "nothing leaves before it is kept and told"
    room.tell()
    assert room.taken() == [(seat, {"opened"}) for seat in ("red", "blue", "red")]
    room.settle()
    taken = room.taken()
    assert taken[0] == ("red", {"alike"}) and taken[1] == ("blue", {"own", "alike"})


def test_nothing_of_a_move_that_cannot_be_kept_is_shown(
    room: Room, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    red = room.watch("red")
    room.play("red", "pick_phase", phase=3)
    room.tell()
    room.settle()
    room.taken()
    foreseen: list[Record] = []

    def fails(*_: Any, meanwhile: Any, **__: Any) -> None:
        meanwhile()
        raise StoreError("the disk is full")

    def foresee(record: Record) -> None:
        foreseen.append(record)
        room.showing.foresee(record)

    monkeypatch.setattr(Log, "append", fails)
    answer = room.table.play("blue", "blue", "pick_phase", {"phase": 4}, "x", meanwhile=foresee)
    assert not answer.ok and foreseen and foreseen[0].state.step == "phase"
    room.tell()
    room.settle()
    assert not any("opened" in slots for _, slots in room.taken())
    assert red.shown["opened"].startswith("planning")


def test_a_drawing_serves_all_who_see_the_same_and_nobody_else(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    red, blue, second = room.watch("red"), room.watch("blue"), room.watch("red")
    room.play("red", "pick_phase", phase=3)
    room.tell()
    room.settle()
    assert red.shown["own"] == second.shown["own"] == "red has picked 3"
    assert blue.shown["own"] == "blue has picked None"
    assert red.shown["own"] is second.shown["own"], "drawn once"
    assert red.shown["alike"] is blue.shown["alike"], "also for another seat"


def test_only_the_newest_state_is_drawn(room: Room) -> None:
    red = room.watch("red")
    room.settle()
    room.taken()
    for phase in (1, 2, 3):
        room.play("red", "pick_phase", phase=phase)
        room.tell()
    room.settle()
    assert room.taken() == [("red", {"own"}), ("red", {"late"})]
    assert red.shown["own"] == "red has picked 3"


def test_what_is_behind_waits_until_nothing_has_changed_for_a_moment(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.watch("red")
    room.settle()
    room.taken()
    monkeypatch.setattr(showing, "QUIET_SECONDS", 30)
    room.play("red", "pick_phase", phase=3)
    room.play("blue", "pick_phase", phase=4)
    room.tell()
    room.settle_in_sight()
    assert [slots for _, slots in room.taken()] == [{"opened"}, {"own", "alike"}, {"late"}]
    monkeypatch.setattr(showing, "QUIET_SECONDS", 0.01)
    room.tell()  # something stirs, and then it is quiet
    room.settle()
    assert room.taken() == [("red", {"mat"})]


def test_an_older_drawing_does_not_follow_a_newer_one(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a screen is being drawn its page opens a tab, and is shown something newer."""
    red = room.watch("red")
    room.settle()
    room.taken()
    room.play("red", "pick_phase", phase=1)
    room.tell()
    give_way = Showing._give_way

    def overtaken(self: Showing) -> None:
        monkeypatch.setattr(Showing, "_give_way", give_way)
        room.play("red", "pick_phase", phase=2)
        room.tell()
        self.bring(red)

    monkeypatch.setattr(Showing, "_give_way", overtaken)
    room.settle()
    assert red.shown["own"] == "red has picked 2"
    own = [message["slots"]["own"] for _, message in room.sent if "own" in message["slots"]]
    assert own == [["red has picked 2"]]


def test_who_left_is_shown_nothing_more(room: Room) -> None:
    red, blue = room.watch("red"), room.watch("blue")
    room.settle()
    room.taken()
    room.play("red", "pick_phase", phase=1)
    room.tell()
    room.showing.leave(red)
    room.settle()
    assert {seat for seat, _ in room.taken()} == {"blue"} and blue.sid in room.showing.eyes


def test_what_a_page_came_with_is_sent_only_once_it_changes(room: Room) -> None:
    """Then whole: the page has it as elements, not as the text that a patch is made from."""
    sid, stamps = "red 0", {"own": stamp("red has picked None"), "alike": stamp("an older step")}
    red = Eye(sid, room.table, "red", "red", "seat", "en", GAME, drawn=stamps)
    room.showing.welcome(red)
    assert room.taken() == [("red", {"opened"}), ("red", {"alike", "late"})]
    room.play("red", "pick_phase", phase=3)
    room.tell()
    room.settle()
    own = [message["slots"]["own"] for _, message in room.sent if "own" in message["slots"]]
    assert own == [["red has picked 3"]]
    room.play("red", "withdraw_pick")
    room.tell()
    room.settle()
    assert red.shown["own"] == "red has picked None" and not red.drawn.get("own")


def test_of_what_was_drawn_so_much_is_remembered_and_no_more() -> None:
    """A table played at for weeks takes no more memory; what is still seen stays longest."""
    drawings, nothing = Drawings(most=1000), Sight()
    drawings.keep("often", Drawn("o" * 100, {}))
    for number in range(100):
        drawings.keep(number, Drawn("x" * 100, {}))
        assert drawings.find("often", nothing)
    kept = [number for number in range(100) if drawings.find(number, nothing)]
    assert kept == list(range(91, 100))
    for _ in range(100):
        drawings.keep("often", Drawn("o" * 10, {}))
    drawings.keep("last", Drawn("x" * 100, {}))
    assert drawings.find("often", nothing) and drawings.find(99, nothing)
    drawings.keep("huge", Drawn("x" * 2000, {}))
    assert not drawings.find("huge", nothing), "one that is larger than all is not kept"
