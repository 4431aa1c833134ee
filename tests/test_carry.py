"""A table as one file: to another machine and back, without what lies sealed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.carry import MOST_MOVES, unpacked
from assistant.game import Illegal
from assistant.log import Log
from assistant.table import Table, Tables
from tests.test_table import SCREEN, Seats

LAPTOP = "another screen"


@pytest.fixture
def there(tmp_path: Path) -> Seats:
    """A table that has turned its first cards, with a figure set by hand."""
    seats = Seats(tmp_path / "there", "red", "blue")
    seats.must(SCREEN, "begin")
    seats.must("red", "pick_phase", phase=1)
    seats.must("blue", "pick_phase", phase=4)
    return seats


@pytest.fixture
def here(tmp_path: Path) -> Tables:
    return Tables(Log(tmp_path / "here"))


def file_of(table: Table) -> Any:
    """What a file holds when it was written and read."""
    return json.loads(json.dumps(table.packed()))


def test_a_table_goes_on_on_another_machine_where_it_stood(there: Seats, here: Tables) -> None:
    brought = here.bring(file_of(there.table), LAPTOP)
    assert brought.code == there.table.code
    assert brought.record.state == there.state
    assert dict(brought.people.names) == {"red": "Red", "blue": "Blue"}
    assert brought.people.is_host(LAPTOP) and not brought.people.is_host(SCREEN)
    assert brought.play(LAPTOP, None, "go_on", {}, "1").ok


def test_it_comes_back_under_its_own_code(there: Seats, here: Tables) -> None:
    away = here.bring(file_of(there.table), LAPTOP)
    assert away.play(LAPTOP, None, "go_on", {}, "1").ok
    back = Tables(there.log).bring(file_of(away), SCREEN)
    assert back.code == there.table.code and back.people.is_host(SCREEN)
    assert back.record.state == away.record.state
    assert there.restarted().record.state == away.record.state


def test_what_was_played_on_here_meanwhile_is_not_lost(there: Seats, here: Tables) -> None:
    away = here.bring(file_of(there.table), LAPTOP)
    assert away.play(LAPTOP, None, "go_on", {}, "1").ok
    there.must("red", "adjust", field="tr", by=1)
    back = Tables(there.log).bring(file_of(away), SCREEN)
    assert back.code != there.table.code
    assert back.record.state == away.record.state
    assert there.restarted().record.state == there.state


def test_an_older_file_takes_nothing_back(there: Seats) -> None:
    file = file_of(there.table)
    there.must("red", "done")
    tables = Tables(there.log)
    assert tables.bring(file, SCREEN).record.state == there.state
    assert len(tables.unfinished()) == 1


def test_who_is_not_its_host_does_not_write_to_a_table(there: Seats, here: Tables) -> None:
    away = here.bring(file_of(there.table), LAPTOP)
    assert away.play(LAPTOP, None, "go_on", {}, "1").ok
    brought = Tables(there.log).bring(file_of(away), "stranger")
    assert brought.code != there.table.code
    assert there.restarted().record.state == there.state


def test_what_lies_sealed_is_not_in_the_file(there: Seats) -> None:
    for _ in there.state.phases:
        there.must(SCREEN, "go_on")
    there.must(SCREEN, "go_on")
    stands = there.table.record.n
    before = there.table.packed()
    there.must("red", "pick_phase", phase=3)
    there.must("blue", "rename", seat="blue", name="Olena")
    assert there.table.packed() == before
    assert len(before["moves"]) == stands
    there.must("blue", "pick_phase", phase=5)
    assert len(there.table.packed()["moves"]) == there.table.record.n


def spoilt(**change: Any) -> Any:
    return lambda file: {**file, **change}


def with_move(**change: Any) -> Any:
    """The file with its last move spoilt."""
    return lambda file: {**file, "moves": [*file["moves"][:-1], {**file["moves"][-1], **change}]}


@pytest.mark.parametrize(
    "spoil",
    [
        lambda file: None,
        lambda file: [],
        lambda file: {},
        spoilt(**{"mars-table": 2}),
        spoilt(game="chess"),
        spoilt(game=["ares"]),
        spoilt(mode="x"),
        spoilt(options={"help": "none"}),
        spoilt(options=None),
        spoilt(code="../x"),
        spoilt(code=7),
        spoilt(host=""),
        spoilt(moves={}),
        spoilt(moves=[None]),
        lambda file: {**file, "moves": file["moves"] * MOST_MOVES},
        lambda file: {**file, "moves": file["moves"][1:]},
        lambda file: {**file, "moves": file["moves"][::-1]},
        with_move(n=True),
        with_move(id=None),
        with_move(id="+99"),
        with_move(at=float("nan")),
        with_move(args={"phase": 9}),
        with_move(args=[]),
        with_move(kind="castle"),
        with_move(kind="sit"),
        with_move(seat="pink"),
        with_move(more=1),
    ],
)
def test_a_file_that_holds_no_table_is_refused(there: Seats, here: Tables, spoil: Any) -> None:
    with pytest.raises(Illegal) as refusal:
        here.bring(spoil(file_of(there.table)), LAPTOP)
    assert refusal.value.text.key == "no-table-in-file"
    assert here.unfinished() == []


def test_two_moves_with_one_id_are_refused(there: Seats, here: Tables) -> None:
    file = file_of(there.table)
    file["moves"][1]["id"] = file["moves"][0]["id"]
    with pytest.raises(Illegal):
        here.bring(file, LAPTOP)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_whatever_a_file_holds_it_is_read_or_refused(file: Any) -> None:
    with pytest.raises(Illegal):
        unpacked(file, LAPTOP)


def test_a_table_off_the_list_is_found_and_comes_back_with_a_move(there: Seats) -> None:
    tables = Tables(there.log)
    tables.remove(there.table.code)
    assert tables.unfinished() == []
    assert tables.find(there.table.code).record.state == there.state
    there.must("red", "done")
    assert [one.code for one in tables.unfinished()] == [there.table.code]


def test_the_table_where_it_went_on_stays_behind(tmp_path: Path, here: Tables) -> None:
    there = Seats(tmp_path / "there", "red", "blue")
    there.must(SCREEN, "begin")
    there.must("red", "declare_terraformed")
    there.must(SCREEN, "rematch")
    there.must("red", "count", part="tr", points=20)
    file = file_of(there.table)
    brought = here.bring(file, LAPTOP)
    assert brought.view(LAPTOP, None).goes_on_at is None
    assert brought.record.state == there.state, "what came after it counts"
    assert "story-rematch" not in [line.text.key for line in brought.record.story]
    # It can go on here, once; at home it still knows its own way.
    assert brought.play(LAPTOP, None, "rematch", {}, "1").ok
    assert here.find(brought.record.goes_on_at or "").people.name("blue") == "Blue"
    refused = brought.play(LAPTOP, None, "rematch", {}, "2").refused
    assert refused and refused.key == "goes-on-already"
    back = Tables(there.log).bring(file, SCREEN)
    assert back.record.goes_on_at == there.table.record.goes_on_at
