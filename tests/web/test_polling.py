"""A phone without web sockets asks again and again, and is judged alike."""

from __future__ import annotations

import json
import urllib.request
from typing import Any

import pytest

from tests.house import Group, House

WAY = "/socket.io/?EIO=4&transport=polling"


class Polling:
    """A phone that has nothing but plain requests."""

    def __init__(self, house: House) -> None:
        self._house = house
        status, opened = house.get(WAY)
        assert status == 200
        self._way = f"{WAY}&sid={json.loads(opened[1:])['sid']}"

    def say(self, data: bytes) -> int:
        status, _ = self._post(data)
        return status

    def join(self, group: Group, **auth: Any) -> Polling:
        auth = {"table": group.code, "format": "json", **auth}
        assert self.say(f"40{json.dumps(auth)}".encode()) == 200
        assert "40{" in self.hear()
        return self

    def hear(self) -> str:
        status, heard = self._house.get(self._way)
        assert status == 200
        return heard.decode()

    def _post(self, data: bytes) -> tuple[int, bytes]:
        return self._house._ask(urllib.request.Request(self._house.url + self._way, data))


def test_a_phone_without_web_sockets_plays_on(house: House) -> None:
    with house.open_table().sit("red") as group:
        phone = Polling(house).join(group, token=group.tokens["red"])
        move = {"id": "a", "kind": "rename", "args": {"seat": "red", "name": "Anna"}}
        assert phone.say(f"421{json.dumps(['move', move])}".encode()) == 200
        heard = phone.hear()
        while "431[" not in heard:
            heard += phone.hear()
        assert '431[{"ok":true,"n":2}]' in heard
        assert group.phone("red").view["seats"]["red"]["name"] == "Anna"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"x",
        b"\xff\xfe",
        b"b!!!",
        b"d",
        b"d=",
        b"4" + b"[" * 5000,
        b"42" + b"[" * 5000,
        b"\x1e".join([b"2"] * 20),
        b"42{\x1e42[]\x1e42\x1e451-[]",
        b"4" * 70_000,
    ],
    ids=lambda data: repr(data[:8]),
)
def test_what_cannot_be_read_is_nobodys_fault(house: House, data: bytes) -> None:
    with house.open_table().sit("red") as group:
        assert Polling(house).join(group).say(data) in (200, 400)
        assert group.phone("red").send("hello") is True


@pytest.mark.parametrize(
    "way",
    [
        "/socket.io/",
        "/socket.io/?EIO=3&transport=polling",
        "/socket.io/?EIO=4&transport=pigeon",
        "/socket.io/?EIO=4&transport=websocket",
        "/socket.io/?EIO=4&transport=polling&sid=nobody",
        "/socket.io/?EIO=4&transport=polling&j=x",
        "/socket.io/?EIO=4&transport=polling&j=1",
        "/socket.io/?%ff=%ff&EIO=4",
    ],
)
def test_an_odd_way_in_is_refused_or_answered_and_never_breaks(house: House, way: str) -> None:
    assert house.get(way)[0] in (200, 400, 401)
