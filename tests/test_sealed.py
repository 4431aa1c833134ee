"""Sealed choices: who has chosen is open, what lies face down is not, and all open together."""

from __future__ import annotations

import ast
import doctest
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from hypothesis import given
from hypothesis import strategies as st

import assistant.sealed
from assistant.sealed import Sealed, has_sealed, withdrawn

GAMES = Path(assistant.sealed.__file__).parent / "games"
SEATS = ("red", "green", "blue", "yellow")
CHANGES = st.lists(st.tuples(st.sampled_from(SEATS), st.none() | st.integers(0, 9)))


def made(changes: list[tuple[str, int | None]]) -> Sealed[int]:
    """Choices sealed and, for None, withdrawn one after the other."""
    sealed = Sealed[int]()
    for seat, choice in changes:
        sealed = sealed.withdraw(seat) if choice is None else sealed.seal(seat, choice)
    return sealed


def seen(sealed: Sealed[int], seat: str) -> list[object]:
    """All that a seat can learn before the opening."""
    has = [sealed.has(each) for each in SEATS]
    return [has, sealed.missing(SEATS), sealed.own(seat), repr(sealed), str(sealed)]


@given(CHANGES, st.sampled_from(SEATS), st.integers(), st.integers())
def test_what_a_seat_hides_nobody_else_can_tell(
    changes: list[tuple[str, int | None]], hider: str, one: int, other: int
) -> None:
    a, b = (made(changes).seal(hider, choice) for choice in (one, other))
    for seat in SEATS:
        if seat != hider:
            assert seen(a, seat) == seen(b, seat)
    assert (a.own(hider), b.own(hider)) == (one, other)


@given(CHANGES)
def test_the_last_choice_of_each_seat_is_opened_with_all_others(
    changes: list[tuple[str, int | None]],
) -> None:
    last = {seat: choice for seat, choice in dict(changes).items() if choice is not None}
    sealed = made(changes)
    assert sealed.opened() == last
    assert sealed.missing(SEATS) == tuple(seat for seat in SEATS if seat not in last)


@given(st.permutations([("red", 1), ("green", 2), ("blue", 3)]))
def test_the_order_of_sealing_tells_nothing(changes: list[tuple[str, int | None]]) -> None:
    sealed = made(changes)
    assert sealed == made(sorted(changes))
    assert hash(sealed) == hash(made(sorted(changes)))


def test_a_choice_of_nought_is_a_choice() -> None:
    strikes = Sealed[int]().seal("red", 0)
    assert strikes.has("red") and strikes.missing(("red",)) == ()


class Pair(NamedTuple):
    what: str
    lies: Sealed[int]


@dataclass(frozen=True)
class Deep:
    """A state that keeps what is sealed in every kind of place."""

    lies: Sealed[int]
    pair: Pair
    rest: tuple[Any, ...] = ()
    round: int = 1


@given(CHANGES, CHANGES, CHANGES, st.sampled_from(SEATS))
def test_what_a_seat_sealed_is_found_and_withdrawn_wherever_it_lies(
    one: list[tuple[str, int | None]],
    two: list[tuple[str, int | None]],
    three: list[tuple[str, int | None]],
    seat: str,
) -> None:
    lies = tuple(made(changes) for changes in (one, two, three))
    state = Deep(lies[0], Pair("a", lies[1]), (Deep(Sealed(), Pair("b", lies[2])),))
    left = withdrawn(state, seat)
    assert has_sealed(state, seat) == any(each.has(seat) for each in lies)
    assert not has_sealed(left, seat) and (left is state) == (not has_sealed(state, seat))
    assert [left.lies, left.pair.lies, left.rest[0].pair.lies] == [
        each.withdraw(seat) for each in lies
    ]
    assert (left.round, left.pair.what, type(left.pair)) == (1, "a", Pair)
    assert withdrawn(replace(state, round=2), seat) == replace(left, round=2)


def test_only_a_view_asks_for_what_is_still_sealed() -> None:
    """Whoever looks for the lines through which a secret could leave finds them in view.py."""
    asking = {
        path.name
        for path in GAMES.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == "own"
    }
    assert asking == {"view.py"}


def test_the_example_in_the_documentation_runs() -> None:
    failed, tried = doctest.testmod(assistant.sealed)
    assert tried and not failed
