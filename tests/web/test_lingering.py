"""Nobody lingers: every message is judged by what a device holds now, and no eye stays behind."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import gevent
import pytest
from flask import Flask

from assistant.log import Log
from assistant.web import create_app, live, showing, sockets
from assistant.web.addresses import Addresses
from assistant.web.live import MOST_LOOKING_ON, Live
from tests.web.test_live_in_process import SECRET, Group, Phone


@pytest.fixture(autouse=True)
def nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(showing, "QUIET_SECONDS", 0)
    monkeypatch.setattr(live, "LEAVING_SECONDS", 0)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    log = Log(tmp_path_factory.mktemp("data"))
    addresses = Addresses(8000, adapters=lambda: (), routed=lambda: None)
    yield create_app(log, addresses=addresses, secret=SECRET)
    log.close()


@pytest.fixture
def group(app: Flask, tmp_path: Path) -> Group:
    group = Group(app, tmp_path, "red", "blue")
    group.phone("host").must("begin")
    return group


def house_of(group: Group) -> Live:
    found: Live = group.app.extensions["live"]
    return found


def raw(phone: Phone, data: str) -> None:
    """A frame as it comes by the wire."""
    phone.socketio.server._handle_eio_message(phone.eio_sid, data)


def take_seat(group: Group, seat: str) -> None:
    """Another phone gets the seat."""
    n = group.phone(page="join").must("ask_seat", seat=seat)
    group.phone("host").must("hand_over", wish=n)


# What a device holds now


def test_who_lost_a_seat_plays_looks_and_votes_for_it_no_more(group: Group) -> None:
    red, page = group.phone("red"), group.phone("red", page="seat")
    blue = group.phone("blue")
    n = blue.must("pick_phase", phase=3)
    house = house_of(group)
    eyes = [eye for eye in house._by_sid.values() if eye.seat == "red"]
    take_seat(group, "red")
    page.read()
    for eye in eyes:
        here = dict(house._by_sid)
        house._by_sid[eye.sid] = eye  # a message that was on its way when the seat went
        for message in (
            {"id": "a", "kind": "pick_phase", "args": {"phase": 1}},
            {"id": "b", "kind": "pick_phase", "args": {"phase": 1}, "seat": "red"},
            {"id": "c", "kind": "undo", "args": {"n": n}},
            {"id": "d", "kind": "keep", "args": {"n": n}},
        ):
            assert house._on_move(eye.sid, message)["why"] == "not-your-seat", message
        assert house._on_look(eye.sid, {"number": 217})["why"] == "not-your-seat"
        house._by_sid = here
    assert not red.is_connected()


def test_who_lost_a_seat_is_told_so_and_then_shown_nothing_more(group: Group) -> None:
    page = group.phone("red", page="seat")
    take_seat(group, "red")
    assert page.read()[-1] == "reload"
    group.phone("blue").must("pick_phase", phase=3)
    assert page.ask("show", ["mat"]) is True
    assert page.read() == []


def test_a_seat_lost_elsewhere_is_noticed_before_anything_is_shown(group: Group) -> None:
    """Another process may have written it: nobody here was told."""
    page = group.phone("red", page="seat")
    table = house_of(group)._by_sid[sid_of(page)].table
    assert table.play(table.people.screen, None, "free", {"seat": "red"}, "elsewhere").ok
    page.ask("show", ["mat"])
    assert page.read() == ["reload"]


def test_a_page_that_lost_its_place_and_stays_is_shown_the_door(
    group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = group.phone("red", page="seat")
    ended: list[str] = []
    monkeypatch.setattr(house_of(group).sockets, "_end", ended.append)
    take_seat(group, "red")
    gevent.sleep(0.01)
    assert page.eio_sid in ended


def test_a_seats_page_without_a_seat_is_told_that_it_is_another_one(group: Group) -> None:
    stranger = Phone(
        group.app,
        group.app.extensions["socketio"],
        auth={"table": group.code, "page": "seat"},
    )
    assert stranger.read() == ["reload"]


def test_a_host_that_is_host_no_more_sees_what_all_see(group: Group) -> None:
    host, red = group.phone("host"), group.phone("red")
    host.must("hand_host", seat="red")
    red.read()
    assert red.view["host"] is True
    host.must("hand_host", seat=None)
    red.read()
    assert red.view["host"] is False
    assert red.move("set_up", mode="solo")["why"] == "only-the-host"


# Names that are not a client's to say


@pytest.mark.parametrize("name", ["connect", "disconnect", "message", "*", "reload", "", 7, None])
def test_an_event_that_is_not_a_clients_to_send_does_nothing(group: Group, name: Any) -> None:
    red = group.phone("red")
    eyes = dict(house_of(group)._by_sid)
    raw(red, f"2{json.dumps([name, {'table': group.code}])}")
    raw(red, f"27{json.dumps([name])}")
    assert house_of(group)._by_sid == eyes
    assert red.read() == [] and red.acks is None
    assert red.ask("hello") is True


@pytest.mark.parametrize(
    "data",
    [
        *("", "2", "2{}", "2[]", "2[[]]", "2[", "2²[]", "7", "x", "0", "3[]", "4[]", "61-[]"),
        *("2" + "[" * 5000, "2" + "9" * 200 + "[]", '2["look",' + '{"a":' * 2000 + "1"),
        *("0/admin,", "1/admin,", '2/admin,["hello"]', '51-["move",{}]'),
        '51-["look",{"_placeholder":true,"num":0}]',
    ],
    ids=lambda data: data[:12],
)
def test_what_cannot_be_read_is_counted_and_nothing_else(
    group: Group, data: str, caplog: pytest.LogCaptureFixture
) -> None:
    red = group.phone("red")
    eyes = dict(house_of(group)._by_sid)
    raw(red, data)
    assert house_of(group)._by_sid == eyes and not caplog.records
    assert red.ask("hello") is True


def test_bytes_are_nothing_that_can_be_read(group: Group) -> None:
    red = group.phone("red")
    red.socketio.server._handle_eio_message(red.eio_sid, b"\0\1")
    assert red.ask("hello") is True


# Eyes


def sid_of(phone: Phone) -> str:
    return str(phone.socketio.server.manager.sid_from_eio_sid(phone.eio_sid, "/"))


def ends(phone: Phone) -> dict[str, list[Callable[[], object]]]:
    """Each way in which a socket ends, in steps."""
    server = phone.socketio.server
    cut = partial(server._handle_eio_disconnect, phone.eio_sid, "transport close")

    def says(data: str) -> Callable[[], object]:
        return partial(raw, phone, data)

    return {
        "the line is cut": [cut],
        "cut twice": [cut, cut],
        "the client says so": [says("1")],
        "it says so, then the line is cut": [says("1"), cut],
        "it comes twice": [says('0{"table":"nowhere"}'), says("0"), cut],
        "it says what the server says": [says('2["connect",{}]'), says('2["disconnect"]'), cut],
        "the house ends it": [lambda: server.disconnect(sid_of(phone))],
    }


ENDS = (
    "the line is cut",
    "cut twice",
    "the client says so",
    "it says so, then the line is cut",
    "it comes twice",
    "it says what the server says",
    "the house ends it",
)


@pytest.mark.parametrize("end", ENDS)
def test_however_a_socket_ends_no_eye_stays_behind(group: Group, end: str) -> None:
    house = house_of(group)
    for sid in list(house._by_sid):
        group.app.extensions["socketio"].server.disconnect(sid)
    for who, auth in (("red", {}), ("red", {"page": "seat"}), (None, {"page": "watch"})):
        phone = group.phone(who, **auth)
        assert len(house._by_sid) == 1 and group.code in house._showings
        for step in ends(phone)[end]:
            step()
        house.settle()
        assert house._by_sid == {} and house._showings == {}
        manager = group.app.extensions["socketio"].server.manager
        assert manager.rooms == {} and not manager.pending_connect


def test_a_socket_that_ends_while_it_is_let_in_leaves_no_eye(
    group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = house_of(group)
    before = dict(house._by_sid)
    server = group.app.extensions["socketio"].server
    whole = Live._open_eye

    def open_eye(self: Live, auth: Any) -> Any:
        eye = whole(self, auth)
        key = server.manager.eio_sid_from_sid(eye.sid, "/")
        server._handle_eio_disconnect(key, "transport close")
        return eye

    monkeypatch.setattr(Live, "_open_eye", open_eye)
    Phone(group.app, group.app.extensions["socketio"], auth={"table": group.code, "format": "json"})
    assert house._by_sid == before


def test_a_socket_that_breaks_while_it_is_let_in_leaves_no_eye(
    group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = house_of(group)
    before = dict(house._by_sid)

    def broken(*_: object) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(Live, "_make_room_at", broken)
    with pytest.raises(RuntimeError):
        group.connect({"table": group.code, "format": "json"})
    assert house._by_sid == before
    manager = group.app.extensions["socketio"].server.manager
    assert not manager.pending_connect


def test_of_too_many_who_look_on_the_first_goes_and_never_who_plays(
    group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "MOST_LOOKING_ON", 3)
    assert MOST_LOOKING_ON > 20, "a club may look on"
    red = group.phone("red")
    closed: list[str] = []
    watchers = [group.phone(page="watch") for _ in range(3)]
    monkeypatch.setattr(sockets.Sockets, "close", lambda self, sid, after=0.0: closed.append(sid))
    group.phone("blue")
    assert closed == []
    group.phone(page="watch")
    assert closed == [sid_of(watchers[0])]
    assert red.ask("hello") is True


# Programs


def test_programs_get_the_newest_sixty_lines_with_each_move(group: Group) -> None:
    red = group.phone("red")
    for tap in range(70):
        red.must("rename", seat="red", name=f"Ann {tap}")
    red.read()
    assert [line["n"] for line in red.view["story"]] == list(range(14, 74))
    whole = group.web.get(f"/api/tables/{group.code}/story.json").get_json()["story"]
    assert [line["n"] for line in whole] == list(range(1, 74))
    assert whole[13:] == red.view["story"]
    assert group.web.get("/api/tables/ZZZZ/story.json").status_code == 404
