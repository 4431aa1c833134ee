"""A table that was found damaged, as phones, programs and its host meet it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from assistant.care import open_log
from assistant.store_sqlite import STORE
from assistant.web import create_app
from assistant.web.addresses import Addresses
from tests.web.test_live_in_process import SECRET, Group

DAMAGED = "is damaged from move 4 on. Its first 3 moves are sound."


class Damaged:
    """A house with a damaged table of three sound moves and another one, started again."""

    def __init__(self, folder: Path, first: int = 4) -> None:
        self.log, _ = open_log(folder)
        app = self._app()
        self.screen = app.test_client()
        self.screen.post("/tables", data={"game": "ares"})
        (self.code,) = [one.code for one in self.log.tables()]
        self.other = Group(app, folder, "red")
        for seat in ("red", "green", "blue", "yellow"):
            wish = {"seat": seat, "name": seat.title()}
            answer = app.test_client().post(f"/api/tables/{self.code}/seats", json=wish)
            assert answer.status_code == 201
        self.token = answer.get_json()["token"]
        self.log.close()
        with closing(sqlite3.connect(folder / STORE)) as store:
            statement = "UPDATE moves SET entry=replace(entry, 'Y', 'J') WHERE code=? AND n>=?"
            store.execute(statement, (self.code, first))
            store.commit()
        self.log, self.said = open_log(folder)
        self.app = self._app()

    def _app(self) -> Flask:
        addresses = Addresses(8000, adapters=lambda: (), routed=lambda: None)
        return create_app(self.log, addresses=addresses, secret=SECRET)

    def browser(self, known: FlaskClient) -> FlaskClient:
        """The same browser in front of the house that was started again."""
        again = self.app.test_client()
        cookie = known.get_cookie("mars-table")
        assert cookie
        again.set_cookie("mars-table", cookie.value)
        return again


@pytest.fixture
def damaged(tmp_path: Path) -> Iterator[Damaged]:
    house = Damaged(tmp_path)
    yield house
    house.log.close()


@pytest.mark.parametrize("page", ["/t/{}", "/t/{}/watch", "/table/{}", "/t/{}/red"])
def test_every_page_of_a_damaged_table_says_what_is_sound(damaged: Damaged, page: str) -> None:
    answer = damaged.app.test_client().get(page.format(damaged.code))
    assert answer.status_code == 409 and f"Table {damaged.code} {DAMAGED}" in answer.text
    assert "Go on from move" not in answer.text, "that is not for everybody"


def test_programs_and_sockets_are_told_by_name(damaged: Damaged) -> None:
    wish = {"seat": "green", "name": "Ann"}
    answer = damaged.app.test_client().post(f"/api/tables/{damaged.code}/seats", json=wish)
    assert answer.status_code == 409
    error = {"key": "table-damaged", "text": f"Table {damaged.code} {DAMAGED}"}
    assert answer.get_json() == {"error": error}
    phone = damaged.other
    phone.app = damaged.app
    refused = phone.connect({"table": damaged.code, "token": damaged.token, "format": "json"})
    assert not refused.is_connected() and refused.refused["data"]["why"] == "table-damaged"


def test_every_other_table_plays_on(damaged: Damaged) -> None:
    damaged.other.app = damaged.app
    phone = damaged.other.phone("red")
    assert phone.view["seats"]["red"]["name"] == "Ann"
    assert phone.must("rename", seat="red", name="Anna") == 2


def test_its_host_goes_on_from_the_last_sound_move(damaged: Damaged) -> None:
    host = damaged.browser(damaged.screen)
    page = host.get(f"/table/{damaged.code}").text
    assert "Go on from move 3" in page and f'action="/tables/{damaged.code}/go_on"' in page
    answer = host.post(f"/tables/{damaged.code}/go_on")
    assert answer.status_code == 303 and answer.location.endswith(f"/table/{damaged.code}")
    assert host.get(answer.location).status_code == 200
    assert [entry.n for entry in damaged.log.entries(damaged.code)] == [1, 2, 3]
    sat = host.post(f"/api/tables/{damaged.code}/seats", json={"seat": "yellow", "name": "Ann"})
    assert sat.status_code == 201


def test_whoever_started_the_server_may_go_on_too_and_nobody_else(damaged: Damaged) -> None:
    address = f"/tables/{damaged.code}/go_on"
    assert damaged.app.test_client().post(address).status_code == 403
    assert damaged.code in damaged.log.damaged
    owner = damaged.app.test_client()
    owner.get(f"/owner/{damaged.app.config['OWNER_KEY']}")
    assert "Go on from move 3" in owner.get(f"/t/{damaged.code}").text
    assert owner.post(address).status_code == 303
    assert damaged.log.damaged == {}


def test_the_front_page_shows_it_beside_those_that_one_can_go_on_at(damaged: Damaged) -> None:
    page = damaged.app.test_client().get("/").text
    assert f"Table {damaged.code} {DAMAGED}" in page and f'href="/t/{damaged.code}"' in page
    assert f"table {damaged.other.code}" in page


def test_a_table_of_which_nothing_is_sound_says_so(tmp_path: Path) -> None:
    house = Damaged(tmp_path, first=4)
    house.log.damaged[house.code] = 0
    for client in (house.app.test_client(), house.browser(house.screen)):
        page = client.get(f"/t/{house.code}")
        assert page.status_code == 409 and "none of its moves can be read" in page.text
        assert "Go on from" not in page.text
    house.log.close()


def test_what_the_store_cannot_do_is_refused_in_words(damaged: Damaged, tmp_path: Path) -> None:
    damaged.log.store.read("PRAGMA query_only=ON")
    wish = {"game": "ares", "mode": "standard", "options": {}}
    web = damaged.app.test_client()
    answer = web.post("/api/tables", json=wish)
    assert answer.status_code == 503 and answer.get_json()["error"]["key"] == "cannot-be-stored"
    page = web.post("/tables", data={"game": "ares"})
    assert page.status_code == 503 and "Nothing was changed" in page.text
    damaged.log.store.read("PRAGMA query_only=OFF")
    assert web.post("/api/tables", json=wish).status_code == 201
    (tmp_path / STORE).rename(tmp_path / "elsewhere")
    gone = web.post("/api/tables", json=wish)
    assert gone.status_code == 503 and "is gone" in gone.get_json()["error"]["text"]
    (tmp_path / "elsewhere").rename(tmp_path / STORE)
    assert web.post("/api/tables", json=wish).status_code == 201
