"""Rungs, rule by rule: the numbers are those of tests/tiny/rules.md."""

from __future__ import annotations

import pytest

from assistant.game import Illegal, Json, Move, Seat, apply, read_setup
from tests.tiny import TINY
from tests.tiny.state import SEATS, State
from tests.tiny.view import View, view


class Climb:
    """A game being played; `clock` are the moves that the table's clock was given."""

    def __init__(self, *seats: Seat, mode: str = "race", **options: str) -> None:
        self.state: State = TINY.start(read_setup(TINY, mode, options))
        self.clock: list[str] = []
        for seat in seats:
            self.play("sit", seat)

    def play(self, kind: str, seat: Seat | None = None, /, **args: Json) -> None:
        move: Move | None = Move(kind, seat, args)
        while move:
            if move.kind in TINY.moves:
                self.state = apply(TINY.moves, self.state, move)
            else:
                self.clock.append(str(move))
            move = TINY.follow(self.state, move)

    def round(self, **picks: int) -> None:
        """Seal, and look at what was opened."""
        for seat, number in picks.items():
            self.play("pick", seat, number=number)
        for seat in self.state.waiting_for:
            self.play("go_on", seat)

    def rungs(self) -> dict[Seat, int]:
        return {one.seat: one.rung for one in self.state.climbers}

    def seen(self, seat: Seat | None = None) -> View:
        return view(self.state, seat)

    def refuses(self, kind: str, seat: Seat | None = None, /, **args: Json) -> str:
        with pytest.raises(Illegal) as refusal:
            apply(TINY.moves, self.state, Move(kind, seat, args))
        return refusal.value.text.key


def climb(*seats: Seat, mode: str = "race", **options: str) -> Climb:
    climbing = Climb(*seats, mode=mode, **options)
    climbing.play("begin")
    return climbing


def test_a_ladder_needs_two_people() -> None:
    """(A1)"""
    climbing = Climb("black")
    assert climbing.refuses("begin") == "too-few"
    climbing.play("sit", "red")
    climbing.play("begin")
    assert climbing.seen().waiting_for == ("red", "black")
    assert climbing.refuses("begin") == "begun-already"


def test_five_may_climb() -> None:
    """(A1)"""
    climbing = climb(*SEATS)
    climbing.round(red=1, green=1, blue=2, yellow=3, black=2)
    assert climbing.rungs() == {"red": 1, "green": 1, "blue": 1, "yellow": 3, "black": 1}


@pytest.mark.parametrize(("length", "rounds"), [("short", 5), ("long", 8)])
def test_a_game_lasts_five_rounds_or_eight(length: str, rounds: int) -> None:
    """(A2)"""
    climbing = climb("red", "black", length=length)
    for n in range(1, rounds + 1):
        assert (climbing.seen().round, climbing.seen().rounds) == (n, rounds)
        climbing.round(red=1, black=2)
    assert climbing.seen().step == "finished"


def test_numbers_are_opened_when_the_last_is_in() -> None:
    """(B1)"""
    climbing = climb("red", "black")
    climbing.play("pick", "red", number=3)
    climbing.play("pick", "red", number=2)
    assert climbing.seen("red").picked == 2
    assert [one.opened for one in climbing.seen("black").seats] == [None, None]
    climbing.play("pick", "black", number=3)
    assert [one.opened for one in climbing.seen("black").seats] == [2, 3]
    assert climbing.refuses("pick", "red", number=1) == "not-picking"
    assert climb("red", "black").refuses("pick", "red", number=4) == "malformed"


def test_alone_one_climbs_the_number_and_shared_one_rung() -> None:
    """(B2)"""
    climbing = climb("red", "blue", "black")
    climbing.round(red=3, blue=3, black=2)
    assert climbing.rungs() == {"red": 1, "blue": 1, "black": 2}


def test_the_next_round_waits_for_everybody() -> None:
    """(B3)"""
    climbing = climb("red", "black")
    assert climbing.refuses("go_on", "red") == "nothing-opened"
    climbing.play("pick", "red", number=3)
    climbing.play("pick", "black", number=2)
    climbing.play("go_on", "red")
    assert climbing.refuses("go_on", "red") == "seen-already"
    assert (climbing.seen().step, climbing.seen().waiting_for) == ("opened", ("black",))
    climbing.play("go_on", "black")
    assert (climbing.seen().step, climbing.seen().round) == ("picking", 2)


def test_who_leaves_is_not_waited_for() -> None:
    """(B1, B3)"""
    climbing = climb("red", "blue", "black")
    climbing.play("pick", "red", number=3)
    climbing.play("pick", "blue", number=3)
    climbing.play("leave", "black")
    assert climbing.rungs() == {"red": 1, "blue": 1}
    climbing.play("go_on", "red")
    climbing.play("leave", "blue")
    assert climbing.seen().round == 2
    climbing.play("leave", "red")
    assert climbing.seen().seats == ()


def test_there_is_a_break_after_the_second_round() -> None:
    """(B4)"""
    climbing = climb("red", "black")
    climbing.round(red=1, black=2)
    assert climbing.clock == []
    climbing.play("pick", "red", number=3)
    climbing.play("pick", "black", number=2)
    assert climbing.clock == ["table start_clock seconds=60"]
    climbing.play("go_on", "red")
    climbing.play("go_on", "black")
    assert climbing.clock[1:] == ["table stop_clock"]


def test_the_highest_wins() -> None:
    """(C1)"""
    climbing = climb("red", "black")
    for _ in range(5):
        assert climbing.seen().winners == ()
        climbing.round(red=2, black=3)
    assert climbing.seen().winners == ("black",)


def test_a_victory_is_shared_on_the_same_rung() -> None:
    """(C1)"""
    climbing = climb("red", "black")
    for _ in range(5):
        climbing.round(red=2, black=2)
    assert climbing.seen().winners == ("red", "black")


@pytest.mark.parametrize(("low", "won"), [(3, True), (2, False)])
def test_together_all_win_if_the_lowest_came_high_enough(low: int, won: bool) -> None:
    """(C2)"""
    climbing = climb("red", "black", mode="together")
    climbing.round(red=low, black=1)
    climbing.round(red=2, black=3)
    for _ in range(3):
        climbing.round(red=1, black=2)
    assert climbing.rungs()["red"] == (8 if won else 7)
    assert climbing.seen().winners == (("red", "black") if won else ())


def test_a_long_game_together_goes_to_rung_twelve() -> None:
    """(C2)"""
    climbing = climb("red", "black", mode="together", length="long")
    for _ in range(4):
        climbing.round(red=1, black=2)
        climbing.round(red=2, black=1)
    assert climbing.seen().goal == 12 and climbing.seen().winners == ("red", "black")
