"""The time of the house, and what clocks that jump do not do."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant import table
from assistant.log import Log
from assistant.now import Now
from assistant.table import Tables
from tests.test_table import SCREEN, Seats

YEAR = 365 * 24 * 3600.0


class System:
    """A system's clock that can be set, and one that nobody sets."""

    def __init__(self) -> None:
        self.wall = 1_800_000_000.0
        self.steady = 50.0

    def goes_on(self, seconds: float) -> None:
        self.wall += seconds
        self.steady += seconds

    def now(self) -> Now:
        return Now(lambda: self.wall, lambda: self.steady)


def test_the_house_keeps_the_time_of_the_system() -> None:
    system = System()
    now = system.now()
    system.goes_on(7.5)
    assert now() == system.wall
    system.wall += 0.5  # it runs a little fast
    assert now() == system.wall


@pytest.mark.parametrize("jump", [-YEAR, -3600, -3, 3, 3600, 10 * YEAR])
def test_a_system_clock_that_is_set_does_not_move_the_time_of_the_house(jump: float) -> None:
    system = System()
    now = system.now()
    before = now()
    system.wall += jump
    system.goes_on(10)
    assert now() == pytest.approx(before + 10)
    system.goes_on(3600)  # a laptop that slept
    assert now() == pytest.approx(before + 3610)


def test_a_house_that_starts_again_in_the_past_goes_on_from_its_newest_move() -> None:
    system = System()
    now = system.now()
    now.not_before(system.wall + YEAR)
    system.goes_on(5)
    assert now() == pytest.approx(system.wall + YEAR)
    now.not_before(3.0)
    assert now() == pytest.approx(system.wall + YEAR)


def test_no_entry_is_older_than_the_one_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = Seats(tmp_path, "red", "blue")
    last = seats.table.record.steps[-1].entry.at
    monkeypatch.setattr(table, "_now", lambda: 7.0)
    seats.must(SCREEN, "begin")
    assert [step.entry.at for step in seats.table.record.steps][-1] == last


def test_a_table_is_taken_off_the_list_and_brought_back_whatever_the_clock_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = Seats(tmp_path, "red")
    tables = Tables(seats.log)
    for time in (7.0, 9e9, 7.0):
        monkeypatch.setattr(table, "_now", lambda time=time: time)
        tables.remove(seats.table.code)
        assert tables.unfinished() == []
        seats.must(SCREEN, "rename", seat="red", name=f"Ann {time}")
        assert [one.code for one in tables.unfinished()] == [seats.table.code]
        seats.must(SCREEN, "rename", seat="red", name="Ann")


def test_a_table_from_a_machine_whose_clock_is_ahead_was_played_by_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = Seats(tmp_path / "there", "red")
    monkeypatch.setattr(table, "_now", lambda: 9e9)
    seats.must(SCREEN, "rename", seat="red", name="Ann")
    monkeypatch.setattr(table, "_now", lambda: 5e9)
    brought = Tables(Log(tmp_path / "here")).bring(seats.table.packed(), "laptop")
    assert brought.record.steps[-1].entry.at == 5e9
