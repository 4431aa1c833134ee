"""A long evening costs what its newest move costs, and a house of many tables keeps a few.

Counted are the rules that are judged, the functions called and the bytes asked for: no clock.
"""

from __future__ import annotations

import gc
import threading
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from assistant import course, game, patience, table
from assistant.course import EVERY, MOST_LINES, NEWEST
from assistant.game import Illegal
from assistant.table import Answer, Table, Tables
from tests.test_hostile_moves import calls_of
from tests.test_table import SCREEN, Seats

EARLY, LATE = 200, 2000  # moves


@pytest.fixture
def two(tmp_path: Path) -> Seats:
    seats = Seats(tmp_path)
    seats.must(SCREEN, "set_up", options={"help": "planet"})
    for seat in ("red", "blue"):
        seats.must(seat, "sit", seat=seat, name=seat)
    seats.must(SCREEN, "begin")
    for seat in ("red", "blue"):
        seats.must(seat, "adjust", field="mc", by=20)
    return seats


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How many moves were judged again since it was asked last."""
    count = 0

    def counted(*args: object) -> object:
        nonlocal count
        count += 1
        return game.apply(*args)  # type: ignore[arg-type]

    def since() -> int:
        nonlocal count
        count, found = 0, count
        return found

    monkeypatch.setattr(course, "apply", counted)
    return since


def play(seats: Seats, until: int) -> None:
    """Figures are set by hand, up and down, until there are so many moves."""
    while (n := seats.table.record.n) < until:
        look(seats)
        seats.must(("red", "blue")[n % 2], "adjust", field="mc", by=1 if n % 4 < 2 else -1)


def look(seats: Seats) -> None:
    """As everybody does after every move."""
    for seat in (None, "red", "blue"):
        view = seats.table.view(seat or SCREEN, seat)
        _ = (view.story[-60:], view.last_own, seats.table.game_view(seat).options)


def asked_for(work: Callable[[], object]) -> int:
    """The most bytes that were held at once meanwhile, besides those before."""
    gc.collect()
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


# Of one table


def test_a_move_costs_late_in_the_evening_what_it_costs_early(two: Seats) -> None:
    calls, held = [], []
    for until in (EARLY, LATE):
        play(two, until)
        calls.append(calls_of(lambda: play(two, two.table.record.n + 8)))
        # Now and then a list that grows moves house.
        held.append(min(asked_for(lambda: play(two, two.table.record.n + 8)) for _ in range(3)))
    assert calls[1] <= 1.1 * calls[0]
    assert held[1] <= 1.5 * held[0]


def test_a_move_leaves_little_behind(two: Seats) -> None:
    """Of the states every 32nd and the newest, of the lines the newest."""
    held = []
    tracemalloc.start()
    try:
        for until in (MOST_LINES + EARLY, LATE):
            play(two, until)
            gc.collect()
            held.append(tracemalloc.get_traced_memory()[0])
        all_of_it = [*two.table.record.states, *two.table.record.story]
        held.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    assert len(all_of_it) > LATE
    kept, whole = (held[1] - held[0]) / (LATE - MOST_LINES - EARLY), (held[2] - held[1]) / LATE
    assert kept < whole / 2
    states = two.table.record.course._states
    assert len(states) <= LATE / EVERY + NEWEST + 2


def test_a_refusal_costs_late_what_it_costs_early(two: Seats) -> None:
    calls = []
    for until in (EARLY, LATE):
        play(two, until)
        calls.append(calls_of(lambda: two.why("red", "pick_phase", phase=9)))
    assert calls[1] <= 1.1 * calls[0]


def test_an_early_move_is_taken_back_by_folding_once(two: Seats, judged: Callable[[], int]) -> None:
    play(two, EARLY)
    two.must("red", "pick_phase", phase=1)
    play(two, LATE)
    _ = judged()
    two.must(SCREEN, "undo", n=20, also=[])
    look(two)
    assert judged() <= LATE + 2 * EVERY
    two.must(SCREEN, "redo", n=20)
    look(two)
    assert judged() <= LATE + 2 * EVERY


def test_while_a_wish_waits_a_move_costs_no_more(two: Seats, judged: Callable[[], int]) -> None:
    """What would go by now is tried on, not anew."""
    play(two, EARLY)
    theirs = two.table.record.n - 1
    mine = next(n for n in (theirs, theirs - 1) if two.table.record.step(n).entry.seat == "red")
    two.must("red", "undo", n=mine, also=[mine + 1])
    look(two)
    assert two.table.record.questions
    _ = judged()
    play(two, EARLY + 100)
    assert two.table.view("red", "red").asked
    assert judged() <= 2 * 100


def test_a_restart_folds_once_however_often_something_was_taken_back(
    two: Seats, judged: Callable[[], int]
) -> None:
    play(two, LATE)
    for n in range(10, 34):
        two.must(SCREEN, "undo", n=n, also=[])
    _ = judged()
    again = two.restarted()
    assert judged() <= LATE
    assert again.record.state == two.state and again.record.story == two.table.record.story


# Ids


@pytest.fixture
def forgetful(two: Seats, monkeypatch: pytest.MonkeyPatch) -> Seats:
    """A table that keeps few answers at hand."""
    monkeypatch.setattr(table, "REMEMBERED_ANSWERS", 3)
    return two


@pytest.mark.parametrize("restarts", [False, True])
@pytest.mark.parametrize(
    ("kind", "args"),
    [
        ("pick_phase", {"phase": 3}),  # is accepted again
        ("adjust", {"field": "plants", "by": 1}),
        ("withdraw_pick", {}),  # is refused by then
        ("undo", {"n": 7, "also": []}),
    ],
)
def test_a_tap_of_long_ago_gets_its_old_answer(
    forgetful: Seats, kind: str, args: dict[str, object], restarts: bool
) -> None:
    assert forgetful.must("red", "pick_phase", phase=2) == 7
    first = forgetful.table.play("red", "red", kind, args, "long ago")
    assert first.ok
    play(forgetful, 30)
    at = forgetful.restarted() if restarts else forgetful.table
    n = at.record.n
    assert "red:long ago" not in at._answers
    assert at.play("red", "red", kind, args, "long ago") == first
    assert at.record.n == n and at.play("red", "red", kind, {"x": 1}, "long ago") == first
    assert not at.play("red", "red", kind, {"x": 1}, "new").ok


# Of a house


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tables:
    monkeypatch.setattr(table, "AT_HAND", 3)
    return Tables(Seats(tmp_path).log)


def opened(house: Tables) -> Table:
    return house.open("ares", "standard", {}, SCREEN)


def test_of_the_tables_that_nobody_is_at_a_few_are_kept(house: Tables) -> None:
    codes = [opened(house).code for _ in range(9)]
    gc.collect()
    assert list(house._tables) == codes[-3:]
    house.find(codes[-3])
    _ = opened(house).code
    gc.collect()
    assert codes[-3] in house._tables and codes[-2] not in house._tables, "the one found last"
    assert house.find(codes[0]).code == codes[0]


def test_a_table_that_somebody_is_at_is_one_and_the_same(house: Tables) -> None:
    at = opened(house)
    for _ in range(9):
        opened(house)
    gc.collect()
    assert house.find(at.code) is at
    assert at.play("red", None, "sit", {"seat": "red", "name": "Red"}, "x").ok
    code = at.code
    del at
    for _ in range(9):
        opened(house)
    assert house.find(code).people.at("red")


# The lock


def test_nobody_waits_for_a_table_without_an_end(
    two: Seats, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store that hangs holds up who came first; all others are told, and may try again."""
    monkeypatch.setattr(patience, "LONGEST_WAIT", 0.01)
    writes, goes_on = threading.Event(), threading.Event()

    def hang(record: object) -> None:
        writes.set()
        goes_on.wait()

    answers: list[Answer] = []

    def tap() -> None:
        args = {"phase": 1}
        answers.append(two.table.play("red", "red", "pick_phase", args, "x", meanwhile=hang))

    first = threading.Thread(target=tap)
    first.start()
    assert writes.wait(60)
    for waits in (
        lambda: two.table.play("blue", "blue", "pick_phase", {"phase": 2}, "y"),
        two.table.catch_up,
        lambda: two.table.go_on_with([]),
    ):
        with pytest.raises(Illegal, match="table-busy"):
            waits()
    goes_on.set()
    first.join()
    assert answers[0].ok
    assert two.table.play("blue", "blue", "pick_phase", {"phase": 2}, "y").ok
