"""The append-only store."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from assistant.game import Setup
from assistant.log import FORMAT, Conflict, Log, LogError
from assistant.record import Entry

SETUP = Setup("ares", "standard", (("help", "phases"),))


def entry(n: int, id: str | None = None, anyway: bool = False) -> Entry:
    args = {"phase": 3, "name": "Олена"}
    return Entry(n, id or f"tap-{n}", "device", "red", "pick_phase", args, anyway, 1000.5 + n)


@pytest.fixture
def log(tmp_path: Path) -> Log:
    log = Log(tmp_path)
    assert log.open_table("K7Q", SETUP, "host")
    return log


def test_what_was_appended_is_read_again_in_order(log: Log) -> None:
    log.append("K7Q", [entry(1), entry(2, anyway=True)], finished=False)
    log.append("K7Q", [entry(3)], finished=False)
    assert log.entries("K7Q") == [entry(1), entry(2, anyway=True), entry(3)]
    assert log.entries("K7Q", after=2) == [entry(3)]
    assert Log(log.path.parent).entries("K7Q", after=1) == [entry(2, anyway=True), entry(3)]


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
    log.append("K7Q", [entry(2)], finished=False)  # taken back
    assert [one.finished for one in log.tables()] == [False]


def test_a_table_was_last_played_at_when_its_last_move_was_judged(log: Log) -> None:
    log.append("K7Q", [entry(1), entry(2)], finished=False)
    assert [one.last for one in log.tables()] == [1002.5]


def test_a_commit_is_durable_when_it_returns(log: Log) -> None:
    """FULL is what survives a pulled plug; WAL is what keeps it quick."""
    connection = log._connection
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_damaged_store_is_named_and_left_as_it_is(log: Log, tmp_path: Path) -> None:
    log.append("K7Q", [entry(n) for n in range(1, 200)], finished=False)
    log.close()
    damaged = bytearray(log.path.read_bytes())
    damaged[4096:12288] = b"\xff" * 8192
    log.path.write_bytes(damaged)
    with pytest.raises(LogError, match="damaged"):
        Log(tmp_path)
    assert log.path.read_bytes() == damaged


def test_something_that_is_no_store_is_named_and_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite3").write_text("a shopping list, and nothing else at all\n" * 40)
    before = (tmp_path / "tables.sqlite3").read_bytes()
    with pytest.raises(LogError, match="damaged"):
        Log(tmp_path)
    assert (tmp_path / "tables.sqlite3").read_bytes() == before


def test_a_store_of_a_newer_version_is_refused(log: Log, tmp_path: Path) -> None:
    log.close()
    with sqlite3.connect(log.path) as connection:
        connection.execute(f"PRAGMA user_version={FORMAT + 1}")
    connection.close()
    with pytest.raises(LogError, match="newer"):
        Log(tmp_path)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LogError, match="cannot be used"):
        Log(tmp_path / "file" / "data")
