"""Turns: the order of play, passing, and the first player moving on."""

from __future__ import annotations

import doctest
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

import assistant.turns
from assistant.game import Illegal, Names, overruling, text
from assistant.turns import Turns, advise_turn

SEATS = ("red", "green", "blue", "yellow", "black")
STEPS: dict[str, Callable[[Turns, str], Turns]] = {
    "act": Turns.act,
    "act of two": lambda turns, seat: turns.act(seat, most=2),
    "end": Turns.end_turn,
    "pass": Turns.pass_round,
    "leave": Turns.leave,
    "sit": Turns.sit,
    "restart": lambda turns, _: turns.restart(),
    "next round": lambda turns, _: turns.next_round(),
}
TABLES = st.integers(1, 5).map(lambda count: SEATS[:count])
MOVES = st.lists(st.tuples(st.sampled_from(sorted(STEPS)), st.sampled_from(SEATS)), max_size=30)


def played(seats: tuple[str, ...], moves: list[tuple[str, str]]) -> list[Turns]:
    """Every place of the turn on the way, whoever made the moves."""
    turns = [Turns(seats)]
    for step, seat in moves:
        if seat in turns[-1].here or step == "sit":
            turns.append(STEPS[step](turns[-1], seat))
    return turns


def whose(turns: Turns, times: int, most: int = 1) -> list[str]:
    """Who has the turn, if everybody acts in their turn."""
    found = []
    for _ in range(times):
        assert turns.now
        found.append(turns.now)
        turns = turns.act(turns.now, most)
    return found


def test_two_actions_a_turn_or_one_and_the_end_of_it() -> None:
    turns = Turns(("red", "blue", "green"))
    assert whose(turns, 7, most=2) == ["red", "red", "blue", "blue", "green", "green", "red"]
    turns = turns.act("red", most=2).end_turn("red")
    assert (turns.now, turns.taken) == ("blue", 0)


def test_who_has_passed_is_out_and_the_last_one_goes_on_alone() -> None:
    turns = Turns(("red", "blue", "green")).pass_round("red").act("blue").pass_round("green")
    assert turns.left == ("blue",)
    assert whose(turns, 3) == ["blue", "blue", "blue"]
    assert turns.pass_round("blue").now is None


def test_one_figure_a_turn_and_who_has_fewer_waits() -> None:
    """The Colony: three moves each, blue has two figures only."""
    figures = {"red": 3, "blue": 2, "green": 3}
    turns, moved = Turns(tuple(figures)), []
    while turns.now:
        seat = turns.now
        moved.append(seat)
        turns = turns.act(seat)
        if moved.count(seat) == figures[seat]:
            turns = turns.pass_round(seat)
    assert moved == ["red", "blue", "green"] * 2 + ["red", "green"]
    assert turns.restart().now == "red", "the next stage begins with the first player again"


def test_the_first_player_moves_on_clockwise_past_who_went_home() -> None:
    turns = Turns(("red", "blue", "green")).next_round()
    assert (turns.first, turns.now, turns.order) == ("blue", "blue", ("blue", "green", "red"))
    assert turns.leave("green").next_round().first == "red"
    assert turns.leave("blue").first == "green"


def test_the_turn_of_who_goes_home_goes_on_and_the_place_is_kept() -> None:
    turns = Turns(("red", "blue", "green")).act("red").act("blue", most=2).leave("blue")
    assert (turns.now, turns.taken) == ("green", 0)
    assert whose(turns.sit("blue"), 3) == ["green", "red", "blue"]
    assert turns.sit("yellow").order == ("red", "blue", "green", "yellow")


def test_out_of_turn_is_advised_against_by_name() -> None:
    turns = Turns(("red", "blue")).act("red")
    advise_turn(turns, "blue")
    with pytest.raises(Illegal) as refused:
        advise_turn(turns, "red")
    assert refused.value.advice
    assert refused.value.text == text("not-your-turn", who=Names(("blue",)))
    with pytest.raises(Illegal, match="passed-already") as refused:
        advise_turn(turns.pass_round("red"), "red")
    assert refused.value.advice


def test_the_turn_is_with_who_acts_anyway() -> None:
    """Red forgot to end the turn; green goes on, and then blue comes round as ever."""
    turns = Turns(("red", "green", "blue")).act("red", most=2)
    with overruling() as overruled:
        advise_turn(turns, "green")
    assert overruled == [text("not-your-turn", who=Names(("red",)))]
    assert turns.act("green", most=2).taken == 1
    assert turns.act("green").now == "blue"
    assert turns.pass_round("blue").now == "red", "passing early takes nobody's turn"
    assert turns.pass_round("green").act("green", most=2).left == ("red", "green", "blue")


@given(TABLES, MOVES)
def test_the_turn_is_always_with_somebody_who_is_left(
    seats: tuple[str, ...], moves: list[tuple[str, str]]
) -> None:
    for turns in played(seats, moves):
        assert turns.now in (turns.left or (None,))
        assert turns.first in (turns.here or (None,))
        assert not (turns.taken and turns.at != turns.now)


@given(TABLES, MOVES)
def test_whatever_happened_everybody_left_has_a_turn_before_anybody_has_two(
    seats: tuple[str, ...], moves: list[tuple[str, str]]
) -> None:
    turns = played(seats, moves)[-1]
    each = len(turns.left)
    found = whose(turns, 2 * each)
    assert set(found[:each]) == set(turns.left)
    assert found[:each] == found[each:]


@given(TABLES, MOVES)
def test_in_as_many_rounds_as_players_each_is_first_once(
    seats: tuple[str, ...], moves: list[tuple[str, str]]
) -> None:
    turns = played(seats, moves)[-1]
    firsts = []
    for _ in turns.here:
        turns = turns.next_round()
        firsts.append(turns.first)
        assert (turns.now, turns.taken, turns.left) == (turns.first, 0, turns.here)
    assert set(firsts) == set(turns.here)


@given(TABLES, MOVES, st.data())
def test_any_move_can_be_left_out_and_the_rest_still_applies(
    seats: tuple[str, ...], moves: list[tuple[str, str]], data: st.DataObject
) -> None:
    """Taking back folds the later moves again, out of turn or not."""
    out = data.draw(st.integers(0, len(moves)))
    with overruling():
        for turns in played(seats, moves[:out] + moves[out + 1 :]):
            for seat in turns.here:
                advise_turn(turns, seat)
                turns.act(seat)


def test_the_example_in_the_documentation_runs() -> None:
    failed, tried = doctest.testmod(assistant.turns)
    assert tried and not failed
