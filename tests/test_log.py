"""The append-only log."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from assistant.game import Setup
from assistant.log import Log
from assistant.record import Entry
from assistant.store import Conflict, StoreError
from assistant.sums import first_sum, next_sum

SETUP = Setup("ares", "standard", (("help", "phases"),))


def entry(n: int, id: str | None = None, anyway: bool = False) -> Entry:
    args = {"phase": 3, "name": "Олена"}
    return Entry(n, id or f"tap-{n}", "device", "red", "pick_phase", args, anyway, 1000.5 + n)


@pytest.fixture
def log(where: Path | str) -> Log:
    log = Log(where)
    assert log.open_table("K7Q", SETUP, "host")
    return log


@pytest.fixture
def file(tmp_path: Path) -> Log:
    """A log in a file, for what holds of files alone."""
    log = Log(tmp_path)
    assert log.open_table("K7Q", SETUP, "host")
    return log


def test_what_was_appended_is_read_again_in_order(log: Log, where: Path | str) -> None:
    log.append("K7Q", [entry(1), entry(2, anyway=True)], finished=False)
    log.append("K7Q", [entry(3)], finished=False)
    assert log.entries("K7Q") == [entry(1), entry(2, anyway=True), entry(3)]
    assert log.entries("K7Q", after=2) == [entry(3)]
    assert Log(where).entries("K7Q", after=1) == [entry(2, anyway=True), entry(3)]


def test_a_number_is_written_once_and_so_is_a_tap(log: Log) -> None:
    log.append("K7Q", [entry(1)], finished=False)
    with pytest.raises(Conflict):
        log.append("K7Q", [entry(1, id="other")], finished=False)
    with pytest.raises(Conflict):
        log.append("K7Q", [entry(2), entry(3, id="tap-1")], finished=False)
    assert log.entries("K7Q") == [entry(1)], "all or none"


def test_a_code_is_given_once(log: Log) -> None:
    assert not log.open_table("K7Q", SETUP, "another")
    found = log.table("K7Q")
    assert found and (found.host, found.setup) == ("host", SETUP)
    assert log.table("XXX") is None


def test_finished_tables_are_known(log: Log) -> None:
    log.append("K7Q", [entry(1)], finished=True)
    assert [one.finished for one in log.tables()] == [True]
    log.append("K7Q", [entry(2)])  # counted
    assert [one.finished for one in log.tables()] == [True]
    log.append("K7Q", [entry(3)], finished=False)  # taken back
    assert [one.finished for one in log.tables()] == [False]


def test_a_table_is_read_as_it_was_opened(log: Log) -> None:
    found = log.table("K7Q")
    assert found and (found.code, found.finished) == ("K7Q", False)
    (listed,) = log.tables()
    assert (listed.code, listed.setup, listed.host) == ("K7Q", SETUP, "host")
    log.append("K7Q", [entry(1)], finished=True)
    found = log.table("K7Q")
    assert found and found.finished is True


def test_options_come_back_in_one_order(log: Log) -> None:
    setup = Setup("ares", "solo", (("help", "cards"), ("difficulty", "expert")))
    assert log.open_table("AAA", setup, "host")
    found = log.table("AAA")
    assert found and found.setup.options == (("difficulty", "expert"), ("help", "cards"))


def test_tables_do_not_share_their_moves(log: Log) -> None:
    assert log.open_table("AAA", SETUP, "host")
    log.append("K7Q", [entry(1)], finished=True)
    log.append("AAA", [entry(1), entry(2)], finished=False)
    assert log.entries("K7Q") == [entry(1)] and log.entries("AAA") == [entry(1), entry(2)]
    assert {one.code: one.finished for one in log.tables()} == {"K7Q": True, "AAA": False}
    assert log.entries("XXX") == []


def test_the_table_played_at_last_comes_first(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter((2e9, 3e9))
    monkeypatch.setattr("assistant.log.now", lambda: next(clock))
    assert log.open_table("AAA", SETUP, "host") and log.open_table("CCC", SETUP, "host")
    assert [(one.code, one.last) for one in log.tables()][:2] == [("CCC", 3e9), ("AAA", 2e9)]
    log.append("K7Q", [replace(entry(1), at=4e9), replace(entry(2), at=5e9)], finished=False)
    assert [one.last for one in log.tables()] == [5e9, 3e9, 2e9]
    assert [one.code for one in log.tables()] == ["K7Q", "CCC", "AAA"]


def test_an_entry_is_kept_whole(log: Log) -> None:
    kept = [
        Entry(1, "a", "device", None, "begin", {"neutral": [[1, 2], [2, 1]]}),
        Entry(2, "b", "", "blue", "play_card", {"number": 163, "discard": 2}, anyway=True, at=7.25),
    ]
    log.append("K7Q", kept, finished=False)
    assert log.entries("K7Q") == kept


def test_a_move_of_a_table_that_is_not_there_is_not_kept(log: Log) -> None:
    with pytest.raises(Conflict):
        log.append("XXX", [entry(1)], finished=False)
    assert log.entries("XXX") == []


def test_a_store_that_is_busy_or_full_says_so_and_goes_on(file: Log) -> None:
    file.store.read("PRAGMA query_only=ON")
    with pytest.raises(StoreError, match="readonly"):
        file.append("K7Q", [entry(1)], finished=False)
    with pytest.raises(StoreError, match="readonly"):
        file.open_table("AAA", SETUP, "host")
    file.store.read("PRAGMA query_only=OFF")
    file.append("K7Q", [entry(1)], finished=False)
    assert file.entries("K7Q") == [entry(1)]


def test_a_closed_store_is_an_error_of_the_store(log: Log) -> None:
    log.close()
    for ask in (log.tables, lambda: log.table("K7Q"), lambda: log.entries("K7Q")):
        with pytest.raises(StoreError, match="closed"):
            ask()


def test_every_statement_runs_where_the_server_says(where: Path | str) -> None:
    ran: list[str] = []

    def run(call: Callable[[], Any], meanwhile: Callable[[], object]) -> Any:
        ran.append("here")
        meanwhile()
        return call()

    log = Log(where, run)
    ran.clear()
    assert log.open_table("K7Q", SETUP, "host")
    log.append("K7Q", [entry(1)], finished=False, meanwhile=lambda: ran.append("meanwhile"))
    assert log.entries("K7Q") and log.tables() and log.table("K7Q")
    assert ran[:3] == ["here", "here", "meanwhile"] and ran[3:] == ["here"] * 4


def test_the_store_is_made_with_the_folders_above_it_and_found_again(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    first = Log(folder)
    assert first.path == folder / "tables.sqlite3" and first.path.exists()
    assert first.open_table("K7Q", SETUP, "host")
    second = Log(folder)
    assert second.table("K7Q") == first.table("K7Q")
    second.append("K7Q", [entry(1)], finished=False)
    assert first.entries("K7Q") == [entry(1)], "two processes, one store"


def test_an_entry_is_stored_short_and_as_people_write(file: Log) -> None:
    file.append("K7Q", [entry(1), entry(2, anyway=True)], finished=False)
    with sqlite3.connect(file.path) as connection:
        rows = connection.execute("SELECT entry FROM moves ORDER BY n").fetchall()
    connection.close()
    (plain,), (anyway,) = rows
    assert '"kind":"pick_phase","args":{"phase":3,"name":"Олена"}' in plain
    assert "anyway" not in plain and '"anyway":true' in anyway


def test_a_store_of_the_first_evening_is_still_read(file: Log) -> None:
    stored = '{"device":"d","seat":"red","kind":"pick_phase","args":{"phase":3}}'
    with sqlite3.connect(file.path) as connection:
        (table,) = connection.execute("SELECT code, setup, host, opened FROM tables").fetchall()
        row = ("K7Q", 1, "tap", stored, 1.0, next_sum(first_sum(*table), 1, "tap", stored, 1.0))
        connection.execute("INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?)", row)
    connection.close()
    assert file.entries("K7Q") == [Entry(1, "tap", "d", "red", "pick_phase", {"phase": 3}, at=1.0)]


def test_a_table_was_last_played_at_when_its_last_move_was_judged(log: Log) -> None:
    log.append("K7Q", [entry(1), entry(2)], finished=False)
    assert [one.last for one in log.tables()] == [1002.5]
