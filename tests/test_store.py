"""The file that everything is kept in."""

from __future__ import annotations

import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from assistant.log import Log
from assistant.memory import Memory
from assistant.store import Conflict, StoreError
from assistant.store_sqlite import FORMAT, SqliteStore
from assistant.table import Tables

STORES = Path(__file__).parent / "stores"


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    return SqliteStore(tmp_path)


def keep(store: SqliteStore, *names: str) -> None:
    """Write one row for each name, in one go."""
    rows = [("toy", name, "1", 1, "") for name in names]
    statement = "INSERT INTO memory VALUES (?, ?, ?, ?, ?)"
    store.write(lambda cursor: cursor.executemany(statement, rows))


def test_a_change_is_made_whole_or_not_at_all(store: SqliteStore) -> None:
    with pytest.raises(Conflict):
        keep(store, "box", "box")
    assert store.read("SELECT name FROM memory") == []
    keep(store, "box", "bag")
    assert store.read("SELECT name FROM memory WHERE name=?", "box") == [("box",)]


def test_a_commit_is_durable_when_it_returns(store: SqliteStore) -> None:
    """FULL is what survives a pulled plug; WAL is what keeps it quick."""
    assert store.read("PRAGMA synchronous") == [(2,)]
    assert store.read("PRAGMA journal_mode") == [("wal",)]


def test_something_that_is_no_store_is_named_and_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite3").write_text("a shopping list, and nothing else at all\n" * 40)
    before = (tmp_path / "tables.sqlite3").read_bytes()
    with pytest.raises(StoreError, match="damaged"):
        SqliteStore(tmp_path)
    assert (tmp_path / "tables.sqlite3").read_bytes() == before


def test_a_store_of_a_newer_version_is_refused(store: SqliteStore, tmp_path: Path) -> None:
    store.close()
    with sqlite3.connect(store.path) as connection:
        connection.execute(f"PRAGMA user_version={FORMAT + 1}")
    connection.close()
    before = store.path.read_bytes()
    with pytest.raises(StoreError, match="newer"):
        SqliteStore(tmp_path)
    assert store.path.read_bytes() == before


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be used"):
        SqliteStore(tmp_path / "file" / "data")


def test_a_store_of_the_first_format_is_played_on_and_can_remember(tmp_path: Path) -> None:
    """The file was written by a Mars Table that knew nothing but tables and moves."""
    shutil.copy(STORES / "format-1.sqlite3", tmp_path / "tables.sqlite3")
    log = Log(tmp_path)
    assert log.store.read("PRAGMA user_version") == [(FORMAT,)]
    table = Tables(log).find("CDD")
    assert table.record.n == 7 and table.record.state.phases == (3, 4)
    assert [one.name for _, one in table.people.sittings] == ["Ann", "Олена"]
    first, *_, last = (step.entry for step in table.record.steps)
    assert first.at == 1794963514.680108 and log.tables()[0].last == last.at
    assert table.play("red", "red", "done", {}, "3").n == 7, "its taps are still known"
    assert table.play("blue", "blue", "done", {}, "3").ok
    Memory(log.store).keep("ares", {"box": [1]})
    log.close()
    again = Log(tmp_path)
    assert Tables(again).find("CDD").record.state == table.record.state
    assert Memory(again.store).recall("ares", "box") == [1]


def test_two_processes_bring_a_store_up_to_date_only_once(tmp_path: Path) -> None:
    shutil.copy(STORES / "format-1.sqlite3", tmp_path / "tables.sqlite3")
    with ThreadPoolExecutor(8) as processes:
        stores = list(processes.map(lambda _: SqliteStore(tmp_path), range(8)))
    assert [store.read("PRAGMA user_version") for store in stores] == [[(FORMAT,)]] * 8


def test_what_is_said_of_a_store_that_cannot_be_used_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    folder = tmp_path / "file" / "data"
    with pytest.raises(StoreError) as problem:
        SqliteStore(folder)
    assert str(problem.value) == f"The data folder {folder} cannot be used: Not a directory."
    (tmp_path / "tables.sqlite3").mkdir()
    with pytest.raises(StoreError) as problem:
        SqliteStore(tmp_path)
    path = tmp_path / "tables.sqlite3"
    said = f"The store {path} cannot be opened: unable to open database file."
    assert str(problem.value) == said


def test_what_is_said_of_a_damaged_or_newer_store_names_it(
    store: SqliteStore, tmp_path: Path
) -> None:
    store.close()
    with sqlite3.connect(store.path) as connection:
        connection.execute(f"PRAGMA user_version={FORMAT + 1}")
    connection.close()
    with pytest.raises(StoreError) as problem:
        SqliteStore(tmp_path)
    assert str(problem.value) == f"The store {store.path} was written by a newer Mars Table."
    store.path.write_text("a shopping list, and nothing else at all\n" * 40)
    with pytest.raises(StoreError) as problem:
        SqliteStore(tmp_path)
    assert str(problem.value) == (
        f"The store {store.path} is damaged and was left as it is: "
        "move it away, or start with another --data folder."
    )


def test_a_store_is_used_from_another_thread(store: SqliteStore) -> None:
    """The server keeps commits off its hub: they run in a thread of their own."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(keep, store, "box").result()
    assert store.read("SELECT name FROM memory") == [("box",)]
