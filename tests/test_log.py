"""The append-only store."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from assistant.game import Setup
from assistant.log import FORMAT, Conflict, Log, LogError
from assistant.record import Entry

SETUP = Setup("ares", "standard", (("help", "phases"),))


def entry(n: int, id: str | None = None, anyway: bool = False) -> Entry:
    args = {"phase": 3, "name": "Олена"}
    return Entry(n, id or f"tap-{n}", "device", "red", "pick_phase", args, anyway)


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
    clock = iter((2e9, 3e9, 4e9, 5e9))
    monkeypatch.setattr("assistant.log.time", SimpleNamespace(time=lambda: next(clock)))
    assert log.open_table("AAA", SETUP, "host") and log.open_table("CCC", SETUP, "host")
    assert [one.code for one in log.tables()] == ["CCC", "AAA", "K7Q"]
    log.append("AAA", [entry(1)], finished=False)
    log.append("K7Q", [entry(1)], finished=False)
    assert [(one.code, one.last) for one in log.tables()] == [
        ("K7Q", 5e9),
        ("AAA", 4e9),
        ("CCC", 3e9),
    ]


def test_an_entry_is_kept_whole(log: Log) -> None:
    kept = [
        Entry(1, "a", "device", None, "begin", {"neutral": [[1, 2], [2, 1]]}),
        Entry(2, "b", "", "blue", "play_card", {"number": 163, "discard": 2}, anyway=True),
    ]
    log.append("K7Q", kept, finished=False)
    assert log.entries("K7Q") == kept


def test_a_move_of_a_table_that_is_not_there_is_not_kept(log: Log) -> None:
    with pytest.raises(Conflict):
        log.append("XXX", [entry(1)], finished=False)
    assert log.entries("XXX") == []


def test_a_store_that_is_busy_or_full_says_so_and_goes_on(log: Log) -> None:
    log._connection.execute("PRAGMA query_only=ON")
    with pytest.raises(LogError, match="readonly"):
        log.append("K7Q", [entry(1)], finished=False)
    with pytest.raises(LogError, match="readonly"):
        log.open_table("AAA", SETUP, "host")
    log._connection.execute("PRAGMA query_only=OFF")
    log.append("K7Q", [entry(1)], finished=False)
    assert log.entries("K7Q") == [entry(1)]


def test_a_closed_store_is_an_error_of_the_store(log: Log) -> None:
    log.close()
    for ask in (log.tables, lambda: log.table("K7Q"), lambda: log.entries("K7Q")):
        with pytest.raises(LogError, match="closed"):
            ask()


def test_every_statement_runs_where_the_server_says(tmp_path: Path) -> None:
    ran: list[str] = []

    def run(call: Callable[[], Any]) -> Any:
        ran.append("here")
        return call()

    log = Log(tmp_path, run)
    assert log.open_table("K7Q", SETUP, "host")
    log.append("K7Q", [entry(1)], finished=False)
    assert log.entries("K7Q") and log.tables() and log.table("K7Q")
    assert ran == ["here"] * 5


def test_the_store_is_made_with_the_folders_above_it_and_found_again(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    first = Log(folder)
    assert first.path == folder / "tables.sqlite3" and first.path.exists()
    assert first.open_table("K7Q", SETUP, "host")
    second = Log(folder)
    assert second.table("K7Q") == first.table("K7Q")
    second.append("K7Q", [entry(1)], finished=False)
    assert first.entries("K7Q") == [entry(1)], "two processes, one store"


def test_a_store_in_another_thread(log: Log) -> None:
    """The server keeps commits off its hub: they run in a thread of their own."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(log.append, "K7Q", [entry(1)], finished=False).result()
    assert log.entries("K7Q") == [entry(1)]


def test_what_is_said_of_a_store_that_cannot_be_used_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    folder = tmp_path / "file" / "data"
    with pytest.raises(LogError) as problem:
        Log(folder)
    assert str(problem.value) == f"The data folder {folder} cannot be used: Not a directory."
    (tmp_path / "tables.sqlite3").mkdir()
    with pytest.raises(LogError) as problem:
        Log(tmp_path)
    store = tmp_path / "tables.sqlite3"
    said = f"The store {store} cannot be opened: unable to open database file."
    assert str(problem.value) == said


def test_what_is_said_of_a_damaged_or_newer_store_names_it(log: Log, tmp_path: Path) -> None:
    log.close()
    with sqlite3.connect(log.path) as connection:
        connection.execute(f"PRAGMA user_version={FORMAT + 1}")
    connection.close()
    with pytest.raises(LogError) as problem:
        Log(tmp_path)
    assert str(problem.value) == f"The store {log.path} was written by a newer Mars Table."
    log.path.write_text("a shopping list, and nothing else at all\n" * 40)
    with pytest.raises(LogError) as problem:
        Log(tmp_path)
    assert str(problem.value) == (
        f"The store {log.path} is damaged and was left as it is: "
        "move it away, or start with another --data folder."
    )


def test_the_store_says_its_format(log: Log) -> None:
    with sqlite3.connect(log.path) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (FORMAT,)
        stored = connection.execute("SELECT setup FROM tables").fetchone()
    connection.close()
    assert json.loads(stored[0]) == {
        "game": "ares",
        "mode": "standard",
        "options": {"help": "phases"},
    }


def test_an_entry_is_stored_short_and_as_people_write(log: Log) -> None:
    log.append("K7Q", [entry(1), entry(2, anyway=True)], finished=False)
    with sqlite3.connect(log.path) as connection:
        rows = connection.execute("SELECT entry FROM moves ORDER BY n").fetchall()
    connection.close()
    (plain,), (anyway,) = rows
    assert '"kind":"pick_phase","args":{"phase":3,"name":"Олена"}' in plain
    assert "anyway" not in plain and '"anyway":true' in anyway


def test_a_store_of_the_first_evening_is_still_read(log: Log) -> None:
    stored = '{"device":"d","seat":"red","kind":"pick_phase","args":{"phase":3}}'
    with sqlite3.connect(log.path) as connection:
        connection.execute("INSERT INTO moves VALUES ('K7Q', 1, 'tap', ?, 1.0)", (stored,))
    connection.close()
    assert log.entries("K7Q") == [Entry(1, "tap", "d", "red", "pick_phase", {"phase": 3})]
