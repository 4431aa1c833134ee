"""The end of a tracked game: its export, and a gallery only for who asks for it."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house import Group, House


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("data")) as house:
        yield house


def _play_to_the_end(group: Group) -> None:
    host, red, blue = group.host(), group.phone("red"), group.phone("blue")
    host.must("begin")
    red.must("pick_phase", phase=1)
    blue.must("pick_phase", phase=4)
    red.must("adjust", field="tr", by=4)
    slip = red.must("adjust", field="tr", by=50)
    red.must("undo", n=slip)
    for _ in range(3):  # two phases and the end of the round
        host.must("go_on")
    red.must("pick_phase", phase=3)
    blue.must("pick_phase", phase=1)
    for field, by in (("temperature", 38), ("oxygen", 14), ("oceans", 9)):
        blue.must("adjust", field=field, by=by)
    host.must("go_on")
    for phone, points in ((red, 0), (blue, 3)):
        phone.must("count", part="cards", points=points)
        phone.must("count", part="on_cards", points=0)


def test_a_tracked_game_is_exported_with_its_rounds_and_score(house: House) -> None:
    with house.open_table(help="planet").sit("red", "blue") as group:
        _play_to_the_end(group)
        path = f"/api/tables/{group.code}/export"
        game = json.loads(house.get(f"{path}.json")[1])
        assert [one["round"] for one in game["rounds"]] == [1, 2]
        first, last = game["rounds"]
        assert first["tr"] == {"red": 9, "blue": 5}  # what was taken back is not told
        assert first["planet"] == {"temperature": -30, "oxygen": 0, "oceans": 0}
        assert last["planet"] == {"temperature": 8, "oxygen": 14, "oceans": 9}
        assert game["score"]["winners"] == ["red"] and game["score"]["blue"]["total"] == 8
        rows = list(csv.DictReader(house.get(f"{path}.csv")[1].decode().splitlines()))
        assert [row["tr"] for row in rows] == ["9", "5", "9", "5"]
        assert [row["total"] for row in rows] == ["", "", "9", "8"]


def test_the_table_screen_shows_podium_and_pictures(house: House) -> None:
    with house.open_table(help="planet").sit("red", "blue") as group:
        status, page = house.get(f"/table/{group.code}")
        assert status == 200 and b'id="end"' not in page
        _play_to_the_end(group)
        page = house.get(f"/table/{group.code}")[1]
        assert b'id="end"' in page and b'data-era="living"' in page
        assert page.count(b"<polyline") == 2  # one for each seat
        assert "<b>Development</b> picked 2 times, most of all" in page.decode()


def test_the_gallery_is_there_for_who_asks_for_it(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert house.get("/gallery")[0] == 404
    monkeypatch.setenv("MARS_TABLE_GALLERY", "1")
    with House(tmp_path) as open_house:
        status, page = open_house.get("/gallery")
        assert status == 200
        for part in (b'class="plate', b'class="bezel', b'id="pod-red"', b'class="notice"'):
            assert part in page


def test_finished_evenings_are_listed_with_how_often_who_won(house: House) -> None:
    with house.open_table(help="planet").sit("red", "blue") as group:
        _play_to_the_end(group)
    with house.open_table(help="planet").sit("red", "blue"):
        pass  # not begun: no evening yet
    status, page = house.get("/evenings")
    words = " ".join(re.sub("<[^>]+>", " ", page.decode()).split())
    assert status == 200
    evenings = int(re.findall(r"(\d+) finished evening", words)[0])
    assert page.count(b'class="front-row"') == evenings
    assert f"Ann {evenings} of {evenings} Olena 0 of {evenings}" in words
    assert f"all {evenings}" in house.get("/")[1].decode()
