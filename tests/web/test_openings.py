"""Tables opened in masses: refused by name, and never in the way of those that are played at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from assistant.game import Illegal
from assistant.log import Log
from assistant.table import AT_HAND, Tables
from assistant.web import create_app
from assistant.web.addresses import Addresses
from assistant.web.devices import Devices
from assistant.web.openings import BROUGHT, SEATS, TABLES, Openings

SECRET = b"s" * 32
GAME = {"game": "ares", "mode": "standard"}


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    log = Log(tmp_path)
    yield log
    log.close()


@pytest.fixture
def app(log: Log) -> Flask:
    addresses = Addresses(8000, adapters=lambda: (), routed=lambda: None)
    return create_app(log, addresses=addresses, secret=SECRET)


class Flood:
    """Openings by a clock that the test sets."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.at = 1000.0
        self.openings = Openings(Devices(app, SECRET), lambda: self.at)

    def tables(self, times: int, address: str = "10.0.0.1", cost: int = 1) -> int:
        """How many of so many wishes are granted."""
        return sum(
            self._is_granted(address, lambda: self.openings.table(cost)) for _ in range(times)
        )

    def seats(self, times: int, address: str = "10.0.0.1") -> int:
        return sum(self._is_granted(address, self.openings.seat) for _ in range(times))

    def _is_granted(self, address: str, wish: object) -> bool:
        with self.app.test_request_context(environ_base={"REMOTE_ADDR": address}):
            try:
                assert callable(wish)
                wish()
            except Illegal as refusal:
                assert refusal.text.key in ("too-many-tables", "too-many-seats")
                return False
            return True


@pytest.fixture
def flood(app: Flask) -> Flood:
    return Flood(app)


def test_of_two_thousand_tables_in_forty_seconds_few_are_opened(flood: Flood) -> None:
    opened = 0
    for _ in range(40):
        opened += flood.tables(51)
        flood.at += 1
    assert opened == TABLES.at_once + 39 * TABLES.a_second // 1


def test_two_hundred_tables_and_their_people_come_at_once(flood: Flood) -> None:
    assert flood.tables(200) == 200 and flood.seats(1000) == 1000


def test_who_waits_may_open_more_but_never_more_at_once(flood: Flood) -> None:
    assert flood.tables(1000) == TABLES.at_once
    flood.at += 60
    assert flood.tables(1000) == 30
    flood.at += 24 * 3600
    assert flood.tables(1000) == TABLES.at_once


def test_one_address_takes_nothing_from_another(flood: Flood) -> None:
    assert flood.tables(1000, "10.0.0.1") == TABLES.at_once
    assert flood.tables(1, "10.0.0.2") == 1
    assert flood.seats(1, "10.0.0.1") == 1, "who opened too many may sit down"
    assert flood.seats(5000, "10.0.0.3") == SEATS.at_once


def test_a_household_has_one_allowance_however_many_addresses_of_version_6(flood: Flood) -> None:
    assert sum(flood.tables(1, f"2001:db8::{one:x}") for one in range(400)) == TABLES.at_once
    assert flood.tables(1, "2001:db8:0:1::1") == 1


def test_a_table_that_is_brought_counts_as_several(flood: Flood) -> None:
    assert flood.tables(1000, cost=BROUGHT) == TABLES.at_once // BROUGHT


def test_addresses_that_asked_long_ago_are_forgotten(
    flood: Flood, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("assistant.web.openings.MOST_ADDRESSES", 5)
    assert flood.tables(1000, "10.0.0.9") == TABLES.at_once
    for one in range(5):
        flood.tables(1, f"10.0.0.{one}")
    assert flood.tables(1, "10.0.0.9") == 1


def test_too_many_tables_are_refused_by_name_and_when_to_come_again(app: Flask, log: Log) -> None:
    program, browser = app.test_client(), app.test_client()
    while (answer := program.post("/api/tables", json=GAME)).status_code == 201:
        pass
    kept = len(log.tables())
    assert answer.status_code == 429 and int(answer.headers["Retry-After"]) > 0
    assert answer.get_json()["error"]["key"] == "too-many-tables"
    for path in ("/tables", "/tables/bring"):
        refused = browser.post(path, data={"game": "ares"})
        assert refused.status_code == 429 and "Too many tables" in refused.text
        assert int(refused.headers["Retry-After"]) > 0
    assert len(log.tables()) == kept <= TABLES.at_once + 5


def test_whoever_started_the_server_opens_as_many_as_they_want(app: Flask) -> None:
    owner = app.test_client()
    owner.get(f"/owner/{app.config['OWNER_KEY']}")
    for _ in range(int(TABLES.at_once) + 20):
        assert owner.post("/tables", data={"game": "ares"}).status_code == 303


def test_empty_tables_are_not_listed_and_none_of_them_is_read_for_the_front_page(
    app: Flask, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = Tables(log)
    real = tables.open("ares", "standard", {}, "host")
    sat = real.play("ann", None, "sit", {"seat": "red", "name": "Ann"}, "1")
    assert sat.ok
    for _ in range(60):
        tables.open("ares", "standard", {}, "stranger")
    read: list[str] = []
    entries = Log.entries

    def counted(self: Log, code: str, after: int = 0) -> object:
        read.append(code)
        return entries(self, code, after)

    monkeypatch.setattr(Log, "entries", counted)
    page = app.test_client().get("/")
    assert f'/t/{real.code}"' in page.text and "Ann" in page.text
    assert {*read} == {real.code}
    owner = app.test_client().get(f"/owner/{app.config['OWNER_KEY']}")
    assert owner.headers["Location"] == "/" and {*read} == {real.code}


def test_tables_that_nobody_is_at_do_not_fill_the_memory(log: Log) -> None:
    tables = Tables(log)
    looked_at = tables.open("ares", "standard", {}, "host")
    for _ in range(AT_HAND + 30):
        tables.open("ares", "standard", {}, "stranger")
    assert len(tables._tables) <= AT_HAND + 1
    assert tables.find(looked_at.code) is looked_at, "whoever is at it is at the same one"
