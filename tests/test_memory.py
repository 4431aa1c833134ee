"""What a machine remembers beside the tables."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from assistant.game import Illegal, recall, refuse_filled_in
from assistant.games import GAMES
from assistant.log import Log
from assistant.memory import Memory
from assistant.table import Table, Tables
from tests.toy import begin, toy


@pytest.fixture
def tables(where: Path | str, monkeypatch: pytest.MonkeyPatch) -> Tables:
    monkeypatch.setitem(GAMES, "toy", toy())
    return Tables(Log(where))


def alone(tables: Tables) -> Table:
    table = tables.open("toy", "alone", {}, "screen")
    assert table.play("red", None, "sit", {"seat": "red", "name": "Ann"}, "sit").ok
    return table


def test_what_is_kept_is_recalled_by_game_and_name(where: Path | str) -> None:
    memory = Memory(Log(where).store)
    assert memory.recall("toy", "box") is None
    memory.keep("toy", {"box": [1, 2], "owner": "Олена"})
    memory.keep("toy", {"box": {"a": None}})
    memory.keep("other", {"box": 3})
    again = Memory(Log(where).store)
    assert again.recall("toy", "box") == {"a": None} and again.recall("toy", "owner") == "Олена"
    assert again.recall("other", "box") == 3


def test_what_a_group_typed_in_once_is_there_on_another_evening(
    tables: Tables, where: Path | str
) -> None:
    first = alone(tables)
    assert first.play("red", "red", "note_box", {"contents": [7, 21]}, "1").ok
    second = alone(Tables(Log(where)))
    assert second.play("screen", None, "begin", {}, "1").ok
    assert second.record.state.box == (7, 21)
    assert second.record.steps[-1].entry.args == {"box": [7, 21]}, "a fact of the log"
    first.play("red", "red", "note_box", {"contents": [1]}, "2")
    assert Tables(Log(where)).find(second.code).record.state.box == (7, 21)


def test_on_the_first_evening_the_rule_knows_what_is_usual(tables: Tables) -> None:
    table = alone(tables)
    assert table.play("screen", None, "begin", {}, "1").ok
    assert table.record.state.box == (28,)


def test_a_phone_cannot_bring_what_the_machine_remembers(tables: Tables) -> None:
    refused = alone(tables).play("screen", None, "begin", {"box": [1]}, "1").refused
    assert refused and refused.key == "malformed"
    with pytest.raises(Illegal, match="malformed"):
        refuse_filled_in(begin, {"box": [1]})


def test_a_memory_that_no_longer_fits_the_rule_is_left_out(
    tables: Tables, where: Path | str
) -> None:
    assert recall(begin, lambda _: [7]) == {"box": [7]}
    assert recall(begin, lambda _: ["seven"]) == {} == recall(begin, lambda _: None)
    Memory(Log(where).store).keep("toy", {"box": "a shoebox"})
    table = alone(tables)
    assert table.play("screen", None, "begin", {}, "1").ok
    assert table.record.state.box == (28,)


def test_a_move_counts_although_it_could_not_be_remembered(
    tables: Tables, where: Path | str, caplog: pytest.LogCaptureFixture
) -> None:
    table = alone(tables)
    log = Log(where)
    log.store.write(lambda cursor: cursor.execute("DROP TABLE memory"))
    with caplog.at_level(logging.WARNING):
        assert table.play("red", "red", "note_box", {"contents": [7]}, "1").ok
    assert caplog.messages == ["What a game wants to remember was not kept"]
    assert Tables(log).find(table.code).record.state.box == (7,)


def test_what_is_kept_under_one_beginning_is_recalled_together_and_forgotten(
    where: Path | str,
) -> None:
    memory = Memory(Log(where).store)
    memory.keep("toy", {"b:x": 1, "a:y": 2, "a:%": 3, "ab": 4, "a": 5})
    memory.keep("other", {"a:z": 6})
    assert memory.recall_all("toy", "a:") == {"%": 3, "y": 2}
    memory.forget("toy", "a:y")
    memory.forget("toy", "a:never")
    assert memory.recall_all("toy", "a:") == {"%": 3}
    assert memory.recall("toy", "b:x") == 1 and memory.recall_all("other", "a:") == {"z": 6}
