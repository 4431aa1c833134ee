"""The append-only log."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.game import Setup
from assistant.log import Log
from assistant.record import Entry
from assistant.store import Conflict

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
