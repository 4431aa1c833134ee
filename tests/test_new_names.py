"""Who sits down is called so that everybody can tell who it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.record import Entry
from tests.test_table import SCREEN, Seats


@pytest.fixture
def lobby(tmp_path: Path) -> Seats:
    seats = Seats(tmp_path)
    seats.must("a", "sit", seat="red", name="Ann")
    return seats


@pytest.mark.parametrize(
    "name",
    [
        *("\u3164", "\u115f\u1160", "\uffa0", "\u2800", "A\u3164n", "Bo\u2800b", "Bo\u034fb"),
        *("Bo\ufe00b", "Bo\U000e0100b", "Bo\u180bb", "Bo\u17b5b", "\ufffc", "\U0001d159"),
        *(
            "\u200b",
            "\u200bBob",
            "Bo\u00adb",
            "\u2066Bob",
            "Bob\U000e0041",
            "\u0301\u0302",
            "\ue000",
        ),
    ],
    ids=ascii,
)
def test_a_name_that_hides_something_is_refused(lobby: Seats, name: str) -> None:
    assert lobby.why("b", "sit", seat="blue", name=name) in ("name-odd", "name-missing")
    lobby.must("b", "sit", seat="blue", name="Bob")
    assert lobby.why("b", "rename", seat="blue", name=name) in ("name-odd", "name-missing")
    rules = {"options": {"solo_end": "rounds"}, "mode": "solo"}
    assert lobby.why(SCREEN, "set_up", name=name, **rules) in ("name-odd", "name-missing")


@pytest.mark.parametrize(
    "name",
    [
        *("Ann", " ann ", "ANN", "\uff21\uff4e\uff4e", "A\u200dnn", "Ann\u200d", "Ann\ufe0f"),
        *("Ａｎｎ", "𝐀nn"),
    ],
    ids=ascii,
)
def test_nobody_is_called_as_somebody_else_here(lobby: Seats, name: str) -> None:
    assert lobby.why("b", "sit", seat="blue", name=name) == "name-taken"
    assert lobby.why("a", "sit", seat="blue", name=name, phone=False) == "name-taken"
    lobby.must("b", "sit", seat="blue", name="Bob")
    assert lobby.why("b", "rename", seat="blue", name=name) == "name-taken"
    assert lobby.why(SCREEN, "rename", seat="blue", name=name) == "name-taken"


@pytest.mark.parametrize(
    "name",
    ["Anna", "Änn", "Ann B", "👩\u200d🚀", "❤\ufe0f", "1\ufe0f\u20e3", "Олена", "김", "عائشة"],
)
def test_other_names_and_real_signs_are_taken_as_ever(lobby: Seats, name: str) -> None:
    lobby.must("b", "sit", seat="blue", name=name)
    assert lobby.table.people.name("blue") == name


def test_a_name_is_ones_own_to_write_otherwise_and_free_when_its_seat_is(lobby: Seats) -> None:
    lobby.must("a", "rename", seat="red", name="ANN")
    lobby.must("a", "free", seat="red")
    lobby.must("b", "sit", seat="blue", name="Ann")


def test_a_taken_seat_is_said_before_a_taken_name(lobby: Seats) -> None:
    assert lobby.why("b", "sit", seat="red", name="Ann") == "seat-taken"


def test_a_log_in_which_two_are_called_alike_is_read_as_it_was_written(lobby: Seats) -> None:
    old = {"seat": "blue", "name": "Ann"}, {"seat": "green", "name": "\u3164"}
    entries = [
        Entry(n, f"{n}", f"old {n}", None, "sit", args, False, 1000.0 + n)
        for n, args in enumerate(old, 2)
    ]
    lobby.log.append(lobby.table.code, entries)
    table = lobby.restarted()
    assert [table.people.name(seat) for seat in ("red", "blue", "green")] == [
        "Ann",
        "Ann",
        "\u3164",
    ]
