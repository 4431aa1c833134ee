"""Who gets a shared device next."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import pytest

from assistant.game import text
from assistant.view import Answering, Asked, Person
from assistant.web.people import answers_here, next_here

HOMES = {"red": None, "green": "red", "blue": None, "yellow": "red"}


def next_after(
    you: str | None, late: tuple[str, ...], homes: Mapping[str, str | None] = HOMES
) -> Any:
    """Red's phone holds green and yellow as well; blue has one of their own."""
    people = {
        seat: Person(seat, seat, connected=True, host=False, plays_from=home)
        for seat, home in homes.items()
    }
    held = tuple(seat for seat, home in homes.items() if home or seat == "red")
    table = SimpleNamespace(you=you, me=people.get(you or ""), seats=held)
    return next_here(table, SimpleNamespace(waiting_for=late))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("you", "late", "follows"),
    [
        ("red", ("green", "blue", "yellow"), "green"),
        ("green", ("blue", "yellow"), "yellow"),
        ("yellow", ("green",), "green"),
        ("yellow", ("red", "green"), "red"),
    ],
)
def test_the_next_one_that_is_awaited_on_this_phone_gets_it(
    you: str, late: tuple[str, ...], follows: str
) -> None:
    assert next_after(you, late) == follows


def test_who_is_awaited_keeps_it() -> None:
    assert next_after("red", ("red", "green")) is None
    assert next_after("green", ("green", "yellow")) is None


def test_when_nobody_here_is_awaited_it_goes_back_to_its_owner() -> None:
    assert next_after("yellow", ("blue",)) == "red"
    assert next_after("red", ("blue",)) is None


def test_the_table_screen_goes_back_to_everybody_whoever_is_awaited_on_it() -> None:
    homes = {"green": "table", "yellow": "table"}
    assert next_after("green", ("yellow",), homes) == "table"


def test_who_looks_on_holds_nothing() -> None:
    assert next_after(None, ("green",)) is None


@pytest.mark.parametrize(
    ("you", "seats", "late", "here"),
    [
        ("red", ("red", "green"), ("red", "green"), "red"),
        ("red", ("red", "green"), ("green", "blue"), "green"),
        ("red", ("red",), ("blue",), None),
        (None, ("yellow", "green"), ("green", "red"), "green"),
        (None, (), ("red", None), None),
        (None, ("yellow",), (), None),
    ],
)
def test_a_device_answers_for_its_owner_first_then_for_who_has_no_phone(
    you: str | None, seats: tuple[str, ...], late: tuple[str | None, ...], here: str | None
) -> None:
    asked = Asked(
        n=4,
        kind="undo",
        by="blue",
        thing=text("thing"),
        of=tuple(Answering(seat, (), seat not in late) for seat in (*HOMES, None)),
        also=(),
    )
    table = SimpleNamespace(you=you, seats=seats)
    assert answers_here(table, asked) == here  # type: ignore[arg-type]
